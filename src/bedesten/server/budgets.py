"""Limits by cost: the server's time for messages and calls is charged to a person and an address.

A message is charged with what its kind has cost lately at its table, and corrected when it
is known for how long it has held up the event loop. If a budget is overdrawn, the next
messages wait until it has filled up again; if they would have to wait long, they are refused.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Generator, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from types import coroutine
from typing import Any, Final

from bedesten.server.fair_queue import Owner

SAVED: Final = 2.0
"""Seconds for which a budget can be saved."""
ADDRESS: Final = 2.0
"""The budget of an address, in budgets of a person."""
MAX_WAIT: Final = 2.0
"""Seconds that a message may have to wait before it is refused."""
LEAST: Final = 0.0002
"""Seconds that any message costs: reading and answering it."""
FIRST_GUESS: Final = 0.005
"""Seconds that a message is thought to cost before one of its kind was measured."""
GUESS_OF_ENTRY: Final = 0.0001
"""Seconds that each entry of its table adds to that."""
MOST_ENTRIES: Final = 400
NEWS: Final = 0.3
"""How much the newest message counts in what its kind costs."""
MOST_KEYS: Final = 10_000
MOST_KINDS: Final = 200
"""Kinds of messages whose costs are remembered."""


class Allowance:
    """Seconds of the server's time, filled up at a rate; may be overdrawn."""

    __slots__ = ("at", "left")

    def __init__(self, left: float, at: float) -> None:
        self.left = left
        self.at = at


@dataclass
class Meter:
    """The server's time that one message has cost so far."""

    seconds: float = 0.0


_METER: ContextVar[Meter | None] = ContextVar("meter", default=None)


@contextmanager
def metering() -> Iterator[Meter]:
    """Measure a message by the blocks marked `measured` while it is carried out."""
    meter = Meter()
    token = _METER.set(meter)
    try:
        yield meter
    finally:
        _METER.reset(token)


class measured:  # noqa: N801 - reads as a word in `with measured():`
    """Adds the time of a block without `await` to the message that it is part of."""

    __slots__ = ("_began",)

    def __enter__(self) -> None:
        self._began = time.perf_counter()

    def __exit__(self, *_: object) -> None:
        meter = _METER.get()
        if meter is not None:
            meter.seconds += time.perf_counter() - self._began


@coroutine
def timed(task: Coroutine[Any, Any, None], meter: Meter) -> Generator[Any, Any, None]:
    """Run a coroutine, and add the time for which it holds up the event loop to a meter."""
    answer: Any = None
    error: BaseException | None = None
    while True:
        began = time.perf_counter()
        try:
            awaited = task.send(answer) if error is None else task.throw(error)
        except StopIteration:
            return
        finally:
            meter.seconds += time.perf_counter() - began
        try:
            answer, error = (yield awaited), None
        except GeneratorExit:
            task.close()
            raise
        except BaseException as thrown:
            answer, error = None, thrown


class Costs:
    """What each kind of message costs, by the latest ones: at one table, or of all calls."""

    def __init__(self) -> None:
        self._found: dict[str, float] = {}

    def expected(self, kind: str, entries: int = 0) -> float:
        """What a message will cost at a table of so many entries."""
        guess = FIRST_GUESS + GUESS_OF_ENTRY * min(entries, MOST_ENTRIES)
        return max(self._found.get(kind, guess), LEAST)

    def learn(self, kind: str, seconds: float) -> None:
        if kind not in self._found and len(self._found) >= MOST_KINDS:
            return
        before = self._found.get(kind, seconds)
        self._found[kind] = before * (1 - NEWS) + seconds * NEWS


class Budgets:
    """The budgets of all people and addresses; the least recently used are dropped."""

    def __init__(self, rate: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate = rate
        self._clock = clock
        self._budgets: OrderedDict[str, Allowance] = OrderedDict()

    def reserve(self, owner: Owner, cost: float, most: float = MAX_WAIT) -> float | None:
        """Charge a message in advance; the seconds that it has to wait, None if it is refused.

        Of several messages that wait each gets a moment of its own.
        """
        found = list(self._of(owner))
        wait = 0.0
        for one, rate in found:
            wait = max(wait, (cost - one.left) / rate)
        if wait > most:
            return None
        for one, _ in found:
            one.left -= cost
        return wait

    def charge(self, owner: Owner, seconds: float) -> None:
        """Charge more, or less, than was reserved."""
        for one, _ in self._of(owner):
            one.left -= seconds

    def _of(self, owner: Owner) -> Iterator[tuple[Allowance, float]]:
        """The budgets that a message is charged to, each with the rate at which it fills."""
        if owner.person:
            yield self._filled(f"person {owner.person}", self._rate), self._rate
        if owner.address:
            rate = self._rate * ADDRESS
            yield self._filled(f"address {owner.address}", rate), rate

    def _filled(self, key: str, rate: float) -> Allowance:
        now = self._clock()
        budget = self._budgets.get(key)
        if budget is None:
            budget = self._budgets[key] = Allowance(rate * SAVED, now)
            if len(self._budgets) > MOST_KEYS:
                self._budgets.popitem(last=False)
            return budget
        self._budgets.move_to_end(key)
        budget.left = min(budget.left + (now - budget.at) * rate, rate * SAVED)
        budget.at = now
        return budget
