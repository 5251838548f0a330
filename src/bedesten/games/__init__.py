"""The games, one package each. To add a game, add its package and one line here."""

from __future__ import annotations

from typing import Final

NAMES: Final = (
    "istanbul",
    "choose_write",
    "basari",
)
"""The packages in this folder, in the order in which they are listed."""
