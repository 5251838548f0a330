"""CW-2: the cards, what they bring and how they are drawn and paid."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations
from typing import Any

import pytest

import bedesten
from rules.choose_write.bazaar import (
    COLOURS,
    FOUNTAINS,
    GOODS_CARDS,
    GUILD_PRICES,
    NO_GOODS,
    PALACES,
    PLACES,
    RUBY_CARDS,
    Bazaar,
    Goods,
    Sheet,
    bazaar,
    good_words,
    goods_on,
    less,
    plus,
    price,
    set_up,
    using,
)

GUILD_CARDS = tuple(range(1, 17))
ALL_GOODS_CARDS = tuple(Counter(GOODS_CARDS).elements())
PLENTY = Sheet(goods=(6, 6, 6, 6), goods_cards=("rg",))


def without(*cards: int) -> Sheet:
    """Somebody who holds all guild cards but these."""
    return Sheet(guild=tuple(card for card in GUILD_CARDS if card not in cards))


def caravan(card: int, *sheets: Sheet, **laid: Any) -> Bazaar:
    """A table at which the caravansary has been opened."""
    return using("6", *sheets, caravan=(card,), **laid)


def guild(card: int, sheet: Sheet | None = None, *others: Sheet, **laid: Any) -> Bazaar:
    """A table at which the first player can pay for a guild card, not a lira more."""
    me = replace(sheet or Sheet(), guild=(card,), lira=GUILD_PRICES[card - 1])
    return bazaar(me, *others, **laid)


# -- place cards ------------------------------------------------------------


@pytest.mark.rule("CW-2.1")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_there_are_two_cards_of_each_place_and_four_fountains(seats: int) -> None:
    pile = Bazaar(seats).pieces["pile"]
    assert pile == dict.fromkeys(PLACES, 2) | dict.fromkeys(FOUNTAINS, 1)
    assert sum(pile.values()) == 40


@pytest.mark.rule("CW-2.1", "CW-8.2")
def test_in_a_solo_game_one_card_of_a_place_is_marked_left_and_the_other_right() -> None:
    pile = Bazaar(1).pieces["pile"]
    sides = {f"{side}:{place}": 1 for side in ("left", "right") for place in PLACES}
    assert pile == sides | dict.fromkeys(FOUNTAINS, 1)


@pytest.mark.rule("CW-2.1")
def test_every_card_is_as_likely_as_another() -> None:
    table = Bazaar(3)
    table.say(*set_up(3)[:5])
    odds = table.match.odds()
    assert odds["place:8"] == pytest.approx(2 / 40)
    assert odds["fountain:good"] == pytest.approx(1 / 40)


# -- goods cards and ruby cards ---------------------------------------------


@pytest.mark.rule("CW-2.2")
def test_there_are_16_goods_cards_each_double_once_and_each_mixed_pair_twice() -> None:
    assert Bazaar(3).pieces["goods_pile"] == GOODS_CARDS
    assert sum(GOODS_CARDS.values()) == 16
    table = using("4")
    table.use("place:4")
    assert table.match.odds()["goods:rr"] == pytest.approx(1 / 16)
    assert table.match.odds()["goods:yb"] == pytest.approx(2 / 16)


@pytest.mark.rule("CW-2.3")
def test_there_are_20_ruby_cards() -> None:
    assert Bazaar(3).pieces["ruby_pile"] == list(range(1, 21))
    assert len(RUBY_CARDS) == 20


@pytest.mark.rule("CW-2.3", "CW-5.12")
@pytest.mark.parametrize("card", range(1, 21))
def test_a_ruby_card_asks_four_goods(card: int) -> None:
    table = using("a", Sheet(goods=price(card)), palaces={"a": [card]})
    table.use("place:a")
    assert table.goods() == NO_GOODS
    assert table.rubies() == 1


@pytest.mark.rule("CW-2.3", "CW-5.12")
@pytest.mark.parametrize("card", range(1, 21))
def test_nothing_a_ruby_card_asks_may_be_missing(card: int) -> None:
    for letter in set(RUBY_CARDS[card - 1]):
        lacking = less(price(card), goods_on(letter))
        assert "a" not in using("a", Sheet(goods=lacking), palaces={"a": [card]}).places()


@pytest.mark.rule("CW-2.3", "CW-3.1")
@pytest.mark.parametrize("card", range(1, 21))
def test_of_a_ruby_card_under_another_only_the_top_good_counts(card: int) -> None:
    first = 20 if card != 20 else 19
    asked = plus(price(first), goods_on(RUBY_CARDS[card - 1][0]))
    table = using("a", Sheet(goods=asked), seats=2, palaces={"a": [first, card]})
    table.use("place:a")
    assert table.goods() == NO_GOODS
    table = using("a", Sheet(goods=price(first)), seats=2, palaces={"a": [first, card]})
    assert "a" not in table.places()


@pytest.mark.rule("CW-2.3", "CW-3.1")
def test_every_card_under_a_palace_adds_its_top_good() -> None:
    """FFSS, and under it S, O, O and J: 2 fabric, 3 spice, 2 fruit, 1 jewellery."""
    table = using("a", Sheet(goods=(3, 3, 3, 3)), palaces={"a": [13, 3, 1, 6, 4]})
    table.use("place:a")
    assert table.goods() == (1, 0, 1, 2)


# -- caravan cards ----------------------------------------------------------


@pytest.mark.rule("CW-2.4", "CW-3.2")
def test_there_are_eight_caravan_cards() -> None:
    table = Bazaar(3)
    table.say(*set_up(3)[:-1])
    assert table.match.odds() == {f"caravan:{n}": 1 / 8 for n in range(1, 9)}


@pytest.mark.rule("CW-2.4")
@pytest.mark.parametrize("good", range(4))
def test_caravan_1_brings_three_equal_goods(good: int) -> None:
    table = caravan(1)
    table.use(f"place:6 good:{COLOURS[good]}")
    assert table.goods() == tuple(3 * (n == good) for n in range(4))


@pytest.mark.rule("CW-2.4")
@pytest.mark.parametrize("good", range(4))
def test_caravan_2_brings_three_different_goods(good: int) -> None:
    table = caravan(2)
    table.use(f"place:6 good:{COLOURS[good]}")
    assert table.goods() == tuple(1 * (n != good) for n in range(4))


@pytest.mark.rule("CW-2.4")
def test_caravan_3_brings_2_lira_and_a_goods_card() -> None:
    table = caravan(3)
    table.use("place:6")
    table.chance("goods:gy")
    assert table.lira() == 2
    assert table.goods_cards() == ["gy"]


@pytest.mark.rule("CW-2.4")
@pytest.mark.parametrize(("kept", "other"), [(3, 7), (7, 3)])
def test_caravan_4_draws_two_guild_cards_of_which_one_is_kept(kept: int, other: int) -> None:
    table = caravan(4)
    table.use("place:6")
    table.chance("guild:3", "guild:7")
    assert table.asked(0) == "keep"
    assert set(table.options(0)) == {"guild:3", "guild:7"}
    table.play(0, f"guild:{kept}")
    assert table.guild() == [kept]
    assert table.pieces["guild_discards"] == [other]


@pytest.mark.rule("CW-2.4")
def test_if_caravan_4_can_draw_only_one_guild_card_it_is_kept() -> None:
    table = caravan(4, Sheet(), without(8))
    table.use("place:6")
    table.go_on()
    assert table.guild() == [8]
    assert table.pieces["guild_discards"] == []
    assert table.is_turn_of(1)


@pytest.mark.rule("CW-2.4", "CW-2.6")
def test_if_caravan_4_can_draw_nothing_nothing_is_asked() -> None:
    table = caravan(4, Sheet(), without())
    table.use("place:6")
    table.go_on()
    assert table.guild() == []
    assert table.is_turn_of(1)


@pytest.mark.rule("CW-2.4")
def test_caravan_5_brings_4_lira() -> None:
    table = caravan(5)
    table.use("place:6")
    assert table.lira() == 4


@pytest.mark.rule("CW-2.4")
@pytest.mark.parametrize("letter", ["a", "b"])
def test_caravan_6_leads_to_palace_a_or_b_and_brings_a_goods_card(letter: str) -> None:
    table = caravan(6, PLENTY)
    table.play(0, "place:6")
    assert table.places() == {"a", "b"}
    table.play(0, f"place:{letter}", "done")
    table.play(1, "pass")
    table.play(2, "pass")
    table.chance("goods:bb")
    assert table.player()["palace_rubies"][letter] == 1
    assert table.goods_cards() == ["rg", "bb"]


@pytest.mark.rule("CW-2.4")
@pytest.mark.parametrize("letter", ["c", "d"])
def test_caravan_7_leads_to_palace_c_or_d_and_brings_a_good_of_choice(letter: str) -> None:
    cards = {"c": [20], "d": [19]}
    table = caravan(7, Sheet(goods=(2, 2, 2, 2)), palaces=cards)
    table.play(0, "place:6")
    assert table.places() == {"c", "d"}
    table.play(0, f"place:{letter}")
    assert set(table.options(0)) == {*good_words()}
    table.play(0, "good:yellow")
    table.play(1, "pass")
    table.play(2, "pass")
    assert table.player()["palace_rubies"][letter] == 1
    assert table.goods() == (1, 1, 2, 1)


@pytest.mark.rule("CW-2.4")
def test_caravan_8_brings_a_goods_card_or_a_good() -> None:
    table = caravan(8)
    table.play(0, "place:6")
    assert set(table.options(0)) == {"draw", *good_words()}
    table.play(0, "good:green", "bonus")
    table.play(1, "place:6", "symbol", "draw")
    table.play(2, "pass")
    table.chance("goods:rr")
    table.play(1, "bonus")
    assert (table.goods(0), table.goods_cards(0)) == ((0, 1, 0, 0), [])
    assert (table.goods(1), table.goods_cards(1)) == (NO_GOODS, ["rr"])


@pytest.mark.rule("CW-2.4")
def test_caravan_8_brings_an_improvement_or_marks_a_field() -> None:
    table = caravan(8, Sheet(ticks={"5": 2}))
    table.play(0, "place:6", "good:red")
    ticks = {f"place:{place}" for place in ("1", "8", "10", "14")}
    assert set(table.options(0)) == {*ticks, *good_words(), "lira", "bonus"}


@pytest.mark.rule("CW-2.4")
@pytest.mark.parametrize(
    ("word", "ticks", "goods", "lira", "bonus"),
    [
        ("place:8", {"8": 1}, (1, 0, 0, 0), 1, 0),
        ("good:red", {}, (2, 0, 0, 0), 1, 0),
        ("lira", {}, (1, 0, 0, 0), 2, 0),
        ("bonus", {}, (1, 0, 0, 0), 1, 1),
    ],
)
def test_caravan_8_brings_1_lira_in_any_case(
    word: str, ticks: dict[str, int], goods: Goods, lira: int, bonus: int
) -> None:
    table = caravan(8)
    table.use(f"place:6 good:red {word}")
    assert (table.ticks(), table.goods(), table.lira(), table.bonus()) == (
        ticks,
        goods,
        lira,
        bonus,
    )


# -- guild cards ------------------------------------------------------------


@pytest.mark.rule("CW-2.5")
def test_there_are_16_guild_cards_one_of_each() -> None:
    assert Bazaar(3).pieces["guild_pile"] == list(GUILD_CARDS)


@pytest.mark.rule("CW-2.5", "CW-4.7")
@pytest.mark.parametrize(
    "card",
    [
        "palace a, palace b",
        "give 2, hand_over 1",
        "hand_over 2",
        "lira 1, give 1",
        "give 1, give 1",
    ],
)
def test_changed_cards_ask_first_and_for_what_was_looked_at_when_they_were_chosen(
    card: str,
) -> None:
    for deck, many in (("guild", 16), ("caravan", 8)):
        with pytest.raises(ValueError, match="may ask only for this, and first of all"):
            bedesten.new("choose_write", seats=2, data={deck: {"cards": [card] * many}})


@pytest.mark.rule("CW-2.5", "CW-4.6")
@pytest.mark.parametrize("card", GUILD_CARDS)
def test_a_guild_card_has_its_price(card: int) -> None:
    cost = GUILD_PRICES[card - 1]
    poor = replace(PLENTY, guild=(card,), lira=cost - 1)
    assert f"guild:{card}" not in bazaar(poor).options(0)
    table = guild(card, PLENTY)
    table.guild_turn(card)
    assert table.player()["lira_filled"] - table.lira() == cost


@pytest.mark.rule("CW-2.5")
def test_guild_1_brings_two_goods_and_an_improvement() -> None:
    table = guild(1)
    table.guild_turn(1, "good:red", "good:blue", "place:8")
    assert (table.lira(), table.goods(), table.ticks()) == (0, (1, 0, 0, 1), {"8": 1})


@pytest.mark.rule("CW-2.5")
def test_guild_2_marks_two_fields() -> None:
    table = guild(2)
    table.guild_turn(2, "good:red", "bonus")
    assert (table.lira(), table.goods(), table.bonus()) == (0, (1, 0, 0, 0), 1)


@pytest.mark.rule("CW-2.5")
def test_guild_3_brings_four_different_goods_and_1_lira() -> None:
    table = guild(3)
    table.guild_turn(3)
    assert (table.lira(), table.goods()) == (1, (1, 1, 1, 1))


@pytest.mark.rule("CW-2.5")
@pytest.mark.parametrize(
    ("words", "goods"),
    [
        (("red", "red", "green", "blue"), (2, 1, 0, 1)),
        (("yellow", "yellow", "yellow", "yellow"), (0, 0, 4, 0)),
        (("red", "green", "yellow", "blue"), (1, 1, 1, 1)),
    ],
)
def test_guild_4_brings_four_goods_of_choice(words: tuple[str, ...], goods: Goods) -> None:
    table = guild(4)
    table.guild_turn(4, *good_words(*words))
    assert (table.lira(), table.goods()) == (0, goods)


@pytest.mark.rule("CW-2.5")
def test_guild_5_leads_to_palace_a_and_brings_5_lira() -> None:
    table = guild(5, Sheet(goods=(1, 1, 1, 1)), palaces={"a": [20]})
    table.guild_turn(5)
    assert (table.lira(), table.goods()) == (5, NO_GOODS)
    assert table.player()["palace_rubies"] == {"a": 1, "b": 0, "c": 0, "d": 0}


@pytest.mark.rule("CW-2.5")
def test_guild_6_leads_to_palace_b_and_brings_a_guild_card() -> None:
    table = guild(6, Sheet(goods=(1, 1, 1, 1)), palaces={"b": [20]})
    table.guild_turn(6, "guild:9")
    assert (table.lira(), table.goods(), table.guild()) == (0, NO_GOODS, [9])
    assert table.player()["palace_rubies"] == {"a": 0, "b": 1, "c": 0, "d": 0}


@pytest.mark.rule("CW-2.5")
def test_guild_7_leads_to_palace_c_and_brings_a_good_and_marks_a_field() -> None:
    table = guild(7, Sheet(goods=(1, 1, 1, 1)), palaces={"c": [20]})
    table.guild_turn(7, "good:yellow", "lira")
    assert (table.lira(), table.goods()) == (1, (0, 0, 1, 0))
    assert table.player()["palace_rubies"] == {"a": 0, "b": 0, "c": 1, "d": 0}


@pytest.mark.rule("CW-2.5")
def test_guild_8_leads_to_palace_d_and_brings_a_goods_card_and_an_improvement() -> None:
    table = guild(8, Sheet(goods=(1, 1, 1, 1)), palaces={"d": [20]})
    table.guild_turn(8, "goods:yy", "place:14")
    assert (table.lira(), table.goods_cards(), table.ticks()) == (0, ["yy"], {"14": 1})
    assert table.player()["palace_rubies"] == {"a": 0, "b": 0, "c": 0, "d": 1}


@pytest.mark.rule("CW-2.5")
def test_guild_9_brings_two_goods_cards_and_a_good_and_marks_a_field() -> None:
    table = guild(9)
    table.guild_turn(9, "goods:yy", "goods:rb", "good:red", "good:blue")
    assert (table.lira(), table.goods_cards(), table.goods()) == (0, ["rb", "yy"], (1, 0, 0, 1))


@pytest.mark.rule("CW-2.5")
def test_guild_10_takes_three_goods_of_choice_for_a_ruby() -> None:
    table = guild(10, Sheet(goods=(2, 2, 2, 2)))
    table.guild_turn(10, "good:red", "good:red", "good:yellow")
    assert (table.lira(), table.goods(), table.rubies()) == (0, (0, 2, 1, 2), 1)


@pytest.mark.rule("CW-2.5")
def test_guild_11_takes_a_goods_card_and_a_good_for_a_ruby() -> None:
    table = guild(11, Sheet(goods=(1, 0, 0, 1), goods_cards=("gy",)))
    table.guild_turn(11, "good:blue")
    assert (table.lira(), table.goods(), table.rubies()) == (0, (1, 0, 0, 0), 1)
    assert table.goods_cards() == []


@pytest.mark.rule("CW-2.5")
@pytest.mark.parametrize("letter", PALACES)
def test_guild_12_leads_to_any_palace_and_brings_a_goods_card_and_a_guild_card(
    letter: str,
) -> None:
    table = guild(12, Sheet(goods=(3, 3, 3, 3)))
    table.guild_turn(12, f"place:{letter}", "goods:rg", "guild:14")
    assert (table.lira(), table.goods_cards(), table.guild()) == (0, ["rg"], [14])
    assert table.player()["palace_rubies"][letter] == 1


@pytest.mark.rule("CW-2.5")
def test_guild_13_takes_a_goods_card_for_a_ruby_and_marks_a_field() -> None:
    table = guild(13, Sheet(goods_cards=("gy", "bb")))
    table.guild_turn(13, "goods:bb", "bonus")
    assert (table.lira(), table.goods_cards(), table.rubies()) == (0, ["gy"], 1)
    assert table.bonus() == 1


@pytest.mark.rule("CW-2.5")
def test_guild_14_brings_a_ruby() -> None:
    table = guild(14)
    table.guild_turn(14)
    assert (table.lira(), table.rubies()) == (0, 1)


@pytest.mark.rule("CW-2.5")
def test_guild_15_brings_a_ruby_and_a_good() -> None:
    table = guild(15)
    table.guild_turn(15, "good:blue")
    assert (table.lira(), table.rubies(), table.goods()) == (0, 1, (0, 0, 0, 1))


@pytest.mark.rule("CW-2.5")
def test_guild_16_brings_a_ruby_a_goods_card_and_a_guild_card() -> None:
    table = guild(16)
    table.guild_turn(16, "goods:gb", "guild:1")
    assert (table.lira(), table.rubies()) == (0, 1)
    assert (table.goods_cards(), table.guild()) == (["gb"], [1])


# -- empty piles ------------------------------------------------------------


@pytest.mark.rule("CW-2.6")
def test_if_the_goods_pile_is_empty_its_discards_become_a_new_one() -> None:
    holder = Sheet(goods_cards=ALL_GOODS_CARDS[:13])
    table = using("4", Sheet(), holder, goods_pile=())
    assert table.pieces["goods_discards"] == {"yb": 2, "bb": 1}
    table.use("place:4")
    assert set(table.options()) == {"goods:yb", "goods:bb"}
    table.chance("goods:yb")
    assert table.pieces["goods_pile"] == {"yb": 1, "bb": 1}
    assert table.pieces["goods_discards"] == {}


@pytest.mark.rule("CW-2.6")
def test_if_the_guild_pile_is_empty_its_discards_become_a_new_one() -> None:
    table = using("9", Sheet(), without(2, 5, 6), guild_pile=())
    table.use("place:9")
    assert set(table.options()) == {"guild:2", "guild:5", "guild:6"}
    table.chance("guild:5")
    assert table.pieces["guild_pile"] == [2, 6]
    assert table.pieces["guild_discards"] == []


@pytest.mark.rule("CW-2.6", "CW-2.4")
def test_the_discards_are_shuffled_between_the_two_cards_of_caravan_4() -> None:
    table = caravan(4, Sheet(), without(1, 2, 3), guild_pile=(1,))
    table.use("place:6")
    assert set(table.options()) == {"guild:2", "guild:3"}
    table.chance("guild:3")
    assert set(table.options(0)) == {"guild:1", "guild:3"}
    table.play(0, "guild:3")
    assert table.pieces["guild_pile"] == [2]
    assert table.pieces["guild_discards"] == [1]


@pytest.mark.rule("CW-2.6", "CW-2.4")
@pytest.mark.parametrize("card", [3, 8])
def test_without_goods_cards_a_caravan_card_brings_the_rest(card: int) -> None:
    table = caravan(card, Sheet(), Sheet(goods_cards=ALL_GOODS_CARDS))
    table.use({3: "place:6", 8: "place:6 draw"}[card])
    if card == 8:
        table.play(0, "lira")
    assert (table.lira(), table.goods_cards()) == (2, [])


@pytest.mark.rule("CW-2.6")
def test_discards_are_left_alone_as_long_as_the_pile_has_a_card() -> None:
    table = using("9", Sheet(), guild_pile=(5, 6))
    table.use("place:9")
    assert set(table.options()) == {"guild:5", "guild:6"}


@pytest.mark.rule("CW-2.6")
def test_the_discards_are_shuffled_between_two_draws_of_one_card() -> None:
    table = guild(9, Sheet(), goods_pile=("rr",))
    table.play(0, "guild:9")
    assert table.goods_cards() == ["rr"]
    assert set(table.options()) == {f"goods:{card}" for card in GOODS_CARDS if card != "rr"}


@pytest.mark.rule("CW-2.6", "CW-4.7")
def test_if_no_goods_card_is_left_the_effect_goes_on_without() -> None:
    table = using("4", Sheet(), Sheet(goods_cards=ALL_GOODS_CARDS))
    table.use("place:4")
    assert (table.goods_cards(), table.lira()) == ([], 1)


@pytest.mark.rule("CW-2.6", "CW-4.7")
def test_if_no_guild_card_is_left_the_guild_hall_brings_nothing() -> None:
    table = using("9", Sheet(), without())
    table.use("place:9")
    assert table.guild() == []
    table.go_on()
    assert table.is_turn_of(1)


@pytest.mark.rule("CW-2.6", "CW-4.6")
@pytest.mark.parametrize(
    ("card", "words"), [(6, ()), (12, ("place:b", "goods:rr")), (16, ("goods:rr",))]
)
def test_a_guild_card_cannot_draw_itself(card: int, words: tuple[str, ...]) -> None:
    table = guild(card, Sheet(goods=(3, 3, 3, 3)), without(card))
    table.guild_turn(card, *words)
    table.go_on()
    assert table.guild() == []
    assert table.pieces["guild_discards"] == [card]
    assert table.is_turn_of(1)


@pytest.mark.rule("CW-2.6")
def test_a_guild_card_is_not_shuffled_into_the_pile_it_draws_from() -> None:
    table = guild(16, Sheet(), without(16, 2, 3), guild_pile=())
    table.guild_turn(16, "goods:rr")
    assert set(table.options()) == {"guild:2", "guild:3"}


@pytest.mark.rule("CW-2.6")
def test_goods_cards_paid_can_be_drawn_by_the_same_guild_card() -> None:
    me = Sheet(goods=(0, 1, 1, 0), goods_cards=("rb",))
    rest = [card for card in ALL_GOODS_CARDS if card != "rb"]
    table = guild(8, me, Sheet(goods_cards=("rb", *rest)), palaces={"d": [20]})
    table.guild_turn(8, "place:1")
    assert table.goods_cards() == ["rb"]


@pytest.mark.rule("CW-2.6", "CW-4.5")
def test_goods_cards_handed_over_can_be_drawn_by_the_next_player() -> None:
    rest = (*[card for card in ALL_GOODS_CARDS if card != "gy"], "gy")
    table = using("12", Sheet(goods_cards=("gy",)), Sheet(), Sheet(goods_cards=rest))
    table.use("place:12 place:11", "place:12 symbol place:4")
    assert table.goods_cards(1) == ["gy"]
    assert table.pieces["goods_discards"] == {}


@pytest.mark.rule("CW-2.6", "CW-4.5")
def test_goods_cards_handed_over_later_come_too_late() -> None:
    rest = (*[card for card in ALL_GOODS_CARDS if card != "gy"], "gy")
    table = using("12", Sheet(), Sheet(goods_cards=("gy",)), Sheet(goods_cards=rest))
    table.use("place:12 place:4", "place:12 symbol place:11")
    assert table.goods_cards(0) == []
    assert table.pieces["goods_discards"] == {"gy": 1}


@pytest.mark.rule("CW-2.6", "CW-7.2")
def test_place_cards_are_never_reshuffled() -> None:
    table = bazaar(pile=())
    assert sum(table.discards.values()) > 0
    table.play(0, "left")
    table.use()
    assert table.match.over


@pytest.mark.rule("CW-2.6", "CW-6.5")
def test_when_the_ruby_cards_have_run_out_none_is_added() -> None:
    table = using("a", Sheet(goods=(1, 1, 1, 1)), palaces={"a": [20]}, ruby_pile=())
    table.use("place:a")
    table.go_on()
    assert table.palace("a") == [20]
    assert table.is_turn_of(1)


# -- goods cards in payments ------------------------------------------------


Paid = tuple[tuple[str, ...], Goods]
"""The cards given, and the goods left on the sheet."""


def payments(table: Bazaar) -> set[Paid]:
    """All ways in which the first player can pay now."""
    if table.match.question(0) is None:
        cards = table.goods_cards()
        table = table.fork()
        table.play(1, "pass")
        table.play(2, "pass")
        given = Counter(cards) - Counter(table.goods_cards())
        return {(tuple(given.elements()), table.goods())}
    assert table.asked(0) == "pay"
    found: set[Paid] = set()
    for word in table.options(0):
        branch = table.fork()
        branch.play(0, word)
        found |= payments(branch)
    return found


def rest_of(asked: Goods, cards: tuple[str, ...]) -> Goods:
    """What is left to cross off the sheet."""
    given = Counter("".join(cards))
    red, green, yellow, blue = (
        max(0, n - given[letter]) for n, letter in zip(asked, "rgyb", strict=True)
    )
    return red, green, yellow, blue


def expected(asked: Goods, me: Sheet) -> set[Paid]:
    """CW-2.7: each card named lowers what is crossed off, and the sheet holds that."""
    found: set[Paid] = set()
    for n in range(len(me.goods_cards) + 1):
        for cards in combinations(me.goods_cards, n):
            rest = rest_of(asked, cards)
            fewer = [cards[:k] + cards[k + 1 :] for k in range(n)]
            left = less(me.goods, rest)
            if min(left) >= 0 and all(sum(rest_of(asked, few)) > sum(rest) for few in fewer):
                found.add((cards, left))
    return found


PAYERS = [
    Sheet(goods=(2, 2, 2, 2), goods_cards=("rg",)),
    Sheet(goods=(2, 2, 2, 2), goods_cards=("yb", "bb")),
    Sheet(goods=(2, 2, 2, 2), goods_cards=("rr", "rg", "rg")),
    Sheet(goods=(2, 2, 2, 2), goods_cards=("rr", "rg", "ry", "rb", "gg", "gy")),
    Sheet(goods=(1, 0, 0, 0), goods_cards=("rr", "rg", "gg", "gb")),
    Sheet(goods=(0, 0, 0, 0), goods_cards=("rr", "rg", "rg", "ry", "ry", "gg", "gb", "gb")),
    Sheet(goods=(0, 2, 0, 0), goods_cards=("rg", "ry", "rb")),
]


@pytest.mark.rule("CW-2.7", "CW-5.12")
@pytest.mark.parametrize("card", [13, 20, 5])
@pytest.mark.parametrize("me", PAYERS)
def test_a_palace_is_paid_with_any_cards_of_which_none_is_idle(me: Sheet, card: int) -> None:
    table = using("a", me, palaces={"a": [card]})
    ways = expected(price(card), me)
    assert ("a" in table.places()) == bool(ways)
    if ways:
        table.play(0, "place:a")
        assert payments(table) == ways


@pytest.mark.rule("CW-2.7", "CW-5.3")
@pytest.mark.parametrize("good", range(4))
@pytest.mark.parametrize("me", PAYERS)
def test_the_large_market_is_paid_with_any_cards_of_which_none_is_idle(
    me: Sheet, good: int
) -> None:
    red, green, yellow, blue = (2 * (n == good) for n in range(4))
    ways = expected((red, green, yellow, blue), me)
    table = using("12", me)
    table.play(0, "place:12", "place:3")
    word = f"good:{COLOURS[good]}"
    if table.asked(0) == "sell":
        assert (word in table.options(0)) == bool(ways)
    if ways:
        table.play(0, word)
        assert {paid for paid, _ in ways} == named_cards(table)


def named_cards(table: Bazaar) -> set[tuple[str, ...]]:
    """All ways of naming cards for a payment after which something is marked."""
    if table.asked(0) == "mark":
        table = table.fork()
        before = table.goods_cards()
        table.play(0, "bonus")
        table.play(1, "pass")
        table.play(2, "pass")
        return {tuple((Counter(before) - Counter(table.goods_cards())).elements())}
    found: set[tuple[str, ...]] = set()
    for word in table.options(0):
        branch = table.fork()
        branch.play(0, word)
        found |= named_cards(branch)
    return found


@pytest.mark.rule("CW-2.7")
def test_a_good_of_a_card_that_is_not_needed_is_lost() -> None:
    """FFSS: the fruit of the card is not marked on the sheet."""
    table = using("a", Sheet(goods=(1, 2, 0, 0), goods_cards=("ry",)), palaces={"a": [13]})
    table.use("place:a")
    assert table.goods() == NO_GOODS
    assert table.filled() == (1, 2, 0, 0)
    assert table.goods_cards() == []
    assert table.rubies() == 1


@pytest.mark.rule("CW-2.7")
def test_goods_of_cards_are_never_marked_on_the_sheet() -> None:
    table = using("4")
    table.use("place:4")
    table.chance("goods:rr")
    assert table.filled() == NO_GOODS


@pytest.mark.rule("CW-2.7")
def test_a_card_that_lowers_nothing_cannot_be_named() -> None:
    table = using("a", Sheet(goods=(2, 2, 0, 0), goods_cards=("rg", "yb")), palaces={"a": [13]})
    table.play(0, "place:a")
    assert set(table.options(0)) == {"goods:rg", "done"}


@pytest.mark.rule("CW-2.7")
def test_nothing_is_asked_where_the_sheet_alone_can_pay_and_no_card_helps() -> None:
    table = using("a", Sheet(goods=(2, 2, 0, 0), goods_cards=("yb",)), palaces={"a": [13]})
    table.use("place:a")
    assert table.goods_cards() == ["yb"]
    assert table.rubies() == 1


@pytest.mark.rule("CW-2.7")
def test_nothing_is_asked_where_every_card_is_needed() -> None:
    table = using("a", Sheet(goods_cards=("rg", "rg")), palaces={"a": [13]})
    table.use("place:a")
    assert table.goods_cards() == []
    assert table.rubies() == 1


@pytest.mark.rule("CW-2.7", "CW-4.7")
def test_cards_alone_make_a_palace_payable() -> None:
    assert "a" in using("a", Sheet(goods_cards=("rr", "gg")), palaces={"a": [13]}).places()
    assert "a" not in using("a", Sheet(goods_cards=("rr", "gy")), palaces={"a": [13]}).places()


@pytest.mark.rule("CW-2.7")
def test_guild_10_takes_goods_cards_for_the_goods_given() -> None:
    table = guild(10, Sheet(goods=(1, 0, 0, 0), goods_cards=("gg",)))
    table.guild_turn(10)
    assert (table.goods(), table.goods_cards(), table.rubies()) == (NO_GOODS, [], 1)


def gifts(table: Bazaar, given: tuple[str, ...] = ()) -> set[tuple[str, ...]]:
    """All goods that the first player can give for guild 10, three of them or what is asked."""
    if table.match.actors != (0,) or table.asked(0) != "give_good":
        return {given}
    found: set[tuple[str, ...]] = set()
    for word in table.options(0):
        branch = table.fork()
        branch.play(0, word)
        said = branch.match.history[len(table.match.history) :]
        goods = tuple(answer.word for answer in said if answer.word.startswith("good:"))
        found |= gifts(branch, given + goods)
    return found


@pytest.mark.rule("CW-2.7", "CW-2.5")
@pytest.mark.parametrize(
    "me",
    [
        Sheet(goods=(1, 1, 1, 1)),
        Sheet(goods=(1, 0, 2, 0), goods_cards=("rg",)),
        Sheet(goods=(0, 1, 0, 0), goods_cards=("ry", "ry", "gb")),
        Sheet(goods=(0, 0, 0, 2), goods_cards=("rg", "rg", "yb", "bb")),
    ],
)
def test_guild_10_takes_any_three_goods_of_sheet_and_cards(me: Sheet) -> None:
    stock = [word for word, n in zip(good_words(), me.goods, strict=True) for _ in range(n)]
    names = dict(zip("rgyb", good_words(), strict=True))
    stock += [names[letter] for letter in "".join(me.goods_cards)]
    expected = {tuple(sorted(goods)) for goods in combinations(stock, 3)}
    table = guild(10, me)
    table.play(0, "guild:10")
    before = [answer.word for answer in table.match.history if answer.word.startswith("good:")]
    assert {tuple(sorted(goods)) for goods in gifts(table, tuple(before))} == expected


@pytest.mark.rule("CW-2.7", "CW-2.5")
def test_guild_12_may_be_paid_with_goods_cards() -> None:
    me = Sheet(goods=(2, 2, 0, 0), goods_cards=("rg",))
    table = guild(12, me, palaces={"c": [13]})
    table.guild_turn(12, "goods:rg", "goods:bb", "guild:1")
    assert (table.goods(), table.goods_cards()) == ((1, 1, 0, 0), ["bb"])


@pytest.mark.rule("CW-2.7")
def test_guild_10_may_take_three_cards_for_three_goods() -> None:
    """After one fruit a second has to follow; the third good could be jewellery."""
    table = guild(10, Sheet(goods_cards=("ry", "gy", "yb")))
    table.guild_turn(10, *good_words("yellow", "yellow"))
    assert (table.goods_cards(), table.rubies()) == ([], 1)


@pytest.mark.rule("CW-2.7")
def test_who_pays_guild_10_chooses_between_cards_and_sheet() -> None:
    """The first of the three can only be fabric."""
    me = Sheet(goods=(3, 0, 0, 0), goods_cards=("rr", "gb"))
    table = guild(10, me)
    table.guild_turn(10, *good_words("red", "red"))
    assert set(table.options(0)) == {"goods:rr", "done"}
    table.say("goods:rr")
    assert (table.goods(), table.goods_cards()) == ((2, 0, 0, 0), ["gb"])


@pytest.mark.rule("CW-2.7", "CW-4.6")
@pytest.mark.parametrize(
    ("me", "playable"),
    [
        (Sheet(goods=(1, 0, 0, 0)), False),
        (Sheet(goods_cards=("rg",)), False),
        (Sheet(goods=(1, 0, 0, 0), goods_cards=("rg",)), True),
        (Sheet(goods_cards=("rg", "rg")), True),
    ],
    ids=["no card", "one card for both", "card and good", "two cards"],
)
def test_the_card_handed_over_for_guild_11_does_not_count_as_goods_too(
    me: Sheet, playable: bool
) -> None:
    assert ("guild:11" in guild(11, me).options(0)) == playable


@pytest.mark.rule("CW-2.7")
def test_the_good_of_guild_11_may_come_from_a_second_card() -> None:
    table = guild(11, Sheet(goods_cards=("rr", "bb")))
    table.guild_turn(11, "goods:bb")
    assert (table.goods_cards(), table.rubies()) == ([], 1)


@pytest.mark.rule("CW-2.7")
def test_with_two_cards_the_good_of_guild_11_may_still_come_from_the_sheet() -> None:
    table = guild(11, Sheet(goods=(1, 0, 0, 0), goods_cards=("rr", "bb")))
    table.guild_turn(11, "goods:bb", "done")
    assert (table.goods(), table.goods_cards(), table.rubies()) == (NO_GOODS, ["rr"], 1)


@pytest.mark.rule("CW-2.7")
def test_the_good_of_guild_11_is_one_of_the_sheet_or_of_a_card_that_is_left() -> None:
    table = guild(11, Sheet(goods=(1, 0, 0, 0), goods_cards=("gy", "bb")))
    table.guild_turn(11, "goods:gy")
    assert set(table.options(0)) == {"good:red", "good:blue"}


@pytest.mark.rule("CW-2.7", "CW-5.9")
def test_a_goods_card_is_handed_over_as_a_card_whatever_it_shows() -> None:
    table = using("11", Sheet(goods_cards=("rr", "gb")))
    table.play(0, "place:11")
    assert set(table.options(0)) == {"goods:rr", "goods:gb"}


@pytest.mark.rule("CW-2.7")
def test_goods_of_the_sheet_are_no_goods_card() -> None:
    table = using("11", Sheet(goods=(4, 4, 4, 3)))
    assert "11" not in table.places()
