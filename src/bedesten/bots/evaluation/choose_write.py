"""What counts in Choose & Write: rubies, fields near a bonus ruby, means, and symbols left."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from bedesten.bots.evaluation.base import Evaluation, names
from bedesten.games.choose_write import sheet, steps, words
from bedesten.games.choose_write.goods_cards import number
from bedesten.games.choose_write.payment import can_pay_goods, owned
from bedesten.games.choose_write.place_cards import NO_CARD, place_of
from bedesten.games.choose_write.planning import sheet_of
from bedesten.games.choose_write.sheet import opened
from bedesten.games.choose_write.state import (
    GUILD_CARDS,
    LETTERS,
    ChooseWrite,
    ChooseWritePlayer,
    fields_left,
)
from bedesten.games.choose_write.symbols import symbols_at
from bedesten.games.choose_write.tally import count, rest, total
from bedesten.games.choose_write.turn import can_play_guild
from bedesten.kernel.agenda import step_of
from bedesten.kernel.rows import least
from bedesten.kernel.words import Seat, Word, Words, bit, say, size

# Features of a seat. "early" counts less as the pile of place cards runs out.

CONSTANT: Final = 0
RUBIES: Final = 1
ONE_MISSING: Final = 2  # one ruby short of the end
ENOUGH: Final = 3
# Means: lira and goods
MONEY: Final = 4
MONEY_EARLY: Final = 5
DEALER_PRICE: Final = 6
GOODS_MARKED: Final = 7
GOODS_EARLY: Final = 8
CARDS: Final = 9
CARDS_EARLY: Final = 10
PALACES: Final = 11  # that could be paid
NEAREST: Final = 12
SECOND_NEAREST: Final = 13
# Bonus rubies
ROW: Final = 14  # three rows
ROW_SHORT: Final = ROW + 3
BOX: Final = ROW_SHORT + 1  # two boxes
BOX_EARLY: Final = BOX + 2
# Improvements, bonus actions, symbols
TICKS: Final = BOX_EARLY + 1
TICKS_EARLY: Final = TICKS + 1
BONUS_ACTIONS: Final = TICKS_EARLY + 1
BONUS_EARLY: Final = BONUS_ACTIONS + 1
BONUS_LEFT: Final = BONUS_EARLY + 1
SYMBOLS: Final = BONUS_LEFT + 1
SYMBOLS_EARLY: Final = SYMBOLS + 1
SYMBOLS_MADE: Final = SYMBOLS_EARLY + 1
# Guild cards
GUILD_HELD: Final = SYMBOLS_MADE + 1
GUILD_EARLY: Final = GUILD_HELD + 1
GUILD_READY: Final = GUILD_EARLY + 1
GUILD_RUBY_READY: Final = GUILD_READY + 1
# Rubies in reach by open cards, and fields
RUBY_OPEN: Final = GUILD_RUBY_READY + 1
RUBIES_OPEN: Final = RUBY_OPEN + 1
FIELDS_LATE: Final = RUBIES_OPEN + 1
# Whose turn it is, and how late
ON_MOVE: Final = FIELDS_LATE + 1
WAITING: Final = ON_MOVE + 1
EARLY: Final = WAITING + 1
# Rubies in reach by following, by the card in hand, and by the goods in stock
FOLLOW_RUBY: Final = EARLY + 1
HAND_RUBY: Final = FOLLOW_RUBY + 1
HAND_NEAREST: Final = HAND_RUBY + 1
STOCK: Final = HAND_NEAREST + 1
STOCK_NEXT: Final = STOCK + 1
CHEAPEST: Final = STOCK_NEXT + 1
# The table
PLAYERS: Final = CHEAPEST + 1
RIVALS: Final = PLAYERS + 1  # mean of their rubies
RIVALS_BEST: Final = RIVALS + 1
SYMBOL: Final = RIVALS_BEST + 1  # by place
GUILD: Final = SYMBOL + 14  # by card

FEATURES: Final = (
    names(
        "constant rubies one_missing enough money money_early dealer_price goods_marked "
        "goods_early cards cards_early palaces nearest second_nearest row_1 row_2 row_3 row_short "
        "box_1 box_2 box_early ticks ticks_early bonus_actions bonus_early bonus_left symbols "
        "symbols_early symbols_made guild_held guild_early guild_ready guild_ruby_ready ruby_open "
        "rubies_open fields_late on_move waiting early follow_ruby hand_ruby hand_nearest stock "
        "stock_next cheapest players rivals rivals_best"
    )
    + [f"symbol_{place}" for place in words.PLACE_NAMES[: sheet.SYMBOL_PLACES]]
    + [f"guild_{n}" for n in range(1, 17)]
)

# Features of a seat that only networks see.

MISSING: Final = GUILD + 16
TWO_MISSING: Final = MISSING + 1
THREE_MISSING: Final = TWO_MISSING + 1
RUBIES_AHEAD: Final = THREE_MISSING + 1  # of the best rival
RUBIES_AHEAD_LATE: Final = RUBIES_AHEAD + 1
LATER_SEAT: Final = RUBIES_AHEAD_LATE + 1  # turns after the starting player
READY: Final = LATER_SEAT + 1  # places where a ruby could be taken now
READY_ON_MOVE: Final = READY + 1  # by a card that the seat in turn can play
DEALER_SHORT: Final = READY_ON_MOVE + 1
GOODS_LATE: Final = DEALER_SHORT + 1  # in stock, ahead of the best rival: they decide a tie
BONUS_NEXT: Final = GOODS_LATE + 1  # bonus rubies that are one or two marks away
POTENTIAL: Final = BONUS_NEXT + 1  # rubies that stock, lira and marks would bring
POTENTIAL_AHEAD: Final = POTENTIAL + 1  # rubies and potential, of the best rival's
POTENTIAL_SHORT: Final = POTENTIAL_AHEAD + 1  # of the end
FOLLOWS: Final = POTENTIAL_SHORT + 1  # ways to follow another's card

NETWORK_FEATURES: Final = names(
    "missing two_missing three_missing rubies_ahead rubies_ahead_late later_seat ready "
    "ready_on_move dealer_short goods_late bonus_next potential potential_ahead potential_short "
    "follows"
)

# Features of the table.

LATE: Final = 0
LAST_ROUND: Final = 1
LEADER_MISSING: Final = 2
LEADER_NEAR: Final = 3
PALACE_PRICE: Final = 4  # mean
TABLE_CHEAPEST: Final = 5
ROUNDS: Final = 6
SMALLEST_PILE: Final = 7

TABLE_FEATURES: Final = names(
    "late last_round leader_missing leader_near palace_price cheapest rounds smallest_pile"
)

# Policy features of a word.

USE: Final = 0  # by place
USE_EARLY: Final = USE + 18  # by place
FOLLOW: Final = USE_EARLY + 18
FOLLOW_EARLY: Final = FOLLOW + 1
WITH_BONUS: Final = FOLLOW_EARLY + 1
WITH_SYMBOL: Final = WITH_BONUS + 1
MADE: Final = WITH_SYMBOL + 1  # improvements at the place used
# Cards
PLAY_HAND: Final = MADE + 1
PLAY_OPEN: Final = PLAY_HAND + 1
OPENS_RUBY: Final = PLAY_OPEN + 1
TAKE_OPEN: Final = OPENS_RUBY + 1
TAKE_PILE: Final = TAKE_OPEN + 1
PLAY_GUILD: Final = TAKE_PILE + 1  # by card
KEEP_GUILD: Final = PLAY_GUILD + 16  # by card
# What is marked, and how it is paid
GOOD_WANTED: Final = KEEP_GUILD + 16  # by the nearest palace
GOOD_SHORT: Final = GOOD_WANTED + 1  # in the shortest column
GOOD_MANY: Final = GOOD_SHORT + 1
MARK_LIRA: Final = GOOD_MANY + 1
MARK_BONUS: Final = MARK_LIRA + 1
BY_CARD: Final = MARK_BONUS + 1
BY_SHEET: Final = BY_CARD + 1
TICK: Final = BY_SHEET + 1  # by place that can be improved

POLICY_FEATURES: Final = (
    [f"use_{place}" for place in words.PLACE_NAMES]
    + [f"use_{place}_early" for place in words.PLACE_NAMES]
    + names(
        "follow follow_early with_bonus with_symbol made play_hand play_open opens_ruby take_open "
        "take_pile"
    )
    + [f"play_guild_{n}" for n in range(1, 17)]
    + [f"keep_guild_{n}" for n in range(1, 17)]
    + names("good_wanted good_short good_many mark_lira mark_bonus by_card by_sheet")
    + [f"tick_{place}" for place in sheet.TICK_NAMES]
)

FIRST_RUBY_CARD: Final = 9  # guild cards from here on bring a ruby for lira


class ChooseWriteEvaluation(Evaluation):
    def is_quiet(self, s: ChooseWrite, /) -> bool:
        return step_of(s.asked) == steps.PLAY

    def features(self, s: ChooseWrite, seat: Seat, row: vec[float], /) -> None:
        p = sheet_of(s, seat)
        early = _still_early(s)
        row[CONSTANT] = 1.0
        row[EARLY] = early
        self._rivals(s, seat, row)
        missing = s.printed.rubies_to_end - p.rubies
        row[RUBIES] = float(p.rubies)
        row[ONE_MISSING] = 1.0 if missing == 1 else 0.0
        row[ENOUGH] = 1.0 if missing <= 0 else 0.0
        money = float(p.lira) / 10.0
        row[MONEY] = money
        row[MONEY_EARLY] = money * early
        row[DEALER_PRICE] = 1.0 if p.lira >= s.printed.dealer_price else 0.0
        goods = float(total(p.goods)) / 4.0
        row[GOODS_MARKED] = goods
        row[GOODS_EARLY] = goods * early
        cards = float(number(p.goods_cards))
        row[CARDS] = cards
        row[CARDS_EARLY] = cards * early
        self._palaces(s, p, row)
        self._stock(s, p, row)
        self._bonus_rubies(s, p, early, row)
        ticks = float(total(p.ticks)) / 4.0
        row[TICKS] = ticks
        row[TICKS_EARLY] = ticks * early
        row[BONUS_ACTIONS] = float(p.bonus)
        row[BONUS_EARLY] = float(p.bonus) * early
        row[BONUS_LEFT] = float(s.printed.bonus_fields - p.bonus_filled) * early / 4.0
        symbols = float(size(p.symbols)) / 4.0
        row[SYMBOLS] = symbols
        row[SYMBOLS_EARLY] = symbols * early
        self._symbols(p, row)
        self._guild(s, p, early, row)
        rubies = self._ruby_places(s, p)
        if rubies != 0:
            row[FOLLOW_RUBY] = self._ways_to_follow(p, rubies)
            cards_open: i64 = 0
            if p.place != NO_CARD and opened(place_of(p.place)) & rubies != 0:
                cards_open += 1
                row[HAND_RUBY] = 1.0
            for card in s.display:
                if card != NO_CARD and opened(place_of(card)) & rubies != 0:
                    cards_open += 1
            row[RUBY_OPEN] = 1.0 if cards_open > 0 else 0.0
            row[RUBIES_OPEN] = float(cards_open)
        fields = total(p.goods) + p.lira + p.bonus + 2 * number(p.goods_cards)
        row[FIELDS_LATE] = float(fields) * (1.0 - early) / 20.0

    def network_features(self, s: ChooseWrite, seat: Seat, row: vec[float], /) -> None:
        ChooseWriteEvaluation.features(self, s, seat, row)
        p = s.players[seat]
        late = 1.0 - _still_early(s)
        missing = s.printed.rubies_to_end - p.rubies
        row[MISSING] = float(missing) / 5.0
        row[TWO_MISSING] = 1.0 if missing == 2 else 0.0
        row[THREE_MISSING] = 1.0 if missing == 3 else 0.0
        rubies: i64 = 0
        goods: i64 = 0
        other: Seat
        for other in range(s.seats):
            if other != seat:
                rival = s.players[other]
                if rival.rubies > rubies:
                    rubies = rival.rubies
                    goods = 0
                if rival.rubies == rubies:
                    left = fields_left(s, other)
                    if left > goods:
                        goods = left
        if s.seats > 1:
            row[RUBIES_AHEAD] = float(p.rubies - rubies)
            row[RUBIES_AHEAD_LATE] = float(p.rubies - rubies) * late
            if p.rubies == rubies:
                row[GOODS_LATE] = float(fields_left(s, seat) - goods) / 10.0 * late
        if s.first >= 0:
            row[LATER_SEAT] = float((seat + s.seats - s.first) % s.seats) / float(s.seats)
        ready = float(size(self._ruby_places(s, p)))
        row[READY] = ready
        row[READY_ON_MOVE] = row[ON_MOVE] * row[RUBIES_OPEN]
        short = s.printed.dealer_price - p.lira
        row[DEALER_SHORT] = float(short) / 10.0 if short > 0 else 0.0
        row[BONUS_NEXT] = self._bonus_next(s, p)
        potential = row[STOCK] + float(p.lira // s.printed.dealer_price) + row[BONUS_NEXT]
        row[POTENTIAL] = potential
        if s.seats > 1:
            row[POTENTIAL_AHEAD] = float(p.rubies) + potential - self._reach_of_rivals(s, seat)
        row[POTENTIAL_SHORT] = float(missing) - potential if float(missing) > potential else 0.0
        row[FOLLOWS] = float(
            least(
                4,
                p.bonus
                + symbols_at(p.symbols, sheet.CATACOMBS)
                + symbols_at(p.symbols, sheet.DEALER),
            )
        )

    def _bonus_next(self, s: ChooseWrite, p: ChooseWritePlayer) -> float:
        """How many bonus rubies are one or two marks away."""
        found = 0.0
        if p.rows < len(s.printed.bonus_rows):
            depth = s.printed.bonus_rows[p.rows]
            lacking: i64 = 0
            good: i64
            for good in range(4):
                if count(p.filled, good) < depth:
                    lacking += depth - count(p.filled, good)
            if lacking <= 2:
                found += 1.0
        if p.boxes < len(s.printed.boxes) and s.printed.box_ends[p.boxes] - p.lira_filled <= 2:
            found += 1.0
        return found

    def _reach_of_rivals(self, s: ChooseWrite, seat: Seat) -> float:
        """The most rubies that a rival has or would get from stock, lira and marks."""
        most = 0.0
        other: Seat
        for other in range(s.seats):
            if other != seat:
                rival = s.players[other]
                reach = float(rival.rubies + rival.lira // s.printed.dealer_price)
                reach += self._bonus_next(s, rival) + float(self._palaces_paid(s, rival))
                if reach > most:
                    most = reach
        return most

    def _palaces_paid(self, s: ChooseWrite, p: ChooseWritePlayer) -> i64:
        """How many palaces the goods would pay one after another, the cheapest first."""
        goods = owned(p)
        paid: i64 = 0
        letter: i64
        for _ in range(4):
            best: i64 = 0
            for letter in range(LETTERS):
                price = s.prices[letter]
                if total(rest(price, goods)) == 0 and (best == 0 or total(price) < total(best)):
                    best = price
            if best == 0:
                break
            goods -= best
            paid += 1
        return paid

    def table_features(self, s: ChooseWrite, row: vec[float], /) -> None:
        row[LATE] = 1.0 - _still_early(s)
        row[LAST_ROUND] = 1.0 if s.last_round else 0.0
        most: i64 = 0
        for p in s.players:
            if p.rubies > most:
                most = p.rubies
        missing = s.printed.rubies_to_end - most
        row[LEADER_MISSING] = float(missing) / 5.0
        row[LEADER_NEAR] = 1.0 if missing <= 1 else 0.5 if missing == 2 else 0.0
        price: i64 = 0
        cheapest: i64 = 99
        letter: i64
        for letter in range(LETTERS):
            asked = total(s.prices[letter])
            price += asked
            cheapest = least(cheapest, asked)
        row[PALACE_PRICE] = float(price) / float(LETTERS) / 8.0
        row[TABLE_CHEAPEST] = float(cheapest) / 8.0
        row[ROUNDS] = float(s.turn) / float(s.seats) / 15.0
        row[SMALLEST_PILE] = 1.0 / (1.0 + float(size(s.pile)))

    def _rivals(self, s: ChooseWrite, seat: Seat, row: vec[float]) -> None:
        """Whose turn it is, and what the others have."""
        row[PLAYERS] = float(s.seats) / 5.0
        row[ON_MOVE] = 1.0 if s.active == seat else 0.0
        row[WAITING] = float((seat - s.active + s.seats) % s.seats) / 5.0
        rubies: i64 = 0
        best: i64 = 0
        other: Seat
        for other in range(s.seats):
            if other != seat:
                held = s.players[other].rubies
                rubies += held
                if held > best:
                    best = held
        if s.seats > 1:
            row[RIVALS] = float(rubies) / float(s.seats - 1)
        row[RIVALS_BEST] = float(best)

    def _palaces(self, s: ChooseWrite, p: ChooseWritePlayer, row: vec[float]) -> None:
        """How many palaces could be paid, and how near the nearest ones are."""
        held: Words = opened(place_of(p.place)) if p.place != NO_CARD else 0
        payable: i64 = 0
        nearest: i64 = 99
        second: i64 = 99
        by_hand: i64 = 99
        letter: i64
        for letter in range(LETTERS):
            lacking = total(rest(s.prices[letter], owned(p)))
            if lacking == 0:
                payable += 1
            if held & say(words.PLACE + sheet.PALACE_A + letter) != 0 and lacking < by_hand:
                by_hand = lacking
            if lacking < nearest:
                second = nearest
                nearest = lacking
            elif lacking < second:
                second = lacking
        row[PALACES] = float(payable)
        row[NEAREST] = 1.0 / (1.0 + float(nearest))
        row[SECOND_NEAREST] = 1.0 / (1.0 + float(second))
        row[HAND_NEAREST] = 1.0 / (1.0 + float(by_hand))

    def _stock(self, s: ChooseWrite, p: ChooseWritePlayer, row: vec[float]) -> None:
        """How many palaces the goods would pay one after another, the nearest first."""
        goods = owned(p)
        cheapest: i64 = 99
        letter: i64
        n: i64
        for n in range(4):
            nearest: i64 = 99
            price: i64 = 0
            for letter in range(LETTERS):
                if n == 0:
                    cheapest = least(cheapest, total(s.prices[letter]))
                lacking = total(rest(s.prices[letter], goods))
                if lacking < nearest or (
                    lacking == nearest and total(price) > total(s.prices[letter])
                ):
                    nearest = lacking
                    price = s.prices[letter]
            if nearest != 0:
                row[STOCK_NEXT] = 1.0 / (1.0 + float(nearest))
                break
            row[STOCK] += 1.0
            goods -= price
        row[CHEAPEST] = float(cheapest) / 8.0

    def _bonus_rubies(
        self, s: ChooseWrite, p: ChooseWritePlayer, early: float, row: vec[float]
    ) -> None:
        n: i64
        good: i64
        for n in range(least(len(s.printed.bonus_rows), 3)):
            if n < p.rows:
                continue
            depth = s.printed.bonus_rows[n]
            missing: i64 = 0
            for good in range(4):
                if count(p.filled, good) < depth:
                    missing += depth - count(p.filled, good)
            share = 1.0 - float(missing) / float(4 * depth)
            row[ROW + n] = share * share
            if n == p.rows:
                row[ROW_SHORT] = 1.0 / (1.0 + float(missing))
        fields: i64 = 0
        for n in range(least(len(s.printed.boxes), 2)):
            fields += s.printed.boxes[n]
            if n >= p.boxes:
                share = float(p.lira_filled) / float(fields)
                row[BOX + n] = share * share
                if n == p.boxes:
                    row[BOX_EARLY] = share * early

    def _symbols(self, p: ChooseWritePlayer, row: vec[float]) -> None:
        """Where symbols are left, and how much is made there."""
        place: i64
        for place in range(sheet.SYMBOL_PLACES):
            row[SYMBOL + place] = float(symbols_at(p.symbols, place))
        made: i64 = 0
        maker: i64
        for maker in range(sheet.MAKERS):
            ticks = count(p.ticks, maker)
            if ticks != 0:
                made += ticks * symbols_at(p.symbols, sheet.TICK_PLACES[maker])
        row[SYMBOLS_MADE] = float(made) / 4.0

    def _ways_to_follow(self, p: ChooseWritePlayer, rubies: Words) -> float:
        """To how many rubies a seat could follow another's card; palaces have no symbol."""
        ways = p.bonus + symbols_at(p.symbols, sheet.CATACOMBS)
        if rubies & say(words.PLACE + sheet.DEALER) != 0:
            ways += symbols_at(p.symbols, sheet.DEALER)
        return float(least(ways, size(rubies & ~say(words.PLACE + sheet.CATACOMBS))))

    def _guild(self, s: ChooseWrite, p: ChooseWritePlayer, early: float, row: vec[float]) -> None:
        held = p.guild | p.drawn
        if held == 0:
            return
        row[GUILD_HELD] = float(size(held))
        row[GUILD_EARLY] = float(size(held)) * early
        card: i64
        for card in range(GUILD_CARDS):
            if held & bit(card) != 0:
                ready = can_play_guild(s, p, card)
                if ready:
                    row[GUILD_READY] += 1.0
                row[GUILD + card] = 1.0
                if ready and card >= FIRST_RUBY_CARD:
                    row[GUILD_RUBY_READY] = 1.0

    def _ruby_places(self, s: ChooseWrite, p: ChooseWritePlayer) -> Words:
        """The places where a seat could take a ruby now."""
        places: Words = 0
        letter: i64
        for letter in range(LETTERS):
            if can_pay_goods(s, p, letter):
                places |= say(words.PLACE + sheet.PALACE_A + letter)
        if p.lira >= s.printed.dealer_price:
            places |= say(words.PLACE + sheet.DEALER)
        if places != 0:
            places |= say(words.PLACE + sheet.CATACOMBS)
        return places

    def policy_features(self, s: ChooseWrite, seat: Seat, word: Word, /) -> None:
        step = step_of(s.asked)
        p = sheet_of(s, seat)
        if word < words.PLACE + sheet.PLACES:
            if step == steps.USE_CARD or step == steps.CATACOMBS or step == steps.PALACE:
                self._place_used(s, seat, p, word - words.PLACE)
            else:
                Evaluation.add(self, TICK + sheet.MAKER_AT[word - words.PLACE], 1.0)
        elif word < words.PILE:
            card = p.place if word == words.HAND else s.display[word - words.LEFT]
            if step == steps.PLAY:
                Evaluation.add(self, PLAY_HAND if word == words.HAND else PLAY_OPEN, 1.0)
                if opened(place_of(card)) & self._ruby_places(s, p) != 0:
                    Evaluation.add(self, OPENS_RUBY, 1.0)
            else:
                Evaluation.add(self, TAKE_OPEN, 1.0)
        elif word == words.PILE:
            Evaluation.add(self, TAKE_PILE, 1.0)
        elif word < words.GOOD:
            Evaluation.add(
                self, (PLAY_GUILD if step == steps.PLAY else KEEP_GUILD) + word - words.GUILD, 1.0
            )
        elif word < words.GOODS:
            self._good_picked(
                s,
                p,
                word - words.GOOD,
                step == steps.SELL or step == steps.GIVE_GOOD or step == steps.LEAVE_OUT,
            )
        elif word < words.PASS:
            Evaluation.add(self, BY_CARD, 1.0)
        elif word == words.DONE:
            Evaluation.add(self, BY_SHEET, 1.0)
        elif word == words.PASS:
            if seat != s.active:
                Evaluation.add(self, FOLLOW, -1.0)
                Evaluation.add(self, FOLLOW_EARLY, -_still_early(s))
        elif word == words.SYMBOL:
            Evaluation.add(self, WITH_SYMBOL, 1.0)
        elif word == words.BONUS:
            if step == steps.CROSS:
                Evaluation.add(self, WITH_BONUS, 1.0)
            else:
                Evaluation.add(self, MARK_BONUS, 1.0)
        elif word == words.LIRA:
            Evaluation.add(self, MARK_LIRA, 1.0)

    def _place_used(self, s: ChooseWrite, seat: Seat, p: ChooseWritePlayer, place: i64) -> None:
        Evaluation.add(self, USE + place, 1.0)
        Evaluation.add(self, USE_EARLY + place, _still_early(s))
        maker = sheet.MAKER_AT[place]
        if maker != sheet.NO_MAKER:
            Evaluation.add(self, MADE, float(count(p.ticks, maker)))

    def _good_picked(self, s: ChooseWrite, p: ChooseWritePlayer, good: i64, away: bool) -> None:
        """Goods that the nearest palace lacks, and short columns, come first."""
        sign = -1.0 if away else 1.0
        wanted: i64 = 0
        nearest: i64 = 99
        letter: i64
        other: i64
        for letter in range(LETTERS):
            short = rest(s.prices[letter], p.goods)
            lacking = total(short)
            if lacking > 0 and lacking < nearest:
                nearest = lacking
                wanted = count(short, good)
        if wanted > 0:
            Evaluation.add(self, GOOD_WANTED, sign)
        least_filled = count(p.filled, 0)
        for other in range(1, 4):
            least_filled = least(least_filled, count(p.filled, other))
        more = count(p.filled, good) - least_filled
        if more == 0:
            Evaluation.add(self, GOOD_SHORT, sign)
        Evaluation.add(self, GOOD_MANY, sign * float(more) / 3.0)


def _still_early(s: ChooseWrite) -> float:
    """From 1 at the start down to 0 when the place cards run out."""
    return float(least(size(s.pile), 36)) / 36.0


EVALUATION: Final = ChooseWriteEvaluation
