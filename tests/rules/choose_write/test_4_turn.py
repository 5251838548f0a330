"""CW-4: playing a card, using it, following."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import permutations
from random import Random
from typing import Any

import pytest

import bedesten
from bedesten import CHANCE, IllegalChoice
from rules.choose_write.bazaar import (
    GOODS_CARDS,
    NO_GOODS,
    NUMBERED,
    PALACES,
    RICH,
    Sheet,
    bazaar,
    following,
    good_words,
    using,
)

ALL_GOODS_CARDS = tuple(Counter(GOODS_CARDS).elements())


# -- whose turn it is -------------------------------------------------------


@pytest.mark.rule("CW-4.1")
@pytest.mark.parametrize("first", range(4))
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_turns_go_clockwise(seats: int, first: int) -> None:
    table = bazaar(seats=seats, first=first % seats)
    for n in range(seats + 2):
        assert table.is_turn_of((first + n) % seats)
        table.idle()


@pytest.mark.rule("CW-4.1")
def test_one_plays_the_card_in_the_hand_or_one_of_the_display_or_a_guild_card() -> None:
    table = bazaar(Sheet(lira=3, guild=(1, 4, 14)))
    assert set(table.options(0)) == {"hand", "left", "right", "guild:1", "guild:4"}


@pytest.mark.rule("CW-4.1")
def test_a_card_must_be_played() -> None:
    table = bazaar()
    assert set(table.options(0)) == {"hand", "left", "right"}


@pytest.mark.rule("CW-4.1")
@pytest.mark.parametrize(("word", "card"), [("hand", "1"), ("left", "5"), ("right", "10")])
def test_the_card_that_is_played_is_the_one_that_can_be_used(word: str, card: str) -> None:
    table = bazaar(Sheet(card="1"), display=("5", "10"))
    table.play(0, word)
    assert table.pieces["card"] == card
    assert card in table.places(0) & table.places(1) & table.places(2)


@pytest.mark.rule("CW-4.1")
def test_the_hands_of_others_cannot_be_played() -> None:
    table = bazaar(Sheet(lira=9), Sheet(guild=(1,), card="1"), display=("5", "10"))
    assert "guild:1" not in table.options(0)
    assert table.options(1) == ()


# -- a place card -----------------------------------------------------------


@pytest.mark.rule("CW-4.2")
@pytest.mark.parametrize(("word", "card"), [("hand", "1"), ("left", "5"), ("right", "10")])
def test_the_card_goes_to_the_discard_pile(word: str, card: str) -> None:
    table = bazaar(Sheet(card="1"), display=("5", "10"))
    table.play(0, word)
    assert table.discards == {card: 1}


@pytest.mark.rule("CW-4.2")
@pytest.mark.parametrize("place", ["8", "4", "9", "13"])
def test_the_player_in_turn_crosses_nothing(place: str) -> None:
    table = using("8", Sheet(bonus=2))
    before = table.player()["symbols"]
    words = {"13": "place:13 place:1 place:1"}.get(place, f"place:{place}")
    table.use(words)
    assert table.player()["symbols"] == before
    assert table.bonus() == 2


@pytest.mark.rule("CW-4.2")
def test_the_player_in_turn_needs_no_symbol() -> None:
    table = using("8", Sheet(crossed=NUMBERED))
    assert table.places() == {"8", "4", "9", "13"}


@pytest.mark.rule("CW-4.2")
def test_a_card_is_used_once() -> None:
    table = using("8")
    table.use("place:8")
    assert table.lira() == 3
    assert table.actor == CHANCE


# -- the others -------------------------------------------------------------


@pytest.mark.rule("CW-4.3")
def test_who_follows_chooses_what_is_crossed() -> None:
    table = following("8", Sheet(bonus=1))
    table.play(1, "place:4")
    assert table.asked(1) == "cross"
    assert set(table.options(1)) == {"symbol", "bonus"}


@pytest.mark.rule("CW-4.3")
def test_a_symbol_is_crossed_at_the_place_that_is_carried_out() -> None:
    table = following("8", Sheet(bonus=1))
    before = table.player(1)["symbols"]
    table.use("pass", "place:4 symbol")
    assert table.player(1)["symbols"] == before | {"4": 0}
    assert table.bonus(1) == 1
    assert table.lira(1) == 1


@pytest.mark.rule("CW-4.3")
def test_a_bonus_action_spares_the_symbols() -> None:
    table = following("8", Sheet(bonus=2))
    before = table.player(1)["symbols"]
    table.use("pass", "place:8 bonus")
    assert table.player(1)["symbols"] == before
    assert table.bonus(1) == 1
    assert table.lira(1) == 3


@pytest.mark.rule("CW-4.3")
def test_without_a_bonus_action_a_symbol_is_crossed_and_nothing_is_asked() -> None:
    table = following("8")
    table.use("pass", "place:8")
    assert table.symbols("8", 1) == 1
    assert table.lira(1) == 3


@pytest.mark.rule("CW-4.3")
def test_without_a_symbol_a_bonus_action_is_crossed_and_nothing_is_asked() -> None:
    table = following("8", Sheet(bonus=1, crossed=("8",)))
    table.use("pass", "place:8")
    assert table.bonus(1) == 0
    assert table.lira(1) == 3


@pytest.mark.rule("CW-4.3", "CW-1.6")
def test_at_a_palace_only_a_bonus_action_can_be_crossed() -> None:
    table = following("a", Sheet(goods=(3, 3, 3, 3), bonus=1))
    before = table.player(1)["symbols"]
    table.use("pass", "place:a bonus")
    assert table.player(1)["symbols"] == before
    assert table.bonus(1) == 0
    assert table.rubies(1) == 1


@pytest.mark.rule("CW-4.3", "CW-5.5")
def test_a_palace_by_the_caravan_takes_a_symbol_of_the_caravansary() -> None:
    table = following("6", Sheet(goods=(1, 1, 1, 1)), caravan=(6,), palaces={"a": [20]})
    table.use("pass", "place:6")
    assert (table.rubies(1), table.symbols("6", 1)) == (1, 0)


@pytest.mark.rule("CW-4.3", "CW-1.3")
def test_a_bonus_action_just_crossed_leaves_no_free_field() -> None:
    table = following("3", Sheet(goods=(2, 0, 0, 0), bonus=6))
    table.play(1, "place:3", "bonus")
    assert table.asked(1) == "mark"
    assert set(table.options(1)) == {*good_words(), "lira"}


@pytest.mark.rule("CW-4.3")
def test_the_others_need_not_choose_the_same_place() -> None:
    table = using("8", Sheet(), Sheet(), Sheet())
    table.use("place:8", "place:13 symbol place:1 place:1", "place:4")
    table.go_on()
    assert table.lira(0) == 3
    assert table.ticks(1) == {"1": 2}
    assert table.lira(2) == 1


@pytest.mark.rule("CW-4.3", "CW-4.2")
def test_all_may_use_the_same_place() -> None:
    table = using("8", seats=5)
    table.use(*["place:8"] * 5)
    assert [table.lira(seat) for seat in range(5)] == [3] * 5
    assert [table.symbols("8", seat) for seat in range(5)] == [2, 1, 1, 1, 1]


@pytest.mark.rule("CW-4.4")
def test_who_will_not_marks_a_bonus_action() -> None:
    table = following("8")
    before = table.player(1)["symbols"]
    table.use("place:8", "pass")
    assert table.bonus(1) == 1
    assert table.player(1)["symbols"] == before
    assert table.bonus(0) == 0


@pytest.mark.rule("CW-4.4", "CW-4.3")
def test_who_cannot_marks_a_bonus_action() -> None:
    table = following("8", Sheet(crossed=NUMBERED))
    assert table.options(1) == ("pass",)
    table.use("pass", "pass")
    assert table.bonus(1) == 1


@pytest.mark.rule("CW-4.4")
@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("marked", [6, 2, 0])
def test_if_all_bonus_actions_are_marked_or_crossed_none_is_marked(seat: int, marked: int) -> None:
    sheets = [Sheet(bonus=marked, bonus_filled=6)] * 2
    table = using("8", *sheets)
    table.use()
    assert table.bonus(seat) == marked


@pytest.mark.rule("CW-4.4")
def test_the_player_in_turn_may_pass_and_the_others_use_the_card_all_the_same() -> None:
    table = using("8")
    table.use("pass", "place:8", "place:8")
    assert table.bonus(0) == 1
    assert [table.lira(seat) for seat in range(3)] == [0, 3, 3]
    assert table.bonus(1) == table.bonus(2) == 0


@pytest.mark.rule("CW-4.4")
def test_if_nobody_uses_a_card_everybody_marks_a_bonus_action() -> None:
    table = using("a")
    table.use("pass", "pass", "pass")
    assert [table.bonus(seat) for seat in range(3)] == [1, 1, 1]


# -- all at the same time ---------------------------------------------------


@pytest.mark.rule("CW-4.5")
def test_all_are_asked_at_once() -> None:
    table = using("8", seats=5)
    assert table.match.actors == (0, 1, 2, 3, 4)
    assert [table.asked(seat) for seat in range(5)] == ["use_card"] * 5


@pytest.mark.rule("CW-4.5")
def test_nothing_is_carried_out_before_the_last_has_chosen() -> None:
    table = using("8")
    before = [table.player(seat) | {"plan": []} for seat in range(3)]
    table.play(1, "place:8")
    table.play(0, "place:8")
    assert [table.player(seat) | {"plan": []} for seat in range(3)] == before
    table.play(2, "pass")
    assert [table.lira(seat) for seat in range(3)] == [3, 3, 0]


@pytest.mark.rule("CW-4.5")
def test_who_has_chosen_is_not_asked_again() -> None:
    table = using("8")
    table.play(1, "place:8")
    assert table.match.actors == (0, 2)
    with pytest.raises(IllegalChoice):
        table.play(1, "pass")


@pytest.mark.rule("CW-4.5")
@pytest.mark.parametrize("first", range(3))
def test_choices_are_carried_out_clockwise_from_the_player_in_turn(first: int) -> None:
    table = bazaar(first=first, display=("4", "12"))
    table.play(first, "left")
    table.use(*["place:4"] * 3)
    table.chance("goods:rr", "goods:gg", "goods:yy")
    for n, card in enumerate(("rr", "gg", "yy")):
        assert table.goods_cards((first + n) % 3) == [card]


@pytest.mark.rule("CW-4.5")
def test_one_seat_is_done_wholly_before_the_next_begins() -> None:
    table = using("8", Sheet(), Sheet(), Sheet())
    table.use("place:4", "place:9", "place:8")
    assert set(table.options()) == {f"goods:{card}" for card in GOODS_CARDS}
    assert table.lira(0) == 1
    assert [table.symbols("9", 1), table.symbols("8", 2), table.lira(2)] == [1, 2, 0]
    table.chance("goods:rr")
    assert table.options() == tuple(f"guild:{n}" for n in range(1, 17))
    assert [table.symbols("9", 1), table.symbols("8", 2), table.lira(2)] == [0, 2, 0]
    table.chance("guild:1")
    assert [table.symbols("9", 1), table.symbols("8", 2), table.lira(2)] == [0, 1, 3]


@pytest.mark.rule("CW-4.5")
def test_the_last_goods_card_goes_to_the_player_in_turn() -> None:
    holder = Sheet(goods_cards=ALL_GOODS_CARDS[:-1])
    table = using("4", Sheet(), Sheet(), holder)
    table.use("place:4", "place:4")
    assert (table.goods_cards(0), table.goods_cards(1)) == (["bb"], [])
    assert (table.lira(0), table.lira(1)) == (1, 1)


@pytest.mark.rule("CW-4.5", "CW-2.4")
def test_guild_cards_are_kept_by_all_at_once_after_all_draws() -> None:
    table = using("6", caravan=(4,))
    table.use("place:6", "place:6", "place:6")
    table.chance("guild:1", "guild:2", "guild:3", "guild:4", "guild:5", "guild:6")
    assert table.match.actors == (0, 1, 2)
    assert [table.asked(seat) for seat in range(3)] == ["keep"] * 3
    assert set(table.options(1)) == {"guild:3", "guild:4"}
    table.play(2, "guild:6")
    table.play(0, "guild:1")
    table.play(1, "guild:3")
    assert [table.guild(seat) for seat in range(3)] == [[1], [3], [6]]
    assert table.pieces["guild_discards"] == [2, 4, 5]


@pytest.mark.rule("CW-4.5", "CW-2.4")
def test_what_is_not_kept_comes_too_late_for_others_to_draw() -> None:
    holder = Sheet(guild=tuple(range(4, 17)))
    table = using("6", Sheet(), Sheet(), holder, caravan=(4,))
    table.use("place:6", "place:6")
    table.chance("guild:1", "guild:2")
    assert table.match.actors == (0,)
    table.play(0, "guild:1")
    assert (table.guild(0), table.guild(1)) == ([1], [3])
    assert table.pieces["guild_discards"] == [2]


def turn_in_order(order: list[int], choices: list[list[str]]) -> dict[str, Any]:
    """The position after a turn in which the seats have spoken, a word each time, in this order."""
    sheets = [replace(RICH, goods_cards=(card,)) for card in ("rg", "rg", "yy", "bb")]
    table = using("8", *sheets, seats=4, palaces={"b": [13]})
    left = [list(words) for words in choices]
    for seat in order:
        if left[seat]:
            table.play(seat, left[seat].pop(0))
    assert not any(left)
    table.go_on()
    return table.match.position()


CHOICES = [
    ["place:b", "goods:rg"],
    ["place:b", "done"],
    ["place:4", "symbol"],
    ["place:13", "bonus", "place:5", "place:8"],
]


@pytest.mark.rule("CW-4.5")
@pytest.mark.parametrize("order", list(permutations(range(4))))
def test_nothing_depends_on_who_answers_first(order: tuple[int, ...]) -> None:
    whole = [seat for seat in range(4) for _ in CHOICES[seat]]
    seats = [seat for seat in order for _ in CHOICES[seat]]
    assert turn_in_order(seats, CHOICES) == turn_in_order(whole, CHOICES)


@pytest.mark.rule("CW-4.5")
@pytest.mark.parametrize("shuffle", range(12))
def test_nothing_depends_on_how_the_answers_are_mixed(shuffle: int) -> None:
    seats = [seat for seat in range(4) for _ in CHOICES[seat]]
    expected = turn_in_order(seats, CHOICES)
    Random(shuffle).shuffle(seats)
    assert turn_in_order(seats, CHOICES) == expected


@pytest.mark.rule("CW-4.5", "CW-6.4")
@pytest.mark.parametrize("order", list(permutations(range(3))))
def test_at_a_fountain_nothing_depends_on_who_answers_first(order: tuple[int, ...]) -> None:
    positions = []
    for seats in ((0, 1, 2), order):
        table = using("8")
        table.use()
        table.chance("fountain:good")
        for seat in seats:
            table.play(seat, good_words("red", "green", "blue")[seat])
        positions.append(table.match.position())
    assert positions[0] == positions[1]


@pytest.mark.rule("CW-4.5", "CW-2.4")
def test_after_a_goods_card_of_caravan_8_improvement_or_field_is_asked_when_it_is_seen() -> None:
    table = using("6", caravan=(8, 5))
    table.use("place:6 draw", "place:6 symbol draw", "place:6 symbol good:red lira")
    assert (table.lira(0), table.lira(2)) == (0, 0)  # all in their order: seat 2 waits too
    table.chance("goods:rr", "goods:gg")
    assert table.lira(2) == 2
    assert table.match.actors == (0, 1)
    assert table.asked(0) == table.asked(1) == "after_draw"
    ticks = [f"place:{place}" for place in ("1", "5", "8", "10", "14")]
    assert set(table.options(1)) == {*ticks, *good_words(), "lira", "bonus"}
    assert table.match.view(0)["players"][0]["goods_hand"] == {"rr": 1}
    table.play(1, "place:8")
    assert table.ticks(1) == {}  # nobody sees it before all have chosen
    table.play(0, "lira")
    assert (table.ticks(1), table.lira(0), table.lira(1)) == ({"8": 1}, 2, 1)
    table.go_on()
    assert table.pieces["caravan"][0] == 5


@pytest.mark.rule("CW-4.5", "CW-4.9")
def test_the_lira_of_caravan_8_comes_after_the_field() -> None:
    """With one field for lira left, it can be marked; the lira of the card is then lost."""
    table = using("6", Sheet(lira_filled=39), caravan=(8, 5))
    table.use("place:6 draw")
    table.chance("goods:rr")
    table.play(0, "lira")
    assert (table.player(0)["lira_filled"], table.lira(0)) == (40, 1)


@pytest.mark.rule("CW-4.5", "CW-2.4")
def test_whoever_takes_a_good_of_caravan_8_commits_to_all_of_it_at_once() -> None:
    table = using("6", caravan=(8, 5))
    table.play(0, "place:6", "good:red")
    assert table.asked(0) == "tick_or_mark"


@pytest.mark.rule("CW-4.5", "CW-5.10")
def test_through_the_catacombs_too_the_rest_of_caravan_8_is_asked_after_the_draw() -> None:
    table = using("12", caravan=(8, 5))
    table.use("place:12 place:6 draw")
    table.chance("goods:rr")
    assert table.asked(0) == "after_draw"


@pytest.mark.rule("CW-4.5", "CW-2.6")
def test_without_a_goods_card_to_draw_the_rest_of_caravan_8_is_asked_all_the_same() -> None:
    holder = Sheet(goods_cards=ALL_GOODS_CARDS)
    table = using("6", Sheet(), holder, caravan=(8, 5))
    table.use("place:6 draw")
    assert table.asked(0) == "after_draw"


@pytest.mark.rule("CW-4.5")
def test_with_one_answer_the_rest_of_caravan_8_is_not_asked_but_recorded() -> None:
    full = Sheet(
        filled=(13, 13, 13, 13),
        lira_filled=40,
        bonus_filled=6,
        ticks={"1": 2, "5": 2, "8": 2, "10": 2, "14": 1},
    )
    table = using("6", full, caravan=(8, 5))
    table.use("place:6 draw")
    table.chance("goods:rr")
    assert table.ticks(0)["14"] == 2
    forced = [answer for answer in table.match.history if answer.forced and answer.seat == 0]
    assert [answer.word for answer in forced] == ["place:14"]


@pytest.mark.rule("CW-4.5", "CW-2.4")
@pytest.mark.parametrize("order", list(permutations(range(3))))
def test_at_caravan_8_nothing_depends_on_who_goes_on_first(order: tuple[int, ...]) -> None:
    positions = []
    for seats in ((0, 1, 2), order):
        table = using("6", caravan=(8, 5))
        table.use("place:6 draw", "place:6 symbol draw", "place:6 symbol draw")
        table.chance("goods:rr", "goods:gg", "goods:bb")
        for seat in seats:
            table.play(seat, ("place:5", "good:red", "lira")[seat])
        table.go_on()
        positions.append(table.match.position())
    assert positions[0] == positions[1]


@pytest.mark.rule("CW-4.5")
@pytest.mark.parametrize(
    "card",
    [
        "goods 1, good 1, goods 1",
        "goods 1, equal 3",
        "guild 1, different 3",
        "goods_or_good 2",
        "goods 1, tick 1, mark 1",
        "keep_guild 2, goods_or_good 1",
    ],
)
def test_a_caravan_card_asks_one_thing_at_most_after_a_draw(card: str) -> None:
    cards = ["equal 3", "different 3", "lira 2, goods 1", "keep_guild 2", "lira 4"]
    cards += ["palace ab, goods 1", "palace cd, good 1", card]
    with pytest.raises(ValueError, match="once a card is drawn"):
        bedesten.new("choose_write", seats=2, data={"caravan": {"cards": cards}})


@pytest.mark.rule("CW-4.5", "CW-2.4")
@pytest.mark.parametrize("order", list(permutations(range(3))))
def test_at_caravan_4_nothing_depends_on_who_keeps_first(order: tuple[int, ...]) -> None:
    positions = []
    for seats in ((0, 1, 2), order):
        table = using("6", caravan=(4, 5))
        table.use("place:6", "place:6", "place:6")
        table.chance(*[f"guild:{n}" for n in range(1, 7)])
        for seat in seats:
            table.play(seat, f"guild:{2 * seat + 1}")
        table.go_on()
        positions.append(table.match.position())
    assert positions[0] == positions[1]


@pytest.mark.rule("CW-4.5")
def test_a_seat_plans_on_the_sheet_as_it_will_be() -> None:
    """The lira of the large market fill the last field before one is marked."""
    table = using("3", Sheet(goods=(2, 0, 0, 0), lira_filled=37))
    table.play(0, "place:3")
    assert table.asked(0) == "mark"
    assert set(table.options(0)) == {*good_words(), "bonus"}


# -- guild cards ------------------------------------------------------------


@pytest.mark.rule("CW-4.6")
def test_in_a_guild_turn_nobody_else_does_anything() -> None:
    table = bazaar(Sheet(lira=8, guild=(14,)))
    others = [table.player(1), table.player(2)]
    table.guild_turn(14)
    assert table.is_turn_of(1)
    assert [table.player(1), table.player(2)] == others
    assert table.bonus(0) == 0


@pytest.mark.rule("CW-4.6")
def test_a_guild_card_leaves_the_place_cards_alone() -> None:
    table = bazaar(Sheet(lira=8, guild=(14,), card="1"), display=("5", "10"))
    table.guild_turn(14)
    assert table.display == ["5", "10"]
    assert table.player(0)["place"] == "1"
    assert table.discards == {}


@pytest.mark.rule("CW-4.6")
def test_a_guild_card_is_discarded_after_its_effect() -> None:
    table = bazaar(Sheet(lira=1, guild=(1, 5)))
    table.play(0, "guild:1")
    assert table.pieces["guild_in_play"] == 1
    assert table.pieces["guild_discards"] == []
    table.say("good:red", "good:red", "place:1")
    assert table.pieces["guild_in_play"] is None
    assert table.pieces["guild_discards"] == [1]
    assert table.guild() == [5]


@pytest.mark.rule("CW-4.6")
@pytest.mark.parametrize(
    ("card", "me"),
    [
        (5, Sheet(lira=3, goods=(0, 1, 1, 1))),
        (6, Sheet(lira=3, goods=(1, 0, 1, 1))),
        (7, Sheet(lira=3, goods=(1, 1, 0, 1))),
        (8, Sheet(lira=3, goods=(1, 1, 1, 0))),
        (10, Sheet(lira=5, goods=(1, 0, 0, 1))),
        (11, Sheet(lira=5, goods=(1, 1, 1, 1))),
        (11, Sheet(lira=5, goods_cards=("rg",))),
        (12, Sheet(lira=6, goods=(0, 1, 1, 1))),
        (13, Sheet(lira=7, goods=(4, 4, 4, 3))),
    ],
)
def test_a_guild_card_whose_payment_is_lacking_cannot_be_played(card: int, me: Sheet) -> None:
    """Palaces ask one good of each kind, or more."""
    palaces = {"a": [20], "b": [19, 1], "c": [18, 2, 3], "d": [17, 5, 6]}
    table = bazaar(replace(me, guild=(card,)), palaces=palaces)
    assert set(table.options(0)) == {"hand", "left", "right"}


@pytest.mark.rule("CW-4.6")
@pytest.mark.parametrize(("card", "lira"), [(3, 1), (5, 0), (5, 2)])
def test_lira_a_guild_card_brings_cannot_pay_its_price(card: int, lira: int) -> None:
    table = bazaar(Sheet(lira=lira, guild=(card,), goods=(6, 6, 6, 6)))
    assert f"guild:{card}" not in table.options(0)


@pytest.mark.rule("CW-4.6", "CW-4.9")
def test_goods_and_cards_a_guild_card_brings_cannot_pay_its_palace() -> None:
    me = Sheet(lira=6, guild=(7, 8), goods=(1, 1, 1, 0))
    table = bazaar(me, palaces={"c": [20], "d": [19]})
    assert set(table.options(0)) == {"hand", "left", "right"}


@pytest.mark.rule("CW-4.6")
def test_the_price_is_paid_first() -> None:
    table = bazaar(Sheet(lira=3, guild=(4,)))
    table.play(0, "guild:4")
    assert table.lira() == 1
    assert table.goods() == NO_GOODS


# -- what can be chosen -----------------------------------------------------


@pytest.mark.rule("CW-4.7", "CW-5.2")
@pytest.mark.parametrize(("lira", "possible"), [(9, False), (10, True)])
@pytest.mark.parametrize("seat", [0, 1])
def test_the_dealer_can_be_chosen_with_10_lira(lira: int, possible: bool, seat: int) -> None:
    table = using("2", *[Sheet(lira=lira)] * 2)
    assert ("2" in table.places(seat)) == possible


@pytest.mark.rule("CW-4.7", "CW-5.3")
@pytest.mark.parametrize(
    ("me", "possible"),
    [
        (Sheet(goods=(1, 1, 1, 1)), False),
        (Sheet(goods=(0, 2, 0, 0)), True),
        (Sheet(goods=(0, 0, 1, 0), goods_cards=("yb",)), True),
        (Sheet(goods=(0, 0, 1, 0), goods_cards=("gb",)), False),
        (Sheet(goods_cards=("bb",)), True),
        (Sheet(goods_cards=("rg", "rg")), True),
        (Sheet(goods_cards=("rg", "yb")), False),
    ],
)
@pytest.mark.parametrize("seat", [0, 1])
def test_the_large_market_can_be_chosen_with_two_equal_goods(
    me: Sheet, possible: bool, seat: int
) -> None:
    table = using("3", *[me if n == seat else Sheet() for n in range(2)])
    assert ("3" in table.places(seat)) == possible


@pytest.mark.rule("CW-4.7", "CW-5.9")
@pytest.mark.parametrize(("cards", "possible"), [((), False), (("rg",), True)])
def test_the_market_stall_can_be_chosen_with_a_goods_card(
    cards: tuple[str, ...], possible: bool
) -> None:
    table = using("11", Sheet(goods_cards=cards))
    assert ("11" in table.places()) == possible


@pytest.mark.rule("CW-4.7", "CW-5.12")
@pytest.mark.parametrize("letter", PALACES)
def test_a_palace_can_be_chosen_if_it_can_be_paid(letter: str) -> None:
    table = using(letter, Sheet(goods=(1, 1, 1, 1)), palaces={letter: [20]})
    assert table.places() & {*PALACES} == {letter}


@pytest.mark.rule("CW-4.7", "CW-5.5")
@pytest.mark.parametrize(("card", "letters"), [(6, ("a", "b")), (7, ("c", "d"))])
def test_the_caravansary_can_be_chosen_if_a_palace_of_its_card_can_be_paid(
    card: int, letters: tuple[str, str]
) -> None:
    me = Sheet(goods=(1, 1, 1, 1))
    for letter in PALACES:
        table = using("6", me, caravan=(card,), palaces={letter: [20]})
        assert ("6" in table.places()) == (letter in letters)


@pytest.mark.rule("CW-4.7", "CW-5.5")
@pytest.mark.parametrize("card", [1, 2, 3, 4, 5, 8])
def test_other_caravan_cards_need_nothing(card: int) -> None:
    assert "6" in using("6", caravan=(card,)).places()


@pytest.mark.rule("CW-4.7", "CW-5.10")
def test_through_the_catacombs_too_only_what_can_be_paid_can_be_chosen() -> None:
    table = using("12", caravan=(6,))
    table.play(0, "place:12")
    assert table.places() == {"1", "4", "5", "7", "8", "9", "10", "13", "14"}


@pytest.mark.rule("CW-4.7")
@pytest.mark.parametrize(
    ("card", "me"),
    [
        ("1", Sheet(filled=(13, 0, 0, 0))),
        ("8", Sheet(lira_filled=40)),
        ("13", Sheet(ticks=dict.fromkeys(("1", "5", "8", "10", "14"), 2))),
        ("9", Sheet()),
    ],
    ids=["full column", "full boxes", "no improvement left", "no guild card left"],
)
@pytest.mark.parametrize("seat", [0, 1])
def test_an_action_that_yields_nothing_can_be_chosen(card: str, me: Sheet, seat: int) -> None:
    sheets = [Sheet(), Sheet(), Sheet(guild=tuple(range(1, 17)))]
    sheets[seat] = me
    table = using(card, *sheets)
    answers = ["pass"] * 3
    answers[seat] = f"place:{card}"
    table.use(*answers)
    assert table.bonus(seat) == 0
    assert table.goods(seat) == NO_GOODS
    assert (table.lira(seat), table.guild(seat)) == (0, [])


# -- hands ------------------------------------------------------------------


@pytest.mark.rule("CW-4.8")
def test_hands_of_guild_cards_have_no_limit() -> None:
    table = using("9", Sheet(guild=tuple(range(1, 16))))
    table.use("place:9")
    assert table.guild() == list(range(1, 17))


@pytest.mark.rule("CW-4.8")
def test_hands_of_goods_cards_have_no_limit() -> None:
    table = using("4", Sheet(goods_cards=ALL_GOODS_CARDS[:-1]))
    table.use("place:4")
    assert table.goods_cards() == list(ALL_GOODS_CARDS)


@pytest.mark.rule("CW-4.8", "CW-9.1")
@pytest.mark.parametrize(
    ("one", "other"),
    [
        (Sheet(guild=(1,)), Sheet(guild=(1, 2))),
        (Sheet(goods_cards=("rr",)), Sheet(goods_cards=("rr", "gg"))),
    ],
)
def test_how_many_cards_one_holds_is_public(one: Sheet, other: Sheet) -> None:
    for seat in (1, 2, None):
        assert bazaar(one).match.view(seat)["players"] != bazaar(other).match.view(seat)["players"]


# -- parts ------------------------------------------------------------------


@pytest.mark.rule("CW-4.9")
def test_goods_of_choice_may_be_equal_or_different() -> None:
    table = using("7")
    table.use("place:7 good:red good:red", "place:7 symbol good:red good:blue")
    assert (table.goods(0), table.goods(1)) == ((2, 0, 0, 0), (1, 0, 0, 1))


@pytest.mark.rule("CW-4.9")
def test_goods_of_choice_may_be_of_a_full_column() -> None:
    table = using("7", Sheet(filled=(13, 0, 0, 0)))
    table.use("place:7 good:red good:blue")
    assert table.goods() == (0, 0, 0, 1)


@pytest.mark.rule("CW-4.9", "CW-2.5")
def test_guild_3_brings_different_goods_even_where_a_column_is_full() -> None:
    table = bazaar(Sheet(lira=2, guild=(3,), filled=(13, 0, 0, 0)))
    table.guild_turn(3)
    assert table.goods() == (0, 1, 1, 1)


@pytest.mark.rule("CW-4.9", "CW-2.4")
def test_caravan_2_brings_different_goods_even_where_a_column_is_full() -> None:
    table = using("6", Sheet(filled=(13, 0, 0, 0)), caravan=(2,))
    table.play(0, "place:6")
    assert set(table.options(0)) == {*good_words()}
    table.play(0, "good:blue")
    table.play(1, "pass")
    table.play(2, "pass")
    assert table.goods() == (0, 1, 1, 0)


@pytest.mark.rule("CW-4.9")
def test_in_a_guild_turn_a_choice_is_made_after_what_was_drawn() -> None:
    table = bazaar(Sheet(lira=4, guild=(9,)))
    table.guild_turn(9, "goods:rr", "goods:gg")
    assert table.asked(0) == "good"
    assert table.goods_cards() == ["rr", "gg"]


@pytest.mark.rule("CW-4.9")
def test_the_parts_of_a_guild_card_come_in_their_order() -> None:
    me = Sheet(lira=3, guild=(7,), goods=(1, 1, 1, 1))
    table = bazaar(me, palaces={"c": [20]})
    table.play(0, "guild:7")
    assert (table.asked(0), table.rubies(), table.goods()) == ("good", 1, NO_GOODS)
    table.play(0, "good:green")
    assert (table.asked(0), table.goods()) == ("mark", (0, 1, 0, 0))


@pytest.mark.rule("CW-4.9")
def test_what_a_guild_card_has_brought_is_there_for_its_next_part() -> None:
    """The good of guild 7 takes the last field of its column."""
    me = Sheet(lira=3, guild=(7,), goods=(1, 1, 1, 1), filled=(12, 1, 1, 1))
    table = bazaar(me, palaces={"c": [20]})
    table.guild_turn(7, "good:red")
    assert set(table.options(0)) == {*good_words("green", "yellow", "blue"), "lira", "bonus"}
