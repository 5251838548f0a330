"""How much a bot may search before it answers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from time import perf_counter


@dataclass(frozen=True)
class Budget:
    """A number of simulations, and optionally a deadline."""

    simulations: int
    deadline: float | None = None

    def slices(self, size: int) -> Iterator[int]:
        """Batches of simulations until the budget or the time is used up; at least one.

        Compiled code does not react to signals while it runs, so batches are small.
        """
        left = self.simulations
        while left > 0:
            yield min(left, size)
            left -= size
            if self.deadline is not None and perf_counter() >= self.deadline:
                return
