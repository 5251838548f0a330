"""Finds puzzles in games of bots: a turn in which one first word alone brings the most rubies.

Every line of the turn that needs no luck is tried (brute force), so what ships is proven.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import bedesten
from bedesten import bots
from bedesten.bots.knowledge import Knowledge
from bedesten.bots.levels import LEVELS
from bedesten.kernel.match import Match
from bedesten.kernel.rng import seeded
from bedesten.kernel.state import CHANCE
from bedesten.lessons.brute_force import TooManyStates, TurnLine, lines
from bedesten.lessons.conditions import LEARNER
from bedesten.puzzles.puzzle import Puzzle

TRIES: Final = 3
"""How often a level is asked; it finds a word if it chooses it more often than not."""
ASKED: Final = LEVELS[:4]
"""The levels that are asked: the last takes too long for what it would tell."""
TURNS: Final = {"istanbul": "move", "choose_write": "play"}
"""The question with which a turn begins, in the games that have such puzzles."""
SEATS: Final = {"istanbul": 3, "choose_write": 1}
LEVEL: Final = "trader"
"""The bots in whose games puzzles are found."""
LONGEST: Final = 400
SHORTEST: Final = 3
"""Turns of a game, and words of a solution."""


def proven(match: Match) -> tuple[int, TurnLine] | None:
    """How many rubies the one best first word brings, and its way; None if it is no puzzle."""
    before = int(match.state.standing(LEARNER)[0])
    try:
        found = lines(match, LEARNER)
    except TooManyStates:
        return None
    best = max((line.score for line in found.values()), default=before)
    ways = [line for line in found.values() if line.score == best]
    if best <= before or len(ways) > 1 or len(ways[0].words) < SHORTEST:
        return None
    return best - before, ways[0]


def mined(game: str, seed: int) -> Iterator[Puzzle]:
    """The puzzles in one game of bots that the weakest level misses."""
    match = bedesten.new(game, seats=SEATS[game], seed=seed)
    bot = bots.bot(LEVEL)
    while not match.over and match.state.turn < LONGEST:
        seat = match.actors[0]
        if seat == LEARNER and match.step_asked(seat) == TURNS[game]:
            puzzle = _puzzle(match, seed)
            if puzzle is not None:
                yield puzzle
        rng = seeded(f"mine/{game}/{seed}/{len(match.history)}")
        match.play(seat, bot.choose(Knowledge.of(match, seat), rng))


def _puzzle(match: Match, seed: int) -> Puzzle | None:
    assert CHANCE not in match.actors
    found = proven(match)
    if found is None:
        return None
    gain, line = found
    solved = tuple(level for level in ASKED if _finds(level, match, line.words[0]))
    if ASKED[0] in solved:
        return None
    turn = int(match.state.turn)
    return Puzzle(match.game.name, seed, turn, match.position(), gain, line.words, solved)


def _finds(level: str, match: Match, word: str) -> bool:
    """Whether a level begins the turn with a word more often than not."""
    bot, known = bots.bot(level), Knowledge.of(match, LEARNER)
    right = sum(bot.choose(known, seeded(f"find/{n}")) == word for n in range(TRIES))
    return right * 2 > TRIES
