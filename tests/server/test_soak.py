"""The soak in its short form: every kind of fault once, with real processes."""

from __future__ import annotations

import pytest

from server.soak.run import soak

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize("cluster", [False, True], ids=["sqlite", "postgresql"])
async def test_nothing_is_lost_doubled_or_stuck_whatever_fails(cluster: bool) -> None:
    report = await soak(1.0, 7, 3, cluster=cluster)
    assert not report.unexpected(), report.folder
    assert report.faults["kill"] >= 1
    assert report.acknowledged > 20
