"""One game between bots, from the first question to the last."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

import bedesten
from bedesten.bots import external
from bedesten.bots.knowledge import Knowledge
from bedesten.kernel.match import LONGEST_NAME, Match
from bedesten.kernel.rng import seeded
from bedesten.kernel.state import State


class Terms(msgspec.Struct, frozen=True):
    """What is agreed on before the first deal."""

    game: str
    seats: int
    options: dict[str, Any] = {}
    changes: dict[str, Any] = {}
    """What a variant's data file changes."""
    most_turns: int | None = None
    """After so many turns a game is left as it is, and counts as unfinished."""

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
    """The bots' names as a record can hold them, numbered by seat."""
    printable = ["".join(c if c.isprintable() and c != "," else " " for c in n) for n in names]
    return [f"{name[: LONGEST_NAME - 2].strip()} {n}" for n, name in enumerate(printable, 1)]


class GameStats(msgspec.Struct, frozen=True):
    """What the bots did in one game."""

    decisions: list[int]
    """By seat."""
    faults: list[int]
    """By seat, how often something else had to answer for the bot."""


def play_game(match: Match, names: Sequence[str], terms: Terms, luck: str) -> GameStats:
    """Play on to the end. Each bot has luck of its own: what one draws does not move the dice
    of the others.
    """
    players = [external.player(name) for name in names]
    drawn = [seeded(f"{luck}/bot/{seat}") for seat in range(len(players))]
    faults = [0] * len(players)
    decisions = [0] * len(players)
    while terms.goes_on(match.state):
        seat = match.actors[0]
        player = players[seat]
        before = len(getattr(player, "faults", ()))
        match.play(seat, player.choose(Knowledge.of(match, seat), drawn[seat]))
        faults[seat] += len(getattr(player, "faults", ())) - before
        decisions[seat] += 1
    return GameStats(decisions, faults)


def ranks_of(match: Match) -> list[int]:
    """The place of each seat, those level sharing the better one; all the first if unfinished."""
    ranks = [1] * match.seats
    place = 1
    for group in match.ranking:
        for seat in group:
            ranks[seat] = place
        place += len(group)
    return ranks
