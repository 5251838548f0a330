"""Evaluations: names that fit their constants, and games that bring no evaluation."""

from __future__ import annotations

import ast
from importlib.resources import files

import msgspec
import pytest
from librt.vecs import vec

import bedesten
from bedesten import Match, bots, seeded
from bedesten.bots.evaluation import (
    Evaluations,
    feature_names,
    network_feature_names,
    shipped_weights,
)
from bedesten.bots.evaluation.base import MOST_SEATS
from bedesten.bots.knowledge import Knowledge
from bedesten.bots.levels import LEVELS, level_of
from examples.tiny_game import GAME

QUICK = {"simulations": 9, "ms": None}


def constants(game: str) -> dict[str, list[str]]:
    """The names of the constants of each group of features, by the name of the group."""
    text = files("bedesten.bots.evaluation").joinpath(f"{game}.py").read_text(encoding="utf-8")
    found: dict[str, list[str]] = {}
    above: list[str] = []
    for node in ast.parse(text).body:
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            if node.target.id.endswith("FEATURES"):
                found[node.target.id] = above
                above = []
            elif isinstance(node.value, ast.Constant | ast.BinOp):
                above.append(node.target.id)
    return found


@pytest.mark.parametrize("game", [*bedesten.games(), GAME.name])
def test_every_feature_stands_where_its_constant_says(game: str) -> None:
    own = game if game in bedesten.games() else "generic"
    module = __import__(f"bedesten.bots.evaluation.{own}", fromlist=["FEATURES"])
    of_seat, of_table = network_feature_names(game)
    named = constants(own)
    named["NETWORK_FEATURES"] = named["FEATURES"] + named["NETWORK_FEATURES"]
    for group, names in (
        ("FEATURES", feature_names(game)[0]),
        ("NETWORK_FEATURES", of_seat),
        ("TABLE_FEATURES", of_table),
        ("POLICY_FEATURES", feature_names(game)[1]),
    ):
        assert len(set(names)) == len(names)
        for constant in named[group]:
            name = names[getattr(module, constant)]
            # TABLE_ tells a feature of the table from the seat's of the same name.
            words = constant.removeprefix("TABLE_").lower().split("_")
            assert set(words) <= set(name.split("_"))


# -- a game that brings no evaluation -------------------------------------------


def new(seed: int) -> Match:
    return Match(GAME, seats=3, seed=seed)


def played(match: Match, players: list[bots.Bot]) -> Match:
    luck = [seeded(f"{match.seed} {seat}") for seat in range(match.seats)]
    while not match.over:
        seat = match.actors[0]
        match.play(seat, players[seat].choose(Knowledge.of(match, seat), luck[seat]))
    return match


@pytest.mark.parametrize("name", ["random", "greedy", "search:9", *LEVELS])
def test_every_bot_plays_a_game_without_an_evaluation(name: str) -> None:
    if name in LEVELS:
        bot: bots.Bot = msgspec.structs.replace(level_of(name, GAME.name), **QUICK).player(
            GAME.name
        )
    else:
        bot = bots.bot(name)
    assert played(new(3), [bot] * 3).over


@pytest.mark.parametrize(("pips", "wise"), [(1, "reroll"), (5, "keep")])
@pytest.mark.parametrize("name", ["greedy", "search:60"])
def test_without_an_evaluation_rollouts_tell_good_from_bad(name: str, pips: int, wise: str) -> None:
    match = Match(GAME, seats=3, options={"rounds": 1}, chance="manual")
    for seat, stall in enumerate(GAME.vocabulary[:3]):
        match.play(seat, stall)
    match.play(bedesten.CHANCE, f"pips:{pips}")
    known = Knowledge.of(match, match.actors[0])
    said = [bots.bot(name).choose(known, seeded(str(n))) for n in range(9)]
    assert said.count(wise) >= 6


def test_a_hint_needs_no_evaluation() -> None:
    match = new(3)
    seat = match.actors[0]
    advice = bots.advise(Knowledge.of(match, seat), seeded("a"), 60, None)
    assert advice.best in match.choices(seat)
    assert len(advice.weighed) == len(match.choices(seat))
    assert advice.reasons.goal is None
    assert "%" in advice.text("en")


def test_without_an_evaluation_the_score_decides() -> None:
    match = new(3)
    match.state.scores[1] = 9  # type: ignore[attr-defined]
    values = vec[float]([0.0] * MOST_SEATS)
    Evaluations().of(GAME.name, 3).evaluate(match.state, values)
    assert values[1] > 0.5
    assert values[0] == values[2] > 0
    assert shipped_weights(GAME.name)["solo_value"] == {"score": 1.0}
