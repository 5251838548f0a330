"""The time of day as this process tells it: it follows the system's clock and never jumps.

If somebody sets the system's clock, or the machine was asleep, the time of this process
goes a little faster or slower until both agree. So nobody's bank of time is gone at once,
and no deadline moves into next week.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

SLEW: Final = 0.1
"""Seconds of correction in a second."""


class SteadyClock:
    """A clock that never goes back and is never set forward."""

    def __init__(
        self,
        wall: Callable[[], float] = time.time,
        steady: Callable[[], float] = time.monotonic,
    ) -> None:
        self._wall = wall
        self._steady = steady
        self._told = wall()
        self._at = steady()

    def now(self) -> float:
        """Seconds since 1970."""
        at = self._steady()
        passed = at - self._at
        expected = self._told + passed
        correction = self._wall() - expected
        most = passed * SLEW
        self._told = expected + max(-most, min(correction, most))
        self._at = at
        return self._told


now: Final = SteadyClock().now
