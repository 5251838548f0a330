"""Writes observations of Choose & Write."""

from __future__ import annotations

from typing import Final, cast

from librt.vecs import vec
from mypy_extensions import i16, i64

from bedesten.envs.scribes.scribe import (
    Scribe,
    a_seat,
    bits,
    count,
    counts,
    flag,
    one_of,
)
from bedesten.games.choose_write.state import (
    CARAVAN_CARDS,
    CARD_KINDS,
    FOUNTAIN_CARD,
    GUILD_CARDS,
    NO_CARD,
    RIGHT_MARK,
    RUBY_CARDS,
    ChooseWrite,
    Player,
)
from bedesten.kernel.rows import total
from bedesten.kernel.state import State
from bedesten.kernel.words import Seat, size

LETTERS: Final = 4
SHEET: Final = 40  # numbers


class ChooseWriteScribe(Scribe):
    def score(self, s: State, seat: Seat) -> i64:
        return cast(ChooseWrite, s).players[seat].rubies

    def table(self, s: State, eye: Seat, row: vec[i16], at: i64) -> i64:
        game = cast(ChooseWrite, s)
        at = a_seat(row, at, game, eye, game.first)
        at = a_seat(row, at, game, eye, game.active)
        n: i64
        for n in range(game.seats):
            at = player(game, eye, (eye + n) % game.seats, row, at)
        own = game.players[eye]
        at = bits(row, at, own.guild, GUILD_CARDS)
        at = bits(row, at, own.drawn, GUILD_CARDS)
        at = counts(row, at, own.goods_cards)
        if game.waiting != 0 and len(game.drafts[eye].plan) > 0:
            row[at] = 1
            sheet(game.drafts[eye], row, at + 1)
        at += 1 + SHEET
        at = piles(game, row, at)
        at = palaces(game, row, at)
        return turn(game, row, at)


def kinds(s: ChooseWrite) -> i64:
    """How many place cards can be told apart: alone they bear marks."""
    return FOUNTAIN_CARD if s.seats == 1 else RIGHT_MARK


def player(s: ChooseWrite, eye: Seat, seat: Seat, row: vec[i16], at: i64) -> i64:
    p = s.players[seat]
    at = sheet(p, row, at)
    at = count(row, at, total(p.goods) + p.lira + p.bonus)
    at = one_of(row, at, p.place if seat == eye or p.seen else NO_CARD, kinds(s))
    at = flag(row, at, p.place != NO_CARD)
    at = flag(row, at, p.seen)
    at = count(row, at, size(p.guild))
    at = count(row, at, size(p.drawn))
    return count(row, at, total(p.goods_cards))


def sheet(p: Player, row: vec[i16], at: i64) -> i64:
    at = counts(row, at, p.goods)
    at = counts(row, at, p.filled)
    at = count(row, at, p.lira)
    at = count(row, at, p.lira_filled)
    at = count(row, at, p.bonus)
    at = count(row, at, p.bonus_filled)
    at = counts(row, at, p.symbols)
    at = counts(row, at, p.ticks)
    at = count(row, at, p.rubies)
    at = counts(row, at, p.palace_rubies)
    at = count(row, at, p.boxes)
    at = count(row, at, p.rows)
    at = count(row, at, p.guild_played)
    return count(row, at, p.cards_used)


def piles(s: ChooseWrite, row: vec[i16], at: i64) -> i64:
    at = count(row, at, total(s.pile))
    kind: i64
    for kind in range(kinds(s)):
        at = count(row, at, s.discards[kind])
    for kind in range(FOUNTAIN_CARD, CARD_KINDS):
        at = count(row, at, s.discards[kind])
    for card in s.display:
        at = one_of(row, at, card, kinds(s))
    at = count(row, at, total(s.goods_pile))
    at = counts(row, at, s.goods_discards)
    at = count(row, at, size(s.guild_pile))
    at = bits(row, at, s.guild_discards, GUILD_CARDS)
    at = one_of(row, at, s.guild_in_play, GUILD_CARDS)
    return count(row, at, size(s.ruby_pile))


def palaces(s: ChooseWrite, row: vec[i16], at: i64) -> i64:
    """For each ruby card its letter and its place there; then what the letters ask."""
    heights = vec[i64]([0, 0, 0, 0])
    for entry in s.palaces:  # as they came, so the lower ones of a letter first
        letter = entry % LETTERS
        heights[letter] += 1
        card = at + (LETTERS + 1) * (entry // LETTERS)
        row[card + letter] = 1
        count(row, card + LETTERS, heights[letter])
    return counts(row, at + (LETTERS + 1) * RUBY_CARDS, s.prices)


def turn(s: ChooseWrite, row: vec[i16], at: i64) -> i64:
    n: i64
    for n in range(CARAVAN_CARDS):
        at = one_of(row, at, s.caravan[(s.caravan_top + n) % CARAVAN_CARDS], CARAVAN_CARDS)
    at = one_of(row, at, s.card, kinds(s))
    at = flag(row, at, s.from_hand)
    at = bits(row, at, s.taken, LETTERS)
    at = flag(row, at, s.caravan_used)
    return flag(row, at, s.last_round)


SCRIBE: Final = ChooseWriteScribe
