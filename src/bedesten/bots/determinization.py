"""Imagined worlds (determinizations): states that agree with everything a seat knows."""

from __future__ import annotations

from bedesten.bots.knowledge import Knowledge
from bedesten.kernel.rng import Rng
from bedesten.kernel.state import State

_SEEDS = 1 << 30  # half of the bits of a generator's state


def imagined_worlds(known: Knowledge, rng: Rng, many: int) -> list[State]:
    """Sample worlds in which the sealed answers of other seats are open again."""
    worlds = [known.imagine(rng) for _ in range(many)]
    for world in worlds:
        if world.waiting != 0:
            for other in range(world.seats):
                if other != known.seat:
                    world.unsay(other)
    return worlds


def with_seeds(worlds: list[State], rng: Rng) -> list[tuple[State, int]]:
    """Pair every world with a seed, so that words are compared by common random numbers."""
    return [(world, rng.below(_SEEDS) * _SEEDS + rng.below(_SEEDS)) for world in worlds]
