"""What is timed of our own games, in whichever build of bedesten is imported.

Run as a script it serves `measuring.Elsewhere`; `run.py` times the pure build so.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable
from itertools import cycle, islice

import bedesten
from bedesten import Match, seeded
from bedesten.kernel.playout import copies, play_games, play_out
from bedesten.kernel.state import State
from measuring import DECISIONS, MICROSECONDS, MILLISECONDS, Job, Key, answer_rounds

COMPILED = "bedesten, compiled"
PURE = "bedesten, pure Python"
ENGINE = COMPILED if bedesten.COMPILED else PURE

PLAYOUT = "random games, inside the engine"
DRIVEN = "random games, step by step from Python"
LISTENED = "random games, inside, events listened to"
COPY = "copy a state"
IMAGINE = "imagine what a seat cannot see"
VIEW = "view of a seat"
POSITION = "position as plain data"
RECORD = "record of a whole game"
REPLAY = "replay of a whole game"

_SEATS = {"istanbul": 4, "choose_write": 3, "basari": 4}
_MOMENTS = 16  # at which a game is copied, imagined and looked at


def jobs() -> list[Job]:
    return [job for name in bedesten.games() for job in _jobs_of(name)]


def _jobs_of(name: str) -> list[Job]:
    seats = _SEATS[name]
    start = bedesten.new(name, seats=seats, seed="bench").state
    whole, moments = random_match(name, seats)
    text = whole.record()

    def job(what: str, unit: str, run: Callable[[int], int]) -> Job:
        return Job(Key(ENGINE, name, what, unit), run)

    return [
        job(PLAYOUT, DECISIONS, lambda n: play_games(start, n, seeded("playout"))[0]),
        job(DRIVEN, DECISIONS, lambda n: driven(start, n)),
        job(LISTENED, DECISIONS, lambda n: listened(start, n)),
        job(COPY, MICROSECONDS, lambda n: copied(moments, n)),
        job(IMAGINE, MICROSECONDS, lambda n: imagined(moments, n)),
        job(VIEW, MICROSECONDS, lambda n: viewed(moments, n)),
        job(POSITION, MICROSECONDS, lambda n: positions(moments, n)),
        job(RECORD, MILLISECONDS, lambda n: repeated(whole.record, n)),
        job(REPLAY, MILLISECONDS, lambda n: repeated(lambda: bedesten.replay(text), n)),
    ]


# -- games to look at -------------------------------------------------------


def random_match(name: str, seats: int) -> tuple[Match, list[Match]]:
    """A whole game of random choices, and the same game at moments spread evenly over it."""
    choose = random.Random(1).choice
    match = bedesten.new(name, seats=seats, seed="bench")
    moments: list[Match] = []
    while not match.over:
        moments.append(match.fork())
        seat = choose(match.actors)
        match.play(seat, choose(match.choices(seat)))
    return match, [moments[len(moments) * n // _MOMENTS] for n in range(_MOMENTS)]


# -- what is timed; each returns how many things it did ---------------------


def driven(start: State, games: int) -> int:
    """The loop that somebody writes for a bot or an environment of their own."""
    luck = seeded("driven")
    choose = random.Random(1).random
    decisions = 0
    for _ in range(games):
        state = start.copy()
        state.luck = luck  # chance answers at once; only seats are asked
        while actors := state.actors():
            seat = actors[0]
            words = state.legal(seat)
            state.apply(seat, words[int(choose() * len(words))])
            decisions += 1
    return decisions


def listened(start: State, games: int) -> int:
    rng = seeded("playout")
    decisions = 0
    for _ in range(games):
        state = start.copy()
        state.events = []
        decisions += play_out(state, rng)
    return decisions


def copied(moments: list[Match], n: int) -> int:
    for match in moments:
        copies(match.state, n)
    return n * len(moments)


def imagined(moments: list[Match], n: int) -> int:
    rng = seeded("imagine")
    for match in islice(cycle(moments), n):
        match.state.imagine(0, rng)
    return n


def viewed(moments: list[Match], n: int) -> int:
    for match in islice(cycle(moments), n):
        match.view(0)
    return n


def positions(moments: list[Match], n: int) -> int:
    for match in islice(cycle(moments), n):
        match.position()
    return n


def repeated(work: Callable[[], object], n: int) -> int:
    for _ in range(n):
        work()
    return n


if __name__ == "__main__":
    if bedesten.COMPILED:
        sys.exit(f"{bedesten.__file__}: pure Python was expected here, and it is compiled")
    answer_rounds(jobs(), float(sys.argv[1]))
