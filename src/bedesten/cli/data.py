"""`bedesten data`: where each figure of a game comes from."""

from __future__ import annotations

from typing import Any

from rich.table import Table
from rich.text import Text

import bedesten
from bedesten.cli.json_output import print_json
from bedesten.cli.screen import Screen
from bedesten.cli.usage_error import as_usage_error
from bedesten.kernel.game import Game

RECONSTRUCTED = "reconstruction"


def provenance(game: Game[Any, Any, Any]) -> list[dict[str, Any]]:
    """Each figure with its value, its source and what is said about it."""
    found: list[dict[str, Any]] = []
    for figure, source in game.data_file["provenance"].items():
        kind, _, note = str(source).partition(": ")
        found.append(
            {"figure": figure, "source": kind, "note": note, "value": _value(game, figure)}
        )
    return found


def _value(game: Game[Any, Any, Any], figure: str) -> Any:
    """A figure by its name, which may lead through a table: `goods.rows`."""
    found: Any = game.data_file
    for key in figure.split("."):
        found = found[key]
    return found


def data(name: str, as_json: bool) -> None:
    with as_usage_error():
        game = bedesten.game(name)
    figures = provenance(game)
    if as_json:
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
    """A figure as it is, a table by its entries, long lists by their length."""
    if isinstance(value, dict):
        return ", ".join(f"{key} {_in_short(one)}" for key, one in value.items())
    return f"({len(value)})" if isinstance(value, list) else str(value)
