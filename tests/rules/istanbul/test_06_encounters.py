"""IST-6: family members, the governor and the smuggler."""

from __future__ import annotations

from itertools import permutations

import pytest

from rules.istanbul.bazaar import (
    FOUNTAIN,
    FULL,
    POLICE,
    Bazaar,
    Goods,
    Trader,
    bazaar,
    good_words,
    says_chance,
    two_dice,
    visit,
)

AWAY = [place for place in range(1, 17) if place != POLICE]


def encounters(place: int, *traders: Trader, governor: int = 12, smuggler: int = 12) -> Bazaar:
    """A table at which the first player has declined the action of a place."""
    table = visit(place, *traders, governor=governor, smuggler=smuggler)
    if table.step == "act":
        table.say("pass")
    return table


# -- family members ---------------------------------------------------------


@pytest.mark.rule("IST-6.1")
@pytest.mark.parametrize("place", AWAY)
def test_another_family_member_is_caught_for_3_lira(place: int) -> None:
    table = encounters(place, Trader(), Trader(family=place))
    table.say("catch", "lira")
    assert table.player(1)["family"] == POLICE
    assert table.lira() == 3
    assert table.is_turn_of(1)


@pytest.mark.rule("IST-6.1", "IST-7.11")
def test_another_family_member_is_caught_for_a_bonus_card_of_the_pile() -> None:
    table = visit(9, Trader(), Trader(family=9), discards=("stay",))
    table.say("pass", "catch", "draw")
    assert says_chance(table)
    table.say("card:far")
    assert table.hand() == ["far"]
    assert table.lira() == 0
    assert table.discards == ["stay"]


@pytest.mark.rule("IST-6.1")
def test_the_turn_cannot_end_before_all_are_caught() -> None:
    table = encounters(9, Trader(hand=("stay",)), Trader(family=9), Trader(family=9))
    assert set(table.options()) == {"catch"}
    table.say("catch", "lira")
    assert set(table.options()) == {"catch"}
    table.say("catch", "lira")
    assert set(table.options()) == {"pass"}
    assert [table.player(seat)["family"] for seat in (1, 2)] == [POLICE, POLICE]
    assert table.lira() == 6


@pytest.mark.rule("IST-6.1")
def test_several_are_caught_one_after_the_other_each_choice_after_seeing_the_last_card() -> None:
    table = visit(9, Trader(), *[Trader(family=9)] * 4, seats=5)
    table.say("pass", "catch", "draw", "card:far")
    assert table.hand() == ["far"]
    table.say("catch", "lira", "catch", "draw", "card:stay", "catch", "lira", "pass")
    assert table.hand() == ["far", "stay"]
    assert table.lira() == 6
    assert [table.player(seat)["family"] for seat in range(5)] == [POLICE] * 5
    assert table.is_turn_of(1)


@pytest.mark.rule("IST-6.1")
def test_nobody_is_caught_at_the_police_station() -> None:
    table = encounters(POLICE, Trader(hand=("stay",)), Trader(), Trader())
    assert table.asks("encounters", "governor", "smuggler", "pass")


@pytest.mark.rule("IST-6.1")
def test_the_own_family_member_is_never_caught() -> None:
    table = encounters(9, Trader(hand=("stay",), family=9), Trader())
    assert set(table.options()) == {"pass"}
    table.say("pass")
    assert table.player()["family"] == 9


@pytest.mark.rule("IST-6.1")
def test_the_own_family_member_stays_when_others_are_caught_beside_it() -> None:
    table = encounters(9, Trader(family=9), Trader(family=9))
    table.say("catch", "lira")
    assert [table.player(seat)["family"] for seat in (0, 1)] == [9, POLICE]
    assert table.is_turn_of(1)


@pytest.mark.rule("IST-6.1")
def test_family_members_elsewhere_are_not_caught() -> None:
    table = encounters(9, Trader(), Trader(family=3))
    assert table.is_turn_of(1)
    assert table.player(1)["family"] == 3


@pytest.mark.rule("IST-6.1")
def test_family_members_at_the_fountain_are_caught_too() -> None:
    table = encounters(FOUNTAIN, Trader(), Trader(family=FOUNTAIN))
    table.say("catch", "lira")
    assert table.player(1)["family"] == POLICE


@pytest.mark.rule("IST-6.1", "IST-7.9")
def test_without_a_card_to_draw_the_reward_is_3_lira() -> None:
    table = visit(9, Trader(hand=("stay",)), Trader(family=9), pile=())
    table.say("pass", "catch", "lira")
    assert table.lira() == 3
    assert table.step == "encounters"


@pytest.mark.rule("IST-6.1", "IST-5.9")
def test_a_family_member_caught_can_be_sent_again_in_its_owners_turn() -> None:
    table = visit(9, Trader(), Trader(at=6, family=9))
    table.say("pass", "catch", "lira", "place:12", "leave", "act", "place:3")
    assert table.goods(1) == (0, 2, 0, 0)


@pytest.mark.rule("IST-6.1", "IST-7.12")
def test_cards_may_be_played_between_two_catches() -> None:
    table = encounters(9, Trader(hand=("five_lira",)), Trader(family=9), Trader(family=9))
    table.say("catch", "lira")
    assert set(table.options()) == {"catch", "card:five_lira"}
    table.say("card:five_lira", "catch", "lira")
    assert table.lira() == 11


# -- the governor -----------------------------------------------------------


@pytest.mark.rule("IST-6.2")
def test_the_governor_draws_a_card_for_2_lira() -> None:
    table = encounters(9, Trader(lira=3), governor=9)
    table.say("governor", "card:far")
    assert set(table.options()) == {"pay", "give"}
    table.say("pay")
    assert table.hand() == ["far"]
    assert table.lira() == 1


@pytest.mark.rule("IST-6.2")
@pytest.mark.parametrize(("given", "kept"), [("far", "stay"), ("stay", "far")])
def test_the_governor_draws_a_card_for_a_card_which_may_be_the_new_one(
    given: str, kept: str
) -> None:
    table = encounters(9, Trader(lira=3, hand=("stay",)), governor=9)
    table.say("governor", "card:far", "give", f"card:{given}")
    assert table.hand() == [kept]
    assert table.discards == [given]
    assert table.lira() == 3


@pytest.mark.rule("IST-6.2")
def test_without_lira_and_cards_the_card_just_drawn_is_the_price() -> None:
    table = encounters(9, Trader(lira=1), governor=9)
    table.say("governor", "card:far", "give", "card:far", "sum:3")
    assert table.hand() == []
    assert table.discards == ["far"]
    assert table.lira() == 1


@pytest.mark.rule("IST-6.2", "IST-7.11")
def test_the_card_comes_from_the_pile_only() -> None:
    table = visit(9, Trader(lira=2), governor=9, discards=("stay",))
    table.say("pass", "governor")
    assert says_chance(table)
    assert table.match.odds()["card:stay"] == pytest.approx(1 / 25)


@pytest.mark.rule("IST-6.2")
def test_the_governor_need_not_be_used() -> None:
    table = encounters(9, Trader(lira=9), governor=9)
    assert set(table.options()) == {"governor", "pass"}
    table.say("pass")
    assert table.is_turn_of(1)
    assert table.hand() == []


@pytest.mark.rule("IST-6.2", "IST-7.9")
def test_the_governor_cannot_be_used_if_no_card_can_be_drawn() -> None:
    table = visit(9, Trader(lira=9, hand=("stay",)), governor=9, pile=())
    table.say("pass")
    assert set(table.options()) == {"pass"}


@pytest.mark.rule("IST-6.2", "IST-7.9")
def test_with_an_empty_pile_the_governor_draws_from_the_shuffled_discards() -> None:
    table = visit(9, Trader(lira=2), governor=9, pile=(), discards=("far", "stay"))
    table.say("pass", "governor")
    assert table.match.odds() == pytest.approx({"card:far": 1 / 2, "card:stay": 1 / 2})
    table.say("card:far")
    assert table.pile == ["stay"]
    assert table.discards == []


@pytest.mark.rule("IST-6.2", "IST-7.9")
def test_a_card_played_gives_the_governor_something_to_draw() -> None:
    table = visit(9, Trader(hand=("five_lira",)), governor=9, pile=())
    table.say("pass")
    assert table.asks("encounters", "card:five_lira", "pass")
    table.say("card:five_lira", "governor", "card:five_lira", "pay", "sum:3")
    assert table.hand() == ["five_lira"]
    assert table.lira() == 3


@pytest.mark.rule("IST-6.2", "IST-7.9")
def test_the_last_card_is_drawn_and_given_up_again() -> None:
    """The pile is empty when the discard falls, and stays so until a card is to be drawn."""
    table = visit(9, Trader(), governor=9, pile=("far",))
    table.say("pass", "governor", "card:far", "give", "card:far", "sum:3")
    assert table.pile == []
    assert table.discards == ["far"]


@pytest.mark.rule("IST-6.2", "IST-7.2")
def test_five_lira_may_be_played_between_the_draw_and_the_price() -> None:
    table = encounters(9, Trader(hand=("five_lira",)), governor=9)
    table.say("governor", "card:far")
    assert set(table.options()) == {"give", "card:five_lira"}
    table.say("card:five_lira", "pay")
    assert table.lira() == 3
    assert table.hand() == ["far"]


@pytest.mark.rule("IST-6.2", "IST-7.2")
def test_five_lira_just_drawn_may_be_played_for_the_price() -> None:
    table = encounters(9, Trader(), governor=9)
    table.say("governor", "card:five_lira")
    assert set(table.options()) == {"give", "card:five_lira"}
    table.say("card:five_lira", "pay", "sum:3")
    assert table.lira() == 3
    assert table.hand() == []
    assert table.discards == ["five_lira"]


@pytest.mark.rule("IST-6.2")
def test_five_lira_just_drawn_may_be_given_up_without_effect() -> None:
    table = encounters(9, Trader(), governor=9)
    table.say("governor", "card:five_lira", "give", "card:five_lira", "sum:3")
    assert table.lira() == 0
    assert table.discards == ["five_lira"]


@pytest.mark.rule("IST-6.2", "IST-7.4")
@pytest.mark.parametrize("drawn", [True, False], ids=["just drawn", "held before"])
def test_the_family_card_may_be_played_for_3_lira_between_the_draw_and_the_price(
    drawn: bool,
) -> None:
    me = Trader(hand=() if drawn else ("family",), family=1)
    table = encounters(9, me, governor=9)
    table.say("governor", "card:family" if drawn else "card:far", "card:family")
    assert table.player()["family"] == POLICE
    table.say("pay", "sum:3")
    assert table.lira() == 1
    assert table.hand() == ([] if drawn else ["far"])


@pytest.mark.rule("IST-6.2", "IST-7.4")
def test_between_the_draw_and_the_price_the_family_card_draws_no_card() -> None:
    table = encounters(9, Trader(hand=("family", "stay"), family=1), governor=9)
    table.say("governor", "card:far", "card:family")
    assert table.asks("pay_governor", "pay", "give")
    assert table.hand() == ["far", "stay"]


@pytest.mark.rule("IST-6.2", "IST-7.4")
def test_the_family_card_is_not_playable_if_the_family_member_is_at_home() -> None:
    table = encounters(9, Trader(hand=("family",)), governor=9)
    table.say("governor", "card:far")
    assert set(table.options()) == {"give"}


@pytest.mark.rule("IST-6.2", "IST-7.1", "IST-8.4")
def test_nothing_else_is_played_between_the_draw_and_the_price() -> None:
    hand = ("one_good", "return", "stay", "sell_any", "post_twice")
    me = Trader(lira=9, hand=hand, tiles=("yellow",), out=(1,))
    table = encounters(9, me, governor=9)
    table.say("governor", "card:far")
    assert set(table.options()) == {"pay", "give"}


@pytest.mark.rule("IST-6.2")
def test_the_last_card_is_kept_for_a_price_that_its_lira_do_not_reach() -> None:
    """In a variant: the shipped cards always bring enough."""
    dear = {"encounters": {"governor_price": 6}}
    table = visit(9, Trader(), governor=9, data=dear)
    table.say("pass", "governor", "card:five_lira")
    assert table.asks("pay_governor", "give")
    table = visit(9, Trader(lira=1), governor=9, data=dear)
    table.say("pass", "governor", "card:five_lira")
    assert table.asks("pay_governor", "card:five_lira", "give")
    table = visit(9, Trader(hand=("far",)), governor=9, data=dear)
    table.say("pass", "governor", "card:five_lira")
    assert table.asks("pay_governor", "card:five_lira", "give")


# -- the smuggler -----------------------------------------------------------


@pytest.mark.rule("IST-6.3")
@pytest.mark.parametrize(
    ("good", "goods"),
    [
        ("red", (1, 0, 0, 0)),
        ("green", (0, 1, 0, 0)),
        ("yellow", (0, 0, 1, 0)),
        ("blue", (0, 0, 0, 1)),
    ],
)
def test_the_smuggler_sells_a_good_of_any_kind_for_2_lira(good: str, goods: Goods) -> None:
    table = encounters(9, Trader(lira=3), smuggler=9)
    table.say("smuggler")
    assert set(table.options()) == set(good_words())
    table.say(f"good:{good}", "pay")
    assert table.goods() == goods
    assert table.lira() == 1


@pytest.mark.rule("IST-6.3")
def test_the_smuggler_trades_a_good_for_a_good() -> None:
    table = encounters(9, Trader(lira=3, goods=(1, 0, 0, 0)), smuggler=9)
    table.say("smuggler", "good:blue")
    assert set(table.options()) == {"pay", "good:red", "good:blue"}
    table.say("good:red")
    assert table.goods() == (0, 0, 0, 1)
    assert table.lira() == 3


@pytest.mark.rule("IST-6.3")
def test_the_good_just_taken_may_be_the_price() -> None:
    table = encounters(9, Trader(lira=3, goods=(1, 0, 0, 0)), smuggler=9)
    table.say("smuggler", "good:blue", "good:blue")
    assert table.goods() == (1, 0, 0, 0)
    assert says_chance(table)


@pytest.mark.rule("IST-6.3")
def test_without_lira_and_goods_the_good_just_taken_is_the_price() -> None:
    table = encounters(9, Trader(lira=1), smuggler=9)
    table.say("smuggler", "good:blue", "good:blue", "sum:3")
    assert table.goods() == (0, 0, 0, 0)
    assert table.lira() == 1
    assert table.pieces["smuggler"] == 3


@pytest.mark.rule("IST-6.3")
@pytest.mark.parametrize(
    ("price", "goods", "lira"),
    [
        ("good:red", (2, 2, 2, 2), 2),
        ("good:green", (2, 1, 2, 2), 2),
        ("pay", (2, 2, 2, 2), 0),
    ],
    ids=["handed straight back", "lost for another good", "lost for lira"],
)
def test_with_a_full_row_room_is_looked_at_only_after_the_price(
    price: str, goods: Goods, lira: int
) -> None:
    table = encounters(9, Trader(lira=2, goods=FULL), smuggler=9)
    table.say("smuggler", "good:red", price, "sum:3")
    assert table.goods() == goods
    assert table.lira() == lira


@pytest.mark.rule("IST-6.3", "IST-7.2")
def test_five_lira_may_be_played_for_the_smuggler() -> None:
    table = encounters(9, Trader(hand=("five_lira",)), smuggler=9)
    table.say("smuggler", "good:red")
    assert set(table.options()) == {"good:red", "card:five_lira"}
    table.say("card:five_lira", "pay")
    assert table.goods() == (1, 0, 0, 0)
    assert table.lira() == 3


@pytest.mark.rule("IST-6.3", "IST-7.1")
def test_a_good_of_a_card_may_be_the_price_of_the_smuggler() -> None:
    table = encounters(9, Trader(hand=("one_good",)), smuggler=9)
    table.say("smuggler", "good:red", "card:one_good", "good:green")
    assert set(table.options()) == {"good:red", "good:green"}
    table.say("good:green", "sum:3")
    assert table.goods() == (1, 0, 0, 0)


@pytest.mark.rule("IST-6.3", "IST-7.1")
def test_a_good_of_a_card_takes_the_room_before_the_smuggled_one() -> None:
    table = encounters(9, Trader(lira=2, goods=(1, 0, 0, 0), hand=("one_good",)), smuggler=9)
    table.say("smuggler", "good:red", "card:one_good", "good:red", "pay", "sum:3")
    assert table.goods() == (2, 0, 0, 0)
    assert table.lira() == 0


@pytest.mark.rule("IST-6.3")
def test_the_smuggler_need_not_be_used() -> None:
    table = encounters(9, Trader(lira=9), smuggler=9)
    assert set(table.options()) == {"smuggler", "pass"}
    table.say("pass")
    assert table.is_turn_of(1)
    assert table.goods() == (0, 0, 0, 0)


# -- figures that move ------------------------------------------------------

USES = {
    "governor": ["governor", "card:far", "pay"],
    "smuggler": ["smuggler", "good:red", "pay"],
}


@pytest.mark.rule("IST-6.4")
@pytest.mark.parametrize("figure", USES)
def test_a_figure_used_is_moved_by_two_dice_at_once_after_its_price(figure: str) -> None:
    table = encounters(9, Trader(lira=9), governor=9, smuggler=9)
    table.say(*USES[figure])
    assert table.match.odds() == pytest.approx(two_dice())
    table.say("sum:4")
    places = {"governor": 9, "smuggler": 9} | {figure: 4}
    assert {one: table.pieces[one] for one in USES} == places
    assert table.step == "encounters"


@pytest.mark.rule("IST-6.4")
@pytest.mark.parametrize("figure", USES)
def test_a_figure_that_rolls_its_own_place_stays_and_is_not_used_again(figure: str) -> None:
    table = encounters(9, Trader(lira=9, hand=("stay",)), governor=9, smuggler=9)
    table.say(*USES[figure], "sum:9")
    assert table.pieces[figure] == 9
    assert table.asks("encounters", *{*USES} - {figure}, "pass")


@pytest.mark.rule("IST-6.4")
@pytest.mark.parametrize("figure", USES)
def test_an_unused_figure_stays(figure: str) -> None:
    table = encounters(9, Trader(lira=9), governor=9, smuggler=9)
    table.say("pass")
    assert table.pieces[figure] == 9


@pytest.mark.rule("IST-6.4")
@pytest.mark.parametrize("figure", USES)
def test_a_figure_can_be_used_again_in_the_next_turn(figure: str) -> None:
    table = bazaar(Trader(at=11, lira=9), Trader(at=3, lira=9), governor=9, smuggler=9)
    table.say("place:9", "leave", "pass", *USES[figure], "sum:9", "pass")
    table.say("place:9", "leave", "pay", "pass")
    assert figure in table.options()


@pytest.mark.rule("IST-6.4")
def test_figures_elsewhere_are_not_met() -> None:
    table = encounters(9, Trader(lira=9), governor=3, smuggler=11)
    assert table.is_turn_of(1)


@pytest.mark.rule("IST-6.4", "IST-8.1")
@pytest.mark.parametrize("figure", USES)
def test_the_red_tile_does_not_bend_the_roll_of_a_figure(figure: str) -> None:
    table = encounters(9, Trader(lira=9, tiles=("red",)), governor=9, smuggler=9)
    table.say(*USES[figure], "sum:4")
    assert table.step == "encounters"


@pytest.mark.rule("IST-6.1", "IST-6.2", "IST-6.3", "IST-6.4")
@pytest.mark.parametrize("order", list(permutations(["catch", "governor", "smuggler"])))
def test_encounters_come_in_any_order(order: tuple[str, ...]) -> None:
    words = {
        "catch": ["catch", "lira"],
        "governor": ["governor", "card:far", "pay", "sum:4"],
        "smuggler": ["smuggler", "good:red", "pay", "sum:5"],
    }
    table = encounters(9, Trader(lira=9), Trader(family=9), governor=9, smuggler=9)
    for one in order:
        assert one in table.options()
        table.say(*words[one])
    assert table.lira() == 9 + 3 - 2 - 2
    assert table.hand() == ["far"]
    assert table.goods() == (1, 0, 0, 0)
    assert table.player(1)["family"] == POLICE
    assert (table.pieces["governor"], table.pieces["smuggler"]) == (4, 5)
    assert set(table.options()) == {"pass"}


@pytest.mark.rule("IST-6.1", "IST-6.2")
def test_the_lira_of_a_catch_pay_the_governor() -> None:
    table = encounters(9, Trader(), Trader(family=9), governor=9)
    table.say("catch", "lira", "governor", "card:far", "pay")
    assert table.lira() == 1
    assert table.hand() == ["far"]


@pytest.mark.rule("IST-6.2", "IST-6.3", "IST-5.0")
def test_encounters_do_not_need_the_action() -> None:
    """At the large market with nothing to sell."""
    table = visit(10, Trader(lira=4), governor=10, smuggler=10)
    assert set(table.options()) == {"governor", "smuggler", "pass"}
