"""How the oracles rank: who is beaten by nobody comes first, and so on."""

from __future__ import annotations

from collections.abc import Callable, Sequence


def ranked(seats: Sequence[int], beats: Callable[[int, int], bool]) -> list[list[int]]:
    """The seats from the best on, those that nobody left beats together."""
    groups: list[list[int]] = []
    left = list(seats)
    while left:
        best = [seat for seat in left if not any(beats(other, seat) for other in left)]
        groups.append(best)
        left = [seat for seat in left if seat not in best]
    return groups
