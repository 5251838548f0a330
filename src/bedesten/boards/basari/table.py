"""What a seat sees of the courtyard."""

from __future__ import annotations

from typing import Any, cast

from bedesten.boards.table_view import TableView
from bedesten.games.basari.state import Basari, BasariPrinted
from bedesten.kernel.state import CHANCE


class BasariTable(TableView):
    """What a seat sees of a game of Basari."""

    @property
    def printed(self) -> BasariPrinted:
        """The printed figures, which everybody may read."""
        return cast(Basari, self.match.state).printed

    @property
    def is_choosing(self) -> bool:
        """Tell whether tiles are being laid face down."""
        actors = self.view["actors"]
        placed = all(player["archway"] is not None for player in self.players)
        return bool(actors) and CHANCE not in actors and placed and not self.view["haggle"]

    def archway(self, n: int) -> dict[str, Any]:
        """What archway n shows."""
        found: dict[str, Any] = self.view["ring"][n - 1]
        return found
