"""IST-5.9: the police station, and the family member at every other place."""

from __future__ import annotations

from typing import Any

import pytest

from bedesten import IllegalChoice
from rules.istanbul.bazaar import FULL, POLICE, Goods, Trader, says_chance, visit

RICH = Trader(lira=30, goods=FULL, out=(9,))

ERRANDS: list[tuple[int, list[str], dict[str, Any]]] = [
    (1, [], {"lira": 23, "extensions": 1}),
    (2, [], {"lira": 30}),
    (3, [], {"lira": 30}),
    (4, [], {"lira": 30}),
    (5, [], {"lira": 32}),
    (6, ["pile", "card:far", "pile", "card:stay", "card:stay"], {"lira": 30}),
    (7, ["place:9", "done"], {"out": [POLICE]}),
    (8, ["dice:1-1", "good:red"], {"lira": 30}),
    (9, ["call:7", "dice:3-4"], {"lira": 37}),
    (10, ["good:red", "done", "demand:2"], {"lira": 33}),
    (11, ["good:red", "done", "demand:2"], {"lira": 32}),
    (13, ["good:red"], {"rubies": 1}),
    (14, ["good:red"], {"tiles": ["red"]}),
    (15, ["good:blue"], {"tiles": ["blue"]}),
    (16, [], {"lira": 16, "rubies": 1}),
]
"""Where the family member goes, what is said there, and what the player has then."""


@pytest.mark.rule("IST-5.9")
@pytest.mark.parametrize(("place", "words", "after"), ERRANDS)
def test_the_family_member_carries_out_the_action_of_any_other_place(
    place: int, words: list[str], after: dict[str, Any]
) -> None:
    table = visit(POLICE, RICH)
    table.say("act", f"place:{place}", *words)
    assert table.player()["family"] == place
    assert table.player()["merchant"] == POLICE
    assert {key: table.player()[key] for key in after} == after


@pytest.mark.rule("IST-5.9")
@pytest.mark.parametrize(
    ("place", "goods"), [(2, (2, 0, 0, 0)), (3, (0, 2, 0, 0)), (4, (0, 0, 2, 0))]
)
def test_the_family_member_fills_the_players_cart(place: int, goods: Goods) -> None:
    table = visit(POLICE)
    table.say("act", f"place:{place}")
    assert table.goods() == goods


@pytest.mark.rule("IST-5.9")
@pytest.mark.parametrize(("place", "words", "after"), ERRANDS)
def test_the_family_member_pays_nobody_and_needs_no_assistant(
    place: int, words: list[str], after: dict[str, Any]
) -> None:
    table = visit(POLICE, RICH, Trader(at=place), Trader(at=place))
    table.say("act", f"place:{place}", *words)
    assert [table.lira(1), table.lira(2)] == [0, 0]
    assert {key: table.player()[key] for key in after} == after
    assert place not in table.out() or place == 9


@pytest.mark.rule("IST-5.9")
def test_the_family_member_can_be_sent_with_no_assistant_in_the_stack() -> None:
    table = visit(POLICE, Trader(out=(1, 3, 9)))
    assert table.stack() == []
    table.say("act", "place:3")
    assert table.goods() == (0, 2, 0, 0)


@pytest.mark.rule("IST-5.9")
def test_neutral_merchants_are_not_paid_by_the_family_member_and_stay() -> None:
    table = visit(POLICE, Trader(lira=5), seats=2, neutral_merchants=(9, 9, 16))
    table.say("act", "place:9", "call:7", "dice:3-4")
    assert table.lira() == 12
    assert table.pieces["neutral_merchants"] == [9, 9, 16]


@pytest.mark.rule("IST-5.9")
def test_the_family_member_has_no_encounters() -> None:
    table = visit(POLICE, Trader(lira=5), Trader(family=9), governor=9, smuggler=9)
    table.say("act", "place:9", "call:7", "dice:3-4")
    assert table.is_turn_of(1)
    assert table.player(1)["family"] == 9


@pytest.mark.rule("IST-5.9")
def test_the_merchant_then_has_its_phase_4_at_the_police_station() -> None:
    table = visit(POLICE, Trader(lira=5), governor=POLICE, smuggler=POLICE)
    table.say("act", "place:3")
    assert set(table.options()) == {"governor", "smuggler", "pass"}


@pytest.mark.rule("IST-5.9")
def test_the_family_member_does_not_act_at_the_police_station() -> None:
    table = visit(POLICE, RICH)
    table.say("act")
    assert table.places == {*range(1, 17)} - {POLICE}


@pytest.mark.rule("IST-5.9")
def test_if_the_family_member_is_away_there_is_no_action() -> None:
    """Those of the others, who are at home, are of no use."""
    table = visit(POLICE, Trader(family=9, hand=("stay",)))
    assert set(table.options()) == {"pass"}


@pytest.mark.rule("IST-5.9", "IST-5.13")
def test_it_goes_only_where_the_action_can_be_carried_out() -> None:
    table = visit(POLICE)
    table.say("act")
    assert table.places == {2, 3, 4, 5, 6, 7, 8, 9}


@pytest.mark.rule("IST-5.9", "IST-5.13")
@pytest.mark.parametrize(
    ("me", "places"),
    [
        (Trader(lira=7), {1}),
        (Trader(lira=14), {1, 16}),
        (Trader(lira=7, extensions=3), set()),
        (Trader(goods=(0, 1, 0, 0)), {10, 11}),
        (Trader(goods=(0, 0, 1, 0)), {11}),
        (Trader(goods=(0, 0, 1, 0), hand=("sell_any",)), {11}),
        (Trader(goods=(2, 0, 0, 0)), {10, 11, 14}),
        (Trader(goods=(0, 0, 0, 2)), {10, 11, 15}),
        (Trader(goods=(2, 0, 0, 0), tiles=("red",)), {10, 11}),
        (Trader(goods=(2, 1, 1, 1)), {10, 11, 13, 14}),
    ],
)
def test_what_the_player_has_opens_further_places(me: Trader, places: set[int]) -> None:
    table = visit(POLICE, me)
    table.say("act")
    assert table.places == {2, 3, 4, 5, 6, 7, 8, 9} | places


@pytest.mark.rule("IST-5.9", "IST-7.8")
def test_the_small_market_card_opens_the_small_market_to_the_family_member() -> None:
    for hand, open_to_it in (((), False), (("sell_any",), True), (("stay",), False)):
        table = visit(POLICE, Trader(goods=(0, 0, 0, 1), hand=hand), small=3)
        table.say("act")
        assert (11 in table.places) == open_to_it


@pytest.mark.rule("IST-5.9", "IST-5.13")
def test_it_cannot_go_to_a_caravansary_without_cards() -> None:
    table = visit(POLICE, pile=())
    table.say("act")
    assert table.places == {2, 3, 4, 5, 7, 8, 9}


@pytest.mark.rule("IST-5.9")
def test_the_action_of_the_family_member_must_be_carried_out() -> None:
    table = visit(POLICE)
    table.say("act", "place:9")
    with pytest.raises(IllegalChoice):
        table.say("pass")

    table = visit(POLICE)
    table.say("act")
    with pytest.raises(IllegalChoice):
        table.say("pass")


@pytest.mark.rule("IST-5.9", "IST-5.5")
def test_from_the_fountain_the_assistants_gather_at_the_merchant() -> None:
    table = visit(POLICE, Trader(out=(1, 9)))
    table.say("act", "place:7")
    assert set(table.options()) == {"place:1", "place:9", f"place:{POLICE}", "done"}
    table.say("place:1", "place:9", f"place:{POLICE}", "done")
    assert table.stack() == ["own"] * 4
    assert table.player()["merchant"] == POLICE
    assert table.player()["family"] == 7


@pytest.mark.rule("IST-5.9", "IST-8.2")
def test_the_fifth_assistant_goes_under_the_merchant() -> None:
    table = visit(POLICE, Trader(goods=(0, 0, 0, 2)))
    table.say("act", "place:15", "good:blue")
    assert table.stack() == ["own"] * 4
    assert table.out() == [POLICE]


@pytest.mark.rule("IST-5.9", "IST-5.11")
def test_the_second_tile_of_a_mosque_brings_the_ruby_to_the_player() -> None:
    table = visit(POLICE, Trader(goods=(2, 0, 0, 0), tiles=("green",)))
    table.say("act", "place:14", "good:red")
    assert table.rubies() == 1


@pytest.mark.rule("IST-5.9", "IST-8.1")
def test_the_red_tile_works_for_the_family_member() -> None:
    table = visit(POLICE, Trader(tiles=("red",)))
    table.say("act", "place:9", "call:9", "dice:2-5", "four:low")
    assert table.lira() == 9

    table = visit(POLICE, Trader(tiles=("red",)))
    table.say("act", "place:8", "dice:2-5", "reroll", "dice:4-6", "good:red")
    assert table.goods() == (1, 0, 0, 2)


@pytest.mark.rule("IST-5.9", "IST-8.3")
def test_the_green_tile_works_for_the_family_member() -> None:
    table = visit(POLICE, Trader(lira=2, tiles=("green",)))
    table.say("act", "place:4", "good:blue")
    assert table.goods() == (0, 0, 2, 1)
    assert table.lira() == 0


@pytest.mark.rule("IST-5.9", "IST-7.8")
def test_the_small_market_card_works_for_the_family_member() -> None:
    table = visit(POLICE, Trader(goods=(0, 0, 0, 2), hand=("sell_any",)), small=1)
    table.say("act", "place:11", "card:sell_any", "good:blue", "good:blue", "done", "demand:2")
    assert table.lira() == 5
    assert table.discards == ["sell_any"]


@pytest.mark.rule("IST-5.9", "IST-7.3")
def test_the_post_office_card_works_for_the_family_member() -> None:
    table = visit(POLICE, Trader(hand=("post_twice",)))
    table.say("act", "place:5", "card:post_twice")
    assert table.goods() == (1, 1, 2, 0)
    assert table.lira() == 4
    assert table.pieces["markers"] == 2
    assert table.player()["family"] == 5


@pytest.mark.rule("IST-5.9", "IST-7.3")
def test_the_palace_card_works_for_the_family_member() -> None:
    table = visit(POLICE, Trader(goods=(3, 3, 3, 4), extensions=2, hand=("palace_twice",)))
    table.say("act", "place:13", "good:red", "card:palace_twice", "good:green")
    assert table.rubies() == 2
    assert table.goods() == (0, 0, 1, 1)
    assert table.player()["family"] == 13


@pytest.mark.rule("IST-5.9", "IST-7.3")
def test_the_dealer_card_works_for_the_family_member() -> None:
    table = visit(POLICE, Trader(lira=30, hand=("dealer_twice",)))
    table.say("act", "place:16", "card:dealer_twice")
    assert table.rubies() == 2
    assert table.lira() == 30 - 14 - 15


@pytest.mark.rule("IST-5.9", "IST-7.3")
def test_cards_may_be_played_before_the_family_member_acts_again() -> None:
    table = visit(POLICE, Trader(lira=24, hand=("dealer_twice", "five_lira")))
    table.say("act", "place:16")
    assert set(table.options()) == {"card:five_lira", "pass"}
    table.say("card:five_lira", "card:dealer_twice")
    assert table.rubies() == 2
    assert table.lira() == 0


@pytest.mark.rule("IST-5.9", "IST-7.12")
def test_sending_the_family_member_and_its_action_are_one() -> None:
    """Nothing is played between the police station and the place."""
    hand = ("five_lira", "one_good")
    table = visit(POLICE, Trader(lira=2, hand=hand, tiles=("yellow",), out=(1,)))
    table.say("act")
    assert all(word.startswith("place:") for word in table.options())
    table.say("place:9")
    assert all(word.startswith("call:") for word in table.options())


@pytest.mark.rule("IST-5.9", "IST-6.1")
def test_a_merchant_already_there_does_not_catch_it_by_standing_there() -> None:
    table = visit(POLICE, Trader(), Trader(at=9))
    table.say("act", "place:9", "call:3", "dice:1-2")
    assert table.player()["family"] == 9
    table.say("place:3", "leave", "pass")
    assert table.player()["family"] == 9


@pytest.mark.rule("IST-5.9", "IST-6.1", "IST-7.5")
def test_a_merchant_already_there_that_stays_catches_it() -> None:
    table = visit(POLICE, Trader(), Trader(at=9, hand=("stay",)))
    table.say("act", "place:9", "call:3", "dice:1-2")
    table.say("card:stay", "leave", "pass")
    table.say("catch", "lira")
    assert table.player()["family"] == POLICE
    assert table.lira(1) == 3


@pytest.mark.rule("IST-5.9")
def test_the_family_member_stays_where_it_was_sent() -> None:
    table = visit(POLICE)
    table.say("act", "place:3")
    table.idle()
    table.idle()
    assert table.is_turn_of(0)
    assert table.player()["family"] == 3


@pytest.mark.rule("IST-5.9", "IST-5.0")
@pytest.mark.parametrize("card", [False, True], ids=["away", "called back"])
def test_the_family_member_is_sent_once_a_turn(card: bool) -> None:
    hand = ("family", "stay") if card else ("stay",)
    table = visit(POLICE, Trader(hand=hand))
    table.say("act", "place:3")
    if card:
        table.say("card:family", "lira")
        assert table.player()["family"] == POLICE
    assert table.step == "encounters"
    assert set(table.options()) == {"pass"}


@pytest.mark.rule("IST-5.9", "IST-4.1")
def test_the_merchant_itself_pays_at_the_police_station() -> None:
    table = visit(POLICE, Trader(lira=2), Trader(at=POLICE))
    assert table.step == "meet_merchants"
    table.say("pay", "act", "place:3")
    assert [table.lira(0), table.lira(1)] == [0, 2]
    assert table.goods() == (0, 2, 0, 0)


@pytest.mark.rule("IST-5.9", "IST-5.4")
def test_cards_the_family_member_takes_are_the_players() -> None:
    table = visit(POLICE)
    table.say("act", "place:6")
    assert says_chance(table)
    table.say("pile", "card:far", "pile", "card:stay", "card:far")
    assert table.hand() == ["stay"]
