"""What counts in Istanbul: rubies, the means to get the next ones, and how near they are."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from bedesten.bots.judgement.judging import Judgement
from bedesten.games.istanbul import steps
from bedesten.games.istanbul.board import (
    BLACK_MARKET,
    CARAVANSARY,
    DEALER,
    FABRIC,
    FOUNTAIN,
    FRUIT,
    GREAT_MOSQUE,
    LARGE_MARKET,
    PALACE,
    POLICE_STATION,
    POST_OFFICE,
    SMALL_MARKET,
    SMALL_MOSQUE,
    TEA_HOUSE,
    WAINWRIGHT,
    at,
)
from bedesten.games.istanbul.places import can_act
from bedesten.games.istanbul.rubies import asked_of, can_buy_ruby, can_pay_palace
from bedesten.games.istanbul.state import (
    ANY,
    AT_DEALER,
    AT_PALACE,
    AT_WAINWRIGHT,
    BLUE,
    LARGE,
    SMALL,
    Istanbul,
    Player,
    colours_at,
    dealer_price,
    mosque_of,
    palace_price,
    top_demand,
)
from bedesten.games.istanbul.words import (
    ACT,
    CALL,
    CARD,
    CARDS,
    CATCH,
    DONE,
    FIRST_CALL,
    FIVE_LIRA,
    GOOD,
    GOVERNOR,
    LEAVE,
    PASS,
    PAY,
    PLACE,
    REROLL,
    SMUGGLER,
    TAKE_NEUTRAL,
    TAKE_OWN,
)
from bedesten.kernel.rows import least, total
from bedesten.kernel.words import Seat, Word, Words, bit, size

RUBIES: Final = 0
ONE_MISSING: Final = 1
ENOUGH: Final = 2
LIRA: Final = 3
LIRA_EARLY: Final = 4
PURSE: Final = 5
PLAIN_GOODS: Final = 6
BLUE_GOODS: Final = 7
GOODS_EARLY: Final = 8
KINDS: Final = 9
PALACE_GOODS: Final = 10
SALE: Final = 11
RUBY_READY: Final = 12
RUBY_NEAR: Final = 13
RUBIES_NEAR: Final = 14
EXTENSIONS: Final = 15
EXTENSIONS_EARLY: Final = 16
WAGON: Final = 17
TILES: Final = 18
TILES_EARLY: Final = 19
RED_TILE: Final = 20
GREEN_TILE: Final = 21
YELLOW_TILE: Final = 22
BLUE_TILE: Final = 23
HALF_PAIRS: Final = 24
TILES_READY: Final = 25
STACK: Final = 26
NO_STACK: Final = 27
SMALL_STACK: Final = 28
OUT_NEAR: Final = 29
FOUNTAIN_NEAR: Final = 30
FAMILY_OUT: Final = 31
CARDS_EARLY: Final = 32
ON_MOVE: Final = 33
STILL_TO_MOVE: Final = 34
HELD: Final = 35  # ten kinds of cards
MANY: Final = HELD + CARDS

NAMES: Final = (
    "rubies",
    "one_missing",
    "enough",
    "lira",
    "lira_early",
    "purse",
    "plain_goods",
    "blue_goods",
    "goods_early",
    "kinds",
    "palace_goods",
    "sale",
    "ruby_ready",
    "ruby_near",
    "rubies_near",
    "extensions",
    "extensions_early",
    "wagon",
    "tiles",
    "tiles_early",
    "red_tile",
    "green_tile",
    "yellow_tile",
    "blue_tile",
    "half_pairs",
    "tiles_ready",
    "stack",
    "no_stack",
    "small_stack",
    "out_near",
    "fountain_near",
    "family_out",
    "cards_early",
    "on_move",
    "still_to_move",
    "card_one_good",
    "card_five_lira",
    "card_far",
    "card_stay",
    "card_return",
    "card_family",
    "card_sell_any",
    "card_palace_twice",
    "card_post_twice",
    "card_dealer_twice",
)


class IstanbulJudgement(Judgement):
    def quiet(self, s: Istanbul, /) -> bool:
        return s.asked & 255 == steps.MOVE

    def look(self, s: Istanbul, seat: Seat, row: vec[float], /) -> None:
        p = s.players[seat]
        early = _still_early(s)
        missing = s.parts.rubies_to_end - p.rubies
        row[RUBIES] = float(p.rubies)
        row[ONE_MISSING] = 1.0 if missing == 1 else 0.0
        row[ENOUGH] = 1.0 if missing <= 0 else 0.0
        lira = float(least(p.lira, 30)) / 10.0
        row[LIRA] = lira
        row[LIRA_EARLY] = lira * early
        if s.rubies[AT_DEALER] > 0:
            saved = float(p.lira) / float(dealer_price(s))
            row[PURSE] = saved * saved if saved < 1.0 else 1.0
        goods = total(p.goods)
        row[PLAIN_GOODS] = float(goods - p.goods[BLUE]) / 4.0
        row[BLUE_GOODS] = float(p.goods[BLUE]) / 4.0
        row[GOODS_EARLY] = float(goods) * early / 4.0
        good: i64
        kinds = 0.0
        for good in range(4):
            if p.goods[good] > 0:
                kinds += 0.25
        row[KINDS] = kinds
        if s.rubies[AT_PALACE] > 0:
            row[PALACE_GOODS] = _covered(s, p)
        row[SALE] = _best_sale(s, p)
        ready = _ruby_places(s, seat)
        row[RUBY_READY] = float(size(ready))
        near = ready & s.near[p.merchant]
        if p.stack == 0:
            near &= p.out
        row[RUBY_NEAR] = 1.0 if near != 0 else 0.0
        row[RUBIES_NEAR] = float(size(near))
        extensions = float(p.extensions)
        row[EXTENSIONS] = extensions
        row[EXTENSIONS_EARLY] = extensions * early
        if s.rubies[AT_WAINWRIGHT] > 0 and p.extensions < s.parts.extensions:
            row[WAGON] = extensions * extensions / 4.0
        tiles = float(size(p.tiles))
        row[TILES] = tiles
        row[TILES_EARLY] = tiles * early
        for good in range(4):
            if p.has_tile(good):
                row[RED_TILE + good] = 1.0
            elif _tile_price(s, good) <= p.goods[good]:
                row[TILES_READY] += 1.0
        row[HALF_PAIRS] = _half_pairs(s, p)
        row[STACK] = float(p.stack)
        row[NO_STACK] = 1.0 if p.stack == 0 else 0.0
        row[SMALL_STACK] = 1.0 if p.stack == 1 else 0.0
        row[OUT_NEAR] = float(size(p.out & s.near[p.merchant]))
        if s.near[p.merchant] & at(FOUNTAIN) != 0:
            row[FOUNTAIN_NEAR] = float(size(p.out)) / 4.0
        row[FAMILY_OUT] = 1.0 if p.family != POLICE_STATION else 0.0
        row[CARDS_EARLY] = float(total(p.hand)) * early
        row[ON_MOVE] = 1.0 if s.actor == seat else 0.0
        if s.last_round:
            turns = (s.first + s.seats - s.actor) % s.seats
            mine = (seat + s.seats - s.actor) % s.seats
            if turns == 0 or mine < turns:
                row[STILL_TO_MOVE] = 1.0
        card: i64
        for card in range(CARDS):
            row[HELD + card] = float(p.hand[card])

    def lean(self, s: Istanbul, seat: Seat, word: Word, /) -> float:
        step = s.asked & 255
        if step == steps.MOVE:
            if word >= PLACE and word < GOOD:
                return _errand(s, seat, word - PLACE + 1)
            return 0.3
        if word == PASS or word == DONE:
            return 0.05
        if word < CARD + CARDS:
            return 0.3 if word != CARD + FIVE_LIRA else 0.15
        if step == steps.CALL_NUMBER:
            call = word - CALL + FIRST_CALL
            return 4.0 if call == 7 or call == 8 else 1.0 if 5 <= call <= 9 else 0.1
        if word == TAKE_OWN or word == LEAVE or word == TAKE_NEUTRAL:
            return 3.0
        if step == steps.SEND_FAMILY:
            return _errand(s, seat, word - PLACE + 1)
        if step == steps.BRING_BACK:
            return 2.0
        if word == ACT or word == CATCH:
            return 5.0
        if word == PAY:
            return 1.0
        if word == GOVERNOR or word == SMUGGLER:
            return 0.3
        if word == REROLL:
            return 0.5
        return 1.0


def _still_early(s: Istanbul) -> float:
    """From 1 at the start down to 0 when somebody has enough rubies."""
    most: i64 = 0
    for p in s.players:
        if p.rubies > most:
            most = p.rubies
    left = s.parts.rubies_to_end - most
    return float(left) / float(s.parts.rubies_to_end) if left > 0 else 0.0


def _covered(s: Istanbul, p: Player) -> float:
    """How much of the palace's price lies on the wheelbarrow, squared."""
    price = palace_price(s)
    have: i64 = 0
    spare: i64 = 0
    good: i64
    for good in range(4):
        n = least(p.goods[good], asked_of(s, good, price))
        have += n
        spare += p.goods[good] - n
    have += least(spare, asked_of(s, ANY, price))
    share = float(have) / float(price)
    return share * share


def _best_sale(s: Istanbul, p: Player) -> float:
    """What the goods would bring at the better market, in tens of lira."""
    large = _sale(s, p, LARGE)
    small = _sale(s, p, SMALL)
    return float(large if large > small else small) / 10.0


def _sale(s: Istanbul, p: Player, market: i64) -> i64:
    tile = top_demand(s, market)
    n: i64 = 0
    good: i64
    for good in range(4):
        n += least(p.goods[good], s.parts.demand[4 * tile + good])
    return s.parts.prices[len(s.parts.prices) // 2 * market + n]


def _tile_price(s: Istanbul, colour: i64) -> i64:
    """How many goods one must have for the top tile of a colour; more than any if none is left."""
    taken = s.mosques[colour]
    tiles = s.parts.mosque_tiles
    return tiles[taken] if taken < len(tiles) else 99


def _half_pairs(s: Istanbul, p: Player) -> float:
    """Mosques with a ruby left of which a seat holds one tile and can still get the other."""
    n = 0.0
    colour: i64
    for colour in range(4):
        if p.has_tile(colour) and s.rubies[mosque_of(colour)] > 0:
            partner = 1 - colour if colour < 2 else 5 - colour
            if not p.has_tile(partner) and _tile_price(s, partner) <= p.room:
                n += 1.0
    return n


def _ruby_places(s: Istanbul, seat: Seat) -> Words:
    """Where a seat could take a ruby if it were there."""
    p = s.players[seat]
    words: Words = 0
    if can_buy_ruby(s, seat):
        words |= at(DEALER)
    if can_pay_palace(s, seat):
        words |= at(PALACE)
    if (
        p.extensions + 1 == s.parts.extensions
        and p.lira >= s.parts.extension_price
        and s.rubies[AT_WAINWRIGHT] > 0
    ):
        words |= at(WAINWRIGHT)
    if _completes_pair(s, p, SMALL_MOSQUE):
        words |= at(SMALL_MOSQUE)
    if _completes_pair(s, p, GREAT_MOSQUE):
        words |= at(GREAT_MOSQUE)
    return words


def _completes_pair(s: Istanbul, p: Player, place: i64) -> bool:
    lacking = colours_at(place) & ~p.tiles
    if lacking == 0 or lacking & lacking - 1 != 0:
        return False
    colour: i64
    for colour in range(4):
        if lacking == bit(colour):
            return s.rubies[mosque_of(colour)] > 0 and _tile_price(s, colour) <= p.goods[colour]
    return False


def _errand(s: Istanbul, seat: Seat, place: i64) -> float:
    """How readily one goes to a place."""
    p = s.players[seat]
    odds = _use(s, seat, p, place)
    if place == FOUNTAIN:
        return odds
    if p.out & at(place) != 0:
        odds *= 1.6
    elif p.stack == 0:
        return 0.02
    for other in s.players:
        if other.merchant == place:
            odds *= 0.6
    for neutral in s.neutral_merchants:
        if neutral == place:
            odds *= 0.6
    return odds


def _use(s: Istanbul, seat: Seat, p: Player, place: i64) -> float:
    """What a place promises to somebody who can act there."""
    if place == FOUNTAIN:
        missing = size(p.out)
        return 4.0 if p.stack == 0 else 0.3 * float(missing) if p.stack == 1 else 0.05
    if not can_act(s, seat, place):
        return 0.03
    if FABRIC <= place <= FRUIT:
        return 0.1 + 0.5 * float(p.room - p.goods[place - FABRIC])
    if place == WAINWRIGHT:
        return 3.0
    if place == POST_OFFICE:
        return 1.0
    if place == CARAVANSARY:
        return 0.5
    if place == BLACK_MARKET:
        return 0.8
    if place == TEA_HOUSE:
        return 0.8
    if place == LARGE_MARKET:
        return 0.15 * float(_sale(s, p, LARGE))
    if place == SMALL_MARKET:
        return 0.15 * float(_sale(s, p, SMALL))
    if place == POLICE_STATION:
        return 0.7
    if place == PALACE or place == DEALER:
        return 12.0
    return 6.0 if not _completes_pair(s, p, place) else 12.0


JUDGEMENT: Final = IstanbulJudgement
