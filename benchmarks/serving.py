"""How soon a server answers, and how much it bears.

    python benchmarks/serving.py latency      a move while the bots of four tables think
    python benchmarks/serving.py load         200 tables at the pace of people
    python benchmarks/serving.py saturation   40 tables that answer at once, for each game
    python benchmarks/serving.py processes    the same by one, two and three processes on PostgreSQL
    python benchmarks/serving.py long         early and late moves of a long game, loading, memory
    python benchmarks/serving.py profile      where the time of saturation goes
    python benchmarks/serving.py lists        lists of tables, cold, with 2,000 stored tables
    python benchmarks/serving.py memory       kilobytes a table that is played to its end
    python benchmarks/serving.py held         1,000 tables and 4,000 sockets at the pace of people

Each starts a server of its own. Everything runs on this machine, clients included. All but
`latency` and `load` give the server one core and the clients another; `--against SITE` measures the
installation in that folder as well, alternately in the same run. With `--looking` clients ask what
the choices of each question would bring, as the page does.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

import msgspec

import bedesten
from light_clients import Policy, Run, at_random, connect
from server.harness import LIMITS, Guest, Message, Server, Socket
from server.postgres import postgres

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
    server: Server,
    opening: asyncio.Semaphore,
    game: str = "basari",
    guests: list[Guest] | None = None,
) -> tuple[Message, list[Guest]]:
    """A table with four guests, who may sit at others as well."""
    async with opening:
        guests = guests or [Guest(server) for _ in range(PAGES)]
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
def served(site: str, db: str, folder: str, first: str = "") -> Iterator[Server]:
    """A server of an installation, on the first core; this process keeps to the second.

    `first` is a folder that its Python looks into before the installation.
    """
    cores = sorted(os.sched_getaffinity(0))
    before = os.environ.get("PYTHONPATH")
    path = [folder for folder in (first, "" if site == SITE else site) if folder]
    if path:
        os.environ["PYTHONPATH"] = os.pathsep.join(path)
    try:
        limits = known_limits()
        os.sched_setaffinity(0, {cores[0]})  # inherited by the server
        server = Server(db, log=Path(folder) / "log", limits=limits)
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


def known_limits() -> list[str]:
    """The limits that the server of the installation in PYTHONPATH has; older ones have fewer."""
    help = subprocess.run(
        [sys.executable, "-m", "bedesten", "serve", "--help"], capture_output=True, text=True
    ).stdout
    return [name for name in LIMITS if f"--{name} " in help]


def cookie(guest: Guest) -> str:
    return "; ".join(f"{name}={value}" for name, value in guest.http.cookies.items())


async def saturated(
    servers: Sequence[Server], game: str, tables: int, moves: int, into: Measured, run: Run
) -> None:
    """Play at all tables at once, each answer as soon as it is asked for.

    Tables take turns at the servers; all sockets of a table are at one.
    """
    opening = asyncio.Semaphore(8)
    places = [servers[n % len(servers)] for n in range(tables)]
    rounds = await asyncio.gather(*(sat_down(place, opening, game) for place in places))
    for n, (table, guests) in enumerate(rounds):
        for seat, guest in enumerate(guests):
            await connect(places[n], table["id"], cookie(guest), run, f"{n}/{seat}")
    await run.connected()
    firsts = [guests[0] for _, guests in rounds[: len(servers)]]
    before = [await figure(first, "process_cpu_seconds_total") for first in firsts]
    began = time.perf_counter()
    played = await run.play(moves)
    seconds = time.perf_counter() - began
    after = [await figure(first, "process_cpu_seconds_total") for first in firsts]
    into.processor += sum(after) - sum(before)
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
    games: list[str],
    sites: list[str],
    tables: int,
    moves: int,
    rounds: int,
    folder: str,
    looking: bool = False,
) -> None:
    print(f"{tables} tables, {tables * PAGES} sockets, answers at once, {rounds} rounds")
    for game in games:
        found = {site: Measured() for site in sites}
        for n in range(rounds):
            for site in sites:
                with served(site, f"{folder}/{game}{n}{sites.index(site)}.db", folder) as server:
                    run = Run(looking=looking and site == SITE)  # older ones tell unasked
                    asyncio.run(saturated([server], game, tables, moves, found[site], run))
        for site in sites:
            print(f"{game:13} {site}: {found[site]}", flush=True)
        if len(sites) > 1:
            now, before = (found[one] for one in sites)
            more = now.moves / now.seconds / (before.moves / before.seconds)
            less = before.processor / before.moves / (now.processor / now.moves)
            print(
                f"{'':13} {more:.1f} times the moves a second, 1/{less:.1f} of the processor time"
            )


# -- where the time goes ---------------------------------------------------------


class SampledRun(Run):
    """A run during which the server's functions are sampled."""

    def __init__(self, server: Server, policy: Policy = at_random) -> None:
        super().__init__(policy)
        self.server = server

    async def play(self, moves: int, idle: float = 2.0) -> int:
        os.kill(self.server.process.pid, signal.SIGUSR2)
        played = await super().play(moves, idle)
        os.kill(self.server.process.pid, signal.SIGUSR2)
        return played


def profile(games: list[str], sites: list[str], tables: int, moves: int, folder: str) -> None:
    """Sample a saturated server; print the functions of ours that most time was spent in."""
    sampling = str(Path(__file__).parent / "sampling")
    for game in games:
        for site in sites:
            samples = Path(folder) / "samples"
            samples.unlink(missing_ok=True)
            os.environ["BEDESTEN_SAMPLES"] = str(samples)
            found = Measured()
            with served(site, f"{folder}/{game}{sites.index(site)}.db", folder, sampling) as server:
                asyncio.run(saturated([server], game, tables, moves, found, SampledRun(server)))
                while not samples.exists():
                    time.sleep(0.1)
            taken = msgspec.json.decode(samples.read_bytes())
            print(f"{game} {site}: {found}")
            for part in ("inside", "itself"):
                print(f"  {part}, of {taken['inside']['all']} samples of the main thread:")
                for name, n in Counter(taken[part]).most_common(120 if part == "inside" else 30):
                    if part == "itself" or name.startswith("bedesten/"):
                        print(f"    {n / taken['inside']['all']:6.1%}  {name}")


# -- several processes -----------------------------------------------------------


def processes(games: list[str], tables: int, moves: int, rounds: int) -> None:
    """One, two and three processes on one PostgreSQL, alternately."""
    print(f"{tables} tables, {tables * PAGES} sockets, answers at once, {rounds} rounds")
    for game in games:
        found = {count: Measured() for count in (1, 2, 3)}
        for _ in range(rounds):
            for count, measured in found.items():
                with postgres() as url:
                    servers = [Server(url, "--workers", "1") for _ in range(count)]
                    try:
                        asyncio.run(saturated(servers, game, tables, moves, measured, Run()))
                    finally:
                        for server in servers:
                            server.stop()
        for count, measured in found.items():
            print(f"{game:13} {count} processes: {measured}", flush=True)


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


# -- lists -----------------------------------------------------------------------


async def stored_tables(server: Server, tables: int) -> list[dict[str, str]]:
    """Store tables of three guests, one of whom sits at all of them; their cookies."""
    guests = [Guest(server) for _ in range(3)]
    opening = asyncio.Semaphore(4)

    async def store_one(n: int) -> None:
        async with opening:
            visibility = "public" if n % 2 else "private"
            table = await guests[0].open("basari", "moo", visibility=visibility)
            for guest in guests[1 : 2 + n % 3]:
                await guest.join(table)

    for guest in guests:
        await guest.call("/api/me")
    await asyncio.gather(*(store_one(n) for n in range(tables)))
    cookies = [dict(guest.http.cookies) for guest in guests]
    for guest in guests:
        await guest.http.aclose()
    return cookies


async def timed_lists(server: Server, cookies: list[dict[str, str]]) -> None:
    async with Guest(server, cookies[0]) as guest:
        await guest.call("/api/me")
        for turn in ("cold", "again", "again"):
            for which in ("mine", "open", "live"):
                before = await figure(guest, "process_cpu_seconds_total")
                began = time.perf_counter()
                found = await guest.call(f"/api/tables?which={which}")
                took = time.perf_counter() - began
                used = await figure(guest, "process_cpu_seconds_total") - before
                print(
                    f"  {which:5} {turn:5}: {len(found):3} tables in {took * 1000:6.1f} ms, "
                    f"{used * 1000:.0f} ms of a core (figures included)",
                    flush=True,
                )


def lists(sites: list[str], tables: int, folder: str) -> None:
    """Lists of a restarted server with many stored tables."""
    for site in sites:
        db = f"{folder}/lists{sites.index(site)}.db"
        with served(site, db, folder) as server:
            cookies = asyncio.run(stored_tables(server, tables))
        with served(site, db, folder) as server:
            print(f"{site}: {tables} stored tables")
            asyncio.run(timed_lists(server, cookies))


# -- many tables, held -------------------------------------------------------------


async def hold(server: Server, tables: int, pause: float, seconds: float) -> None:
    """Hold tables with four sockets each; a move a table every so often."""
    empty = await memory_of(server)
    opening = asyncio.Semaphore(4)
    people = [Guest(server) for _ in range(PAGES)]
    for one in people:
        await one.call("/api/me")
    rounds = await asyncio.gather(
        *(sat_down(server, opening, guests=people) for _ in range(tables))
    )
    runs: list[Run] = []
    for n, (table, guests) in enumerate(rounds):
        run = Run()
        for seat, guest in enumerate(guests):
            await connect(server, table["id"], cookie(guest), run, f"{n}/{seat}")
        runs.append(run)
        await run.connected()
    begun = await memory_of(server)
    took: list[float] = []
    whim = random.Random(1)
    end = time.perf_counter() + seconds

    async def play_at(run: Run) -> None:
        await asyncio.sleep(whim.uniform(0, pause))
        while time.perf_counter() < end:
            began = time.perf_counter()
            if await run.play(1, idle=30.0):
                while run.received < PAGES:  # `play` counts from 0
                    await asyncio.sleep(0.001)
                took.append(time.perf_counter() - began)
            await asyncio.sleep(max(pause - (time.perf_counter() - began), 0))

    used = processor_of(server)
    began = time.perf_counter()
    await asyncio.gather(*(play_at(run) for run in runs))
    over = time.perf_counter() - began
    used = processor_of(server) - used
    report(f"{tables} tables, {tables * PAGES} sockets, a move every {pause:g} s", took, over)
    played = await memory_of(server)
    print(
        f"the server used {used / over:.1%} of a core, {used / len(took) * 1000:.2f} ms a move; "
        f"{(begun - empty) / tables / 1000:.0f} kB of memory a table with its sockets, "
        f"{(played - empty) / tables / 1000:.0f} kB at the end"
    )
    for run in runs:
        run.close()
    for one in people:
        await one.http.aclose()


async def memory_of(server: Server) -> float:
    """Bytes of memory that the server's main process uses."""
    pages = Path(f"/proc/{server.process.pid}/statm").read_text().split()[1]
    return float(int(pages) * os.sysconf("SC_PAGE_SIZE"))


def processor_of(server: Server) -> float:
    """Seconds of a core that the server's main process has used."""
    fields = Path(f"/proc/{server.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / float(os.sysconf("SC_CLK_TCK"))


async def played_memory(server: Server, game: str, tables: int, moves: int) -> None:
    """Memory of tables with four sockets each, beside as many others, after moves at each."""
    found: list[float] = []
    runs: list[Run] = []
    for part in range(2):  # the first part fills what is shared by all tables
        opening = asyncio.Semaphore(8)
        rounds = await asyncio.gather(*(sat_down(server, opening, game) for _ in range(tables)))
        before = await memory_of(server)
        run = Run()
        runs.append(run)
        for n, (table, guests) in enumerate(rounds):
            for seat, guest in enumerate(guests):
                await connect(server, table["id"], cookie(guest), run, f"{part}/{n}/{seat}")
                await guest.http.aclose()
        await run.connected()
        connected = await memory_of(server)
        played = await run.play(moves * tables)
        now = await memory_of(server)
        found = [connected - before, now - before, played]
    sockets, whole, moved = (value / tables for value in found)
    print(
        f"  {game:13} {tables} tables, {moved:.0f} moves each: {whole / 1000:.0f} kB a table, "
        f"{sockets / 1000:.0f} kB of it for connecting four sockets",
        flush=True,
    )
    for run in runs:
        run.close()


def memory(games: list[str], sites: list[str], tables: int, moves: int, folder: str) -> None:
    for site in sites:
        print(f"{site}:")
        for game in games:
            with served(site, f"{folder}/{game}{sites.index(site)}m.db", folder) as server:
                asyncio.run(played_memory(server, game, tables, moves))


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    verbs = [
        "latency",
        "load",
        "saturation",
        "processes",
        "long",
        "profile",
        "lists",
        "held",
        "memory",
    ]
    parser.add_argument("what", choices=verbs)
    parser.add_argument("--looking", action="store_true", help="ask for previews, as the page does")
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
            return saturation(games, sites, tables, moves, chosen.rounds, folder, chosen.looking)
        if chosen.what == "lists":
            return lists(sites, chosen.tables or 2000, folder)
        if chosen.what == "memory":
            games = chosen.game or list(bedesten.games())
            return memory(games, sites, chosen.tables or 60, chosen.moves or 250, folder)
        if chosen.what == "held":
            for site in sites:
                with served(site, f"{folder}/held{sites.index(site)}.db", folder) as server:
                    print(f"{site}:", flush=True)
                    asyncio.run(hold(server, chosen.tables or 1000, 20.0, chosen.seconds))
            return None
        if chosen.what == "profile":
            games = chosen.game or list(bedesten.games())
            return profile(games, sites, chosen.tables or 40, chosen.moves or 4000, folder)
        if chosen.what == "processes":
            tables, moves = chosen.tables or 24, chosen.moves or 2000
            return processes(chosen.game or ["basari"], tables, moves, chosen.rounds)
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
