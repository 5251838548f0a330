"""CW-5: what each place does."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.choose_write.bazaar import (
    NEIGHBOURS,
    NO_GOODS,
    NUMBERED,
    PALACES,
    PLACES,
    RICH,
    TICKED,
    Bazaar,
    Goods,
    Sheet,
    bazaar,
    good_words,
    using,
)

ALL_TICKED = dict.fromkeys(TICKED, 2)
FULL: Goods = (13, 13, 13, 13)


# -- 1 to 5 -----------------------------------------------------------------


@pytest.mark.rule("CW-5.1")
@pytest.mark.parametrize(
    ("place", "goods"),
    [("1", (2, 0, 0, 0)), ("5", (0, 2, 0, 0)), ("10", (0, 0, 2, 0)), ("14", (0, 0, 0, 2))],
)
@pytest.mark.parametrize("seat", [0, 1])
def test_a_warehouse_brings_goods_of_its_kind(place: str, goods: Goods, seat: int) -> None:
    table = using(place)
    table.use(*["pass"] * seat, f"place:{place}")
    assert table.goods(seat) == goods


@pytest.mark.rule("CW-5.2")
def test_the_dealer_sells_a_ruby_for_10_lira() -> None:
    table = using("2", Sheet(lira=13))
    table.use("place:2")
    assert (table.lira(), table.rubies()) == (3, 1)


@pytest.mark.rule("CW-5.2")
def test_the_price_of_the_dealer_never_rises() -> None:
    table = using("2", Sheet(lira=10), Sheet(lira=10), Sheet(lira=10))
    table.use(*["place:2"] * 3)
    assert [table.lira(seat) for seat in range(3)] == [0, 0, 0]
    assert [table.rubies(seat) for seat in range(3)] == [1, 1, 1]


@pytest.mark.rule("CW-5.3")
def test_the_large_market_gives_3_lira_and_a_field_for_two_equal_goods() -> None:
    table = using("3", Sheet(goods=(2, 2, 0, 0)))
    table.use("place:3 good:green done bonus")
    assert (table.goods(), table.lira(), table.bonus()) == ((2, 0, 0, 0), 3, 1)


@pytest.mark.rule("CW-5.3")
def test_only_goods_of_which_there_are_two_can_be_given() -> None:
    table = using("3", Sheet(goods=(2, 1, 3, 0), goods_cards=("gb",)))
    table.play(0, "place:3")
    assert table.asked(0) == "sell"
    assert set(table.options(0)) == {*good_words("red", "green", "yellow")}


@pytest.mark.rule("CW-5.3", "CW-5.13")
def test_the_field_marked_may_be_a_good_of_the_kind_just_given() -> None:
    table = using("3", Sheet(goods=(2, 0, 0, 0)))
    table.use("place:3 good:red done good:red")
    assert table.goods() == (1, 0, 0, 0)
    assert table.filled() == (3, 0, 0, 0)


@pytest.mark.rule("CW-5.3", "CW-1.3")
def test_goods_just_given_leave_no_free_field() -> None:
    table = using("3", Sheet(goods=(13, 0, 0, 0)))
    table.play(0, "place:3")
    assert set(table.options(0)) == {*good_words("green", "yellow", "blue"), "lira", "bonus"}


@pytest.mark.rule("CW-5.4")
def test_the_post_office_brings_a_goods_card_and_1_lira() -> None:
    table = using("4")
    table.use("place:4")
    table.chance("goods:gb")
    assert (table.goods_cards(), table.lira()) == (["gb"], 1)


# -- 6 to 11 ----------------------------------------------------------------


@pytest.mark.rule("CW-5.5")
@pytest.mark.parametrize("seat", [0, 1])
def test_the_caravansary_carries_out_the_open_card(seat: int) -> None:
    table = using("6", caravan=(5, 3))
    table.use(*["pass"] * seat, "place:6")
    assert table.lira(seat) == 4


@pytest.mark.rule("CW-5.5", "CW-6.6")
def test_all_who_use_the_caravansary_in_one_turn_use_the_same_card() -> None:
    table = using("6", caravan=(5, 3))
    table.use("place:6", "place:6", "place:6")
    assert [table.lira(seat) for seat in range(3)] == [4, 4, 4]


@pytest.mark.rule("CW-5.6")
def test_the_coffee_roaster_brings_two_goods_of_choice() -> None:
    table = using("7")
    table.play(0, "place:7")
    assert set(table.options(0)) == {*good_words()}
    table.play(0, "good:green", "good:blue")
    table.play(1, "pass")
    table.play(2, "pass")
    assert table.goods() == (0, 1, 0, 1)


@pytest.mark.rule("CW-5.7")
def test_the_tea_house_brings_3_lira() -> None:
    table = using("8")
    table.use("place:8")
    assert table.lira() == 3


@pytest.mark.rule("CW-5.8")
def test_the_guild_hall_brings_a_guild_card() -> None:
    table = using("9")
    table.use("place:9")
    table.chance("guild:12")
    assert table.guild() == [12]
    assert 12 not in table.pieces["guild_pile"]


@pytest.mark.rule("CW-5.9")
def test_the_market_stall_gives_5_lira_for_a_goods_card() -> None:
    table = using("11", Sheet(goods_cards=("rr", "gb")))
    table.use("place:11 goods:gb")
    assert (table.goods_cards(), table.lira()) == (["rr"], 5)
    assert table.pieces["goods_discards"] == {"gb": 1}


@pytest.mark.rule("CW-5.9", "CW-2.7")
def test_of_a_single_goods_card_nothing_is_asked() -> None:
    table = using("11", Sheet(goods_cards=("gb",)))
    table.use("place:11")
    assert (table.goods_cards(), table.lira()) == ([], 5)


# -- 12 ---------------------------------------------------------------------


@pytest.mark.rule("CW-5.10")
@pytest.mark.parametrize("seat", [0, 1])
def test_the_catacombs_lead_to_any_other_place(seat: int) -> None:
    sheets = [Sheet(), Sheet()]
    sheets[seat] = RICH
    table = using("12", *sheets)
    table.play(seat, "place:12", *["bonus"] * seat)
    assert table.asked(seat) == "catacombs"
    assert table.places(seat) == {*PLACES} - {"12"}


@pytest.mark.rule("CW-5.10")
def test_the_catacombs_do_not_lead_to_themselves() -> None:
    table = using("12", RICH)
    table.play(0, "place:12")
    assert "place:12" not in table.options(0)


@pytest.mark.rule("CW-5.10")
@pytest.mark.parametrize(
    ("words", "goods", "lira", "rubies"),
    [
        ("place:2", (2, 2, 2, 2), 2, 1),
        ("place:5", (2, 4, 2, 2), 12, 0),
        ("place:7 good:red good:blue", (3, 2, 2, 3), 12, 0),
        ("place:3 good:red done bonus", (0, 2, 2, 2), 15, 0),
        ("place:6", (2, 2, 2, 2), 16, 0),
        ("place:a", (1, 1, 1, 1), 12, 1),
    ],
)
def test_what_the_catacombs_lead_to_is_carried_out(
    words: str, goods: Goods, lira: int, rubies: int
) -> None:
    table = using("12", Sheet(goods=(2, 2, 2, 2), lira=12), palaces={"a": [20]})
    table.use(f"place:12 {words}")
    assert (table.goods(), table.lira(), table.rubies()) == (goods, lira, rubies)


@pytest.mark.rule("CW-5.10")
def test_the_player_in_turn_crosses_nothing_in_the_catacombs() -> None:
    table = using("12", Sheet(bonus=1))
    before = table.player()["symbols"]
    table.use("place:12 place:8")
    assert table.player()["symbols"] == before
    assert (table.bonus(), table.lira()) == (1, 3)


@pytest.mark.rule("CW-5.10", "CW-4.3")
def test_another_player_crosses_a_symbol_of_the_catacombs() -> None:
    table = using("12", Sheet(), Sheet(bonus=1))
    before = table.player(1)["symbols"]
    table.use("pass", "place:12 symbol place:8")
    assert table.player(1)["symbols"] == before | {"12": 1}
    assert (table.bonus(1), table.lira(1)) == (1, 3)


@pytest.mark.rule("CW-5.10", "CW-4.3")
def test_another_player_may_cross_a_bonus_action_for_the_catacombs() -> None:
    table = using("12", Sheet(), Sheet(bonus=1))
    before = table.player(1)["symbols"]
    table.use("pass", "place:12 bonus place:8")
    assert table.player(1)["symbols"] == before
    assert (table.bonus(1), table.lira(1)) == (0, 3)


@pytest.mark.rule("CW-5.10", "CW-1.6")
def test_a_symbol_of_the_catacombs_is_enough_for_a_palace() -> None:
    """No bonus action is needed, unlike by the card of the palace."""
    table = using("12", Sheet(), Sheet(goods=(1, 1, 1, 1)), palaces={"c": [20]})
    table.use("pass", "place:12 symbol place:c")
    assert (table.rubies(1), table.symbols("12", 1)) == (1, 1)


@pytest.mark.rule("CW-5.10")
def test_through_the_catacombs_no_symbol_is_needed_at_the_place() -> None:
    others = tuple(place for place in NUMBERED if place != "12")
    table = using("12", Sheet(), Sheet(crossed=others))
    table.use("pass", "place:12 symbol place:8")
    assert table.lira(1) == 3


@pytest.mark.rule("CW-5.10")
def test_without_a_symbol_of_the_catacombs_and_a_bonus_action_nobody_follows() -> None:
    table = using("12", Sheet(), Sheet(crossed=("12",)))
    assert table.options(1) == ("pass",)


@pytest.mark.rule("CW-5.10", "CW-6.5")
def test_a_palace_through_the_catacombs_counts_as_that_palace() -> None:
    table = using("12", Sheet(goods=(1, 1, 1, 1)), palaces={"c": [20]})
    table.use("place:12 place:c")
    assert table.pieces["taken"] == ["c"]
    table.chance("place:1")
    table.chance("ruby:7")
    assert table.palace("c") == [20, 7]
    assert table.player()["palace_rubies"]["c"] == 1


@pytest.mark.rule("CW-5.10", "CW-6.6")
def test_the_caravansary_through_the_catacombs_turns_the_caravan_card() -> None:
    table = using("12", caravan=(5, 3))
    table.use("place:12 place:6")
    table.go_on()
    assert table.lira() == 4
    assert table.caravan[0] == 3
    assert table.caravan[-1] == 5


@pytest.mark.rule("CW-5.10")
@pytest.mark.parametrize("card", [6, 7])
def test_no_caravan_card_leads_to_the_catacombs(card: int) -> None:
    table = using("6", RICH, caravan=(card,))
    table.play(0, "place:6")
    assert table.places() <= {*PALACES}


@pytest.mark.rule("CW-5.10")
def test_no_guild_card_leads_to_the_catacombs() -> None:
    table = bazaar(replace(RICH, guild=(12,)))
    table.guild_turn(12)
    assert table.places() == {*PALACES}


# -- 13 ---------------------------------------------------------------------


@pytest.mark.rule("CW-5.11")
@pytest.mark.parametrize(
    ("words", "ticks"),
    [("place:8 place:8", {"8": 2}), ("place:1 place:14", {"1": 1, "14": 1})],
    ids=["one place", "two places"],
)
@pytest.mark.parametrize("seat", [0, 1])
def test_the_wainwright_ticks_two_improvements(
    words: str, ticks: dict[str, int], seat: int
) -> None:
    table = using("13")
    table.use(*["pass"] * seat, f"place:13 {'symbol ' * seat}{words}")
    assert table.ticks(seat) == ticks


@pytest.mark.rule("CW-5.11")
def test_a_box_just_ticked_cannot_be_ticked_again() -> None:
    table = using("13", Sheet(ticks={"8": 1}))
    table.play(0, "place:13", "place:8")
    assert table.places() == {"1", "5", "10", "14"}


@pytest.mark.rule("CW-5.11", "CW-4.7")
def test_if_one_box_is_left_the_wainwright_ticks_that_one() -> None:
    table = using("13", Sheet(ticks=ALL_TICKED | {"10": 1}))
    table.use("place:13")
    assert table.ticks() == ALL_TICKED


@pytest.mark.rule("CW-5.11", "CW-4.7")
def test_if_no_box_is_left_the_wainwright_does_nothing() -> None:
    table = using("13", Sheet(ticks=ALL_TICKED))
    table.use("place:13")
    assert table.ticks() == ALL_TICKED


# -- palaces ----------------------------------------------------------------


def four_ones(letter: str, *sheets: Sheet, **laid: Any) -> Bazaar:
    """A palace that asks one good of each kind, and its card."""
    return using(letter, *sheets, palaces={letter: [20]}, **laid)


ONES = Sheet(goods=(1, 1, 1, 1), bonus=1)


@pytest.mark.rule("CW-5.12")
@pytest.mark.parametrize("letter", PALACES)
def test_a_palace_gives_a_ruby_for_the_goods_shown(letter: str) -> None:
    table = four_ones(letter, Sheet(goods=(2, 1, 1, 3)))
    table.use(f"place:{letter}")
    assert (table.goods(), table.rubies()) == ((1, 0, 0, 2), 1)
    assert table.player()["palace_rubies"] == dict.fromkeys(PALACES, 0) | {letter: 1}


@pytest.mark.rule("CW-5.12")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_any_number_may_use_a_palace_at_the_same_price(seats: int) -> None:
    """The price with two players is one card more: its top is fruit."""
    me = Sheet(goods=(1, 1, 2 if seats == 2 else 1, 1), bonus=1)
    cards = [20, 1] if seats == 2 else [20]
    table = using("a", *[me] * seats, seats=seats, palaces={"a": cards})
    table.use(*["place:a"] * seats)
    assert [table.rubies(seat) for seat in range(seats)] == [1] * seats
    assert [table.goods(seat) for seat in range(seats)] == [NO_GOODS] * seats


@pytest.mark.rule("CW-5.12")
def test_whoever_comes_by_the_caravan_pays_the_same_price() -> None:
    table = using("7", ONES, ONES, ONES, caravan=(6,), palaces={"a": [20]})
    table.use("place:a", "place:6 symbol place:a", "place:a")
    table.go_on()
    assert [table.rubies(seat) for seat in range(3)] == [1, 1, 1]
    assert len(table.palace("a")) == 2


@pytest.mark.rule("CW-5.12")
def test_whoever_comes_through_the_catacombs_pays_the_same_price() -> None:
    table = using("12", ONES, ONES, caravan=(6,), palaces={"a": [20]})
    table.use("place:12 place:a", "place:12 symbol place:6 place:a")
    table.go_on()
    assert [table.rubies(seat) for seat in range(2)] == [1, 1]
    assert len(table.palace("a")) == 2


@pytest.mark.rule("CW-5.12", "CW-6.5")
def test_the_next_turn_finds_a_higher_price() -> None:
    table = bazaar(ONES, ONES, display=("a", "a"), palaces={"a": [20]})
    table.play(0, "left")
    table.use("place:a")
    table.chance("place:1", "ruby:19")
    table.play(1, "right")
    assert "a" not in table.places(1)


@pytest.mark.rule("CW-5.12")
def test_what_caravan_7_brings_cannot_pay_its_palace() -> None:
    table = using("6", Sheet(goods=(1, 1, 1, 0)), caravan=(7,), palaces={"c": [20]})
    assert "6" not in table.places()


@pytest.mark.rule("CW-5.12")
def test_what_caravan_6_brings_cannot_pay_its_palace() -> None:
    table = using("6", Sheet(goods=(1, 1, 1, 0)), caravan=(6,), palaces={"a": [20]})
    assert "6" not in table.places()


@pytest.mark.rule("CW-5.12")
def test_a_palace_of_a_caravan_card_must_be_paid() -> None:
    table = using("6", ONES, caravan=(6,), palaces={"a": [20]})
    table.use("place:6")
    table.go_on()
    assert (table.goods(), table.rubies(), len(table.goods_cards())) == (NO_GOODS, 1, 1)


# -- mark a field -----------------------------------------------------------


@pytest.mark.rule("CW-5.13")
def test_any_round_field_can_be_marked_and_nothing_else() -> None:
    table = bazaar(Sheet(lira=1, guild=(2,)))
    table.guild_turn(2)
    assert table.asked(0) == "mark"
    assert set(table.options(0)) == {*good_words(), "lira", "bonus"}


@pytest.mark.rule("CW-5.13")
@pytest.mark.parametrize(
    ("one", "other", "goods", "lira", "bonus"),
    [
        ("good:red", "good:red", (2, 0, 0, 0), 0, 0),
        ("good:red", "good:blue", (1, 0, 0, 1), 0, 0),
        ("good:green", "lira", (0, 1, 0, 0), 1, 0),
        ("lira", "lira", NO_GOODS, 2, 0),
        ("lira", "bonus", NO_GOODS, 1, 1),
        ("bonus", "bonus", NO_GOODS, 0, 2),
    ],
)
def test_two_fields_may_be_of_any_kinds(
    one: str, other: str, goods: Goods, lira: int, bonus: int
) -> None:
    table = bazaar(Sheet(lira=1, guild=(2,)))
    table.guild_turn(2, one, other)
    assert (table.goods(), table.lira(), table.bonus()) == (goods, lira, bonus)


@pytest.mark.rule("CW-5.13")
@pytest.mark.parametrize(
    ("me", "free"),
    [
        (Sheet(filled=(13, 0, 13, 0)), {*good_words("green", "blue"), "lira", "bonus"}),
        (Sheet(lira_filled=40), {*good_words(), "bonus"}),
        (Sheet(bonus_filled=6), {*good_words(), "lira"}),
        (Sheet(filled=FULL, bonus=5), {"lira", "bonus"}),
    ],
)
def test_only_free_fields_can_be_marked(me: Sheet, free: set[str]) -> None:
    table = bazaar(replace(me, lira=1, lira_filled=me.lira_filled or 1, guild=(2,)))
    table.guild_turn(2)
    assert set(table.options(0)) == free


@pytest.mark.rule("CW-5.13")
def test_if_one_field_is_free_it_is_marked_and_the_second_is_lost() -> None:
    me = Sheet(filled=(13, 12, 13, 13), lira=1, lira_filled=40, bonus_filled=6, guild=(2,))
    table = bazaar(me)
    table.guild_turn(2)
    assert table.goods() == (0, 1, 0, 0)
    assert table.is_turn_of(1)


@pytest.mark.rule("CW-5.13")
def test_if_no_field_is_free_nothing_is_marked() -> None:
    me = Sheet(filled=FULL, lira=1, lira_filled=40, bonus_filled=6, guild=(2,))
    table = bazaar(me)
    table.guild_turn(2)
    assert (table.goods(), table.lira(), table.bonus()) == (NO_GOODS, 0, 0)
    assert table.is_turn_of(1)


@pytest.mark.rule("CW-5.13", "CW-2.4")
def test_of_caravan_8_an_improvement_is_left_when_no_field_is_free() -> None:
    me = Sheet(filled=FULL, lira_filled=40, bonus_filled=6, ticks=ALL_TICKED | {"8": 0, "1": 1})
    table = using("6", me, caravan=(8,))
    table.play(0, "place:6", "good:red")
    assert set(table.options(0)) == {"place:1", "place:8"}


# -- vectors ----------------------------------------------------------------


@pytest.mark.rule("CW-5.14")
def test_card_8_opens_six_places() -> None:
    assert using("8", RICH).places() == {"8", "4", "9", "13", "b", "d"}
    assert {"8", *NEIGHBOURS["8"].split()} == {"8", "4", "9", "13", "b", "d"}
