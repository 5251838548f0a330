"""`bedesten data`: where each figure of a game comes from."""

from __future__ import annotations

from typing import Any

from rich.table import Table
from rich.text import Text

import bedesten
from bedesten.cli.json_output import print_json
from bedesten.cli.options import GameName, Json
from bedesten.cli.provenance import RECONSTRUCTED, provenance
from bedesten.cli.screen import Screen
from bedesten.cli.usage_error import as_usage_error


def data(game: GameName, *, json: Json = False) -> None:
    """Print the figures of a game with their sources."""
    with as_usage_error():
        figures = provenance(bedesten.game(game))
    if json:
        print_json(figures)
        return
    grid = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    grid.add_column("Figure", no_wrap=True)
    grid.add_column("Value")
    grid.add_column("Source", no_wrap=True)
    grid.add_column("Remark")
    for figure in figures:
        style = "bold" if figure["source"] == RECONSTRUCTED else ""
        grid.add_row(
            Text(figure["figure"], style),
            _in_short(figure["value"]),
            Text(figure["source"], style),
            figure["note"],
        )
    Screen().console.print(grid)


def _in_short(value: Any) -> str:
    """A number as it is, a table by its entries, a list by its length."""
    if isinstance(value, dict):
        return ", ".join(f"{key} {_in_short(one)}" for key, one in value.items())
    return f"({len(value)})" if isinstance(value, list) else str(value)
