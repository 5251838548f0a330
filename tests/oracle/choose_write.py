"""Choose & Write a second time, as the clauses tell it; nothing is shared with the engine.

An `Oracle` hears the words of a game one by one and knows after each of them
who is asked, in which step, what may be said, and what lies on the table. It is
written to be compared with a page of rules, not to be fast: the game is one
long tale that stops at every `yield` until somebody speaks. Where several seats
decide at the same time each has a talk of its own on a copy of the whole table;
when the last talk is over, each is held again, word by word, on the real one.
Payments are found by trying every handful of goods cards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import product
from typing import Any, TypeVar

CHANCE = -1

GOODS = ("red", "green", "yellow", "blue")  # fabric, spice, fruit, jewellery
LETTERS = ("a", "b", "c", "d")
PLACES = (*(str(n) for n in range(1, 15)), *LETTERS)

# CW-1.1; CW-1.2: nothing leads to 12, and 12 leads nowhere
NEIGHBOURS: Mapping[str, tuple[str, ...]] = {
    "1": ("2", "6"),
    "2": ("1", "3", "7"),
    "3": ("2", "4", "a", "b"),
    "4": ("3", "5", "8"),
    "5": ("4", "9"),
    "6": ("1", "7", "10"),
    "7": ("2", "6", "11", "a", "c"),
    "8": ("4", "9", "13", "b", "d"),
    "9": ("5", "8", "14"),
    "10": ("6", "11"),
    "11": ("7", "10"),
    "12": (),
    "13": ("8", "14"),
    "14": ("9", "13"),
    "a": ("3", "7", "b", "c"),
    "b": ("3", "8", "a", "d"),
    "c": ("7", "a", "d"),
    "d": ("8", "b", "c"),
}

ROWS = 13  # CW-1.4
BONUS_ROWS = (4, 7, 10)  # CW-1.4
LIRA_BOXES = (20, 20)  # CW-1.5
SECOND_SYMBOL_WITH_THREE = ("3", "7", "8", "12")  # CW-1.6
BONUS_ACTIONS: Mapping[int, int] = {1: 6, 2: 6, 3: 6, 4: 6, 5: 7}  # CW-1.7
TICK_BOXES: Mapping[str, int] = {"1": 2, "5": 2, "8": 2, "10": 2, "14": 2}  # CW-1.8
TEA_HOUSE_LIRA = 3  # CW-1.8
MADE_AT: Mapping[str, str] = {"1": "red", "5": "green", "10": "yellow", "14": "blue"}  # CW-1.9

FOUNTAINS = ("lira", "good", "goods", "improvement")  # CW-2.1

# CW-2.2: every ordered pair once, so each mixed pair twice
KINDS = ("rr", "rg", "ry", "rb", "gg", "gy", "gb", "yy", "yb", "bb")
GOODS_CARDS: Mapping[str, int] = {kind: 1 if kind[0] == kind[1] else 2 for kind in KINDS}
INITIAL: Mapping[str, str] = {"r": "red", "g": "green", "y": "yellow", "b": "blue"}

# CW-2.3, top first: F fabric, S spice, O fruit, J jewellery
RUBY_CARDS_TOLD = (
    "OFFJ FFSJ SFFO JSSO SFSJ OFSS OSOJ FOOJ SFOO OSJJ "
    "JFOJ SFJJ FFSS OFFO FFJJ SSOO JSSJ JOOJ JFSO FSOJ"
)
RUBY_CARDS = tuple(RUBY_CARDS_TOLD.split())
RUBY_LETTER: Mapping[str, str] = {"F": "red", "S": "green", "O": "yellow", "J": "blue"}

# CW-2.5
GUILD_PRICES: Mapping[int, int] = {
    1: 1,
    2: 1,
    3: 2,
    4: 2,
    5: 3,
    6: 3,
    7: 3,
    8: 3,
    9: 4,
    10: 5,
    11: 5,
    12: 6,
    13: 7,
    14: 8,
    15: 9,
    16: 10,
}
GUILD_PALACES: Mapping[int, tuple[str, ...]] = {
    5: ("a",),
    6: ("b",),
    7: ("c",),
    8: ("d",),
    12: LETTERS,
}
CARAVAN_PALACES: Mapping[int, tuple[str, ...]] = {6: ("a", "b"), 7: ("c", "d")}  # CW-2.4

DEALER_PRICE = 10  # CW-5.2
RUBIES_TO_END = 10  # CW-7.1


# -- asking ---------------------------------------------------------------


@dataclass(frozen=True)
class Ask:
    """A question: who, in which step, what may be said; for chance how likely each is."""

    who: int
    step: str
    words: tuple[str, ...]
    weights: tuple[int, ...] = ()

    @property
    def answers_itself(self) -> bool:
        """A question with one answer, but for the two that begin something."""
        return len(self.words) == 1 and self.step not in ("play", "use_card")


T = TypeVar("T")
Talk = Generator[Ask, str, T]
"""What is asked of one seat, or of chance, one question after the other."""


@dataclass(frozen=True)
class Together:
    """Several seats talk at the same time; the tale goes on with what each has come to."""

    talks: Mapping[int, Talk[Any]]


Tale = Generator[Ask | Together, Any, T]
"""A part of the game: it yields questions and is sent the answers."""


class TheEnd(Exception):
    """CW-7.2: the game ends at once."""


def ask(seat: int, step: str, words: Sequence[str]) -> Talk[str]:
    assert words, f"nothing can be said in {step}"
    assert len(set(words)) == len(words)
    word = yield Ask(seat, step, tuple(words))
    return word


def let_chance_say(step: str, weights: Mapping[str, int]) -> Talk[str]:
    likely = {word: weight for word, weight in weights.items() if weight > 0}
    assert likely
    word = yield Ask(CHANCE, step, tuple(likely), tuple(likely.values()))
    return word


# -- the table ------------------------------------------------------------


def no_goods() -> dict[str, int]:
    return dict.fromkeys(GOODS, 0)


@dataclass
class Player:
    """The sheet of a player and the cards in hand."""

    symbols: dict[str, int]
    bonus_fields: int
    goods: dict[str, int] = field(default_factory=no_goods)
    """Marked and not crossed."""
    filled: dict[str, int] = field(default_factory=no_goods)
    """Marked or crossed."""
    lira: int = 0
    boxes: list[int] = field(default_factory=lambda: [0 for _ in LIRA_BOXES])
    """Fields marked or crossed of the lira boxes."""
    bonus: int = 0
    bonus_filled: int = 0
    ticks: dict[str, int] = field(default_factory=lambda: dict.fromkeys(TICK_BOXES, 0))
    rubies: int = 0
    palace_rubies: dict[str, int] = field(default_factory=lambda: dict.fromkeys(LETTERS, 0))
    boxes_paid: list[int] = field(default_factory=list)
    rows_paid: list[int] = field(default_factory=list)
    place: str | None = None
    seen: bool = False
    guild: list[int] = field(default_factory=list)
    drawn: list[int] = field(default_factory=list)
    """Guild cards of which one will be kept."""
    cards: Counter[str] = field(default_factory=Counter)
    need: dict[str, int] = field(default_factory=no_goods)
    """The price being paid, less what the cards named bring."""
    named: Counter[str] = field(default_factory=Counter)
    """Goods cards named for a price, no longer in hand."""
    guild_played: int = 0
    cards_used: int = 0
    later: bool = False
    """Improvement or field of caravan card 8 is still to be chosen."""


@dataclass
class Table:
    """Everything on the table and in the hands."""

    seats: int
    rubies_to_end: int = RUBIES_TO_END
    first: int = 0
    active: int = 0
    turn: int = 0
    players: list[Player] = field(default_factory=list)
    pile: Counter[str] = field(default_factory=Counter)
    discards: Counter[str] = field(default_factory=Counter)
    display: list[str | None] = field(default_factory=lambda: [None, None])
    goods_pile: Counter[str] = field(default_factory=lambda: Counter(GOODS_CARDS))
    goods_discards: Counter[str] = field(default_factory=Counter)
    guild_pile: list[int] = field(default_factory=lambda: list(GUILD_PRICES))
    guild_discards: list[int] = field(default_factory=list)
    guild_in_play: int | None = None
    ruby_pile: list[int] = field(default_factory=lambda: list(range(1, len(RUBY_CARDS) + 1)))
    palaces: dict[str, list[int]] = field(default_factory=lambda: {x: [] for x in LETTERS})
    caravan: list[int | None] = field(default_factory=lambda: [None] * 8)
    fountains: list[str] = field(default_factory=list)
    """Turned up while the cards of the set-up are dealt."""
    card: str | None = None
    from_hand: bool = False
    taken: set[str] = field(default_factory=set)
    caravan_used: bool = False
    last_round: bool = False
    over: bool = False
    happened: Counter[str] = field(default_factory=Counter)
    """What occurred, for counting."""


def lay_out(seats: int, rubies_to_end: int = RUBIES_TO_END) -> Table:
    """Everything before the first card is turned."""
    table = Table(seats, rubies_to_end)
    for _ in range(seats):
        symbols = {}
        for n in range(1, 15):  # CW-1.6
            place = str(n)
            symbols[place] = 1
            if seats == 3 and place in SECOND_SYMBOL_WITH_THREE:
                symbols[place] = 2
            if seats >= 4:
                symbols[place] = 2
        table.players.append(Player(symbols, BONUS_ACTIONS[seats]))
    for place in PLACES:  # CW-2.1
        if seats == 1:
            table.pile[f"left:{place}"] = 1
            table.pile[f"right:{place}"] = 1
        else:
            table.pile[place] = 2
    for fountain in FOUNTAINS:
        table.pile[f"fountain:{fountain}"] = 1
    return table


def clockwise(table: Table) -> list[int]:
    """The seats from the one in turn on."""
    return [(table.active + n) % table.seats for n in range(table.seats)]


def place_of(card: str) -> str:
    """The place of a place card, whatever its mark."""
    return card.split(":")[-1]


# CW-1.3 to CW-1.5: marks on the sheet


def gain_good(table: Table, player: Player, good: str) -> None:
    if player.filled[good] == ROWS:
        table.happened["good lost"] += 1
        return
    player.filled[good] += 1
    player.goods[good] += 1
    if player.filled[good] == ROWS:
        table.happened["column filled"] += 1


def gain_lira(table: Table, player: Player, number: int) -> None:
    for _ in range(number):
        for box, size in enumerate(LIRA_BOXES):
            if player.boxes[box] < size:
                player.boxes[box] += 1
                player.lira += 1
                break
        else:
            table.happened["lira lost"] += 1


def pay_lira(player: Player, number: int) -> None:
    assert player.lira >= number
    player.lira -= number


def gain_bonus(table: Table, player: Player) -> None:
    if player.bonus_filled == player.bonus_fields:
        table.happened["bonus action lost"] += 1
        return
    player.bonus_filled += 1
    player.bonus += 1


def gain_ruby(table: Table, player: Player) -> None:
    player.rubies += 1
    if player.rubies > 14:
        table.happened["more rubies than fields"] += 1


def free_fields(player: Player) -> list[str]:
    """CW-5.13: where a field can be marked."""
    found = [f"good:{good}" for good in GOODS if player.filled[good] < ROWS]
    if sum(player.boxes) < sum(LIRA_BOXES):
        found.append("lira")
    if player.bonus_filled < player.bonus_fields:
        found.append("bonus")
    return found


def free_boxes(player: Player) -> list[str]:
    """Where an improvement can be ticked."""
    return [f"place:{place}" for place in TICK_BOXES if player.ticks[place] < TICK_BOXES[place]]


def mark(table: Table, player: Player, word: str) -> None:
    if word == "pass":
        table.happened["no field to mark"] += 1
    elif word == "lira":
        gain_lira(table, player, 1)
    elif word == "bonus":
        gain_bonus(table, player)
    else:
        gain_good(table, player, word.removeprefix("good:"))
    table.happened[f"marked {word}"] += 1


def tick(table: Table, player: Player, word: str) -> None:
    if word == "pass":
        table.happened["no improvement to tick"] += 1
        return
    place = word.removeprefix("place:")
    assert player.ticks[place] < TICK_BOXES[place]
    player.ticks[place] += 1


# CW-2.6: drawing


def draw_goods_card(table: Table, seat: int) -> Talk[None]:
    if table.goods_pile.total() == 0:
        table.goods_pile, table.goods_discards = table.goods_discards, Counter()
        if table.goods_pile.total() > 0:
            table.happened["goods cards reshuffled"] += 1
        else:
            table.happened["no goods card left"] += 1
            return
    word = yield from let_chance_say(
        "draw_goods", {f"goods:{kind}": table.goods_pile[kind] for kind in KINDS}
    )
    kind = word.removeprefix("goods:")
    table.goods_pile[kind] -= 1
    table.players[seat].cards[kind] += 1


def draw_guild_card(table: Table, hand: list[int]) -> Talk[None]:
    if not table.guild_pile:
        table.guild_pile, table.guild_discards = table.guild_discards, []
        if table.guild_pile:
            table.happened["guild cards reshuffled"] += 1
        else:
            table.happened["no guild card left"] += 1
            return
    word = yield from let_chance_say(
        "draw_guild", {f"guild:{number}": 1 for number in sorted(table.guild_pile)}
    )
    number = int(word.removeprefix("guild:"))
    table.guild_pile.remove(number)
    hand.append(number)


def chance_place_card(table: Table) -> Talk[str]:
    """The next card of the pile, by its name."""
    weights = {}
    for name in sorted(table.pile):
        bare = table.seats > 1 and not name.startswith("fountain:")
        weights[f"place:{name}" if bare else name] = table.pile[name]
    word = yield from let_chance_say("draw_place", weights)
    name = word.removeprefix("place:")
    table.pile[name] -= 1
    return name


# CW-2.7: paying with goods


def goods_of_cards(cards: Mapping[str, int]) -> dict[str, int]:
    goods = no_goods()
    for kind, number in cards.items():
        for initial in kind:
            goods[INITIAL[initial]] += number
    return goods


def crossed_off(price: Mapping[str, int], cards: Mapping[str, int]) -> dict[str, int]:
    """What of a price is left for the sheet."""
    given = goods_of_cards(cards)
    return {good: max(0, price[good] - given[good]) for good in GOODS}


@lru_cache(maxsize=100_000)
def _payments(
    price: tuple[int, ...], sheet: tuple[int, ...], hand: tuple[int, ...]
) -> tuple[tuple[str, ...], ...]:
    wanted = dict(zip(GOODS, price, strict=True))
    found = []
    for numbers in product(*(range(number + 1) for number in hand)):
        cards = Counter(dict(zip(KINDS, numbers, strict=True)))
        rest = crossed_off(wanted, cards)
        if any(rest[good] > on_sheet for good, on_sheet in zip(GOODS, sheet, strict=True)):
            continue
        useful = True
        for kind in KINDS:
            if cards[kind] > 0:
                without = cards.copy()
                without[kind] -= 1
                if sum(crossed_off(wanted, without).values()) <= sum(rest.values()):
                    useful = False
        if useful:
            found.append(tuple(kind for kind in KINDS for _ in range(cards[kind])))
    return tuple(found)


def payments(player: Player, price: Mapping[str, int]) -> tuple[tuple[str, ...], ...]:
    """Every handful of goods cards that can be given for a price, each in ascending order.

    The sheet must hold the rest, and no card may be given in vain.
    """
    return _payments(
        tuple(price[good] for good in GOODS),
        tuple(player.goods[good] for good in GOODS),
        tuple(player.cards[kind] for kind in KINDS),
    )


def payable(player: Player, price: Mapping[str, int]) -> bool:
    return len(payments(player, price)) > 0


def price_of(*goods: str) -> dict[str, int]:
    price = no_goods()
    for good in goods:
        price[good] += 1
    return price


def pay_goods(table: Table, seat: int, price: Mapping[str, int]) -> Talk[None]:
    player = table.players[seat]
    possible = payments(player, price)
    named: tuple[str, ...] = ()
    player.need = dict(price)
    while True:
        words = []
        for kind in KINDS:
            so_far = (*named, kind)
            if any(payment[: len(so_far)] == so_far for payment in possible):
                words.append(f"goods:{kind}")
        if named in possible:
            words.append("done")
        for kind in kinds_held(player):
            so_far = (*named, kind)
            lowers = sum(crossed_off(price, Counter(so_far)).values()) < sum(
                crossed_off(price, Counter(named)).values()
            )
            if lowers and f"goods:{kind}" not in words and so_far == tuple(sorted_cards(so_far)):
                table.happened["card refused though it would lower the rest"] += 1
        word = yield from ask(seat, "pay", words)
        if word == "done":
            break
        kind = word.removeprefix("goods:")
        named = (*named, kind)
        take_from_hand(player, kind)
        player.named[kind] += 1
        for initial in kind:
            player.need[INITIAL[initial]] -= 1
    for good, number in crossed_off(price, player.named).items():
        player.goods[good] -= number
        assert player.goods[good] >= 0
    for kind in named:
        use_up(table, player, kind)
    for kind in set(named):
        if named.count(kind) > 1:
            table.happened["paid with two equal cards"] += 1
    if any(number < 0 for number in player.need.values()):
        table.happened["good of a card lost"] += 1
    table.happened[f"paid with {len(named)} goods cards"] += 1
    player.need = no_goods()
    player.named = Counter()


def sorted_cards(cards: Sequence[str]) -> list[str]:
    return sorted(cards, key=KINDS.index)


def take_from_hand(player: Player, kind: str) -> None:
    assert player.cards[kind] > 0
    player.cards[kind] -= 1


def use_up(table: Table, player: Player, kind: str) -> None:
    player.cards_used += 1
    table.goods_discards[kind] += 1


# CW-5.12


def palace_price(table: Table, letter: str) -> dict[str, int]:
    """CW-3.1."""
    price = no_goods()
    for n, number in enumerate(table.palaces[letter]):
        shown = RUBY_CARDS[number - 1]
        for one in shown if n == 0 else shown[0]:
            price[RUBY_LETTER[one]] += 1
    return price


def open_palaces(table: Table, player: Player, letters: Sequence[str]) -> list[str]:
    """Of some palaces those that can be paid for."""
    return [letter for letter in letters if payable(player, palace_price(table, letter))]


def use_palace(table: Table, seat: int, letter: str) -> Talk[None]:
    player = table.players[seat]
    yield from pay_goods(table, seat, palace_price(table, letter))
    gain_ruby(table, player)
    player.palace_rubies[letter] += 1
    if letter in table.taken:
        table.happened["one palace used by several"] += 1
    table.taken.add(letter)
    table.happened[f"palace {letter} used"] += 1


def choose_palace(table: Table, seat: int, letters: Sequence[str]) -> Talk[None]:
    found = open_palaces(table, table.players[seat], letters)
    word = yield from ask(seat, "palace", [f"place:{letter}" for letter in found])
    yield from use_palace(table, seat, word.removeprefix("place:"))


# Questions that come up in several places


def choose_goods(table: Table, seat: int, number: int) -> Talk[None]:
    """Goods of choice, never going back in order."""
    player = table.players[seat]
    last = 0
    for _ in range(number):
        word = yield from ask(seat, "good", [f"good:{good}" for good in GOODS[last:]])
        good = word.removeprefix("good:")
        last = GOODS.index(good)
        gain_good(table, player, good)


def mark_fields(table: Table, seat: int, number: int) -> Talk[None]:
    player = table.players[seat]
    for _ in range(number):
        word = yield from ask(seat, "mark", free_fields(player) or ["pass"])
        mark(table, player, word)
        if word == "pass":
            break


def tick_boxes(table: Table, seat: int, number: int) -> Talk[None]:
    player = table.players[seat]
    for _ in range(number):
        word = yield from ask(seat, "tick", free_boxes(player) or ["pass"])
        tick(table, player, word)
        if word == "pass":
            break


def hand_over(table: Table, seat: int, kinds: Sequence[str]) -> Talk[None]:
    word = yield from ask(seat, "hand_over", [f"goods:{kind}" for kind in kinds])
    kind = word.removeprefix("goods:")
    take_from_hand(table.players[seat], kind)
    use_up(table, table.players[seat], kind)


def kinds_held(player: Player) -> list[str]:
    return [kind for kind in KINDS if player.cards[kind] > 0]


# CW-5: the places


def can_use(table: Table, player: Player, place: str) -> bool:
    """CW-4.7: whether what an action asks for can be paid."""
    if place == "2":
        return player.lira >= DEALER_PRICE
    if place == "3":
        return any(payable(player, price_of(good, good)) for good in GOODS)
    if place == "6":
        caravan = table.caravan[0]
        assert caravan is not None
        if caravan in CARAVAN_PALACES:
            return len(open_palaces(table, player, CARAVAN_PALACES[caravan])) > 0
        return True
    if place == "11":
        return player.cards.total() > 0
    if place in LETTERS:
        return len(open_palaces(table, player, [place])) > 0
    return True


Draws = list[str]
"""What is drawn after the rest of an action: `goods`, `guild`, `two guild`.

After `rest of 8` comes what caravan card 8 asks when all have drawn (CW-4.5)."""


def carry_out(table: Table, seat: int, place: str) -> Talk[Draws]:
    """The action of a place, all but the draws."""
    player = table.players[seat]
    table.happened[f"used {place}"] += 1
    if place in MADE_AT:
        for _ in range(2 + player.ticks[place]):
            gain_good(table, player, MADE_AT[place])
    elif place == "2":
        pay_lira(player, DEALER_PRICE)
        gain_ruby(table, player)
    elif place == "3":
        sold = [good for good in GOODS if payable(player, price_of(good, good))]
        word = yield from ask(seat, "sell", [f"good:{good}" for good in sold])
        good = word.removeprefix("good:")
        yield from pay_goods(table, seat, price_of(good, good))
        gain_lira(table, player, 3)
        yield from mark_fields(table, seat, 1)
    elif place == "4":
        gain_lira(table, player, 1)
        return ["goods"]
    elif place == "6":
        return (yield from use_caravan(table, seat))
    elif place == "7":
        yield from choose_goods(table, seat, 2)
    elif place == "8":
        gain_lira(table, player, TEA_HOUSE_LIRA + player.ticks["8"])
    elif place == "9":
        return ["guild"]
    elif place == "11":
        yield from hand_over(table, seat, kinds_held(player))
        gain_lira(table, player, 5)
    elif place == "12":
        found = [other for other in PLACES if other != "12" and can_use(table, player, other)]
        word = yield from ask(seat, "catacombs", [f"place:{other}" for other in found])
        other = word.removeprefix("place:")
        table.happened[f"through the catacombs to {other}"] += 1
        return (yield from carry_out(table, seat, other))
    elif place == "13":
        yield from tick_boxes(table, seat, 2)
    else:
        assert place in LETTERS
        yield from use_palace(table, seat, place)
    return []


def use_caravan(table: Table, seat: int) -> Talk[Draws]:
    """CW-2.4."""
    player = table.players[seat]
    card = table.caravan[0]
    table.caravan_used = True
    table.happened[f"caravan card {card} used"] += 1
    if card == 1:
        word = yield from ask(seat, "equal", [f"good:{good}" for good in GOODS])
        for _ in range(3):
            gain_good(table, player, word.removeprefix("good:"))
    elif card == 2:
        word = yield from ask(seat, "leave_out", [f"good:{good}" for good in GOODS])
        for good in GOODS:
            if good != word.removeprefix("good:"):
                gain_good(table, player, good)
    elif card == 3:
        gain_lira(table, player, 2)
        return ["goods"]
    elif card == 4:
        return ["two guild"]
    elif card == 5:
        gain_lira(table, player, 4)
    elif card == 6:
        yield from choose_palace(table, seat, CARAVAN_PALACES[6])
        return ["goods"]
    elif card == 7:
        yield from choose_palace(table, seat, CARAVAN_PALACES[7])
        yield from choose_goods(table, seat, 1)
    else:
        assert card == 8
        word = yield from ask(seat, "draw_or_good", ["draw", *(f"good:{good}" for good in GOODS)])
        if word == "draw":
            return ["goods", "rest of 8"]
        gain_good(table, player, word.removeprefix("good:"))
        yield from tick_or_mark(table, seat, "tick_or_mark")
    return []


def tick_or_mark(table: Table, seat: int, step: str) -> Talk[None]:
    """CW-2.4: the end of caravan card 8."""
    player = table.players[seat]
    word = yield from ask(seat, step, [*free_boxes(player), *free_fields(player)] or ["pass"])
    if word.startswith("place:"):
        tick(table, player, word)
    else:
        mark(table, player, word)
    gain_lira(table, player, 1)


# CW-4: a turn


def use_card(table: Table, seat: int, *, crosses: bool) -> Talk[Draws]:
    """CW-4.2 to CW-4.4: what one seat makes of the place card in use, all but the draws."""
    player = table.players[seat]
    assert table.card is not None
    card = place_of(table.card)
    words = []
    for place in PLACES:
        if place != card and place not in NEIGHBOURS[card]:
            continue
        if crosses and player.symbols.get(place, 0) == 0 and player.bonus == 0:
            continue
        if can_use(table, player, place):
            words.append(f"place:{place}")
    word = yield from ask(seat, "use_card", [*words, "pass"])
    if word == "pass":
        gain_bonus(table, player)
        table.happened["passed" if crosses else "passed in turn"] += 1
        if not words:
            table.happened["nothing to use"] += 1
        return []
    place = word.removeprefix("place:")
    if crosses:
        words = []
        if player.symbols.get(place, 0) > 0:
            words.append("symbol")
        if player.bonus > 0:
            words.append("bonus")
        word = yield from ask(seat, "cross", words)
        if word == "symbol":
            player.symbols[place] -= 1
        else:
            player.bonus -= 1
    return (yield from carry_out(table, seat, place))


def commit(table: Table, seat: int, *, crosses: bool) -> Talk[list[str]]:
    """CW-4.5: a seat decides on everything; the table is a copy. Return all that it said."""
    said: list[str] = []
    talk = use_card(table, seat, crosses=crosses)
    question = next(talk)
    while True:
        word = yield question
        said.append(word)
        try:
            question = talk.send(word)
        except StopIteration:
            return said


def say_again(talk: Talk[T], words: Sequence[str]) -> T:
    """Hold a talk again, now for good."""
    question = next(talk)
    for n, word in enumerate(words):
        assert word in question.words
        try:
            question = talk.send(word)
        except StopIteration as end:
            assert n == len(words) - 1
            result: T = end.value
            return result
    raise AssertionError("the talk should be over")


def use_together(table: Table, seat_in_turn: int | None) -> Tale[None]:
    """CW-4.5: all seats use the place card."""
    order = clockwise(table)
    said: dict[int, list[str]] = yield Together(
        {seat: commit(deepcopy(table), seat, crosses=seat != seat_in_turn) for seat in order}
    )
    unfinished = []
    for seat in order:
        player = table.players[seat]
        talk = use_card(table, seat, crosses=seat != seat_in_turn)
        draws = say_again(talk, said[seat])
        for draw in draws:
            if draw == "goods":
                yield from draw_goods_card(table, seat)
            elif draw == "guild":
                yield from draw_guild_card(table, player.guild)
            elif draw == "rest of 8":
                unfinished.append(seat)
            else:
                assert draw == "two guild"
                yield from draw_guild_card(table, player.drawn)
                yield from draw_guild_card(table, player.drawn)
                table.happened[f"{len(player.drawn)} guild cards to keep one of"] += 1
    yield from finish_caravan_8(table, unfinished)
    table.card = None
    table.from_hand = False
    yield from keep_guild_cards(table, order)
    if all(words == ["pass"] for words in said.values()):
        table.happened["all passed"] += 1
    if all(words != ["pass"] for words in said.values()):
        table.happened["nobody passed"] += 1


def finish_caravan_8(table: Table, seats: Sequence[int]) -> Tale[None]:
    """CW-4.5: improvement or field is asked of all at once when the goods cards are drawn."""
    talks = {}
    for seat in seats:
        words = [*free_boxes(table.players[seat]), *free_fields(table.players[seat])]
        if len(words) < 2:  # nothing to choose
            yield from tick_or_mark(table, seat, "tick_or_mark")
        else:
            talks[seat] = ask(seat, "after_draw", words)
            table.players[seat].later = True
    if talks:
        said: dict[int, str] = yield Together(talks)
        for seat in talks:
            table.players[seat].later = False
            say_again(tick_or_mark(table, seat, "after_draw"), [said[seat]])
        table.happened["caravan card 8 after a draw"] += 1
    if len(talks) > 1:
        table.happened["several go on with caravan card 8"] += 1


def keep_guild_cards(table: Table, order: Sequence[int]) -> Tale[None]:
    """CW-2.4 and CW-4.5: of two cards one is kept, a single one anyhow; the discards come last."""
    talks = {}
    for seat in order:
        drawn = sorted(table.players[seat].drawn)
        if len(drawn) == 2:
            talks[seat] = ask(seat, "keep", [f"guild:{number}" for number in drawn])
    kept: dict[int, str] = {}
    if talks:
        kept = yield Together(talks)
    if len(talks) > 1:
        table.happened["several keep guild cards"] += 1
    for seat in order:
        player = table.players[seat]
        for number in player.drawn:
            if seat not in kept or kept[seat] == f"guild:{number}":
                player.guild.append(number)
            else:
                table.guild_discards.append(number)
        player.drawn = []


def goods_to_give(player: Player, so_far: Sequence[str], number: int) -> list[str]:
    """Goods that can be named next when so many are to be given in all."""
    found = []
    for good in GOODS:
        if so_far and GOODS.index(good) < GOODS.index(so_far[-1]):
            continue
        for rest in product(GOODS, repeat=number - len(so_far) - 1):
            if payable(player, price_of(*so_far, good, *rest)) and all(
                GOODS.index(other) >= GOODS.index(good) for other in rest
            ):
                found.append(good)
                break
    return found


def give_goods(table: Table, seat: int, number: int) -> Talk[None]:
    player = table.players[seat]
    given: list[str] = []
    for _ in range(number):
        words = [f"good:{good}" for good in goods_to_give(player, given, number)]
        word = yield from ask(seat, "give_good", words)
        given.append(word.removeprefix("good:"))
        player.need = price_of(*given)
    yield from pay_goods(table, seat, price_of(*given))


def cards_that_leave_a_good(player: Player) -> list[str]:
    """Guild 11: a card handed over does not also count as goods."""
    found = []
    for kind in kinds_held(player):
        left = deepcopy(player)
        left.cards[kind] -= 1
        if any(payable(left, price_of(good)) for good in GOODS):
            found.append(kind)
    return found


def can_play(table: Table, player: Player, number: int) -> bool:
    """CW-4.6."""
    if player.lira < GUILD_PRICES[number]:
        return False
    if number in GUILD_PALACES:
        return len(open_palaces(table, player, GUILD_PALACES[number])) > 0
    if number == 10:
        return len(goods_to_give(player, [], 3)) > 0
    if number == 11:
        return len(cards_that_leave_a_good(player)) > 0
    if number == 13:
        return player.cards.total() > 0
    return True


def play_guild(table: Table, seat: int, number: int) -> Tale[None]:
    """CW-2.5."""
    player = table.players[seat]
    player.guild.remove(number)
    table.guild_in_play = number
    player.guild_played += 1
    pay_lira(player, GUILD_PRICES[number])
    table.happened[f"guild card {number} played"] += 1
    if number == 1:
        yield from choose_goods(table, seat, 2)
        yield from tick_boxes(table, seat, 1)
    elif number == 2:
        yield from mark_fields(table, seat, 2)
    elif number == 3:
        for good in GOODS:
            gain_good(table, player, good)
        gain_lira(table, player, 1)
    elif number == 4:
        yield from choose_goods(table, seat, 4)
    elif number == 5:
        yield from use_palace(table, seat, "a")
        gain_lira(table, player, 5)
    elif number == 6:
        yield from use_palace(table, seat, "b")
        yield from draw_guild_card(table, player.guild)
    elif number == 7:
        yield from use_palace(table, seat, "c")
        yield from choose_goods(table, seat, 1)
        yield from mark_fields(table, seat, 1)
    elif number == 8:
        yield from use_palace(table, seat, "d")
        yield from draw_goods_card(table, seat)
        yield from tick_boxes(table, seat, 1)
    elif number == 9:
        yield from draw_goods_card(table, seat)
        yield from draw_goods_card(table, seat)
        yield from choose_goods(table, seat, 1)
        yield from mark_fields(table, seat, 1)
    elif number == 10:
        yield from give_goods(table, seat, 3)
        gain_ruby(table, player)
    elif number == 11:
        yield from hand_over(table, seat, cards_that_leave_a_good(player))
        yield from give_goods(table, seat, 1)
        gain_ruby(table, player)
    elif number == 12:
        yield from choose_palace(table, seat, LETTERS)
        yield from draw_goods_card(table, seat)
        yield from draw_guild_card(table, player.guild)
    elif number == 13:
        yield from hand_over(table, seat, kinds_held(player))
        gain_ruby(table, player)
        yield from mark_fields(table, seat, 1)
    elif number == 14:
        gain_ruby(table, player)
    elif number == 15:
        gain_ruby(table, player)
        yield from choose_goods(table, seat, 1)
    else:
        assert number == 16
        gain_ruby(table, player)
        yield from draw_goods_card(table, seat)
        yield from draw_guild_card(table, player.guild)
    table.guild_in_play = None
    table.guild_discards.append(number)


def discard(table: Table, card: str) -> None:
    table.discards[card] += 1
    table.card = card


def take_turn(table: Table, seat: int) -> Tale[None]:
    """CW-4.1, and the end of the turn."""
    player = table.players[seat]
    left, right = table.display
    assert player.place is not None
    assert left is not None
    assert right is not None
    playable = [number for number in sorted(player.guild) if can_play(table, player, number)]
    words = ["hand", "left", "right", *(f"guild:{number}" for number in playable)]
    word = yield from ask(seat, "play", words)
    if word.startswith("guild:"):
        yield from play_guild(table, seat, int(word.removeprefix("guild:")))
        yield from end_turn(table, place_card=False)
        return
    table.happened[f"played {word}"] += 1
    if word == "hand":
        discard(table, player.place)
        player.place = None
        player.seen = False
        table.from_hand = True
    elif word == "left":
        discard(table, left)
        table.display[0] = None
    else:
        discard(table, right)
        table.display[1] = None
    if table.pile.total() == 0:
        table.happened["place card played with an empty pile"] += 1
    yield from use_together(table, seat)
    yield from end_turn(table, place_card=True, from_hand=word == "hand")


# CW-6: the end of a turn


def end_turn(table: Table, *, place_card: bool, from_hand: bool = False) -> Tale[None]:
    take_bonus_rubies(table)
    if place_card:
        if from_hand:
            yield from take_place_card(table)
        yield from fill_display(table)
    for letter in LETTERS:  # CW-6.5
        if letter in table.taken:
            if table.ruby_pile:
                yield from add_ruby_card(table, letter)
            else:
                table.happened["no ruby card left"] += 1
    table.taken = set()
    if table.caravan_used:  # CW-6.6
        table.caravan.append(table.caravan.pop(0))
        yield from open_caravan(table)
    table.caravan_used = False


def take_bonus_rubies(table: Table) -> None:
    """CW-6.1."""
    for player in table.players:
        number = 0
        for box, size in enumerate(LIRA_BOXES):
            if player.boxes[box] == size and box not in player.boxes_paid:
                player.boxes_paid.append(box)
                number += 1
                table.happened["ruby for a lira box"] += 1
        for row in BONUS_ROWS:
            if all(player.filled[good] >= row for good in GOODS) and row not in player.rows_paid:
                player.rows_paid.append(row)
                number += 1
                table.happened[f"ruby for row {row}"] += 1
        for _ in range(number):
            gain_ruby(table, player)
        if number > 1:
            table.happened["several bonus rubies at once"] += 1


def take_place_card(table: Table) -> Tale[None]:
    """CW-6.2."""
    player = table.players[table.active]
    if table.pile.total() == 0:
        table.happened["no place card to draw"] += 1
        raise TheEnd
    word = yield from ask(table.active, "take", ["left", "right", "pile"])
    table.happened[f"took {word}"] += 1
    if word == "pile":
        player.place = yield from draw_place_card(table)
        player.seen = False
    else:
        slot = 0 if word == "left" else 1
        player.place = table.display[slot]
        player.seen = True
        table.display[slot] = None


def draw_place_card(table: Table) -> Tale[str]:
    """CW-6.4: fountains are taken on the way."""
    while True:
        if table.pile.total() == 0:
            raise TheEnd
        name = yield from chance_place_card(table)
        if not name.startswith("fountain:"):
            return name
        table.discards[name] += 1
        fountain = name.removeprefix("fountain:")
        table.happened[f"fountain {fountain} in play"] += 1
        if table.pile.total() == 0:
            table.happened["a fountain as the last card"] += 1
            table.happened[f"fountain {fountain} as the last card"] += 1
        yield from take_fountain(table, fountain)
        take_bonus_rubies(table)


def take_fountain(table: Table, fountain: str) -> Tale[None]:
    order = clockwise(table)
    if fountain == "lira":
        for seat in order:
            gain_lira(table, table.players[seat], 1)
    elif fountain == "good":
        words = [f"good:{good}" for good in GOODS]
        goods: dict[int, str] = yield Together(
            {seat: ask(seat, "fountain_good", words) for seat in order}
        )
        for seat in order:
            gain_good(table, table.players[seat], goods[seat].removeprefix("good:"))
    elif fountain == "goods":
        for seat in order:
            yield from draw_goods_card(table, seat)
    else:
        assert fountain == "improvement"
        talks = {}
        for seat in order:
            words = free_boxes(table.players[seat])
            if len(words) > 1:
                talks[seat] = ask(seat, "fountain_tick", words)
            elif len(words) == 1:  # nothing to choose
                yield from tick_boxes(table, seat, 1)
                table.happened["fountain with one improvement to tick"] += 1
            else:
                table.happened["fountain without an improvement to tick"] += 1
        if talks:
            ticks: dict[int, str] = yield Together(talks)
            for seat, word in ticks.items():
                tick(table, table.players[seat], word)


def fill_display(table: Table) -> Tale[None]:
    """CW-6.3; solo CW-8.2."""
    while None in table.display:
        slot = table.display.index(None)
        if table.pile.total() == 0:
            table.happened["the display cannot be filled"] += 1
        card = yield from draw_place_card(table)
        if table.seats > 1:
            table.display[slot] = card
        else:
            lay_by_mark(table, card, table.display[1 - slot])
            was = "left" if slot == 0 else "right"
            table.happened[f"{was} card gone, {card.split(':')[0]} card comes"] += 1


def lay_by_mark(table: Table, card: str, other: str | None) -> None:
    assert other is not None
    table.display = [card, other] if card.startswith("left:") else [other, card]


def add_ruby_card(table: Table, letter: str) -> Talk[None]:
    word = yield from let_chance_say("add_ruby", {f"ruby:{n}": 1 for n in table.ruby_pile})
    number = int(word.removeprefix("ruby:"))
    table.ruby_pile.remove(number)
    table.palaces[letter].append(number)


def open_caravan(table: Table) -> Talk[None]:
    if table.caravan[0] is not None:
        table.happened["caravan card seen before"] += 1
        return
    unseen = [number for number in range(1, 9) if number not in table.caravan]
    word = yield from let_chance_say("open_caravan", {f"caravan:{n}": 1 for n in unseen})
    table.caravan[0] = int(word.removeprefix("caravan:"))


# CW-3: the set-up


def set_up(table: Table) -> Tale[None]:
    if table.seats > 1:
        word = yield from let_chance_say("start", {f"seat:{n}": 1 for n in range(table.seats)})
        table.first = int(word.removeprefix("seat:"))
    table.active = table.first
    for _ in range(2 if table.seats <= 2 else 1):
        for letter in LETTERS:
            yield from add_ruby_card(table, letter)
    table.display[0] = yield from deal_place_card(table)
    second = yield from deal_place_card(table)
    if table.seats > 1:
        table.display[1] = second
    else:
        lay_by_mark(table, second, table.display[0])
        table.happened[f"set-up with a {second.split(':')[0]} card"] += 1
    for seat in clockwise(table):
        table.players[seat].place = yield from deal_place_card(table)
    yield from open_caravan(table)
    turned_up, table.fountains = table.fountains, []
    for name in turned_up:
        fountain = name.removeprefix("fountain:")
        table.happened[f"fountain {fountain} in the set-up"] += 1
        yield from take_fountain(table, fountain)
        take_bonus_rubies(table)


def deal_place_card(table: Table) -> Talk[str]:
    """CW-3.2: fountains wait until all cards are dealt."""
    while True:
        name = yield from chance_place_card(table)
        if not name.startswith("fountain:"):
            return name
        table.discards[name] += 1
        table.fountains.append(name)


# CW-7 and CW-8: the whole game


def play(table: Table) -> Tale[None]:
    try:
        yield from set_up(table)
        while True:
            table.turn += 1
            yield from take_turn(table, table.active)
            if table.seats == 1:
                yield from use_left_card(table)
                continue
            if not table.last_round and any(
                player.rubies >= table.rubies_to_end for player in table.players
            ):
                table.last_round = True
                count_last_round(table)
            table.active = (table.active + 1) % table.seats
            if table.last_round and table.active == table.first:
                table.active = (table.active - 1) % table.seats
                break
    except TheEnd:
        table.happened[f"end of the place cards with {table.seats}"] += 1
        if table.last_round:
            table.happened["end of the place cards in the last round"] += 1
    table.over = True
    count_the_end(table)


def use_left_card(table: Table) -> Tale[None]:
    """CW-8.1."""
    card = table.display[0]
    assert card is not None
    table.display[0] = None
    discard(table, card)
    yield from use_together(table, None)
    yield from end_turn(table, place_card=True)


def fields_left(player: Player) -> int:
    """CW-7.3."""
    return sum(player.goods.values()) + player.lira + player.bonus + 2 * player.cards.total()


def ranking(table: Table) -> list[list[int]]:
    """The seats from the best on, ties together; empty while the game goes on."""
    if not table.over:
        return []
    groups: list[list[int]] = []
    left = list(range(table.seats))
    while left:
        most = max(table.players[seat].rubies for seat in left)
        best = [seat for seat in left if table.players[seat].rubies == most]
        fields = max(fields_left(table.players[seat]) for seat in best)
        best = [seat for seat in best if fields_left(table.players[seat]) == fields]
        groups.append(best)
        left = [seat for seat in left if seat not in best]
    return groups


def tasks_met(table: Table) -> list[int]:
    """CW-8.4 and CW-8.7: the tasks that a finished solo game has met, whatever its rubies."""
    assert table.seats == 1
    player = table.players[0]
    lira = sum(player.boxes)
    kinds = len([good for good in GOODS if player.filled[good] == ROWS])
    rows = len(player.rows_paid)
    symbols_left = sum(player.symbols.values())
    met = {
        1: sum(player.ticks.values()) <= 3,
        2: lira >= 35,
        3: lira >= 35 and kinds >= 1,
        4: lira >= 35 and rows >= 2,
        5: lira >= 35 and player.guild_played == 0,
        6: kinds >= 2,
        7: rows >= 3,
        8: rows >= 3 and kinds >= 1,
        9: symbols_left == 0,
        10: symbols_left == 0 and kinds >= 1,
        11: player.guild_played >= 4 and rows >= 1,
        12: player.cards_used == 0,
        13: sum(player.palace_rubies.values()) >= 8,
        14: max(player.palace_rubies.values()) >= 5 and lira >= 20,
    }
    return [number for number, is_met in met.items() if is_met]


def column_of(table: Table) -> int | None:
    """CW-8.7: in which column they are ticked."""
    rubies = table.players[0].rubies
    return None if rubies < 10 else min(rubies, 12)


def count_last_round(table: Table) -> None:
    nth = (table.active - table.first) % table.seats
    if nth == 0:
        who = "first"
    elif nth == table.seats - 1:
        who = "last"
    else:
        who = "middle"
    table.happened[f"last round called in the turn of the {who} seat"] += 1


def count_the_end(table: Table) -> None:
    table.happened["games finished"] += 1
    groups = ranking(table)
    if len(groups[0]) > 1:
        table.happened["shared victory"] += 1
    if len(groups) > 1:
        one, other = table.players[groups[0][0]], table.players[groups[1][0]]
        by = "rubies" if one.rubies != other.rubies else "fields"
        table.happened[f"victory decided by {by}"] += 1
    if table.seats == 1:
        for number in tasks_met(table):
            table.happened[f"task {number} met"] += 1
        table.happened[f"solo column {column_of(table)}"] += 1


# -- listening ------------------------------------------------------------


class NotAllowed(Exception):
    """Somebody spoke who was not asked, or said what may not be said."""


class Oracle:
    """Hears a game word by word and knows all about it."""

    def __init__(self, seats: int, *, rubies_to_end: int = RUBIES_TO_END) -> None:
        assert seats in BONUS_ACTIONS
        self.table = lay_out(seats, rubies_to_end)
        self.asked: dict[int, Ask] = {}
        """What is asked now and of whom; empty when the game is over."""
        self.together = False
        """Whether seats are asked together, whoever has already answered."""
        self._tale = play(self.table)
        self._talks: dict[int, Talk[Any]] = {}
        self._results: dict[int, Any] = {}
        self._go_on(None)

    def hear(self, speaker: int, word: str) -> None:
        question = self.asked.get(speaker)
        if question is None or word not in question.words:
            raise NotAllowed(f"{speaker} says {word!r}, but asked is {self.asked}")
        if not self.together:
            self._go_on(word)
            return
        try:
            self.asked[speaker] = self._talks[speaker].send(word)
        except StopIteration as end:
            self._results[speaker] = end.value
            del self.asked[speaker]
            del self._talks[speaker]
        if not self._talks:
            self._go_on(self._results)

    def _go_on(self, answer: Any) -> None:
        self.asked, self._talks, self._results, self.together = {}, {}, {}, False
        try:
            what = self._tale.send(answer)
        except StopIteration:
            return
        if isinstance(what, Ask):
            self.asked = {what.who: what}
            return
        self.together = True
        self._talks = dict(what.talks)
        self.asked = {seat: next(talk) for seat, talk in what.talks.items()}

    def ranking(self) -> list[list[int]]:
        return ranking(self.table)
