"""The engine of Istanbul against the oracle: whole games, compared after every decision.

BEDESTEN_ORACLE_GAMES says how many games are played (104 if it is not set).
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

import pytest

import bedesten
from oracle import istanbul
from oracle.comparing import check_end, play_scenario, with_record
from oracle.istanbul import CHANCE, GOODS, KINDS, PLACES, Oracle, Player, Table

GAMES = int(os.environ.get("BEDESTEN_ORACLE_GAMES", "104"))

Policy = Callable[[Random, Oracle], str]
"""Chooses one of the words that may be said now."""


# -- what the engine should show ------------------------------------------

RUBIES_AT = {
    "wainwright": istanbul.WAINWRIGHT,
    "small_mosque": istanbul.SMALL_MOSQUE,
    "great_mosque": istanbul.GREAT_MOSQUE,
    "palace": istanbul.PALACE,
    "dealer": istanbul.DEALER,
}


def pieces_of(oracle: Oracle) -> dict[str, Any]:
    """The pieces of a position, secrets and all."""
    table = oracle.table
    neutral = table.neutral_assistants
    return {
        "cells": table.cells,
        "first": table.first,
        "players": [
            {
                "lira": player.lira,
                "rubies": player.rubies,
                "extensions": player.extensions,
                "tiles": [colour for colour in GOODS if colour in player.tiles],
                "merchant": player.merchant,
                "family": player.family,
                "stack": player.stack,
                "out": sorted(player.out),
                "goods": player.goods,
                "hand": player.hand,
                "known": player.known,
            }
            for player in table.players
        ],
        "pile": table.pile,
        "discards": table.discards,
        "in_play": table.in_play,
        "mosques": {
            colour: table.mosques[colour][0] if table.mosques[colour] else None for colour in GOODS
        },
        "demand": {
            "large": table.demand[istanbul.LARGE_MARKET],
            "small": table.demand[istanbul.SMALL_MARKET],
        },
        "governor": table.governor,
        "smuggler": table.smuggler,
        "neutral_merchants": table.neutral_merchants,
        "neutral_assistants": {
            str(place): neutral[place] for place in PLACES if neutral[place] > 0
        },
        "markers": table.markers,
        "rubies": {name: table.rubies[place] for name, place in RUBIES_AT.items()},
        "dice": table.dice or [0, 0],
        "called": table.called or 0,
        "wanted": table.wanted or istanbul.no_goods(),
        "sold": table.sold,
        "smuggled": table.smuggled,
        "used": {
            "yellow_tile": table.used_yellow_tile,
            "governor": table.used_governor,
            "smuggler": table.used_smuggler,
        },
        "last_round": table.last_round,
    }


def compare(match: bedesten.Match, oracle: Oracle) -> None:
    """Who is asked, what may be said, and everything on the table."""
    table = oracle.table
    asked = oracle.asked
    assert match.over == table.over
    assert match.actors == (() if asked is None else (asked.who,))
    for seat in (CHANCE, *range(match.seats)):
        words = asked.words if asked is not None and asked.who == seat else ()
        assert sorted(match.choices(seat)) == sorted(words), asked
    if asked is not None:
        assert not asked.answers_itself, "answers itself"
        if asked.who == CHANCE:
            whole = sum(asked.weights)
            assert match.odds() == {
                word: pytest.approx(weight / whole)
                for word, weight in zip(asked.words, asked.weights, strict=True)
            }
            return  # how much of an action is done while chance is asked is nobody's concern
        question = match.question(asked.who)
        assert question is not None
        assert question.step == asked.step
    position = match.position()
    shown, told = position["pieces"], pieces_of(oracle)
    assert shown.keys() == told.keys()
    for key in told:
        assert shown[key] == told[key], f"{key}: the engine shows {shown[key]}, not {told[key]}"
    assert position["turn"] == table.turn


# -- ways to play ---------------------------------------------------------


def anything(luck: Random, oracle: Oracle) -> str:
    assert oracle.asked is not None
    return luck.choice(oracle.asked.words)


def fair(luck: Random, oracle: Oracle) -> str:
    """Chance as it is."""
    assert oracle.asked is not None
    return luck.choices(oracle.asked.words, oracle.asked.weights)[0]


def prefer(often: float, *liked: str, otherwise: Policy = anything) -> Policy:
    """Mostly say the first of some words that may be said, `card:` standing for every card.

    Cards that are liked are not given up for it.
    """

    def choose(luck: Random, oracle: Oracle) -> str:
        assert oracle.asked is not None
        gives_up = oracle.asked.step in ("put_back", "give_card")
        if not gives_up and luck.random() < often:
            for beginning in liked:
                found = [
                    word
                    for word in oracle.asked.words
                    if word == beginning or (beginning[-1] == ":" and word.startswith(beginning))
                ]
                if found:
                    return luck.choice(found)
        return otherwise(luck, oracle)

    return choose


def go_where(wish: Callable[[Table, Player, int], float], *, otherwise: Policy) -> Policy:
    """Go where one wishes most to be, chance deciding between equal wishes."""

    def choose(luck: Random, oracle: Oracle) -> str:
        asked = oracle.asked
        assert asked is not None
        if asked.step not in ("move", "move_far", "send_family") or luck.random() < 0.1:
            return otherwise(luck, oracle)
        player = oracle.table.players[asked.who]
        rated = {}
        for word in asked.words:
            if word.startswith("place:"):
                place = int(word.removeprefix("place:"))
                rated[word] = wish(oracle.table, player, place) + luck.random()
        extra = [word for word in asked.words if word not in rated]
        if extra and luck.random() < 0.1:
            return luck.choice(extra)
        return max(rated, key=lambda word: rated[word])

    return choose


def can_work(table: Table, player: Player, place: int) -> bool:
    """Whether there is an assistant for a place, and money for the merchants there."""
    if place == istanbul.FOUNTAIN:
        return True
    if place not in player.out and not player.stack and not table.neutral_assistants[place]:
        return False
    others = [other for other in table.players if other is not player and other.merchant == place]
    return player.lira >= 2 * (len(others) + table.neutral_merchants.count(place))


def profit(table: Table, player: Player, place: int) -> float:
    """What a player who collects rubies thinks of a place."""
    seat = table.players.index(player)
    if not can_work(table, player, place):
        return -10
    if place == istanbul.FOUNTAIN:
        return 1.5 * len(player.out) * (len(player.out) > len(player.stack))
    if not istanbul.can_be_carried_out(table, seat, place):
        return -2
    if place in istanbul.WAREHOUSE_GOOD:
        return player.room() - player.goods[istanbul.WAREHOUSE_GOOD[place]]
    if place in istanbul.MARKET_PAYS:
        demand = istanbul.demand_on_top(table, place)
        number = sum(min(demand[good], player.goods[good]) for good in GOODS)
        return istanbul.MARKET_PAYS[place][number - 1] / 2.5 if number else -2
    if place in (istanbul.PALACE, istanbul.DEALER):
        return 12
    if place in istanbul.MOSQUE_COLOURS:
        return 9
    if place == istanbul.WAINWRIGHT:
        return 7
    if place in (istanbul.BLACK_MARKET, istanbul.TEA_HOUSE, istanbul.POST_OFFICE):
        return 3
    return 2


def focus(weight: float, *places: int) -> Callable[[Table, Player, int], float]:
    """Collect rubies, but like some places above all."""

    def wish(table: Table, player: Player, place: int) -> float:
        liked = weight if place in places and can_work(table, player, place) else 0
        return profit(table, player, place) + liked

    return wish


def company(table: Table, player: Player, place: int) -> float:
    """The more figures stand there the better."""
    others = [other for other in table.players if other is not player]
    figures = [other.merchant for other in others] + [other.family for other in others]
    figures += [table.governor, table.smuggler, table.governor, table.smuggler]
    figures += table.neutral_merchants
    tired = 4 * (place == istanbul.FOUNTAIN and not player.stack)
    return figures.count(place) * (1 if can_work(table, player, place) else 0.4) + tired


SENSIBLE = prefer(
    0.85,
    "act",
    "pay",
    "catch",
    "take:own",
    "leave",
    "card:sell_any",
    "card:palace_twice",
    "card:post_twice",
    "card:dealer_twice",
    "governor",
    "smuggler",
    "good:",
    "place:",
    "call:7",
    "call:8",
    "four:low",
    "take:neutral",
)

PLAYERS: Mapping[str, Policy] = {
    "collector": go_where(profit, otherwise=SENSIBLE),
    "mosques": go_where(focus(9, 14, 15, 2, 3, 4, 8), otherwise=SENSIBLE),
    "dealer": go_where(focus(10, 16, 9, 10, 11), otherwise=SENSIBLE),
    "palace": go_where(focus(10, 13, 8), otherwise=SENSIBLE),
    "police": go_where(
        focus(14, 12), otherwise=prefer(0.4, "card:family", "draw", otherwise=SENSIBLE)
    ),
    "company": go_where(
        company, otherwise=prefer(0.8, "governor", "smuggler", "draw", otherwise=SENSIBLE)
    ),
    "markets": go_where(
        focus(8, 10, 11, 6), otherwise=prefer(0.8, "card:sell_any", otherwise=SENSIBLE)
    ),
    "plays cards": prefer(0.8, "act", "card:", "tile:", "leave", "take:", otherwise=SENSIBLE),
    "acts": prefer(0.9, "act", "leave", "take:own", "take:neutral", "pay", "catch"),
    "gives up": prefer(0.5, "pass"),
    "stays": prefer(0.9, "card:stay", "card:return", "tile:", otherwise=SENSIBLE),
}


def keep_cards(luck: Random, oracle: Oracle) -> str:
    """Get cards, play none, so that the draw pile runs out."""
    asked = oracle.asked
    assert asked is not None
    words = [
        word
        for word in asked.words
        if not word.startswith("card:") or asked.step in ("put_back", "give_card")
    ]
    if asked.step in ("move", "send_family"):
        return HOARD(luck, oracle)
    for word in ("act", "pay", "catch", "draw", "governor", "leave", "take:own", "discards"):
        if word in words and luck.random() < 0.9:
            return word
    return luck.choice(words or asked.words)


def cards_wish(table: Table, player: Player, place: int) -> float:
    others = [other for other in table.players if other is not player]
    wish = 0.0
    if place in (istanbul.CARAVANSARY, istanbul.POST_OFFICE):
        wish += 4
    if place in (table.governor, *(other.family for other in others)):
        wish += 6
    if place == istanbul.POLICE_STATION and player.family == place:
        wish += 3
    if place == istanbul.FOUNTAIN:
        wish += 2 * len(player.out) - 3
    return wish if can_work(table, player, place) else -10


HOARD = go_where(cards_wish, otherwise=anything)


def miser(luck: Random, oracle: Oracle) -> str:
    """Collect rubies and play no card, so that some are left for the end."""
    assert oracle.asked is not None
    word = PLAYERS["collector"](luck, oracle)
    while word.startswith("card:") and oracle.asked.step not in ("put_back", "give_card"):
        word = anything(luck, oracle)
        if all(other.startswith("card:") for other in oracle.asked.words):
            break
    return word


def thirst(table: Table, player: Player, place: int) -> float:
    """Fill the wheelbarrow, keep the goods, and live on tea."""
    if not can_work(table, player, place):
        return -10
    if place in istanbul.WAREHOUSE_GOOD:
        return 5.0 * (player.room() - player.goods[istanbul.WAREHOUSE_GOOD[place]])
    if place == istanbul.BLACK_MARKET:
        return 4.0 * (player.room() - player.goods["blue"])
    if place == istanbul.TEA_HOUSE:
        return 3
    if place == istanbul.DEALER:
        return 8 if player.lira >= istanbul.dealer_price(table) else -2
    if place == istanbul.FOUNTAIN:
        return 3.0 * len(player.out) * (not player.stack)
    if place in (istanbul.CARAVANSARY, istanbul.POLICE_STATION):
        return 1
    return -5


def feast(table: Table, player: Player, place: int) -> float:
    """Fill the wheelbarrow; go where rubies are only with enough for two of them."""
    if not can_work(table, player, place):
        return -10
    goods = player.number_of_goods()
    if place == istanbul.PALACE:
        enough = goods >= min(4 * player.room() - 1, 2 * len(istanbul.palace_price(table)) + 2)
        return 20 if enough else -5
    if place == istanbul.DEALER:
        return 20 if player.lira > 2 * istanbul.dealer_price(table) else -5
    if place == istanbul.POLICE_STATION:
        return 6 if player.family == place else -5
    if place == istanbul.BLACK_MARKET:
        return 3.0 * (player.room() - player.goods["blue"])
    if place == istanbul.CARAVANSARY:
        return 5 if player.hand["palace_twice"] + player.hand["dealer_twice"] == 0 else 0
    if place in istanbul.MARKET_PAYS:
        return -5
    return profit(table, player, place)


def again(table: Table, player: Player, place: int) -> float:
    """Send the family member where an action can be repeated."""
    if player.merchant == istanbul.POLICE_STATION == player.family:
        return 20.0 * (place in istanbul.REPEATING_CARD)
    if place == player.family == istanbul.POLICE_STATION:
        return 15 if can_work(table, player, place) else -10
    return profit(table, player, place)


def spree(table: Table, player: Player, place: int) -> float:
    """Live on tea until two rubies can be bought at once, by the merchant or the family member."""
    rich = player.lira > 2 * istanbul.dealer_price(table)
    if player.merchant == istanbul.POLICE_STATION and place == istanbul.DEALER:
        return 30 if rich else -5
    if not can_work(table, player, place):
        return -10
    if place == istanbul.DEALER:
        return 20 if rich else -5
    if place == istanbul.POLICE_STATION:
        return 20 if rich and player.family == place else 0
    if place == istanbul.CARAVANSARY:
        return 11 if player.hand["dealer_twice"] == 0 else 0
    if place == istanbul.FOUNTAIN:
        return 12 if not player.stack else 0
    return 10 if place == istanbul.TEA_HOUSE else 0


def odd_moments(luck: Random, oracle: Oracle) -> str:
    """Keep cards and the yellow tile for moments at which they are seldom used."""
    assert oracle.asked is not None
    if oracle.asked.step in ("meet_merchants", "pay_smuggler", "act_again", "pay_governor"):
        liked = ["card:family", "card:one_good", "card:five_lira", "tile:yellow"]
        luck.shuffle(liked)
        return prefer(0.8, *liked, "card:", otherwise=SENSIBLE)(luck, oracle)
    if oracle.asked.step in ("move", "send_family"):
        return go_where(
            lambda table, player, place: (
                3 * company(table, player, place) + again(table, player, place)
            ),
            otherwise=keep_cards,
        )(luck, oracle)
    return keep_cards(luck, oracle)


def mixed(luck: Random, oracle: Oracle) -> str:
    """Every answer after another head."""
    heads = (anything, keep_cards, *PLAYERS.values())
    return luck.choice(heads)(luck, oracle)


def each_its_own(luck: Random, oracle: Oracle) -> str:
    """Every seat plays after another head, and keeps it."""
    assert oracle.asked is not None
    heads = (*PLAYERS.values(), keep_cards)
    number = oracle.table.first * 5 + oracle.table.cells[0] + oracle.asked.who
    return heads[number % len(heads)](luck, oracle)


def one_collects(luck: Random, oracle: Oracle) -> str:
    """Seat 0 collects rubies, the others loiter, so that little sets them apart."""
    assert oracle.asked is not None
    if oracle.asked.who == 0:
        return PLAYERS["collector"](luck, oracle)
    return prefer(0.95, "pass", "place:")(luck, oracle)


def to_the_mover(luck: Random, oracle: Oracle) -> str:
    """Figures that move like to come where the merchant is whose turn it is."""
    table = oracle.table
    assert oracle.asked is not None
    if table.turn > 0 and luck.random() < 0.6:
        seat = (table.first + table.turn - 1) % table.seats
        word = f"sum:{table.players[seat].merchant}"
        if word in oracle.asked.words:
            return word
    return fair(luck, oracle)


def generous(*cards: str) -> Policy:
    """High throws and certain cards come often."""
    dice = prefer(0.7, "dice:6-6", "dice:5-6", otherwise=fair)
    return prefer(0.4, *cards, otherwise=dice) if cards else dice


# -- what is played -------------------------------------------------------

LONG = 100_000
EVERY_CARD = tuple(f"played {kind}" for kind in KINDS)
EVERY_ACTION = tuple(f"merchant acted at {place}" for place in PLACES)
EVERY_FAMILY_ACTION = tuple(
    f"family acted at {place}" for place in PLACES if place != istanbul.POLICE_STATION
)


@dataclass(frozen=True)
class Scenario:
    """How a few games are played, and what must happen in them."""

    name: str
    policy: Policy = anything
    seats: tuple[int, ...] = (2, 3, 4, 5)
    variant: float = 0.4
    """How often neutral assistants are used."""
    decisions: int = LONG
    chance: Policy | None = None
    """How the dice fall that are told by hand; None: they are seeded as a rule."""
    must: tuple[str, ...] = ()
    """What must happen in three games."""
    rare: tuple[str, ...] = ()
    """What must happen in thirty."""


SCENARIOS = (
    Scenario("random", decisions=400),
    Scenario(
        "random, long",
        decisions=1500,
        must=("assistant declined", "no assistant to use", "merchants not paid"),
        rare=(
            *EVERY_ACTION,
            "yellow tile before the assistant step",
            "neutral one taken where an own one lies too",
            "own one taken where a neutral one lies too",
        ),
    ),
    Scenario(
        "collectors",
        policy=PLAYERS["collector"],
        must=("games finished", "yellow tile after the assistant step", "green tile used"),
        rare=(
            "last round by the first seat",
            "last round by a middle seat",
            "last round by the last seat",
            "no rubies left at 1",
            "no rubies left at 14",
            "rank decided by lira",
        ),
    ),
    Scenario(
        "acts",
        policy=PLAYERS["acts"],
        decisions=800,
        rare=("red tile: reroll", "red tile: pass", "red tile: four:high"),
    ),
    Scenario(
        "plays cards",
        policy=PLAYERS["plays cards"],
        decisions=800,
        must=("played far",),
        rare=(
            "yellow tile before moving",
            "assistant fetched from the merchant's own place",
            "return before moving",
            "return after moving",
            "governor paid with an empty hand",
        ),
    ),
    Scenario(
        "hoarders",
        policy=keep_cards,
        decisions=700,
        must=(
            "pile ran out without discards",
            "discards shuffled when a card was to be drawn",
            "reward without cards",
            "governor there but no card to draw",
            "several family members to catch",
        ),
        rare=(
            "pile ran out with discards",
            "governor with an empty draw pile",
            "caravansary without a card for number 2",
            "card taken from the discards while the pile is empty",
            "stayed at the fountain",
        ),
    ),
    Scenario(
        "misers",
        policy=miser,
        decisions=1500,
        must=("final five lira", "final one good"),
        rare=("final family not playable",),
    ),
    Scenario(
        "tea drinkers",
        policy=go_where(thirst, otherwise=prefer(0.9, "call:12", "act", "draw", otherwise=miser)),
        chance=generous("card:one_good", "card:family"),
        decisions=1200,
        must=("call reached", "call missed"),
        rare=("final family", "final one good without room", "family acted at 16"),
    ),
    Scenario(
        "feasts",
        policy=go_where(
            feast,
            otherwise=prefer(
                0.9,
                "card:palace_twice",
                "card:dealer_twice",
                "card:post_twice",
                "call:12",
                otherwise=SENSIBLE,
            ),
        ),
        chance=generous("card:palace_twice", "card:dealer_twice"),
        decisions=1500,
        must=("took the blue tile", "palace ruby for 7 goods"),
        rare=(
            "played palace_twice",
            "palace ruby for 10 goods",
            "no rubies left at 13",
            "no rubies left at 15",
            "no tiles left of red",
            "no tiles left of green",
            "no tiles left of yellow",
            "no tiles left of blue",
            "family acted at 13",
            "family acted at 15",
        ),
    ),
    Scenario(
        "home and again",
        policy=go_where(
            again,
            otherwise=prefer(0.6, "act", "card:family", "card:post_twice", otherwise=SENSIBLE),
        ),
        chance=generous("card:family", "card:post_twice"),
        decisions=800,
        must=("all markers up again", "family acted at 5"),
        rare=("played post_twice for the family member", "card:family in act_again"),
    ),
    Scenario(
        "two rubies at once",
        policy=go_where(
            spree, otherwise=prefer(0.9, "call:12", "act", "card:dealer_twice", otherwise=SENSIBLE)
        ),
        chance=generous("card:dealer_twice"),
        decisions=800,
        must=("played dealer_twice",),
        rare=("played dealer_twice for the family member",),
    ),
    Scenario(
        "odd moments",
        policy=odd_moments,
        chance=prefer(
            0.3, "card:family", "card:post_twice", "card:five_lira", otherwise=to_the_mover
        ),
        decisions=700,
        must=("five lira for the governor", "tile:yellow in act_again"),
        rare=(
            "an action repeated twice",
            "card:family in act_again",
            "card:five_lira in act_again",
            "card:one_good in act_again",
            "card:five_lira in meet_merchants",
            "card:one_good in meet_merchants",
            "tile:yellow in meet_merchants",
            "card:five_lira in pay_smuggler",
            "card:one_good in pay_smuggler",
            "tile:yellow in pay_smuggler",
            "family card for the governor",
            "the card just drawn played for the governor",
            "no repetition since the family member has gone home",
        ),
    ),
    Scenario("one collects", policy=one_collects, seats=(3, 4, 5), decisions=2000),
    Scenario(
        "police",
        policy=PLAYERS["police"],
        decisions=800,
        must=("family members safe at the police station", "family sent where a merchant stands"),
    ),
    Scenario(
        "mosques",
        policy=PLAYERS["mosques"],
        decisions=1000,
        must=("good lost", "warehouse without effect", "green tile used"),
    ),
    Scenario(
        "dealer",
        policy=PLAYERS["dealer"],
        decisions=1000,
        must=("several merchants paid",),
        rare=("dealer's ruby for 23", "no rubies left at 16"),
    ),
    Scenario(
        "palace",
        policy=PLAYERS["palace"],
        must=tuple(f"black market: {number} blue" for number in range(4)),
        rare=tuple(f"sold {number} at 10" for number in range(1, 6)),
    ),
    Scenario(
        "markets",
        policy=PLAYERS["markets"],
        must=("demand tile seen before", "card taken from the discards", "played sell_any"),
        rare=(
            *(f"sold {number} at 11" for number in range(1, 6)),
            *(card for card in EVERY_CARD if card not in ("played palace_twice",)),
            "stayed with merchants present",
            "return after moving, with an own one lying there",
            "nothing to sell but by the card",
        ),
    ),
    Scenario(
        "company",
        policy=PLAYERS["company"],
        decisions=800,
        must=("smuggler with a full row", "smuggled good lost", "governor and smuggler together"),
        rare=("played post_twice for the family member", "several family members to catch"),
    ),
    Scenario(
        "company of neutrals",
        policy=PLAYERS["company"],
        seats=(2,),
        decisions=600,
        must=("neutral merchant at the fountain",),
        rare=("several neutral merchants paid",),
    ),
    Scenario(
        "figures follow",
        policy=PLAYERS["company"],
        chance=to_the_mover,
        decisions=600,
        must=("governor lands where he stood", "smuggler lands where he stood"),
        rare=("neutral merchant lands where it stood",),
    ),
    Scenario("gives up", policy=PLAYERS["gives up"], decisions=400),
    Scenario("stays", policy=PLAYERS["stays"], decisions=600, rare=("played stay",)),
    Scenario(
        "neutral assistants",
        policy=prefer(0.5, "take:neutral", "leave", otherwise=PLAYERS["collector"]),
        variant=1,
        seats=(2, 3, 4),
        decisions=600,
        must=("neutral assistant left", "neutral assistant taken"),
        rare=(
            "several neutral assistants in a stack",
            "several neutral assistants at a place",
            "neutral one taken where an own one lies too",
            "own one taken where a neutral one lies too",
        ),
    ),
    Scenario("mixed", policy=mixed, decisions=1200, rare=(*EVERY_ACTION, *EVERY_FAMILY_ACTION)),
    Scenario(
        "each its own", policy=each_its_own, decisions=2000, rare=("own family member there",)
    ),
)


# -- playing --------------------------------------------------------------


def play_game(scenario: Scenario, number: int) -> Counter[str]:
    """One game, compared all the way; return what happened in it."""
    luck = Random(f"{scenario.name} {number}")
    seats = scenario.seats[number % len(scenario.seats)]
    options: dict[str, Any] = {"layout": luck.choice(("short", "long", "order", "random"))}
    options["neutral_assistants"] = seats < 5 and luck.random() < scenario.variant
    by_hand = luck.random() < 0.3 or scenario.chance is not None
    luck_of: dict[str, Any] = {"chance": "manual"} if by_hand else {"seed": luck.randrange(2**40)}
    match = bedesten.new("istanbul", seats=seats, **options, **luck_of)
    oracle = Oracle(seats, **options)
    happened: Counter[str] = Counter()
    heard = 0
    decisions = 0
    with with_record(f"{scenario.name}, game {number}", match):
        while True:
            for answer in match.history[heard:]:
                assert oracle.asked is not None
                assert answer.turn == oracle.table.turn
                assert answer.forced == oracle.asked.answers_itself, f"{answer}: {oracle.asked}"
                happened["words"] += 1
                happened["forced words"] += answer.forced
                oracle.hear(answer.seat, answer.word)
            heard = len(match.history)
            happened["stops"] += 1
            compare(match, oracle)
            if oracle.asked is None or decisions == scenario.decisions:
                break
            if oracle.asked.who == CHANCE:
                word = (scenario.chance or fair)(luck, oracle)
            else:
                word = scenario.policy(luck, oracle)
                decisions += 1
            match.play(oracle.asked.who, word)
        check_end(match, oracle.ranking(), [player.rubies for player in oracle.table.players])
    happened["games"] += 1
    happened["turns"] += oracle.table.turn
    return happened + oracle.table.happened


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda scenario: scenario.name)
def test_engine_and_oracle_agree(scenario: Scenario) -> None:
    play_scenario(play_game, scenario, max(1, GAMES // len(SCENARIOS)), enough=30)


# -- the oracle itself ----------------------------------------------------


def laid(seats: int) -> Table:
    """A table on which everything lies ready."""
    oracle = Oracle(seats)
    setup = ["seat:0", "sum:2", "sum:3", "demand:1", "demand:1"]
    for word in [*setup, *["card:far"] * min(seats, 4), *["card:stay"] * (seats - 4)]:
        oracle.hear(CHANCE, word)
    return oracle.table


def tell(tale: istanbul.Tale[Any], *words: str) -> None:
    """Tell a part of the game to its end with these answers."""
    asked = None
    for word in words:
        asked = next(tale) if asked is None else asked
        assert word in asked.words
        try:
            asked = tale.send(word)
        except StopIteration:
            assert word == words[-1]
            return
    assert asked is None
    assert list(tale) == []


@pytest.mark.parametrize(("seats", "total"), [(2, 21), (3, 25), (4, 31), (5, 32)])
def test_oracle_has_the_pieces_of_the_box(seats: int, total: int) -> None:
    """IST-2.2, IST-2.7, IST-5.10 and IST-5.12."""
    table = laid(seats)
    assert sum(table.rubies.values()) == total
    assert sum(istanbul.BONUS_CARDS.values()) == 26
    assert all(sorted(cells) == list(PLACES) for cells in istanbul.LAYOUTS.values())
    assert all(sum(tile) == 5 for tiles in istanbul.DEMAND_TILES.values() for tile in tiles)
    table.rubies[istanbul.PALACE] = 1
    table.rubies[istanbul.DEALER] = 1
    assert len(istanbul.palace_price(table)) == 10
    assert istanbul.dealer_price(table) == 23


def test_oracle_supplies_the_palace_as_the_rulebook_does() -> None:
    """IST-5.14: with 7 goods uncovered."""
    table = laid(3)
    table.rubies[istanbul.PALACE] = 4
    price = Counter(istanbul.palace_price(table))
    assert price == {"blue": 2, "red": 2, "green": 1, "yellow": 1, "any": 1}


def test_oracle_sells_as_the_rulebook_does() -> None:
    """IST-5.14: 1 red, 1 green and 2 yellow are 14 lira."""
    table = laid(3)
    player = table.players[0]
    player.goods = {"red": 1, "green": 2, "yellow": 2, "blue": 0}
    before = player.lira
    words = ("good:red", "good:green", "good:yellow", "good:yellow", "done", "demand:4")
    tell(istanbul.carry_out(table, 0, istanbul.SMALL_MARKET), *words)
    assert player.lira == before + 14
    assert player.goods == {"red": 0, "green": 1, "yellow": 0, "blue": 0}
    assert table.demand[istanbul.SMALL_MARKET] == [4, None, None, None, 1]


def test_oracle_throws_as_the_rulebook_does() -> None:
    """IST-5.14: 2 and 5, the red tile turns the 2 into a 4."""
    table = laid(3)
    player = table.players[0]
    player.tiles = ["red"]
    words = ("dice:2-5", "four:low", "good:green")
    tell(istanbul.carry_out(table, 0, istanbul.BLACK_MARKET), *words)
    assert player.goods == {"red": 0, "green": 1, "yellow": 0, "blue": 2}


def test_oracle_reads_the_post_office() -> None:
    """IST-5.3: what four markers leave visible of two rows."""
    upper: tuple[str | int, ...] = ("red", 2, "blue", 2)
    lower: tuple[str | int, ...] = ("green", 1, "yellow", 1)
    for down in range(5):
        visible = [*upper[:down], *lower[down:]]
        goods = sorted(part for part in visible if isinstance(part, str))
        lira = sum(part for part in visible if isinstance(part, int))
        assert istanbul.POST[down][1] == lira
        assert sorted(istanbul.POST[down][0]) == goods


def test_oracle_takes_tiles_as_the_rulebook_does() -> None:
    """IST-5.14: a blue tile that shows 3."""
    table = laid(3)
    table.mosques["blue"] = [3, 4]
    player = table.players[0]
    player.extensions = 1
    player.goods["blue"] = 3
    tell(istanbul.carry_out(table, 0, istanbul.GREAT_MOSQUE), "good:blue")
    assert player.goods["blue"] == 2
    assert player.tiles == ["blue"]
    assert player.stack == ["own"] * 5


def test_oracle_lays_every_random_layout_alike() -> None:
    """IST-1.3."""
    first = Oracle(2, layout="random").asked
    assert first is not None
    ways: Counter[int] = Counter()
    for fountain in first.words:
        oracle = Oracle(2, layout="random")
        oracle.hear(CHANCE, fountain)
        second = oracle.asked
        assert second is not None
        for market, weight in zip(second.words, second.weights, strict=True):
            again = Oracle(2, layout="random")
            again.hear(CHANCE, fountain)
            again.hear(CHANCE, market)
            third = again.asked
            assert third is not None
            share = weight / sum(second.weights) / len(third.words)
            ways[round(share * 1e9)] += len(third.words)
    assert len(ways) == 1


def test_oracle_ranks_by_rubies_lira_goods_and_cards() -> None:
    """IST-9.3."""
    table = laid(5)
    table.over = True
    for player in table.players:
        player.rubies, player.lira, player.hand = 4, 10, istanbul.no_cards()
    table.players[3].rubies = 5
    table.players[0].lira = 11
    table.players[4].goods["blue"] = 1
    assert istanbul.ranking(table) == [[3], [0], [4], [1, 2]]
    table.players[2].hand["far"] = 1
    assert istanbul.ranking(table) == [[3], [0], [4], [2], [1]]
