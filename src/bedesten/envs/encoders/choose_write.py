"""Encodes observations of Choose & Write."""

from __future__ import annotations

from typing import Final, cast

from librt.vecs import vec
from mypy_extensions import i16, i64

from bedesten.envs.encoders.base import (
    Encoder,
    a_seat,
    bits,
    count,
    flag,
    one_of,
)
from bedesten.games.choose_write.goods_cards import PAIRS, Cards, copies, number
from bedesten.games.choose_write.place_cards import (
    CARD_KINDS,
    FOUNTAIN_CARD,
    NO_CARD,
    RIGHT_MARK,
)
from bedesten.games.choose_write.planning import has_begun, sheet_of
from bedesten.games.choose_write.ruby_cards import letter_of, ruby_card_of
from bedesten.games.choose_write.sheet import MAKERS, SYMBOL_PLACES
from bedesten.games.choose_write.state import (
    CARAVAN_CARDS,
    GOOD_KINDS,
    GUILD_CARDS,
    LETTERS,
    RUBY_CARDS,
    ChooseWrite,
    ChooseWritePlayer,
)
from bedesten.games.choose_write.symbols import symbols_at
from bedesten.games.choose_write.tally import Tally, total
from bedesten.games.choose_write.tally import count as count_of
from bedesten.kernel.state import State
from bedesten.kernel.words import Seat, size

SHEET: Final = 40  # numbers


class ChooseWriteEncoder(Encoder):
    def score(self, s: State, seat: Seat) -> i64:
        return cast(ChooseWrite, s).players[seat].rubies

    def encode_game(self, s: State, viewer: Seat, row: vec[i16], at: i64) -> i64:
        game = cast(ChooseWrite, s)
        at = a_seat(row, at, game, viewer, game.first)
        at = a_seat(row, at, game, viewer, game.active)
        n: i64
        for n in range(game.seats):
            at = player(game, viewer, (viewer + n) % game.seats, row, at)
        own = game.players[viewer]
        at = bits(row, at, own.guild, GUILD_CARDS)
        at = bits(row, at, own.drawn, GUILD_CARDS)
        at = cards(row, at, own.goods_cards)
        if has_begun(game, viewer):
            row[at] = 1
            sheet(sheet_of(game, viewer), row, at + 1)
        at += 1 + SHEET
        at = piles(game, row, at)
        at = palaces(game, row, at)
        return turn(game, row, at)


def tally(row: vec[i16], at: i64, counts: Tally, size: i64) -> i64:
    kind: i64
    for kind in range(size):
        at = count(row, at, count_of(counts, kind))
    return at


def cards(row: vec[i16], at: i64, held: Cards) -> i64:
    pair: i64
    for pair in range(PAIRS):
        at = count(row, at, copies(held, pair))
    return at


def kinds(s: ChooseWrite) -> i64:
    """How many place cards can be told apart: alone they bear marks."""
    return FOUNTAIN_CARD if s.seats == 1 else RIGHT_MARK


def player(s: ChooseWrite, viewer: Seat, seat: Seat, row: vec[i16], at: i64) -> i64:
    p = s.players[seat]
    at = sheet(p, row, at)
    at = count(row, at, total(p.goods) + p.lira + p.bonus)
    at = one_of(row, at, p.place if seat == viewer or p.seen else NO_CARD, kinds(s))
    at = flag(row, at, p.place != NO_CARD)
    at = flag(row, at, p.seen)
    at = count(row, at, size(p.guild))
    at = count(row, at, size(p.drawn))
    return count(row, at, number(p.goods_cards))


def sheet(p: ChooseWritePlayer, row: vec[i16], at: i64) -> i64:
    at = tally(row, at, p.goods, GOOD_KINDS)
    at = tally(row, at, p.filled, GOOD_KINDS)
    at = count(row, at, p.lira)
    at = count(row, at, p.lira_filled)
    at = count(row, at, p.bonus)
    at = count(row, at, p.bonus_filled)
    place: i64
    for place in range(SYMBOL_PLACES):
        at = count(row, at, symbols_at(p.symbols, place))
    at = tally(row, at, p.ticks, MAKERS)
    at = count(row, at, p.rubies)
    at = tally(row, at, p.palace_rubies, LETTERS)
    at = count(row, at, p.boxes)
    at = count(row, at, p.rows)
    at = count(row, at, p.guild_played)
    return count(row, at, p.cards_used)


def piles(s: ChooseWrite, row: vec[i16], at: i64) -> i64:
    deck = s.printed.place_cards
    at = count(row, at, size(s.pile))
    kind: i64
    for kind in range(kinds(s)):
        at = count(row, at, deck.count(s.discards, kind))
    for kind in range(FOUNTAIN_CARD, CARD_KINDS):
        at = count(row, at, deck.count(s.discards, kind))
    for card in s.display:
        at = one_of(row, at, card, kinds(s))
    at = count(row, at, number(s.goods_pile))
    at = cards(row, at, s.goods_discards)
    at = count(row, at, size(s.guild_pile))
    at = bits(row, at, s.guild_discards, GUILD_CARDS)
    at = one_of(row, at, s.guild_in_play, GUILD_CARDS)
    return count(row, at, size(s.ruby_pile))


def palaces(s: ChooseWrite, row: vec[i16], at: i64) -> i64:
    """For each ruby card its letter and its place there; then what the letters ask."""
    heights = vec[i64]([0, 0, 0, 0])
    for laid in s.palaces:  # as they came, so the lower ones of a letter first
        letter = letter_of(laid)
        heights[letter] += 1
        card = at + (LETTERS + 1) * ruby_card_of(laid)
        row[card + letter] = 1
        count(row, card + LETTERS, heights[letter])
    at += (LETTERS + 1) * RUBY_CARDS
    for price in s.prices:
        at = tally(row, at, price, GOOD_KINDS)
    return at


def turn(s: ChooseWrite, row: vec[i16], at: i64) -> i64:
    n: i64
    for n in range(CARAVAN_CARDS):
        at = one_of(row, at, s.caravan[(s.caravan_top + n) % CARAVAN_CARDS], CARAVAN_CARDS)
    at = one_of(row, at, s.card, kinds(s))
    at = flag(row, at, s.from_hand)
    at = bits(row, at, s.taken, LETTERS)
    at = flag(row, at, s.caravan_used)
    return flag(row, at, s.last_round)


ENCODER: Final = ChooseWriteEncoder
