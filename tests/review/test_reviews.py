"""Reviews: the ledger adds up, costs are judged by what a seat could know, marks are sure."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest

import bedesten
from bedesten import bots
from bedesten.bots.knowledge import Knowledge
from bedesten.kernel.rng import seeded
from bedesten.kernel.state import CHANCE, State
from bedesten.kernel.text import text_tables
from bedesten.review import DEPTHS, Analysis, Review, analyse
from bedesten.review.depths import Depth
from bedesten.review.judge import choices_of
from bedesten.review.ledger import in_parts
from bedesten.review.marks import accuracy, mark_of
from bedesten.review.model import MARKS, WHOLE
from bedesten.review.summary import summary
from bedesten.review.telling import ReviewTelling
from registering import register_tiny_game

SHALLOW = Depth(rollouts=2, screened=2, lines=2, compared=8, turns=0)
GAMES = ["istanbul-2", "basari-3", "choose_write-1", "choose_write-2"]


@pytest.fixture(autouse=True)
def shallow(monkeypatch: pytest.MonkeyPatch) -> None:
    """A depth for tests of everything but judgement."""
    monkeypatch.setitem(DEPTHS, "shallow", SHALLOW)


def played(game: str, seats: int, seed: int, bot: str = "greedy", **options: Any) -> str:
    match = bedesten.new(game, seats=seats, seed=seed, **options)
    rng = seeded(f"review {seed}")
    player = bots.bot(bot)
    while not match.over:
        seat = match.actors[0]
        match.play(seat, player.choose(Knowledge.of(match, seat), rng))
    return match.record()


@cache
def record_of(case: str) -> str:
    name, _, seats = case.partition("-")
    options: dict[str, Any] = {"laps": 1} if name == "basari" else {}
    return played(name, int(seats), 1, **options)


@cache
def review_of(case: str) -> Review:
    return analyse(record_of(case), depth="shallow")


@pytest.mark.parametrize("case", GAMES)
def test_start_luck_own_and_others_choices_are_the_result(case: str) -> None:
    review = review_of(case)
    match = bedesten.replay(record_of(case))
    for seat in review.seats:
        assert seat.start + seat.luck + seat.own + seat.others == seat.result
    if review.is_solo:
        assert review.chances[-1][0] // WHOLE == match.scores[0]
    else:
        assert {sum(row) for row in review.chances} == {WHOLE}
        winners = match.ranking[0]
        assert [one > 0 for one in review.chances[-1]] == [
            seat in winners for seat in range(match.seats)
        ]
    assert len(review.chances) == len(match.history) + 1
    assert any(seat.luck for seat in review.seats)


@pytest.mark.parametrize("case", GAMES)
def test_the_mean_of_all_outcomes_is_the_chance_before_a_draw(case: str) -> None:
    """Other outcomes of the same draw, by hand, bring luck that adds up to nothing."""
    match = bedesten.replay(record_of(case))
    ledger = Analysis(match, "shallow").ledger
    s = match.set_up.copy()
    seen = 0
    for number, answer in enumerate(match.history):
        if answer.forced:
            continue
        word = match.game.numbers[answer.word]
        if answer.seat == CHANCE:
            weights = s.weights()
            after = {one: _advanced(s, one) for one in weights}
            if all(one.actor != CHANCE for one in after.values()):
                tickets = sum(weights.values())
                values = {one: ledger.value(state) for one, state in after.items()}
                for seat in range(match.seats):
                    mean = sum(values[one][seat] * many for one, many in weights.items()) / tickets
                    assert mean == pytest.approx(ledger.chances[number][seat], abs=2)
                seen += 1
        s.advance(answer.seat, word)
    assert seen > 5


def _advanced(s: State, word: int) -> State:
    after = s.copy()
    after.advance(CHANCE, word)
    return after


def test_the_same_seed_gives_the_same_review() -> None:
    again = analyse(record_of("basari-3"), depth="shallow")
    assert again == review_of("basari-3")
    other = analyse(record_of("basari-3"), depth="shallow", seed="2")
    assert other != again


@pytest.mark.skipif(not bedesten.COMPILED, reason="compares with the compiled build")
def test_both_builds_give_the_same_review(tmp_path: Path) -> None:
    text = played("basari", 3, 3, laps=1)
    record = tmp_path / "game.txt"
    record.write_text(text)
    program = (
        "import sys, bedesten, msgspec; from bedesten.review import DEPTHS; "
        "from bedesten.review.depths import Depth; "
        f"DEPTHS['shallow'] = {SHALLOW!r}; assert not bedesten.COMPILED; "
        "sys.stdout.buffer.write(msgspec.json.encode("
        "bedesten.analyse(open(sys.argv[1]).read(), depth='shallow')))"
    )
    src = Path(__file__).parents[2] / "src"
    pure = subprocess.run(
        [sys.executable, "-c", program, str(record)],
        env={**os.environ, "PYTHONPATH": str(src)},
        capture_output=True,
        check=True,
    )
    found = msgspec.json.decode(pure.stdout, type=Review)
    compiled = analyse(text, depth="shallow")
    assert (found.chances, found.moments) == (compiled.chances, compiled.moments)


@pytest.mark.parametrize("case", GAMES)
def test_moments_are_choices_and_only_what_is_surely_worse_is_marked(case: str) -> None:
    review = review_of(case)
    match = bedesten.replay(record_of(case))
    assert review.moments == sorted(review.moments, key=lambda one: one.first)
    for one in review.moments:
        said = [answer.word for answer in match.history[one.first : one.last] if not answer.forced]
        assert said == one.words
        assert {answer.seat for answer in match.history[one.first : one.last]} == {one.seat}
        assert one.mark in MARKS
        assert (one.cost > 0) == (one.low > 0) == (one.best != one.words)
        assert one.best_chance - one.chance == one.cost
        if one.cost:
            assert one.low <= one.cost <= one.high
    for seat, one_seat in enumerate(review.seats):
        mine = [one for one in review.moments if one.seat == seat]
        assert one_seat.cost == sum(one.cost for one in mine)
        assert sum(one_seat.marks.values()) == one_seat.choices == len(mine)


def test_a_whole_turn_counts_once() -> None:
    match = bedesten.replay(record_of("istanbul-2"))
    choices = choices_of(match)
    assert max(len(one.words) for one in choices) > 2
    free = sum(not one.forced and one.seat >= 0 for one in match.history)
    assert len(choices) < free / 1.5


def test_a_game_played_without_thought_is_less_accurate() -> None:
    """Somebody who always passes gives away more with each choice than a bot does."""
    match = bedesten.new("istanbul", seats=2, seed=4)
    rng = seeded("thrown away")
    strong = bots.bot("trader")
    while not match.over:
        seat = match.actors[0]
        if seat == 0:
            match.play(0, strong.choose(Knowledge.of(match, 0), rng))
        else:
            choices = match.choices(1)
            match.play(1, "pass" if "pass" in choices else choices[0])
    review = analyse(match, depth="quick")
    strong_one, weak = review.seats
    assert weak.accuracy is not None
    assert strong_one.accuracy is not None
    assert weak.accuracy < strong_one.accuracy - 4
    assert weak.cost / weak.choices > 1.5 * strong_one.cost / strong_one.choices
    assert weak.marks["blunder"] + weak.marks["mistake"] > 2


def test_parts_are_whole_and_sum_to_a_million() -> None:
    assert in_parts([1 / 3, 1 / 3, 1 / 3]) == [333334, 333333, 333333]
    assert sum(in_parts([0.1, 0.2, 0.3, 0.4000000001])) == WHOLE
    assert in_parts([7.0000004]) == [7_000_000]


def test_marks_follow_the_cost() -> None:
    costs = [0, 10_000, 30_000, 60_000, 200_000]
    assert [mark_of(cost, WHOLE) for cost in costs] == list(MARKS)
    assert accuracy([], WHOLE) is None


# -- what a game that goes on may show ----------------------------------------


def until(record: str, turns: int) -> str:
    """A record that breaks off."""
    lines = record.split("\n")
    begins = next(n for n, line in enumerate(lines) if line.startswith("0. "))
    plain = [line.split(" ~")[0] for line in lines[: begins + turns]]
    return "\n".join([*plain, "result: open", ""])


def test_a_game_that_is_not_over_is_reviewed_until_now() -> None:
    text = until(record_of("istanbul-2"), 9)
    for seat in (None, 1):
        review = analyse(text, depth="shallow", seat=seat)
        assert not review.is_finished
        assert not review.draws
        assert {one.seat for one in review.moments} == (set() if seat is None else {1})
        for one in review.seats:
            assert one.start + one.luck + one.own + one.others == one.result
        assert {sum(row) for row in review.chances} == {WHOLE}


def test_hidden_cards_do_not_show_in_a_game_that_goes_on() -> None:
    """Two games that differ in a card drawn in secret have the same review for the others."""
    match = bedesten.replay(until(record_of("istanbul-2"), 40))
    hidden = [
        n
        for n, one in enumerate(match.history)
        if one.seat == CHANCE and one.word.startswith("card:") and one.turn > 0
    ]
    match.chance = "manual"
    match.rewind(hidden[-1])
    reviews = []
    for word in list(match.odds())[:2]:
        other = match.fork()
        other.play(CHANCE, word)
        reviews.append(analyse(other, depth="shallow"))
    assert reviews[0].chances == reviews[1].chances


# -- what is said of it ---------------------------------------------------------


@pytest.mark.parametrize("language", ["en", "de", "fr"])
@pytest.mark.parametrize("case", GAMES)
def test_every_moment_and_draw_can_be_told(case: str, language: str) -> None:
    match = bedesten.replay(record_of(case))
    review = review_of(case)
    tell = ReviewTelling(match, review, language)
    for one in review.moments:
        assert tell.played(one)
        assert tell.best(one)
        assert tell.mark(one)
    for draw in review.draws:
        assert tell.drawn(draw)
    assert tell.remarks()
    assert [len(row) for row in tell.ledger()] == [9] * match.seats


def test_texts_are_complete() -> None:
    first, *others = (text_keys(language) for language in ("en", "de", "fr"))
    for one in others:
        assert one == first


def text_keys(language: str) -> dict[str, set[str]]:
    texts = text_tables("bedesten.review", language)
    return {
        key: set(value) if isinstance(value, dict) else {"text"} for key, value in texts.items()
    }


def test_a_review_says_what_made_it() -> None:
    review = review_of("basari-3")
    assert not review.made.by_score
    assert not review.made.is_variant
    assert len(review.made.weights) == 16
    changed = analyse(
        played("basari", 3, 1, "random", laps=1, data={"lap_points": 20}), depth="shallow"
    )
    assert changed.made.is_variant


def test_a_game_without_an_evaluation_is_reviewed_by_score(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    name = register_tiny_game(monkeypatch)
    match = bedesten.new(name, seats=3, seed=1)
    while not match.over:
        seat = match.actors[0]
        match.play(seat, match.choices(seat)[0])
    review = analyse(match, depth="shallow")
    assert review.made.by_score
    assert {sum(row) for row in review.chances} == {WHOLE}


def test_bad_input_is_refused_in_a_sentence() -> None:
    with pytest.raises(bedesten.BadRecord):
        analyse("not a record")
    with pytest.raises(ValueError, match=r"no depth 'endless'; there are: quick"):
        analyse(record_of("basari-3"), depth="endless")
    with pytest.raises(ValueError, match="there is no seat 7; seats are 0 to 2"):
        analyse(record_of("basari-3"), depth="shallow", seat=7)


def test_a_review_survives_json() -> None:
    review = review_of("basari-3")
    text = msgspec.json.encode(review)
    assert msgspec.json.decode(text, type=Review) == review
    assert json.loads(text)["schema"] == "bedesten-review-1"


def test_many_games_add_up_by_player() -> None:
    found = summary([review_of("basari-3"), review_of("basari-3"), review_of("istanbul-2")])
    assert found.games == 3
    assert len(found.players) == 5
    first = found.players[0]
    one = review_of("basari-3").seats[0]
    assert first.games == 2
    assert first.luck == pytest.approx(2 * one.luck / WHOLE)
    assert first.accuracy == one.accuracy
    assert 0 <= first.p <= 1
    assert first.cost == pytest.approx(one.cost / WHOLE)
