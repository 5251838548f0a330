"""Every line of a turn that needs no luck, tried to its end."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from bedesten.kernel.match import Match
from bedesten.kernel.state import State

MOST_STATES: Final = 60_000
"""Positions of a turn that are tried at most."""


class TooManyStates(Exception):
    """The turn has more positions than are tried."""


@dataclass
class TurnLine:
    """The most that a first word brings in the turn, and the shortest way there."""

    score: int
    words: tuple[str, ...]


def lines(match: Match, seat: int) -> dict[str, TurnLine]:
    """For each first word the best score that the turn can bring without luck."""
    turn, words_of = match.state.turn, match.game.vocabulary
    found: dict[str, TurnLine] = {}
    tried = 0

    def deeper(s: State, words: tuple[str, ...]) -> None:
        nonlocal tried
        for number in s.legal(seat):
            tried += 1
            if tried > MOST_STATES:
                raise TooManyStates
            then = s.copy()
            then.advance(seat, number)
            way = (*words, words_of[number])
            score = int(then.standing(seat)[0])
            best = found.get(way[0])
            if best is None or (score, -len(way)) > (best.score, -len(best.words)):
                found[way[0]] = TurnLine(score, way)
            if not then.is_over() and then.turn == turn and then.may_act(seat):
                deeper(then, way)

    if match.state.may_act(seat):
        deeper(match.state, ())
    return found
