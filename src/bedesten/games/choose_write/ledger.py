"""The only hands that write on a sheet or move a card in Choose & Write.

While seats choose together these functions write on the seat's draft and
tell nothing; when the choices are carried out, on the sheet itself.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append
from mypy_extensions import i64

from bedesten.games.choose_write.goods_cards import PAIR_GOODS, PAIRS, card, copies
from bedesten.games.choose_write.place_cards import FOUNTAIN_CARD, NO_CARD, place_of
from bedesten.games.choose_write.plan_entries import plan_entry
from bedesten.games.choose_write.sheet import TICK_PLACES
from bedesten.games.choose_write.state import (
    NO_PLACE,
    NOTHING,
    ChooseWrite,
    ChooseWritePlayer,
    is_solo,
)
from bedesten.games.choose_write.symbols import without_one
from bedesten.games.choose_write.tally import Tally, count, rest, some
from bedesten.games.choose_write.words import HAND, LEFT
from bedesten.kernel.rows import least
from bedesten.kernel.state import NOBODY
from bedesten.kernel.words import Seat, Word, bit, lowest

# Events. What their numbers mean is said in `events.py`.
STARTS: Final = 0
TURN_BEGAN: Final = 1
PLAYED_PLACE: Final = 2
PLAYED_GUILD: Final = 3
USED_PLACE: Final = 4
CROSSED_SYMBOL: Final = 5
CROSSED_BONUS: Final = 6
MARKED_BONUS: Final = 7
GOT_GOOD: Final = 8
LOST_GOOD: Final = 9
GOT_LIRA: Final = 10
LOST_LIRA: Final = 11
PAID_LIRA: Final = 12
CROSSED_GOODS: Final = 13
GAVE_GOODS_CARD: Final = 14
GOT_RUBY: Final = 15
GOT_PALACE_RUBY: Final = 16
GOT_BOX_RUBY: Final = 17
GOT_ROW_RUBY: Final = 18
TICKED: Final = 19
DREW_GOODS_CARD: Final = 20
DREW_GOODS_UNSEEN: Final = 21
DREW_GUILD_CARD: Final = 22
DREW_GUILD_UNSEEN: Final = 23
KEPT_GUILD_CARD: Final = 24
GAVE_UP_GUILD_CARD: Final = 25
GOODS_RESHUFFLED: Final = 26
GUILD_RESHUFFLED: Final = 27
TOOK_PLACE_CARD: Final = 28
DREW_PLACE_CARD: Final = 29
DREW_PLACE_UNSEEN: Final = 30
CARD_TURNED: Final = 31
FOUNTAIN_TURNED: Final = 32
PALACE_OPENED: Final = 33
PALACE_GREW: Final = 34
CARAVAN_OPENED: Final = 35
LEFT_CARD_OPENED: Final = 36
LAST_ROUND: Final = 37
ENDED: Final = 38


def told(s: ChooseWrite, p: ChooseWritePlayer, kind: i64, a: i64 = 0, b: i64 = 0) -> None:
    """Tell what happens on a sheet, unless it is only planned."""
    if s.waiting == 0:
        s.tell(kind, p.seat, a, b)


def hand_out_sheet(s: ChooseWrite, p: ChooseWritePlayer) -> None:
    """A sheet with all its action symbols. [CW-1.6]"""
    p.symbols = s.printed.symbols


# -- goods, lira, bonus actions, ticks ---------------------------------------


def mark_goods(s: ChooseWrite, p: ChooseWritePlayer, good: i64, n: i64) -> None:
    """Fill a column from the top; goods beyond a full one are lost. [CW-1.4]"""
    marked = least(n, s.printed.rows - count(p.filled, good))
    if marked > 0:
        p.filled += some(good, marked)
        p.goods += some(good, marked)
        told(s, p, GOT_GOOD, good, marked)
    if marked < n:
        told(s, p, LOST_GOOD, good, n - marked)


def mark_lira(s: ChooseWrite, p: ChooseWritePlayer, n: i64) -> None:
    """Fill the lira boxes; beyond both, lira are lost. [CW-1.5]"""
    marked = least(n, s.printed.lira_fields - p.lira_filled)
    if marked > 0:
        p.lira_filled += marked
        p.lira += marked
        told(s, p, GOT_LIRA, marked)
    if marked < n:
        told(s, p, LOST_LIRA, n - marked)


def mark_bonus(s: ChooseWrite, p: ChooseWritePlayer) -> None:
    """Mark a bonus action; nothing if no field is free. [CW-4.4]"""
    if p.bonus_filled < s.printed.bonus_fields:
        p.bonus_filled += 1
        p.bonus += 1
        told(s, p, MARKED_BONUS)


def cross_bonus(s: ChooseWrite, p: ChooseWritePlayer) -> None:
    p.bonus -= 1
    told(s, p, CROSSED_BONUS)


def cross_symbol(s: ChooseWrite, p: ChooseWritePlayer, place: i64) -> None:
    p.symbols = without_one(p.symbols, place)
    told(s, p, CROSSED_SYMBOL, place)


def cross_lira(s: ChooseWrite, p: ChooseWritePlayer, n: i64) -> None:
    p.lira -= n
    told(s, p, PAID_LIRA, n)


def tick(s: ChooseWrite, p: ChooseWritePlayer, maker: i64) -> None:
    p.ticks += some(maker)
    told(s, p, TICKED, TICK_PLACES[maker])


# -- what a seat plans -----------------------------------------------------------


def commit_place(s: ChooseWrite, seat: Seat, place: i64) -> None:
    """The place that a seat will use. [CW-4.2]"""
    s.players[seat].using = place


def commit_crossing(s: ChooseWrite, seat: Seat, word: Word) -> None:
    """What a seat will cross off for it. [CW-4.3]"""
    s.players[seat].crossing = word


def plan(s: ChooseWrite, seat: Seat, part: i64, detail: i64 = 0, word: Word = 0) -> None:
    """Write down a part that a seat has settled."""
    p = s.players[seat]
    entry = plan_entry(part, detail, word)
    if p.planned < len(p.plan):
        p.plan[p.planned] = entry
    else:
        p.plan = append(p.plan, entry)
    p.planned += 1


def forget_parts(p: ChooseWritePlayer) -> None:
    p.planned = 0


def put_off(p: ChooseWritePlayer, part: i64) -> None:
    """A part of the caravan card is to be asked when all have drawn; 0 for none. [CW-4.5]"""
    p.later = part


def forget_plan(p: ChooseWritePlayer) -> None:
    p.using = NO_PLACE
    p.crossing = NOTHING
    forget_parts(p)


# -- payments -------------------------------------------------------------------


def take_goods_card(p: ChooseWritePlayer, pair: i64) -> None:
    p.goods_cards += card(pair)
    p.card_goods += PAIR_GOODS[pair]


def lay_down_goods_card(p: ChooseWritePlayer, pair: i64) -> None:
    p.goods_cards -= card(pair)
    p.card_goods -= PAIR_GOODS[pair]


def owe(p: ChooseWritePlayer, goods: Tally) -> None:
    """Goods that are to be paid now."""
    p.need = goods


def owe_more(p: ChooseWritePlayer, goods: Tally) -> None:
    p.need += goods


def name_card(p: ChooseWritePlayer, pair: i64) -> None:
    """Let a goods card stand for its goods in the payment under way. [CW-2.7]"""
    lay_down_goods_card(p, pair)
    p.named += card(pair)
    p.given += PAIR_GOODS[pair]


def finish_payment(s: ChooseWrite, p: ChooseWritePlayer) -> None:
    """The cards named go to their discards, the rest is crossed off the sheet. [CW-2.7]"""
    pair: i64
    _n: i64
    if p.named != 0:
        for pair in range(PAIRS):
            for _n in range(copies(p.named, pair)):
                discard_goods_card(s, p, pair)
    crossed = rest(p.need, p.given)
    p.goods -= crossed
    good: i64
    for good in range(4):
        if count(crossed, good) > 0:
            told(s, p, CROSSED_GOODS, good, count(crossed, good))
    p.need = 0
    p.named = 0
    p.given = 0


def hand_over_card(s: ChooseWrite, p: ChooseWritePlayer, pair: i64) -> None:
    lay_down_goods_card(p, pair)
    discard_goods_card(s, p, pair)


def discard_goods_card(s: ChooseWrite, p: ChooseWritePlayer, pair: i64) -> None:
    p.cards_used += 1
    if s.waiting == 0:
        s.goods_discards += card(pair)
        s.tell(GAVE_GOODS_CARD, p.seat, pair)


# -- rubies ---------------------------------------------------------------------


def take_ruby(s: ChooseWrite, p: ChooseWritePlayer) -> None:
    p.rubies += 1
    told(s, p, GOT_RUBY, p.rubies)


def take_palace_ruby(s: ChooseWrite, p: ChooseWritePlayer, letter: i64) -> None:
    p.rubies += 1
    p.palace_rubies += some(letter)
    if s.waiting == 0:
        s.taken |= bit(letter)
        s.tell(GOT_PALACE_RUBY, p.seat, letter, p.rubies)


def take_box_ruby(s: ChooseWrite, p: ChooseWritePlayer) -> None:
    """For a full box of lira, once. [CW-6.1]"""
    p.boxes += 1
    p.rubies += 1
    s.tell(GOT_BOX_RUBY, p.seat, p.rubies)


def take_row_ruby(s: ChooseWrite, p: ChooseWritePlayer) -> None:
    """For a row filled in all columns, once. [CW-6.1]"""
    p.rows += 1
    p.rubies += 1
    s.tell(GOT_ROW_RUBY, p.seat, p.rubies)


# -- cards ----------------------------------------------------------------------


def draw_goods_card(s: ChooseWrite, seat: Seat, pair: i64) -> None:
    s.goods_pile -= card(pair)
    take_goods_card(s.players[seat], pair)
    s.tell(DREW_GOODS_CARD, seat, pair, 0, 0, 0, bit(seat))
    s.tell(DREW_GOODS_UNSEEN, seat, 0, 0, 0, 0, ~bit(seat))


def shuffle_goods(s: ChooseWrite) -> None:
    """An empty pile is made anew from its discards when a card is to be drawn. [CW-2.6]"""
    s.goods_pile = s.goods_discards
    s.goods_discards = 0
    s.tell(GOODS_RESHUFFLED)


def draw_guild_card(s: ChooseWrite, seat: Seat, card: i64, to_choose: bool) -> None:
    s.guild_pile &= ~bit(card)
    if to_choose:
        s.players[seat].drawn |= bit(card)
    else:
        s.players[seat].guild |= bit(card)
    s.tell(DREW_GUILD_CARD, seat, card, 0, 0, 0, bit(seat))
    s.tell(DREW_GUILD_UNSEEN, seat, 0, 0, 0, 0, ~bit(seat))


def play_guild_card(s: ChooseWrite, seat: Seat, card: i64) -> None:
    """A guild card is turned over; it lies apart until its effect is done. [CW-4.6]"""
    p = s.players[seat]
    p.guild &= ~bit(card)
    p.guild_played += 1
    s.guild_in_play = card
    s.reveals += 1
    s.tell(PLAYED_GUILD, seat, card)


def choose_to_keep(s: ChooseWrite, seat: Seat, card: i64) -> None:
    s.players[seat].kept = bit(card)


def keep_guild_card(s: ChooseWrite, seat: Seat) -> None:
    """Of the guild cards drawn one is kept, the others are given up. [CW-2.4]"""
    p = s.players[seat]
    kept = p.kept if p.kept != 0 else p.drawn
    given_up = p.drawn & ~kept
    p.guild |= kept
    p.drawn = 0
    p.kept = 0
    s.tell(KEPT_GUILD_CARD, seat, lowest(kept), 0, 0, 0, bit(seat))
    if given_up != 0:
        s.guild_discards |= given_up
        s.tell(GAVE_UP_GUILD_CARD, seat, lowest(given_up))


def shuffle_guild(s: ChooseWrite) -> None:
    s.guild_pile = s.guild_discards
    s.guild_discards = 0
    s.tell(GUILD_RESHUFFLED)


def play_place_card(s: ChooseWrite, seat: Seat, word: Word) -> None:
    """A place card is played from the hand or the display, to be used by all. [CW-4.1]"""
    p = s.players[seat]
    s.from_hand = word == HAND
    if s.from_hand:
        s.card = p.place
        if not p.seen:
            s.reveals += 1
        p.place = NO_CARD
        p.seen = False
    else:
        s.card = s.display[word - LEFT]
        s.display[word - LEFT] = NO_CARD
    discard_place_card(s, s.card)
    s.tell(PLAYED_PLACE, seat, place_of(s.card), word - HAND)


def lay_in_display(s: ChooseWrite, card: i64) -> None:
    """Fill the empty slot; solo, the card's mark says on which side it lies. [CW-8.2]"""
    there = s.display[0] if s.display[0] != NO_CARD else s.display[1]
    if not is_solo(s) or there == NO_CARD:
        s.display[0 if s.display[0] == NO_CARD else 1] = card
    elif card == place_of(card):
        s.display[0] = card
        s.display[1] = there
    else:
        s.display[0] = there
        s.display[1] = card
    s.tell(CARD_TURNED, NOBODY, place_of(card))


def discard_place_card(s: ChooseWrite, card: i64) -> None:
    s.discards = s.printed.place_cards.together_with(s.discards, card)


def turn_fountain(s: ChooseWrite, card: i64) -> None:
    discard_place_card(s, card)
    s.tell(FOUNTAIN_TURNED, NOBODY, card - FOUNTAIN_CARD)


def deal_place_card(s: ChooseWrite, seat: Seat, card: i64) -> None:
    s.players[seat].place = card
    s.players[seat].seen = False
    s.tell(DREW_PLACE_CARD, seat, place_of(card), 0, 0, 0, bit(seat))
    s.tell(DREW_PLACE_UNSEEN, seat, 0, 0, 0, 0, ~bit(seat))


def take_from_display(s: ChooseWrite, seat: Seat, slot: i64) -> None:
    p = s.players[seat]
    p.place = s.display[slot]
    p.seen = True
    s.display[slot] = NO_CARD
    s.tell(TOOK_PLACE_CARD, seat, place_of(p.place))
