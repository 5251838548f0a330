"""CW-9: what each player knows."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bedesten import CHANCE, Event, seeded
from bedesten.kernel.playout import play_out
from rules.choose_write.bazaar import Bazaar, Sheet, bazaar, using

DISPLAY = ("5", "9")


def hands(*cards: str, seen: bool = False) -> list[Sheet]:
    """Three hands; whether the card of the first one was seen."""
    first, *others = cards
    return [Sheet(card=first, seen=seen), *[Sheet(card=card) for card in others]]


def differ(one: Bazaar, other: Bazaar) -> list[int | None]:
    """Who can tell two tables apart, None being a spectator."""
    watchers: tuple[int | None, ...] = (*range(one.match.seats), None)
    return [seat for seat in watchers if one.match.view(seat) != other.match.view(seat)]


def seen(events: list[Event], seat: int | None) -> list[Event]:
    return [event for event in events if event.is_seen_by(seat)]


# -- hands ------------------------------------------------------------------


@pytest.mark.rule("CW-9.1", "CW-4.8")
def test_a_place_card_in_the_hand_is_secret() -> None:
    """Exchanged with one of the pile, it changes nobody's view but its owner's."""
    one = bazaar(*hands("1", "13", "4"), display=DISPLAY)
    other = bazaar(*hands("2", "13", "4"), display=DISPLAY)
    assert differ(one, other) == [0]


@pytest.mark.rule("CW-9.1")
def test_cards_exchanged_between_two_hands_are_seen_by_their_owners_only() -> None:
    one = bazaar(*hands("1", "2", "4"), display=DISPLAY)
    other = bazaar(*hands("2", "1", "4"), display=DISPLAY)
    assert differ(one, other) == [0, 1]


@pytest.mark.rule("CW-9.1")
def test_a_card_taken_from_the_display_is_known_to_all() -> None:
    one = bazaar(*hands("1", "13", "4", seen=True), display=DISPLAY)
    other = bazaar(*hands("2", "13", "4", seen=True), display=DISPLAY)
    assert differ(one, other) == [0, 1, 2, None]


@pytest.mark.rule("CW-9.1", "CW-6.2")
@pytest.mark.parametrize(("word", "known"), [("left", True), ("right", True), ("pile", False)])
def test_what_is_taken_from_the_display_was_seen_and_what_is_drawn_was_not(
    word: str, known: bool
) -> None:
    table = bazaar(*hands("1", "13", "4", seen=not known), display=DISPLAY)
    table.play(0, "hand")
    table.use()
    table.play(0, word)
    table.chance("place:2")
    assert table.player()["seen"] == known


@pytest.mark.rule("CW-9.1")
def test_a_place_card_drawn_is_told_to_its_owner_only() -> None:
    tables = [bazaar(*hands("1", "13", "4"), display=DISPLAY) for _ in range(2)]
    told = []
    for table, word in zip(tables, ("place:2", "place:3"), strict=True):
        table.play(0, "hand")
        table.use()
        table.play(0, "pile")
        told.append(table.chance(word))
    assert differ(*tables) == [0]
    for seat in (1, 2, None):
        assert seen(told[0], seat) == seen(told[1], seat)
    assert seen(told[0], 0) != seen(told[1], 0)


@pytest.mark.rule("CW-9.1")
@pytest.mark.parametrize(
    ("place", "words"), [("4", ("goods:rr", "goods:gg")), ("9", ("guild:1", "guild:2"))]
)
def test_goods_and_guild_cards_drawn_are_told_to_their_owner_only(
    place: str, words: tuple[str, str]
) -> None:
    tables = [using("8") for _ in words]
    told = []
    for table, word in zip(tables, words, strict=True):
        table.use("pass", f"place:{place}")
        told.append(table.chance(word))
    assert differ(*tables) == [1]
    for seat in (0, 2, None):
        assert seen(told[0], seat) == seen(told[1], seat)
    assert seen(told[0], 1) != seen(told[1], 1)


@pytest.mark.rule("CW-9.1")
@pytest.mark.parametrize(
    ("one", "other"),
    [
        (Sheet(card="1", guild=(1, 2)), Sheet(card="1", guild=(3, 16))),
        (Sheet(card="1", goods_cards=("rr", "gb")), Sheet(card="1", goods_cards=("rg", "yy"))),
    ],
    ids=["guild cards", "goods cards"],
)
def test_guild_and_goods_cards_in_hand_are_secret(one: Sheet, other: Sheet) -> None:
    assert differ(bazaar(one), bazaar(other)) == [0]


@pytest.mark.rule("CW-9.1", "CW-2.4")
def test_the_two_guild_cards_of_which_one_is_kept_are_secret() -> None:
    tables = []
    for words in (("guild:1", "guild:2"), ("guild:3", "guild:4")):
        table = using("6", caravan=(4,))
        table.use("place:6")
        table.chance(*words)
        tables.append(table)
    assert differ(*tables) == [0]


@pytest.mark.rule("CW-9.1", "CW-2.4")
def test_the_guild_card_that_is_not_kept_is_open() -> None:
    tables = []
    for kept in ("guild:1", "guild:2"):
        table = using("6", caravan=(4,))
        table.use("place:6")
        table.chance("guild:1", "guild:2")
        table.play(0, kept)
        tables.append(table)
    assert differ(*tables) == [0, 1, 2, None]


PAYING = {
    "another good": (10, Sheet(goods=(1, 0, 0, 2)), ("good:red", "good:yellow"), "give_good"),
    "what is given": (10, Sheet(goods=(2, 0, 0, 1)), ("good:red",) * 2 + ("good:yellow",), "pay"),
    "another card": (5, Sheet(goods=(0, 1, 0, 0), goods_cards=("gb",)), (), "pay"),
    "which palace": (12, Sheet(goods=(1, 1, 0, 1)), (), "palace"),
}


@pytest.mark.rule("CW-9.1", "CW-2.7")
@pytest.mark.parametrize(("card", "me", "said", "asked"), PAYING.values(), ids=PAYING)
def test_a_payment_under_way_tells_what_the_cards_in_hand_can_pay(
    card: int, me: Sheet, said: tuple[str, ...], asked: str
) -> None:
    """Nobody imagines a hand with which it could not be paid to its end."""
    me = replace(me, lira=15, guild=(card,), goods_cards=("ry", "yb", *me.goods_cards))
    table = bazaar(me, palaces={"a": [20], "b": [19]})
    table.guild_turn(card, *said)
    assert table.step == asked
    for watcher in (1, 2):
        luck = seeded(f"{card} {watcher}")
        for _ in range(200):
            world = table.match.state.imagine(watcher, luck)
            assert world.legal(0)
            play_out(world, luck, 20)


# -- choices ----------------------------------------------------------------


@pytest.mark.rule("CW-9.1", "CW-4.5")
@pytest.mark.parametrize("seat", range(3))
@pytest.mark.parametrize("other", ["pass", "place:4", "place:9"])
def test_a_choice_is_secret_until_the_last_is_in(seat: int, other: str) -> None:
    one, two = using("8"), using("8")
    one.play(seat, "place:8")
    two.play(seat, other)
    assert set(differ(one, two)) <= {seat}


@pytest.mark.rule("CW-9.1", "CW-4.5")
def test_nothing_is_told_to_others_before_the_last_choice_is_in() -> None:
    table = using("8")
    told = table.play(1, "place:8") + table.play(0, "place:4")
    assert [event for seat in (2, None) for event in seen(told, seat)] == []
    told = table.play(2, "pass")
    assert seen(told, None)


@pytest.mark.rule("CW-9.1", "CW-4.5")
def test_a_choice_half_made_is_secret() -> None:
    one = using("8", Sheet(), Sheet(bonus=1))
    two = using("8", Sheet(), Sheet(bonus=1))
    one.play(1, "place:8")
    two.play(1, "place:4")
    assert set(differ(one, two)) <= {1}


@pytest.mark.rule("CW-9.1", "CW-4.5")
def test_how_a_payment_is_made_is_secret_until_the_last_is_in() -> None:
    tables = []
    for words in (("goods:rg", "done"), ("done",)):
        me = Sheet(goods=(2, 2, 0, 0), goods_cards=("rg",))
        table = using("a", me, palaces={"a": [13]})
        table.play(0, "place:a", *words)
        tables.append(table)
    assert set(differ(*tables)) <= {0}


@pytest.mark.rule("CW-9.1", "CW-6.4")
def test_choices_at_a_fountain_are_secret_until_the_last_is_in() -> None:
    tables = []
    for word in ("good:red", "good:blue"):
        table = using("8")
        table.use()
        table.chance("fountain:good")
        table.play(1, word)
        tables.append(table)
    assert set(differ(*tables)) <= {1}


@pytest.mark.rule("CW-9.1", "CW-4.5")
def test_what_one_keeps_is_secret_until_the_last_is_in() -> None:
    tables = []
    for word in ("guild:1", "guild:2"):
        table = using("6", caravan=(4,))
        table.use("place:6", "place:6")
        table.chance("guild:1", "guild:2", "guild:3", "guild:4")
        table.play(0, word)
        tables.append(table)
    assert set(differ(*tables)) <= {0}


# -- piles ------------------------------------------------------------------


@pytest.mark.rule("CW-9.1")
def test_no_pile_has_an_order_that_could_be_seen() -> None:
    """Any card of a pile may be the next one."""
    table = using("8")
    table.use("place:4", "place:9")
    assert len(table.match.odds()) == 10
    table.chance("goods:rr")
    assert len(table.match.odds()) == 16
    table.chance("guild:1")
    assert len(table.match.odds()) == 22
    assert table.match.actors == (CHANCE,)


@pytest.mark.rule("CW-9.1")
@pytest.mark.parametrize(
    ("one", "other"),
    [
        ({"pile": ("1", "2")}, {"pile": ("1", "2", "3")}),
        ({"goods_pile": ("rr",)}, {"goods_pile": ("rr", "gg")}),
        ({"guild_pile": (1,)}, {"guild_pile": (1, 2)}),
        ({"caravan": (5,)}, {"caravan": (6,)}),
        ({"caravan": (5, 1)}, {"caravan": (5, 2)}),
        ({"display": ("5", "9")}, {"display": ("9", "5")}),
        ({"palaces": {"a": [20]}}, {"palaces": {"a": [19]}}),
    ],
    ids=[
        "number of place cards",
        "number of goods cards",
        "number of guild cards",
        "caravan card",
        "caravan card seen before",
        "display",
        "palace",
    ],
)
def test_display_discards_palaces_and_the_number_of_cards_are_open(
    one: dict[str, Any], other: dict[str, Any]
) -> None:
    tables = [bazaar(*hands("1", "13", "4"), **laid) for laid in (one, other)]
    assert differ(*tables) == [0, 1, 2, None]


@pytest.mark.rule("CW-9.1")
@pytest.mark.parametrize(
    "me",
    [
        Sheet(card="1", goods=(1, 0, 0, 0)),
        Sheet(card="1", filled=(1, 0, 0, 0)),
        Sheet(card="1", lira=1),
        Sheet(card="1", lira_filled=1),
        Sheet(card="1", bonus=1),
        Sheet(card="1", bonus_filled=1),
        Sheet(card="1", crossed=("8",)),
        Sheet(card="1", ticks={"8": 1}),
        Sheet(card="1", rubies=1),
    ],
)
def test_sheets_are_open(me: Sheet) -> None:
    assert differ(bazaar(me), bazaar(Sheet(card="1"))) == [0, 1, 2, None]


@pytest.mark.rule("CW-9.1", "CW-6.6")
def test_a_caravan_card_seen_before_comes_up_without_chance() -> None:
    table = using("6", caravan=(5, 1))
    table.use("place:6")
    table.chance("place:1")
    assert table.caravan == [1, *[None] * 6, 5]
    assert table.is_turn_of(1)


@pytest.mark.rule("CW-9.1", "CW-4.6")
def test_a_guild_card_that_is_played_is_seen_by_all() -> None:
    table = bazaar(Sheet(lira=8, guild=(14,)))
    told = table.play(0, "guild:14")
    assert told
    for seat in (0, 1, 2, None):
        assert seen(told, seat) == told
