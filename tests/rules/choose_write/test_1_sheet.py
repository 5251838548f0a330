"""CW-1: the sheet, its places and its fields."""

from __future__ import annotations

import pytest

from rules.choose_write.bazaar import (
    NEIGHBOURS,
    NO_GOODS,
    NUMBERED,
    PALACES,
    PLACES,
    RICH,
    Bazaar,
    Goods,
    Sheet,
    bazaar,
    following,
    set_up,
    using,
)

MAKERS = {"1": "red", "5": "green", "10": "yellow", "14": "blue"}
"""CW-1.9."""


def only(colour: str, n: int) -> Goods:
    red, green, yellow, blue = (n * (colour == each) for each in ("red", "green", "yellow", "blue"))
    return red, green, yellow, blue


# -- places -----------------------------------------------------------------


@pytest.mark.rule("CW-1.1", "CW-4.2")
@pytest.mark.parametrize("card", PLACES)
def test_a_card_opens_its_place_and_the_neighbours(card: str) -> None:
    table = using(card, RICH)
    assert table.places() == {card, *NEIGHBOURS[card].split()}


@pytest.mark.rule("CW-1.1", "CW-4.3")
@pytest.mark.parametrize("card", PLACES)
def test_a_card_opens_the_same_places_to_the_others(card: str) -> None:
    table = following(card, RICH)
    assert table.places(1) == {card, *NEIGHBOURS[card].split()}


@pytest.mark.rule("CW-1.2")
@pytest.mark.parametrize("card", ["11", "13", "c", "d"])
def test_the_catacombs_cannot_be_used_through_the_places_around_them(card: str) -> None:
    table = using(card, RICH, RICH)
    assert "12" not in table.places(0) | table.places(1)


@pytest.mark.rule("CW-1.2")
def test_the_card_of_the_catacombs_opens_only_them() -> None:
    assert set(using("12", RICH).options(0)) == {"place:12", "pass"}


# -- marks ------------------------------------------------------------------


@pytest.mark.rule("CW-1.3")
def test_goods_that_are_paid_are_crossed_and_their_fields_stay_filled() -> None:
    table = using("3", Sheet(goods=(3, 0, 0, 0)))
    table.use("place:3 good:red done bonus")
    assert table.goods() == (1, 0, 0, 0)
    assert table.filled() == (3, 0, 0, 0)


@pytest.mark.rule("CW-1.3")
def test_lira_that_are_paid_are_crossed_and_their_fields_stay_filled() -> None:
    table = using("2", Sheet(lira=12))
    table.use("place:2")
    assert table.lira() == 2
    assert table.player()["lira_filled"] == 12


@pytest.mark.rule("CW-1.3", "CW-4.3")
def test_a_bonus_action_that_is_used_is_crossed_and_its_field_stays_filled() -> None:
    table = following("8", Sheet(bonus=2))
    table.use("pass", "place:8 bonus")
    assert table.bonus(1) == 1
    assert table.player(1)["bonus_filled"] == 2


@pytest.mark.rule("CW-1.3", "CW-1.8")
def test_an_improvement_lasts() -> None:
    table = using("1", Sheet(ticks={"1": 1}))
    table.use("place:1")
    assert table.ticks() == {"1": 1}
    assert table.goods() == (3, 0, 0, 0)


@pytest.mark.rule("CW-1.3")
@pytest.mark.parametrize("rubies", [9, 10, 13, 14, 17])
def test_rubies_are_never_capped(rubies: int) -> None:
    table = using("2", Sheet(lira=10, rubies=rubies))
    table.use("place:2")
    assert table.rubies() == rubies + 1


@pytest.mark.rule("CW-1.3", "CW-1.4")
def test_a_crossed_field_is_not_marked_again() -> None:
    table = using("1", Sheet(filled=(13, 0, 0, 0)))
    table.use("place:1")
    assert table.goods() == NO_GOODS


@pytest.mark.rule("CW-1.3", "CW-1.5")
def test_a_crossed_lira_is_not_marked_again() -> None:
    table = using("8", Sheet(lira_filled=40))
    table.use("place:8")
    assert table.lira() == 0


@pytest.mark.rule("CW-1.3", "CW-4.4")
def test_a_crossed_bonus_action_is_not_marked_again() -> None:
    table = using("8", Sheet(bonus=1, bonus_filled=6))
    table.use("pass")
    assert table.bonus() == 1


@pytest.mark.rule("CW-1.3")
def test_a_full_box_of_improvements_cannot_be_ticked() -> None:
    table = using("13", Sheet(ticks={"5": 2, "8": 1}))
    table.play(0, "place:13")
    assert table.places() == {"1", "8", "10", "14"}


# -- goods and lira ---------------------------------------------------------


@pytest.mark.rule("CW-1.4")
@pytest.mark.parametrize(("filled", "taken"), [(0, 4), (8, 4), (9, 4), (10, 3), (12, 1), (13, 0)])
@pytest.mark.parametrize("place", MAKERS)
def test_a_column_has_13_rows_and_goods_beyond_them_are_lost(
    place: str, filled: int, taken: int
) -> None:
    colour = MAKERS[place]
    table = using(place, Sheet(filled=only(colour, filled), ticks={place: 2}))
    table.use(f"place:{place}")
    assert table.goods() == only(colour, taken)
    assert table.filled() == only(colour, filled + taken)


@pytest.mark.rule("CW-1.4", "CW-6.1")
@pytest.mark.parametrize("row", range(1, 14))
def test_rows_4_7_and_10_bring_a_ruby(row: int) -> None:
    table = using("7", Sheet(filled=(row, row, row, row - 1), rubies=5))
    table.use("place:7 good:red good:blue")
    assert table.rubies() == (6 if row in (4, 7, 10) else 5)


@pytest.mark.rule("CW-1.5")
@pytest.mark.parametrize(("filled", "taken"), [(16, 3), (20, 3), (37, 3), (38, 2), (40, 0)])
def test_there_are_40_lira_and_those_beyond_are_lost(filled: int, taken: int) -> None:
    table = using("8", Sheet(lira_filled=filled))
    table.use("place:8")
    assert table.lira() == taken
    assert table.player()["lira_filled"] == filled + taken


@pytest.mark.rule("CW-1.5", "CW-6.1")
@pytest.mark.parametrize(("filled", "rubies"), [(16, 0), (17, 1), (19, 1), (36, 0), (37, 1)])
def test_a_box_has_20_lira(filled: int, rubies: int) -> None:
    table = using("8", Sheet(lira_filled=filled, rubies=2))
    table.use("place:8")
    assert table.rubies() == 2 + rubies


@pytest.mark.rule("CW-1.5")
@pytest.mark.parametrize("boxes", [[30, 10], [10, 30]])
@pytest.mark.parametrize(("filled", "rubies"), [(6, 0), (7, 1), (9, 1)])
def test_the_smaller_box_is_filled_first(boxes: list[int], filled: int, rubies: int) -> None:
    table = using("8", Sheet(lira_filled=filled), data={"lira": {"boxes": boxes}})
    table.use("place:8")
    assert table.rubies() == rubies


# -- symbols and bonus actions ----------------------------------------------


def start(seats: int) -> Bazaar:
    table = Bazaar(seats)
    table.say(*set_up(seats))
    return table


@pytest.mark.rule("CW-1.6")
@pytest.mark.parametrize("place", NUMBERED)
@pytest.mark.parametrize("seats", range(1, 6))
def test_action_symbols_by_the_number_of_players(seats: int, place: str) -> None:
    second = seats > 3 or (seats == 3 and place in ("3", "7", "8", "12"))
    for seat in range(seats):
        assert start(seats).symbols(place, seat) == 1 + second


@pytest.mark.rule("CW-1.6", "CW-4.3")
@pytest.mark.parametrize(
    ("seats", "place", "times"), [(2, "8", 1), (3, "8", 2), (3, "4", 1), (4, "4", 2)]
)
def test_a_place_is_followed_as_often_as_it_has_symbols(seats: int, place: str, times: int) -> None:
    table = bazaar(seats=seats, display=("8", "8"))
    last = seats - 1
    for card in ("left", "right")[:times]:
        table.play(table.actor, card)
        table.use(*["pass"] * last, f"place:{place} symbol")
        table.go_on()
    assert table.symbols(place, last) == 0
    assert table.bonus(last) == 0


@pytest.mark.rule("CW-1.6", "CW-4.3")
def test_where_all_symbols_are_crossed_nobody_follows() -> None:
    table = following("8", Sheet(crossed=("8", "13")))
    assert table.places(1) == {"4", "9"}


@pytest.mark.rule("CW-1.6")
@pytest.mark.parametrize("letter", PALACES)
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_palaces_have_no_symbol(seats: int, letter: str) -> None:
    table = following(letter, Sheet(goods=(6, 6, 6, 6)), seats=seats)
    assert not table.places(1) & {*PALACES}


@pytest.mark.rule("CW-1.7", "CW-3.3")
@pytest.mark.parametrize("seats", range(1, 6))
def test_bonus_actions_start_unmarked(seats: int) -> None:
    for seat in range(seats):
        assert start(seats).player(seat)["bonus_filled"] == 0


@pytest.mark.rule("CW-1.7", "CW-4.4")
@pytest.mark.parametrize(("seats", "fields"), [(1, 6), (2, 6), (3, 6), (4, 6), (5, 7)])
def test_there_are_6_bonus_actions_and_with_five_players_7(seats: int, fields: int) -> None:
    for marked in (fields - 1, fields):
        table = using("8", Sheet(bonus=marked), seats=seats)
        table.use("pass")
        assert table.bonus() == fields


# -- improvements -----------------------------------------------------------


@pytest.mark.rule("CW-1.8", "CW-1.9", "CW-5.1")
@pytest.mark.parametrize("ticks", [0, 1, 2])
@pytest.mark.parametrize("place", MAKERS)
def test_warehouses_make_2_goods_and_1_more_for_each_tick(place: str, ticks: int) -> None:
    table = using(place, Sheet(ticks={place: ticks}))
    table.use(f"place:{place}")
    assert table.goods() == only(MAKERS[place], 2 + ticks)


@pytest.mark.rule("CW-1.8", "CW-5.7")
@pytest.mark.parametrize("ticks", [0, 1, 2])
def test_the_tea_house_makes_3_lira_and_1_more_for_each_tick(ticks: int) -> None:
    table = using("8", Sheet(ticks={"8": ticks}))
    table.use("place:8")
    assert table.lira() == 3 + ticks


@pytest.mark.rule("CW-1.8")
def test_ticks_elsewhere_bring_nothing_here() -> None:
    table = using("1", Sheet(ticks={"5": 2, "8": 2, "10": 1, "14": 2}))
    table.use("place:1")
    assert table.goods() == (2, 0, 0, 0)


@pytest.mark.rule("CW-1.8", "CW-5.11")
def test_there_are_improvements_at_five_places() -> None:
    table = using("13")
    table.play(0, "place:13")
    assert table.places() == {"1", "5", "8", "10", "14"}
