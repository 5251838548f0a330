"""Finds puzzles in games of bots: a turn in which one way alone brings the most rubies.

Every line of the turn that needs no luck is tried (brute force), so what ships is proven.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import bedesten
from bedesten import bots
from bedesten.bots.knowledge import Knowledge
from bedesten.bots.levels import LEVELS
from bedesten.kernel.match import Match
from bedesten.kernel.rng import seeded
from bedesten.kernel.state import CHANCE, State
from bedesten.puzzles.puzzle import SOLVER, Puzzle

MOST_STATES: Final = 60_000
"""Positions of a turn that are tried; a turn with more is left out."""
TRIES: Final = 3
"""How often a level is asked; it solves a puzzle that it finds more often than not."""
SOLVERS: Final = LEVELS[:4]
"""The levels that are asked: the last takes too long for what it would tell."""
TURNS: Final = {"istanbul": "move", "choose_write": "play"}
"""The question with which a turn begins, in the games that have such puzzles."""
MANY_TURNS: Final = 400


@dataclass
class Line:
    """The most that a first word brings in the turn, without luck."""

    score: int
    words: tuple[str, ...]
    """The shortest way there."""


class TooManyStates(Exception):
    """The turn has more positions than are tried."""


def lines(match: Match, seat: int) -> dict[str, Line]:
    """For each first word the best score at the end of the turn that needs no luck."""
    turn = match.state.turn
    found: dict[str, Line] = {}
    tried = 0

    def deeper(s: State, first: str, words: tuple[str, ...]) -> None:
        nonlocal tried
        tried += 1
        if tried > MOST_STATES:
            raise TooManyStates
        score = int(s.standing(seat)[0])
        best = found.get(first)
        if best is None or (score, -len(words)) > (best.score, -len(best.words)):
            found[first] = Line(score, words)
        if s.is_over() or s.turn != turn or not s.may_act(seat):
            return
        for number in s.legal(seat):
            then = s.copy()
            then.advance(seat, number)
            word = match.game.vocabulary[number]
            deeper(then, first or word, (*words, word))

    state = match.state
    for number in state.legal(seat):
        then = state.copy()
        then.advance(seat, number)
        word = match.game.vocabulary[number]
        deeper(then, word, (word,))
    return found


def proven(match: Match, seat: int) -> tuple[int, Line] | None:
    """How many rubies the one best first word brings, and its way; None if it is no puzzle."""
    before = int(match.state.standing(seat)[0])
    try:
        found = lines(match, seat)
    except TooManyStates:
        return None
    if not found:
        return None
    best = max(line.score for line in found.values())
    ways = [line for line in found.values() if line.score == best]
    if best <= before or len(ways) > 1 or len(ways[0].words) < 3:
        return None
    return best - before, ways[0]


def mined(game: str, seed: int, seats: int, level: str) -> Iterator[Puzzle]:
    """The puzzles in one game of bots."""
    match = bedesten.new(game, seats=seats, seed=seed)
    bot = bots.bot(level)
    while not match.over and match.state.turn < MANY_TURNS:
        actors = [one for one in match.actors if one != CHANCE]
        seat = actors[0]
        if seat == SOLVER and match.step_asked(seat) == TURNS[game]:
            puzzle = _puzzle(match, seed)
            if puzzle is not None:
                yield puzzle
        rng = seeded(f"mine/{game}/{seed}/{len(match.history)}")
        match.play(seat, bot.choose(Knowledge.of(match, seat), rng))


def _puzzle(match: Match, seed: int) -> Puzzle | None:
    found = proven(match, SOLVER)
    if found is None:
        return None
    gain, line = found
    solved = [level for level in SOLVERS if _solves(level, match, line.words[0])]
    if SOLVERS[0] in solved and gain < 2:
        return None
    return Puzzle(
        game=match.game.name,
        seed=seed,
        turn=int(match.state.turn),
        position=match.position(),
        gain=gain,
        solution=line.words,
        solved_by=tuple(solved),
    )


def _solves(level: str, match: Match, word: str) -> bool:
    """Whether a level begins the turn with a word more often than not."""
    bot = bots.bot(level)
    known = Knowledge.of(match, SOLVER)
    right = sum(bot.choose(known, seeded(f"solve/{n}")) == word for n in range(TRIES))
    return right * 2 > TRIES
