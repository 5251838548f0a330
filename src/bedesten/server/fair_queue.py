"""A fair queue for workers: who gets the next one that is free.

Jobs that somebody waits for go before background jobs (bots at tables that nobody
watches). Within each kind addresses take turns, and the people behind one address do.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict, deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final, Generic, NamedTuple, TypeVar

T = TypeVar("T")

QUIET: Final = 1.0
"""Seconds without anybody waiting after which background jobs run as fast as they can."""
REST: Final = 2.0
"""How long background work rests after a job while people play, in lengths of that job."""
LEAST_REST: Final = 0.1
"""Seconds that background work rests at least while people play."""


class Owner(NamedTuple):
    """For whom a job is done."""

    address: str = ""
    person: str = ""


@dataclass(eq=False)
class Ticket(Generic[T]):
    """A job that waits for its turn."""

    owner: Owner
    key: str
    """What the job is about; `promote` finds it by this."""
    turn: asyncio.Future[T]


class RoundRobin(Generic[T]):
    """Tickets in the order in which addresses, and people behind each, take turns."""

    def __init__(self) -> None:
        self._waiting: OrderedDict[str, OrderedDict[str, deque[Ticket[T]]]] = OrderedDict()

    def __bool__(self) -> bool:
        return bool(self._waiting)

    def __iter__(self) -> Iterator[Ticket[T]]:
        for people in self._waiting.values():
            for tickets in people.values():
                yield from tickets

    def put(self, ticket: Ticket[T]) -> None:
        people = self._waiting.setdefault(ticket.owner.address, OrderedDict())
        people.setdefault(ticket.owner.person, deque()).append(ticket)

    def pop(self) -> Ticket[T]:
        address, people = next(iter(self._waiting.items()))
        person, tickets = next(iter(people.items()))
        ticket = tickets.popleft()
        self._waiting.move_to_end(address)
        people.move_to_end(person)
        self._tidy(ticket.owner)
        return ticket

    def remove(self, ticket: Ticket[T]) -> None:
        """Take a ticket out, if it is there."""
        people = self._waiting.get(ticket.owner.address)
        if people is not None and ticket in people.get(ticket.owner.person, ()):
            people[ticket.owner.person].remove(ticket)
            self._tidy(ticket.owner)

    def _tidy(self, owner: Owner) -> None:
        people = self._waiting[owner.address]
        if not people[owner.person]:
            del people[owner.person]
        if not people:
            del self._waiting[owner.address]


class FairQueue(Generic[T]):
    """Hands out a fixed number of things, one at a time each."""

    def __init__(self, things: list[T], clock: Callable[[], float] = time.monotonic) -> None:
        self._free = deque(things)
        self._clock = clock
        self._waited_for: RoundRobin[T] = RoundRobin()
        self._background: RoundRobin[T] = RoundRobin()
        self._most_background = max(1, len(things) - 1)  # one is kept for those who wait
        self._began: dict[int, tuple[bool, float]] = {}  # by thing: is background, since when
        self._busy_until = 0.0
        self._rest_until = 0.0
        self._alarm: asyncio.TimerHandle | None = None

    async def take(self, owner: Owner, key: str = "", background: bool = False) -> T:
        """Wait for a turn; the thing must be given back by `give`."""
        ticket: Ticket[T] = Ticket(owner, key, asyncio.get_running_loop().create_future())
        (self._background if background else self._waited_for).put(ticket)
        self._hand_out()
        try:
            return await ticket.turn
        except asyncio.CancelledError:
            self._background.remove(ticket)
            self._waited_for.remove(ticket)
            if ticket.turn.done() and not ticket.turn.cancelled():
                self.give(ticket.turn.result())
            raise

    def give(self, thing: T) -> None:
        """Give a thing back: the next in the line gets it."""
        background, began = self._began.pop(id(thing))
        now = self._clock()
        if background:
            self._rest_until = now + max((now - began) * REST, LEAST_REST)
        else:
            self._busy_until = now + QUIET
        self._free.append(thing)
        self._hand_out()

    def touch(self) -> None:
        """Note that somebody plays: background jobs take rests for a while."""
        self._busy_until = self._clock() + QUIET

    def promote(self, key: str, owner: Owner) -> None:
        """Let the jobs about something wait no longer behind others: somebody watches now."""
        for ticket in [one for one in self._background if one.key == key]:
            self._background.remove(ticket)
            ticket.owner = owner
            self._waited_for.put(ticket)
        self._hand_out()

    def _hand_out(self) -> None:
        while self._free:
            if self._waited_for:
                ticket, background = self._waited_for.pop(), False
            elif self._may_start_background():
                ticket, background = self._background.pop(), True
            else:
                return
            if ticket.turn.done():  # cancelled
                continue
            thing = self._free.popleft()
            self._began[id(thing)] = (background, self._clock())
            ticket.turn.set_result(thing)

    def _may_start_background(self) -> bool:
        """Whether a background job may start now; if not yet, look again when it may."""
        if not self._background:
            return False
        running = [background for background, _ in self._began.values()]
        if sum(running) >= self._most_background:
            return False
        now = self._clock()
        is_busy = now < self._busy_until or not all(running)
        if not is_busy or now >= self._rest_until:
            return True
        if self._alarm is None:
            wait = max(self._rest_until - now, 0.01)
            self._alarm = asyncio.get_running_loop().call_later(wait, self._look_again)
        return False

    def _look_again(self) -> None:
        self._alarm = None
        self._hand_out()
