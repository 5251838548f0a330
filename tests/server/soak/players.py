"""People who play at random, come back after every loss, and keep account."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Callable
from typing import Any

import httpx
from websockets.exceptions import ConnectionClosed, WebSocketException

from server.harness import Guest, Message, Reachable, Socket, socket
from server.soak.account import Account

GAMES = {
    "basari": ("mbb", "mob", "mogb", "mgg"),
    "istanbul": ("mb", "mo", "mobg"),
    "choose_write": ("mb", "mo", "moog"),
}
SILENCE = 25.0
"""Seconds after which a player reconnects."""
LOST = (OSError, EOFError, TimeoutError, ConnectionClosed, WebSocketException, httpx.HTTPError)
LAZY = 0.3
"""How often somebody at a table with clocks lets a question pass."""


class Party:
    """Some people who play one table after another."""

    def __init__(self, choose_server: Callable[[], Reachable], account: Account, seed: int) -> None:
        self._choose_server = choose_server
        self._account = account
        self._rng = random.Random(seed)
        self._n = seed
        self.opened = self.finished = 0
        self.table = ""

    async def play(self) -> None:
        """Play on and on, until cancelled."""
        people = [Person(self._choose_server, self._account, self._rng) for _ in range(3)]
        for n in range(1_000_000):
            game = list(GAMES)[(self._n + n) % len(GAMES)]
            seats = self._rng.choice(GAMES[game])
            here = people[: 1 + seats.count("o")]
            table = await here[0].open(game, seats, has_clock=n % 3 == 2)
            for person in here[1:]:
                await person.join(table)
            self.opened += 1
            self.table = table["id"]
            await asyncio.gather(*(person.play(table["id"]) for person in here))
            self.finished += 1


class Person:
    """Somebody with a cookie, at one table."""

    def __init__(
        self, choose_server: Callable[[], Reachable], account: Account, rng: random.Random
    ) -> None:
        self._choose_server = choose_server
        self._account = account
        self._rng = rng
        self._cookies: dict[str, str] = {}

    # -- calls ------------------------------------------------------------

    async def open(self, game: str, seats: str, has_clock: bool) -> Message:
        agreed: dict[str, Any] = {"take_back": self._rng.choice(["consent", "free", "never"])}
        if game == "basari":
            agreed["options"] = {"laps": 1}
        if has_clock:
            agreed["clock"] = {"bank": 5, "increment": 1, "cap": 8}
        made: Message = await self._retried(lambda guest: guest.open(game, seats, **agreed))
        return made

    async def join(self, table: Message) -> None:
        async def join(guest: Guest) -> None:
            # If the answer to an earlier attempt was lost, the seat is taken.
            me = await guest.call(f"/api/tables/{table['id']}")
            if not me["mine"]:
                await guest.join(table)

        await self._retried(join)

    async def _retried(self, act: Callable[[Guest], Any]) -> Any:
        """Call a server that answers, with the cookie kept from one to the next."""
        while True:
            try:
                async with Guest(self._choose_server(), self._cookies) as guest:
                    guest.http.timeout = httpx.Timeout(10.0)
                    if not self._cookies:
                        await guest.call("/api/me")
                        self._cookies = dict(guest.http.cookies)
                    return await act(guest)
            except (*LOST, AssertionError):  # not there, or it cannot store anything
                await asyncio.sleep(0.3)

    # -- playing ----------------------------------------------------------

    async def play(self, table: str) -> None:
        """Play at a table until the game is over."""
        seat = Seat(table, self._account, self._rng)
        while not seat.is_over:
            try:
                query = {"after": seat.latest} if seat.latest > 0 else {}
                async with socket(self._choose_server(), table, self._cookies, **query) as page:
                    await seat.play_on(page)
            except LOST:
                seat.lost()
                await asyncio.sleep(0.05 + self._rng.random() * 0.3)


class Seat:
    """What a person has heard and said at one table, through all its connections."""

    def __init__(self, table: str, account: Account, rng: random.Random) -> None:
        self.table = table
        self.latest = 0
        self.is_over = False
        self._account = account
        self._rng = rng
        self._asked: dict[tuple[int, int], Message] = {}
        self._pending: dict[int, Callable[[], None]] = {}
        self._id = 0
        self._let_pass: set[tuple[int, int]] = set()
        self._has_clock = False
        self._lost_at: float | None = None

    def lost(self) -> None:
        """Note that the connection was lost, or could not be made."""
        if self._lost_at is None:
            self._lost_at = time.monotonic()

    async def play_on(self, page: Socket) -> None:
        """Answer what is asked on one connection until it is lost or the game is over."""
        self._pending.clear()
        answered: set[tuple[int, int]] = set()
        while not self.is_over:
            for key, asked in list(self._asked.items()):
                if key not in answered and key not in self._let_pass:
                    answered.add(key)
                    await self._answer(page, asked)
            try:
                async with asyncio.timeout(SILENCE):
                    message = await page.receive()
            except TimeoutError:
                self._account.silences += bool(self._pending)
                raise
            page.heard.clear()
            if self._lost_at is not None:
                self._account.gaps.append(time.monotonic() - self._lost_at)
                self._lost_at = None
            if message["type"] in ("snapshot", "moved"):
                self._hear(message)
            elif message["type"] == "done":
                self._pending.pop(message["id"], lambda: None)()
            elif message["type"] == "error":
                self._account.refused[message["code"]] += 1
                self._pending.pop(message["id"], None)
                if message["code"] == "not_stored":  # the question stands
                    await asyncio.sleep(0.3)
                    answered.clear()
            request = message.get("request")
            for seat in request["waiting_for"] if request else ():
                await self._send(page, lambda: None, type="consent", seat=seat, agree=True)

    def _hear(self, message: Message) -> None:
        self.latest = max(self.latest, message["seq"])
        self._asked = {(one["seq"], one["seat"]): one for one in message["asked"]}
        if message["type"] == "moved":
            told = self._account.told.setdefault(self.table, {})
            if not message["undone"] and message["entry"]["seat"] is not None:
                told[message["seq"]] = message["entry"]["seat"]
        else:
            self._has_clock = message["table"]["clock"] is not None
            self.is_over |= message["table"]["status"] in ("over", "abandoned")
        self.is_over |= bool(message["view"] and message["view"]["over"])

    async def _answer(self, page: Socket, asked: Message) -> None:
        number, seat = asked["seq"], asked["seat"]
        if self._has_clock and self._rng.random() < LAZY:
            self._let_pass.add((number, seat))  # until the clock has run out
            return
        await asyncio.sleep(self._rng.random() * 0.1)
        words = [self._rng.choice(asked["choices"])["word"]]
        question = (self.table, seat, number)

        def taken() -> None:
            before = self._account.answers.setdefault(question, words)
            assert before is words, f"taken twice: {question}"

        await self._send(page, taken, type="play", seq=number, seat=seat, words=words)
        if self._rng.random() < 0.03:
            await self._send(page, lambda: None, type="take_back", seat=seat, choices=1)
        if self._rng.random() < 0.05:
            text = f"{self.table} {seat} {self._rng.random()}"
            self._account.lines[text] = False
            heard = self._account.lines.__setitem__
            await self._send(page, lambda: heard(text, True), type="chat", text=text)

    async def _send(self, page: Socket, done: Callable[[], None], **command: Any) -> None:
        self._id += 1
        self._pending[self._id] = done
        await page.send(**command, id=self._id)
