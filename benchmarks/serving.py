"""How soon a server answers: while the bots of four tables think, and with 200 tables at once.

    python benchmarks/serving.py latency
    python benchmarks/serving.py load

Both start a server of their own. Everything runs on this machine, clients included.
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
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

import bedesten
from server.harness import Guest, Message, Server, Socket

PAGES = 4  # of each table in the load test


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


async def sat_down(server: Server, opening: asyncio.Semaphore) -> tuple[Message, list[Guest]]:
    async with opening:
        guests = [Guest(server) for _ in range(PAGES)]
        table = await guests[0].open("basari", "m" + "o" * (PAGES - 1))
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


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=["latency", "load"])
    parser.add_argument("--moves", type=int, default=1000)
    parser.add_argument("--level", default="greedy")
    parser.add_argument("--thinking-tables", type=int, default=4)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--think", type=float, default=2.0)
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--db", default="")
    chosen = parser.parse_args()
    build = "compiled" if bedesten.COMPILED else "pure Python"
    print(f"{build}, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f} before")
    with tempfile.TemporaryDirectory() as folder:
        server = Server(chosen.db or f"{folder}/tables.db", log=Path(folder) / "log")
        try:
            if chosen.what == "latency":
                asyncio.run(latency(server, chosen.moves, chosen.level, chosen.thinking_tables))
            else:
                asyncio.run(load(server, chosen.tables, chosen.think, chosen.seconds))
        finally:
            server.stop()


if __name__ == "__main__":
    main()
