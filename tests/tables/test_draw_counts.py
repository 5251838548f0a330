"""How draws are distributed: counts that add up, and a test that may be looked at after each."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

import msgspec
import pytest

import bedesten
from bedesten import CHANCE
from bedesten.kernel.agenda import detail_of, seat_of, step_of
from bedesten.kernel.rng import seeded
from bedesten.tables.draw_counts import DrawCounts, KindCount, counts_of
from bedesten.tables.fairness import Drawn
from playing import choose

DIE = {f"pips:{n}": 1 for n in range(1, 7)}
SUMS = {f"sum:{n}": 6 - abs(n - 7) for n in range(2, 13)}
FAIR, ALARM = 600, 0.05


def drawn(tickets: Mapping[str, int], word: str, step: str = "roll", is_open: bool = True) -> Drawn:
    ranges, first = [], 0
    for one, count in tickets.items():
        ranges.append((one, first, first + count - 1))
        first += count
    return Drawn(0, 1, first, tuple(ranges), word, step, is_open)


def rolls(rng: random.Random, odds: Mapping[str, int], n: int) -> Sequence[str]:
    return rng.choices(list(odds), list(odds.values()), k=n)


# -- false alarms ----------------------------------------------------------------


@pytest.mark.parametrize("odds", [DIE, SUMS], ids=["die", "sums"])
def test_fair_rolls_looked_at_after_every_one_seldom_alarm(odds: Mapping[str, int]) -> None:
    """In 600 series, an alarm at any of 300 looks, in at most one in twenty."""
    rng = random.Random(1)
    alarms = 0
    for _ in range(FAIR):
        count = KindCount()
        for word in rolls(rng, odds, 300):
            count.add(odds, word)
        alarms += count.p < ALARM  # the p-value keeps the least that it ever was
    assert alarms <= ALARM * FAIR


def chi_square_alarms(seen: Mapping[str, int], n: int) -> bool:
    """Whether a plain chi-square test of a die would alarm at 5 %: 5 degrees of freedom."""
    return sum((seen.get(word, 0) - n / 6) ** 2 / (n / 6) for word in DIE) > 11.07


def test_a_plain_chi_square_would_alarm_falsely() -> None:
    """What the bet is for: the usual test, looked at after every roll, cries wolf."""
    rng = random.Random(1)
    alarms = 0
    for _ in range(200):
        seen: dict[str, int] = {}
        for n, word in enumerate(rolls(rng, DIE, 300), 1):
            seen[word] = seen.get(word, 0) + 1
            if n >= 30 and chi_square_alarms(seen, n):
                alarms += 1
                break
    assert alarms / 200 > 4 * ALARM


def pile_draws(rng: random.Random, marked: str = "") -> Sequence[tuple[dict[str, int], str]]:
    """A pile of five kinds of cards, drawn to its last two; a marked kind comes too early."""
    left = {f"card:{kind}": 4 for kind in "abcde"}
    made = []
    while sum(left.values()) > 2:
        weights = [count * (2 if word == marked else 1) for word, count in left.items()]
        word = rng.choices(list(left), weights)[0]
        made.append((dict(left), word))
        left[word] -= 1
        left = {one: count for one, count in left.items() if count}
    return made


def test_all_kinds_together_seldom_alarm() -> None:
    """A die, sums and cards from shrinking piles: one alarm in twenty for all of them at most."""
    rng = random.Random(2)
    alarms = 0
    for _ in range(200):
        counts = DrawCounts()
        for _ in range(4):
            for word in rolls(rng, DIE, 15):
                counts.add("basari", drawn(DIE, word))
            for word in rolls(rng, SUMS, 15):
                counts.add("istanbul", drawn(SUMS, word))
            for left, word in pile_draws(rng):
                counts.add("istanbul", drawn(left, word, "turn_card"))
        alarms += counts.p < ALARM
    assert alarms <= ALARM * 200


# -- what is caught ---------------------------------------------------------------


def rolls_until_alarm(loaded: Mapping[str, int], rng: random.Random, most: int) -> int | None:
    count = KindCount()
    for n, word in enumerate(rolls(rng, loaded, most), 1):
        count.add(DIE, word)
        if count.p < ALARM:
            return n
    return None


@pytest.mark.parametrize(("sixes", "others", "most"), [(5, 2, 300), (5, 3, 900)])
def test_a_loaded_die_is_caught(sixes: int, others: int, most: int) -> None:
    """A die that shows its six every third time, or every fourth."""
    rng = random.Random(3)
    loaded = {word: sixes if word == "pips:6" else others for word in DIE}
    found = [rolls_until_alarm(loaded, rng, most) for _ in range(40)]
    assert sum(one is not None for one in found) >= 38
    assert not any(one is not None and one < 5 for one in found)


def test_a_marked_pile_is_caught_with_everything_else_fair() -> None:
    rng = random.Random(4)
    counts = DrawCounts()
    for _ in range(150):
        for word in rolls(rng, DIE, 10):
            counts.add("basari", drawn(DIE, word))
        for left, word in pile_draws(rng, "card:c"):
            counts.add("istanbul", drawn(left, word, "turn_card", is_open=False))
    assert counts.kinds["istanbul/card"].p < 0.001
    assert counts.kinds["basari/pips"].p > ALARM
    assert counts.p < 0.01


# -- counting -----------------------------------------------------------------------


def test_seen_and_expected_add_up() -> None:
    rng = random.Random(5)
    counts = DrawCounts()
    for left, word in pile_draws(rng):
        counts.add("g", drawn(left, word, "turn_card"))
    (kind,) = counts.kinds.values()
    assert kind.draws == sum(kind.seen.values()) == 18
    assert sum(kind.expected.values()) == pytest.approx(18)
    assert kind.expected["card:a"] == pytest.approx(18 / 5, abs=1)
    assert counts.draws == 18


def test_steps_that_draw_one_family_are_one_kind() -> None:
    counts = DrawCounts()
    counts.add("basari", drawn(DIE, "pips:3", "roll_and_walk"))
    counts.add("basari", drawn(DIE, "pips:4", "roll_again"))
    counts.add("other", drawn(DIE, "pips:4", "roll"))
    mixed = {"place:1": 1, "fountain:lira": 2}
    counts.add("choose_write", drawn(mixed, "place:1", "turn_place_card"))
    counts.add("choose_write", drawn({"place:1": 1, "place:2": 1}, "place:2", "turn_place_card"))
    assert {kind: count.draws for kind, count in counts.kinds.items()} == {
        "basari/pips": 2,
        "other/pips": 1,
        "choose_write/turn_place_card": 2,
    }


def test_what_can_only_come_out_one_way_is_no_draw() -> None:
    assert counts_of("g", [drawn({"card:a": 3}, "card:a")]).draws == 0


def test_counts_go_on_where_they_were_stored() -> None:
    rng = random.Random(6)
    words = rolls(rng, DIE, 60)
    whole = counts_of("g", [drawn(DIE, word) for word in words])
    first = counts_of("g", [drawn(DIE, word) for word in words[:25]])
    stored = msgspec.json.decode(msgspec.json.encode(first), type=DrawCounts)
    for word in words[25:]:
        stored.add("g", drawn(DIE, word))
    assert stored == whole


# -- what may be counted at once -----------------------------------------------------


@pytest.mark.parametrize("name", ["istanbul", "choose_write", "basari"])
def test_open_draws_tell_nothing_that_is_secret(name: str) -> None:
    """Everybody knows the odds of an open draw and sees what it brings; hidden ones are cards."""
    game = bedesten.game(name)
    hidden = 0
    for seed in range(3):
        seats = game.seats[0] + 1
        match = bedesten.new(name, seats=seats, chance="manual")
        rng = random.Random(seed)
        while not match.over:
            if match.actors != (CHANCE,):
                match.play(*choose(match, rng))
                continue
            state = match.state
            asked = state.asked
            weights = state.weights()
            step = state.book[step_of(asked)]
            is_open = step.is_open(state, seat_of(asked), detail_of(asked))
            if is_open:
                for seat in range(seats):
                    other = state.imagine(seat, seeded(f"{seed}/{len(match.history)}"))
                    assert other.weights() == weights, game.steps[step_of(asked)]
            else:
                hidden += 1
            word = rng.choices(list(weights), list(weights.values()))[0]
            events = match.play(CHANCE, game.vocabulary[word])
            if is_open:
                assert all(event.is_seen_by(None) for event in events[:1]), events
    assert (hidden > 0) == (name != "basari")
