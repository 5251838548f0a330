"""IST-7: the bonus cards."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from bedesten import IllegalChoice
from rules.istanbul.bazaar import (
    CARDS,
    FOUNTAIN,
    FULL,
    MOMENTS,
    NO_GOODS,
    POLICE,
    Goods,
    Trader,
    bazaar,
    good_words,
    moment,
    says_chance,
    visit,
    within,
)

PLAYABLE = {
    "one_good": set(MOMENTS),
    "five_lira": set(MOMENTS),
    "family": set(MOMENTS),
    "far": {"move"},
    "stay": {"move"},
    "return": {"move", "use_assistant"},
    "sell_any": set(),
    "palace_twice": set(),
    "post_twice": {"act_again"},
    "dealer_twice": set(),
}
"""When each card can be played by a player at the post office."""


@pytest.mark.rule(
    "IST-7.1", "IST-7.2", "IST-7.3", "IST-7.4", "IST-7.5", "IST-7.6", "IST-7.7", "IST-7.8"
)
@pytest.mark.parametrize("step", MOMENTS)
@pytest.mark.parametrize("card", CARDS)
def test_a_card_can_be_played_at_its_moments(card: str, step: str) -> None:
    table = moment(step, Trader(lira=9, goods=(1, 1, 1, 1), hand=(card,), out=(1,), family=1))
    assert (f"card:{card}" in table.options()) == (step in PLAYABLE[card])


@pytest.mark.rule("IST-7.1", "IST-7.2", "IST-7.4")
@pytest.mark.parametrize("step", MOMENTS)
def test_any_number_of_cards_can_be_played_and_the_question_stands(step: str) -> None:
    hand = ("five_lira", "five_lira", "one_good", "one_good", "family", "stay")
    table = moment(step, Trader(hand=hand, family=1))
    lira, goods = table.lira(), table.goods()
    table.say("card:five_lira", "card:one_good", "good:blue", "card:family", "lira")
    table.say("card:one_good", "good:blue", "card:five_lira")
    assert table.step == step
    assert table.lira() == lira + 13
    assert table.goods() == (*goods[:3], 2)
    assert table.hand() == ["stay"]


@pytest.mark.rule("IST-7.11")
@pytest.mark.parametrize("step", MOMENTS)
def test_used_cards_go_face_up_on_the_discard_pile_in_order(step: str) -> None:
    me = Trader(hand=("five_lira", "one_good", "stay"))
    table = moment(step, me, discards=("far",))
    table.say("card:one_good", "good:red", "card:five_lira")
    assert table.discards == ["far", "one_good", "five_lira"]


# -- one good ---------------------------------------------------------------


@pytest.mark.rule("IST-7.1")
@pytest.mark.parametrize(
    ("good", "goods"),
    [
        ("red", (1, 0, 0, 0)),
        ("green", (0, 1, 0, 0)),
        ("yellow", (0, 0, 1, 0)),
        ("blue", (0, 0, 0, 1)),
    ],
)
def test_one_good_brings_a_good_of_choice(good: str, goods: Goods) -> None:
    table = bazaar(Trader(hand=("one_good",)))
    table.say("card:one_good")
    assert set(table.options()) == set(good_words())
    table.say(f"good:{good}")
    assert table.goods() == goods


@pytest.mark.rule("IST-7.1", "IST-5.10")
def test_one_good_before_the_action_can_complete_a_price() -> None:
    table = visit(13, Trader(goods=(1, 1, 1, 1), hand=("one_good",)))
    assert table.asks("act", "card:one_good", "pass")
    table.say("card:one_good", "good:red", "act")
    assert table.rubies() == 1
    assert table.goods() == NO_GOODS


# -- five lira --------------------------------------------------------------


@pytest.mark.rule("IST-7.2")
def test_five_lira_bring_5_lira() -> None:
    table = bazaar(Trader(lira=1, hand=("five_lira",)))
    table.say("card:five_lira")
    assert table.lira() == 6
    assert table.step == "move"


# -- twice ------------------------------------------------------------------


@pytest.mark.rule("IST-7.3")
def test_the_post_office_card_repeats_the_action_with_the_markers_moved_on() -> None:
    table = visit(5, Trader(hand=("post_twice",)))
    table.say("act", "card:post_twice")
    assert table.goods() == (1, 1, 2, 0)
    assert table.lira() == 4
    assert table.pieces["markers"] == 2
    assert table.discards == ["post_twice"]


@pytest.mark.rule("IST-7.3")
def test_the_dealer_card_repeats_the_action_at_the_next_price() -> None:
    table = visit(16, Trader(lira=30, hand=("dealer_twice",)))
    table.say("act", "card:dealer_twice")
    assert table.lira() == 30 - 14 - 15
    assert table.rubies() == 2


@pytest.mark.rule("IST-7.3")
def test_the_palace_card_repeats_the_action_at_the_next_price() -> None:
    table = visit(13, Trader(goods=(3, 3, 3, 4), extensions=2, hand=("palace_twice",)))
    table.say("act", "good:red", "card:palace_twice", "good:green")
    assert table.rubies() == 2
    assert table.goods() == (0, 0, 1, 1)


@pytest.mark.rule("IST-7.3")
def test_several_such_cards_stack() -> None:
    table = visit(5, Trader(hand=("post_twice", "post_twice")))
    table.say("act", "card:post_twice", "card:post_twice")
    assert table.lira() == 2 + 2 + 3
    assert table.goods() == (2, 1, 2, 0)
    assert table.pieces["markers"] == 3


@pytest.mark.rule("IST-7.3")
@pytest.mark.parametrize(
    ("place", "me"),
    [
        (16, Trader(lira=28, hand=("dealer_twice",))),
        (13, Trader(goods=(2, 2, 2, 2), hand=("palace_twice",))),
    ],
    ids=["dealer", "palace"],
)
def test_a_repetition_that_cannot_be_paid_is_not_playable(place: int, me: Trader) -> None:
    table = visit(place, me)
    table.say("act", *["good:red"] * (place == 13))
    assert set(table.options()) == {"pass"}


@pytest.mark.rule("IST-7.3", "IST-7.2")
def test_five_lira_may_be_played_first_to_pay_the_repetition() -> None:
    table = visit(16, Trader(lira=24, hand=("dealer_twice", "five_lira")))
    table.say("act")
    assert table.asks("act_again", "card:five_lira", "pass")
    table.say("card:five_lira", "card:dealer_twice")
    assert table.rubies() == 2
    assert table.lira() == 0


@pytest.mark.rule("IST-7.3", "IST-7.1")
def test_one_good_may_be_played_first_to_pay_the_repetition() -> None:
    me = Trader(goods=(2, 2, 3, 3), extensions=1, hand=("palace_twice", "one_good"))
    table = visit(13, me)
    table.say("act", "good:yellow")
    assert table.asks("act_again", "card:one_good", "pass")
    table.say("card:one_good", "good:blue", "card:palace_twice")
    assert table.rubies() == 2
    assert table.goods() == NO_GOODS


@pytest.mark.rule("IST-7.3")
def test_the_last_ruby_is_not_bought_twice() -> None:
    table = visit(16, Trader(lira=99, hand=("dealer_twice",)), dealer=1)
    table.say("act")
    assert set(table.options()) == {"pass"}

    me = Trader(goods=(5, 5, 5, 5), extensions=3, hand=("palace_twice",))
    table = visit(13, me, palace=1)
    table.say("act", "good:red", "good:red")
    assert set(table.options()) == {"pass"}


@pytest.mark.rule("IST-7.3")
@pytest.mark.parametrize(("place", "card"), [(5, "post_twice"), (16, "dealer_twice")])
def test_without_a_first_action_such_a_card_cannot_be_played(place: int, card: str) -> None:
    table = visit(place, Trader(lira=99, hand=(card,)))
    assert set(table.options()) == {"act", "pass"}
    table.say("pass")
    assert set(table.options()) == {"pass"}


@pytest.mark.rule("IST-7.3")
@pytest.mark.parametrize("card", ["palace_twice", "post_twice", "dealer_twice"])
@pytest.mark.parametrize(("place", "own"), [(5, "post_twice"), (16, "dealer_twice")])
def test_such_a_card_works_at_its_own_place_only(place: int, own: str, card: str) -> None:
    table = visit(place, Trader(lira=99, goods=FULL, hand=(card,)))
    table.say("act")
    assert (f"card:{card}" in table.options()) == (card == own)


@pytest.mark.rule("IST-7.3")
def test_such_a_card_belongs_to_phase_3() -> None:
    table = visit(5, Trader(lira=9, hand=("post_twice",)), governor=5)
    table.say("act", "pass")
    assert table.asks("encounters", "governor", "pass")


@pytest.mark.rule("IST-7.3")
def test_such_a_card_need_not_be_played() -> None:
    table = visit(5, Trader(hand=("post_twice",)))
    table.say("act", "pass", "pass")
    assert table.is_turn_of(1)
    assert table.hand() == ["post_twice"]


# -- the family member ------------------------------------------------------


@pytest.mark.rule("IST-7.4")
def test_the_family_card_brings_the_family_member_home_for_3_lira() -> None:
    table = bazaar(Trader(hand=("family",), family=9))
    table.say("card:family")
    assert set(table.options()) == {"lira", "draw"}
    table.say("lira")
    assert table.player()["family"] == POLICE
    assert table.lira() == 3


@pytest.mark.rule("IST-7.4", "IST-7.11")
def test_the_family_card_brings_the_family_member_home_for_a_card_of_the_pile() -> None:
    table = bazaar(Trader(hand=("family",), family=9), discards=("far",))
    table.say("card:family", "draw")
    assert says_chance(table)
    table.say("card:stay")
    assert table.player()["family"] == POLICE
    assert table.hand() == ["stay"]
    assert table.lira() == 0


@pytest.mark.rule("IST-7.4")
@pytest.mark.parametrize("step", MOMENTS)
def test_the_family_card_is_not_playable_at_home(step: str) -> None:
    table = moment(step, Trader(lira=9, hand=("family",)))
    assert "card:family" not in table.options()


@pytest.mark.rule("IST-7.4", "IST-5.9")
def test_the_family_member_called_back_before_the_police_action_may_be_sent_out_again() -> None:
    table = visit(POLICE, Trader(hand=("family",), family=9))
    assert table.asks("act", "card:family", "pass")
    table.say("card:family", "lira", "act", "place:3")
    assert table.player()["family"] == 3
    assert table.goods() == (0, 2, 0, 0)
    assert table.lira() == 3


@pytest.mark.rule("IST-7.4")
def test_the_family_card_brings_no_other_family_member_home() -> None:
    table = bazaar(Trader(hand=("family",), family=9), Trader(family=9))
    table.say("card:family", "lira")
    assert table.player(1)["family"] == 9


# -- stay -------------------------------------------------------------------


@pytest.mark.rule("IST-7.5")
def test_who_stays_uses_an_assistant_again_and_acts_again() -> None:
    table = bazaar(Trader(at=3, out=(3,), hand=("stay",)))
    table.say("card:stay")
    assert set(table.options()) == {"take:own", "pass"}
    table.say("take:own", "act")
    assert table.player()["merchant"] == 3
    assert table.goods() == (0, 2, 0, 0)
    assert table.stack() == ["own"] * 4


@pytest.mark.rule("IST-7.5")
def test_who_stays_where_no_own_assistant_lies_leaves_one() -> None:
    table = bazaar(Trader(at=3, hand=("stay",)))
    table.say("card:stay")
    assert set(table.options()) == {"leave", "pass"}
    table.say("leave")
    assert table.out() == [3]


@pytest.mark.rule("IST-7.5", "IST-3.2")
@pytest.mark.parametrize("out", [(), (3,)], ids=["none lies there", "one lies there"])
def test_who_stays_and_declines_ends_the_turn(out: tuple[int, ...]) -> None:
    table = bazaar(Trader(at=3, out=out, hand=("stay",)), Trader(family=3), governor=3, smuggler=3)
    table.say("card:stay", "pass")
    assert table.is_turn_of(1)
    assert table.out() == list(out)
    assert table.player(1)["family"] == 3


@pytest.mark.rule("IST-7.5", "IST-4.1")
def test_who_stays_pays_the_merchants_standing_there() -> None:
    table = bazaar(Trader(at=9, out=(9,), lira=5, hand=("stay",)), Trader(at=9), Trader(at=9))
    table.say("card:stay", "take:own", "pay")
    assert [table.lira(seat) for seat in range(3)] == [1, 2, 2]
    assert table.step == "act"


@pytest.mark.rule("IST-7.5", "IST-4.1")
def test_who_stays_and_does_not_pay_ends_the_turn() -> None:
    table = bazaar(Trader(at=9, out=(9,), lira=5, hand=("stay",)), Trader(at=9))
    table.say("card:stay", "take:own", "pass")
    assert table.is_turn_of(1)
    assert table.lira() == 5


@pytest.mark.rule("IST-7.5", "IST-4.3")
def test_who_stays_pays_neutral_merchants_too() -> None:
    table = bazaar(Trader(at=14, out=(14,), lira=4, hand=("stay",)), Trader(at=14, lira=1), seats=2)
    table.say("card:stay", "take:own", "pay", "sum:5")
    assert [table.lira(seat) for seat in range(2)] == [0, 3]
    assert table.pieces["neutral_merchants"] == [5, 15, 16]


@pytest.mark.rule("IST-7.5")
def test_encounters_follow_a_stay_as_usual() -> None:
    table = bazaar(Trader(at=9, hand=("stay",)), Trader(family=9), governor=9, smuggler=9)
    table.say("card:stay", "leave", "pass")
    assert set(table.options()) == {"catch", "governor", "smuggler"}


@pytest.mark.rule("IST-7.5", "IST-3.3")
def test_one_may_stay_at_the_fountain_where_no_assistant_is_needed() -> None:
    table = bazaar(Trader(at=FOUNTAIN, out=(1, 2, 3, 4), hand=("stay",)), Trader())
    table.say("card:stay")
    assert table.step == "act"
    table.say("act", "place:1", "done")
    assert table.out() == [2, 3, 4]


@pytest.mark.rule("IST-7.5", "IST-4.2")
def test_a_neutral_merchant_is_not_paid_by_who_stays_at_the_fountain() -> None:
    table = bazaar(
        Trader(at=FOUNTAIN, lira=4, hand=("stay",)), seats=2, neutral_merchants=(7, 7, 16)
    )
    table.say("card:stay", "act", "done")
    assert table.lira() == 4
    assert table.pieces["neutral_merchants"] == [7, 7, 16]


# -- far --------------------------------------------------------------------


@pytest.mark.rule("IST-7.6")
@pytest.mark.parametrize("here", [7, 15, 16, 12])
def test_the_far_card_moves_3_or_4_steps_instead(here: int) -> None:
    table = bazaar(Trader(at=here, hand=("far",)))
    table.say("card:far")
    assert table.places == within(here, 3, 4)
    assert set(table.options()) == {f"place:{place}" for place in table.places}


@pytest.mark.rule("IST-7.6")
def test_after_a_far_move_the_turn_goes_on_as_usual() -> None:
    table = bazaar(Trader(at=7, lira=2, hand=("far",)), Trader(at=8))
    table.say("card:far", "place:8", "leave", "pay", "act", "dice:1-1", "good:red")
    assert table.player()["merchant"] == 8
    assert table.out() == [8]
    assert table.goods() == (1, 0, 0, 0)
    assert table.discards == ["far"]


@pytest.mark.rule("IST-7.5", "IST-7.6")
@pytest.mark.parametrize(
    "words", [["card:stay"], ["card:far", "place:8"]], ids=["stay first", "far first"]
)
@pytest.mark.parametrize("then", ["card:stay", "card:far"])
def test_one_card_at_most_of_stay_and_far_is_played_in_a_turn(words: list[str], then: str) -> None:
    table = bazaar(Trader(at=2, hand=("stay", "stay", "far", "far")))
    table.say(*words)
    for word in ("leave", "pass", "pass"):
        assert then not in table.options(0)
        table.say(word)
    assert table.is_turn_of(1)


# -- return -----------------------------------------------------------------


@pytest.mark.rule("IST-7.7")
def test_the_return_card_brings_an_assistant_back_before_the_move() -> None:
    table = bazaar(Trader(at=9, out=(1, 4), hand=("return",)))
    table.say("card:return")
    assert set(table.options()) == {"place:1", "place:4"}
    table.say("place:4")
    assert table.out() == [1]
    assert table.stack() == ["own"] * 3
    assert table.step == "move"


@pytest.mark.rule("IST-7.7")
def test_the_return_card_brings_an_assistant_back_after_the_move() -> None:
    table = bazaar(Trader(at=11, out=(1, 4), hand=("return",)))
    table.say("place:9", "card:return", "place:4")
    assert table.step == "use_assistant"
    assert table.out() == [1]
    table.say("leave")
    assert table.out() == [1, 9]


@pytest.mark.rule("IST-7.7")
def test_the_return_card_brings_back_the_assistant_of_the_place_one_is_leaving() -> None:
    table = bazaar(Trader(at=9, out=(9,), hand=("return",)))
    table.say("card:return", "place:9", "place:3", "leave")
    assert table.out() == [3]


@pytest.mark.rule("IST-7.7")
def test_the_return_card_brings_back_the_assistant_of_the_place_one_has_come_to() -> None:
    """Then none lies there any more, and one is left."""
    table = bazaar(Trader(at=11, out=(1, 9), hand=("return",)))
    table.say("place:9", "card:return", "place:9")
    assert set(table.options()) == {"leave", "pass"}
    table.say("leave")
    assert table.out() == [1, 9]


@pytest.mark.rule("IST-7.7", "IST-7.5")
def test_the_return_card_works_with_the_stay_card() -> None:
    table = bazaar(Trader(at=9, out=(9,), hand=("return", "stay")))
    table.say("card:stay", "card:return", "place:9", "leave")
    assert table.out() == [9]
    assert table.step == "act"


@pytest.mark.rule("IST-7.7")
@pytest.mark.parametrize("words", [[], ["place:9"]], ids=["before the move", "after it"])
def test_the_return_card_is_playable_only_if_an_assistant_is_out(words: list[str]) -> None:
    table = bazaar(Trader(at=11, hand=("return",)), Trader(out=(3,)))
    table.say(*words)
    assert table.step == ("use_assistant" if words else "move")
    assert "card:return" not in table.options(0)


@pytest.mark.rule("IST-7.7")
def test_the_return_card_cannot_be_played_after_the_assistant_step() -> None:
    table = visit(9, Trader(hand=("return",)), governor=9)
    assert table.asks("act", "act", "pass")
    table.say("pass")
    assert table.asks("encounters", "governor", "pass")


@pytest.mark.rule("IST-7.7", "IST-3.3")
def test_at_the_fountain_there_is_no_assistant_step_to_play_the_return_card_before() -> None:
    table = visit(FOUNTAIN, Trader(out=(1,), hand=("return",)))
    assert table.asks("act", "act", "pass")


@pytest.mark.rule("IST-7.7")
def test_two_return_cards_bring_two_assistants_back() -> None:
    table = bazaar(Trader(at=11, out=(1, 4), hand=("return", "return")))
    table.say("card:return", "place:1", "place:9", "card:return", "place:4")
    assert table.out() == []
    assert table.stack() == ["own"] * 4


# -- the small market -------------------------------------------------------


@pytest.mark.rule("IST-7.8")
@pytest.mark.parametrize(("sold", "paid"), list(enumerate([2, 5, 9, 14, 20], start=1)))
def test_the_market_card_sells_goods_of_any_kinds(sold: int, paid: int) -> None:
    """The tile wants no blue at all."""
    me = Trader(goods=(0, 0, 0, 5), extensions=3, hand=("sell_any",))
    table = visit(11, me, small=3)
    table.say("act", "card:sell_any", *["good:blue"] * sold, *["done"] * (sold < 5))
    assert table.lira() == paid
    assert table.goods() == (0, 0, 0, 5 - sold)


@pytest.mark.rule("IST-7.8")
def test_the_market_card_mixes_kinds() -> None:
    me = Trader(goods=(2, 0, 2, 2), hand=("sell_any",))
    table = visit(11, me, small=3)
    table.say("act", "card:sell_any", "good:red", "good:red", "good:yellow", "good:blue", "done")
    assert table.lira() == 14
    assert table.goods() == (0, 0, 1, 1)


@pytest.mark.rule("IST-7.8")
def test_the_demand_tile_moves_on_after_a_sale_by_card() -> None:
    table = visit(11, Trader(goods=(0, 0, 0, 1), hand=("sell_any",)), small=3)
    table.say("act", "card:sell_any", "good:blue", "done", "demand:1")
    assert table.pieces["demand"]["small"] == [1, None, None, None, 3]


@pytest.mark.rule("IST-7.8", "IST-5.13")
@pytest.mark.parametrize(
    ("goods", "hand", "offered"),
    [
        ((0, 0, 0, 1), ("sell_any",), True),
        ((0, 0, 0, 1), ("stay",), False),
        ((0, 0, 0, 0), ("sell_any",), False),
    ],
)
def test_with_the_market_card_any_good_opens_the_small_market(
    goods: Goods, hand: tuple[str, ...], offered: bool
) -> None:
    table = visit(11, Trader(goods=goods, hand=hand), small=3)
    assert ("act" in table.options()) == offered


@pytest.mark.rule("IST-7.8")
def test_the_market_card_need_not_be_played() -> None:
    table = visit(11, Trader(goods=(1, 0, 0, 1), hand=("sell_any",)), small=3)
    table.say("act")
    assert set(table.options()) == {"good:red", "card:sell_any"}
    table.say("good:red", "done", "demand:1")
    assert table.hand() == ["sell_any"]
    assert table.lira() == 2


@pytest.mark.rule("IST-7.8")
def test_the_market_card_is_of_no_use_at_the_large_market() -> None:
    table = visit(10, Trader(goods=(0, 0, 1, 0), hand=("sell_any",)), large=1)
    assert table.asks("act", "pass")
    table = visit(10, Trader(goods=(2, 0, 1, 2), hand=("sell_any",)), large=1)
    table.say("act")
    assert set(table.options()) == {"good:red", "good:blue"}


@pytest.mark.rule("IST-7.8")
def test_a_sale_by_card_is_of_five_goods_at_most() -> None:
    table = visit(11, Trader(goods=FULL, hand=("sell_any",)), small=3)
    table.say("act", "card:sell_any", "good:red", "good:red", "good:green", "good:green")
    table.say("good:yellow")
    assert says_chance(table)
    assert table.lira() == 20


# -- the piles --------------------------------------------------------------


@pytest.mark.rule("IST-7.9")
def test_when_the_last_card_is_taken_all_discards_are_shuffled_at_once() -> None:
    table = visit(9, Trader(), Trader(family=9), pile=("far",), discards=("stay", "return"))
    table.say("pass", "catch", "draw", "card:far")
    assert table.pile == ["stay", "return"]
    assert table.discards == []


@pytest.mark.rule("IST-7.9")
def test_as_long_as_a_card_is_left_nothing_is_shuffled() -> None:
    table = visit(9, Trader(), Trader(family=9), pile=("far", "far"), discards=("stay",))
    table.say("pass", "catch", "draw", "card:far")
    assert table.pile == ["far"]
    assert table.discards == ["stay"]


@pytest.mark.rule("IST-7.9")
def test_if_there_are_no_discards_then_they_are_shuffled_when_a_card_is_next_drawn() -> None:
    """The cards played after the last one was drawn make the new pile."""
    table = visit(
        9,
        Trader(hand=("five_lira", "one_good")),
        Trader(family=9),
        Trader(family=9),
        pile=("far",),
    )
    table.say("pass", "catch", "draw", "card:far")
    assert table.pile == []
    table.say("card:five_lira", "card:one_good", "good:red")
    assert table.pile == []
    assert table.discards == ["five_lira", "one_good"]
    table.say("catch", "draw")
    assert table.match.odds() == pytest.approx({"card:five_lira": 1 / 2, "card:one_good": 1 / 2})
    table.say("card:one_good")
    assert table.pile == ["five_lira"]
    assert table.discards == []


@pytest.mark.rule("IST-7.9")
def test_a_reward_is_3_lira_if_there_is_no_card_at_all() -> None:
    table = bazaar(Trader(hand=("family",), family=9), pile=())
    table.say("card:family", "lira")
    assert table.lira() == 3
    assert table.step == "move"


@pytest.mark.rule("IST-7.9")
def test_every_card_of_the_pile_is_equally_likely() -> None:
    table = visit(9, Trader(hand=("far",)), Trader(family=9), discards=("far", "stay"))
    table.say("pass", "catch", "draw")
    left = Counter(CARDS) - Counter(["far", "far", "stay"])
    assert table.match.odds() == pytest.approx({f"card:{card}": n / 23 for card, n in left.items()})


@pytest.mark.rule("IST-7.10")
def test_there_is_no_limit_to_a_hand() -> None:
    everything = tuple(Counter(CARDS).elements())
    table = visit(9, Trader(lira=2, hand=everything[1:]), governor=9)
    table.say("pass", "governor", "card:one_good", "pay", "sum:3")
    assert len(table.hand()) == 26
    table.say("pass")
    assert len(table.hand()) == 26


@pytest.mark.rule("IST-7.11", "IST-7.9")
def test_the_family_card_does_not_draw_itself() -> None:
    table = bazaar(Trader(hand=("family", "stay"), family=9), pile=())
    table.say("card:family")
    assert "draw" not in table.options()
    table.say("lira")
    assert table.lira() == 3
    assert table.discards == ["family"]


@pytest.mark.rule("IST-7.11", "IST-7.9")
def test_a_card_drawn_by_the_family_card_comes_before_it_is_discarded() -> None:
    table = bazaar(Trader(hand=("family",), family=9), pile=("far",), discards=("stay",))
    table.say("card:family", "draw", "card:far")
    assert table.pile == ["stay"]
    assert table.discards == ["family"]


@pytest.mark.rule("IST-7.11", "IST-7.9")
def test_the_last_card_drawn_by_the_family_card_leaves_it_alone_on_the_discards() -> None:
    table = bazaar(Trader(hand=("family",), family=9), pile=("far",))
    table.say("card:family", "draw", "card:far")
    assert table.hand() == ["far"]
    assert table.pile == []
    assert table.discards == ["family"]


@pytest.mark.rule("IST-7.11")
@pytest.mark.parametrize(
    ("words", "card"),
    [(["card:far"], "far"), (["card:family"], "family"), (["card:one_good"], "one_good")],
)
def test_a_played_card_joins_the_discards_when_its_effect_is_done(
    words: list[str], card: str
) -> None:
    table = bazaar(Trader(hand=(card,), family=9))
    table.say(*words)
    assert table.hand() == []
    assert table.discards == []
    assert table.pieces["in_play"] == card


@pytest.mark.rule("IST-7.11")
@pytest.mark.parametrize(
    ("words", "card"), [(["card:stay"], "stay"), (["card:far", "place:8"], "far")]
)
def test_a_card_of_the_move_joins_the_discards_when_the_move_is_done(
    words: list[str], card: str
) -> None:
    table = bazaar(Trader(at=2, hand=(card,)))
    table.say(*words)
    assert table.step == "use_assistant"
    assert table.discards == [card]
    assert table.pieces["in_play"] is None


@pytest.mark.rule("IST-7.11")
def test_a_repeating_card_joins_the_discards_after_the_repeated_action() -> None:
    me = Trader(goods=(3, 3, 3, 4), extensions=2, hand=("palace_twice",))
    table = visit(13, me)
    table.say("act", "good:red", "card:palace_twice")
    assert table.step == "give_any"
    assert table.discards == []
    table.say("good:green")
    assert table.discards == ["palace_twice"]


@pytest.mark.rule("IST-7.11")
def test_the_market_card_joins_the_discards_after_the_sale() -> None:
    table = visit(11, Trader(goods=FULL, hand=("sell_any",)))
    table.say("act", "card:sell_any", "good:red")
    assert table.discards == []
    table.say("done", "demand:2")
    assert table.discards == ["sell_any"]


# -- inside an action -------------------------------------------------------

IMPATIENT = Trader(
    lira=20,
    goods=FULL,
    hand=("five_lira", "one_good", "family", "return", "far", "sell_any"),
    tiles=("red", "yellow", "green"),
    out=(1, 16),
    family=1,
)


@pytest.mark.rule("IST-7.12", "IST-7.1", "IST-7.2", "IST-7.4", "IST-8.4")
@pytest.mark.parametrize(
    ("place", "words", "step", "options"),
    [
        (3, [], "buy_extra", {*good_words(), "pass"}),
        (6, [], "pick_pile", {"pile", "discards"}),
        (6, ["pile", "card:far"], "pick_pile", {"pile", "discards"}),
        (7, [], "bring_back", {"place:1", "place:16", "done"}),
        (7, ["place:1"], "bring_back", {"place:16", "done"}),
        (8, ["dice:1-2"], "bend_dice", {"four:low", "four:high", "reroll", "pass"}),
        (8, ["dice:1-2", "pass"], "pick_plain_good", set(good_words("red", "green", "yellow"))),
        (9, [], "call_number", {f"call:{n}" for n in range(3, 13)}),
        (9, ["call:9", "dice:1-2"], "bend_dice", {"four:low", "four:high", "reroll", "pass"}),
        (10, [], "sell", set(good_words("red", "green", "blue"))),
        (10, ["good:red"], "sell", {*good_words("red", "green", "blue"), "done"}),
        (11, [], "sell", {*good_words(), "card:sell_any"}),
        (11, ["good:red"], "sell", {*good_words("green", "yellow", "blue"), "done"}),
        (11, ["card:sell_any"], "sell", set(good_words())),
        (13, [], "give_any", set(good_words())),
        (15, [], "take_tile", None),
    ],
)
def test_inside_an_action_nothing_is_played_but_what_belongs_to_it(
    place: int, words: list[str], step: str, options: set[str] | None
) -> None:
    me = IMPATIENT
    if place == 15:
        me = Trader(lira=20, goods=FULL, hand=IMPATIENT.hand, out=(1,), family=1)
        options = set(good_words("yellow", "blue"))
    table = visit(place, me, discards=("stay",))
    table.say("act", *words)
    assert table.step == step
    assert set(table.options()) == options


@pytest.mark.rule("IST-7.12")
@pytest.mark.parametrize(
    ("words", "step", "options"),
    [
        (["card:return"], "fetch_assistant", {"place:1", "place:16"}),
        (["tile:yellow"], "fetch_assistant", {"place:1", "place:16"}),
        (["card:one_good"], "pick_good", set(good_words())),
        (["card:family"], "take_reward", {"lira", "draw"}),
        (["card:far"], "move_far", {f"place:{place}" for place in within(2, 3, 4)}),
    ],
)
def test_no_card_is_played_inside_the_effect_of_another(
    words: list[str], step: str, options: set[str]
) -> None:
    table = bazaar(replace(IMPATIENT, at=2))
    table.say(*words)
    assert table.step == step
    assert set(table.options()) == options


@pytest.mark.rule("IST-7.12")
@pytest.mark.parametrize(
    ("words", "step", "options"),
    [
        (["smuggler"], "take_smuggled", set(good_words())),
        (["catch"], "take_reward", {"lira", "draw"}),
        (
            ["governor", "card:stay", "give"],
            "give_card",
            {f"card:{card}" for card in (*IMPATIENT.hand, "stay")},
        ),
    ],
)
def test_no_card_is_played_inside_a_step_of_an_encounter(
    words: list[str], step: str, options: set[str]
) -> None:
    table = visit(9, IMPATIENT, Trader(family=9), governor=9, smuggler=9)
    table.say("pass", *words)
    assert table.step == step
    assert set(table.options()) == options


@pytest.mark.rule("IST-7.12")
def test_the_first_and_the_repeated_action_are_two() -> None:
    table = visit(5, Trader(lira=9, hand=("post_twice", "five_lira"), tiles=("yellow",)))
    table.say("act")
    assert set(table.options()) == {"card:post_twice", "card:five_lira", "tile:yellow", "pass"}
    table.say("tile:yellow", "place:5", "card:five_lira", "card:post_twice")
    assert table.lira() == 9 + 2 - 2 + 5 + 2


@pytest.mark.rule("IST-7.12", "IST-7.5")
def test_no_card_is_played_for_somebody_elses_turn() -> None:
    table = bazaar(Trader(hand=("stay",)), Trader(hand=("stay",)))
    table.idle()
    assert table.is_turn_of(1)
    with pytest.raises(IllegalChoice):
        table.play(0, "card:stay")
