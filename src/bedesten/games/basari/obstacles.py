"""Why a tile would bring nothing. [BAS-3.7]"""

from __future__ import annotations

from bedesten.games.basari.state import Basari
from bedesten.games.basari.words import GEMS
from bedesten.kernel.why_not import WhyNot


def obstacles(s: Basari, seat: int, step: str) -> dict[int, list[WhyNot]]:
    """The gems tile, where the bank has none of the gems in the archway."""
    if GEMS not in s.legal(seat):
        return {}
    first = 4 * s.players[seat].archway
    shown = list(s.printed.gems)[first : first + 4]
    if any(n and s.bank[colour] for colour, n in enumerate(shown)):
        return {}
    return {GEMS: [WhyNot("empty_bank", {})]}
