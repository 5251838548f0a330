"""BAS-6: the last scoring, and who has won."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from bedesten import CHANCE, IllegalChoice
from rules.basari.bazaar import NO_GEMS, Gems, choose, held, lapse, phase_1, phase_2
from table import Table

RICH: Gems = (9, 9, 9, 9)
"""Held by one who takes all majorities, so that the others neither score nor return."""


def end(scores: Sequence[int], gems: Sequence[Gems]) -> Table:
    """A game that has ended with a scoring in which only the last seat had come round."""
    seats = len(gems)
    table = phase_2(seats, scores=scores, gems=gems, walked=[4] * (seats - 1) + [28], scorings=2)
    lapse(table)
    return table


@pytest.mark.rule("BAS-6.1")
@pytest.mark.parametrize(("scorings", "over"), [(0, False), (1, False), (2, True)])
def test_the_game_ends_after_the_third_scoring(scorings: int, over: bool) -> None:
    table = phase_2(walked=(28, 4, 4), scorings=scorings)
    lapse(table)
    assert table.match.over is over


@pytest.mark.rule("BAS-6.1", "BAS-5.5")
def test_three_laps_by_sixes_round_a_ring_of_13_take_nine_rounds() -> None:
    table = phase_1(
        archways=(1, 2, 3), walked=(0, 0, 0), data={"ring": {"archways": [[4, 1, 1, 0, 0]] * 13}}
    )
    rounds = 0
    while not table.match.over:
        table.chance("pips:6", "pips:1", "pips:1")
        lapse(table)
        rounds += 1
    assert rounds == 9


@pytest.mark.rule("BAS-6.1")
def test_the_last_scoring_counts() -> None:
    table = end((0, 0, 0), [NO_GEMS, (1, 0, 0, 0), NO_GEMS])
    assert table.match.scores == (0, 14, 10)


@pytest.mark.rule("BAS-6.1", "BAS-5.1")
def test_the_last_round_is_played_to_its_end() -> None:
    table = phase_2(walked=(28, 4, 4), scorings=2, gems=[NO_GEMS] * 3, archways=(5, 23, 16))
    choose(table, "die", "points", "gems")
    assert table.match.actors == (CHANCE,)
    table.chance("pips:2")
    assert table.match.over
    assert table.match.scores == (4 + 10, 4, 14)


@pytest.mark.rule("BAS-6.1")
def test_nobody_is_asked_when_the_game_is_over() -> None:
    table = end((3, 2, 1), [NO_GEMS] * 3)
    assert table.match.actors == ()
    with pytest.raises(IllegalChoice):
        table.play(0, "points")


@pytest.mark.rule("BAS-6.1")
def test_there_is_no_ranking_before_the_end() -> None:
    assert phase_2(scores=(30, 20, 10)).match.ranking == ()


@pytest.mark.rule("BAS-6.1")
@pytest.mark.parametrize(
    ("scores", "ranking"),
    [
        ((300, 200, 100), ((0,), (1,), (2,))),
        ((100, 200, 300), ((2,), (1,), (0,))),
        ((200, 300, 100), ((1,), (0,), (2,))),
    ],
)
def test_most_points_win(scores: tuple[int, ...], ranking: tuple[tuple[int, ...], ...]) -> None:
    assert end(scores, [(0, 0, 0, 1), (0, 0, 0, 2), (0, 0, 0, 3)]).match.ranking == ranking


@pytest.mark.rule("BAS-6.1", "BAS-1.5")
def test_a_score_of_once_round_the_track_beats_85() -> None:
    assert end((85, 86, 0), [NO_GEMS] * 3).match.ranking == ((1,), (0,), (2,))


@pytest.mark.rule("BAS-6.1")
def test_more_points_win_against_more_and_dearer_gems() -> None:
    table = end((201, 200, 0), [NO_GEMS, (5, 5, 5, 5), RICH])
    assert table.match.ranking == ((0,), (1,), (2,))


@pytest.mark.rule("BAS-6.1")
@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ((0, 0, 0, 3), (2, 0, 0, 0)),
        ((0, 0, 0, 1), NO_GEMS),
        ((1, 0, 0, 2), (0, 3, 0, 0)),
        ((2, 0, 0, 3), (1, 4, 0, 0)),
        ((1, 1, 0, 1), (1, 0, 2, 0)),
        ((0, 2, 0, 2), (0, 1, 3, 0)),
        ((1, 1, 1, 0), (1, 1, 0, 1)),
        ((0, 0, 2, 1), (0, 0, 1, 2)),
    ],
    ids=[
        "more gems",
        "one gem",
        "red",
        "red again",
        "then yellow",
        "yellow without red",
        "then green",
        "green alone",
    ],
)
@pytest.mark.parametrize("winner", [0, 1])
def test_a_tie_is_broken_by_more_gems_and_then_by_the_dearer(
    better: Gems, worse: Gems, winner: int
) -> None:
    gems = [better, worse] if winner == 0 else [worse, better]
    table = end((200, 200, 0), [*gems, RICH])
    assert table.match.scores == (200, 200, 10 + 44)
    assert table.match.ranking == ((winner,), (1 - winner,), (2,))


@pytest.mark.rule("BAS-6.1", "BAS-5.4")
def test_gems_are_counted_after_the_returns_of_the_last_scoring() -> None:
    """The first returns three of five red and then holds fewer than the second."""
    table = end((186, 200, 0), [(5, 0, 0, 0), (0, 0, 4, 0), (0, 9, 9, 9)])
    assert table.match.scores[:2] == (200, 200)
    assert held(table, 0) == (2, 0, 0, 0)
    assert table.match.ranking == ((1,), (0,), (2,))


@pytest.mark.rule("BAS-6.1", "BAS-5.4")
def test_worth_is_counted_after_the_returns_of_the_last_scoring() -> None:
    """Both hold three gems after the returns; the first has returned the red ones."""
    table = end((186, 200, 0), [(3, 0, 0, 3), (1, 0, 2, 0), (0, 9, 9, 9)])
    assert table.match.scores[:2] == (200, 200)
    assert held(table, 0) == (0, 0, 0, 3)
    assert table.match.ranking == ((1,), (0,), (2,))


@pytest.mark.rule("BAS-6.1")
@pytest.mark.parametrize("gems", [(1, 2, 3, 4), NO_GEMS])
def test_who_are_still_equal_share_the_victory(gems: Gems) -> None:
    table = end((200, 200, 0), [gems, gems, RICH])
    assert table.match.ranking == ((0, 1), (2,))


@pytest.mark.rule("BAS-6.1")
def test_three_can_share_the_victory() -> None:
    table = end((200, 200, 200, 0), [(1, 2, 3, 0)] * 3 + [RICH])
    assert table.match.ranking == ((0, 1, 2), (3,))


@pytest.mark.rule("BAS-6.1")
def test_only_the_best_of_the_tied_share() -> None:
    table = end((200, 200, 200, 0), [(1, 0, 0, 1), (0, 2, 0, 0), (1, 0, 0, 1), RICH])
    assert table.match.ranking == ((0, 2), (1,), (3,))


@pytest.mark.rule("BAS-6.1")
def test_gems_break_no_tie_between_players_of_different_points() -> None:
    table = end((200, 199, 200, 0), [(0, 0, 0, 1), (6, 6, 6, 6), (0, 0, 1, 0), RICH])
    assert table.match.ranking == ((2,), (0,), (1,), (3,))
