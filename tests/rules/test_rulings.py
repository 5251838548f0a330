"""What the engine has settled beyond the clauses; docs/rulings.md says why."""

from __future__ import annotations

from typing import Any

import pytest

import bedesten
from bedesten import CHANCE, IllegalChoice
from rules.basari.bazaar import haggle
from rules.choose_write.bazaar import Sheet
from rules.choose_write.bazaar import bazaar as sheets
from rules.istanbul.bazaar import FULL, POLICE, Bazaar, Trader, bazaar, dealt, visit
from table import Table

# -- Basari -----------------------------------------------------------------


def test_gems_are_named_dearest_first_so_that_each_offer_has_one_spelling() -> None:
    table = haggle()
    for words in (("gem:red", "gem:blue", "done"), ("gem:yellow", "gem:yellow", "done")):
        table.match.fork().play(0, *words)
    for words in (("gem:blue", "gem:red", "done"), ("gem:green", "gem:yellow", "done")):
        with pytest.raises(IllegalChoice):
            table.match.play(0, *words)


@pytest.mark.parametrize("watcher", [None, 0, 1, 2])
def test_an_offer_being_put_together_lies_open(watcher: int | None) -> None:
    table = haggle()
    table.play(0, "gem:red")
    assert table.match.view(watcher)["haggle"]["draft"]["red"] == 1
    assert sum(table.match.view(watcher)["haggle"]["offer"].values()) == 0


def test_equal_rolls_are_words_of_chance_like_any_other() -> None:
    table = haggle(scores=(0, 0, 0))
    for word in ("pips:4", "pips:4", "pips:2"):
        assert set(table.match.odds().values()) == {1 / 6}
        table.chance(word)
    table.chance("pips:3")
    assert [answer.word for answer in table.match.history[-4:]] == [
        "pips:4",
        "pips:4",
        "pips:2",
        "pips:3",
    ]
    assert table.match.actors == (1,)


@pytest.mark.parametrize(("archways", "fits"), [(12, False), (13, True), (40, True), (41, False)])
def test_a_ring_has_13_to_40_archways(archways: int, fits: bool) -> None:
    data: dict[str, Any] = {"ring": {"archways": [[5, 1, 1, 0, 0]] * archways}}
    if not fits:
        with pytest.raises(ValueError, match="archways"):
            bedesten.new("basari", data=data)
        return
    match = bedesten.new("basari", data=data)
    assert len(match.choices(match.actors[0])) == archways


def test_a_round_of_basari_is_a_turn_and_the_set_up_is_turn_0() -> None:
    table = Table("basari", seats=3, start="random")
    assert table.view["turn"] == 0
    table.say("archway:1", "archway:2", "archway:3")
    assert table.view["turn"] == 1
    table.say("pips:1", "pips:2", "pips:3", "points", "points", "points")
    assert table.view["turn"] == 2


# -- Istanbul ---------------------------------------------------------------


def test_the_luck_of_the_set_up_comes_in_this_order() -> None:
    table = Bazaar(3)
    asked = []
    for word in ("seat:1", "sum:5", "sum:6", "demand:1", "demand:2", *dealt(3)):
        asked.append(table.step)
        table.say(word)
    assert asked == [
        "name_starter",
        "move_governor",
        "move_smuggler",
        "turn_demand",
        "turn_demand",
        "turn_card",
        "turn_card",
        "turn_card",
    ]
    assert table.is_turn_of(1)


def test_a_turn_of_istanbul_is_one_players_and_the_set_up_is_turn_0() -> None:
    table = Bazaar(3)
    assert table.view["turn"] == 0
    table.say("seat:0", "sum:2", "sum:2", "demand:1", "demand:1", *dealt(3))
    assert table.view["turn"] == 1
    table.idle()
    assert table.view["turn"] == 2


PATIENT = Trader(
    lira=9, goods=FULL, hand=("five_lira", "one_good", "far", "family"), out=(1,), tiles=("yellow",)
)


def test_no_card_is_offered_between_the_steps_of_one_decision() -> None:
    table = bazaar(PATIENT)
    table.say("card:far")
    assert all(word.startswith("place:") for word in table.options())
    table = visit(9, PATIENT, smuggler=9)
    table.say("pass", "smuggler")
    assert set(table.options()) == {"good:red", "good:green", "good:yellow", "good:blue"}
    table = visit(9, PATIENT, governor=9)
    table.say("pass", "governor", "card:stay", "give")
    assert all(word.startswith("card:") for word in table.options())
    assert len(table.options()) == 5, "each is a card to give up, not to play"
    table = visit(12, PATIENT)
    table.say("act")
    assert all(word.startswith("place:") for word in table.options())


@pytest.mark.parametrize("dice", ["dice:1-1", "dice:4-4", "dice:3-4", "dice:4-5", "dice:2-5"])
def test_either_die_may_be_turned_whatever_they_show(dice: str) -> None:
    table = visit(8, Trader(tiles=("red",)))
    table.say("act", dice)
    assert set(table.options()) == {"four:low", "four:high", "reroll", "pass"}


def test_the_fifth_assistant_goes_to_the_bottom_of_the_stack() -> None:
    others = [Trader(stack=("own", "own", "own", "neutral"))] * 2
    me = Trader(at=5, goods=(0, 0, 0, 2), stack=("own", "own", "neutral", "own"))
    table = bazaar(me, *others, neutral_assistants=True)
    table.say("place:15", "leave")
    assert table.stack() == ["own", "own", "neutral"]
    table.say("act", "good:blue")
    assert table.stack() == ["own", "own", "neutral", "own"]


def test_the_pile_may_be_chosen_when_only_discards_are_left() -> None:
    table = visit(6, pile=(), discards=("far", "stay"))
    table.say("act")
    assert set(table.options()) == {"pile", "discards"}


@pytest.mark.parametrize(
    ("goods", "left"),
    [((0, 0, 0, 0), (2, 0, 0, 0)), ((2, 1, 0, 0), (2, 2, 1, 0)), ((2, 2, 2, 1), (2, 2, 2, 2))],
)
def test_the_last_one_good_cards_fill_the_first_kind_with_room(
    goods: tuple[int, int, int, int], left: tuple[int, int, int, int]
) -> None:
    table = bazaar(
        Trader(at=1, lira=14, bought=4),
        Trader(goods=goods, hand=("one_good", "one_good")),
        palace=2,
    )
    table.say("place:16", "leave", "act")
    table.idle()
    table.idle()
    assert table.match.over
    assert table.goods(1) == left


def test_family_members_are_caught_in_the_order_of_the_seats() -> None:
    table = visit(9, Trader(), Trader(family=9), Trader(family=9), Trader(family=9), seats=4)
    table.say("pass")
    for caught in (1, 2, 3):
        table.say("catch", "lira")
        assert table.player(caught)["family"] == POLICE


def test_kinds_and_places_are_named_in_their_order_so_that_each_choice_has_one_spelling() -> None:
    table = visit(10, Trader(goods=FULL), large=5)
    table.say("act", "good:green")
    assert "good:red" not in table.options()
    table = visit(7, Trader(out=(2, 5, 9)))
    table.say("act", "place:5")
    assert set(table.options()) == {"place:9", "done"}


def test_a_sale_turns_the_next_demand_tile_at_once() -> None:
    table = visit(10, Trader(goods=(1, 0, 0, 0)), large=1)
    table.say("act", "good:red")
    assert table.step == "turn_demand"


# -- Choose & Write -----------------------------------------------------------------


def test_the_luck_of_the_set_up_of_choose_and_write_comes_in_this_order() -> None:
    match = bedesten.new("choose_write", seats=2, chance="manual")
    drawn = []
    while match.state.turn == 0:
        word = next(word for word in match.choices(CHANCE) if not word.startswith("fountain"))
        drawn.append(word.partition(":")[0])
        match.play(CHANCE, word)
    assert drawn == ["seat", *["ruby"] * 8, *["place"] * 4, "caravan"]


def test_a_payment_of_goods_cards_is_named_in_one_order() -> None:
    me = Sheet(lira=5, goods=(1, 2, 1, 1), guild=(10,), goods_cards=("rg", "gb"))
    table = sheets(me)
    table.play(0, "guild:10", "good:red", "good:green", "good:green")
    assert {"goods:rg", "goods:gb"} <= set(table.options(0))
    table.match.fork().play(0, "goods:rg", "goods:gb")
    table.play(0, "goods:gb")
    assert "goods:rg" not in table.options(0)
