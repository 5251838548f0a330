"""The search tree: what it finds is the same on both builds, to the last simulation."""

from __future__ import annotations

import pytest

import bedesten
from bedesten import bots, seeded
from bedesten.bots.determinization import imagined_worlds
from bedesten.bots.evaluation import Evaluations
from bedesten.bots.knowledge import Knowledge
from bedesten.bots.search.tree import Tree


def at_turn(game: str, seats: int, turn: int) -> Knowledge:
    """What the first seat asked at the start of a turn knows; greedy bots have played so far."""
    match = bedesten.new(game, seats=seats, seed="tree")
    luck = seeded("moves")
    while match.state.turn < turn or len(match.choices(match.actors[0])) < 2:
        seat = match.actors[0]
        match.play(seat, bots.bot("apprentice").choose(Knowledge.of(match, seat), luck))
    return Knowledge.of(match, match.actors[0])


def searched(known: Knowledge, simulations: int, rollout_turns: int) -> Tree:
    rng = seeded("tree")
    worlds = imagined_worlds(known, rng, 8)
    evaluation = Evaluations().of(known.game.name, int(worlds[0].seats))
    tree = Tree(known.seat, worlds, evaluation, rng, 1.5, rollout_turns)
    tree.simulate(simulations)
    return tree


def visits(tree: Tree, known: Knowledge) -> dict[str, int]:
    words = known.game.vocabulary
    return {words[one.word]: int(one.visits) for one in tree.candidates() if one.visits}


FOUND = {
    ("istanbul", "4", "20", "1"): {"place:14": 148, "place:3": 1, "place:1": 1},
    ("istanbul", "2", "9", "0"): {"place:11": 1, "place:10": 2, "place:9": 135, "place:3": 12},
    ("choose_write", "3", "7", "0"): {"right": 127, "left": 14, "hand": 9},
    ("choose_write", "1", "4", "2"): {"right": 103, "left": 8, "hand": 39},
    ("basari", "3", "4", "1"): {"gems": 34, "points": 11, "die": 105},
}
"""Game, players, turn and turns of rollouts; and how often each word was visited."""


@pytest.mark.parametrize("case", FOUND, ids=" ".join)
def test_both_builds_visit_the_same_words_as_often(case: tuple[str, str, str, str]) -> None:
    game, seats, turn, rollout_turns = case
    known = at_turn(game, int(seats), int(turn))
    assert visits(searched(known, 150, int(rollout_turns)), known) == FOUND[case]


def test_every_simulation_is_counted_once() -> None:
    known = at_turn("istanbul", 3, 5)
    tree = searched(known, 1000, 0)
    assert tree.simulations == 1000
    assert sum(visits(tree, known).values()) == 1000
    assert sum(tree.value()) == pytest.approx(1)
