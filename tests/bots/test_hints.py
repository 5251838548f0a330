"""Hints: the best choice, all chances, and reasons that are facts."""

from __future__ import annotations

import tomllib
from importlib.resources import files

import pytest

import bedesten
from bedesten import bots, seeded
from bedesten.bots.determinization import imagined_worlds, with_seeds
from bedesten.bots.evaluation import (
    POLICY,
    SOLO_VALUE,
    VALUE,
    Evaluations,
    feature_names,
    hidden_units,
    shipped_weights,
)
from bedesten.bots.hints import _facts, _Outlook
from bedesten.bots.knowledge import Knowledge
from bedesten.bots.search.lookahead import Lookahead
from bedesten.kernel.text import LANGUAGES, text_tables

GAMES = bedesten.games()


def advised(game: str, seats: int, language: str, moves: int = 6) -> list[bots.Advice]:
    """What is advised at the first moments of a game in which the advice is followed."""
    match = bedesten.new(game, seats=seats, seed=4)
    found = []
    for n in range(moves):
        seat = match.actors[0]
        known = Knowledge(match.game, match.state, seat)
        choices = match.choices(seat)
        advice = bots.advise(known, seeded(str(n)), language, level="trader")
        assert sorted(one.word for one in advice.candidates) == sorted(choices)
        assert advice.best in choices
        found.append(advice)
        match.play(seat, advice.best)
    return found


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("game", "seats"), [("istanbul", 2), ("choose_write", 2), ("basari", 3)])
def test_a_hint_names_the_best_choice_and_its_chance(game: str, seats: int, language: str) -> None:
    for advice in advised(game, seats, language):
        assert all(0 <= one.chance <= 1 for one in advice.candidates)
        assert advice.candidates[0].word == advice.best
        if len(advice.candidates) > 1:
            assert "%" in advice.text


def test_in_a_solo_game_a_hint_gives_the_score() -> None:
    advice = next(one for one in advised("choose_write", 1, "en") if len(one.candidates) > 1)
    assert "rubies in the end" in advice.text
    assert 4 < advice.candidates[0].chance < 16


def test_reasons_are_what_differs() -> None:
    """With money for it next door, a ruby is the reason to go there."""
    match = bedesten.new("istanbul", seats=2, seed=1)
    while match.state.actor != 0 or match.question(0).step != "move":  # type: ignore[union-attr]
        match.play(match.actors[0], match.choices(match.actors[0])[-1])
    p = match.state.players[0]  # type: ignore[attr-defined]
    p.rubies, p.lira, p.merchant, p.stack = 3, 20, 9, 3
    match.state.refresh()
    known = Knowledge(match.game, match.state, 0)
    advice = bots.advise(known, seeded("a"), "en", level="merchant")
    assert advice.best == "place:16"
    assert {one.fact: one.more > 0 for one in advice.reasons}["rubies"]
    assert "rubies +" in advice.text
    assert "lira −" in advice.text


def test_reasons_are_not_what_happened_to_happen() -> None:
    """Between a word and itself nothing differs, whatever is drawn and others answer."""
    match = bedesten.new("choose_write", seats=3, seed=4)
    known = Knowledge(match.game, match.state, match.actors[0])
    luck = seeded("a")
    tries = with_seeds(imagined_worlds(known, luck, 8), luck)
    evaluation = Evaluations().of("choose_write", 3)
    ahead = Lookahead(known.seat, match.state.turn, match.game.numbers["pass"], evaluation, luck)
    outlook = _Outlook(known, tries, ahead)
    assert outlook.of("left") == outlook.of("left")
    other = _Outlook(known, with_seeds([world for world, _ in tries], luck), ahead)
    assert outlook.of("left") != other.of("left")


def test_of_one_choice_there_is_nothing_to_say() -> None:
    match = bedesten.new("istanbul", seats=2, seed=1)
    while len(match.choices(match.actors[0])) > 1:
        match.play(match.actors[0], match.choices(match.actors[0])[-1])
    known = Knowledge(match.game, match.state, match.actors[0])
    assert "no choice" in bots.advise(known, seeded("a")).text


@pytest.mark.parametrize("game", GAMES)
def test_facts_speak_of_features_and_have_names(game: str) -> None:
    names, _ = feature_names(game)
    for fact in _facts()[game].values():
        assert set(fact.features) | set(fact.amount) <= set(names)
    for language in LANGUAGES:
        assert set(_facts()[game]) <= set(text_tables("bedesten.bots", language)["facts"])


@pytest.mark.parametrize("game", GAMES)
def test_the_tables_name_every_feature_and_nothing_else(game: str) -> None:
    names, policy_names = feature_names(game)
    tables = shipped_weights(game)
    assert set(tables[VALUE]) == set(names)
    assert set(tables[POLICY]) == set(policy_names)
    if bedesten.game(game).seats[0] == 1:
        assert set(tables[SOLO_VALUE]) == set(names)
    plus, minus = hidden_units(tables, VALUE)
    for unit in plus + minus:
        assert set(unit) == set(names)


def test_levels_weigh_features_that_there_are() -> None:
    text = files("bedesten.bots").joinpath("levels.toml").read_text(encoding="utf-8")
    for level in tomllib.loads(text).values():
        for game, settings in level.items():
            if "weights" in settings:
                assert set(settings["weights"]) <= set(feature_names(game)[0])


def test_a_deal_can_be_estimated() -> None:
    assert 5 <= bots.solo_estimate("choose_write", 3, games=1, level="apprentice") <= 14
