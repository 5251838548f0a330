"""The bot that plays by the policy alone: fast, stronger than the weakest level, not to be read."""

from __future__ import annotations

from time import process_time

import pytest

import bedesten
from bedesten import COMPILED, bots, seeded
from bedesten.arena.bot_game import Terms
from bedesten.arena.simulation import Simulation, simulate
from bedesten.bots.knowledge import Knowledge


@pytest.mark.skipif(not COMPILED, reason="takes a minute without a compiled engine")
@pytest.mark.parametrize(("game", "seats", "games"), [("istanbul", 2, 40), ("basari", 3, 90)])
def test_it_is_stronger_than_the_weakest_level(game: str, seats: int, games: int) -> None:
    line_up = ("policy",) + ("apprentice",) * (seats - 1)
    won = 0
    for turned in range(seats):
        players = line_up[-turned:] + line_up[:-turned] if turned else line_up
        simulation = Simulation(Terms(game, seats, most_turns=400), players, f"policy {turned}")
        for rows in simulate(simulation, games // seats):
            won += sum(row["winners"] == str(turned) for row in rows)
    assert won > 0.6 * games


def test_it_thinks_a_tenth_as_long_as_greedy() -> None:
    match = bedesten.new("istanbul", seats=3, seed=2)
    while len(match.choices(match.actors[0])) < 4:
        match.play(match.actors[0], match.choices(match.actors[0])[0])
    known = Knowledge.of(match, match.actors[0])
    spent = {}
    for name in ("policy", "greedy"):
        bot = bots.bot(name)
        bot.choose(known, seeded("first"))
        began = process_time()
        for n in range(20):
            bot.choose(known, seeded(str(n)))
        spent[name] = process_time() - began
    assert spent["policy"] < spent["greedy"] / 10


def test_sealed_tiles_are_mixed_and_other_words_the_likeliest() -> None:
    match = bedesten.new("basari", seats=3, seed=1)
    while len(match.actors) < 3:
        match.play(match.actors[0], match.choices(match.actors[0])[0])
    known = Knowledge.of(match, match.actors[-1])
    bot = bots.bot("policy")
    assert len({bot.choose(known, seeded(str(n))) for n in range(40)}) > 1
    alone = bedesten.new("istanbul", seats=2, seed=1)
    known = Knowledge.of(alone, alone.actors[0])
    assert len({bot.choose(known, seeded(str(n))) for n in range(10)}) == 1
