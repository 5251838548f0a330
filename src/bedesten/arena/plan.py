"""The plan of a tournament: game number n follows from it alone.

A deal is a seed of chance. Every line-up plays every deal, in all rotations of its
seats, so a lucky deal helps all bots equally (duplicate play). The games of a deal
have consecutive numbers.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import combinations, combinations_with_replacement, permutations
from typing import NamedTuple

import msgspec

from bedesten.arena.bot_game import Terms


class Pairing(NamedTuple):
    """One game of the plan."""

    number: int
    deal: int
    seed: str
    """The seed of chance, the same for all games of a deal."""
    luck: str
    """The seed of the bots' own randomness, which no two games share."""
    bots: tuple[str, ...]
    """By seat."""

    def __str__(self) -> str:
        return f"game {self.number} (seed {self.seed}, {' · '.join(self.bots)})"


class Plan(msgspec.Struct, frozen=True, dict=True):
    """The game, the bots and the seed of a tournament."""

    terms: Terms
    bots: tuple[str, ...]
    """As named by the user, repetitions included."""
    seed: int | str

    @cached_property
    def line_ups(self) -> list[tuple[str, ...]]:
        return line_ups(self.bots, self.terms.seats)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Every bot once, in the order given."""
        return tuple(dict.fromkeys(self.bots))

    @cached_property
    def _orders(self) -> list[list[tuple[str, ...]]]:
        return [seat_orders(line_up) for line_up in self.line_ups]

    @cached_property
    def rotations(self) -> int:
        """How many games each line-up plays on a deal; one if there is only one bot."""
        return self.terms.seats if len(self.names) > 1 else 1

    @cached_property
    def games_a_deal(self) -> int:
        return len(self.line_ups) * self.rotations

    def whole_deals(self, games: int) -> int:
        """A number of games, rounded up to complete deals."""
        return -(-games // self.games_a_deal) * self.games_a_deal

    def pairing(self, number: int) -> Pairing:
        deal, within = divmod(number, self.games_a_deal)
        line_up, turned = divmod(within, self.rotations)
        orders = self._orders[line_up]
        order = orders[deal % len(orders)]
        seed = f"{self.seed}/{deal}"
        return Pairing(number, deal, seed, f"{seed}/{within}", order[turned:] + order[:turned])

    def pairings(self, numbers: Sequence[int]) -> Iterator[Pairing]:
        return map(self.pairing, numbers)


def line_ups(bots: Sequence[str], seats: int) -> list[tuple[str, ...]]:
    """All line-ups of some bots.

    As many bots as seats are one line-up, and a bot may be named twice. More bots
    than seats play in all combinations. Fewer bots fill the seats in every way that
    leaves none of them out.
    """
    if len(bots) == seats:
        return [tuple(bots)]
    if len(set(bots)) < len(bots):
        raise ValueError(
            f"a bot is named twice only where the seats are named one by one: "
            f"{seats} seats, {len(bots)} names"
        )
    if len(bots) > seats:
        return list(combinations(bots, seats))
    more = combinations_with_replacement(bots, seats - len(bots))
    return [tuple(sorted([*bots, *extra], key=bots.index)) for extra in more]


def seat_orders(line_up: tuple[str, ...]) -> list[tuple[str, ...]]:
    """The seatings that are not rotations of each other; deals use them in turn."""
    found: dict[tuple[str, ...], None] = {}
    for order in permutations(line_up):
        turned = [order[n:] + order[:n] for n in range(len(order))]
        found[min(turned, key=lambda one: [line_up.index(name) for name in one])] = None
    return list(found)


def short(name: str, most: int = 24) -> str:
    """A bot's name, shortened for a table; of a long command, its end."""
    return name if len(name) <= most else f"…{name[1 - most :]}"
