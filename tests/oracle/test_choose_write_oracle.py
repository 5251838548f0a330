"""The engine of Choose & Write against the oracle: whole games, compared after every decision.

BEDESTEN_ORACLE_GAMES says how many games are played (110 if it is not set).
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any, cast

import pytest

import bedesten
from bedesten.games.choose_write.solo import result_of
from bedesten.games.choose_write.state import ChooseWrite
from oracle import choose_write
from oracle.choose_write import (
    CHANCE,
    GOODS,
    LETTERS,
    PLACES,
    Ask,
    Oracle,
    Player,
    Table,
)
from oracle.comparing import check_end, play_scenario, with_record

GAMES = int(os.environ.get("BEDESTEN_ORACLE_GAMES", "110"))


# -- what the engine should show ------------------------------------------


def held(cards: Mapping[str, int]) -> dict[str, int]:
    """Cards by name, without those that are not there."""
    return {name: number for name, number in cards.items() if number > 0}


def player_of(player: Player) -> dict[str, Any]:
    return {
        "goods": player.goods,
        "filled": player.filled,
        "lira": player.lira,
        "lira_filled": sum(player.boxes),
        "bonus": player.bonus,
        "bonus_filled": player.bonus_filled,
        "symbols": player.symbols,
        "ticks": player.ticks,
        "rubies": player.rubies,
        "palace_rubies": player.palace_rubies,
        "boxes": len(player.boxes_paid),
        "rows": len(player.rows_paid),
        "place": player.place,
        "seen": player.seen,
        "guild": sorted(player.guild),
        "drawn": sorted(player.drawn),
        "goods_cards": held(player.cards),
        "guild_played": player.guild_played,
        "cards_used": player.cards_used,
        "need": player.need,
        "named": held(player.named),
        "plan": [],
    } | ({"later": True} if player.later else {})


def pieces_of(oracle: Oracle) -> dict[str, Any]:
    """The pieces of a position, secrets and all."""
    table = oracle.table
    return {
        "first": table.first,
        "active": table.active,
        "players": [player_of(player) for player in table.players],
        "pile": held(table.pile),
        "discards": held(table.discards),
        "display": table.display,
        "goods_pile": held(table.goods_pile),
        "goods_discards": held(table.goods_discards),
        "guild_pile": sorted(table.guild_pile),
        "guild_discards": sorted(table.guild_discards),
        "guild_in_play": table.guild_in_play,
        "ruby_pile": sorted(table.ruby_pile),
        "palaces": table.palaces,
        "caravan": table.caravan,
        "fountains": table.fountains,
        "card": table.card,
        "from_hand": table.from_hand,
        "taken": [letter for letter in LETTERS if letter in table.taken],
        "caravan_used": table.caravan_used,
        "last_round": table.last_round,
    }


def compare(match: bedesten.Match, oracle: Oracle) -> None:
    """Who is asked, what may be said, and everything on the table."""
    table = oracle.table
    assert match.over == table.over
    assert match.actors == tuple(sorted(oracle.asked))
    for seat in (CHANCE, *range(match.seats)):
        asked = oracle.asked.get(seat)
        words = asked.words if asked is not None else ()
        assert sorted(match.choices(seat)) == sorted(words), f"{seat}: {asked}"
        if asked is not None:
            assert seat == CHANCE or not asked.answers_itself, f"answers itself: {asked}"
        if seat != CHANCE:
            question = match.question(seat)
            assert (question and question.step) == (asked and asked.step)
    if CHANCE in oracle.asked:
        asked = oracle.asked[CHANCE]
        whole = sum(asked.weights)
        assert match.odds() == {
            word: pytest.approx(weight / whole)
            for word, weight in zip(asked.words, asked.weights, strict=True)
        }
        return  # how much of an action is done while chance is asked is nobody's concern
    position = match.position()
    shown, told = position["pieces"], pieces_of(oracle)
    for seat, player in enumerate(shown["players"]):
        if oracle.together:  # what a seat has said so far is its own concern
            for key in ("need", "named", "plan"):
                player[key] = told["players"][seat][key]
    assert shown.keys() == told.keys()
    for key in told:
        assert shown[key] == told[key], f"{key}: the engine shows {shown[key]}, not {told[key]}"
    assert position["turn"] == table.turn


# -- ways to play ---------------------------------------------------------

Taste = Callable[[Table, Player, Ask, str], float]
"""How much a player likes to say a word."""

Policy = Callable[[Random, Oracle, int], str]
"""Chooses one of the words that a seat, or chance, may say now."""


def anything(luck: Random, oracle: Oracle, who: int) -> str:
    return luck.choice(oracle.asked[who].words)


def fair(luck: Random, oracle: Oracle, who: int) -> str:
    """Chance as it is."""
    asked = oracle.asked[who]
    return luck.choices(asked.words, asked.weights)[0]


def by(taste: Taste, *, noise: float = 1.0, careless: float = 0.05) -> Policy:
    """Say what one likes best, but not quite always."""

    def choose(luck: Random, oracle: Oracle, who: int) -> str:
        asked = oracle.asked[who]
        if luck.random() < careless:
            return luck.choice(asked.words)
        player = oracle.table.players[who]
        rated = {
            word: taste(oracle.table, player, asked, word) + noise * luck.random()
            for word in asked.words
        }
        return max(asked.words, key=lambda word: rated[word])

    return choose


def needs(table: Table, player: Player) -> dict[str, int]:
    """What is missing for the palace that is nearest and not yet paid for."""
    have = choose_write.goods_of_cards(player.cards)
    best: dict[str, int] | None = None
    for letter in LETTERS:
        price = choose_write.palace_price(table, letter)
        lacking = {good: max(0, price[good] - player.goods[good] - have[good]) for good in GOODS}
        missing = sum(lacking.values())
        if missing > 0 and (best is None or missing < sum(best.values())):
            best = lacking
    return best or dict.fromkeys(GOODS, 1)


def worth(table: Table, player: Player, place: str) -> float:
    """What a player who collects rubies thinks of a place."""
    if not choose_write.can_use(table, player, place):
        return -1
    if place in LETTERS or place == "2":
        return 14
    if place in choose_write.MADE_AT:
        good = choose_write.MADE_AT[place]
        room = choose_write.ROWS - player.filled[good]
        number = min(room, 2 + player.ticks[place])
        return number * 0.9 + min(number, needs(table, player)[good]) * 0.6
    if place == "6":
        return (0, 3.5, 3.8, 4, 2, 4, 15, 15, 4)[table.caravan[0] or 0]
    if place == "7":
        return 1.8 + min(2, sum(needs(table, player).values())) * 0.6
    if place == "8":
        return min(40 - sum(player.boxes), 3 + player.ticks["8"]) * 1.0
    if place == "12":
        return max(worth(table, player, other) for other in PLACES if other != "12")
    if place == "13":
        return 5.5 * (table.pile.total() / 36) * (sum(player.ticks.values()) < 8)
    return {"3": 2.5, "4": 2.8, "9": 3.0, "11": 2.5}[place]


PlaceWorth = Callable[[Table, Player, str], float]


def worth_of_card(table: Table, player: Player, card: str, of: PlaceWorth) -> float:
    here = choose_write.place_of(card)
    return max(of(table, player, place) for place in (here, *choose_write.NEIGHBOURS[here]))


def collect(of: PlaceWorth = worth) -> Taste:
    """Get rubies, with an eye on some places."""

    def taste(table: Table, player: Player, asked: Ask, word: str) -> float:
        kind, _, name = word.partition(":")
        if asked.step == "play":
            if kind == "guild":
                return 15 if int(name) >= 10 or int(name) in choose_write.GUILD_PALACES else 5
            card = player.place if word == "hand" else table.display[word == "right"]
            assert card is not None
            return worth_of_card(table, player, card, of)
        if asked.step in ("use_card", "catacombs", "palace"):
            if word == "pass":
                return 3 if player.bonus < 2 and player.bonus_filled < player.bonus_fields else 0
            return of(table, player, name)
        if asked.step == "take":
            if word == "pile":
                return 4
            card = table.display[word == "right"]
            assert card is not None
            return worth_of_card(table, player, card, of)
        if asked.step == "cross":
            return 1.5 * (word == "symbol")
        if asked.step == "keep":
            return int(name) / 3
        if kind == "good":
            lacking = needs(table, player)[name]
            full = player.filled[name] == choose_write.ROWS
            likes = 2.0 * lacking - 0.2 * player.filled[name] - 5 * full
            return -likes if asked.step in ("leave_out", "give_good", "sell") else likes
        if kind == "goods":
            return 0.5
        if (
            asked.step in ("tick", "fountain_tick", "tick_or_mark", "after_draw")
            and kind == "place"
        ):
            return 2.0
        return {"done": 0.7, "lira": 0.5, "bonus": -0.5, "draw": 0.6}.get(word, 0)

    return taste


def focus(weight: float, *places: str) -> PlaceWorth:
    """Collect rubies, but like some places above all."""

    def of(table: Table, player: Player, place: str) -> float:
        usual = worth(table, player, place)
        if place in places and choose_write.can_use(table, player, place):
            return usual + weight
        return usual

    return of


def guild_cards_to_the_last(table: Table, player: Player, place: str) -> float:
    """Use caravan card 4 when the guild cards are nearly gone."""
    left = len(table.guild_pile) + len(table.guild_discards)
    if place == "6" and table.caravan[0] == 4:
        return 30 if 1 <= left <= 3 else -9
    return 20 if place == "9" and left > 2 else worth(table, player, place)


def prefer(taste: Taste, weight: float, *liked: str) -> Taste:
    """Like some words, `step/word` or `step/beginning:`, more than a taste does."""

    def changed(table: Table, player: Player, asked: Ask, word: str) -> float:
        extra = 0.0
        for wish in liked:
            step, _, beginning = wish.partition("/")
            if step in ("", asked.step) and word.startswith(beginning):
                extra = weight
        return taste(table, player, asked, word) + extra

    return changed


COLLECT = collect()
NO_GUILD = prefer(COLLECT, -20, "play/guild:")
CARDS = collect(focus(9, "4"))

PLAYERS: Mapping[str, Policy] = {
    "anything": anything,
    "collector": by(COLLECT),
    "careful": by(COLLECT, noise=0.1, careless=0),
    "guild": by(prefer(collect(focus(9, "9")), 9, "play/guild:", "use_card/place:9")),
    "guild hoarder": by(prefer(collect(focus(9, "9", "6")), -20, "play/guild:"), careless=0.01),
    "last guild cards": by(
        prefer(collect(guild_cards_to_the_last), -20, "play/guild:"), noise=0.1, careless=0
    ),
    "keeps goods cards": by(
        prefer(prefer(CARDS, -9, "pay/goods:", "use_card/place:11"), 9, "/draw"), careless=0.01
    ),
    "gives goods cards": by(
        prefer(collect(focus(7, "4", "3")), 9, "pay/goods:", "/draw", "play/guild:1")
    ),
    "catacombs": by(collect(focus(20, "12")), noise=6),
    "caravan": by(collect(focus(20, "6"))),
    "palaces": by(
        prefer(prefer(collect(focus(10, *LETTERS)), -8, "use_card/place:2"), 5, "pay/goods:")
    ),
    "passes": by(prefer(NO_GUILD, 30, "use_card/pass"), careless=0.02),
    "follows": by(prefer(NO_GUILD, -30, "use_card/pass"), careless=0),
    "lira": by(collect(focus(9, "8", "11", "3")), noise=0.5),
    "goods": by(collect(focus(6, "1", "5", "7", "10", "14")), noise=0.5),
    "ticks": by(prefer(collect(focus(12, "13")), 6, "/place:8")),
    "bonus": by(prefer(prefer(COLLECT, 20, "mark/bonus", "tick_or_mark/bonus"), 9, "cross/bonus")),
}


def nobody_follows(luck: Random, oracle: Oracle, who: int) -> str:
    if oracle.asked[who].step == "use_card" and who != oracle.table.active:
        return PLAYERS["passes"](luck, oracle, who)
    return PLAYERS["collector"](luck, oracle, who)


def mixed(luck: Random, oracle: Oracle, who: int) -> str:
    """Every seat plays in a way of its own."""
    names = sorted(PLAYERS)
    seed = sum(number for numbers in oracle.table.palaces.values() for number in numbers[:1])
    return PLAYERS[names[(seed * 7 + who * 5) % len(names)]](luck, oracle, who)


def turning_up(often: float, *liked: str, seldom: bool = False) -> Policy:
    """Chance that mostly shows what is liked while there is some, or that holds it back.

    Liked is `step/word` or `step/beginning:`.
    """

    def choose(luck: Random, oracle: Oracle, who: int) -> str:
        asked = oracle.asked[who]
        found = []
        for word in asked.words:
            for wish in liked:
                step, _, beginning = wish.partition("/")
                if asked.step == step and word.startswith(beginning):
                    found.append(word)
        if seldom:
            found = [word for word in asked.words if word not in found]
        if found and luck.random() < often:
            return luck.choice(found)
        return fair(luck, oracle, who)

    return choose


AROUND_THE_PALACES = (
    "draw_place/place:a",
    "draw_place/place:b",
    "draw_place/place:c",
    "draw_place/place:d",
    "draw_place/place:7",
    "draw_place/place:3",
    "draw_place/place:8",
)


@dataclass(frozen=True)
class Scenario:
    """Games of one sort, and what must occur in them when there are enough."""

    name: str
    policy: Policy
    chance: Policy | None = None
    seats: tuple[int, ...] = (2, 3, 4, 5, 1)
    rubies_to_end: int = choose_write.RUBIES_TO_END
    """A variant of the data when it is another number."""
    must: tuple[str, ...] = ()
    """Occurs in three games."""
    rare: tuple[str, ...] = ()
    """Occurs in fifty."""


FOUNTAINS = choose_write.FOUNTAINS

SCENARIOS = (
    Scenario(
        "anything",
        anything,
        must=("passed", "passed in turn", "nothing to use"),
        rare=(
            *(f"end of the place cards with {seats}" for seats in range(1, 6)),
            "set-up with a left card",
            "set-up with a right card",
            "place card played with an empty pile",
            "no place card to draw",
            "the display cannot be filled",
        ),
    ),
    Scenario(
        "collector",
        PLAYERS["collector"],
        must=("took left", "took right", "took pile"),
        rare=tuple(f"fountain {fountain} in play" for fountain in FOUNTAINS),
    ),
    Scenario(
        "careful",
        PLAYERS["careful"],
        rare=("several bonus rubies at once", "victory decided by fields"),
    ),
    Scenario(
        "guild",
        PLAYERS["guild"],
        rare=(
            *(f"guild card {number} played" for number in choose_write.GUILD_PRICES),
            "guild cards reshuffled",
        ),
    ),
    Scenario(
        "guild hoarder",
        PLAYERS["guild hoarder"],
        turning_up(0.7, "open_caravan/caravan:4", "draw_place/place:9", "draw_place/place:6"),
        rare=("no guild card left", "several keep guild cards"),
    ),
    Scenario(
        "last guild cards",
        PLAYERS["last guild cards"],
        turning_up(0.9, "open_caravan/caravan:4", "draw_place/place:9", "draw_place/place:5"),
        rare=tuple(f"{number} guild cards to keep one of" for number in range(3)),
    ),
    Scenario(
        "keeps goods cards",
        PLAYERS["keeps goods cards"],
        must=("card refused though it would lower the rest",),
        rare=("goods cards reshuffled", "no goods card left", "paid with 3 goods cards"),
    ),
    Scenario(
        "gives goods cards",
        PLAYERS["gives goods cards"],
        must=("paid with 2 goods cards", "good of a card lost"),
        rare=("paid with two equal cards", "goods cards reshuffled"),
    ),
    Scenario(
        "catacombs",
        PLAYERS["catacombs"],
        must=("used 12",),
        rare=tuple(f"through the catacombs to {place}" for place in PLACES if place != "12"),
    ),
    Scenario(
        "caravan",
        PLAYERS["caravan"],
        must=("used 6",),
        rare=(
            *(f"caravan card {number} used" for number in range(1, 9)),
            "caravan card seen before",
            "caravan card 8 after a draw",
            "several keep guild cards",
            "several go on with caravan card 8",
        ),
    ),
    Scenario(
        "palaces",
        PLAYERS["palaces"],
        turning_up(0.5, *AROUND_THE_PALACES),
        rare=(*(f"palace {letter} used" for letter in LETTERS), "one palace used by several"),
    ),
    Scenario(
        "goods",
        PLAYERS["goods"],
        must=("column filled",),
        rare=(
            "good lost",
            *(f"ruby for row {row}" for row in choose_write.BONUS_ROWS),
            "no ruby card left",
            "left card gone, left card comes",
            "left card gone, right card comes",
            "right card gone, left card comes",
            "right card gone, right card comes",
        ),
    ),
    Scenario("lira", PLAYERS["lira"], must=("lira lost", "ruby for a lira box")),
    Scenario(
        "ticks",
        PLAYERS["ticks"],
        rare=(
            "no improvement to tick",
            "fountain with one improvement to tick",
            "fountain without an improvement to tick",
        ),
    ),
    Scenario("bonus", PLAYERS["bonus"], must=("marked bonus",)),
    Scenario("follows", PLAYERS["follows"], must=("nobody passed",)),
    Scenario("nobody follows", nobody_follows, must=("passed", "bonus action lost")),
    Scenario("passes", PLAYERS["passes"], must=("all passed",), rare=("shared victory",)),
    Scenario("mixed", mixed),
    Scenario(
        "short games",
        PLAYERS["collector"],
        rubies_to_end=4,
        rare=tuple(
            f"last round called in the turn of the {which} seat"
            for which in ("first", "middle", "last")
        ),
    ),
    Scenario(
        "fountains first",
        PLAYERS["collector"],
        turning_up(0.5, "draw_place/fountain:"),
        rare=tuple(f"fountain {fountain} in the set-up" for fountain in FOUNTAINS),
    ),
    Scenario(
        "fountains last",
        PLAYERS["collector"],
        turning_up(0.95, "draw_place/fountain:", seldom=True),
        must=("a fountain as the last card",),
        rare=tuple(f"fountain {fountain} as the last card" for fountain in FOUNTAINS),
    ),
)


# -- whole games ----------------------------------------------------------


def play_game(scenario: Scenario, number: int) -> Counter[str]:
    """One game, compared all the way; return what happened in it."""
    luck = Random(f"{scenario.name} {number}")
    seats = scenario.seats[(number + len(scenario.name)) % len(scenario.seats)]
    by_hand = scenario.chance is not None or luck.random() < 0.2
    luck_of: dict[str, Any] = {"chance": "manual"} if by_hand else {"seed": luck.randrange(2**40)}
    to_end = scenario.rubies_to_end
    variant = {} if to_end == choose_write.RUBIES_TO_END else {"end": {"rubies": to_end}}
    match = bedesten.new("choose_write", seats=seats, data=variant, **luck_of)
    oracle = Oracle(seats, rubies_to_end=to_end)
    happened: Counter[str] = Counter()
    heard = 0
    with with_record(f"{scenario.name}, game {number}", match):
        while True:
            for answer in match.history[heard:]:
                asked = oracle.asked.get(answer.seat)
                assert asked is not None, f"{answer}: {oracle.asked}"
                assert answer.turn == oracle.table.turn
                if answer.seat != CHANCE:
                    assert answer.forced == asked.answers_itself, f"{answer}: {asked}"
                happened["words"] += 1
                happened["forced words"] += answer.forced
                oracle.hear(answer.seat, answer.word)
            heard = len(match.history)
            happened["stops"] += 1
            compare(match, oracle)
            if not oracle.asked:
                break
            who = luck.choice(sorted(oracle.asked))
            policy = (scenario.chance or fair) if who == CHANCE else scenario.policy
            match.play(who, policy(luck, oracle, who))
        check_end(match, oracle.ranking(), [player.rubies for player in oracle.table.players])
        if seats == 1:
            result = result_of(cast(ChooseWrite, match.state), match.game.data(match.changes).solo)
            assert list(result.tasks) == choose_write.tasks_met(oracle.table)
            assert result.column == choose_write.column_of(oracle.table)
        guild_turns = sum(player.guild_played for player in oracle.table.players)
        uses = oracle.table.turn - guild_turns if seats > 1 else oracle.table.discards.total() - 4
        assert uses <= 35 - seats  # each draws one of 34 - seats cards, and one more ends the game
    happened["games"] += 1
    happened["turns"] += oracle.table.turn
    return happened + oracle.table.happened


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda scenario: scenario.name)
def test_engine_and_oracle_agree(scenario: Scenario) -> None:
    play_scenario(play_game, scenario, max(1, GAMES // len(SCENARIOS)), enough=50)


# -- the oracle itself ----------------------------------------------------


def laid(seats: int) -> Table:
    """A table on which everything lies ready."""
    oracle = Oracle(seats)
    while CHANCE in oracle.asked:
        asked = oracle.asked[CHANCE]
        words = [word for word in asked.words if not word.startswith("fountain:")]
        oracle.hear(CHANCE, words[0])
    return oracle.table


def tell(tale: choose_write.Talk[Any], *words: str) -> None:
    """Tell a part of the game to its end with these answers."""
    choose_write.say_again(tale, words)


def test_oracle_has_the_pieces_of_the_box() -> None:
    """CW-1.6, CW-2.1 to CW-2.5."""
    for seats, symbols in ((1, 14), (2, 14), (3, 18), (4, 28), (5, 28)):
        table = choose_write.lay_out(seats)
        assert table.pile.total() == 40
        assert sum(table.players[0].symbols.values()) == symbols
    assert sum(choose_write.GOODS_CARDS.values()) == 16
    assert len(set(choose_write.RUBY_CARDS)) == 20
    assert all(len(card) == 4 for card in choose_write.RUBY_CARDS)
    assert len(choose_write.GUILD_PRICES) == 16


def test_oracle_knows_the_neighbours() -> None:
    """CW-1.1, CW-1.2 and the card of CW-5.14."""
    neighbours = choose_write.NEIGHBOURS
    assert tuple(neighbours) == PLACES
    for place in PLACES:
        assert place not in neighbours[place]
        assert all(place in neighbours[other] for other in neighbours[place])
    assert {"8", *neighbours["8"]} == {"8", "4", "9", "13", "b", "d"}
    assert neighbours["12"] == ()


@pytest.mark.parametrize(("seats", "cards"), [(1, 2), (2, 2), (3, 1), (4, 1), (5, 1)])
def test_oracle_prices_palaces_by_all_their_cards(seats: int, cards: int) -> None:
    """CW-3.1."""
    table = laid(seats)
    assert [len(table.palaces[letter]) for letter in LETTERS] == [cards] * 4
    table.palaces["a"] = [1, 4, 13]  # OFFJ, JSSO, FFSS
    price = {"red": 3, "green": 0, "yellow": 1, "blue": 2}
    assert choose_write.palace_price(table, "a") == price


def test_oracle_gives_no_card_in_vain() -> None:
    """CW-2.7: the middle one of three helps the one before and the one after, but not both."""
    player = laid(3).players[0]
    price = choose_write.price_of(*GOODS)
    player.cards = Counter(rg=1, rb=1, yb=1)
    assert choose_write.payments(player, price) == (("rg", "yb"),)
    player.goods = dict.fromkeys(GOODS, 1)
    found = {(), ("rg",), ("rb",), ("yb",), ("rg", "rb"), ("rg", "yb"), ("rb", "yb")}
    assert set(choose_write.payments(player, price)) == found
    player.cards = Counter(rr=2)
    assert set(choose_write.payments(player, choose_write.price_of("red"))) == {(), ("rr",)}


def test_oracle_gives_the_good_of_a_second_card() -> None:
    """CW-2.7: guild card 11."""
    player = laid(3).players[0]
    player.cards = Counter(rr=1)
    assert choose_write.cards_that_leave_a_good(player) == []
    player.cards = Counter(rr=1, gb=1)
    assert choose_write.cards_that_leave_a_good(player) == ["rr", "gb"]
    player.cards = Counter(rr=1)
    player.goods["green"] = 1
    assert choose_write.cards_that_leave_a_good(player) == ["rr"]


def test_oracle_pays_and_loses_what_is_too_much() -> None:
    """CW-5.3 with a card of which one good is not needed, CW-2.7."""
    table = laid(3)
    player = table.players[0]
    choose_write.gain_good(table, player, "green")
    player.cards = Counter(rg=1)
    words = ("good:green", "goods:rg", "done", "bonus")
    tell(choose_write.carry_out(table, 0, "3"), *words)
    assert player.goods["green"] == 0
    assert (player.lira, player.bonus, player.cards.total(), player.cards_used) == (3, 1, 0, 1)
    assert table.goods_discards == Counter(rg=1)


def test_oracle_fills_columns_and_boxes_once() -> None:
    """CW-1.3 to CW-1.5 and CW-6.1."""
    table = laid(3)
    player = table.players[0]
    choose_write.gain_lira(table, player, 19)
    player.lira = 0
    choose_write.take_bonus_rubies(table)
    assert player.rubies == 0
    choose_write.gain_lira(table, player, 30)
    for good in GOODS:
        for _ in range(8):
            choose_write.gain_good(table, player, good)
    choose_write.take_bonus_rubies(table)
    choose_write.take_bonus_rubies(table)
    assert (player.lira, sum(player.boxes), player.rubies) == (21, 40, 4)
    for good in GOODS:
        for _ in range(8):
            choose_write.gain_good(table, player, good)
    choose_write.take_bonus_rubies(table)
    assert player.filled == dict.fromkeys(GOODS, 13)
    assert player.rubies == 5


def test_oracle_lays_solo_cards_by_their_marks() -> None:
    """CW-8.2."""
    table = laid(1)
    choose_write.lay_by_mark(table, "left:3", "right:4")
    assert table.display == ["left:3", "right:4"]
    choose_write.lay_by_mark(table, "right:3", "left:4")
    assert table.display == ["left:4", "right:3"]


def test_oracle_breaks_ties_as_the_rulebook_does() -> None:
    """CW-7.3: 1 goods card, 3 lira, 6 goods, 1 bonus action = 12."""
    table = laid(3)
    table.over = True
    player = table.players[1]
    player.cards, player.lira, player.bonus = Counter(rg=1), 3, 1
    player.goods = {"red": 1, "green": 2, "yellow": 3, "blue": 0}
    assert choose_write.fields_left(player) == 12
    assert choose_write.ranking(table) == [[1], [0, 2]]
    table.players[2].lira = 12
    assert choose_write.ranking(table) == [[1, 2], [0]]
    table.players[0].rubies = 1
    assert choose_write.ranking(table) == [[0], [1, 2]]


def test_oracle_ticks_tasks_as_the_rulebook_does() -> None:
    """CW-5.14: 11 rubies, 3 goods bonus rubies, all symbols crossed."""
    table = laid(1)
    player = table.players[0]
    player.rubies, player.rows_paid, player.cards_used = 11, [4, 7, 10], 1
    player.ticks["1"] = player.ticks["8"] = 2
    player.symbols = dict.fromkeys(player.symbols, 0)
    assert choose_write.tasks_met(table) == [7, 9]
    assert choose_write.column_of(table) == 11
    player.filled["red"] = choose_write.ROWS
    assert choose_write.tasks_met(table) == [7, 8, 9, 10]
    player.rubies = 13
    assert choose_write.column_of(table) == 12
    player.rubies = 9
    assert choose_write.column_of(table) is None
