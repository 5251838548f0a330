"""Who gets the next worker: turns for everybody, background work last."""

from __future__ import annotations

import asyncio

import pytest

from bedesten.server.fair_queue import FairQueue, Owner

pytestmark = pytest.mark.anyio

HOG, ADA, BO = Owner("1.1.1.1", "hog"), Owner("2.2.2.2", "ada"), Owner("2.2.2.2", "bo")


class Bench:
    """A queue of some workers, and the order in which jobs got one."""

    def __init__(self, workers: int) -> None:
        self.now = 100.0
        self.queue: FairQueue[str] = FairQueue([f"w{n}" for n in range(workers)], lambda: self.now)
        self.served: list[str] = []
        self.held: list[str] = []
        self.tasks: list[asyncio.Task[None]] = []

    async def ask(self, owner: Owner, name: str, background: bool = False) -> asyncio.Task[None]:
        async def take() -> None:
            worker = await self.queue.take(owner, name, background)
            self.served.append(name)
            self.held.append(worker)

        task = asyncio.create_task(take())
        self.tasks.append(task)
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        return task

    async def done(self, seconds: float = 0.1) -> None:
        """The job that began first has ended."""
        self.now += seconds
        self.queue.give(self.held.pop(0))
        await asyncio.sleep(0)
        await asyncio.sleep(0)


async def test_people_take_turns_however_many_jobs_one_has() -> None:
    bench = Bench(1)
    for n in range(50):
        await bench.ask(HOG, f"hog{n}")
    await bench.ask(ADA, "ada0")
    await bench.ask(ADA, "ada1")
    await bench.ask(BO, "bo0")
    for _ in range(7):
        await bench.done()
    assert bench.served == ["hog0", "hog1", "ada0", "hog2", "bo0", "hog3", "ada1", "hog4"]


async def test_background_work_waits_for_all_others_and_rests_while_people_play() -> None:
    bench = Bench(1)
    await bench.ask(ADA, "ada0")
    await bench.ask(HOG, "dark0", background=True)
    await bench.ask(HOG, "dark1", background=True)
    await bench.ask(ADA, "ada1")
    await bench.done()
    assert bench.served == ["ada0", "ada1"]
    await bench.done()
    assert bench.served[2:] == ["dark0"]
    await bench.done(0.5)  # ended within a second after ada's: now it rests for a second
    assert bench.served[3:] == []
    await bench.ask(ADA, "ada2")
    assert bench.served[3:] == ["ada2"]
    await bench.done()
    bench.now += 1.1
    bench.queue.promote("nothing", ADA)  # looks again, as the timer does
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert bench.served[4:] == ["dark1"]


async def test_background_work_runs_freely_when_nobody_plays_and_leaves_one_worker_free() -> None:
    bench = Bench(3)
    for n in range(4):
        await bench.ask(HOG, f"dark{n}", background=True)
    assert bench.served == ["dark0", "dark1"]
    await bench.ask(ADA, "ada0")
    assert bench.served == ["dark0", "dark1", "ada0"]
    alone = Bench(1)
    for n in range(4):
        await alone.ask(HOG, f"dark{n}", background=True)
    for _ in range(3):
        await alone.done()
    assert alone.served == ["dark0", "dark1", "dark2", "dark3"]


async def test_a_table_that_is_watched_again_is_promoted() -> None:
    bench = Bench(1)
    await bench.ask(HOG, "hog0")
    for n in range(20):
        await bench.ask(HOG, f"dark{n}", background=True)
    bench.queue.promote("dark17", ADA)
    await bench.done()
    assert bench.served == ["hog0", "dark17"]


async def test_cancelled_jobs_lose_no_worker() -> None:
    bench = Bench(1)
    await bench.ask(HOG, "hog0")
    gone = await bench.ask(ADA, "ada0")
    await bench.ask(BO, "bo0")
    gone.cancel()
    await asyncio.sleep(0)
    await bench.done()
    assert bench.served == ["hog0", "bo0"]
    at_once = asyncio.create_task(bench.queue.take(ADA))
    await asyncio.sleep(0)
    bench.queue.give(bench.held.pop(0))  # it has a turn now,
    at_once.cancel()  # and is cancelled before it hears of it
    await asyncio.sleep(0)
    assert (await bench.ask(BO, "bo1")).done()
