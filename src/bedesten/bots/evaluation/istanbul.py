"""What counts in Istanbul: rubies, the means to get the next ones, and how near they are."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from bedesten.bots.evaluation.base import Evaluation, names
from bedesten.games.istanbul import board, steps, words
from bedesten.games.istanbul.board import at
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
    IstanbulPlayer,
    colours_at,
    dealer_price,
    mosque_of,
    palace_price,
    top_demand,
)
from bedesten.kernel.agenda import step_of
from bedesten.kernel.rows import least, total
from bedesten.kernel.words import Seat, Word, Words, bit, size

# Features of a seat. "early" counts less as the first player nears the end.

RUBIES: Final = 0
ONE_MISSING: Final = 1  # one ruby short of the end
ENOUGH: Final = 2
# Means: lira and goods
LIRA: Final = 3
LIRA_EARLY: Final = 4
PURSE: Final = 5  # share of the dealer's price, squared
PLAIN_GOODS: Final = 6
BLUE_GOODS: Final = 7
GOODS_EARLY: Final = 8
KINDS: Final = 9
PALACE_GOODS: Final = 10  # share of the palace's price, squared
SALE: Final = 11  # at the better market
# Rubies in reach
RUBY_READY: Final = 12
RUBY_NEAR: Final = 13
RUBIES_NEAR: Final = 14
# Extensions and tiles
EXTENSIONS: Final = 15
EXTENSIONS_EARLY: Final = 16
WAGON: Final = 17  # extensions, squared, as long as there is a ruby for them
TILES: Final = 18
TILES_EARLY: Final = 19
RED_TILE: Final = 20
GREEN_TILE: Final = 21
YELLOW_TILE: Final = 22
BLUE_TILE: Final = 23
HALF_PAIRS: Final = 24
TILES_READY: Final = 25
# Assistants and family
STACK: Final = 26
NO_STACK: Final = 27
SMALL_STACK: Final = 28
OUT_NEAR: Final = 29
FOUNTAIN_NEAR: Final = 30
FAMILY_OUT: Final = 31
# Cards, and whose turn it is
CARDS_EARLY: Final = 32
ON_MOVE: Final = 33
STILL_TO_MOVE: Final = 34  # in the last round
CARD: Final = 35  # by kind

FEATURES: Final = names(
    "rubies one_missing enough lira lira_early purse plain_goods blue_goods goods_early kinds "
    "palace_goods sale ruby_ready ruby_near rubies_near extensions extensions_early wagon tiles "
    "tiles_early red_tile green_tile yellow_tile blue_tile half_pairs tiles_ready stack no_stack "
    "small_stack out_near fountain_near family_out cards_early on_move still_to_move "
    "card_one_good card_five_lira card_far card_stay card_return card_family card_sell_any "
    "card_palace_twice card_post_twice card_dealer_twice"
)

# Features of a seat that only networks see. Sources of rubies: wainwright, small mosque, great
# mosque, palace, dealer; each is 0 once it has nothing more for the seat.

MISSING: Final = CARD + 10
TWO_MISSING: Final = MISSING + 1
THREE_MISSING: Final = TWO_MISSING + 1
RUBIES_AHEAD: Final = THREE_MISSING + 1  # of the best rival
RUBIES_AHEAD_LATE: Final = RUBIES_AHEAD + 1
WAITING: Final = RUBIES_AHEAD_LATE + 1  # turns of others before the next own one
LATER_SEAT: Final = WAITING + 1  # turns after the starting player
READY: Final = LATER_SEAT + 1  # by source: a ruby could be taken there now
READY_NEAR: Final = READY + 5  # by source, with the next move
OPEN: Final = READY_NEAR + 5  # by source: there is a ruby for the seat
SHORT: Final = OPEN + 5  # by source: what is lacking
READY_TWO: Final = SHORT + 5  # rubies ready within two moves
STILL_OPEN: Final = READY_TWO + 1  # sources with a ruby for the seat
FOUNTAIN_HERE: Final = STILL_OPEN + 1
REACH: Final = FOUNTAIN_HERE + 1  # places with something to do for the next move
OUT: Final = REACH + 1  # assistants that lie at places
ROOM_LEFT: Final = OUT + 1
LIRA_LATE: Final = ROOM_LEFT + 1  # ahead of the richest rival: it decides a tie

SOURCES: Final = names("wainwright small_mosque great_mosque palace dealer")

NETWORK_FEATURES: Final = (
    names("missing two_missing three_missing rubies_ahead rubies_ahead_late waiting later_seat")
    + [f"ready_{source}" for source in SOURCES]
    + [f"ready_near_{source}" for source in SOURCES]
    + [f"open_{source}" for source in SOURCES]
    + [f"short_{source}" for source in SOURCES]
    + names("ready_two still_open fountain_here reach out room_left lira_late")
)

# Features of the table.

EARLY: Final = 0
LAST_ROUND: Final = 1
DEALER_PRICE: Final = 2
PALACE_PRICE: Final = 3
LEFT: Final = 4  # rubies, by source
MARKERS: Final = 9
ROUNDS: Final = 10
NEUTRAL: Final = 11
PATHS: Final = 12  # mean distance between sources of rubies and of goods, in moves

_SOURCE_PLACES: Final = vec[i64](
    [board.WAINWRIGHT, board.SMALL_MOSQUE, board.GREAT_MOSQUE, board.PALACE, board.DEALER]
)

TABLE_FEATURES: Final = (
    names("early last_round dealer_price palace_price")
    + [f"left_{source}" for source in SOURCES]
    + names("markers rounds neutral paths")
)

# Policy features of a word. Going to a place:

GO: Final = 0  # by place
PICK_UP: Final = GO + 16  # an assistant is there
NO_HELPER: Final = PICK_UP + 1
LAST_HELPER: Final = NO_HELPER + 1
FEE: Final = LAST_HELPER + 1
NO_FEE_LEFT: Final = FEE + 1
GOVERNOR_THERE: Final = NO_FEE_LEFT + 1
SMUGGLER_THERE: Final = GOVERNOR_THERE + 1
FAMILY_THERE: Final = SMUGGLER_THERE + 1
NOTHING_TO_DO: Final = FAMILY_THERE + 1
# What a place is for
FOR_RUBY: Final = NOTHING_TO_DO + 1
FOR_LAST_RUBY: Final = FOR_RUBY + 1
FILL: Final = FOR_LAST_RUBY + 1
FOR_TILE: Final = FILL + 1
FOR_PALACE: Final = FOR_TILE + 1
FOR_SALE: Final = FOR_PALACE + 1
FOR_LARGE_SALE: Final = FOR_SALE + 1
BUILD_EARLY: Final = FOR_LARGE_SALE + 1
# The fountain
FETCH: Final = BUILD_EARLY + 1
FETCH_ALL: Final = FETCH + 1
FETCH_MOST: Final = FETCH_ALL + 1
# Other decisions
NO_ROOM: Final = FETCH_MOST + 1
IDLE: Final = NO_ROOM + 1
NO_FEE: Final = IDLE + 1
TAKE: Final = NO_FEE + 1  # by good
HAND_OVER: Final = TAKE + 4  # by good
CALL: Final = HAND_OVER + 4  # by number
PLAY: Final = CALL + 10  # by card
GIVE_UP: Final = PLAY + 10  # by card
SAY: Final = GIVE_UP + 10  # by word, from `pass` on

POLICY_FEATURES: Final = (
    [f"go_{place}" for place in range(1, 17)]
    + names(
        "pick_up no_helper last_helper fee no_fee_left governor_there smuggler_there family_there "
        "nothing_to_do for_ruby for_last_ruby fill for_tile for_palace for_sale for_large_sale "
        "build_early fetch fetch_all fetch_most no_room idle no_fee"
    )
    + [f"take_{good}" for good in words.GOOD_NAMES]
    + [f"hand_over_{good}" for good in words.GOOD_NAMES]
    + [f"call_{number}" for number in range(words.FIRST_CALL, 13)]
    + [f"play_{card}" for card in words.CARD_NAMES]
    + [f"give_up_{card}" for card in words.CARD_NAMES]
    + [f"say_{word.replace(':', '_')}" for word in words.WORDS[words.PASS : words.DICE]]
)


class IstanbulEvaluation(Evaluation):
    def is_quiet(self, s: Istanbul, /) -> bool:
        return step_of(s.asked) == steps.MOVE

    def features(self, s: Istanbul, seat: Seat, row: vec[float], /) -> None:
        p = s.players[seat]
        early = _still_early(s)
        missing = s.printed.rubies_to_end - p.rubies
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
        ready = ruby_places(s, seat)
        row[RUBY_READY] = float(size(ready))
        near = ready & s.near[p.merchant]
        if p.stack == 0:
            near &= p.out
        row[RUBY_NEAR] = 1.0 if near != 0 else 0.0
        row[RUBIES_NEAR] = float(size(near))
        extensions = float(p.extensions)
        row[EXTENSIONS] = extensions
        row[EXTENSIONS_EARLY] = extensions * early
        if s.rubies[AT_WAINWRIGHT] > 0 and p.extensions < s.printed.extensions:
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
        if s.near[p.merchant] & at(board.FOUNTAIN) != 0:
            row[FOUNTAIN_NEAR] = float(size(p.out)) / 4.0
        row[FAMILY_OUT] = 1.0 if p.family != board.POLICE_STATION else 0.0
        row[CARDS_EARLY] = float(total(p.hand)) * early
        row[ON_MOVE] = 1.0 if s.actor == seat else 0.0
        if s.last_round:
            turns = (s.first + s.seats - s.actor) % s.seats
            mine = (seat + s.seats - s.actor) % s.seats
            if turns == 0 or mine < turns:
                row[STILL_TO_MOVE] = 1.0
        card: i64
        for card in range(words.CARDS):
            row[CARD + card] = float(p.hand[card])

    def network_features(self, s: Istanbul, seat: Seat, row: vec[float], /) -> None:
        IstanbulEvaluation.features(self, s, seat, row)
        p = s.players[seat]
        missing = s.printed.rubies_to_end - p.rubies
        row[MISSING] = float(missing) / 3.0
        row[TWO_MISSING] = 1.0 if missing == 2 else 0.0
        row[THREE_MISSING] = 1.0 if missing == 3 else 0.0
        most: i64 = 0
        richest: i64 = 0
        other: Seat
        for other in range(s.seats):
            if other != seat:
                rival = s.players[other]
                if rival.rubies > most:
                    most = rival.rubies
                    richest = 0
                if rival.rubies == most and rival.lira > richest:
                    richest = rival.lira
        late = 1.0 - _still_early(s)
        row[RUBIES_AHEAD] = float(p.rubies - most)
        row[RUBIES_AHEAD_LATE] = float(p.rubies - most) * late
        if p.rubies == most:
            row[LIRA_LATE] = float(p.lira - richest) / 10.0 * late
        row[WAITING] = float((seat + s.seats - s.actor) % s.seats) / float(s.seats)
        row[LATER_SEAT] = float((seat + s.seats - s.first) % s.seats) / float(s.seats)
        near = s.near[p.merchant]
        usable = near if p.stack > 0 else near & p.out
        row[REACH] = float(size(usable)) / 8.0
        row[FOUNTAIN_HERE] = 1.0 if p.merchant == board.FOUNTAIN else 0.0
        row[OUT] = float(size(p.out)) / 4.0
        row[ROOM_LEFT] = float(4 * p.room - total(p.goods)) / 8.0
        self._sources(s, seat, p, usable, row)
        ready = ruby_places(s, seat)
        two = near
        place: i64
        if ready & ~near != 0:
            for place in range(1, board.PLACES + 1):
                if near & at(place) != 0:
                    two |= s.near[place]
        row[READY_TWO] = float(size(ready & two))

    def _sources(
        self, s: Istanbul, seat: Seat, p: IstanbulPlayer, usable: Words, row: vec[float]
    ) -> None:
        """What each source of rubies still has for a seat, and what is lacking."""
        ready = ruby_places(s, seat)
        source: i64
        for source in range(5):
            place = _SOURCE_PLACES[source]
            if s.rubies[source] == 0:
                continue
            short = 0.0
            if source == AT_WAINWRIGHT:
                if p.extensions >= s.printed.extensions:
                    continue
                left = s.printed.extensions - p.extensions
                lira = left * s.printed.extension_price - p.lira
                short = float(left) / 3.0 + (float(lira) / 21.0 if lira > 0 else 0.0)
            elif source == AT_PALACE:
                short = float(_palace_short(s, p)) / 4.0
            elif source == AT_DEALER:
                lira = dealer_price(s) - p.lira
                short = float(lira) / 10.0 if lira > 0 else 0.0
            else:
                lacking = colours_at(place) & ~p.tiles
                if lacking == 0:
                    continue
                colour: i64
                possible = True
                for colour in range(4):
                    if lacking & bit(colour) != 0:
                        price = _tile_price(s, colour)
                        if price > 5:
                            possible = False
                        short += 0.5
                        if price > p.goods[colour]:
                            short += float(price - p.goods[colour]) / 6.0
                if not possible:
                    continue
            row[OPEN + source] = 1.0
            row[STILL_OPEN] += 0.25
            row[SHORT + source] = short
            if ready & at(place) != 0:
                row[READY + source] = 1.0
                if usable & at(place) != 0:
                    row[READY_NEAR + source] = 1.0

    def table_features(self, s: Istanbul, row: vec[float], /) -> None:
        row[EARLY] = _still_early(s)
        row[LAST_ROUND] = 1.0 if s.last_round else 0.0
        row[DEALER_PRICE] = float(dealer_price(s)) / 15.0 if s.rubies[AT_DEALER] > 0 else 0.0
        row[PALACE_PRICE] = float(palace_price(s)) / 6.0 if s.rubies[AT_PALACE] > 0 else 0.0
        source: i64
        for source in range(5):
            row[LEFT + source] = float(s.rubies[source]) / 5.0
        row[MARKERS] = float(s.markers) / 4.0
        row[ROUNDS] = float(s.turn) / float(s.seats) / 15.0
        row[NEUTRAL] = 1.0 if s.printed.neutral_assistants else 0.0
        far: i64 = 0
        place: i64
        for source in range(5):
            near = s.near[_SOURCE_PLACES[source]]
            for place in range(board.FABRIC, board.FRUIT + 1):
                if near & at(place) == 0:
                    far += 1
        row[PATHS] = float(far) / 15.0

    def policy_features(self, s: Istanbul, seat: Seat, word: Word, /) -> None:
        step = step_of(s.asked)
        if word < words.CARD + words.CARDS:
            if step == steps.PUT_BACK or step == steps.GIVE_CARD:
                Evaluation.add(self, GIVE_UP + word, 1.0)
            else:
                Evaluation.add(self, PLAY + word, 1.0)
        elif word < words.GOOD:
            if step == steps.MOVE or step == steps.SEND_FAMILY or step == steps.MOVE_FAR:
                self._place_entered(s, seat, word - words.PLACE + 1, step != steps.SEND_FAMILY)
        elif word < words.CALL:
            if step == steps.SELL or step == steps.GIVE_ANY or step == steps.PAY_SMUGGLER:
                Evaluation.add(self, HAND_OVER + word - words.GOOD, 1.0)
            elif step != steps.TAKE_TILE:
                self._good_taken(s, seat, word - words.GOOD)
        elif word < words.PASS:
            Evaluation.add(self, CALL + word - words.CALL, 1.0)
        else:
            Evaluation.add(self, SAY + word - words.PASS, 1.0)
            if word == words.PASS:
                if step == steps.USE_ASSISTANT or step == steps.ACT:
                    Evaluation.add(self, IDLE, 1.0)
                elif step == steps.MEET_MERCHANTS:
                    Evaluation.add(self, NO_FEE, 1.0)

    def _place_entered(self, s: Istanbul, seat: Seat, place: i64, is_merchant: bool) -> None:
        """What speaks for a place."""
        p = s.players[seat]
        if place == board.FOUNTAIN:
            out = size(p.out)
            Evaluation.add(self, FETCH, float(out) / 4.0)
            if p.stack == 0:
                Evaluation.add(self, FETCH_ALL, 1.0)
            elif p.stack == 1:
                Evaluation.add(self, FETCH_MOST, 1.0)
            Evaluation.add(self, GO + place - 1, 1.0)
            return
        if is_merchant:
            if p.out & at(place) != 0:
                Evaluation.add(self, PICK_UP, 1.0)
            elif p.stack == 0:
                Evaluation.add(self, NO_HELPER, 1.0)
                return
            elif p.stack == 1:
                Evaluation.add(self, LAST_HELPER, 1.0)
            met: i64 = 0
            for other in s.players:
                if other.merchant == place:
                    met += 1
            for neutral in s.neutral_merchants:
                if neutral == place:
                    met += 1
            if met > 0:
                Evaluation.add(self, FEE, float(met))
                if p.lira < s.printed.merchant_fee * met:
                    Evaluation.add(self, NO_FEE_LEFT, 1.0)
            if s.governor == place:
                Evaluation.add(self, GOVERNOR_THERE, 1.0)
            if s.smuggler == place:
                Evaluation.add(self, SMUGGLER_THERE, 1.0)
            if place != board.POLICE_STATION:
                for n in range(s.seats):
                    if n != seat and s.players[n].family == place:
                        Evaluation.add(self, FAMILY_THERE, 1.0)
        if not can_act(s, seat, place):
            Evaluation.add(self, NOTHING_TO_DO, 1.0)
            return
        Evaluation.add(self, GO + place - 1, 1.0)
        if _gives_ruby(s, seat, place):
            Evaluation.add(self, FOR_RUBY, 1.0)
            if s.printed.rubies_to_end - p.rubies <= 1:
                Evaluation.add(self, FOR_LAST_RUBY, 1.0)
        if board.FABRIC <= place <= board.FRUIT:
            good = place - board.FABRIC
            Evaluation.add(self, FILL, float(p.room - p.goods[good]) / 3.0)
            self._good_wanted(s, p, good, p.room)
        elif place == board.LARGE_MARKET or place == board.SMALL_MARKET:
            sale = float(sale_at(s, p, place - board.LARGE_MARKET)) / 10.0
            Evaluation.add(self, FOR_SALE, sale)
            Evaluation.add(self, FOR_LARGE_SALE, sale * sale)
        elif place == board.BLACK_MARKET:
            self._good_wanted(s, p, BLUE, least(p.room, p.goods[BLUE] + 2))
        elif place == board.WAINWRIGHT:
            Evaluation.add(self, BUILD_EARLY, _still_early(s))

    def _good_wanted(self, s: Istanbul, p: IstanbulPlayer, good: i64, after: i64) -> None:
        """What more of a good would be for: a tile, or the palace."""
        price = _tile_price(s, good)
        if not p.has_tile(good) and p.goods[good] < price and after >= price:
            Evaluation.add(self, FOR_TILE, 1.0)
        if s.rubies[AT_PALACE] > 0:
            lacking = asked_of(s, good, palace_price(s)) - p.goods[good]
            if lacking > 0:
                Evaluation.add(self, FOR_PALACE, float(lacking))

    def _good_taken(self, s: Istanbul, seat: Seat, good: i64) -> None:
        p = s.players[seat]
        Evaluation.add(self, TAKE + good, 1.0)
        if p.goods[good] >= p.room:
            Evaluation.add(self, NO_ROOM, 1.0)
        else:
            self._good_wanted(s, p, good, p.goods[good] + 1)


def _still_early(s: Istanbul) -> float:
    """From 1 at the start down to 0 when somebody has enough rubies."""
    most: i64 = 0
    for p in s.players:
        if p.rubies > most:
            most = p.rubies
    left = s.printed.rubies_to_end - most
    return float(left) / float(s.printed.rubies_to_end) if left > 0 else 0.0


def _covered(s: Istanbul, p: IstanbulPlayer) -> float:
    """How much of the palace's price lies on the wheelbarrow, squared."""
    price = palace_price(s)
    share = float(price - _palace_short(s, p)) / float(price)
    return share * share


def _palace_short(s: Istanbul, p: IstanbulPlayer) -> i64:
    """How many goods are lacking for the palace."""
    price = palace_price(s)
    have: i64 = 0
    spare: i64 = 0
    good: i64
    for good in range(4):
        n = least(p.goods[good], asked_of(s, good, price))
        have += n
        spare += p.goods[good] - n
    return price - have - least(spare, asked_of(s, ANY, price))


def _best_sale(s: Istanbul, p: IstanbulPlayer) -> float:
    """What the goods would bring at the better market, in tens of lira."""
    large = sale_at(s, p, LARGE)
    small = sale_at(s, p, SMALL)
    return float(large if large > small else small) / 10.0


def sale_at(s: Istanbul, p: IstanbulPlayer, market: i64) -> i64:
    tile = top_demand(s, market)
    n: i64 = 0
    good: i64
    for good in range(4):
        n += least(p.goods[good], s.printed.demand[4 * tile + good])
    return s.printed.prices[len(s.printed.prices) // 2 * market + n]


def _tile_price(s: Istanbul, colour: i64) -> i64:
    """How many goods one must have for the top tile of a colour; more than any if none is left."""
    taken = s.mosques[colour]
    tiles = s.printed.mosque_tiles
    return tiles[taken] if taken < len(tiles) else 99


def _half_pairs(s: Istanbul, p: IstanbulPlayer) -> float:
    """Mosques with a ruby left of which a seat holds one tile and can still get the other."""
    n = 0.0
    colour: i64
    for colour in range(4):
        if p.has_tile(colour) and s.rubies[mosque_of(colour)] > 0:
            partner = 1 - colour if colour < 2 else 5 - colour
            if not p.has_tile(partner) and _tile_price(s, partner) <= p.room:
                n += 1.0
    return n


def ruby_places(s: Istanbul, seat: Seat) -> Words:
    """Where a seat could take a ruby if it were there."""
    places: Words = 0
    for place in _SOURCE_PLACES:
        if _gives_ruby(s, seat, place):
            places |= at(place)
    return places


def _gives_ruby(s: Istanbul, seat: Seat, place: i64) -> bool:
    """Tell whether a seat could take a ruby at a place."""
    p = s.players[seat]
    if place == board.DEALER:
        return can_buy_ruby(s, seat)
    if place == board.PALACE:
        return can_pay_palace(s, seat)
    if place == board.WAINWRIGHT:
        return (
            p.extensions + 1 == s.printed.extensions
            and p.lira >= s.printed.extension_price
            and s.rubies[AT_WAINWRIGHT] > 0
        )
    if place == board.SMALL_MOSQUE or place == board.GREAT_MOSQUE:
        return _completes_pair(s, p, place)
    return False


def _completes_pair(s: Istanbul, p: IstanbulPlayer, place: i64) -> bool:
    lacking = colours_at(place) & ~p.tiles
    if lacking == 0 or lacking & lacking - 1 != 0:
        return False
    colour: i64
    for colour in range(4):
        if lacking == bit(colour):
            return s.rubies[mosque_of(colour)] > 0 and _tile_price(s, colour) <= p.goods[colour]
    return False


EVALUATION: Final = IstanbulEvaluation
