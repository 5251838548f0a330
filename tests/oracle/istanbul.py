"""Istanbul a second time, as the clauses of the rules tell it; nothing is shared with the engine.

An `Oracle` hears the words of a game one by one and knows after each of them
who is asked, in which step, what may be said, and what lies on the table. It is
written to be compared with a page of rules, not to be fast: the game is one
long tale that stops at every `yield` until somebody speaks, goods are loaded
one by one, and what may be said is worked out anew for every question.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from oracle.ranking import ranked

CHANCE = -1

GOODS = ("red", "green", "yellow", "blue")  # fabric, spice, fruit, jewellery
PLAIN_GOODS = ("red", "green", "yellow")

# IST-1.1
WAINWRIGHT = 1
FABRIC_WAREHOUSE = 2
SPICE_WAREHOUSE = 3
FRUIT_WAREHOUSE = 4
POST_OFFICE = 5
CARAVANSARY = 6
FOUNTAIN = 7
BLACK_MARKET = 8
TEA_HOUSE = 9
LARGE_MARKET = 10
SMALL_MARKET = 11
POLICE_STATION = 12
PALACE = 13
SMALL_MOSQUE = 14
GREAT_MOSQUE = 15
DEALER = 16
PLACES = range(1, 17)

# IST-1.2
LAYOUTS: Mapping[str, tuple[int, ...]] = {
    "short": (15, 5, 2, 14, 4, 12, 7, 3, 8, 6, 11, 9, 13, 10, 1, 16),
    "long": (16, 2, 8, 11, 15, 7, 6, 4, 3, 5, 12, 1, 10, 9, 14, 13),
    "order": (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16),
}
CELLS = range(1, 17)
INNER_CELLS = (6, 7, 10, 11)

# IST-2.1
MOSQUE_STACKS: Mapping[int, tuple[int, ...]] = {
    2: (2, 4),
    3: (2, 3, 4),
    4: (2, 3, 4, 5),
    5: (2, 3, 4, 5),
}
MOSQUE_COLOURS: Mapping[int, tuple[str, str]] = {
    SMALL_MOSQUE: ("red", "green"),
    GREAT_MOSQUE: ("yellow", "blue"),
}

# IST-2.2: wainwright, each mosque, palace, dealer
RUBIES: Mapping[int, tuple[int, int, int, int]] = {
    2: (2, 2, 6, 9),
    3: (3, 3, 6, 10),
    4: (4, 4, 7, 12),
    5: (5, 4, 7, 12),
}

# IST-2.5, as (blue, red, green, yellow)
DEMAND_TILES: Mapping[int, tuple[tuple[int, int, int, int], ...]] = {
    LARGE_MARKET: ((2, 2, 1, 0), (3, 1, 1, 0), (2, 2, 0, 1), (3, 1, 0, 1), (2, 1, 1, 1)),
    SMALL_MARKET: ((1, 1, 1, 2), (1, 1, 2, 1), (0, 1, 3, 1), (0, 1, 2, 2), (1, 0, 2, 2)),
}

# IST-2.7
BONUS_CARDS: Mapping[str, int] = {
    "one_good": 4,
    "five_lira": 4,
    "far": 4,
    "stay": 2,
    "return": 2,
    "family": 2,
    "sell_any": 2,
    "palace_twice": 2,
    "post_twice": 2,
    "dealer_twice": 2,
}
KINDS = tuple(BONUS_CARDS)

NEUTRAL_MERCHANTS = (14, 15, 16)  # IST-2.10

# IST-5.8
MARKET_PAYS: Mapping[int, tuple[int, ...]] = {
    LARGE_MARKET: (3, 7, 12, 18, 25),
    SMALL_MARKET: (2, 5, 9, 14, 20),
}

# IST-5.3, by markers down: goods and lira
POST: tuple[tuple[tuple[str, str], int], ...] = (
    (("green", "yellow"), 2),
    (("red", "yellow"), 2),
    (("red", "yellow"), 3),
    (("red", "blue"), 3),
    (("red", "blue"), 4),
)

# IST-5.10
PALACE_TRACK = (
    "blue",
    "red",
    "green",
    "yellow",
    "any",
    "blue",
    "red",
    "green",
    "yellow",
    "any",
)
FIRST_PALACE_PRICE: Mapping[int, int] = {2: 5, 3: 5, 4: 4, 5: 4}

FIRST_DEALER_PRICE: Mapping[int, int] = {2: 15, 3: 14, 4: 12, 5: 12}  # IST-5.12

TARGET: Mapping[int, int] = {2: 6, 3: 5, 4: 5, 5: 5}  # IST-9.1

WAREHOUSE_GOOD: Mapping[int, str] = {
    FABRIC_WAREHOUSE: "red",
    SPICE_WAREHOUSE: "green",
    FRUIT_WAREHOUSE: "yellow",
}

REPEATING_CARD: Mapping[int, str] = {
    PALACE: "palace_twice",
    POST_OFFICE: "post_twice",
    DEALER: "dealer_twice",
}


# -- asking ---------------------------------------------------------------


@dataclass(frozen=True)
class Ask:
    """A question: who, in which step, what may be said; for chance how likely each is."""

    who: int
    step: str
    words: tuple[str, ...]
    weights: tuple[int, ...] = ()
    hangs_on_hand: bool = False
    """Who does not see the hand, or the pile, cannot know that there is only one answer."""

    @property
    def answers_itself(self) -> bool:
        return len(self.words) == 1 and not self.hangs_on_hand


T = TypeVar("T")
Tale = Generator[Ask, str, T]
"""A part of the game: it yields questions and is sent the answers."""


def ask(seat: int, step: str, words: Sequence[str], *, hangs_on_hand: bool = False) -> Tale[str]:
    assert words, f"nothing can be said in {step}"
    assert len(set(words)) == len(words)
    word = yield Ask(seat, step, tuple(words), hangs_on_hand=hangs_on_hand)
    return word


def let_chance_say(step: str, weights: Mapping[str, int], *, hidden: bool = False) -> Tale[str]:
    likely = {word: weight for word, weight in weights.items() if weight > 0}
    word = yield Ask(CHANCE, step, tuple(likely), tuple(likely.values()), hangs_on_hand=hidden)
    return word


def roll_sum() -> Tale[int]:
    """Two dice of which only the sum counts."""
    ways: Counter[str] = Counter()
    for one in range(1, 7):
        for other in range(1, 7):
            ways[f"sum:{one + other}"] += 1
    word = yield from let_chance_say("roll_sum", ways)
    return int(word.removeprefix("sum:"))


def roll_dice() -> Tale[list[int]]:
    """Two dice, the lower first."""
    ways: Counter[str] = Counter()
    for one in range(1, 7):
        for other in range(1, 7):
            low, high = sorted((one, other))
            ways[f"dice:{low}-{high}"] += 1
    word = yield from let_chance_say("roll_dice", ways)
    first, second = word.removeprefix("dice:").split("-")
    return [int(first), int(second)]


# -- the table ------------------------------------------------------------


def no_goods() -> dict[str, int]:
    return dict.fromkeys(GOODS, 0)


def no_cards() -> dict[str, int]:
    return dict.fromkeys(KINDS, 0)


@dataclass
class Player:
    """What lies before a player and where the figures stand."""

    lira: int
    stack: list[str]
    """The discs under the merchant from top to bottom, `own` or `neutral`."""
    merchant: int = FOUNTAIN
    family: int = POLICE_STATION
    out: list[int] = field(default_factory=list)
    """Where assistants of the own colour lie."""
    goods: dict[str, int] = field(default_factory=no_goods)
    extensions: int = 0
    rubies: int = 0
    tiles: list[str] = field(default_factory=list)
    hand: dict[str, int] = field(default_factory=no_cards)
    known: dict[str, int] = field(default_factory=no_cards)
    """Cards of the hand that everybody has seen."""

    def room(self) -> int:
        """IST-2.8 and IST-5.1: for so many of each kind."""
        return 2 + self.extensions

    def number_of_cards(self) -> int:
        return sum(self.hand.values())

    def number_of_goods(self) -> int:
        return sum(self.goods.values())


@dataclass
class Table:
    """Everything on the table and in the hands."""

    seats: int
    with_neutral_assistants: bool
    cells: list[int] = field(default_factory=list)
    first: int = 0
    turn: int = 0
    players: list[Player] = field(default_factory=list)
    pile: dict[str, int] = field(default_factory=lambda: dict(BONUS_CARDS))
    discards: list[str] = field(default_factory=list)
    """The top card is the last."""
    in_play: str | None = None
    mosques: dict[str, list[int]] = field(default_factory=dict)
    """By colour, the top tile first."""
    demand: dict[int, list[int | None]] = field(default_factory=dict)
    """By market the stack from the top down, None for a tile not seen yet."""
    governor: int = 0
    smuggler: int = 0
    neutral_merchants: list[int] = field(default_factory=list)
    neutral_assistants: Counter[int] = field(default_factory=Counter)
    markers: int = 0
    """Markers down at the post office."""
    rubies: dict[int, int] = field(default_factory=dict)
    # the action or encounter that is under way
    dice: list[int] | None = None
    called: int | None = None
    wanted: dict[str, int] | None = None
    """What the market still takes; nothing of a kind that was passed over."""
    sold: int = 0
    smuggled: str | None = None
    # this turn
    used_yellow_tile: bool = False
    used_governor: bool = False
    used_smuggler: bool = False
    phase: str = ""
    last_round: bool = False
    over: bool = False
    happened: Counter[str] = field(default_factory=Counter)
    """How often something worth counting took place."""

    def distance(self, one: int, other: int) -> int:
        """IST-1.4: orthogonal steps between two places."""
        return steps_between(self.cells.index(one) + 1, self.cells.index(other) + 1)

    def places_away(self, place: int, *steps: int) -> list[int]:
        return [other for other in PLACES if self.distance(place, other) in steps]


def steps_between(cell: int, other: int) -> int:
    row, column = divmod(cell - 1, 4)
    other_row, other_column = divmod(other - 1, 4)
    return abs(row - other_row) + abs(column - other_column)


# -- what changes hands ---------------------------------------------------


def load(table: Table, player: Player, good: str) -> None:
    """IST-5.0: what does not fit is lost."""
    if player.goods[good] < player.room():
        player.goods[good] += 1
    else:
        table.happened["good lost"] += 1


def unload(player: Player, good: str) -> None:
    assert player.goods[good] > 0
    player.goods[good] -= 1


def pay(player: Player, lira: int) -> None:
    assert player.lira >= lira
    player.lira -= lira


def take_ruby(table: Table, seat: int, place: int) -> None:
    assert table.rubies[place] > 0
    table.rubies[place] -= 1
    player = table.players[seat]
    player.rubies += 1
    if table.rubies[place] == 0:
        table.happened[f"no rubies left at {place}"] += 1
    if player.rubies > TARGET[table.seats]:
        table.happened["more rubies than the target"] += 1


def take_from_hand(player: Player, kind: str) -> None:
    """The card leaves the hand; of equal cards the one that everybody knows goes first."""
    assert player.hand[kind] > 0
    player.hand[kind] -= 1
    if player.known[kind] > 0:
        player.known[kind] -= 1  # IST-11.1


def begin_card(table: Table, seat: int, kind: str) -> None:
    """IST-7.11: a played card lies apart until its effect is done."""
    assert table.in_play is None
    take_from_hand(table.players[seat], kind)
    table.in_play = kind
    table.happened[f"played {kind}"] += 1


def end_card(table: Table) -> None:
    assert table.in_play is not None
    table.discards.append(table.in_play)
    table.in_play = None


def card_can_be_drawn(table: Table) -> bool:
    """IST-7.9."""
    return sum(table.pile.values()) > 0 or len(table.discards) > 0


def shuffle_discards(table: Table) -> None:
    for kind in table.discards:
        table.pile[kind] += 1
    table.discards = []


def draw_card(table: Table, seat: int) -> Tale[str]:
    """IST-7.11 and IST-7.9: the top card of the draw pile."""
    if sum(table.pile.values()) == 0:
        assert table.discards
        table.happened["discards shuffled when a card was to be drawn"] += 1
        shuffle_discards(table)
    if sum(1 for number in table.pile.values() if number > 0) == 1:
        table.happened["only one kind left in the pile"] += 1
    weights = {f"card:{kind}": number for kind, number in table.pile.items()}
    # of a single card everybody sees that it is the only one
    several = sum(table.pile.values()) > 1
    word = yield from let_chance_say("draw_card", weights, hidden=several)
    kind = word.removeprefix("card:")
    table.pile[kind] -= 1
    table.players[seat].hand[kind] += 1
    if sum(table.pile.values()) == 0:
        if table.discards:
            table.happened["pile ran out with discards"] += 1
            shuffle_discards(table)
        else:
            table.happened["pile ran out without discards"] += 1
    return kind


# -- IST-2 Set-up ---------------------------------------------------------


def set_up(table: Table, layout: str) -> Tale[None]:
    seats = table.seats
    # IST-1.2 and IST-1.3
    if layout == "random":
        yield from lay_at_random(table)
    else:
        table.cells = list(LAYOUTS[layout])
    # IST-2.1
    for colour in GOODS:
        table.mosques[colour] = list(MOSQUE_STACKS[seats])
    # IST-2.2
    wainwright, mosque, palace, dealer = RUBIES[seats]
    table.rubies = {
        WAINWRIGHT: wainwright,
        SMALL_MOSQUE: mosque,
        GREAT_MOSQUE: mosque,
        PALACE: palace,
        DEALER: dealer,
    }
    # IST-2.4
    table.markers = 0
    # IST-2.9
    word = yield from let_chance_say("start", {f"seat:{seat}": 1 for seat in range(seats)})
    table.first = int(word.removeprefix("seat:"))
    for seat in range(seats):
        place_in_order = (seat - table.first) % seats
        # IST-2.8 and IST-10.1
        stack = ["own", "own", "own", "own"]
        if table.with_neutral_assistants:
            stack[3] = "neutral"
        table.players.append(Player(lira=2 + place_in_order, stack=stack))
    # IST-2.6
    table.governor = yield from roll_sum()
    table.smuggler = yield from roll_sum()
    # IST-2.5
    for market in (LARGE_MARKET, SMALL_MARKET):
        table.demand[market] = [None, None, None, None, None]
        yield from turn_up_demand(table, market)
    # IST-2.8
    for n in range(seats):
        yield from draw_card(table, (table.first + n) % seats)
    # IST-2.10
    if seats == 2:
        table.neutral_merchants = list(NEUTRAL_MERCHANTS)


def lay_at_random(table: Table) -> Tale[None]:
    """IST-1.3: a cell for the fountain, the black market, the tea house, then for the others."""
    at: dict[int, int] = {}

    def free() -> list[int]:
        return [cell for cell in CELLS if cell not in at.values()]

    def far_from(cell: int) -> list[int]:
        return [other for other in free() if other != cell and steps_between(cell, other) >= 3]

    at[FOUNTAIN] = yield from choose_cell(dict.fromkeys(INNER_CELLS, 1))
    at[BLACK_MARKET] = yield from choose_cell({cell: len(far_from(cell)) for cell in free()})
    at[TEA_HOUSE] = yield from choose_cell(dict.fromkeys(far_from(at[BLACK_MARKET]), 1))
    for place in PLACES:
        if place not in at:
            at[place] = yield from choose_cell(dict.fromkeys(free(), 1))
    for cell in CELLS:
        table.cells.append(next(place for place in PLACES if at[place] == cell))


def choose_cell(weights: Mapping[int, int]) -> Tale[int]:
    named = {f"cell:{cell}": weight for cell, weight in weights.items()}
    word = yield from let_chance_say("lay_place", named)
    return int(word.removeprefix("cell:"))


def turn_up_demand(table: Table, market: int) -> Tale[None]:
    """Look at the top tile of a market, if it has not been seen yet."""
    stack = table.demand[market]
    if stack[0] is not None:
        return
    unseen = [number for number in range(1, 6) if number not in stack]
    word = yield from let_chance_say("demand", {f"demand:{number}": 1 for number in unseen})
    stack[0] = int(word.removeprefix("demand:"))


# -- the game -------------------------------------------------------------


def play(table: Table, layout: str) -> Tale[None]:
    """The whole game; IST-3.5: clockwise, beginning with the starting player."""
    yield from set_up(table, layout)
    seat = table.first
    while True:
        table.turn += 1
        yield from take_turn(table, seat)
        # IST-9.1
        if table.players[seat].rubies >= TARGET[table.seats]:
            if table.last_round:
                table.happened["target reached by a later seat"] += 1
            elif seat == table.first:
                table.happened["last round by the first seat"] += 1
            elif (seat + 1) % table.seats == table.first:
                table.happened["last round by the last seat"] += 1
            else:
                table.happened["last round by a middle seat"] += 1
            table.last_round = True
        seat = (seat + 1) % table.seats
        if table.last_round and seat == table.first:  # IST-9.1
            break
    play_final_cards(table)
    table.over = True
    count_the_end(table)


def take_turn(table: Table, seat: int) -> Tale[None]:
    """IST-3.4: the four phases, always in this order."""
    table.used_yellow_tile = False
    table.used_governor = False
    table.used_smuggler = False
    table.phase = "before moving"
    yield from move(table, seat)
    table.phase = "before the assistant step"
    goes_on = yield from use_assistant(table, seat)
    if not goes_on:
        return
    table.phase = "after the assistant step"
    goes_on = yield from meet_merchants(table, seat)
    if not goes_on:
        return
    yield from act(table, seat)
    yield from have_encounters(table, seat)


# IST-7 and IST-8.4: what can be played at many moments


def cards_for_many_moments(table: Table, seat: int) -> list[str]:
    """What a question that says *and cards* offers too."""
    player = table.players[seat]
    words = []
    if player.hand["one_good"] > 0:  # IST-7.1
        words.append("card:one_good")
    if player.hand["five_lira"] > 0:  # IST-7.2
        words.append("card:five_lira")
    if player.hand["family"] > 0 and player.family != POLICE_STATION:  # IST-7.4
        words.append("card:family")
    # IST-8.4 and IST-8.5
    if (
        "yellow" in player.tiles
        and not table.used_yellow_tile
        and player.lira >= 2
        and len(player.out) > 0
    ):
        words.append("tile:yellow")
    return words


FOR_MANY_MOMENTS = ("card:one_good", "card:five_lira", "card:family", "tile:yellow")


def ask_and_cards(
    table: Table, seat: int, step: str, own_words: Callable[[], list[str]]
) -> Tale[str]:
    """Ask until something else is said than a card or a tile that can be played at many moments."""
    while True:
        words = own_words() + cards_for_many_moments(table, seat)
        word = yield from ask(
            seat, step, words, hangs_on_hand=table.players[seat].number_of_cards() > 0
        )
        if word not in FOR_MANY_MOMENTS:
            return word
        table.happened[f"{word} in {step}"] += 1
        if word == "card:one_good":
            yield from play_one_good(table, seat)
        elif word == "card:five_lira":
            play_five_lira(table, seat)
        elif word == "card:family":
            yield from play_family(table, seat)
        else:
            yield from use_yellow_tile(table, seat)


def play_one_good(table: Table, seat: int) -> Tale[None]:
    """IST-7.1; IST-5.0: a kind without room may be named."""
    begin_card(table, seat, "one_good")
    word = yield from ask(seat, "pick_good", [f"good:{good}" for good in GOODS])
    load(table, table.players[seat], word.removeprefix("good:"))
    end_card(table)


def play_five_lira(table: Table, seat: int) -> None:
    """IST-7.2."""
    begin_card(table, seat, "five_lira")
    table.players[seat].lira += 5
    end_card(table)


def play_family(table: Table, seat: int) -> Tale[None]:
    """IST-7.4."""
    player = table.players[seat]
    assert player.family != POLICE_STATION
    begin_card(table, seat, "family")
    player.family = POLICE_STATION
    yield from take_reward(table, seat)
    end_card(table)


def play_family_for_lira(table: Table, seat: int) -> None:
    """IST-6.2 and IST-9.2: there is no choice."""
    player = table.players[seat]
    assert player.family != POLICE_STATION
    begin_card(table, seat, "family")
    player.family = POLICE_STATION
    player.lira += 3
    end_card(table)


def take_reward(table: Table, seat: int) -> Tale[None]:
    """IST-6.1 and IST-7.4: a bonus card or 3 lira; IST-7.9: without cards it is 3 lira."""
    words = ["lira"]
    if card_can_be_drawn(table):
        words.append("draw")
    else:
        table.happened["reward without cards"] += 1
    word = yield from ask(seat, "take_reward", words)
    if word == "lira":
        table.players[seat].lira += 3
    else:
        yield from draw_card(table, seat)


def play_return(table: Table, seat: int) -> Tale[None]:
    """IST-7.7."""
    begin_card(table, seat, "return")
    yield from fetch_assistant(table, seat)
    end_card(table)


def use_yellow_tile(table: Table, seat: int) -> Tale[None]:
    """IST-8.4."""
    player = table.players[seat]
    table.happened[f"yellow tile {table.phase}"] += 1
    table.used_yellow_tile = True
    pay(player, 2)
    yield from fetch_assistant(table, seat)


def fetch_assistant(table: Table, seat: int) -> Tale[None]:
    """One own assistant comes back, from any place, to the bottom of the stack (IST-10.3)."""
    player = table.players[seat]
    word = yield from ask(
        seat, "fetch_assistant", [f"place:{place}" for place in sorted(player.out)]
    )
    place = int(word.removeprefix("place:"))
    if place == player.merchant:
        table.happened["assistant fetched from the merchant's own place"] += 1
    player.out.remove(place)
    player.stack.append("own")


# IST-3 Phase 1: move


def move(table: Table, seat: int) -> Tale[None]:
    player = table.players[seat]

    def words() -> list[str]:
        # IST-3.1
        found = [f"place:{place}" for place in table.places_away(player.merchant, 1, 2)]
        if player.hand["stay"] > 0:  # IST-7.5
            found.append("card:stay")
        if player.hand["far"] > 0:  # IST-7.6
            found.append("card:far")
        if player.hand["return"] > 0 and player.out:  # IST-7.7
            found.append("card:return")
        return found

    while True:
        word = yield from ask_and_cards(table, seat, "move", words)
        if word == "card:return":
            table.happened["return before moving"] += 1
            yield from play_return(table, seat)
        elif word == "card:stay":
            # IST-7.5: done on the spot
            begin_card(table, seat, "stay")
            end_card(table)
            if player.merchant == FOUNTAIN:
                table.happened["stayed at the fountain"] += 1
            elif merchants_there(table, seat) > 0:
                table.happened["stayed with merchants present"] += 1
            return
        elif word == "card:far":
            # IST-7.6: done after the move
            begin_card(table, seat, "far")
            far = [f"place:{place}" for place in table.places_away(player.merchant, 3, 4)]
            word = yield from ask(seat, "move_far", far)
            player.merchant = int(word.removeprefix("place:"))
            end_card(table)
            return
        else:
            player.merchant = int(word.removeprefix("place:"))
            return


def use_assistant(table: Table, seat: int) -> Tale[bool]:
    """IST-3.2 and IST-10.2; return whether the turn goes on."""
    player = table.players[seat]
    here = player.merchant
    if here == FOUNTAIN:  # IST-3.3
        return True

    def words() -> list[str]:
        found = []
        if here in player.out:
            found.append("take:own")
        if table.neutral_assistants[here] > 0:
            found.append("take:neutral")
        if here not in player.out and len(player.stack) > 0:
            found.append("leave")
        found.append("pass")
        if player.hand["return"] > 0 and player.out:  # IST-7.7
            found.append("card:return")
        return found

    while True:
        offered = words()
        word = yield from ask_and_cards(table, seat, "use_assistant", words)
        if word == "card:return":
            table.happened["return after moving"] += 1
            if here in player.out:
                table.happened["return after moving, with an own one lying there"] += 1
            yield from play_return(table, seat)
        elif word == "pass":
            if offered == ["pass"]:
                table.happened["no assistant to use"] += 1
            else:
                table.happened["assistant declined"] += 1
            return False
        elif word == "take:own":
            if "take:neutral" in offered:
                table.happened["own one taken where a neutral one lies too"] += 1
            player.out.remove(here)
            player.stack.append("own")
            return True
        elif word == "take:neutral":
            table.happened["neutral assistant taken"] += 1
            if "take:own" in offered:
                table.happened["neutral one taken where an own one lies too"] += 1
            table.neutral_assistants[here] -= 1
            player.stack.append("neutral")
            if player.stack.count("neutral") > 1:
                table.happened["several neutral assistants in a stack"] += 1
            return True
        else:
            assert word == "leave"
            disc = player.stack.pop()  # IST-10.3: the bottom one
            if disc == "own":
                assert here not in player.out
                player.out.append(here)
            else:
                table.happened["neutral assistant left"] += 1
                table.neutral_assistants[here] += 1
                if table.neutral_assistants[here] > 1:
                    table.happened["several neutral assistants at a place"] += 1
            return True


# IST-4 Phase 2: other merchants


def others_there(table: Table, seat: int) -> list[int]:
    """The other players whose merchants stand where this one's does."""
    here = table.players[seat].merchant
    return [
        other
        for other in range(table.seats)
        if other != seat and table.players[other].merchant == here
    ]


def neutrals_there(table: Table, seat: int) -> list[int]:
    """The neutral merchants that stand there, as their numbers in the order of starting places."""
    here = table.players[seat].merchant
    return [number for number, place in enumerate(table.neutral_merchants) if place == here]


def merchants_there(table: Table, seat: int) -> int:
    return len(others_there(table, seat)) + len(neutrals_there(table, seat))


def meet_merchants(table: Table, seat: int) -> Tale[bool]:
    """IST-4.1 and IST-4.3; return whether the turn goes on."""
    player = table.players[seat]
    here = player.merchant
    if here == FOUNTAIN:  # IST-4.2
        if neutrals_there(table, seat):
            table.happened["neutral merchant at the fountain"] += 1
        return True
    number = merchants_there(table, seat)
    if number == 0:
        return True

    def words() -> list[str]:
        if player.lira >= 2 * number:
            return ["pay", "pass"]
        return ["pass"]

    word = yield from ask_and_cards(table, seat, "meet_merchants", words)
    if word == "pass":
        table.happened["merchants not paid"] += 1
        return False
    if number > 1:
        table.happened["several merchants paid"] += 1
    for other in others_there(table, seat):
        pay(player, 2)
        table.players[other].lira += 2
    paid = neutrals_there(table, seat)
    for _ in paid:
        pay(player, 2)
    # IST-4.3: rolled after all payments
    if len(paid) > 1:
        table.happened["several neutral merchants paid"] += 1
    for neutral in paid:
        table.neutral_merchants[neutral] = yield from roll_sum()
        if table.neutral_merchants[neutral] == here:
            table.happened["neutral merchant lands where it stood"] += 1
    return True


# IST-5 Phase 3: the action


def act(table: Table, seat: int) -> Tale[None]:
    player = table.players[seat]

    def words() -> list[str]:
        # IST-5.0: optional
        if can_be_carried_out(table, seat, player.merchant):
            return ["act", "pass"]
        return ["pass"]

    word = yield from ask_and_cards(table, seat, "act", words)
    if word == "pass":
        return
    place = player.merchant
    table.happened[f"merchant acted at {place}"] += 1
    if place == POLICE_STATION:
        # IST-5.9
        places = [
            other
            for other in PLACES
            if other != POLICE_STATION and can_be_carried_out(table, seat, other)
        ]
        word = yield from ask(seat, "send_family", [f"place:{other}" for other in places])
        place = int(word.removeprefix("place:"))
        player.family = place
        table.happened[f"family acted at {place}"] += 1
        if any(player.merchant == place for player in table.players):
            table.happened["family sent where a merchant stands"] += 1
    yield from carry_out(table, seat, place)
    if place in REPEATING_CARD:
        yield from act_again(table, seat, place)


def act_again(table: Table, seat: int, place: int) -> Tale[None]:
    """IST-7.3: the same action once more, as often as there are cards for it."""
    player = table.players[seat]
    kind = REPEATING_CARD[place]
    by_family = player.merchant == POLICE_STATION

    def words() -> list[str]:
        found = []
        if player.hand[kind] > 0 and can_be_carried_out(table, seat, place):
            # by the same figure, which has to be there still
            if by_family and player.family != place:
                table.happened["no repetition since the family member has gone home"] += 1
            else:
                found.append(f"card:{kind}")
        found.append("pass")
        return found

    repeated = 0
    while True:
        word = yield from ask_and_cards(table, seat, "act_again", words)
        if word == "pass":
            return
        begin_card(table, seat, kind)
        if by_family:
            table.happened[f"played {kind} for the family member"] += 1
        yield from carry_out(table, seat, place)
        end_card(table)
        repeated += 1
        if repeated == 2:
            table.happened["an action repeated twice"] += 1


def can_be_carried_out(table: Table, seat: int, place: int) -> bool:
    """IST-5.13."""
    player = table.players[seat]
    if place == WAINWRIGHT:
        return player.lira >= 7 and player.extensions < 3
    if place == CARAVANSARY:
        return card_can_be_drawn(table)
    if place == LARGE_MARKET:
        return len(goods_for_sale(player, demand_on_top(table, place))) > 0
    if place == SMALL_MARKET:
        if player.hand["sell_any"] > 0 and player.number_of_goods() > 0:
            return True
        return len(goods_for_sale(player, demand_on_top(table, place))) > 0
    if place == POLICE_STATION:
        return player.family == POLICE_STATION
    if place == PALACE:
        return table.rubies[PALACE] > 0 and palace_can_be_paid(table, player)
    if place in (SMALL_MOSQUE, GREAT_MOSQUE):
        return len(tiles_to_take(table, player, place)) > 0
    if place == DEALER:
        return table.rubies[DEALER] > 0 and player.lira >= dealer_price(table)
    return True


def carry_out(table: Table, seat: int, place: int) -> Tale[None]:
    player = table.players[seat]
    assert can_be_carried_out(table, seat, place)
    if place == WAINWRIGHT:
        extend_wheelbarrow(table, seat)
    elif place in WAREHOUSE_GOOD:
        yield from fill_up(table, seat, WAREHOUSE_GOOD[place])
    elif place == POST_OFFICE:
        fetch_post(table, player)
    elif place == CARAVANSARY:
        yield from visit_caravansary(table, seat)
    elif place == FOUNTAIN:
        yield from bring_assistants_back(table, seat)
    elif place == BLACK_MARKET:
        yield from visit_black_market(table, seat)
    elif place == TEA_HOUSE:
        yield from visit_tea_house(table, seat)
    elif place in (LARGE_MARKET, SMALL_MARKET):
        yield from sell(table, seat, place)
    elif place == PALACE:
        yield from supply_the_palace(table, seat)
    elif place in (SMALL_MOSQUE, GREAT_MOSQUE):
        yield from take_tile(table, seat, place)
    else:
        assert place == DEALER
        buy_ruby(table, seat)


def extend_wheelbarrow(table: Table, seat: int) -> None:
    """IST-5.1."""
    player = table.players[seat]
    pay(player, 7)
    player.extensions += 1
    if player.extensions == 3:
        take_ruby(table, seat, WAINWRIGHT)


def fill_up(table: Table, seat: int, good: str) -> Tale[None]:
    """IST-5.2."""
    player = table.players[seat]
    if player.goods[good] == player.room():
        table.happened["warehouse without effect"] += 1
    while player.goods[good] < player.room():
        load(table, player, good)
    # IST-8.3
    if "green" in player.tiles and player.lira >= 2:
        words = [f"good:{other}" for other in GOODS]
        word = yield from ask(seat, "buy_extra", [*words, "pass"])
        if word != "pass":
            table.happened["green tile used"] += 1
            pay(player, 2)
            load(table, player, word.removeprefix("good:"))


def fetch_post(table: Table, player: Player) -> None:
    """IST-5.3."""
    goods, lira = POST[table.markers]
    for good in goods:
        load(table, player, good)
    player.lira += lira
    if table.markers == 4:
        table.markers = 0
        table.happened["all markers up again"] += 1
    else:
        table.markers += 1


def visit_caravansary(table: Table, seat: int) -> Tale[None]:
    """IST-5.4."""
    player = table.players[seat]
    for number in range(2):
        words = []
        if card_can_be_drawn(table):
            words.append("pile")
        if len(table.discards) > 0:
            words.append("discards")
        if not words:
            table.happened[f"caravansary without a card for number {number + 1}"] += 1
            continue
        word = yield from ask(seat, "pick_pile", words)
        if word == "pile":
            yield from draw_card(table, seat)
        else:
            kind = table.discards.pop()
            player.hand[kind] += 1
            player.known[kind] += 1  # IST-11.1
            table.happened["card taken from the discards"] += 1
            if sum(table.pile.values()) == 0:
                table.happened["card taken from the discards while the pile is empty"] += 1
    kind = yield from choose_card(seat, "put_back", player)
    take_from_hand(player, kind)
    table.discards.append(kind)  # IST-7.11


def choose_card(seat: int, step: str, player: Player) -> Tale[str]:
    """One of the cards of the hand."""
    words = [f"card:{kind}" for kind in KINDS if player.hand[kind] > 0]
    word = yield from ask(seat, step, words, hangs_on_hand=player.number_of_cards() > 1)
    return word.removeprefix("card:")


def bring_assistants_back(table: Table, seat: int) -> Tale[None]:
    """IST-5.5, IST-5.9 and IST-10.3: own ones to the merchant, wherever it stands."""
    player = table.players[seat]
    named = 0
    while True:
        places = [place for place in sorted(player.out) if place > named]
        word = yield from ask(seat, "bring_back", [*(f"place:{place}" for place in places), "done"])
        if word == "done":
            return
        named = int(word.removeprefix("place:"))
        player.out.remove(named)
        player.stack.append("own")


def throw(table: Table, seat: int) -> Tale[int]:
    """Roll two dice at the black market or the tea house; IST-8.1: the red tile."""
    player = table.players[seat]
    table.dice = yield from roll_dice()
    if "red" in player.tiles:
        word = yield from ask(seat, "bend_dice", ["four:low", "four:high", "reroll", "pass"])
        table.happened[f"red tile: {word}"] += 1
        if word == "four:low":
            table.dice = [4, table.dice[1]]
        elif word == "four:high":
            table.dice = [table.dice[0], 4]
        elif word == "reroll":
            table.dice = yield from roll_dice()
    return table.dice[0] + table.dice[1]


def visit_black_market(table: Table, seat: int) -> Tale[None]:
    """IST-5.6."""
    player = table.players[seat]
    thrown = yield from throw(table, seat)
    word = yield from ask(seat, "pick_plain_good", [f"good:{good}" for good in PLAIN_GOODS])
    load(table, player, word.removeprefix("good:"))
    if thrown in (7, 8):
        blue = 1
    elif thrown in (9, 10):
        blue = 2
    elif thrown in (11, 12):
        blue = 3
    else:
        blue = 0
    for _ in range(blue):
        load(table, player, "blue")
    table.happened[f"black market: {blue} blue"] += 1
    table.dice = None


def visit_tea_house(table: Table, seat: int) -> Tale[None]:
    """IST-5.7."""
    word = yield from ask(seat, "call_number", [f"call:{number}" for number in range(3, 13)])
    table.called = int(word.removeprefix("call:"))
    thrown = yield from throw(table, seat)
    if thrown >= table.called:
        table.players[seat].lira += table.called
        table.happened["call reached"] += 1
    else:
        table.players[seat].lira += 2
        table.happened["call missed"] += 1
    table.called = None
    table.dice = None


def demand_on_top(table: Table, market: int) -> dict[str, int]:
    number = table.demand[market][0]
    assert number is not None
    blue, red, green, yellow = DEMAND_TILES[market][number - 1]
    return {"red": red, "green": green, "yellow": yellow, "blue": blue}


def goods_for_sale(player: Player, wanted: Mapping[str, int]) -> list[str]:
    """The kinds of which one more can be sold."""
    return [good for good in GOODS if player.goods[good] > 0 and wanted[good] > 0]


def sell(table: Table, seat: int, market: int) -> Tale[None]:
    """IST-5.8 and IST-7.8."""
    player = table.players[seat]
    table.wanted = demand_on_top(table, market)
    table.sold = 0
    last = 0  # kinds in their order, never going back
    while table.sold < 5:
        kinds = goods_for_sale(player, table.wanted)
        words = [f"good:{good}" for good in kinds if GOODS.index(good) >= last]
        hangs_on_hand = False
        if table.sold > 0:
            words.append("done")
        elif market == SMALL_MARKET and table.in_play is None:
            hangs_on_hand = player.number_of_cards() > 0
            if player.hand["sell_any"] > 0 and player.number_of_goods() > 0:
                words.append("card:sell_any")
        word = yield from ask(seat, "sell", words, hangs_on_hand=hangs_on_hand)
        if word == "done":
            break
        if word == "card:sell_any":
            if words == [word]:
                table.happened["nothing to sell but by the card"] += 1
            begin_card(table, seat, "sell_any")
            table.wanted = dict.fromkeys(GOODS, 5)
            continue
        good = word.removeprefix("good:")
        last = GOODS.index(good)
        for before in GOODS[:last]:
            table.wanted[before] = 0
        unload(player, good)
        table.wanted[good] -= 1
        table.sold += 1
    player.lira += MARKET_PAYS[market][table.sold - 1]
    table.happened[f"sold {table.sold} at {market}"] += 1
    # the tile goes to the bottom of its stack
    stack = table.demand[market]
    stack.append(stack.pop(0))
    if stack[0] is not None:
        table.happened["demand tile seen before"] += 1
    yield from turn_up_demand(table, market)
    if table.in_play is not None:
        end_card(table)
    table.wanted = None
    table.sold = 0


def palace_price(table: Table) -> list[str]:
    """IST-5.10: the goods asked for the next ruby."""
    given_out = RUBIES[table.seats][2] - table.rubies[PALACE]
    return list(PALACE_TRACK[: FIRST_PALACE_PRICE[table.seats] + given_out])


def palace_can_be_paid(table: Table, player: Player) -> bool:
    left = dict(player.goods)
    price = palace_price(table)
    for good in price:
        if good != "any":
            left[good] -= 1
    return min(left.values()) >= 0 and sum(left.values()) >= price.count("any")


def supply_the_palace(table: Table, seat: int) -> Tale[None]:
    """IST-5.10."""
    player = table.players[seat]
    price = palace_price(table)
    for good in price:
        if good != "any":
            unload(player, good)
    missing = price.count("any")
    last = 0  # the second not before the first in order
    while missing > 0:
        words = []
        for good in GOODS:
            rest = sum(player.goods[other] for other in GOODS[GOODS.index(good) :])
            if GOODS.index(good) >= last and player.goods[good] > 0 and rest >= missing:
                words.append(f"good:{good}")
        word = yield from ask(seat, "give_any", words)
        good = word.removeprefix("good:")
        last = GOODS.index(good)
        unload(player, good)
        missing -= 1
    table.happened[f"palace ruby for {len(price)} goods"] += 1
    take_ruby(table, seat, PALACE)


def tiles_to_take(table: Table, player: Player, mosque: int) -> list[str]:
    """The colours of a mosque of which the player can take the top tile."""
    found = []
    for colour in MOSQUE_COLOURS[mosque]:
        stack = table.mosques[colour]
        if colour not in player.tiles and stack and player.goods[colour] >= stack[0]:
            found.append(colour)
    return found


def take_tile(table: Table, seat: int, mosque: int) -> Tale[None]:
    """IST-5.11."""
    player = table.players[seat]
    colours = tiles_to_take(table, player, mosque)
    word = yield from ask(seat, "take_tile", [f"good:{colour}" for colour in colours])
    colour = word.removeprefix("good:")
    unload(player, colour)
    table.mosques[colour].pop(0)
    if not table.mosques[colour]:
        table.happened[f"no tiles left of {colour}"] += 1
    player.tiles.append(colour)
    table.happened[f"took the {colour} tile"] += 1
    if colour == "blue":  # IST-8.2
        player.stack.append("own")
    if all(of_mosque in player.tiles for of_mosque in MOSQUE_COLOURS[mosque]):
        take_ruby(table, seat, mosque)


def dealer_price(table: Table) -> int:
    """IST-5.12."""
    sold = RUBIES[table.seats][3] - table.rubies[DEALER]
    return FIRST_DEALER_PRICE[table.seats] + sold


def buy_ruby(table: Table, seat: int) -> None:
    price = dealer_price(table)
    pay(table.players[seat], price)
    table.happened[f"dealer's ruby for {price}"] += 1
    take_ruby(table, seat, DEALER)


# IST-6 Phase 4: encounters


def family_to_catch(table: Table, seat: int) -> list[int]:
    """IST-6.1: whose family members are to be caught."""
    here = table.players[seat].merchant
    if here == POLICE_STATION:
        return []
    return [
        other
        for other in range(table.seats)
        if other != seat and table.players[other].family == here
    ]


def have_encounters(table: Table, seat: int) -> Tale[None]:
    player = table.players[seat]
    here = player.merchant
    # IST-6.4: only who stood there when phase 4 began
    governor_waits = table.governor == here
    smuggler_waits = table.smuggler == here
    if governor_waits and smuggler_waits:
        table.happened["governor and smuggler together"] += 1
    if len(family_to_catch(table, seat)) > 1:
        table.happened["several family members to catch"] += 1
    if here == POLICE_STATION and any(
        other.family == here for other in table.players if other is not player
    ):
        table.happened["family members safe at the police station"] += 1
    if player.family == here and here != POLICE_STATION:
        table.happened["own family member there"] += 1
    if governor_waits and not card_can_be_drawn(table):
        table.happened["governor there but no card to draw"] += 1

    def words() -> list[str]:
        found = []
        if family_to_catch(table, seat):
            found.append("catch")
        else:
            found.append("pass")
        if governor_waits and not table.used_governor and card_can_be_drawn(table):
            found.append("governor")
        if smuggler_waits and not table.used_smuggler:
            found.append("smuggler")
        return found

    while True:
        word = yield from ask_and_cards(table, seat, "encounters", words)
        if word == "pass":
            if governor_waits and not table.used_governor:
                table.happened["governor not used"] += 1
            if smuggler_waits and not table.used_smuggler:
                table.happened["smuggler not used"] += 1
            return
        if word == "catch":
            caught = family_to_catch(table, seat)[0]
            table.players[caught].family = POLICE_STATION
            table.happened["family member caught"] += 1
            yield from take_reward(table, seat)
        elif word == "governor":
            yield from meet_governor(table, seat)
        else:
            assert word == "smuggler"
            yield from meet_smuggler(table, seat)


def meet_governor(table: Table, seat: int) -> Tale[None]:
    """IST-6.2."""
    player = table.players[seat]
    table.used_governor = True
    if sum(table.pile.values()) == 0:
        table.happened["governor with an empty draw pile"] += 1
    drawn = yield from draw_card(table, seat)
    while True:
        words = []
        if player.lira >= 2:
            words.append("pay")
        if player.number_of_cards() > 0:
            words.append("give")
        if player.hand["five_lira"] > 0:
            words.append("card:five_lira")
        if player.hand["family"] > 0 and player.family != POLICE_STATION:
            words.append("card:family")
        word = yield from ask(
            seat, "pay_governor", words, hangs_on_hand=player.number_of_cards() > 0
        )
        if word == "card:five_lira":
            table.happened["five lira for the governor"] += 1
            if drawn == "five_lira" and player.hand["five_lira"] == 1:
                table.happened["the card just drawn played for the governor"] += 1
            play_five_lira(table, seat)
        elif word == "card:family":
            table.happened["family card for the governor"] += 1
            play_family_for_lira(table, seat)
        else:
            break
    if word == "pay":
        pay(player, 2)
        if player.number_of_cards() == 0:
            table.happened["governor paid with an empty hand"] += 1
    else:
        kind = yield from choose_card(seat, "give_card", player)
        take_from_hand(player, kind)
        table.discards.append(kind)
    table.happened[f"governor: {word}"] += 1
    # IST-6.4
    here = table.governor
    table.governor = yield from roll_sum()
    if table.governor == here:
        table.happened["governor lands where he stood"] += 1


def meet_smuggler(table: Table, seat: int) -> Tale[None]:
    """IST-6.3."""
    player = table.players[seat]
    table.used_smuggler = True
    word = yield from ask(seat, "take_smuggled", [f"good:{good}" for good in GOODS])
    taken = word.removeprefix("good:")
    table.smuggled = taken
    full = player.goods[taken] == player.room()
    if full:
        table.happened["smuggler with a full row"] += 1

    def words() -> list[str]:
        found = []
        if player.lira >= 2:
            found.append("pay")
        held = [good for good in GOODS if player.goods[good] > 0 or good == taken]
        return found + [f"good:{good}" for good in held]

    word = yield from ask_and_cards(table, seat, "pay_smuggler", words)
    # room is looked at only after the price
    player.goods[taken] += 1
    if word == "pay":
        pay(player, 2)
        table.happened["smuggler: lira"] += 1
    else:
        given = word.removeprefix("good:")
        unload(player, given)
        if given == taken:
            table.happened["smuggler: the same good"] += 1
        else:
            table.happened["smuggler: another good"] += 1
    if player.goods[taken] > player.room():
        player.goods[taken] -= 1
        table.happened["smuggled good lost"] += 1
    table.smuggled = None
    # IST-6.4
    here = table.smuggler
    table.smuggler = yield from roll_sum()
    if table.smuggler == here:
        table.happened["smuggler lands where he stood"] += 1


# IST-9 The end


def play_final_cards(table: Table) -> None:
    """IST-9.2: cards that bring lira or goods, in turn order from the starting player."""
    for n in range(table.seats):
        seat = (table.first + n) % table.seats
        player = table.players[seat]
        while player.hand["five_lira"] > 0:
            play_five_lira(table, seat)
            table.happened["final five lira"] += 1
        while player.hand["family"] > 0 and player.family != POLICE_STATION:
            play_family_for_lira(table, seat)
            table.happened["final family"] += 1
        if player.hand["family"] > 0:
            table.happened["final family not playable"] += 1
        while player.hand["one_good"] > 0:
            with_room = [good for good in GOODS if player.goods[good] < player.room()]
            if not with_room:
                table.happened["final one good without room"] += 1
                break
            begin_card(table, seat, "one_good")
            load(table, player, with_room[0])
            end_card(table)
            table.happened["final one good"] += 1


def what_decides(one: Player, other: Player) -> tuple[str, int]:
    """IST-9.3: by what one player stands before another, and by how much."""
    if one.rubies != other.rubies:
        return "rubies", one.rubies - other.rubies
    if one.lira != other.lira:
        return "lira", one.lira - other.lira
    if one.number_of_goods() != other.number_of_goods():
        return "goods", one.number_of_goods() - other.number_of_goods()
    if one.number_of_cards() != other.number_of_cards():
        return "cards", one.number_of_cards() - other.number_of_cards()
    return "nothing", 0


def ranking(table: Table) -> list[list[int]]:
    """The seats from the best on, ties together; empty while the game goes on."""
    if not table.over:
        return []

    def beats(one: int, other: int) -> bool:
        return what_decides(table.players[one], table.players[other])[1] > 0

    return ranked(range(table.seats), beats)


def count_the_end(table: Table) -> None:
    groups = ranking(table)
    table.happened["games finished"] += 1
    if len(groups[0]) > 1:
        table.happened["shared victory"] += 1
    if any(len(group) > 1 for group in groups):
        table.happened["seats that nothing sets apart"] += 1
    for n in range(len(groups) - 1):
        by, _ = what_decides(table.players[groups[n][0]], table.players[groups[n + 1][0]])
        table.happened[f"rank decided by {by}"] += 1


# -- listening ------------------------------------------------------------


class NotAllowed(Exception):
    """Somebody spoke who was not asked, or said what may not be said."""


class Oracle:
    """Hears a game word by word and knows all about it."""

    def __init__(
        self, seats: int, *, layout: str = "short", neutral_assistants: bool = False
    ) -> None:
        assert seats in RUBIES
        assert not (neutral_assistants and seats == 5)  # IST-1.5
        self.table = Table(seats, neutral_assistants)
        self._tale = play(self.table, layout)
        self.asked: Ask | None = next(self._tale)
        """What is asked now; None when the game is over."""

    def hear(self, speaker: int, word: str) -> None:
        if self.asked is None or speaker != self.asked.who or word not in self.asked.words:
            raise NotAllowed(f"{speaker} says {word!r}, but asked is {self.asked}")
        try:
            self.asked = self._tale.send(word)
        except StopIteration:
            self.asked = None

    def ranking(self) -> list[list[int]]:
        return ranking(self.table)
