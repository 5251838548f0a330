"""What a move costs the server's main thread without sockets and storage, part by part.

    python benchmarks/telling.py [game ...]

Every part is repeated and its least time counts, so the figures hardly depend on what else the
machine does. A folder in PYTHONPATH with another installation is measured in place of this one.
"""

from __future__ import annotations

import gc
import random
import sys
import time
from collections import defaultdict
from collections.abc import Callable
from typing import Final, TypeVar

import bedesten
from bedesten.server import messages, wire
from bedesten.server.messages import Viewer
from bedesten.tables.entries import Chair, TableEntry
from bedesten.tables.opening import opened
from bedesten.tables.table import PLAYING, Table

MOVES: Final = 150
REPEATS: Final = 5
SEATS: Final = 4

Result = TypeVar("Result")


class Parts:
    """Seconds of each part, summed over the moves."""

    def __init__(self) -> None:
        self.seconds: defaultdict[str, float] = defaultdict(float)

    def least(self, part: str, act: Callable[[], Result], before: Callable[[], None]) -> Result:
        """The result of the last repetition; the least time is added to the part's."""
        times: list[float] = []
        for _ in range(REPEATS):
            before()
            began = time.perf_counter()
            result = act()
            times.append(time.perf_counter() - began)
        self.seconds[part] += min(times)
        return result


def measure(game: str) -> str:
    chairs = [Chair("person", f"P{seat}", person=f"p{seat}") for seat in range(SEATS)]
    table = Table("t", [TableEntry(0, 0.0, opened(game, chairs, host="p0", seed=3))])
    table.apply(TableEntry(1, 0.0, table.begin()))
    viewers = [Viewer(f"p{seat}", seat, "en") for seat in range(SEATS)]
    whim, parts, moves = random.Random(1), Parts(), 0
    while moves < MOVES and table.status == PLAYING:
        match = table.running()
        seat = whim.choice(match.actors)
        words = [whim.choice(match.choices(seat))]
        table, moves = one_move(table, seat, words, viewers, parts), moves + 1
    found = ", ".join(f"{part} {s / moves * 1e6:.0f}" for part, s in parts.seconds.items())
    return f"{game:13} {moves} moves, microseconds a move: {found}"


def one_move(
    table: Table, seat: int, words: list[str], viewers: list[Viewer], parts: Parts
) -> Table:
    payload = parts.least(
        "trying", lambda: table.play(seat, table.posed[seat], words, 0.0), lambda: None
    )
    tried, entry = table._tried, TableEntry(table.number + 1, 0.0, payload)

    def try_again() -> None:
        table._tried = tried

    after, (change,) = parts.least("the table after it", lambda: table.advanced([entry]), try_again)
    assert change is not None
    remembered = dict(getattr(after, "decisions", {}))

    def forget() -> None:
        after.decisions = dict(remembered)
        getattr(messages, "_told", {}).clear()  # texts that are kept count as new ones

    def tell() -> list[bytes]:
        telling = messages.Telling(after, change, 0.0)
        return [wire.encode(messages.moved(telling, viewer)) for viewer in viewers]

    parts.least(f"telling {SEATS} seats", tell, forget)
    return after


def main() -> None:
    gc.disable()
    print(f"{'compiled' if bedesten.COMPILED else 'pure Python'}, {bedesten.__file__}")
    for game in sys.argv[1:] or bedesten.games():
        print(measure(game), flush=True)


if __name__ == "__main__":
    main()
