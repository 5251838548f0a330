"""Bonus cards and the yellow tile: when they can be played, and what they do. [IST-7, IST-8.4]"""

from __future__ import annotations

from mypy_extensions import i64

from bedesten.games.istanbul import steps
from bedesten.games.istanbul.board import POLICE_STATION
from bedesten.games.istanbul.ledger import (
    USED_YELLOW,
    bring_family_home,
    draw_card,
    fetch_assistant,
    gain_good,
    gain_lira,
    lay_down,
    pay_lira,
    play_card,
    reshuffle,
)
from bedesten.games.istanbul.state import (
    USED_YELLOW_TILE,
    YELLOW,
    Istanbul,
    IstanbulPlayer,
    card_to_draw,
)
from bedesten.games.istanbul.words import (
    CARD,
    CARDS,
    DRAW,
    FAMILY,
    FIVE_LIRA,
    GOOD,
    LIRA,
    ONE_GOOD,
    PLACE,
    YELLOW_TILE,
)
from bedesten.kernel.rows import kind_of, total
from bedesten.kernel.step import Draw, Question, RuleError, Step
from bedesten.kernel.words import Seat, Word, Words, say, span


class TurnQuestion(Question):
    """A question inside a turn: cards may be played first, and it then stands. [IST-7]

    Its options tell what is in the hand, so it is asked as long as there is one.
    """

    def is_open(self, s: Istanbul, seat: Seat, _: i64, /) -> bool:
        return total(s.players[seat].hand) == 0

    def options(self, s: Istanbul, seat: Seat, detail: i64, /) -> Words:
        return playable_any_time(s, seat) | self.answers(s, seat, detail)

    def answer(self, s: Istanbul, seat: Seat, detail: i64, word: Word, /) -> None:
        if word == YELLOW_TILE:
            use_yellow_tile(s, seat)
            s.again()
        elif word >= CARD + CARDS:
            self.decide(s, seat, detail, word)
        elif not self.play(s, seat, detail, word - CARD):
            play_any_time(s, seat, word - CARD)
            s.again()

    def play(self, s: Istanbul, seat: Seat, detail: i64, card: i64, /) -> bool:
        """Play a card that belongs to this question; tell whether it is one."""
        return False

    def answers(self, s: Istanbul, seat: Seat, detail: i64, /) -> Words:
        raise RuleError("a question inside a turn has answers of its own")

    def decide(self, s: Istanbul, seat: Seat, detail: i64, word: Word, /) -> None:
        raise RuleError("a question inside a turn has answers of its own")


def playable_any_time(s: Istanbul, seat: Seat) -> Words:
    """What may be used at any moment of one's turn but inside an action.

    [IST-7.1, IST-7.2, IST-7.4, IST-8.4]
    """
    p = s.players[seat]
    words = in_hand(p, ONE_GOOD) | in_hand(p, FIVE_LIRA) | family_card(p)
    if (
        p.tiles & 1 << YELLOW != 0
        and p.out != 0
        and p.lira >= s.printed.yellow_tile_price
        and s.used & USED_YELLOW_TILE == 0
    ):
        words |= say(YELLOW_TILE)
    return words


def play_any_time(s: Istanbul, seat: Seat, card: i64) -> None:
    play_card(s, seat, card)
    if card == ONE_GOOD:
        s.then(steps.PICK_GOOD, seat)
    elif card == FIVE_LIRA:
        gain_lira(s, seat, s.printed.card_lira)
    elif card == FAMILY:
        bring_family_home(s, seat)
        s.then(steps.TAKE_REWARD, seat)
    else:
        raise RuleError("this card cannot be played at any time")
    s.then(steps.LAY_DOWN)


def in_hand(p: IstanbulPlayer, card: i64) -> Words:
    """The word for a card, as a set, if it is held."""
    if p.hand[card] > 0:
        return say(CARD + card)
    return 0


def family_card(p: IstanbulPlayer) -> Words:
    """The family card needs a family member that is away. [IST-7.4]"""
    if p.family != POLICE_STATION:
        return in_hand(p, FAMILY)
    return 0


def use_yellow_tile(s: Istanbul, seat: Seat) -> None:
    """Once a turn an own assistant comes back for lira. [IST-8.4]"""
    s.tell(USED_YELLOW, seat)
    pay_lira(s, seat, s.printed.yellow_tile_price)
    s.used |= USED_YELLOW_TILE
    s.then(steps.FETCH_ASSISTANT, seat)


class LayDown(Step):
    """A played card joins the discards when its effect is done. [IST-7.11]"""

    clause = "IST-7.11"

    def run(self, s: Istanbul, _seat: Seat, _: i64, /) -> None:
        lay_down(s)


class PickGood(Question):
    """Take one good of choice. [IST-7.1]"""

    clause = "IST-7.1"

    def options(self, s: Istanbul, seat: Seat, _: i64, /) -> Words:
        return span(GOOD, 4)

    def answer(self, s: Istanbul, seat: Seat, _: i64, good: Word, /) -> None:
        gain_good(s, seat, good - GOOD)


class FetchAssistant(Question):
    """One own assistant comes back to the merchant. [IST-7.7, IST-8.4]"""

    clause = "IST-7.7"

    def options(self, s: Istanbul, seat: Seat, _: i64, /) -> Words:
        return s.players[seat].out

    def answer(self, s: Istanbul, seat: Seat, _: i64, word: Word, /) -> None:
        fetch_assistant(s, seat, word - PLACE + 1)


class TakeReward(Question):
    """Take a bonus card or lira; without a card to draw, lira. [IST-6.1, IST-7.4, IST-7.9]"""

    clause = "IST-6.1"

    def options(self, s: Istanbul, seat: Seat, _: i64, /) -> Words:
        if card_to_draw(s):
            return say(LIRA) | say(DRAW)
        return say(LIRA)

    def answer(self, s: Istanbul, seat: Seat, _: i64, word: Word, /) -> None:
        if word == DRAW:
            s.then(steps.DRAW_CARD, seat)
        else:
            gain_lira(s, seat, s.printed.reward)


class DrawCard(Step):
    """Draw the top card of the pile; an empty one is made anew from the discards. [IST-7.9]"""

    clause = "IST-7.9"

    def run(self, s: Istanbul, seat: Seat, _: i64, /) -> None:
        if total(s.pile) == 0:
            reshuffle(s)
        if total(s.pile) > 0:
            s.then(steps.TURN_CARD, seat)


class TurnCard(Draw):
    """Turn the top card over: the pile has no order until then. [IST-7.11]"""

    clause = "IST-7.11"

    def tickets(self, s: Istanbul, seat: Seat, _: i64, /) -> i64:
        return total(s.pile)

    def drawn(self, s: Istanbul, seat: Seat, _: i64, ticket: i64, /) -> Word:
        return CARD + kind_of(s.pile, ticket)

    def answer(self, s: Istanbul, seat: Seat, _: i64, card: Word, /) -> None:
        draw_card(s, seat, card - CARD)
