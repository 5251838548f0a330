"""The summary of a simulation as a table."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from bedesten.arena.simulation_summary import SimulationSummary


def report(found: SimulationSummary, bots: Sequence[str], title: str) -> RenderableType:
    head = f"{title}, {len(bots)} players: {found.games} games"
    if found.unfinished:
        head += f", {found.unfinished} of them unfinished and left out below"
    if not found.wins:
        return Text(head, "bold")
    head += f", {found.shared} won by several"
    return Group(Text(head, "bold"), Text(), _by_seat(found, bots), Text(), _by_game(found))


def _by_seat(found: SimulationSummary, bots: Sequence[str]) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    for heading in ("Seat", "Bot"):
        table.add_column(heading)
    for heading in ("Wins", "95 %", "Mean score", "95 %"):
        table.add_column(heading, justify="right")
    for seat, (won, score) in enumerate(zip(found.wins, found.scores, strict=True)):
        table.add_row(
            str(seat),
            bots[seat],
            Text(f"{100 * won.value:.1f} %", "bold"),
            won.bounds(100, 1),
            Text(f"{score.value:.2f}", "bold"),
            score.bounds(),
        )
    return table


def _by_game(found: SimulationSummary) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    table.add_column("Per game")
    table.add_column("Mean", justify="right")
    table.add_column("95 %", justify="right")
    for name, one in found.figures.items():
        table.add_row(name.replace("_", " "), Text(f"{one.value:.2f}", "bold"), one.bounds())
    return table
