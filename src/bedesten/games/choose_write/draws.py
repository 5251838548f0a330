"""Cards that are drawn and turned over: chance names them. [CW-2.6, CW-3.1, CW-6.2 to CW-6.6]"""

from __future__ import annotations

from librt.vecs import append
from mypy_extensions import i64

from bedesten.games.choose_write import steps
from bedesten.games.choose_write.goods_cards import number, pair_at
from bedesten.games.choose_write.ledger import (
    CARAVAN_OPENED,
    PALACE_GREW,
    PALACE_OPENED,
    deal_place_card,
    draw_goods_card,
    draw_guild_card,
    lay_in_display,
    shuffle_goods,
    shuffle_guild,
    turn_fountain,
)
from bedesten.games.choose_write.place_cards import FOUNTAIN_CARD, NO_CARD, RIGHT_MARK
from bedesten.games.choose_write.ruby_cards import laid_at, letter_of
from bedesten.games.choose_write.state import (
    CARAVAN_CARDS,
    UNSEEN,
    ChooseWrite,
)
from bedesten.games.choose_write.tally import some
from bedesten.games.choose_write.words import (
    CARAVAN,
    FOUNTAIN,
    GOODS,
    GUILD,
    LEFT_CARD,
    PLACE,
    RIGHT_CARD,
    RUBY,
)
from bedesten.kernel.state import NOBODY
from bedesten.kernel.step import Chance, Draw, Step
from bedesten.kernel.words import Seat, Word, bit, nth, size, span


class DrawGoodsCard(Step):
    """Draw a goods card; if there is none at all, nothing. [CW-2.6]"""

    clause = "CW-2.6"

    def run(self, s: ChooseWrite, seat: Seat, _: i64, /) -> None:
        if s.goods_pile == 0 and s.goods_discards != 0:
            shuffle_goods(s)
        if s.goods_pile != 0:
            s.then(steps.TURN_GOODS_CARD, seat)


class TurnGoodsCard(Draw):
    """[CW-2.2]"""

    clause = "CW-2.2"

    def tickets(self, s: ChooseWrite, seat: Seat, _: i64, /) -> i64:
        return number(s.goods_pile)

    def drawn(self, s: ChooseWrite, seat: Seat, _: i64, ticket: i64, /) -> Word:
        return GOODS + pair_at(s.goods_pile, ticket)

    def answer(self, s: ChooseWrite, seat: Seat, _: i64, word: Word, /) -> None:
        draw_goods_card(s, seat, word - GOODS)


class DrawGuildCard(Step):
    """Draw a guild card; if there is none at all, nothing. [CW-2.6]"""

    clause = "CW-2.6"

    def run(self, s: ChooseWrite, seat: Seat, to_choose: i64, /) -> None:
        if s.guild_pile == 0 and s.guild_discards != 0:
            shuffle_guild(s)
        if s.guild_pile != 0:
            s.then(steps.TURN_GUILD_CARD, seat, to_choose)


class TurnGuildCard(Draw):
    """[CW-2.5]"""

    clause = "CW-2.5"

    def tickets(self, s: ChooseWrite, seat: Seat, _: i64, /) -> i64:
        return size(s.guild_pile)

    def drawn(self, s: ChooseWrite, seat: Seat, _: i64, ticket: i64, /) -> Word:
        return GUILD + nth(s.guild_pile, ticket)

    def answer(self, s: ChooseWrite, seat: Seat, to_choose: i64, word: Word, /) -> None:
        draw_guild_card(s, seat, word - GUILD, to_choose != 0)


class DrawPlaceCard(Step):
    """Draw place cards until one is no fountain; without a card the game ends. [CW-6.4, CW-7.2]"""

    clause = "CW-6.4"

    def run(self, s: ChooseWrite, seat: Seat, _: i64, /) -> None:
        s.then(steps.TURN_PLACE_CARD if s.pile != 0 else steps.END_GAME, seat)


class FillDisplay(Step):
    """Fill the display up; if it cannot be filled the game ends. [CW-6.3, CW-7.2]"""

    clause = "CW-6.3"

    def run(self, s: ChooseWrite, _seat: Seat, _: i64, /) -> None:
        fill_display(s)


def fill_display(s: ChooseWrite) -> None:
    if s.display[0] == NO_CARD or s.display[1] == NO_CARD:
        s.then(steps.TURN_PLACE_CARD if s.pile != 0 else steps.END_GAME)


class TurnPlaceCard(Draw):
    """Turn the top place card over, for a hand or the display. [CW-6.3, CW-6.4]"""

    clause = "CW-6.4"

    def tickets(self, s: ChooseWrite, seat: Seat, _: i64, /) -> i64:
        return size(s.pile)

    def drawn(self, s: ChooseWrite, seat: Seat, _: i64, ticket: i64, /) -> Word:
        card = s.printed.place_cards.drawn(s.pile, ticket)
        if card >= FOUNTAIN_CARD:
            return FOUNTAIN + card - FOUNTAIN_CARD
        if s.seats > 1:
            return PLACE + card
        if card >= RIGHT_MARK:
            return RIGHT_CARD + card - RIGHT_MARK
        return LEFT_CARD + card

    def answer(self, s: ChooseWrite, seat: Seat, _: i64, word: Word, /) -> None:
        card = card_of(word)
        s.pile = s.printed.place_cards.without(s.pile, card)
        if card >= FOUNTAIN_CARD:
            turn_fountain(s, card)
            if s.turn == 0:
                s.fountains = append(s.fountains, card - FOUNTAIN_CARD)
            else:
                s.then(steps.FOUNTAIN, NOBODY, card - FOUNTAIN_CARD)
            s.then(steps.FILL_DISPLAY if seat == NOBODY else steps.DRAW_PLACE_CARD, seat)
        elif seat == NOBODY:
            lay_in_display(s, card)
            fill_display(s)
        else:
            deal_place_card(s, seat, card)


def card_of(word: Word) -> i64:
    """The kind of place card that a word of chance names."""
    if word >= FOUNTAIN:
        return FOUNTAIN_CARD + word - FOUNTAIN
    if word >= RIGHT_CARD:
        return RIGHT_MARK + word - RIGHT_CARD
    if word >= LEFT_CARD:
        return word - LEFT_CARD
    return word - PLACE


class AddRubyCard(Chance):
    """The first card of a letter shows all its goods, every other one its top good. [CW-3.1]"""

    clause = "CW-3.1"

    def tickets(self, s: ChooseWrite, _seat: Seat, letter: i64, /) -> i64:
        return size(s.ruby_pile)

    def drawn(self, s: ChooseWrite, _seat: Seat, letter: i64, ticket: i64, /) -> Word:
        return RUBY + nth(s.ruby_pile, ticket)

    def answer(self, s: ChooseWrite, _seat: Seat, letter: i64, word: Word, /) -> None:
        card = word - RUBY
        s.ruby_pile &= ~bit(card)
        add_ruby_card(s, letter, card)


def add_ruby_card(s: ChooseWrite, letter: i64, card: i64) -> None:
    is_first = True
    for laid in s.palaces:
        if letter_of(laid) == letter:
            is_first = False
    s.palaces = append(s.palaces, laid_at(letter, card))
    top = s.printed.ruby_tops[card]
    if is_first:
        s.prices[letter] = s.printed.ruby_goods[card]
        s.tell(PALACE_OPENED, NOBODY, letter, card)
    else:
        s.prices[letter] += some(top)
        s.tell(PALACE_GREW, NOBODY, letter, top)


class TurnCaravan(Chance):
    """The next caravan card is opened; its place in the cycle is known from now on. [CW-9.1]"""

    clause = "CW-6.6"

    def tickets(self, s: ChooseWrite, _seat: Seat, _: i64, /) -> i64:
        return size(unseen_caravans(s))

    def drawn(self, s: ChooseWrite, _seat: Seat, _: i64, ticket: i64, /) -> Word:
        return CARAVAN + nth(unseen_caravans(s), ticket)

    def answer(self, s: ChooseWrite, _seat: Seat, _: i64, word: Word, /) -> None:
        s.caravan[s.caravan_top] = word - CARAVAN
        s.tell(CARAVAN_OPENED, NOBODY, word - CARAVAN)


def unseen_caravans(s: ChooseWrite) -> i64:
    unseen = span(0, CARAVAN_CARDS)
    for card in s.caravan:
        if card != UNSEEN:
            unseen &= ~bit(card)
    return unseen
