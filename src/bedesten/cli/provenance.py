"""Where each figure of a game comes from."""

from __future__ import annotations

from typing import Any, Final

from bedesten.kernel.game import Game

RECONSTRUCTED: Final = "reconstruction"


def provenance(game: Game[Any, Any, Any]) -> list[dict[str, Any]]:
    """Each figure with its value, source and note."""
    found: list[dict[str, Any]] = []
    for figure, source in game.data_file["provenance"].items():
        kind, _, note = str(source).partition(": ")
        found.append(
            {"figure": figure, "source": kind, "note": note, "value": _value(game, figure)}
        )
    return found


def _value(game: Game[Any, Any, Any], figure: str) -> Any:
    """A figure by its dotted name, such as `goods.rows`."""
    found: Any = game.data_file
    for key in figure.split("."):
        found = found[key]
    return found
