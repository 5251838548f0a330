"""What `bedesten calibrate` prints."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from bedesten.arena.calibration import Calibration

_BAR = 20  # characters for a chance of 100 %


def report(heading: str, found: Calibration) -> RenderableType:
    head = f"{heading}: {found.games} games, {found.positions} positions at the start of a turn"
    quarters = " · ".join(f"{one.value:.3f}" for one in found.quarters)
    return Group(
        Text(head, "bold"),
        Text(),
        _losses(found),
        Text(),
        Text(f"Log loss by quarter of the game: {quarters}"),
        Text(),
        _reliability(found),
    )


def _losses(found: Calibration) -> Table:
    table = _table("Chances by", "Log loss", "95 %", "Brier", "95 %", "Calibration error")
    rows = {
        "the network": found.shown,
        "the evaluation of the search": found.search,
        "the scores alone": found.by_score,
        "equal for all": found.constant,
    }
    for name, one in rows.items():
        table.add_row(
            name,
            Text(f"{one.log_loss.value:.3f}", "bold"),
            one.log_loss.bounds(1, 3),
            f"{one.brier.value:.3f}",
            one.brier.bounds(1, 3),
            f"{one.calibration_error:.3f}",
        )
    return table


def _reliability(found: Calibration) -> Table:
    table = _table("Said", "Won", "95 %", "Seats")
    table.add_column("", no_wrap=True)
    for row in found.reliability:
        bar = "█" * round(_BAR * row.won.value)
        table.add_row(
            f"{100 * row.said:.0f} %",
            Text(f"{100 * row.won.value:.0f} %", "bold"),
            row.won.bounds(100, 0),
            str(row.positions),
            f"{bar:<{_BAR}}",
        )
    return table


def _table(first: str, *headings: str) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    table.add_column(first)
    for heading in headings:
        table.add_column(heading, justify="right", no_wrap=True)
    return table
