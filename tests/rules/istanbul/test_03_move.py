"""IST-3: moving, using an assistant, and how a turn ends."""

from __future__ import annotations

import pytest

from bedesten import IllegalChoice
from rules.istanbul.bazaar import (
    FOUNTAIN,
    Trader,
    bazaar,
    moment,
    next_to,
    visit,
    within,
)

PLACES = [place for place in range(1, 17) if place != FOUNTAIN]


@pytest.mark.rule("IST-3.1")
@pytest.mark.parametrize("here", range(1, 17))
def test_a_merchant_moves_1_or_2_steps_to_a_different_place(here: int) -> None:
    table = bazaar(Trader(at=here))
    assert table.places == within(here, 1, 2)
    assert here not in table.places


@pytest.mark.rule("IST-3.1")
def test_moving_is_compulsory() -> None:
    table = bazaar(Trader(at=9, hand=("five_lira",)))
    others = {word for word in table.options() if not word.startswith("place:")}
    assert others == {"card:five_lira"}


@pytest.mark.rule("IST-3.1")
def test_the_assistants_move_with_the_merchant() -> None:
    table = bazaar(Trader(at=9, out=(4,)))
    table.say("place:1")
    assert table.player()["merchant"] == 1
    assert table.stack() == ["own"] * 3
    assert table.out() == [4]


@pytest.mark.rule("IST-3.1", "IST-3.2")
def test_an_assistant_that_was_left_stays_behind_when_the_merchant_moves_on() -> None:
    table = bazaar(Trader(at=9, out=(9,)))
    table.say("place:1", "pass")
    assert table.out() == [9]


@pytest.mark.rule("IST-3.2")
@pytest.mark.parametrize("place", PLACES)
def test_where_no_own_assistant_is_one_is_left(place: int) -> None:
    table = bazaar(Trader(at=next_to(place)))
    table.say(f"place:{place}")
    assert set(table.options()) == {"leave", "pass"}
    table.say("leave")
    assert table.out() == [place]
    assert table.stack() == ["own"] * 3


@pytest.mark.rule("IST-3.2")
@pytest.mark.parametrize("place", PLACES)
def test_where_an_own_assistant_is_it_joins_the_stack(place: int) -> None:
    table = bazaar(Trader(at=next_to(place), out=(place,)))
    table.say(f"place:{place}")
    assert set(table.options()) == {"take:own", "pass"}
    table.say("take:own")
    assert table.out() == []
    assert table.stack() == ["own"] * 4


@pytest.mark.rule("IST-3.2")
def test_other_players_assistants_do_not_count() -> None:
    table = bazaar(Trader(at=11), Trader(out=(9,)), Trader(out=(9,)))
    table.say("place:9")
    assert set(table.options()) == {"leave", "pass"}
    table.say("leave")
    assert [table.out(seat) for seat in range(3)] == [[9], [9], [9]]


@pytest.mark.rule("IST-3.2")
def test_the_last_assistant_of_the_stack_can_be_left() -> None:
    table = visit(9, Trader(out=(1, 3, 11)))
    assert table.stack() == []
    assert table.step == "act"


@pytest.mark.rule("IST-3.2")
def test_who_has_no_assistant_to_leave_ends_the_turn() -> None:
    table = bazaar(Trader(at=11, out=(1, 2, 3, 4)))
    table.say("place:9")
    assert table.is_turn_of(1)
    assert table.player()["merchant"] == 9
    assert table.out() == [1, 2, 3, 4]


@pytest.mark.rule("IST-3.2")
def test_with_an_empty_stack_an_assistant_can_be_picked_up() -> None:
    table = visit(9, Trader(out=(1, 2, 3, 9)))
    assert table.stack() == ["own"]
    assert table.step == "act"


@pytest.mark.rule("IST-3.2", "IST-3.7")
def test_declining_to_leave_an_assistant_ends_the_turn_at_once() -> None:
    table = bazaar(
        Trader(at=11, lira=9, hand=("five_lira", "one_good")),
        Trader(family=9),
        governor=9,
        smuggler=9,
    )
    table.say("place:9", "pass")
    assert table.is_turn_of(1)
    assert table.stack() == ["own"] * 4
    assert table.hand() == ["one_good", "five_lira"]
    assert table.player(1)["family"] == 9


@pytest.mark.rule("IST-3.2", "IST-3.7")
def test_declining_to_take_an_assistant_ends_the_turn_at_once() -> None:
    table = bazaar(Trader(at=11, out=(9,)), Trader(family=9), governor=9, smuggler=9)
    table.say("place:9", "pass")
    assert table.is_turn_of(1)
    assert table.stack() == ["own"] * 3
    assert table.out() == [9]
    assert table.player(1)["family"] == 9


@pytest.mark.rule("IST-3.3")
@pytest.mark.parametrize("out", [(), (1, 2, 3, 4)], ids=["full stack", "empty stack"])
def test_at_the_fountain_no_assistant_is_needed(out: tuple[int, ...]) -> None:
    table = bazaar(Trader(at=11, out=out))
    table.say("place:7")
    assert table.step == "act"
    assert table.out() == list(out)
    assert table.stack() == ["own"] * (4 - len(out))


@pytest.mark.rule("IST-3.3")
def test_at_the_fountain_the_action_alone_brings_assistants_back() -> None:
    table = visit(FOUNTAIN, Trader(out=(1, 2)))
    table.say("pass")
    assert table.out() == [1, 2]
    assert table.is_turn_of(1)


@pytest.mark.rule("IST-3.4")
def test_the_order_of_the_phases_is_fixed() -> None:
    table = bazaar(Trader(at=11, lira=2), Trader(at=9), governor=9)
    asked = [table.step]
    for word in ("place:9", "leave", "pay", "pass", "pass"):
        table.say(word)
        asked.append(table.step)
    assert asked == ["move", "use_assistant", "meet_merchants", "act", "encounters", "move"]


@pytest.mark.rule("IST-3.4")
def test_after_the_encounters_there_is_no_action() -> None:
    table = visit(9, Trader(lira=2), governor=9)
    table.say("pass", "governor", "card:far", "pay", "sum:3")
    assert table.step == "encounters"
    assert set(table.options()) == {"pass"}


@pytest.mark.rule("IST-3.5")
@pytest.mark.parametrize(
    ("seats", "first", "order"),
    [(2, 1, [1, 0, 1]), (3, 0, [0, 1, 2, 0]), (3, 2, [2, 0, 1, 2]), (5, 3, [3, 4, 0, 1, 2, 3])],
)
def test_turns_go_clockwise_from_the_starting_player(
    seats: int, first: int, order: list[int]
) -> None:
    table = bazaar(seats=seats, first=first)
    moved = [table.actor]
    for _ in order[1:]:
        table.idle()
        moved.append(table.actor)
    assert moved == order


@pytest.mark.rule("IST-3.5")
def test_only_the_player_whose_turn_it_is_plays_cards() -> None:
    table = bazaar(Trader(), Trader(hand=("five_lira",)))
    assert table.options(1) == ()
    with pytest.raises(IllegalChoice):
        table.play(1, "card:five_lira")


@pytest.mark.rule("IST-3.6", "IST-7.7")
def test_a_return_card_may_supply_the_assistant() -> None:
    table = bazaar(Trader(at=11, out=(1, 2, 3, 4), hand=("return",)))
    table.say("place:9")
    assert set(table.options()) == {"card:return", "pass"}
    table.say("card:return", "place:3", "leave")
    assert table.out() == [1, 2, 4, 9]
    assert table.step == "act"


@pytest.mark.rule("IST-3.6", "IST-8.4")
def test_the_yellow_tile_may_supply_the_assistant() -> None:
    table = bazaar(Trader(at=11, lira=2, out=(1, 2, 3, 4), tiles=("yellow",)))
    table.say("place:9")
    assert set(table.options()) == {"tile:yellow", "pass"}
    table.say("tile:yellow", "place:3", "leave")
    assert table.out() == [1, 2, 4, 9]
    assert table.step == "act"


@pytest.mark.rule("IST-3.6")
def test_who_has_a_card_left_ends_the_turn_himself() -> None:
    table = bazaar(Trader(at=11, out=(1, 2, 3, 4), hand=("five_lira",)))
    table.say("place:9")
    assert set(table.options()) == {"card:five_lira", "pass"}
    table.say("card:five_lira", "pass")
    assert table.is_turn_of(1)
    assert table.lira() == 5


@pytest.mark.rule("IST-3.6", "IST-8.4")
def test_a_lira_card_pays_for_the_yellow_tile_that_supplies_the_assistant() -> None:
    table = bazaar(Trader(at=11, out=(1, 2, 3, 4), hand=("five_lira",), tiles=("yellow",)))
    table.say("place:9")
    assert "tile:yellow" not in table.options()
    table.say("card:five_lira", "tile:yellow", "place:1", "leave")
    assert table.lira() == 3
    assert table.out() == [2, 3, 4, 9]


@pytest.mark.rule("IST-3.7")
def test_after_a_turn_ended_at_the_merchants_the_assistant_left_stays() -> None:
    table = visit(9, Trader(lira=2, hand=("five_lira",)), Trader(at=9), governor=9, smuggler=9)
    table.say("pass")
    assert table.is_turn_of(1)
    assert table.out() == [9]


@pytest.mark.rule("IST-3.7")
def test_after_a_turn_ended_at_the_merchants_the_assistant_taken_stays_in_the_stack() -> None:
    table = visit(9, Trader(lira=2, out=(9,)), Trader(at=9), governor=9, smuggler=9)
    table.say("pass")
    assert table.is_turn_of(1)
    assert table.out() == []
    assert table.stack() == ["own"] * 4


@pytest.mark.rule("IST-3.7")
@pytest.mark.parametrize("step", ["use_assistant", "meet_merchants"])
def test_a_turn_ended_early_leaves_no_card_and_no_tile_to_use(step: str) -> None:
    table = moment(step, Trader(lira=9, hand=("five_lira",), tiles=("yellow",), out=(1,)))
    table.say("pass")
    assert table.is_turn_of(1)
    assert table.options(0) == ()
    assert table.hand() == ["five_lira"]


@pytest.mark.rule("IST-3.7", "IST-6.1", "IST-6.4")
@pytest.mark.parametrize("step", ["use_assistant", "meet_merchants"])
def test_a_turn_ended_early_has_no_encounter(step: str) -> None:
    table = moment(step, Trader(lira=9), governor=5, smuggler=5)
    before = table.pieces
    table.say("pass")
    assert table.is_turn_of(1)
    for piece in ("governor", "smuggler", "pile", "discards"):
        assert table.pieces[piece] == before[piece]
    assert table.lira() == 9


@pytest.mark.rule("IST-3.7")
def test_until_the_player_says_so_cards_and_the_tile_can_be_used_after_phase_4() -> None:
    hand = ("five_lira", "one_good", "family")
    table = visit(9, Trader(lira=4, hand=hand, tiles=("yellow",), out=(1,), family=1), smuggler=9)
    table.say("pass", "smuggler", "good:red", "pay", "sum:3")
    assert set(table.options()) == {
        "card:five_lira",
        "card:one_good",
        "card:family",
        "tile:yellow",
        "pass",
    }
    table.say("card:five_lira", "card:one_good", "good:blue", "tile:yellow", "place:9")
    assert table.actor == 0
    table.say("pass")
    assert table.is_turn_of(1)


@pytest.mark.rule("IST-3.7")
def test_a_turn_with_nothing_left_to_say_ends_by_itself() -> None:
    table = visit(9)
    table.say("act", "call:3", "dice:1-2")
    assert table.is_turn_of(1)
