"""All bots: honest, able to play everything, and no bot can be read."""

from __future__ import annotations

from functools import partial
from time import perf_counter

import msgspec
import pytest
from librt.vecs import vec

import bedesten
from bedesten import Match, bots, seeded
from bedesten.bots.determinization import imagined_worlds
from bedesten.bots.evaluation import Evaluations
from bedesten.bots.evaluation.base import MOST_SEATS
from bedesten.bots.knowledge import Knowledge
from bedesten.bots.levels import LEVELS, level_of
from bedesten.bots.search.simultaneous import PayoffMatrix, is_simultaneous
from bedesten.bots.search_bot import SearchBot
from bedesten.games.istanbul.state import Istanbul
from bedesten.kernel.position import dump_state
from bedesten.kernel.state import State

GAMES = bedesten.games()
QUICK = {"simulations": 4, "ms": None, "worlds": 1, "rollout_turns": 0}
"""Interpreted, whole games by the whole budget would take minutes."""


def quick(level: str, game: str) -> bots.Bot:
    return msgspec.structs.replace(level_of(level, game), **QUICK).player(game)


def at(match: Match, seat: int) -> Knowledge:
    return Knowledge(match.game, match.state, seat)


def played(match: Match, players: list[bots.Bot], most_turns: int = 400) -> Match:
    luck = [seeded(f"{match.seed} {seat}") for seat in range(match.seats)]
    while not match.over and match.state.turn <= most_turns:
        seat = match.actors[0]
        match.play(seat, players[seat].choose(at(match, seat), luck[seat]))
    return match


@pytest.mark.parametrize("name", ["random", "policy", "greedy", "search:12", *LEVELS])
@pytest.mark.parametrize("game", GAMES)
def test_no_choice_hangs_on_what_a_seat_cannot_see(game: str, name: str) -> None:
    """All secrets are swapped behind the bot's back, and it says the same."""
    match = bedesten.new(game, seats=3, seed=5)
    bot = quick(name, game) if name in LEVELS else bots.bot(name)
    whim = seeded("whim")
    for n in range(15):
        seat = match.actors[-1]
        word = bot.choose(at(match, seat), seeded(str(n)))
        other = match.state.imagine(seat, seeded(f"other {n}"))
        assert bot.choose(Knowledge(match.game, other, seat), seeded(str(n))) == word
        choices = match.choices(seat)
        match.play(seat, word if n % 3 else choices[int(whim.below(len(choices)))])
        if match.over:
            break


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(("game", "seats"), [("istanbul", 2), ("choose_write", 2), ("basari", 3)])
def test_every_level_plays_whole_games(game: str, seats: int, level: str) -> None:
    match = bedesten.new(game, seats=seats, seed=3)
    assert played(match, [quick(level, game)] * seats).over


def test_alone_search_plays_to_the_end_and_takes_rubies() -> None:
    match = bedesten.new("choose_write", seats=1, seed=1)
    assert played(match, [bots.bot("search:8")]).scores[0] >= 7


def test_the_names_of_bots() -> None:
    assert bots.full_name("bot") == "merchant"
    assert bots.full_name("search:400") == "search:400"
    for wrong in ("search", "search:0", "search:-1", "search:x", "sultana"):
        assert bots.full_name(wrong) is None
        with pytest.raises(ValueError, match="no bot"):
            bots.bot(wrong)


# -- search -------------------------------------------------------------------


def on_the_brink(rubies: int) -> Match:
    """Seat 0 stands next to the dealer with money for one more ruby."""
    match = bedesten.new("istanbul", seats=2, seed=1)
    while match.state.actor != 0 or match.question(0).step != "move":  # type: ignore[union-attr]
        match.play(match.actors[0], match.choices(match.actors[0])[-1])
    s = match.state
    assert isinstance(s, Istanbul)
    p = s.players[0]
    p.rubies, p.lira, p.merchant, p.stack = rubies, 20, 9, 3
    s.refresh()
    return match


@pytest.mark.parametrize("name", ["greedy", "search:200"])
def test_it_takes_the_ruby_that_wins(name: str) -> None:
    for seed in ("1", "2", "3"):
        assert bots.bot(name).choose(at(on_the_brink(5), 0), seeded(seed)) == "place:16"


def test_search_keeps_to_its_simulations_and_its_time() -> None:
    match = on_the_brink(3)
    found = SearchBot(Evaluations(), 50).candidates(at(match, 0), seeded("a"))
    assert sum(one.visits for one in found) == 50
    assert {one.word for one in found} == set(match.choices(0))
    began = perf_counter()
    SearchBot(Evaluations(), 10_000_000, ms=60).candidates(at(match, 0), seeded("a"))
    assert perf_counter() - began < 5  # a busy machine


def test_the_same_luck_gives_the_same_choice() -> None:
    match = on_the_brink(3)
    bot = bots.bot("search:60")
    assert len({bot.choose(at(match, 0), seeded("x")) for _ in range(3)}) == 1


def test_worlds_leave_open_what_others_have_sealed() -> None:
    """Whoever answers last thinks as if all were still to answer."""
    match = bedesten.new("basari", seats=3, seed=2, start="random")
    write = partial(dump_state, match.game)
    before = [write(world) for world in imagined_worlds(at(match, 2), seeded("a"), 3)]
    assert before == [write(match.state)] * 3
    match.play(0, "gems")
    match.play(1, "gems")
    after = imagined_worlds(at(match, 2), seeded("a"), 3)
    assert [write(world) for world in after] == before
    assert all(world.waiting == 0b111 for world in after)


# -- sealed choices -------------------------------------------------------------


@pytest.mark.parametrize("name", ["greedy", "search:270", "apprentice"])
def test_sealed_tiles_are_mixed(name: str) -> None:
    """In one and the same position different tiles are laid."""
    match = bedesten.new("basari", seats=3, seed=2, start="random")
    bot = bots.bot(name)
    laid = [bot.choose(at(match, 1), seeded(str(n))) for n in range(12)]
    assert 2 <= len(set(laid)) <= 3


def solved(payoff: dict[tuple[int, int], float]) -> PayoffMatrix:
    """Seats 0 and 1 play against each other, seat 2 does not matter."""
    s: State = bedesten.new("basari", seats=3, seed=2, start="random").state
    assert is_simultaneous(s)
    matrix = PayoffMatrix(s)
    assert matrix.cells == 27
    payoffs = vec[float]([0.5] * (27 * MOST_SEATS))
    for cell in range(27):
        one, two, _ = matrix.joint[cell]
        payoffs[cell * MOST_SEATS] = payoff[one, two]
        payoffs[cell * MOST_SEATS + 1] = 1 - payoff[one, two]
    matrix.payoffs = payoffs
    matrix.solve()
    return matrix


def test_regret_matching_finds_the_mixture_of_stone_paper_and_scissors() -> None:
    beats = {(n, m): 0.5 if n == m else float((n - m) % 3 == 1) for n in range(3) for m in range(3)}
    for seat in (0, 1):
        for _, share, chance in solved(beats).strategy(seat):
            assert share == pytest.approx(1 / 3, abs=0.08)
            assert chance == pytest.approx(0.5, abs=0.05)


def test_regret_matching_leaves_what_is_always_worse() -> None:
    better = {(n, m): (0.2, 0.5, 0.9)[n] for n in range(3) for m in range(3)}
    shares = [share for _, share, _ in solved(better).strategy(0)]
    assert shares[2] > 0.95


def test_a_choice_in_several_steps_is_not_simultaneous() -> None:
    match = bedesten.new("choose_write", seats=2, seed=3)
    while match.state.waiting == 0:
        match.play(match.actors[0], match.choices(match.actors[0])[0])
    assert not is_simultaneous(match.state) or match.question(0) is not None
    alone = bedesten.new("choose_write", seats=1, seed=3)
    assert not is_simultaneous(alone.state)
