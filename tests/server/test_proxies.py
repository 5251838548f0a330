"""Several processes behind a proxy, by the files in `deploy`: nginx and Caddy, both real."""

from __future__ import annotations

import asyncio
import random
import signal
import time
from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from server.harness import Guest, Server, play_on
from server.postgres import postgres
from server.proxies import Proxy, free_port, proxy
from server.soak.account import Account
from server.soak.players import Party
from server.soak.run import audited

pytestmark = pytest.mark.anyio


@dataclass
class Cluster:
    """Three processes behind a proxy."""

    db: str
    servers: list[Server]
    proxy: Proxy


@pytest.fixture(params=["nginx", "caddy"], scope="module")
def cluster(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Cluster]:
    folder = tmp_path_factory.mktemp(request.param)
    port = free_port()
    servers: list[Server] = []
    with postgres() as url:
        try:
            for n in range(3):
                flags = ("--workers", "1", "--origin", f"https://localhost:{port}")
                servers.append(Server(url, *flags, "--tables", "1", log=folder / f"log{n}"))
            ports = [server.port for server in servers]
            with proxy(request.param, port, ports, folder / "proxy") as found:
                yield Cluster(url, servers, found)
        finally:
            for server in servers:
                server.kill()


async def test_a_proxy_serves_the_page_calls_and_sockets(cluster: Cluster) -> None:
    origin = cluster.proxy.url
    async with Guest(cluster.proxy) as ada:
        page = await ada.ask("/")
        assert page.headers["strict-transport-security"] == "max-age=31536000"
        assert "default-src 'none'" in page.headers["content-security-policy"]
        assert (await ada.ask("/metrics")).status_code == 403
        me = await ada.ask("/api/me")
        assert "secure" in me.headers["set-cookie"].lower()
        ada.http.headers["origin"] = origin
        await ada.call("/api/me", {"name": "Ada"}, "PATCH")
        ada.http.headers["origin"] = origin.replace("https", "http")
        assert (await ada.ask("/api/me", {"name": "Eve"}, "PATCH")).status_code == 403
        del ada.http.headers["origin"]
        table = await ada.open("basari", "mbb", options={"laps": 1})
        link = await ada.call(f"/api/tables/{table['id']}/seats/0/link", {})
        assert link["path"].startswith("/seat/")
        async with ada.socket(table["id"]) as connection:
            assert await play_on(connection, random.Random(1)) is not None
        record = "x" * 1_500_000  # as large as a record may be
        answer = await ada.http.post("/api/records", content=record)
        assert answer.json()["code"] == "bad_record"


async def test_a_client_cannot_choose_the_address_that_it_is_counted_by(cluster: Cluster) -> None:
    """An address may open three tables in an hour in each process here."""
    statuses = []
    for n in range(12):
        async with Guest(cluster.proxy) as eve:
            eve.http.headers["x-forwarded-for"] = f"10.0.0.{n}"
            await eve.call("/api/me")
            body = {"game": "basari", "seats": [{"kind": "me"}, {"kind": "bot"}, {"kind": "bot"}]}
            statuses.append((await eve.ask("/api/tables", body)).status_code)
    assert statuses.count(201) <= 9
    assert set(statuses) == {201, 429}


async def test_a_rolling_restart_is_not_noticed(cluster: Cluster) -> None:
    """One process after another is stopped and started while people play through the proxy."""
    for server in cluster.servers:  # without the small quota
        server.flags += ["--tables", "5000"]
        server.stop()
        server.start()
    account = Account()
    parties = [Party(lambda: cluster.proxy, account, n) for n in range(3)]
    playing = [asyncio.create_task(party.play()) for party in parties]
    calling = asyncio.create_task(_call_on(cluster.proxy))
    try:
        while len(account.answers) < 20:
            await asyncio.sleep(0.1)
            assert not any(task.done() for task in playing)
        for server in cluster.servers:
            before = len(account.answers)
            assert await asyncio.to_thread(server.stop) in (0, -signal.SIGTERM)
            await asyncio.to_thread(server.start)
            while len(account.answers) < before + 20:
                await asyncio.sleep(0.1)
                assert not any(task.done() for task in playing)
        calling.cancel()
    finally:
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
    with pytest.raises(asyncio.CancelledError):  # no call has failed
        await calling
    acknowledged = len(account.answers)
    assert await audited(cluster.db, account) > acknowledged
    assert account.gaps, "no socket was closed"
    assert account.refused.total() <= acknowledged // 20, account.refused
    assert sorted(account.gaps)[len(account.gaps) // 2] < 1.5, account.gaps


async def _call_on(place: Proxy) -> None:
    """Call all the time; every call must be answered."""
    async with Guest(place) as bo:
        while True:
            began = time.monotonic()
            await bo.call("/api/me")
            assert time.monotonic() - began < 10
            await asyncio.sleep(0.02)
