"""IST-5.11: the small and the great mosque."""

from __future__ import annotations

import pytest

from rules.istanbul.bazaar import COLOURS, Goods, Trader, good_words, visit

MOSQUE = {"red": 14, "green": 14, "yellow": 15, "blue": 15}
SISTER = {"red": "green", "green": "red", "yellow": "blue", "blue": "yellow"}


def only(colour: str, n: int) -> Goods:
    red, green, yellow, blue = (n if colour == one else 0 for one in COLOURS)
    return red, green, yellow, blue


@pytest.mark.rule("IST-5.11")
@pytest.mark.parametrize("colour", COLOURS)
@pytest.mark.parametrize("asked", [2, 3, 4, 5])
def test_one_needs_as_many_goods_as_the_tile_shows_and_gives_1(colour: str, asked: int) -> None:
    owners = [Trader(tiles=(colour,))] * (asked - 2)
    table = visit(MOSQUE[colour], Trader(goods=only(colour, asked), extensions=3), *owners, seats=4)
    assert table.pieces["mosques"][colour] == asked
    table.say("act", f"good:{colour}")
    assert table.goods() == only(colour, asked - 1)
    assert table.player()["tiles"] == [colour]


@pytest.mark.rule("IST-5.11", "IST-5.13")
@pytest.mark.parametrize("colour", COLOURS)
@pytest.mark.parametrize("asked", [2, 3, 4, 5])
def test_with_one_good_less_there_is_no_tile(colour: str, asked: int) -> None:
    owners = [Trader(tiles=(colour,))] * (asked - 2)
    me = Trader(goods=only(colour, asked - 1), extensions=3, hand=("stay",))
    assert visit(MOSQUE[colour], me, *owners, seats=4).asks("act", "pass")


@pytest.mark.rule("IST-5.11")
def test_each_colour_is_looked_at_by_itself() -> None:
    """The red stack asks 3 by now, the green one still 2."""
    table = visit(14, Trader(goods=(2, 2, 0, 0)), Trader(tiles=("red",)))
    table.say("act", "good:green")
    assert table.player()["tiles"] == ["green"]
    assert table.goods() == (2, 1, 0, 0)


@pytest.mark.rule("IST-5.11", "IST-2.1")
@pytest.mark.parametrize(("seats", "then"), [(2, 4), (3, 3), (4, 3), (5, 3)])
def test_the_next_tile_of_the_stack_asks_more(seats: int, then: int) -> None:
    away = (3, 3, 3) if seats == 2 else ()
    table = visit(14, Trader(goods=(2, 0, 0, 0)), seats=seats, neutral_merchants=away)
    table.say("act", "good:red")
    assert table.pieces["mosques"]["red"] == then


@pytest.mark.rule("IST-5.11")
@pytest.mark.parametrize("colour", COLOURS)
def test_nobody_takes_a_second_tile_of_a_colour(colour: str) -> None:
    """There is only the other one to take, so nothing is asked."""
    me = Trader(goods=(5, 5, 5, 5), extensions=3, tiles=(colour,))
    table = visit(MOSQUE[colour], me)
    table.say("act")
    assert set(table.player()["tiles"]) == {colour, SISTER[colour]}


@pytest.mark.rule("IST-5.11")
@pytest.mark.parametrize("colour", COLOURS)
def test_both_colours_of_a_mosque_bring_a_ruby_of_it(colour: str) -> None:
    table = visit(MOSQUE[colour], Trader(goods=only(colour, 2), tiles=(SISTER[colour],)))
    table.say("act", f"good:{colour}")
    assert table.rubies() == 1
    name = "small_mosque" if MOSQUE[colour] == 14 else "great_mosque"
    other = "great_mosque" if MOSQUE[colour] == 14 else "small_mosque"
    assert table.pieces["rubies"][name] == 2
    assert table.pieces["rubies"][other] == 3


@pytest.mark.rule("IST-5.11")
@pytest.mark.parametrize("colour", COLOURS)
def test_one_colour_alone_brings_no_ruby(colour: str) -> None:
    table = visit(MOSQUE[colour], Trader(goods=only(colour, 2)))
    table.say("act", f"good:{colour}")
    assert table.rubies() == 0


@pytest.mark.rule("IST-5.11")
@pytest.mark.parametrize(
    ("tiles", "colour"), [(("blue",), "red"), (("red",), "yellow"), (("green",), "blue")]
)
def test_tiles_of_two_mosques_are_no_pair(tiles: tuple[str, ...], colour: str) -> None:
    table = visit(MOSQUE[colour], Trader(goods=only(colour, 2), tiles=tiles))
    table.say("act", f"good:{colour}")
    assert table.rubies() == 0


@pytest.mark.rule("IST-5.11")
def test_the_second_mosque_brings_a_second_ruby() -> None:
    table = visit(15, Trader(goods=(0, 0, 0, 2), tiles=("red", "green", "yellow")))
    assert table.rubies() == 1
    table.say("act", "good:blue")
    assert table.rubies() == 2


@pytest.mark.rule("IST-5.11")
def test_one_tile_is_taken_at_a_time() -> None:
    table = visit(14, Trader(goods=(2, 2, 0, 0), hand=("stay",)))
    table.say("act")
    assert set(table.options()) == set(good_words("red", "green"))
    table.say("good:red")
    assert table.step == "encounters"
    assert table.player()["tiles"] == ["red"]


@pytest.mark.rule("IST-5.11", "IST-2.2")
def test_with_five_players_the_fourth_pair_takes_the_last_ruby() -> None:
    owners = [Trader(tiles=("red", "green"))] * 3
    table = visit(14, Trader(goods=(0, 5, 0, 0), extensions=3, tiles=("red",)), *owners, seats=5)
    table.say("act", "good:green")
    assert table.pieces["rubies"]["small_mosque"] == 0
    assert table.pieces["mosques"]["red"] is None
    assert table.pieces["mosques"]["green"] is None
