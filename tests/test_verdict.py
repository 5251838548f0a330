"""Why a game has its winner, and what a score is made of: told from the standings and events."""

from __future__ import annotations

from io import StringIO

import pytest
from rich.console import Console

import bedesten
from bedesten.boards import board_of
from bedesten.cli.layout import MatchDisplay
from bedesten.cli.result_table import result_table
from bedesten.kernel.match import Match
from bedesten.kernel.text import LANGUAGES, sentences
from bedesten.kernel.verdict import score_sources, standing_labels, why_won
from bedesten.server.replays import course
from golden.playthrough import EVERY, Playthrough
from rules.basari.bazaar import Gems, lapse, phase_2
from rules.istanbul.bazaar import Trader, bazaar

GAMES = bedesten.games()


def ended(gems: list[Gems], scores: tuple[int, ...]) -> Match:
    """A game of Basari that ends with a scoring; seat 2 alone has come round."""
    table = phase_2(3, gems=gems, scores=scores, walked=(4, 4, 28))
    table.arrange(lambda position: position["options"].update(laps=1))
    lapse(table)
    assert table.match.over
    return table.match


def played(playthrough: Playthrough) -> Match:
    """The match of a golden playthrough."""
    match = bedesten.new(
        playthrough.game,
        seats=playthrough.seats,
        chance="manual",
        data=playthrough.data,
        **playthrough.options,
    )
    for seat, word in playthrough.answers():
        match.play(seat, word)
    return match


def test_more_points_win_and_say_how_many() -> None:
    match = ended([(5, 5, 5, 5), (1, 1, 1, 1), (1, 1, 1, 1)], (10, 3, 0))
    assert why_won(match, "en") == "54 points, ahead of Seat 2 with 10"
    assert why_won(match, "de") == "54 Punkte, vor Seat 2 mit 10"
    assert why_won(match, "fr") == "54 points, devant Seat 2 avec 10"


@pytest.mark.rule("BAS-6.1")
@pytest.mark.parametrize(
    ("gems", "sentence"),
    [
        ([(0, 0, 0, 0), (2, 2, 2, 2), (9, 9, 9, 9)], "60 points, tie broken by 8 gems against 0"),
        ([(3, 1, 2, 2), (2, 2, 2, 2), (9, 9, 9, 9)], "60 points, tie broken by 3 rubies against 2"),
        (
            [(2, 3, 1, 2), (2, 2, 2, 2), (9, 9, 9, 9)],
            "60 points, tie broken by 3 topazes against 2",
        ),
    ],
)
def test_a_tie_names_what_broke_it_and_both_numbers(gems: list[Gems], sentence: str) -> None:
    assert why_won(ended(gems, (60, 60, 0)), "en") == sentence


def test_an_equal_standing_is_a_shared_victory() -> None:
    match = ended([(2, 2, 2, 2), (2, 2, 2, 2), (9, 9, 9, 9)], (60, 60, 0))
    assert why_won(match, "en").startswith("Shared victory, equal in everything: 60 points, 8 gems")


def test_nothing_is_said_while_the_game_goes_on() -> None:
    assert why_won(bedesten.new("basari", seats=3, seed=1), "en") == ""


@pytest.mark.parametrize("name", GAMES)
def test_every_number_of_a_standing_has_a_name(name: str) -> None:
    game = bedesten.game(name)
    match = bedesten.new(name, seats=game.seats[1], seed=1)
    for language in LANGUAGES:
        labels = standing_labels(match, language)
        assert len(labels) == len(match.state.standing(0)) == len(set(labels))


@pytest.mark.parametrize("playthrough", EVERY, ids=lambda one: f"{one.game}-{one.name}")
def test_the_sources_of_a_whole_game_add_up_to_the_scores(playthrough: Playthrough) -> None:
    match = played(playthrough)
    found = course(match.record(), "en")
    columns = zip(*(source.amounts for source in found.sources), strict=True)
    assert [sum(column) for column in columns] == [*match.scores]
    assert found.reason == why_won(match, "en")
    assert found.standings == [match.state.standing(seat) for seat in range(match.seats)]


@pytest.mark.rule("IST-9.2", "IST-9.3")
def test_the_last_cards_of_istanbul_are_told() -> None:
    rich = Trader(at=1, lira=30, bought=4, hand=("five_lira",))
    table = bazaar(Trader(), Trader(), rich)
    table.idle()
    table.idle()
    table.say("place:16", "leave", "act", "pass", "pass")
    found = course(table.match.record(), "en")
    assert [event.name for event in found.finale] == ["played_card", "got_lira", "ended"]
    assert found.finale[0].seat == 2
    assert found.reason == "5 rubies, ahead of Seat 0 and Seat 1 with 0"


def test_an_event_that_brings_nothing_has_no_source() -> None:
    match = bedesten.new("basari", seats=3, seed=1)
    assert all(
        not any(one.amounts)
        for one in score_sources(match.game, 3, match.opening, match.text("en"))
    )


def test_the_terminal_says_why_somebody_won() -> None:
    match = ended([(3, 1, 2, 2), (2, 2, 2, 2), (9, 9, 9, 9)], (60, 60, 0))
    say = sentences("bedesten.cli", "en")
    console = Console(width=100, record=True, file=StringIO())
    console.print(result_table(MatchDisplay(match, board_of("basari", "en"), say)))
    assert "60 points, tie broken by 3 rubies against 2" in console.export_text()
