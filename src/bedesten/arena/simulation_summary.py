"""The figures of a simulation, with bounds; games are independent here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bedesten.arena.estimates import Estimate, mean, share
from bedesten.arena.simulation import GameRow

_NOT_A_FIGURE: Final = ("index", "seed", "winners", "finished")


@dataclass(frozen=True)
class SimulationSummary:
    """What many games show; unfinished games are only counted."""

    games: int
    unfinished: int
    shared: int
    """Games that several seats have won together."""
    wins: list[Estimate]
    """By seat, its share of the games; a shared victory counts in equal parts."""
    scores: list[Estimate]
    """By seat."""
    figures: dict[str, Estimate]
    """Means over games: the winner's score and lead, lengths, and the game's own figures."""


def simulation_summary(rows: Sequence[GameRow], seats: int) -> SimulationSummary:
    """The summary of a simulation; without finished games it has no estimates."""
    finished = [row for row in rows if row.get("finished", True)]
    unfinished = len(rows) - len(finished)
    if not finished:
        return SimulationSummary(len(rows), unfinished, 0, [], [], {})
    return SimulationSummary(
        games=len(rows),
        unfinished=unfinished,
        shared=sum(" " in row["winners"] for row in finished),
        wins=_wins(finished, seats),
        scores=[mean([row[f"score_{seat}"] for row in finished]) for seat in range(seats)],
        figures=_figures(finished, seats),
    )


def _wins(rows: Sequence[GameRow], seats: int) -> list[Estimate]:
    won = [0.0] * seats
    for row in rows:
        winners = row["winners"].split()
        for seat in winners:
            won[int(seat)] += 1 / len(winners)
    return [share(wins, len(rows)) for wins in won]


def _figures(rows: Sequence[GameRow], seats: int) -> dict[str, Estimate]:
    scores = [sorted((row[f"score_{seat}"] for seat in range(seats)), reverse=True) for row in rows]
    found = {"winner's score": mean([one[0] for one in scores])}
    if seats > 1:
        found["lead on the second"] = mean([one[0] - one[1] for one in scores])
    for name in rows[0]:
        if name not in _NOT_A_FIGURE and not name.startswith(("score_", "rank_")):
            found[name] = mean([row[name] for row in rows])
    return found
