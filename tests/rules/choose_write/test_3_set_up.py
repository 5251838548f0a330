"""CW-3: how a game begins."""

from __future__ import annotations

import pytest

from bedesten import CHANCE
from rules.choose_write.bazaar import (
    FOUNTAINS,
    NO_GOODS,
    PALACES,
    Bazaar,
    Sheet,
    good_words,
    price,
    set_up,
    using,
)


def laid(seats: int, *places: str, first: int = 0) -> Bazaar:
    """A table at which all palaces are open and these place cards were drawn."""
    table = Bazaar(seats)
    table.say(*[word for word in set_up(seats, first) if word[:4] in ("seat", "ruby")], *places)
    return table


# -- palaces ----------------------------------------------------------------


@pytest.mark.rule("CW-3.1")
@pytest.mark.parametrize("seats", [3, 4, 5])
def test_with_three_players_or_more_there_is_one_ruby_card_at_each_palace(seats: int) -> None:
    table = laid(seats)
    assert [table.palace(letter) for letter in PALACES] == [[1], [2], [3], [4]]


@pytest.mark.rule("CW-3.1")
@pytest.mark.parametrize("seats", [1, 2])
def test_with_one_or_two_players_there_are_two_ruby_cards_at_each_palace(seats: int) -> None:
    table = laid(seats)
    assert [table.palace(letter) for letter in PALACES] == [[1, 5], [2, 6], [3, 7], [4, 8]]


@pytest.mark.rule("CW-3.1", "CW-2.3")
@pytest.mark.parametrize("letter", PALACES)
@pytest.mark.parametrize("seats", [1, 2, 3, 4, 5])
def test_a_palace_costs_its_first_card_and_the_tops_of_the_others(seats: int, letter: str) -> None:
    n = PALACES.index(letter) + 1
    asked = price(n, n + 4) if seats < 3 else price(n)
    table = using(letter, Sheet(goods=asked), seats=seats, palaces=None)
    table.use(f"place:{letter}")
    assert table.goods() == NO_GOODS
    assert table.rubies() == 1


# -- place cards ------------------------------------------------------------


@pytest.mark.rule("CW-3.2")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_two_cards_lie_open_and_everybody_has_one(seats: int) -> None:
    cards = [f"place:{n}" for n in range(1, 3 + seats)]
    table = laid(seats, *cards, "caravan:8")
    assert table.display == ["1", "2"]
    assert [table.player(seat)["place"] for seat in range(seats)] == [
        str(n) for n in range(3, 3 + seats)
    ]
    assert sum(table.pieces["pile"].values()) == 40 - 2 - seats
    assert table.caravan == [8, *[None] * 7]


@pytest.mark.rule("CW-3.2")
def test_hands_are_dealt_clockwise_from_the_starting_player() -> None:
    table = laid(3, "place:1", "place:2", "place:3", "place:4", "place:5", "caravan:1", first=2)
    assert [table.player(seat)["place"] for seat in range(3)] == ["4", "5", "3"]


@pytest.mark.rule("CW-3.2", "CW-6.4")
@pytest.mark.parametrize("seats", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("at", range(3))
def test_a_fountain_of_the_set_up_is_discarded_and_replaced(seats: int, at: int) -> None:
    words = [f"{'right' if seats == 1 else 'place'}:{n}" for n in range(1, 3 + seats)]
    words.insert(at, "fountain:lira")
    table = laid(seats, *words, "caravan:1")
    assert None not in table.display
    assert all(table.player(seat)["place"] for seat in range(seats))
    assert table.discards == {"fountain:lira": 1}
    assert [table.lira(seat) for seat in range(seats)] == [1] * seats
    assert table.is_turn_of(0)


@pytest.mark.rule("CW-3.2")
def test_fountains_are_taken_only_when_all_cards_are_dealt() -> None:
    table = laid(2, "place:1", "fountain:lira", "place:2", "place:3")
    assert [table.lira(seat) for seat in (0, 1)] == [0, 0]
    table.say("place:4")
    assert [table.lira(seat) for seat in (0, 1)] == [0, 0]
    table.say("caravan:1")
    assert [table.lira(seat) for seat in (0, 1)] == [1, 1]


@pytest.mark.rule("CW-3.2")
def test_fountains_are_taken_in_the_order_in_which_they_turned_up() -> None:
    cards = ["fountain:improvement", "place:1", "place:2", "place:3", "fountain:good", "place:4"]
    table = laid(2, *cards, "caravan:1")
    assert table.match.actors == (0, 1)
    assert table.asked(0) == table.asked(1) == "fountain_tick"
    table.play(0, "place:8")
    table.play(1, "place:1")
    assert table.asked(0) == table.asked(1) == "fountain_good"
    table.play(0, "good:red")
    table.play(1, "good:blue")
    assert table.ticks(0) == {"8": 1}
    assert table.ticks(1) == {"1": 1}
    assert (table.goods(0), table.goods(1)) == ((1, 0, 0, 0), (0, 0, 0, 1))
    assert table.is_turn_of(0)


@pytest.mark.rule("CW-3.2")
def test_the_other_order_asks_for_the_good_first() -> None:
    cards = ["fountain:good", "place:1", "place:2", "place:3", "fountain:improvement", "place:4"]
    table = laid(2, *cards, "caravan:1")
    assert table.asked(0) == "fountain_good"
    assert set(table.options(0)) == {*good_words()}


@pytest.mark.rule("CW-3.2")
@pytest.mark.parametrize("first", range(3))
def test_goods_cards_of_a_fountain_are_drawn_clockwise_from_the_starting_player(
    first: int,
) -> None:
    cards = ["place:1", "place:2", "place:3", "fountain:goods", "place:4", "place:5"]
    table = laid(3, *cards, "caravan:1", first=first)
    assert table.actor == CHANCE
    table.chance("goods:rr", "goods:gg", "goods:yy")
    for n, card in enumerate(("rr", "gg", "yy")):
        assert table.goods_cards((first + n) % 3) == [card]
    assert table.is_turn_of(first)


@pytest.mark.rule("CW-3.2")
def test_all_four_fountains_may_turn_up() -> None:
    table = laid(2, *FOUNTAINS, "place:1", "place:2", "place:3", "place:4", "caravan:1")
    assert table.asked(0) == "fountain_good"
    table.play(1, "good:green")
    table.play(0, "good:red")
    table.chance("goods:rr", "goods:gg")
    table.play(1, "place:5")
    table.play(0, "place:1")
    for seat in (0, 1):
        assert table.lira(seat) == 1
        assert sum(table.goods(seat)) == 1
        assert len(table.goods_cards(seat)) == 1
        assert sum(table.ticks(seat).values()) == 1
    assert table.is_turn_of(0)


# -- the beginning ----------------------------------------------------------


@pytest.mark.rule("CW-3.3")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_a_random_player_starts(seats: int) -> None:
    odds = Bazaar(seats).match.odds()
    assert odds == {f"seat:{n}": pytest.approx(1 / seats) for n in range(seats)}


@pytest.mark.rule("CW-3.3")
@pytest.mark.parametrize("first", range(4))
def test_the_starting_player_plays_first(first: int) -> None:
    table = Bazaar(4)
    table.say(*set_up(4, first))
    assert table.is_turn_of(first)
    assert table.pieces["first"] == first


@pytest.mark.rule("CW-3.3")
@pytest.mark.parametrize("seats", [1, 2, 3, 4, 5])
def test_nobody_has_anything(seats: int) -> None:
    table = Bazaar(seats)
    table.say(*set_up(seats))
    for seat in range(seats):
        me = table.player(seat)
        assert table.filled(seat) == NO_GOODS
        assert (me["lira_filled"], me["bonus_filled"], me["rubies"]) == (0, 0, 0)
        assert (table.ticks(seat), table.guild(seat), table.goods_cards(seat)) == ({}, [], [])
