"""IST-1: the sixteen places and how they can be laid out."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest

from bedesten import IllegalChoice
from rules.istanbul.bazaar import (
    FULL,
    LAYOUTS,
    Bazaar,
    Trader,
    bazaar,
    says_chance,
    steps,
    visit,
    within,
)

INNER_CELLS = (6, 7, 10, 11)


def apart(cell: int, other: int) -> int:
    """The steps between two cells, 1 to 16 row by row."""
    row, column = divmod(cell - 1, 4)
    other_row, other_column = divmod(other - 1, 4)
    return abs(row - other_row) + abs(column - other_column)


TEA_HOUSE_CELLS = {
    (fountain, market): [
        cell for cell in range(1, 17) if cell != fountain and apart(cell, market) >= 3
    ]
    for fountain, market in permutations(range(1, 17), 2)
    if fountain in INNER_CELLS
}
"""Where the tea house can lie, by the cells of the fountain and the black market."""


@pytest.mark.rule("IST-1.1")
@pytest.mark.parametrize("layout", LAYOUTS)
def test_every_layout_has_each_of_the_16_places_once(layout: str) -> None:
    cells = Bazaar(layout=layout).pieces["cells"]
    assert sorted(cells) == list(range(1, 17))


@pytest.mark.rule("IST-1.1")
@pytest.mark.parametrize(
    ("place", "step"),
    [
        (6, "pick_pile"),
        (7, "bring_back"),
        (8, "roll_dice"),
        (9, "call_number"),
        (10, "sell"),
        (11, "sell"),
        (12, "send_family"),
        (13, "give_any"),
        (14, "take_tile"),
        (15, "take_tile"),
    ],
)
def test_each_number_is_the_place_of_the_rules(place: int, step: str) -> None:
    table = visit(place, Trader(goods=FULL, out=(1, 2)), discards=("far",))
    table.say("act")
    assert table.step == step


@pytest.mark.rule("IST-1.2")
@pytest.mark.parametrize("layout", LAYOUTS)
def test_the_layouts_are_those_of_the_rules_row_by_row(layout: str) -> None:
    assert tuple(Bazaar(layout=layout).pieces["cells"]) == LAYOUTS[layout]


@pytest.mark.rule("IST-1.3")
def test_at_random_the_fountain_lies_on_one_of_the_inner_cells() -> None:
    table = Bazaar(layout="random")
    assert table.match.odds() == pytest.approx({f"cell:{cell}": 1 / 4 for cell in INNER_CELLS})


@pytest.mark.rule("IST-1.3")
@pytest.mark.parametrize("fountain", INNER_CELLS)
def test_the_black_market_is_as_likely_on_a_cell_as_it_leaves_room_for_the_tea_house(
    fountain: int,
) -> None:
    table = Bazaar(layout="random")
    table.say(f"cell:{fountain}")
    room = {cell: len(TEA_HOUSE_CELLS[fountain, cell]) for cell in range(1, 17) if cell != fountain}
    assert table.match.odds() == pytest.approx(
        {f"cell:{cell}": n / sum(room.values()) for cell, n in room.items()}
    )


@pytest.mark.rule("IST-1.3")
@pytest.mark.parametrize(("fountain", "market"), [(6, 1), (6, 11), (7, 4), (10, 6), (11, 9)])
def test_the_tea_house_is_at_least_3_steps_from_the_black_market(
    fountain: int, market: int
) -> None:
    table = Bazaar(layout="random")
    table.say(f"cell:{fountain}", f"cell:{market}")
    cells = TEA_HOUSE_CELLS[fountain, market]
    assert table.match.odds() == pytest.approx({f"cell:{cell}": 1 / len(cells) for cell in cells})


@pytest.mark.rule("IST-1.3")
def test_the_black_market_cannot_lie_near_the_tea_house() -> None:
    table = Bazaar(layout="random")
    table.say("cell:6", "cell:1")
    with pytest.raises(IllegalChoice):
        table.say("cell:3")


@pytest.mark.rule("IST-1.3")
def test_the_other_places_are_laid_in_the_order_of_their_numbers_on_any_free_cell() -> None:
    table = Bazaar(layout="random")
    table.say("cell:6", "cell:1", "cell:16")
    free = [cell for cell in range(1, 17) if cell not in (1, 6, 16)]
    while len(free) > 1:
        assert table.match.odds() == pytest.approx({f"cell:{cell}": 1 / len(free) for cell in free})
        table.say(f"cell:{free.pop()}")
    table.say(f"cell:{free.pop()}", "seat:0")
    assert table.pieces["cells"] == [8, 16, 15, 14, 13, 7, 12, 11, 10, 6, 5, 4, 3, 2, 1, 9]


@pytest.mark.rule("IST-1.3")
def test_every_layout_that_meets_both_is_equally_likely() -> None:
    """The tea house evens out what the black market weighs; the rest is a plain shuffle."""
    pairs = sum(len(cells) for cells in TEA_HOUSE_CELLS.values())
    for fountain in INNER_CELLS:
        laid = Bazaar(layout="random")
        likely = laid.match.odds()[f"cell:{fountain}"]
        laid.say(f"cell:{fountain}")
        for market_word, market in laid.match.odds().items():
            fork = Bazaar(layout="random")
            fork.say(f"cell:{fountain}", market_word)
            for tea_house in fork.match.odds().values():
                assert likely * market * tea_house == pytest.approx(1 / pairs)


@pytest.mark.rule("IST-1.3", "IST-1.4")
def test_merchants_walk_on_a_random_layout_as_it_lies() -> None:
    table = Bazaar(layout="random")
    table.say("cell:6", "cell:1", "cell:16")
    while says_chance(table) and table.options()[0].startswith("cell:"):
        table.say(table.options()[0])
    table.say("seat:0", "sum:2", "sum:2", "demand:1", "demand:1")
    table.say("card:far", "card:stay", "card:far")
    cells = table.pieces["cells"]
    assert table.places == {cells[cell - 1] for cell in range(1, 17) if apart(cell, 6) in (1, 2)}


@pytest.mark.rule("IST-1.4", "IST-3.1")
@pytest.mark.parametrize("here", range(1, 17))
@pytest.mark.parametrize("layout", LAYOUTS)
def test_distance_is_counted_in_orthogonal_steps(layout: str, here: int) -> None:
    table = bazaar(Trader(at=here, hand=("far",)), layout=layout)
    assert table.places == within(here, 1, 2, layout=layout)

    table.say("card:far")
    assert table.places == within(here, 3, 4, layout=layout)


@pytest.mark.rule("IST-1.4")
def test_what_stands_on_the_way_does_not_matter() -> None:
    """The tea house is reached from the fountain by 3 or by 11 only."""
    table = bazaar(
        Trader(at=7),
        Trader(at=3, family=11),
        Trader(at=11, family=3),
        governor=3,
        smuggler=11,
    )
    assert 9 in table.places


@pytest.mark.rule("IST-1.4")
def test_3_or_4_steps_means_a_place_at_that_distance() -> None:
    """A walk of 3 steps to a neighbour does not count."""
    table = bazaar(Trader(at=7, hand=("far",)))
    table.say("card:far")
    assert table.places == {8, 10, 13, 15, 16}


@pytest.mark.rule("IST-1.4")
def test_the_longest_way_cannot_be_walked_at_once() -> None:
    assert steps(15, 16) == 6
    table = bazaar(Trader(at=15, hand=("far",)))
    table.say("card:far")
    assert table.places == within(15, 3, 4)
    assert 16 not in table.places


@pytest.mark.rule("IST-1.5")
def test_short_paths_is_the_default() -> None:
    assert tuple(Bazaar().pieces["cells"]) == LAYOUTS["short"]


@pytest.mark.rule("IST-1.5")
@pytest.mark.parametrize("options", [{"layout": "longest"}, {"colour": "red"}])
def test_other_options_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="option"):
        Bazaar(**options)


@pytest.mark.rule("IST-1.5")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_neutral_assistants_are_for_2_to_4_players(seats: int) -> None:
    table = bazaar_of_variant(seats)
    assert "neutral" in table.stack()


@pytest.mark.rule("IST-1.5")
def test_neutral_assistants_are_not_for_five() -> None:
    with pytest.raises(ValueError, match="neutral"):
        Bazaar(5, neutral_assistants=True)


@pytest.mark.rule("IST-1.5")
def test_neutral_assistants_are_off_by_default() -> None:
    table = Bazaar()
    table.say("seat:0", "sum:2", "sum:2", "demand:1", "demand:1")
    assert table.stack() == ["own"] * 4


def bazaar_of_variant(seats: int) -> Bazaar:
    table = Bazaar(seats, neutral_assistants=True)
    table.say("seat:0", "sum:2", "sum:2", "demand:1", "demand:1")
    return table
