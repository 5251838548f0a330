"""One game between bots, from the first decision to the last."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import perf_counter
from typing import Any

import msgspec

import bedesten
from bedesten.bots import external
from bedesten.bots.knowledge import Knowledge
from bedesten.kernel.match import LONGEST_NAME, Match
from bedesten.kernel.rng import seeded
from bedesten.kernel.state import State


class Terms(msgspec.Struct, frozen=True):
    """What all games of a simulation or tournament share."""

    game: str
    seats: int
    options: dict[str, Any] = {}
    changes: dict[str, Any] = {}
    """The changes of a variant's data file."""
    most_turns: int | None = None
    """A game is stopped after so many turns and counts as unfinished."""

    def begin(self, seed: str, names: Sequence[str]) -> Match:
        return Match(
            bedesten.game(self.game),
            seats=self.seats,
            seed=seed,
            names=seat_names(names),
            options=self.options,
            data=self.changes,
        )

    def goes_on(self, s: State) -> bool:
        in_time = self.most_turns is None or int(s.turn) <= self.most_turns
        return in_time and not s.is_over()


def seat_names(names: Sequence[str]) -> list[str]:
    """The bots' names in a form that records allow, numbered by seat."""
    printable = ["".join(c if c.isprintable() and c != "," else " " for c in n) for n in names]
    return [f"{name[: LONGEST_NAME - 2].strip()} {n}" for n, name in enumerate(printable, 1)]


class GameStats(msgspec.Struct, frozen=True):
    """Counts of the bots' decisions in one game."""

    decisions: list[int]
    """By seat."""
    faults: list[int]
    """By seat, decisions that the fallback made for the bot."""
    seconds: list[float]
    """By seat, how long the bot has thought."""


def play_game(
    match: Match,
    names: Sequence[str],
    terms: Terms,
    luck: str,
    look: Callable[[State], None] | None = None,
) -> GameStats:
    """Play a match to its end; `look` sees the state before every decision.

    Each bot has its own random generator, so the draws of one do not change those of another.
    """
    players = [external.player(name) for name in names]
    drawn = [seeded(f"{luck}/bot/{seat}") for seat in range(len(players))]
    faults = [0] * len(players)
    decisions = [0] * len(players)
    seconds = [0.0] * len(players)
    while terms.goes_on(match.state):
        if look is not None:
            look(match.state)
        seat = match.actors[0]
        player = players[seat]
        before = len(getattr(player, "faults", ()))
        known = Knowledge.of(match, seat)
        began = perf_counter()
        word = player.choose(known, drawn[seat])
        seconds[seat] += perf_counter() - began
        match.play(seat, word)
        faults[seat] += len(getattr(player, "faults", ())) - before
        decisions[seat] += 1
    return GameStats(decisions, faults, seconds)


def ranks_of(match: Match, faults: Sequence[int]) -> list[int]:
    """The place of each seat; tied seats share the better one. All are first if unfinished.

    A seat with a fault has forfeited: it comes after all that have none.
    """
    groups = match.ranking or (tuple(range(match.seats)),)
    forfeited = tuple(seat for seat, many in enumerate(faults) if many)
    kept = [tuple(seat for seat in group if seat not in forfeited) for group in groups]
    ranks = [1] * match.seats
    place = 1
    for group in (*kept, forfeited):
        for seat in group:
            ranks[seat] = place
        place += len(group)
    return ranks
