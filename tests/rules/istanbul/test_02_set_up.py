"""IST-2: what lies where when the first player moves."""

from __future__ import annotations

from collections import Counter

import pytest

from bedesten import IllegalChoice
from rules.istanbul.bazaar import (
    CARDS,
    COLOURS,
    FOUNTAIN,
    FULL,
    LARGE,
    MOSQUES,
    NO_GOODS,
    POLICE,
    RUBIES,
    SMALL,
    Bazaar,
    Goods,
    Trader,
    bazaar,
    good_words,
    says_chance,
    two_dice,
    visit,
)

SEATS = [2, 3, 4, 5]


def set_up(seats: int, first: int = 0) -> Bazaar:
    """A table as the set-up leaves it."""
    table = Bazaar(seats)
    table.say(f"seat:{first}", "sum:4", "sum:9", "demand:3", "demand:5")
    table.say(*["card:far", "card:stay", "card:family", "card:far", "card:one_good"][:seats])
    return table


@pytest.mark.rule("IST-2.1")
@pytest.mark.parametrize("seats", SEATS)
def test_the_lowest_tile_lies_on_top(seats: int) -> None:
    assert set_up(seats).pieces["mosques"] == dict.fromkeys(COLOURS, 2)


@pytest.mark.rule("IST-2.1", "IST-5.11")
@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize(("mosque", "colour"), [(14, "red"), (15, "blue")])
def test_a_stack_holds_the_tiles_of_its_player_number(seats: int, mosque: int, colour: str) -> None:
    """Everybody takes one after the other; with five players nothing is left for the last."""
    rich = Trader(at=2, lira=20, goods=(5, 5, 5, 5), extensions=3)
    away = (3, 3, 3) if seats == 2 else ()
    table = bazaar(*[rich] * seats, seats=seats, neutral_merchants=away)
    shown = [table.pieces["mosques"][colour]]
    for _ in range(min(seats, 4)):
        table.say(f"place:{mosque}", "leave")
        if table.step == "meet_merchants":
            table.say("pay")
        table.say("act", f"good:{colour}")
        shown.append(table.pieces["mosques"][colour])
    assert shown == [*MOSQUES[seats][:seats], None]


@pytest.mark.rule("IST-2.1")
def test_red_and_green_tiles_lie_at_the_small_mosque() -> None:
    table = visit(14, Trader(goods=FULL))
    table.say("act")
    assert set(table.options()) == set(good_words("red", "green"))


@pytest.mark.rule("IST-2.1")
def test_blue_and_yellow_tiles_lie_at_the_great_mosque() -> None:
    table = visit(15, Trader(goods=FULL))
    table.say("act")
    assert set(table.options()) == set(good_words("blue", "yellow"))


@pytest.mark.rule("IST-2.2")
@pytest.mark.parametrize(("seats", "total"), [(2, 21), (3, 25), (4, 31), (5, 32)])
def test_the_rubies_lie_as_the_player_number_says(seats: int, total: int) -> None:
    table = set_up(seats)
    assert table.pieces["rubies"] == RUBIES[seats]
    assert sum(table.pieces["rubies"].values()) == total
    assert [table.rubies(seat) for seat in range(seats)] == [0] * seats


@pytest.mark.rule("IST-2.3")
@pytest.mark.parametrize("seats", SEATS)
def test_there_are_3_extensions_for_everybody(seats: int) -> None:
    others = [Trader(extensions=3)] * (seats - 1)
    table = visit(1, Trader(lira=7, extensions=2), *others, seats=seats)
    table.say("act")
    assert table.player()["extensions"] == 3


@pytest.mark.rule("IST-2.4")
def test_all_markers_lie_on_the_upper_row() -> None:
    assert set_up(3).pieces["markers"] == 0


@pytest.mark.rule("IST-2.5")
def test_each_demand_tile_is_equally_likely_on_top() -> None:
    table = Bazaar()
    table.say("seat:0", "sum:2", "sum:2")
    fifths = pytest.approx({f"demand:{tile}": 1 / 5 for tile in range(1, 6)})
    assert table.match.odds() == fifths
    table.say("demand:3")
    assert table.match.odds() == fifths


@pytest.mark.rule("IST-2.5", "IST-11.1")
def test_only_the_top_tile_of_a_stack_is_seen() -> None:
    assert set_up(3).pieces["demand"] == {
        "large": [3, None, None, None, None],
        "small": [5, None, None, None, None],
    }


@pytest.mark.rule("IST-2.5", "IST-5.8")
@pytest.mark.parametrize(("tile", "goods"), list(enumerate(LARGE, start=1)))
def test_the_tiles_of_the_large_market(tile: int, goods: Goods) -> None:
    assert greedily_sold(visit(10, RICH, large=tile)) == goods


@pytest.mark.rule("IST-2.5", "IST-5.8")
@pytest.mark.parametrize(("tile", "goods"), list(enumerate(SMALL, start=1)))
def test_the_tiles_of_the_small_market(tile: int, goods: Goods) -> None:
    assert greedily_sold(visit(11, RICH, small=tile)) == goods


RICH = Trader(goods=(5, 5, 5, 5), extensions=3)


def greedily_sold(table: Bazaar) -> Goods:
    """What a full cart can sell, each kind as often as it is wanted."""
    table.say("act")
    while table.step == "sell":
        table.say(next(word for word in good_words() if word in table.options()))
    red, green, yellow, blue = table.goods()
    return 5 - red, 5 - green, 5 - yellow, 5 - blue


@pytest.mark.rule("IST-2.5", "IST-5.8")
@pytest.mark.parametrize(("place", "market"), [(10, "large"), (11, "small")])
def test_the_used_tile_goes_to_the_bottom_and_one_not_seen_yet_comes_up(
    place: int, market: str
) -> None:
    table = visit(place, Trader(goods=(1, 0, 0, 0)))
    table.say("act", "good:red", "done")
    assert table.match.odds() == pytest.approx({f"demand:{tile}": 1 / 4 for tile in range(2, 6)})
    table.say("demand:4")
    assert table.pieces["demand"][market] == [4, None, None, None, 1]


@pytest.mark.rule("IST-2.5", "IST-11.1")
def test_tiles_seen_before_are_not_among_those_that_may_come_up() -> None:
    table = visit(10, Trader(goods=(1, 0, 0, 0)), demand={"large": [4, None, None, 3, 1]})
    table.say("act", "good:red", "done")
    assert table.match.odds() == pytest.approx({"demand:2": 1 / 2, "demand:5": 1 / 2})


@pytest.mark.rule("IST-2.5")
def test_a_stack_seen_whole_goes_round_in_its_order() -> None:
    table = visit(
        10,
        Trader(goods=(2, 0, 0, 0)),
        demand={"large": [1, 5, 2, 4, 3]},
    )
    table.say("act", "good:red", "done")
    assert not says_chance(table)
    assert table.pieces["demand"]["large"] == [5, 2, 4, 3, 1]


@pytest.mark.rule("IST-2.5")
@pytest.mark.parametrize(("place", "other"), [(10, "small"), (11, "large")])
def test_a_sale_leaves_the_other_stack_alone(place: int, other: str) -> None:
    table = visit(place, Trader(goods=(1, 0, 0, 0)))
    before = table.pieces["demand"][other]
    table.say("act", "good:red", "done", "demand:4")
    assert table.pieces["demand"][other] == before


@pytest.mark.rule("IST-2.6")
def test_governor_and_smuggler_are_placed_by_two_dice_each() -> None:
    table = Bazaar()
    table.say("seat:0")
    assert table.match.odds() == pytest.approx(two_dice())
    table.say("sum:5")
    assert table.match.odds() == pytest.approx(two_dice())
    table.say("sum:11")
    assert (table.pieces["governor"], table.pieces["smuggler"]) == (5, 11)


@pytest.mark.rule("IST-2.6")
@pytest.mark.parametrize("place", range(2, 13))
def test_governor_and_smuggler_may_share_a_place(place: int) -> None:
    table = Bazaar()
    table.say("seat:0", f"sum:{place}", f"sum:{place}")
    assert (table.pieces["governor"], table.pieces["smuggler"]) == (place, place)


@pytest.mark.rule("IST-2.7")
def test_there_are_26_bonus_cards_of_ten_kinds() -> None:
    table = Bazaar()
    table.say("seat:0", "sum:2", "sum:2", "demand:1", "demand:1")
    assert table.pieces["pile"] == CARDS
    assert sum(CARDS.values()) == 26
    assert table.match.odds() == pytest.approx(
        {f"card:{card}": n / 26 for card, n in CARDS.items()}
    )


@pytest.mark.rule("IST-2.7", "IST-2.8")
@pytest.mark.parametrize("seats", SEATS)
def test_the_cards_dealt_come_from_the_pile(seats: int) -> None:
    table = set_up(seats)
    hands = [card for seat in range(seats) for card in table.hand(seat)]
    assert Counter(table.pile) + Counter(hands) == Counter(CARDS)
    assert table.discards == []


@pytest.mark.rule("IST-2.7")
def test_a_card_dealt_is_not_dealt_again() -> None:
    table = Bazaar()
    table.say("seat:0", "sum:2", "sum:2", "demand:1", "demand:1", "card:stay")
    assert table.match.odds()["card:stay"] == pytest.approx(1 / 25)
    table.say("card:stay")
    with pytest.raises(IllegalChoice):
        table.say("card:stay")


@pytest.mark.rule("IST-2.8")
@pytest.mark.parametrize("seats", SEATS)
def test_everybody_begins_alike(seats: int) -> None:
    table = set_up(seats)
    for seat in range(seats):
        assert table.goods(seat) == NO_GOODS
        assert table.player(seat)["extensions"] == 0
        assert table.player(seat)["tiles"] == []
        assert table.player(seat)["family"] == POLICE
        assert table.player(seat)["merchant"] == FOUNTAIN
        assert table.stack(seat) == ["own"] * 4
        assert table.out(seat) == []
        assert len(table.hand(seat)) == 1


@pytest.mark.rule("IST-2.8")
def test_the_cards_are_dealt_clockwise_from_the_starting_player() -> None:
    table = set_up(3, first=1)
    assert [table.hand(seat) for seat in (1, 2, 0)] == [["far"], ["stay"], ["family"]]


@pytest.mark.rule("IST-2.8")
@pytest.mark.parametrize(
    ("place", "goods"),
    [(2, (2, 0, 0, 0)), (3, (0, 2, 0, 0)), (4, (0, 0, 2, 0))],
)
def test_the_wheelbarrow_has_room_for_2_of_each_kind(place: int, goods: Goods) -> None:
    table = visit(place, governor=12, smuggler=12)
    table.say("act")
    assert table.goods() == goods


@pytest.mark.rule("IST-2.8")
def test_the_room_of_a_kind_is_its_own() -> None:
    """A cart full of three kinds takes in 2 of the fourth."""
    table = visit(3, Trader(goods=(2, 0, 2, 2)))
    table.say("act")
    assert table.goods() == FULL


@pytest.mark.rule("IST-2.8", "IST-8.2")
def test_a_fifth_assistant_waits_in_reserve() -> None:
    table = visit(15, Trader(goods=(0, 0, 0, 2)))
    table.say("act", "good:blue")
    assert len(table.stack()) + len(table.out()) == 5


@pytest.mark.rule("IST-2.9")
@pytest.mark.parametrize("seats", SEATS)
def test_everybody_is_equally_likely_to_start(seats: int) -> None:
    assert Bazaar(seats).match.odds() == pytest.approx(
        {f"seat:{seat}": 1 / seats for seat in range(seats)}
    )


@pytest.mark.rule("IST-2.9", "IST-3.5")
@pytest.mark.parametrize(
    ("seats", "first", "lira"),
    [
        (2, 0, [2, 3]),
        (2, 1, [3, 2]),
        (3, 2, [3, 4, 2]),
        (4, 1, [5, 2, 3, 4]),
        (5, 0, [2, 3, 4, 5, 6]),
        (5, 3, [4, 5, 6, 2, 3]),
    ],
)
def test_the_starting_player_has_2_lira_and_each_next_one_1_more(
    seats: int, first: int, lira: list[int]
) -> None:
    table = set_up(seats, first)
    assert [table.lira(seat) for seat in range(seats)] == lira
    assert table.pieces["first"] == first
    assert table.is_turn_of(first)


@pytest.mark.rule("IST-2.10")
def test_with_two_players_neutral_merchants_stand_at_14_15_and_16() -> None:
    assert set_up(2).pieces["neutral_merchants"] == [14, 15, 16]


@pytest.mark.rule("IST-2.10")
@pytest.mark.parametrize("seats", [3, 4, 5])
def test_with_more_players_there_are_no_neutral_merchants(seats: int) -> None:
    assert set_up(seats).pieces["neutral_merchants"] == []


@pytest.mark.rule("IST-2.11")
def test_lira_never_run_out() -> None:
    """The box holds 225."""
    table = visit(9, Trader(lira=500), Trader(lira=500), Trader(lira=500))
    table.say("act", "call:12", "dice:6-6")
    assert table.lira() == 512


@pytest.mark.rule("IST-2.11")
def test_goods_never_run_out() -> None:
    others = [Trader(goods=(5, 5, 5, 5), extensions=3)] * 4
    table = visit(3, Trader(extensions=3), *others, seats=5)
    table.say("act")
    assert table.goods() == (0, 5, 0, 0)


@pytest.mark.rule("IST-2.11", "IST-5.13")
def test_rubies_can_run_out() -> None:
    table = visit(16, Trader(lira=99, hand=("stay",)), dealer=0)
    assert table.asks("act", "pass")


@pytest.mark.rule("IST-2.11", "IST-5.13")
def test_mosque_tiles_can_run_out() -> None:
    """With five players there are four of a colour."""
    owners = [Trader(tiles=("red", "green"))] * 4
    table = visit(14, Trader(goods=(5, 5, 0, 0), extensions=3, hand=("stay",)), *owners, seats=5)
    assert table.pieces["mosques"]["red"] is None
    assert table.asks("act", "pass")


@pytest.mark.rule("IST-2.11", "IST-7.9")
def test_bonus_cards_can_run_out() -> None:
    table = visit(6, Trader(hand=("stay",)), pile=())
    assert table.asks("act", "pass")


@pytest.mark.rule("IST-2.7", "IST-2.2")
def test_cards_and_rubies_in_play_are_constant() -> None:
    table = bazaar(
        Trader(at=9, lira=99, goods=FULL, hand=("five_lira", "family"), family=1), dealer=5
    )
    for words in (
        ["card:family", "draw", "card:far"],
        ["place:16", "leave", "act", "card:five_lira", "pass"],
    ):
        table.say(*words)
        assert total_rubies(table) == 25
        assert total_cards(table) == 26


def total_rubies(table: Bazaar) -> int:
    held = sum(table.rubies(seat) for seat in range(table.match.seats))
    return held + int(sum(table.pieces["rubies"].values()))


def total_cards(table: Bazaar) -> int:
    hands = sum(len(table.hand(seat)) for seat in range(table.match.seats))
    return len(table.pile) + len(table.discards) + hands
