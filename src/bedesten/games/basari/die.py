"""The die that every seat has. [BAS-1.2]"""

from __future__ import annotations

from mypy_extensions import i64

from bedesten.games.basari.state import Basari
from bedesten.games.basari.words import PIPS
from bedesten.kernel.step import Chance
from bedesten.kernel.words import Seat, Word


class Die(Chance):
    """A roll of one die; `answer` says what it is for."""

    def tickets(self, s: Basari, seat: Seat, _: i64, /) -> i64:
        return 6

    def drawn(self, s: Basari, seat: Seat, _: i64, ticket: i64, /) -> Word:
        return PIPS + ticket
