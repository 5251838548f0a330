"""The last cards. [IST-9.2]"""

from __future__ import annotations

from mypy_extensions import i64

from bedesten.games.istanbul.board import POLICE_STATION
from bedesten.games.istanbul.ledger import (
    ENDED,
    bring_family_home,
    gain_good,
    gain_lira,
    lay_down,
    play_card,
)
from bedesten.games.istanbul.state import Istanbul
from bedesten.games.istanbul.words import FAMILY, FIVE_LIRA, ONE_GOOD
from bedesten.kernel.step import Step
from bedesten.kernel.words import Seat


class FinalCards(Step):
    """Cards that bring lira or goods are played for everyone: keeping one never ranks higher."""

    clause = "IST-9.2"

    def run(self, s: Istanbul, _seat: Seat, _: i64, /) -> None:
        s.lay_open()
        n: i64
        for n in range(s.seats):
            play_last_cards(s, (s.first + n) % s.seats)
        s.tell(ENDED)


def play_last_cards(s: Istanbul, seat: Seat) -> None:
    p = s.players[seat]
    while p.hand[FIVE_LIRA] > 0:
        play_card(s, seat, FIVE_LIRA)
        gain_lira(s, seat, s.printed.card_lira)
        lay_down(s)
    if p.hand[FAMILY] > 0 and p.family != POLICE_STATION:
        play_card(s, seat, FAMILY)
        bring_family_home(s, seat)
        gain_lira(s, seat, s.printed.reward)
        lay_down(s)
    good: i64
    for good in range(4):
        while p.hand[ONE_GOOD] > 0 and p.goods[good] < p.room:
            play_card(s, seat, ONE_GOOD)
            gain_good(s, seat, good)
            lay_down(s)
