"""A small random generator that gives the same numbers everywhere.

Multiply-with-carry with one integer below 2**63 of state, exact without big integers, so that both
builds agree bit for bit. The multiplier makes a * 2**32 - 1 a safe prime; the period is about
2**62. It is not cryptographically secure: keep the seed of a running game secret.
"""

from __future__ import annotations

from hashlib import blake2s
from typing import Final

from mypy_extensions import i64, mypyc_attr

from bedesten.kernel.words import Word, Words, nth, size

_A: Final = 2147483085
_MASK: Final = 0xFFFF_FFFF
_PRIME: Final = _A * 4294967296 - 1  # a step multiplies the state by _A modulo this


@mypyc_attr(acyclic=True)
class Rng:
    """A stream of random integers whose whole state is one integer."""

    state: i64

    def __init__(self, state: i64) -> None:
        self.state = state

    def below(self, bound: i64) -> i64:
        """A number from 0 to bound - 1; bound stays below 2**31."""
        t = _A * (self.state & _MASK) + (self.state >> 32)
        self.state = t
        return (((t ^ (t >> 32)) & _MASK) * bound) >> 32

    def pick(self, words: Words) -> Word:
        """One word of a set, each as likely as the others."""
        n = size(words)
        if n == 1:
            return nth(words, 0)
        return nth(words, self.below(n))

    def copy(self) -> Rng:
        return Rng(self.state)


def seeded(seed: str) -> Rng:
    """The generator for a seed."""
    digest = blake2s(seed.encode(), digest_size=8).digest()
    rng = Rng((int.from_bytes(digest, "little") >> 2) | 1)
    for _ in range(4):
        rng.below(2)
    return rng


def nth_below(rng: Rng, n: int, bound: int) -> int:
    """What `below` would give after n calls, found without making them; the rng stays as it is."""
    state = int(rng.state) * pow(_A, n, _PRIME) % _PRIME
    return Rng(state).below(bound)
