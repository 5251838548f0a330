"""What came of many games, as a table or as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any, Final

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from bedesten.arena.estimates import Estimate, mean, share
from bedesten.cli.rows import Row

_OF_THE_ROW: Final = ("index", "seed", "winners", "finished")


def summary(rows: Sequence[Row], seats: int) -> dict[str, Any]:
    """All figures by name, as plain data; games that were not finished are only counted."""
    games = len(rows)
    rows = _finished(rows)
    if not rows:
        return {"games": games, "unfinished": games, "wins": [], "scores": [], "figures": {}}
    return {
        "games": games,
        "unfinished": games - len(rows),
        "wins": [asdict(one) for one in _wins(rows, seats)],
        "scores": [asdict(mean([row[f"score_{seat}"] for row in rows])) for seat in range(seats)],
        "figures": {name: asdict(one) for name, one in _figures(rows, seats).items()},
    }


def report(rows: Sequence[Row], bots: Sequence[str], title: str) -> RenderableType:
    seats = len(bots)
    games = len(rows)
    rows = _finished(rows)
    head = f"{title}, {seats} players: {games} games"
    if len(rows) < games:
        head += f", {games - len(rows)} of them unfinished and left out below"
    if not rows:
        return Text(head, "bold")
    by_seat = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    for heading in ("Seat", "Bot"):
        by_seat.add_column(heading)
    for heading in ("Wins", "95 %", "Mean score", "95 %"):
        by_seat.add_column(heading, justify="right")
    for seat, won in enumerate(_wins(rows, seats)):
        score = mean([row[f"score_{seat}"] for row in rows])
        by_seat.add_row(
            str(seat),
            bots[seat],
            Text(f"{100 * won.value:.1f} %", "bold"),
            won.bounds(100, 1),
            Text(f"{score.value:.2f}", "bold"),
            score.bounds(),
        )
    by_game = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    by_game.add_column("Per game")
    by_game.add_column("Mean", justify="right")
    by_game.add_column("95 %", justify="right")
    for name, one in _figures(rows, seats).items():
        by_game.add_row(name.replace("_", " "), Text(f"{one.value:.2f}", "bold"), one.bounds())
    shared = sum(" " in row["winners"] for row in rows)
    return Group(Text(f"{head}, {shared} won by several", "bold"), Text(), by_seat, Text(), by_game)


def _finished(rows: Sequence[Row]) -> list[Row]:
    return [row for row in rows if row.get("finished", True)]


def _wins(rows: Sequence[Row], seats: int) -> list[Estimate]:
    won = [0.0] * seats
    for row in rows:
        winners = row["winners"].split()
        for seat in winners:
            won[int(seat)] += 1 / len(winners)
    return [share(wins, len(rows)) for wins in won]


def _figures(rows: Sequence[Row], seats: int) -> dict[str, Estimate]:
    """Everything that is not a seat's own: the winner's score and lead, lengths, the game's own."""
    scores = [sorted((row[f"score_{seat}"] for seat in range(seats)), reverse=True) for row in rows]
    found = {
        "winner's score": mean([one[0] for one in scores]),
        "lead on the second": mean([one[0] - one[1] for one in scores]) if seats > 1 else None,
    }
    for name in rows[0]:
        if name not in _OF_THE_ROW and not name.startswith(("score_", "rank_")):
            found[name] = mean([row[name] for row in rows])
    return {name: one for name, one in found.items() if one is not None}
