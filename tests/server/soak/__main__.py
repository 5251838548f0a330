"""Runs the soak for long: `python -m server.soak --minutes 60`, half of it on each database."""

from __future__ import annotations

import argparse
import asyncio
import sys
from datetime import UTC, datetime

from server.soak.run import soak

MAX_GROWTH = 30.0
"""Megabytes by which a process may grow from the second quarter of a run to the last."""
LONG = 600.0
"""Seconds of one run from which on its memory is judged: idle tables stay for ten minutes."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--parties", type=int, default=6)
    parser.add_argument("--only", choices=("sqlite", "postgresql"))
    asked = parser.parse_args()
    ways = [asked.only] if asked.only else ["sqlite", "postgresql"]
    seconds = asked.minutes * 60 / len(ways)
    print(f"{datetime.now(UTC):%Y-%m-%d %H:%M}, seed {asked.seed}, {asked.parties} parties")
    troubles: list[str] = []
    for way in ways:
        is_cluster = way == "postgresql"
        report = asyncio.run(soak(seconds, asked.seed, asked.parties, cluster=is_cluster))
        print("\n".join(report.lines()), flush=True)
        if report.unexpected():
            troubles.append(f"{way}: errors in the logs")
        if is_cluster and report.seconds > LONG and report.growth() > MAX_GROWTH:
            troubles.append(f"{way}: memory has grown by {report.growth():.0f} MB")
    if troubles:
        sys.exit("; ".join(troubles))


main()
