"""How soon a server answers, and how much it bears.

    python benchmarks/serving.py latency      a move while the bots of four tables think
    python benchmarks/serving.py load         200 tables at the pace of people
    python benchmarks/serving.py saturation   40 tables that answer at once, for each game
    python benchmarks/serving.py long         early and late moves of a long game, loading, memory

Each starts a server of its own. Everything runs on this machine, clients included. `saturation` and
`long` give the server one core and the clients another; `--against SITE` measures the installation
in that folder as well, alternately in the same run.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

import bedesten
from light_clients import Run, at_random, connect
from server.harness import Guest, Message, Server, Socket

PAGES = 4  # of each table in the tests of load and saturation
SITE: Final = "this"
"""The name of the installation that runs the benchmark."""
LOADED: Final = 500
"""Entries of the tables whose loading is measured."""
TAKEN_BACK: Final = 50


def percentile(values: list[float], of: float) -> float:
    return sorted(values)[min(int(len(values) * of), len(values) - 1)]


def report(name: str, seconds: list[float], over: float) -> None:
    ms = [value * 1000 for value in seconds]
    print(
        f"{name}: {len(ms)} moves in {over:.1f} s ({len(ms) / over:.0f}/s), "
        f"median {statistics.median(ms):.1f} ms, 95% {percentile(ms, 0.95):.1f} ms, "
        f"99% {percentile(ms, 0.99):.1f} ms, longest {max(ms):.1f} ms"
    )


# -- latency while bots think ------------------------------------------------


async def latency(server: Server, moves: int, level: str, tables: int) -> None:
    async with Guest(server) as host, Guest(server) as player:
        thinking = [
            asyncio.create_task(always_thinking(host, level, game))
            for game, _ in zip(["istanbul", "choose_write"] * tables, range(tables), strict=False)
        ]
        await asyncio.sleep(5)
        seconds: list[float] = []
        began = time.perf_counter()
        while len(seconds) < moves:
            seconds += await shared_device(player, moves - len(seconds))
        over = time.perf_counter() - began
        for task in thinking:
            task.cancel()
        report(f"a human's move while {level} bots think at {tables} tables", seconds, over)


async def always_thinking(guest: Guest, level: str, game: str) -> None:
    """Let bots play game after game at one table."""
    seats = [{"kind": "bot", "level": level}] * 4
    while True:
        body = {"game": game, "seats": seats, "pace": "instant"}
        table = (await guest.call("/api/tables", body))["id"]
        while (await guest.call(f"/api/tables/{table}"))["status"] == "playing":
            await asyncio.sleep(1)


async def shared_device(guest: Guest, moves: int) -> list[float]:
    """Play for all seats of a table, so that one is always asked; seconds for each answer."""
    seats = [{"kind": "me"}, {"kind": "me", "name": "Ali"}, {"kind": "me", "name": "Cem"}]
    body = {"game": "istanbul", "seats": seats}
    table = await guest.call("/api/tables", body)
    whim = random.Random(1)
    seconds: list[float] = []
    async with guest.socket(table["id"]) as page:
        message = await page.until("snapshot")
        while len(seconds) < moves and message["asked"]:
            asked = message["asked"][0]
            sent = time.perf_counter()
            await page.play(asked, whim.choice(asked["choices"])["word"])
            message = await page.until("moved")
            seconds.append(time.perf_counter() - sent)
            await asyncio.sleep(0.02)
    return seconds


# -- load --------------------------------------------------------------------


async def load(server: Server, tables: int, think: float, seconds: float) -> None:
    opening = asyncio.Semaphore(8)
    rounds = await asyncio.gather(*(sat_down(server, opening) for _ in range(tables)))
    pages = sum(len(guests) for _, guests in rounds)
    first = rounds[0][1][0]
    before = await figure(first, "process_cpu_seconds_total")
    took: list[float] = []
    print(f"{tables} tables, {pages} sockets, {think:g} s of thought before each answer")
    end = time.perf_counter() + seconds
    began = time.perf_counter()
    await asyncio.gather(
        *(
            player(guest, table["id"], f"{n}/{seat}", think, end, took)
            for n, (table, guests) in enumerate(rounds)
            for seat, guest in enumerate(guests)
        )
    )
    report("moves", took, time.perf_counter() - began)
    used = await figure(first, "process_cpu_seconds_total") - before
    memory = await figure(first, "process_resident_memory_bytes")
    print(
        f"the server used {used / len(took) * 1000:.1f} ms of a core a move, {memory / 1e6:.0f} MB"
    )
    for _, guests in rounds:
        for guest in guests:
            await guest.http.aclose()


async def figure(guest: Guest, name: str) -> float:
    """The value of one of the server's metrics."""
    lines = (await guest.ask("/metrics")).text.splitlines()
    return next(float(line.split()[1]) for line in lines if line.startswith(f"{name} "))


async def sat_down(
    server: Server, opening: asyncio.Semaphore, game: str = "basari"
) -> tuple[Message, list[Guest]]:
    async with opening:
        guests = [Guest(server) for _ in range(PAGES)]
        table = await guests[0].open(game, "m" + "o" * (PAGES - 1))
        for guest in guests[1:]:
            await guest.join(table)
        return table, guests


async def player(
    guest: Guest, table: str, seed: str, think: float, end: float, took: list[float]
) -> None:
    whim = random.Random(seed)
    answered: set[int] = set()
    async with guest.socket(table) as page:
        while time.perf_counter() < end:
            try:
                async with asyncio.timeout(max(end - time.perf_counter(), 0.01)):
                    message = await page.receive()
            except TimeoutError:
                return
            if message["type"] not in ("snapshot", "moved") or not message["asked"]:
                continue
            asked = message["asked"][0]
            if asked["seq"] in answered:
                continue
            answered.add(asked["seq"])
            await asyncio.sleep(think * whim.uniform(0.5, 1.5))
            took.append(await answer(page, asked, whim))


async def answer(page: Socket, asked: Message, whim: random.Random) -> float:
    """Seconds until the client sees its own move."""
    sent = time.perf_counter()
    await page.play(asked, whim.choice(asked["choices"])["word"])
    await page.until("moved", where=lambda one: one["entry"]["seat"] == asked["seat"])
    return time.perf_counter() - sent


# -- saturation ----------------------------------------------------------------


@dataclass
class Measured:
    """What one installation did, summed over the rounds of a run."""

    moves: int = 0
    seconds: float = 0.0
    processor: float = 0.0
    bytes: int = 0
    refused: int = 0
    rates: list[float] = field(default_factory=list)

    def __str__(self) -> str:
        return (
            f"{self.moves / self.seconds:6.0f} moves/s "
            f"({', '.join(f'{rate:.0f}' for rate in self.rates)}), "
            f"{self.processor / self.moves * 1000:.3f} ms of a core a move, "
            f"{self.bytes / self.moves / 1000:.1f} kB sent a move, {self.refused} refused"
        )


@contextmanager
def served(site: str, db: str, folder: str) -> Iterator[Server]:
    """A server of an installation, on the first core; this process keeps to the second."""
    cores = sorted(os.sched_getaffinity(0))
    before = os.environ.get("PYTHONPATH")
    if site != SITE:
        os.environ["PYTHONPATH"] = site
    try:
        os.sched_setaffinity(0, {cores[0]})  # inherited by the server
        server = Server(db, log=Path(folder) / "log")
    finally:
        os.sched_setaffinity(0, {cores[-1]})
        if before is None:
            os.environ.pop("PYTHONPATH", None)
        else:
            os.environ["PYTHONPATH"] = before
    try:
        yield server
    finally:
        server.stop()
        os.sched_setaffinity(0, set(cores))


def cookie(guest: Guest) -> str:
    return "; ".join(f"{name}={value}" for name, value in guest.http.cookies.items())


async def saturated(server: Server, game: str, tables: int, moves: int, into: Measured) -> None:
    """Play at all tables at once, each answer as soon as it is asked for."""
    opening = asyncio.Semaphore(8)
    rounds = await asyncio.gather(*(sat_down(server, opening, game) for _ in range(tables)))
    run = Run()
    for n, (table, guests) in enumerate(rounds):
        for seat, guest in enumerate(guests):
            await connect(server, table["id"], cookie(guest), run, f"{n}/{seat}")
    await run.connected()
    first = rounds[0][1][0]
    before = await figure(first, "process_cpu_seconds_total")
    began = time.perf_counter()
    played = await run.play(moves)
    seconds = time.perf_counter() - began
    into.processor += await figure(first, "process_cpu_seconds_total") - before
    into.moves += played
    into.seconds += seconds
    into.bytes += run.bytes
    into.refused += run.refused
    into.rates.append(played / seconds)
    run.close()
    for _, guests in rounds:
        for guest in guests:
            await guest.http.aclose()


def saturation(
    games: list[str], sites: list[str], tables: int, moves: int, rounds: int, folder: str
) -> None:
    print(f"{tables} tables, {tables * PAGES} sockets, answers at once, {rounds} rounds")
    for game in games:
        found = {site: Measured() for site in sites}
        for n in range(rounds):
            for site in sites:
                with served(site, f"{folder}/{game}{n}{sites.index(site)}.db", folder) as server:
                    asyncio.run(saturated(server, game, tables, moves, found[site]))
        for site in sites:
            print(f"{game:13} {site}: {found[site]}", flush=True)
        _compare(
            "moves a second", *(found[one].moves / found[one].seconds for one in reversed(sites))
        )


def _compare(what: str, before: float, now: float | None = None) -> None:
    if now is not None:
        print(f"{'':13} {now / before:.1f} times the {what}", flush=True)


# -- long games ----------------------------------------------------------------


def without_end(words: list[str], rng: random.Random) -> str:
    """Istanbul without actions: nobody gets a ruby, and the game goes on forever."""
    return at_random([word for word in words if word != "act"] or words, rng)


async def long_game(server: Server, moves: int) -> None:
    """What moves and taking back cost, early and late, at a table of one shared device."""
    async with Guest(server) as guest:
        table = await guest.open("istanbul", "m" * PAGES)
        run = Run(without_end)
        await connect(server, table["id"], cookie(guest), run, "long")
        await run.connected()
        played = 0
        while played < moves:
            part = min(500, moves - played)
            before = await figure(guest, "process_cpu_seconds_total")
            played += await run.play(part)
            used = await figure(guest, "process_cpu_seconds_total") - before
            if played in (part, moves):
                undone = await taking_back(guest, run)
                print(
                    f"after {played:5} moves: {used / part * 1000:.3f} ms of a core a move, "
                    f"{undone * 1000:.2f} ms to play and take back",
                    flush=True,
                )
        run.close()


async def taking_back(guest: Guest, run: Run) -> float:
    """Seconds of a core for a move and taking it back."""
    client = run.clients[0]
    before = await figure(guest, "process_cpu_seconds_total")
    for _ in range(TAKEN_BACK):
        seen = run.received
        await run.play(1)
        seat = max(client.answered)[1]
        while run.received == seen:
            await asyncio.sleep(0.0005)
        seen = run.received
        client.send(f'{{"type":"take_back","seat":{seat}}}')
        while run.received == seen:
            await asyncio.sleep(0.0005)
    return (await figure(guest, "process_cpu_seconds_total") - before) / TAKEN_BACK


async def long_tables(server: Server, tables: int) -> tuple[list[str], dict[str, str]]:
    """Tables of 500 entries; their ids, and the cookie of the guest who opened them."""
    found: list[str] = []
    async with Guest(server) as guest:
        for n in range(tables):
            table = await guest.open("istanbul", "m" * PAGES)
            run = Run(without_end)
            await connect(server, table["id"], cookie(guest), run, f"{n}")
            await run.connected()
            await run.play(LOADED - 2)  # opened and begun are entries, too
            await asyncio.sleep(0.2)
            run.close()
            found.append(table["id"])
        return found, dict(guest.http.cookies)


async def loading(server: Server, tables: list[str], cookies: dict[str, str]) -> None:
    """What a restarted server needs to load tables."""
    async with Guest(server, cookies) as guest:
        await guest.call(f"/api/tables/{tables[0]}")  # imports, catalogues
        memory = await figure(guest, "process_resident_memory_bytes")
        before = await figure(guest, "process_cpu_seconds_total")
        for table in tables[1:]:
            await guest.call(f"/api/tables/{table}")
        used = await figure(guest, "process_cpu_seconds_total") - before
        more = await figure(guest, "process_resident_memory_bytes") - memory
        n = len(tables) - 1
        print(
            f"loading {n} tables of {LOADED} entries: {used / n * 1000:.1f} ms of a core and "
            f"{more / n / 1000:.0f} kB of memory each",
            flush=True,
        )


def long(sites: list[str], moves: int, folder: str) -> None:
    for site in sites:
        print(f"{site}:")
        db = f"{folder}/long{sites.index(site)}.db"
        with served(site, db, folder) as server:
            asyncio.run(long_game(server, moves))
            tables, cookies = asyncio.run(long_tables(server, 13))
        with served(site, db, folder) as server:
            asyncio.run(loading(server, tables, cookies))


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", choices=["latency", "load", "saturation", "long"])
    parser.add_argument("--against", default="", metavar="SITE", help="an older installation")
    parser.add_argument("--game", action="append", help="of the saturation; all if none is named")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--moves", type=int)
    parser.add_argument("--level", default="greedy")
    parser.add_argument("--thinking-tables", type=int, default=4)
    parser.add_argument("--tables", type=int)
    parser.add_argument("--think", type=float, default=2.0)
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--db", default="")
    chosen = parser.parse_args()
    build = "compiled" if bedesten.COMPILED else "pure Python"
    print(f"{build}, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f} before")
    sites = [SITE, chosen.against] if chosen.against else [SITE]
    with tempfile.TemporaryDirectory() as folder:
        if chosen.what == "saturation":
            games = chosen.game or list(bedesten.games())
            tables, moves = chosen.tables or 40, chosen.moves or 4000
            return saturation(games, sites, tables, moves, chosen.rounds, folder)
        if chosen.what == "long":
            return long(sites, chosen.moves or 5000, folder)
        server = Server(chosen.db or f"{folder}/tables.db", log=Path(folder) / "log")
        try:
            if chosen.what == "latency":
                moves = chosen.moves or 1000
                asyncio.run(latency(server, moves, chosen.level, chosen.thinking_tables))
            else:
                asyncio.run(load(server, chosen.tables or 200, chosen.think, chosen.seconds))
        finally:
            server.stop()


if __name__ == "__main__":
    main()
