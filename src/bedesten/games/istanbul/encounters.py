"""Phase 4: family members, the governor and the smuggler, in any order. [IST-6]"""

from __future__ import annotations

from mypy_extensions import i64

from bedesten.games.istanbul import steps
from bedesten.games.istanbul.board import POLICE_STATION
from bedesten.games.istanbul.cards import (
    TurnQuestion,
    family_card,
    in_hand,
)
from bedesten.games.istanbul.dice import RollSum
from bedesten.games.istanbul.ledger import (
    GOVERNOR_MOVED,
    SMUGGLED,
    SMUGGLER_MOVED,
    bring_family_home,
    catch_family,
    gain_good,
    gain_lira,
    give_card,
    give_good,
    lay_down,
    pay_lira,
    play_card,
)
from bedesten.games.istanbul.state import (
    MET_GOVERNOR,
    MET_SMUGGLER,
    NO_GOOD,
    Istanbul,
    card_to_draw,
)
from bedesten.games.istanbul.words import (
    CARD,
    CATCH,
    FIVE_LIRA,
    GIVE,
    GOOD,
    GOVERNOR,
    PASS,
    PAY,
    SMUGGLER,
    SUM,
)
from bedesten.kernel.rows import total
from bedesten.kernel.state import NOBODY
from bedesten.kernel.step import Question, Step
from bedesten.kernel.words import Seat, Word, Words, held, say, span


class Encounters(TurnQuestion):
    """Catch every family member, use the figures if wanted, end the turn. [IST-6.1 to IST-6.4]"""

    clause = "IST-6.1"

    def answers(self, s: Istanbul, seat: Seat, _: i64, /) -> Words:
        here = s.players[seat].merchant
        words = say(PASS) if family_here(s, seat) == NOBODY else say(CATCH)
        if s.governor == here and s.used & MET_GOVERNOR == 0 and card_to_draw(s):
            words |= say(GOVERNOR)
        if s.smuggler == here and s.used & MET_SMUGGLER == 0:
            words |= say(SMUGGLER)
        return words

    def decide(self, s: Istanbul, seat: Seat, _: i64, word: Word, /) -> None:
        if word == PASS:
            return
        if word == CATCH:
            catch_family(s, seat, family_here(s, seat))
            s.then(steps.TAKE_REWARD, seat)
        elif word == GOVERNOR:
            s.then(steps.GOVERNOR, seat)
        else:
            s.then(steps.SMUGGLER, seat)
        s.again()


def family_here(s: Istanbul, seat: Seat) -> Seat:
    """The next seat whose family member can be caught here; NOBODY if there is none. [IST-6.1]"""
    here = s.players[seat].merchant
    other: Seat
    if here != POLICE_STATION:
        for other in range(s.seats):
            if other != seat and s.players[other].family == here:
                return other
    return NOBODY


class Governor(Step):
    """Draw a card, look at it, and pay for it. [IST-6.2]"""

    clause = "IST-6.2"

    def run(self, s: Istanbul, seat: Seat, _: i64, /) -> None:
        s.used |= MET_GOVERNOR
        s.then(steps.DRAW_CARD, seat)
        s.then(steps.PAY_GOVERNOR, seat)
        s.then(steps.MOVE_GOVERNOR, seat)


class PayGovernor(Question):
    """Lira, or a card of the hand; only cards that bring lira can be played before. [IST-6.2]"""

    clause = "IST-6.2"

    def is_open(self, s: Istanbul, seat: Seat, _: i64, /) -> bool:
        return total(s.players[seat].hand) == 0

    def options(self, s: Istanbul, seat: Seat, _: i64, /) -> Words:
        p = s.players[seat]
        price = s.printed.governor_price
        cards = total(p.hand)
        words: Words = 0
        # The last card of the hand is kept for the price if the lira it brings do not suffice.
        if cards > 1 or p.lira + s.printed.card_lira >= price:
            words |= in_hand(p, FIVE_LIRA)
        if cards > 1 or p.lira + s.printed.reward >= price:
            words |= family_card(p)
        if cards > 0:
            words |= say(GIVE)
        if p.lira >= price:
            words |= say(PAY)
        return words

    def answer(self, s: Istanbul, seat: Seat, _: i64, word: Word, /) -> None:
        if word == PAY:
            pay_lira(s, seat, s.printed.governor_price)
            return
        if word == GIVE:
            s.then(steps.GIVE_CARD, seat)
            return
        play_card(s, seat, word - CARD)
        if word == CARD + FIVE_LIRA:
            gain_lira(s, seat, s.printed.card_lira)
        else:
            bring_family_home(s, seat)
            gain_lira(s, seat, s.printed.reward)
        lay_down(s)
        s.again()


class GiveCard(Question):
    """A card of the hand is the governor's price; the new one may be it. [IST-6.2]"""

    clause = "IST-6.2"

    def is_open(self, s: Istanbul, seat: Seat, _: i64, /) -> bool:
        return total(s.players[seat].hand) == 1

    def options(self, s: Istanbul, seat: Seat, _: i64, /) -> Words:
        return held(CARD, s.players[seat].hand)

    def answer(self, s: Istanbul, seat: Seat, _: i64, card: Word, /) -> None:
        give_card(s, seat, card - CARD)


class MoveGovernor(RollSum):
    """The governor goes where two dice send it. [IST-2.6, IST-6.4]"""

    clause = "IST-6.4"

    def answer(self, s: Istanbul, seat: Seat, _: i64, word: Word, /) -> None:
        s.governor = word - SUM + 2
        s.tell(GOVERNOR_MOVED, NOBODY, s.governor)


class Smuggler(Step):
    """Take a good of any kind, and pay for it. [IST-6.3]"""

    clause = "IST-6.3"

    def run(self, s: Istanbul, seat: Seat, _: i64, /) -> None:
        s.used |= MET_SMUGGLER
        s.then(steps.TAKE_SMUGGLED, seat)
        s.then(steps.PAY_SMUGGLER, seat)
        s.then(steps.MOVE_SMUGGLER, seat)


class TakeSmuggled(Question):
    """Any good; whether there is room for it is looked at after the price. [IST-6.3]"""

    clause = "IST-6.3"

    def options(self, s: Istanbul, seat: Seat, _: i64, /) -> Words:
        return span(GOOD, 4)

    def answer(self, s: Istanbul, seat: Seat, _: i64, word: Word, /) -> None:
        s.smuggled = word - GOOD
        s.tell(SMUGGLED, seat, s.smuggled)


class PaySmuggler(TurnQuestion):
    """Lira, or a good, be it the one just taken. [IST-6.3]"""

    clause = "IST-6.3"

    def answers(self, s: Istanbul, seat: Seat, _: i64, /) -> Words:
        p = s.players[seat]
        words = held(GOOD, p.goods) | say(GOOD + s.smuggled)
        if p.lira >= s.printed.smuggler_price:
            words |= say(PAY)
        return words

    def decide(self, s: Istanbul, seat: Seat, _: i64, word: Word, /) -> None:
        good = s.smuggled
        s.smuggled = NO_GOOD
        if word == PAY:
            pay_lira(s, seat, s.printed.smuggler_price)
        elif word == GOOD + good:
            return  # handed straight back, with or without room
        else:
            give_good(s, seat, word - GOOD)
        gain_good(s, seat, good)


class MoveSmuggler(RollSum):
    """The smuggler goes where two dice send it. [IST-2.6, IST-6.4]"""

    clause = "IST-6.4"

    def answer(self, s: Istanbul, seat: Seat, _: i64, word: Word, /) -> None:
        s.smuggler = word - SUM + 2
        s.tell(SMUGGLER_MOVED, NOBODY, s.smuggler)
