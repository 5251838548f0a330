"""`bedesten games`: the games there are."""

from __future__ import annotations

from typing import Any

from rich.table import Table
from rich.text import Text

import bedesten
from bedesten.cli.json_output import print_json
from bedesten.cli.options import Json
from bedesten.cli.screen import Screen


def games(*, json: Json = False) -> None:
    """Print the games with their numbers of players and their options."""
    found = [bedesten.game(name) for name in bedesten.games()]
    if json:
        print_json(
            [
                {
                    "name": game.name,
                    "title": game.title,
                    "seats": list(game.seats),
                    "rules": game.rules_version,
                    "options": game.options,
                }
                for game in found
            ]
        )
        return
    grid = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    for heading in ("Game", "Players", "Options"):
        grid.add_column(heading)
    for game in found:
        options = "\n".join(
            f"{name}={_allowed(schema)}" for name, schema in game.options["properties"].items()
        )
        least, most = game.seats
        grid.add_row(Text(game.name, "bold"), f"{least}–{most}", options)
    Screen().console.print(grid)


def _allowed(schema: dict[str, Any]) -> str:
    """The values that an option allows, or their type."""
    if schema.get("type") == "boolean":
        return "true|false"
    return "|".join(map(str, schema.get("enum", ()))) or str(schema.get("type", "…"))
