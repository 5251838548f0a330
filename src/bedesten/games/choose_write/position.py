"""The whole table of Choose & Write as plain data, and back from data that may be wrong."""

from __future__ import annotations

from typing import Any

import msgspec

from bedesten.games.choose_write import steps
from bedesten.games.choose_write.actions import caravan_part
from bedesten.games.choose_write.card_parts import PARTS_A_CARD, part_step
from bedesten.games.choose_write.check_agenda import check_agenda
from bedesten.games.choose_write.check_plans import check_plans
from bedesten.games.choose_write.data import ASKED_AFTER_DRAW, DRAWING
from bedesten.games.choose_write.draws import add_ruby_card
from bedesten.games.choose_write.events import LETTERS
from bedesten.games.choose_write.goods_cards import (
    MOST_OF_A_PAIR,
    PAIRS,
    Cards,
    cards_of,
    copies,
    goods_on,
)
from bedesten.games.choose_write.ledger import plan
from bedesten.games.choose_write.place_cards import CARD_KINDS, FOUNTAIN_CARD, NO_CARD
from bedesten.games.choose_write.plan_entries import planned_detail, planned_part, planned_word
from bedesten.games.choose_write.planning import Part
from bedesten.games.choose_write.sheet import PLACES, SYMBOL_PLACES, TICK_NAMES
from bedesten.games.choose_write.state import (
    CARAVAN_CARDS,
    GUILD_CARDS,
    NO_PLACE,
    NOTHING,
    RUBY_CARDS,
    UNSEEN,
    ChooseWrite,
    ChooseWritePlayer,
    open_caravan,
)
from bedesten.games.choose_write.symbols import symbols_at, symbols_of
from bedesten.games.choose_write.tally import Tally, count, covers, tallied
from bedesten.games.choose_write.turn import asked_after_draw
from bedesten.games.choose_write.view import (
    caravan_shown,
    card_name,
    cards_shown,
    goods_shown,
    numbers_shown,
    pairs_shown,
    palaces_shown,
    sheet_shown,
)
from bedesten.games.choose_write.words import (
    FOUNTAIN_NAMES,
    GOOD_NAMES,
    PAIR_NAMES,
    PLACE_NAMES,
    WORDS,
)
from bedesten.kernel.agenda import entry, step_of
from bedesten.kernel.game import step_names
from bedesten.kernel.rows import row
from bedesten.kernel.state import NOBODY
from bedesten.kernel.step import ASKS_NOBODY
from bedesten.kernel.words import bit, size

STEPS = step_names(steps)
MOST_RUBIES = 999
Planned = tuple[str, int, str | None]


class ChooseWritePlayerPieces(msgspec.Struct, forbid_unknown_fields=True):
    goods: dict[str, int]
    filled: dict[str, int]
    lira: int
    lira_filled: int
    bonus: int
    bonus_filled: int
    symbols: dict[str, int]
    ticks: dict[str, int]
    rubies: int
    palace_rubies: dict[str, int]
    boxes: int
    rows: int
    place: str | None
    seen: bool
    guild: list[int]
    drawn: list[int]
    goods_cards: dict[str, int]
    guild_played: int
    cards_used: int
    need: dict[str, int]
    named: dict[str, int]
    plan: list[Planned]
    later: bool = False


class ChooseWritePieces(msgspec.Struct, forbid_unknown_fields=True):
    first: int | None
    active: int | None
    players: list[ChooseWritePlayerPieces]
    pile: dict[str, int]
    discards: dict[str, int]
    display: list[str | None]
    goods_pile: dict[str, int]
    goods_discards: dict[str, int]
    guild_pile: list[int]
    guild_discards: list[int]
    guild_in_play: int | None
    ruby_pile: list[int]
    palaces: dict[str, list[int]]
    caravan: list[int | None]
    fountains: list[str]
    card: str | None
    from_hand: bool
    taken: list[str]
    caravan_used: bool
    last_round: bool


def dump(s: ChooseWrite) -> dict[str, Any]:
    return {
        "first": None if s.first == NOBODY else s.first,
        "active": None if s.active == NOBODY else s.active,
        "players": [_dump_player(s, seat) for seat in range(s.seats)],
        "pile": cards_shown(s, s.pile),
        "discards": cards_shown(s, s.discards),
        "display": [card_name(s, card) for card in s.display],
        "goods_pile": pairs_shown(s.goods_pile),
        "goods_discards": pairs_shown(s.goods_discards),
        "guild_pile": numbers_shown(s.guild_pile),
        "guild_discards": numbers_shown(s.guild_discards),
        "guild_in_play": None if s.guild_in_play == NO_CARD else s.guild_in_play + 1,
        "ruby_pile": numbers_shown(s.ruby_pile),
        "palaces": palaces_shown(s),
        "caravan": caravan_shown(s),
        "fountains": [FOUNTAIN_NAMES[kind] for kind in s.fountains],
        "card": card_name(s, s.card),
        "from_hand": s.from_hand,
        "taken": [LETTERS[n] for n in range(4) if s.taken & bit(n)],
        "caravan_used": s.caravan_used,
        "last_round": s.last_round,
    }


def _dump_player(s: ChooseWrite, seat: int) -> dict[str, Any]:
    p = s.players[seat]
    later = {"later": True} if p.later != 0 else {}
    return (
        sheet_shown(p)
        | later
        | {
            "place": card_name(s, p.place),
            "seen": p.seen,
            "guild": numbers_shown(p.guild),
            "drawn": numbers_shown(p.drawn),
            "goods_cards": pairs_shown(p.goods_cards),
            "need": _need(p),
            "named": pairs_shown(p.named),
            "plan": _plan(s, seat),
        }
    )


def _need(p: ChooseWritePlayer) -> dict[str, int]:
    """What a payment still asks by kind; below zero where cards give too much."""
    asked, given = goods_shown(p.need), goods_shown(p.given)
    return {good: asked[good] - given[good] for good in asked}


def _plan(s: ChooseWrite, seat: int) -> list[list[Any]]:
    """What a seat has committed and is not carried out yet.

    The place that it uses and what it crosses come first, a kept guild card alone.
    """
    p = s.players[seat]
    if p.kept != 0:
        return [["keep", 0, f"guild:{numbers_shown(p.kept)[0]}"]]
    used: list[list[Any]] = []
    if p.using != NO_PLACE:
        used.append(["enter", p.using, None])
    if p.crossing != NOTHING:
        used.append(["cross", p.using, WORDS[p.crossing]])
    return used + [
        [STEPS[planned_part(entry)], planned_detail(entry), _planned_word(s, entry)]
        for entry in p.plan[: p.planned]
    ]


def _planned_word(s: ChooseWrite, entry: int) -> str | None:
    """What was said to a part; None where it asks nothing."""
    if s.book[planned_part(entry)].asks == ASKS_NOBODY:
        return None
    return WORDS[planned_word(entry)]


# -- loading ----------------------------------------------------------------------


def load(s: ChooseWrite, data: dict[str, Any]) -> None:
    """Lay the pieces; ValueError if they are not the pieces of the game."""
    pieces = msgspec.convert(data, ChooseWritePieces)
    if len(pieces.players) != s.seats:
        raise ValueError(f"there are {s.seats} seats, but {len(pieces.players)} players")
    for name in ("first", "active"):
        seat = getattr(pieces, name)
        if seat is not None and not 0 <= seat < s.seats:
            raise ValueError(f"{name} is a seat from 0 to {s.seats - 1}, not {seat}")
        setattr(s, name, NOBODY if seat is None else seat)
    for n, given in enumerate(pieces.players):
        _load_player(s, s.players[n], given)
    _load_place_cards(s, pieces)
    _load_goods_cards(s, pieces)
    _load_guild_cards(s, pieces)
    _load_palaces(s, pieces)
    _load_caravan(s, pieces.caravan)
    for kind in pieces.fountains:
        if kind not in FOUNTAIN_NAMES or len(pieces.fountains) > 4:
            raise ValueError(f"fountains are {', '.join(FOUNTAIN_NAMES)}")
    s.fountains = row([FOUNTAIN_NAMES.index(kind) for kind in pieces.fountains])
    s.from_hand = pieces.from_hand
    s.taken = 0
    for letter in pieces.taken:
        if letter not in LETTERS:
            raise ValueError(f"palaces are {', '.join(LETTERS)}, not {letter!r}")
        s.taken |= bit(LETTERS.index(letter))
    s.caravan_used = pieces.caravan_used
    s.last_round = pieces.last_round
    for n, given in enumerate(pieces.players):
        if given.later:
            s.players[n].later = _asked_after_draw(s)
        _load_plan(s, n, given.plan)


def _load_player(s: ChooseWrite, p: ChooseWritePlayer, given: ChooseWritePlayerPieces) -> None:
    printed = s.printed
    p.goods = _counts("goods", GOOD_NAMES, given.goods, printed.rows)
    p.filled = _counts("filled", GOOD_NAMES, given.filled, printed.rows)
    if any(given.goods[good] > given.filled[good] for good in GOOD_NAMES):
        raise ValueError("goods are marked before they can be there")
    _within("lira_filled", given.lira_filled, 0, printed.lira_fields)
    _within("lira", given.lira, 0, given.lira_filled)
    _within("bonus_filled", given.bonus_filled, 0, printed.bonus_fields)
    _within("bonus", given.bonus, 0, given.bonus_filled)
    p.lira, p.lira_filled = given.lira, given.lira_filled
    p.bonus, p.bonus_filled = given.bonus, given.bonus_filled
    _named("symbols", PLACE_NAMES[:SYMBOL_PLACES], given.symbols)
    for n, name in enumerate(PLACE_NAMES[:SYMBOL_PLACES]):
        _within("symbols", given.symbols[name], 0, symbols_at(printed.symbols, n))
    p.symbols = symbols_of([given.symbols[name] for name in PLACE_NAMES[:SYMBOL_PLACES]])
    _named("ticks", TICK_NAMES, given.ticks)
    for n, name in enumerate(TICK_NAMES):
        _within("ticks", given.ticks[name], 0, count(printed.tick_boxes, n))
    p.ticks = tallied([given.ticks[name] for name in TICK_NAMES])
    _within("rubies", given.rubies, 0, MOST_RUBIES)
    p.rubies = given.rubies
    p.palace_rubies = _counts("palace_rubies", LETTERS, given.palace_rubies, given.rubies)
    _within("boxes", given.boxes, 0, len(printed.boxes))
    _within("rows", given.rows, 0, len(printed.bonus_rows))
    p.boxes, p.rows = given.boxes, given.rows
    _check_bonus_rubies(s, p, given)
    p.place = _card(s, given.place)
    if p.place >= FOUNTAIN_CARD:
        raise ValueError("a hand never holds a fountain")
    p.seen = given.seen
    p.guild = _cards_as_bits("guild", given.guild, GUILD_CARDS)
    p.drawn = _cards_as_bits("drawn", given.drawn, GUILD_CARDS)
    p.goods_cards = _some("goods_cards", given.goods_cards)
    p.card_goods = goods_on(p.goods_cards)
    _within("guild_played", given.guild_played, 0, 10**6)
    _within("cards_used", given.cards_used, 0, 10**6)
    p.guild_played, p.cards_used = given.guild_played, given.cards_used
    p.named = _some("named", given.named)
    p.given = goods_on(p.named)
    _load_need(p, given.need)


def _check_bonus_rubies(
    s: ChooseWrite, p: ChooseWritePlayer, given: ChooseWritePlayerPieces
) -> None:
    """Rubies come from palaces, full boxes and full rows at least. [CW-6.1]"""
    if given.boxes and given.lira_filled < s.printed.box_ends[given.boxes - 1]:
        raise ValueError(
            f"{given.boxes} lira boxes have brought a ruby, but {given.lira_filled} fields "
            "are marked"
        )
    if given.rows and not covers(p.filled, s.printed.row_goods[given.rows - 1]):
        raise ValueError(
            f"{given.rows} bonus rows have brought a ruby, but a column is not marked so far"
        )
    least = sum(given.palace_rubies.values()) + given.boxes + given.rows
    if given.rubies < least:
        raise ValueError(
            f"palaces, boxes and rows have brought {least} rubies, but {given.rubies} are marked"
        )


def _load_need(p: ChooseWritePlayer, need: dict[str, int]) -> None:
    _named("need", GOOD_NAMES, need)
    asked = [need[good] + n for good, n in goods_shown(p.given).items()]
    if not all(0 <= n <= 99 for n in asked):
        raise ValueError("what is needed and what the cards named give is 0 to 99 together")
    p.need = tallied(asked)


def _load_place_cards(s: ChooseWrite, pieces: ChooseWritePieces) -> None:
    s.pile = _place_cards(s, "pile", pieces.pile)
    s.discards = _place_cards(s, "discards", pieces.discards)
    deck = s.printed.place_cards
    if len(pieces.display) != 2:
        raise ValueError("the display has two places")
    for n, card in enumerate(pieces.display):
        s.display[n] = _card(s, card)
    s.card = _card(s, pieces.card)
    if s.card != NO_CARD and (s.card >= FOUNTAIN_CARD or deck.count(s.discards, s.card) == 0):
        raise ValueError("the card in use lies on the discards")
    if max(s.display) >= FOUNTAIN_CARD:
        raise ValueError("a fountain never lies in the display")
    open_or_held = [*s.display, *[p.place for p in s.players]]
    for kind in range(CARD_KINDS):
        n = deck.count(s.pile, kind) + deck.count(s.discards, kind) + open_or_held.count(kind)
        if n != deck.count(deck.whole, kind):
            printed, shown = deck.count(deck.whole, kind), card_name(s, kind)
            raise ValueError(f"there are {printed} cards {shown}, not {n}")


def _place_cards(s: ChooseWrite, what: str, counts: dict[str, int]) -> int:
    deck, cards = s.printed.place_cards, 0
    for name, n in counts.items():
        kind = _card(s, name)
        _within(what, n, 1, deck.count(deck.whole, kind))
        for _ in range(n):
            cards = deck.together_with(cards, kind)
    return cards


def _load_goods_cards(s: ChooseWrite, pieces: ChooseWritePieces) -> None:
    s.goods_pile = _some("goods_pile", pieces.goods_pile)
    s.goods_discards = _some("goods_discards", pieces.goods_discards)
    held = [p.goods_cards for p in s.players] + [p.named for p in s.players]
    for pair in range(PAIRS):
        n = sum(copies(cards, pair) for cards in [s.goods_pile, s.goods_discards, *held])
        printed = copies(s.printed.goods_cards, pair)
        if n != printed:
            raise ValueError(f"there are {printed} goods cards {PAIR_NAMES[pair]}, not {n}")


def _load_guild_cards(s: ChooseWrite, pieces: ChooseWritePieces) -> None:
    s.guild_pile = _cards_as_bits("guild_pile", pieces.guild_pile, GUILD_CARDS)
    s.guild_discards = _cards_as_bits("guild_discards", pieces.guild_discards, GUILD_CARDS)
    in_play = [] if pieces.guild_in_play is None else [pieces.guild_in_play]
    s.guild_in_play = NO_CARD if pieces.guild_in_play is None else pieces.guild_in_play - 1
    cards = pieces.guild_pile + pieces.guild_discards + in_play
    for given in pieces.players:
        cards = cards + given.guild + given.drawn
    if sorted(cards) != list(range(1, GUILD_CARDS + 1)):
        raise ValueError(f"there are guild cards 1 to {GUILD_CARDS}, each once")


def _load_palaces(s: ChooseWrite, pieces: ChooseWritePieces) -> None:
    s.ruby_pile = _cards_as_bits("ruby_pile", pieces.ruby_pile, RUBY_CARDS)
    if set(pieces.palaces) != set(LETTERS):
        raise ValueError(f"palaces are {', '.join(LETTERS)}")
    cards = [card for letter in LETTERS for card in pieces.palaces[letter]]
    if sorted(pieces.ruby_pile + cards) != list(range(1, RUBY_CARDS + 1)):
        raise ValueError(f"there are ruby cards 1 to {RUBY_CARDS}, each once")
    for n, letter in enumerate(LETTERS):
        for card in pieces.palaces[letter]:
            add_ruby_card(s, n, card - 1)


def _load_caravan(s: ChooseWrite, cycle: list[int | None]) -> None:
    seen = [card for card in cycle if card is not None]
    if len(cycle) != CARAVAN_CARDS or len(set(seen)) != len(seen):
        raise ValueError(f"the caravan is a cycle of {CARAVAN_CARDS} cards, each once")
    for n, card in enumerate(cycle):
        if card is not None:
            _within("caravan", card, 1, CARAVAN_CARDS)
        s.caravan[n] = UNSEEN if card is None else card - 1
    s.caravan_top = 0


def _asked_after_draw(s: ChooseWrite) -> int:
    """The part of the open caravan card that is asked when all have drawn. [CW-4.5]"""
    parts = [caravan_part(s, n) for n in range(PARTS_A_CARD)] if open_caravan(s) != UNSEEN else []
    drawn = [n for n, part in enumerate(parts) if part_step(part) in DRAWING]
    for n in range(drawn[0] + 1, len(parts)) if drawn else ():
        if part_step(parts[n]) in ASKED_AFTER_DRAW:
            return n
    raise ValueError("the open caravan card asks nothing after a draw")


def _load_plan(s: ChooseWrite, seat: int, planned: list[Planned]) -> None:
    if len(planned) > 99:
        raise ValueError("a plan has at most 99 parts")
    for step, detail, word in planned:
        if step == "keep":
            if word is None or not word.startswith("guild:") or word not in WORDS:
                raise ValueError("a guild card is kept")
            s.players[seat].kept = bit(int(word.removeprefix("guild:")) - 1)
            continue
        if step == "enter":
            _within("place", detail, 0, PLACES - 1)
            s.players[seat].using = detail
            continue
        if step == "cross":
            if detail != s.players[seat].using or word not in ("symbol", "bonus"):
                raise ValueError("a symbol of the place in use is crossed, or a bonus action")
            s.players[seat].crossing = WORDS.index(word)
            continue
        if step not in STEPS or not 0 <= detail < 2**20 or word not in (None, *WORDS):
            raise ValueError(f"nobody plans {step!r}")
        number = STEPS.index(step)
        if not isinstance(s.book[number], Part):
            raise ValueError(f"nobody plans {step!r}")
        plan(s, seat, number, detail, 0 if word is None else WORDS.index(word))


def _card(s: ChooseWrite, name: str | None) -> int:
    """The kind of place card that a name stands for."""
    if name is None:
        return NO_CARD
    for kind in range(CARD_KINDS):
        if card_name(s, kind) == name and s.printed.place_cards.copies[kind] != 0:
            return kind
    raise ValueError(f"there is no place card {name!r}")


def _cards_as_bits(what: str, numbers: list[int], most: int) -> int:
    bits = 0
    for number in numbers:
        _within(what, number, 1, most)
        bits |= bit(number - 1)
    return bits


def _counts(what: str, names: tuple[str, ...], given: dict[str, int], most: int) -> Tally:
    _named(what, names, given)
    for name in names:
        _within(what, given[name], 0, most)
    return tallied([given[name] for name in names])


def _named(what: str, names: tuple[str, ...], given: dict[str, int]) -> None:
    if set(given) != set(names):
        raise ValueError(f"{what} are numbers of {', '.join(names)}")


def _some(what: str, given: dict[str, int]) -> Cards:
    for name, n in given.items():
        if name not in PAIR_NAMES:
            raise ValueError(f"{what} are of {', '.join(PAIR_NAMES)}, not {name!r}")
        _within(what, n, 1, MOST_OF_A_PAIR)
    return cards_of([given.get(name, 0) for name in PAIR_NAMES])


def _within(what: str, n: int, least: int, most: int) -> None:
    if not least <= n <= most:
        raise ValueError(f"{what} is {least} to {most}, not {n}")


def check(s: ChooseWrite) -> None:
    """Compare what is asked with the pieces; ValueError if no game comes to this."""
    if s.waiting != 0 and step_of(s.together) == steps.USE_CARD and s.card == NO_CARD:
        raise ValueError("a card is in use")
    if s.turn > 0 and not s.is_over():
        if s.first == NOBODY or s.active == NOBODY:
            raise ValueError("somebody has started, and somebody is in turn")
        if s.caravan[0] == UNSEEN and step_of(s.asked) != steps.TURN_CARAVAN:
            raise ValueError("the open caravan card is always seen")
        if step_of(s.asked) == steps.PLAY and NO_CARD in [*s.display]:
            raise ValueError("the display is full when a turn begins")
        if step_of(s.asked) == steps.PLAY and s.players[s.active].place == NO_CARD:
            raise ValueError("the seat in turn has a place card in hand")
    check_agenda(s)
    _check_later(s)
    check_plans(s)


def _check_later(s: ChooseWrite) -> None:
    """Who has drawn by the caravan card is asked the rest when all have drawn. [CW-4.5]"""
    steps_ahead = [s.agenda[n] for n in range(s.depth)]
    for seat in range(s.seats):
        if s.players[seat].later == 0:
            continue
        if (
            s.card == NO_CARD
            or not s.caravan_used
            or entry(steps.CARRY_OUT, seat, 0) in steps_ahead
        ):
            raise ValueError(f"seat {seat} has not drawn by the caravan card this turn")
        if s.waiting != 0 and size(asked_after_draw(s, seat)) < 2:
            raise ValueError(f"seat {seat} has one answer, so it is not asked")
