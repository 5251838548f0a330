"""Cards that are drawn and turned over, and the fountains among them. [CW-2, CW-6.2 to CW-6.6]"""

from __future__ import annotations

from librt.vecs import append
from mypy_extensions import i64

from bedesten.games.choose_write import steps
from bedesten.games.choose_write.goods_cards import number, pair_at
from bedesten.games.choose_write.ledger import (
    CARAVAN_OPENED,
    ENDED,
    GOT_BOX_RUBY,
    GOT_ROW_RUBY,
    PALACE_GREW,
    PALACE_OPENED,
    deal_place_card,
    draw_goods_card,
    draw_guild_card,
    lay_in_display,
    mark_lira,
    shuffle_goods,
    shuffle_guild,
    take_from_display,
    turn_fountain,
)
from bedesten.games.choose_write.parts import free_boxes
from bedesten.games.choose_write.place_cards import FOUNTAIN_CARD, NO_CARD, RIGHT_MARK
from bedesten.games.choose_write.planning import carry_out_all, plan
from bedesten.games.choose_write.state import (
    CARAVAN_CARDS,
    FOUNTAIN_GOOD,
    FOUNTAIN_GOODS,
    FOUNTAIN_LIRA,
    LETTERS,
    UNSEEN,
    ChooseWrite,
    next_clockwise,
)
from bedesten.games.choose_write.tally import covers, some
from bedesten.games.choose_write.words import (
    CARAVAN,
    FOUNTAIN,
    GOOD,
    GOODS,
    GUILD,
    LEFT,
    LEFT_CARD,
    PILE,
    PLACE,
    RIGHT,
    RIGHT_CARD,
    RUBY,
)
from bedesten.kernel.state import NOBODY
from bedesten.kernel.step import Chance, Question, Step, Together
from bedesten.kernel.words import Seat, Word, Words, bit, lowest, nth, say, size, span


class DrawGoodsCard(Step):
    """Draw a goods card; if there is none at all, nothing. [CW-2.6]"""

    clause = "CW-2.6"

    def run(self, s: ChooseWrite, seat: Seat, _: i64, /) -> None:
        if s.goods_pile == 0 and s.goods_discards != 0:
            shuffle_goods(s)
        if s.goods_pile != 0:
            s.then(steps.TURN_GOODS_CARD, seat)


class TurnGoodsCard(Chance):
    """[CW-2.2]"""

    clause = "CW-2.2"

    def is_open(self, s: ChooseWrite, seat: Seat, _: i64, /) -> bool:
        return False

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


class TurnGuildCard(Chance):
    """[CW-2.5]"""

    clause = "CW-2.5"

    def is_open(self, s: ChooseWrite, seat: Seat, _: i64, /) -> bool:
        return False

    def tickets(self, s: ChooseWrite, seat: Seat, _: i64, /) -> i64:
        return size(s.guild_pile)

    def drawn(self, s: ChooseWrite, seat: Seat, _: i64, ticket: i64, /) -> Word:
        return GUILD + nth(s.guild_pile, ticket)

    def answer(self, s: ChooseWrite, seat: Seat, to_choose: i64, word: Word, /) -> None:
        draw_guild_card(s, seat, word - GUILD, to_choose != 0)


# -- the end of a turn ---------------------------------------------------------


class BonusRubies(Step):
    """Rubies for full lira boxes and for rows filled in all columns, once each. [CW-6.1]"""

    clause = "CW-6.1"

    def run(self, s: ChooseWrite, _seat: Seat, _: i64, /) -> None:
        bonus_rubies(s)


def bonus_rubies(s: ChooseWrite) -> None:
    parts = s.parts
    for p in s.players:
        while p.lira_filled >= parts.box_ends[p.boxes]:
            p.boxes += 1
            p.rubies += 1
            s.tell(GOT_BOX_RUBY, p.seat, p.rubies)
        while covers(p.filled, parts.row_goods[p.rows]):
            p.rows += 1
            p.rubies += 1
            s.tell(GOT_ROW_RUBY, p.seat, p.rubies)


class Take(Question):
    """Take one of the open cards, or draw from the pile. [CW-6.2]"""

    clause = "CW-6.2"

    def options(self, s: ChooseWrite, seat: Seat, _: i64, /) -> Words:
        words = say(PILE)
        if s.display[0] != NO_CARD:
            words |= say(LEFT)
        if s.display[1] != NO_CARD:
            words |= say(RIGHT)
        return words

    def answer(self, s: ChooseWrite, seat: Seat, _: i64, word: Word, /) -> None:
        if word == PILE:
            s.then(steps.DRAW_PLACE_CARD, seat)
        else:
            take_from_display(s, seat, word - LEFT)


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


class TurnPlaceCard(Chance):
    """Turn the top place card over, for a hand or the display. [CW-6.3, CW-6.4]"""

    clause = "CW-6.4"

    def is_open(self, s: ChooseWrite, seat: Seat, _: i64, /) -> bool:
        return False

    def tickets(self, s: ChooseWrite, seat: Seat, _: i64, /) -> i64:
        return size(s.pile)

    def drawn(self, s: ChooseWrite, seat: Seat, _: i64, ticket: i64, /) -> Word:
        card = s.parts.place_cards.drawn(s.pile, ticket)
        if card >= FOUNTAIN_CARD:
            return FOUNTAIN + card - FOUNTAIN_CARD
        if s.seats > 1:
            return PLACE + card
        if card >= RIGHT_MARK:
            return RIGHT_CARD + card - RIGHT_MARK
        return LEFT_CARD + card

    def answer(self, s: ChooseWrite, seat: Seat, _: i64, word: Word, /) -> None:
        card = card_of(word)
        s.pile = s.parts.place_cards.without(s.pile, card)
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


class Fountain(Step):
    """All take what a fountain shows; then bonus rubies are looked at again. [CW-6.4, CW-6.1]"""

    clause = "CW-6.4"

    def run(self, s: ChooseWrite, _seat: Seat, kind: i64, /) -> None:
        n: i64
        if kind == FOUNTAIN_LIRA:
            for n in range(s.seats):
                mark_lira(s, s.players[next_clockwise(s, n)], 1)
        elif kind == FOUNTAIN_GOODS:
            for n in range(s.seats):
                s.then(steps.DRAW_GOODS_CARD, next_clockwise(s, n))
        elif kind == FOUNTAIN_GOOD:
            s.then(steps.FOUNTAIN_GOOD)
        else:
            s.then(steps.FOUNTAIN_TICK)
        s.then(steps.BONUS_RUBIES)


class FountainGood(Together):
    """Everybody chooses a good, at the same time. [CW-6.4]"""

    clause = "CW-6.4"

    def options(self, s: ChooseWrite, seat: Seat, _: i64, /) -> Words:
        return span(GOOD, 4)

    def answer(self, s: ChooseWrite, seat: Seat, _: i64, word: Word, /) -> None:
        plan(s, seat, steps.CHOSEN_GOOD, word - GOOD)

    def reveal(self, s: ChooseWrite, _: i64, /) -> None:
        carry_out_all(s)


class FountainTick(Together):
    """Everybody with a choice of improvements ticks one, at the same time. [CW-6.4]"""

    clause = "CW-6.4"

    def asked(self, s: ChooseWrite, _: i64, /) -> i64:
        seats: i64 = 0
        seat: Seat
        for seat in range(s.seats):
            if size(free_boxes(s, s.players[seat])) > 1:
                seats |= bit(seat)
        return seats

    def options(self, s: ChooseWrite, seat: Seat, _: i64, /) -> Words:
        return free_boxes(s, s.players[seat])

    def answer(self, s: ChooseWrite, seat: Seat, _: i64, word: Word, /) -> None:
        plan(s, seat, steps.CHOSEN_TICK, word - PLACE)

    def reveal(self, s: ChooseWrite, _: i64, /) -> None:
        for p in s.players:
            only = free_boxes(s, p)
            if p.planned == 0 and only != 0:
                plan(s, p.seat, steps.CHOSEN_TICK, lowest(only) - PLACE)
        carry_out_all(s)


class GrowPalaces(Step):
    """A ruby card is added at every letter where a ruby was taken. [CW-6.5]"""

    clause = "CW-6.5"

    def run(self, s: ChooseWrite, _seat: Seat, _: i64, /) -> None:
        left = size(s.ruby_pile)
        letter: i64
        for letter in range(LETTERS):
            if s.taken & bit(letter) != 0 and left > 0:
                s.then(steps.ADD_RUBY_CARD, NOBODY, letter)
                left -= 1
        s.taken = 0


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
    for entry in s.palaces:
        if entry & 3 == letter:
            is_first = False
    s.palaces = append(s.palaces, 4 * card + letter)
    top = s.parts.ruby_tops[card]
    if is_first:
        s.prices[letter] = s.parts.ruby_goods[card]
        s.tell(PALACE_OPENED, NOBODY, letter, card)
    else:
        s.prices[letter] += some(top)
        s.tell(PALACE_GREW, NOBODY, letter, top)


class MoveCaravan(Step):
    """A caravan card that was carried out goes under its pile. [CW-6.6]"""

    clause = "CW-6.6"

    def run(self, s: ChooseWrite, _seat: Seat, _: i64, /) -> None:
        if not s.caravan_used:
            return
        s.caravan_used = False
        s.caravan_top = (s.caravan_top + 1) % CARAVAN_CARDS
        if s.caravan[s.caravan_top] == UNSEEN:
            s.then(steps.TURN_CARAVAN)
        else:
            s.tell(CARAVAN_OPENED, NOBODY, s.caravan[s.caravan_top])


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


class EndGame(Step):
    """Whatever is left on the agenda falls away. [CW-7.1, CW-7.2]"""

    clause = "CW-7.2"

    def run(self, s: ChooseWrite, _seat: Seat, _: i64, /) -> None:
        s.tell(ENDED)
        s.finish()
