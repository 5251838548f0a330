"""Hints: the highest chance shown, whole gestures, and reasons that speak for the advice."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from importlib.resources import files
from typing import Any

import pytest

import bedesten
from bedesten import bots, seeded
from bedesten.bots.evaluation import (
    POLICY,
    SOLO_VALUE,
    VALUE,
    feature_names,
    hidden_units,
    network_feature_names,
    shipped_weights,
)
from bedesten.bots.goals import Goal, goals
from bedesten.bots.hints import Weighed
from bedesten.bots.knowledge import Knowledge
from bedesten.bots.reasons import RIVALS, Reason, Reasons, facts_of, reasons_for
from bedesten.kernel.match import Match
from bedesten.kernel.text import LANGUAGES, text_tables

GAMES = bedesten.games()
TABLES = [("istanbul", 2), ("istanbul", 4), ("choose_write", 2), ("choose_write", 1), ("basari", 3)]
FEW = 600  # simulations


def hint(match: Match, seat: int, luck: str = "a", simulations: int = FEW) -> bots.Advice:
    return bots.advise(Knowledge.of(match, seat), seeded(luck), simulations, None)


def moments(game: str, seats: int, many: int, every: int = 5) -> list[Match]:
    """Moments of a game at which there is a choice."""
    match = bedesten.new(game, seats=seats, seed=6)
    rng = seeded("moments")
    found: list[Match] = []
    n = 0
    while len(found) < many:
        seat = match.actors[0]
        n += len(match.choices(seat)) > 1
        if n % every == 0 and len(match.choices(seat)) > 1:
            found.append(match.fork())
        match.play(seat, bots.bot("trader").choose(Knowledge.of(match, seat), rng))
    return found


def istanbul(**own: Any) -> Match:
    """Seat 0 is to move in the middle of the bazaar, with what is named."""
    match = bedesten.new("istanbul", seats=2, seed=1)
    while match.state.actor != 0 or match.step_asked(0) != "move":
        match.play(match.actors[0], match.choices(match.actors[0])[-1])
    players = match.state.players  # type: ignore[attr-defined]
    for name, value in own.items():
        setattr(players[0], name, value)
    players[1].rubies = players[0].rubies
    match.state.refresh()
    return match


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_what_is_advised_has_the_highest_chance_that_is_shown(game: str, seats: int) -> None:
    for match in moments(game, seats, 8):
        seat = match.actors[0]
        advice = hint(match, seat)
        assert sorted(one.word for one in advice.weighed) == sorted(match.choices(seat))
        if advice.mixture:
            continue
        known = [one.chance for one in advice.weighed if one.chance is not None]
        assert advice.weighed[0].word == advice.best
        assert known[0] == max(known) or advice.is_level
        assert known[1:] == sorted(known[1:], reverse=True)
        assert seats == 1 or all(0 <= chance <= 1 for chance in known)


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_a_hint_is_a_whole_gesture_that_can_be_played_at_once(game: str, seats: int) -> None:
    longest = 0
    for match in moments(game, seats, 10, every=3):
        seat = match.actors[0]
        advice = hint(match, seat)
        match.after(seat, *advice.words)
        longest = max(longest, len([move for move in advice.moves if not move.is_forced]))
    assert longest > 1


def test_a_half_made_offer_is_completed() -> None:
    completed = 0
    for match in moments("basari", 3, 20, every=1):
        seat = match.actors[0]
        if match.step_asked(seat) not in ("open_offer", "answer_offer"):
            continue
        for gem in (word for word in match.choices(seat) if word.startswith("gem:")):
            half = match.explore(seat, gem)
            if seat not in half.actors:
                continue
            if half.step_asked(seat) == "add_gem":
                advice = hint(half, seat)
                said = [answer.word for answer in half.history[len(match.history) :]]
                after = match.after(seat, *said, *advice.words)[0]
                assert after.step_asked(seat) != "add_gem"
                completed += 1
    assert completed


def test_with_the_red_tile_the_tea_house_is_not_asked_for_five() -> None:
    """8 lira come with 7.1 on average, 5 with 5."""
    match = istanbul(merchant=16, stack=4, tiles=1)
    while match.step_asked(0) != "call_number":
        words = match.choices(0)
        wanted = ("place:9", "leave", "act", "pay", "take:own")
        match.play(0, next((word for word in wanted if word in words), words[0]))
    for luck in range(4):
        advice = hint(match, 0, str(luck), 3000)
        assert advice.best in ("call:7", "call:8", "call:9")
        chances = {one.word: one.chance or 0.0 for one in advice.weighed}
        assert chances[advice.best] >= chances["call:5"]


def test_of_two_equal_choices_it_says_so() -> None:
    match = istanbul(merchant=16, stack=4, tiles=1)
    for moment in [*moments("istanbul", 2, 12, every=2), match]:
        advice = hint(moment, moment.actors[0])
        if len(advice.weighed) < 2 or advice.mixture:
            continue
        best, other = advice.weighed[:2]
        if best.chance is not None and other.chance is not None:
            is_near = round(100 * best.chance) == round(100 * other.chance)
            assert not is_near or advice.is_level or best.chance - other.chance >= 0.005
        assert advice.is_level == ("about equally good" in advice.text("en"))
        assert not advice.is_level or not advice.reasons.facts or "more:" not in advice.text("en")


def test_chances_of_what_was_hardly_tried_are_not_shown() -> None:
    match = istanbul()
    few = hint(match, 0, simulations=16)
    assert all(one.chance is None and one.error is None for one in few.weighed)
    assert "%" not in few.text("en")
    some = hint(match, 0, simulations=1000)
    for one in some.weighed:
        assert (one.chance is None) == (one.error is None)
        assert one.error is None or one.error <= 0.02
    lone = replace(some, weighed=(some.weighed[0], Weighed("place:7", None, None, 0.0)))
    assert lone.text("en").count("%") == 1
    assert "hardly tried" in lone.text("en")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_mixed_choice_is_one_sentence_and_one_figure(language: str) -> None:
    found = 0
    for match in moments("basari", 3, 34, every=1)[15:]:
        seat = match.actors[0]
        if match.step_asked(seat) != "choose_tile":
            continue
        advice = hint(match, seat, simulations=1500)
        if not advice.mixture:
            continue
        found += 1
        text = advice.text(language)
        assert text.count("%") == 1
        assert len(advice.mixture) > 1
        assert advice.best in [one.word for one in advice.mixture]
        for one in advice.mixture:
            said = match.text(language).choice("choose_tile", one.word)
            assert said[1:].partition(":")[0] in text
        assert {"en": "best players", "de": "besten Spieler", "fr": "meilleurs joueurs"}[
            language
        ] in text
    assert found


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_reasons_speak_for_the_advice(game: str, seats: int) -> None:
    told = 0
    for match in moments(game, seats, 10):
        reasons = hint(match, match.actors[0]).reasons
        told += bool(reasons)
        for reason in reasons.facts:
            assert reason.effect > 0
            assert reason.more >= 0
        for language in LANGUAGES:
            text = reasons.text(match.text(language))
            assert bool(text) == bool(reasons)
            assert "−" not in text
            assert "{" not in text
    assert told > 2


def test_the_goal_comes_first() -> None:
    """With money for it next door, a ruby is the reason to go there."""
    match = istanbul(rubies=5, lira=20, merchant=9, stack=3)
    reasons = reasons_for(Knowledge.of(match, 0), "place:16", "place:7", seeded("a"))
    assert reasons.goal == Goal("last_ruby", 0, "place.16")
    told = [reasons.text(match.text(language)) for language in LANGUAGES]
    assert told[0].startswith("You take the last ruby you need, at the gem dealer.")
    assert told[1].startswith("Du nimmst den letzten Rubin, der dir fehlt, beim Edelsteinhändler.")
    assert told[2].startswith(
        "Tu prends le dernier rubis qu’il te faut, chez le marchand de gemmes."
    )


def test_a_ruby_of_the_next_turn_is_a_goal() -> None:
    """With five lira more the gem dealer next door can be paid."""
    poor, rich = (istanbul(rubies=2, lira=lira, merchant=9, stack=3) for lira in (14, 19))
    ruby = Goal("ruby", 1, "place.16")
    assert goals("istanbul", poor.state, rich.state, 0) == [ruby]
    assert ruby not in goals("istanbul", poor.state, poor.state, 0)


def test_nothing_speaks_for_a_word_over_itself() -> None:
    known = Knowledge.of(istanbul(rubies=2, lira=14, merchant=9, stack=3), 0)
    assert not reasons_for(known, "place:12", "place:12", seeded("a"))


def test_amounts_are_said_in_the_words_of_the_game() -> None:
    match = istanbul()
    facts = (Reason("lira", 4.0, 0.1), Reason("goods", 1.5, 0.05), Reason(RIVALS, 0.0, 0.02))
    reasons = Reasons("istanbul", None, True, facts)
    told = [reasons.text(match.text(language)) for language in LANGUAGES]
    assert told == [
        "On average it brings more: 4 lira and 1.5 goods. It leaves less for the others.",
        "Das bringt im Schnitt mehr: 4 Lira und 1,5 Waren. Den anderen bleibt weniger.",
        "En moyenne, cela rapporte en plus\u00a0: 4 lires et 1,5 marchandise. "
        "Il en reste moins aux autres.",
    ]
    sure = Reasons("istanbul", Goal("ruby", 1, "place.13"), False)
    assert sure.text(match.text("en")).endswith("That is likely, not certain.")


def test_in_a_solo_game_a_hint_gives_the_score() -> None:
    match = moments("choose_write", 1, 1)[0]
    advice = hint(match, 0)
    assert "rubies in the end" in advice.text("en")
    assert advice.weighed[0].chance is not None
    assert 4 < advice.weighed[0].chance < 16


def test_of_one_choice_there_is_nothing_to_say() -> None:
    match = bedesten.new("istanbul", seats=2, seed=1)
    while len(match.choices(match.actors[0])) > 1:
        match.play(match.actors[0], match.choices(match.actors[0])[-1])
    assert "no choice" in hint(match, match.actors[0]).text("en")


@pytest.mark.parametrize(("game", "seats"), [("istanbul", 3), ("choose_write", 3), ("basari", 3)])
def test_a_hint_uses_nothing_that_the_seat_may_not_know(game: str, seats: int) -> None:
    """In any world that looks the same to the seat, the hint is the same."""
    for n, match in enumerate(moments(game, seats, 4, every=7)):
        seat = match.actors[0]
        other = match.fork()
        other.state = match.state.imagine(seat, seeded(f"another world {n}"))
        one, two = hint(match, seat), hint(other, seat)
        assert one.words == two.words
        assert one.weighed == two.weighed
        assert one.text("en") == two.text("en")


@pytest.mark.parametrize("game", GAMES)
def test_facts_speak_of_features_and_have_names(game: str) -> None:
    names, _ = network_feature_names(game)
    for fact in facts_of(game).values():
        assert set(fact.features) | set(fact.amount) <= set(names)
    for language in LANGUAGES:
        assert {*facts_of(game), RIVALS} <= set(text_tables("bedesten.bots", language)["facts"])


def test_every_language_has_the_same_sentences() -> None:
    first, *others = (text_tables("bedesten.bots", language) for language in LANGUAGES)
    for table in ("hints", "reasons", "facts", "goals"):
        for texts in others:
            assert set(texts[table]) == set(first[table])


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
