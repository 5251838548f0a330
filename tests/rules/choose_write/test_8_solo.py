"""CW-8: alone at the table."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

import bedesten
from bedesten.games.choose_write.solo import difficulty, result_of
from bedesten.kernel.solo import SoloResult
from rules.choose_write.bazaar import (
    NUMBERED,
    TICKED,
    Bazaar,
    Goods,
    Sheet,
    bazaar,
    good_words,
    price,
)

SOLO = bedesten.game("choose_write").data({}).solo


def alone(
    me: Sheet | None = None, *, display: tuple[str, str] = ("left:8", "right:4"), **laid: Any
) -> Bazaar:
    return bazaar(me or Sheet(), seats=1, display=display, **laid)


def own_turn(table: Bazaar, *words: str, card: str = "left", new: str = "right:10") -> None:
    """Play an open card, use it, and draw a new one for the display."""
    table.play(0, card)
    table.play(0, *words)
    table.chance(new)


def outcome(table: Bazaar) -> SoloResult:
    state: Any = table.match.state
    return result_of(state, SOLO)


# -- the left card ----------------------------------------------------------


@pytest.mark.rule("CW-8.1", "CW-1.6")
def test_there_are_as_many_symbols_and_ruby_cards_as_with_two_players() -> None:
    table = alone()
    assert set(table.player()["symbols"].values()) == {1}
    assert [len(table.palace(letter)) for letter in "abcd"] == [2, 2, 2, 2]


@pytest.mark.rule("CW-8.1")
def test_after_the_own_turn_the_left_card_is_discarded_and_may_be_used() -> None:
    table = alone()
    own_turn(table, "place:8", new="right:10")
    assert table.discards == {"left:8": 1, "right:4": 1}
    assert table.pieces["card"] == "right:4"
    assert table.asked(0) == "use_card"
    assert set(table.options(0)) == {"place:4", "place:5", "place:8", "pass"}


@pytest.mark.rule("CW-8.1", "CW-4.3")
def test_a_symbol_is_crossed_for_the_left_card() -> None:
    table = alone(Sheet(bonus=1), display=("left:8", "left:5"))
    before = table.player()["symbols"]
    own_turn(table, "place:8")
    assert table.player()["symbols"] == before
    table.play(0, "place:5", "symbol")
    assert table.player()["symbols"] == before | {"5": 0}
    assert (table.bonus(), table.goods()) == (1, (0, 2, 0, 0))


@pytest.mark.rule("CW-8.1", "CW-4.3")
def test_a_bonus_action_may_be_crossed_for_the_left_card() -> None:
    table = alone(Sheet(bonus=1), display=("left:8", "left:5"))
    own_turn(table, "place:8")
    table.play(0, "place:5", "bonus")
    assert (table.bonus(), table.goods(), table.symbols("5")) == (0, (0, 2, 0, 0), 1)


@pytest.mark.rule("CW-8.1", "CW-4.4")
def test_who_does_not_use_the_left_card_marks_a_bonus_action() -> None:
    table = alone(Sheet(bonus=1))
    own_turn(table, "place:8")
    table.play(0, "pass")
    assert table.bonus() == 2


@pytest.mark.rule("CW-8.1", "CW-4.4")
def test_who_does_not_use_the_own_card_marks_a_bonus_action_too() -> None:
    table = alone()
    own_turn(table, "pass")
    assert table.bonus() == 1


@pytest.mark.rule("CW-8.1", "CW-1.6")
def test_a_palace_by_the_left_card_takes_a_bonus_action() -> None:
    me = Sheet(goods=(3, 3, 3, 3), bonus=1)
    for bonus in (0, 1):
        table = alone(replace(me, bonus=bonus), display=("left:8", "left:a"))
        own_turn(table, "place:8")
        assert ("a" in table.places()) == bool(bonus)


@pytest.mark.rule("CW-8.1")
def test_after_the_left_card_the_display_is_filled_and_the_next_turn_begins() -> None:
    table = alone()
    own_turn(table, "place:8", new="right:10")
    table.play(0, "pass")
    assert table.step == "turn_place_card"
    table.chance("right:2")
    assert table.display == ["right:10", "right:2"]
    assert table.is_turn_of(0)


@pytest.mark.rule("CW-8.1")
def test_the_left_card_does_not_touch_the_hand() -> None:
    table = alone(Sheet(card="left:2"))
    own_turn(table, "place:8")
    table.play(0, "pass")
    table.chance("right:2")
    assert table.player()["place"] == "left:2"


@pytest.mark.rule("CW-8.1")
def test_a_guild_turn_is_followed_by_the_left_card() -> None:
    table = alone(Sheet(lira=8, guild=(14,)))
    table.play(0, "guild:14")
    assert table.asked(0) == "use_card"
    assert table.pieces["card"] == "left:8"
    table.play(0, "place:8")
    assert (table.lira(), table.symbols("8")) == (3, 0)
    table.chance("left:1")
    assert table.is_turn_of(0)


@pytest.mark.rule("CW-8.1", "CW-6.1", "CW-6.2")
def test_the_own_turn_has_its_whole_end_first() -> None:
    table = alone(Sheet(lira=17, card="left:8"), display=("left:2", "right:4"))
    table.play(0, "hand")
    table.play(0, "place:8")
    assert table.rubies() == 1
    assert table.asked(0) == "take"
    table.play(0, "left")
    table.chance("fountain:lira")
    assert table.lira() == 21
    table.chance("right:10")
    assert table.player()["place"] == "left:2"
    assert table.pieces["card"] == "right:4"


@pytest.mark.rule("CW-8.1", "CW-6.5")
def test_the_palace_is_dearer_by_the_left_card() -> None:
    asked = price(13, 14)
    double = (2 * asked[0], 2 * asked[1], 2 * asked[2], 2 * asked[3])
    palaces = {"a": [13, 14]}
    me = Sheet(goods=double, bonus=1)
    table = alone(me, display=("left:a", "right:a"), palaces=palaces)
    own_turn(table, "place:a", new="right:10")
    table.chance("ruby:20")
    assert table.goods() == asked
    assert "a" not in table.places()


@pytest.mark.rule("CW-8.1", "CW-6.5")
def test_the_left_card_adds_a_ruby_card_of_its_own() -> None:
    me = Sheet(goods=(9, 9, 9, 9), bonus=1)
    table = alone(me, display=("left:a", "right:a"), palaces={"a": [13, 14]})
    own_turn(table, "place:a", new="right:10")
    table.chance("ruby:20")
    table.play(0, "place:a")
    table.chance("right:2", "ruby:19")
    assert table.palace("a") == [13, 14, 20, 19]
    assert table.player()["palace_rubies"]["a"] == 2


@pytest.mark.rule("CW-8.1", "CW-6.6")
def test_the_caravan_card_changes_before_the_left_card_and_after_it() -> None:
    table = alone(display=("left:6", "right:6"), caravan=(5,))
    own_turn(table, "place:6", new="right:10")
    table.chance("caravan:3")
    table.play(0, "place:6")
    assert table.lira() == 6
    table.chance("goods:rr", "right:2", "caravan:8")
    assert table.caravan == [8, *[None] * 5, 5, 3]


@pytest.mark.rule("CW-8.1", "CW-6.1")
def test_the_left_card_may_bring_a_bonus_ruby() -> None:
    table = alone(Sheet(lira=17), display=("left:1", "right:8"))
    own_turn(table, "place:1")
    assert table.rubies() == 0
    table.play(0, "place:8")
    assert table.rubies() == 1


@pytest.mark.rule("CW-8.1", "CW-6.4")
def test_a_fountain_after_the_left_card_is_taken() -> None:
    table = alone()
    own_turn(table, "place:8")
    table.play(0, "pass")
    table.chance("fountain:good")
    table.play(0, "good:red")
    table.chance("left:1")
    assert table.goods() == (1, 0, 0, 0)
    assert table.is_turn_of(0)


@pytest.mark.rule("CW-8.1", "CW-8.3")
def test_if_the_own_turn_ends_the_game_the_left_card_is_not_used() -> None:
    table = alone(pile=())
    table.play(0, "left")
    table.play(0, "place:8")
    assert table.match.over
    assert table.discards["right:4"] == 0
    assert table.display == [None, "right:4"]


# -- left and right ---------------------------------------------------------


@pytest.mark.rule("CW-8.2")
@pytest.mark.parametrize("played", ["left", "right"])
@pytest.mark.parametrize("side", ["left", "right"])
def test_the_mark_of_a_new_card_says_where_it_lies(played: str, side: str) -> None:
    """The left of the two is then discarded and used, the other stays."""
    table = alone(display=("left:5", "right:9"))
    stays = "right:9" if played == "left" else "left:5"
    own_turn(table, "pass", card=played, new=f"{side}:10")
    discarded, kept = (f"{side}:10", stays) if side == "left" else (stays, f"{side}:10")
    assert table.pieces["card"] == discarded
    assert kept in table.display


@pytest.mark.rule("CW-8.2")
@pytest.mark.parametrize("side", ["left", "right"])
def test_after_the_left_card_the_mark_counts_too(side: str) -> None:
    table = alone(display=("left:5", "right:9"))
    own_turn(table, "pass", new="right:10")
    table.play(0, "pass")
    table.chance(f"{side}:2")
    there = ["right:10"]
    there.insert(int(side == "right"), f"{side}:2")
    assert table.display == there


@pytest.mark.rule("CW-8.2")
@pytest.mark.parametrize(("word", "stays"), [("left", "right:9"), ("right", "left:5")])
@pytest.mark.parametrize("side", ["left", "right"])
def test_the_mark_counts_too_when_an_open_card_was_taken(word: str, stays: str, side: str) -> None:
    table = alone(Sheet(card="left:2"), display=("left:5", "right:9"))
    table.play(0, "hand")
    table.play(0, "pass")
    table.play(0, word)
    table.chance(f"{side}:10")
    assert table.pieces["card"] == (f"{side}:10" if side == "left" else stays)


@pytest.mark.rule("CW-8.2", "CW-3.2")
@pytest.mark.parametrize("one", ["left", "right"])
@pytest.mark.parametrize("other", ["left", "right"])
def test_at_the_set_up_the_second_card_is_laid_by_its_mark(one: str, other: str) -> None:
    table = Bazaar(1)
    table.say(*[f"ruby:{n}" for n in range(1, 9)], f"{one}:1", f"{other}:2")
    cards = [f"{one}:1"]
    cards.insert(int(other == "right"), f"{other}:2")
    assert table.display == cards


@pytest.mark.rule("CW-8.2", "CW-6.4")
def test_a_fountain_has_no_mark_and_moves_nothing() -> None:
    table = alone(display=("left:5", "right:9"))
    own_turn(table, "pass", card="right", new="fountain:lira")
    table.chance("right:10")
    assert table.pieces["card"] == "left:5"
    assert "right:10" in table.display


# -- the end ----------------------------------------------------------------


@pytest.mark.rule("CW-8.3")
def test_the_cards_last_for_17_own_turns_and_17_left_cards() -> None:
    table = alone()
    own = used = 0
    while not table.match.over:
        asked = table.asked()
        own += asked == "play"
        used += asked == "use_card"
        words = {"play": "left", "use_card": "pass"}
        table.say(words.get(asked or "", table.options()[0]))
    assert (own, used - own) == (17, 17)


@pytest.mark.rule("CW-8.3")
def test_the_game_ends_at_once_when_the_left_card_cannot_be_replaced() -> None:
    table = alone(pile=("right:10",))
    table.play(0, "left")
    table.play(0, "pass")
    assert table.asked(0) == "use_card"
    table.play(0, "place:8", "symbol")
    assert table.match.over
    assert table.lira() == 3


@pytest.mark.rule("CW-8.3")
def test_a_fountain_that_is_the_last_card_is_still_taken() -> None:
    table = alone(pile=("fountain:lira",))
    table.play(0, "left")
    table.play(0, "place:8")
    assert table.match.over
    assert table.lira() == 4


@pytest.mark.rule("CW-8.3", "CW-7.2")
def test_with_an_empty_pile_a_guild_turn_is_still_followed_by_the_left_card() -> None:
    table = alone(Sheet(lira=8, guild=(14,)), pile=())
    table.play(0, "guild:14")
    assert table.asked(0) == "use_card"
    table.play(0, "place:8")
    assert table.match.over
    assert table.lira() == 3


@pytest.mark.rule("CW-8.3")
@pytest.mark.parametrize("rubies", [9, 10, 14])
def test_the_game_goes_on_past_10_rubies(rubies: int) -> None:
    table = alone(Sheet(lira=8, guild=(14,), rubies=rubies))
    table.play(0, "guild:14")
    assert table.rubies() == rubies + 1
    table.play(0, "pass")
    table.chance("left:1")
    assert table.is_turn_of(0)


# -- tasks ------------------------------------------------------------------

NOTHING = Sheet(rubies=10, ticks={"1": 2, "5": 2}, guild_played=1, cards_used=1)
"""A sheet that meets no task."""


def tasks(**sheet: Any) -> tuple[int, ...]:
    return outcome(alone(replace(NOTHING, **sheet))).tasks


@pytest.mark.rule("CW-8.4", "CW-8.7")
def test_a_sheet_may_meet_no_task() -> None:
    assert tasks() == ()


MET: list[tuple[int, dict[str, Any], dict[str, Any]]] = [
    (1, {"ticks": {"1": 2, "8": 1}}, {"ticks": {"1": 1, "8": 1, "10": 1, "14": 1}}),
    (1, {"ticks": {}}, {"ticks": dict.fromkeys(TICKED, 2)}),
    (2, {"lira_filled": 35}, {"lira_filled": 34}),
    (2, {"lira": 40}, {"lira": 34}),
    (3, {"lira_filled": 35, "filled": (13, 0, 0, 0)}, {"lira_filled": 35, "filled": (12,) * 4}),
    (3, {"lira": 36, "goods": (0, 0, 0, 13)}, {"lira": 34, "goods": (0, 0, 0, 13)}),
    (4, {"lira_filled": 35, "filled": (7,) * 4}, {"lira_filled": 35, "filled": (7, 7, 7, 6)}),
    (4, {"lira_filled": 35, "filled": (9,) * 4}, {"lira_filled": 34, "filled": (9,) * 4}),
    (5, {"lira_filled": 35, "guild_played": 0}, {"lira_filled": 35, "guild_played": 1}),
    (5, {"lira_filled": 40, "guild_played": 0}, {"lira_filled": 34, "guild_played": 0}),
    (6, {"filled": (13, 0, 13, 0)}, {"filled": (13, 12, 12, 12)}),
    (6, {"filled": (13, 13, 13, 0)}, {"filled": (0, 13, 0, 0)}),
    (7, {"filled": (10,) * 4}, {"filled": (10, 10, 10, 9)}),
    (8, {"filled": (13, 10, 10, 10)}, {"filled": (12,) * 4}),
    (8, {"filled": (10, 10, 10, 13)}, {"filled": (9, 13, 10, 10)}),
    (9, {"crossed": NUMBERED}, {"crossed": NUMBERED[1:]}),
    (10, {"crossed": NUMBERED, "filled": (0, 13, 0, 0)}, {"crossed": NUMBERED}),
    (
        10,
        {"crossed": NUMBERED, "filled": (0, 0, 0, 13)},
        {"crossed": NUMBERED[:-1], "filled": (0, 0, 0, 13)},
    ),
    (11, {"guild_played": 4, "filled": (4,) * 4}, {"guild_played": 3, "filled": (4,) * 4}),
    (11, {"guild_played": 7, "filled": (7,) * 4}, {"guild_played": 7, "filled": (3, 4, 4, 4)}),
    (12, {"cards_used": 0}, {"cards_used": 1}),
    (12, {"cards_used": 0, "goods_cards": ("rg",)}, {"cards_used": 3}),
    (
        13,
        {"palace_rubies": {"a": 4, "b": 3, "c": 1}},
        {"palace_rubies": {"a": 4, "b": 3, "c": 0}},
    ),
    (13, {"palace_rubies": {"d": 9}}, {"palace_rubies": {"d": 7}}),
    (
        14,
        {"palace_rubies": {"b": 5}, "lira_filled": 20},
        {"palace_rubies": {"b": 4, "a": 4}, "lira_filled": 20},
    ),
    (
        14,
        {"palace_rubies": {"b": 6, "a": 2}, "lira": 20},
        {"palace_rubies": {"b": 6}, "lira_filled": 19},
    ),
]


@pytest.mark.rule("CW-8.4", "CW-8.7")
@pytest.mark.parametrize(("task", "met", "missed"), MET)
def test_a_task_is_met_or_missed(task: int, met: dict[str, Any], missed: dict[str, Any]) -> None:
    assert task in tasks(**met)
    assert task not in tasks(**missed)


@pytest.mark.rule("CW-5.14", "CW-8.4")
def test_eleven_rubies_three_bonus_rows_and_all_symbols_tick_rows_7_and_9_of_column_11() -> None:
    me = replace(NOTHING, rubies=11, filled=(10, 10, 10, 10), crossed=NUMBERED)
    result = outcome(alone(me))
    assert (result.column, result.tasks) == (11, (7, 9))


@pytest.mark.rule("CW-8.4", "CW-8.7")
@pytest.mark.parametrize(
    ("rubies", "column"),
    [(0, None), (9, None), (10, 10), (11, 11), (12, 12), (13, 12), (16, 12)],
)
def test_the_column_is_that_of_the_rubies(rubies: int, column: int | None) -> None:
    result = outcome(alone(Sheet(rubies=rubies)))
    assert (result.score, result.column) == (rubies, column)


@pytest.mark.rule("CW-8.4")
def test_there_are_fourteen_tasks() -> None:
    everything = Sheet(
        rubies=13,
        lira=40,
        goods=(13, 13, 13, 13),
        crossed=NUMBERED,
        guild_played=4,
        palace_rubies={"a": 8},
        ticks={},
        cards_used=0,
    )
    met = outcome(alone(everything)).tasks
    assert met == (1, 2, 3, 4, 6, 7, 8, 9, 10, 11, 12, 13, 14)
    without = replace(everything, guild_played=0)
    assert 5 in outcome(alone(without)).tasks


@pytest.mark.rule("CW-8.5", "CW-7.3")
@pytest.mark.parametrize(
    ("me", "fields"),
    [
        (Sheet(goods_cards=("rg",), lira=3, goods=(3, 1, 0, 2), bonus=1), 12),
        (Sheet(goods_cards=("rg", "bb")), 4),
        (Sheet(lira=3, lira_filled=19, goods=(1, 0, 0, 0), filled=(3, 3, 3, 3), bonus_filled=4), 4),
        (Sheet(guild=(1, 2), ticks={"1": 2}), 0),
    ],
)
def test_the_high_score_is_the_rubies_and_then_the_fields(me: Sheet, fields: int) -> None:
    result = outcome(alone(replace(me, rubies=13)))
    assert (result.score, result.tie_break) == (13, fields)


@pytest.mark.rule("CW-8.6")
@pytest.mark.parametrize(
    ("level", "numbers"),
    [("easy", (1, 2, 7, 12)), ("medium", (3, 5, 6, 8, 9, 11, 13)), ("hard", (4, 10, 14))],
)
def test_how_hard_a_task_is(level: str, numbers: tuple[int, ...]) -> None:
    assert tuple(n for n in range(1, 15) if difficulty(SOLO, n) == level) == numbers


# -- what counts ------------------------------------------------------------


@pytest.mark.rule("CW-8.7")
def test_lira_and_goods_that_were_lost_do_not_count() -> None:
    table = alone(Sheet(lira_filled=39, filled=(12, 0, 0, 0)), display=("left:8", "right:1"))
    own_turn(table, "place:8")
    table.play(0, "place:1")
    assert table.player()["lira_filled"] == 40
    assert table.filled() == (13, 0, 0, 0)


@pytest.mark.rule("CW-8.7")
@pytest.mark.parametrize(
    ("me", "card", "words", "used"),
    [
        (Sheet(goods_cards=("rg",)), "left:11", ("place:11",), 1),
        (
            Sheet(goods_cards=("rr",)),
            "left:3",
            ("place:3", "good:red", "goods:rr", "done", "bonus"),
            1,
        ),
        (
            Sheet(goods_cards=("ry", "rb")),
            "left:3",
            ("place:3", "good:red", "goods:ry", "goods:rb", "done", "bonus"),
            2,
        ),
        (Sheet(goods_cards=("rg",)), "left:8", ("place:8",), 0),
        (
            Sheet(goods=(2, 0, 0, 0), goods_cards=("rg",)),
            "left:3",
            ("place:3", "good:red", "done", "bonus"),
            0,
        ),
    ],
    ids=["handed over", "paid", "two paid", "held", "not named"],
)
def test_a_goods_card_is_used_when_it_is_given(
    me: Sheet, card: str, words: tuple[str, ...], used: int
) -> None:
    table = alone(me, display=(card, "right:9"))
    table.play(0, "left")
    table.play(0, *words)
    assert table.player()["cards_used"] == used


@pytest.mark.rule("CW-8.7")
def test_drawing_a_goods_card_is_not_use() -> None:
    table = alone(display=("left:4", "right:9"))
    table.play(0, "left")
    table.play(0, "place:4")
    table.chance("goods:rr")
    assert table.player()["cards_used"] == 0


@pytest.mark.rule("CW-8.7")
@pytest.mark.parametrize(("card", "words"), [(11, ("good:red",)), (13, ("bonus",))])
def test_a_goods_card_handed_over_for_a_guild_card_is_used(
    card: int, words: tuple[str, ...]
) -> None:
    table = alone(Sheet(lira=7, guild=(card,), goods=(1, 1, 0, 0), goods_cards=("bb",)))
    table.guild_turn(card, *words)
    assert table.player()["cards_used"] == 1


@pytest.mark.rule("CW-8.7")
def test_guild_cards_count_when_they_are_played() -> None:
    table = alone(Sheet(lira=2, guild=(3, 14)))
    assert table.player()["guild_played"] == 0
    table.guild_turn(3)
    assert table.player()["guild_played"] == 1


PAID: Goods = price(13, 14)


@pytest.mark.rule("CW-8.7")
@pytest.mark.parametrize(
    ("me", "card", "words", "letter"),
    [
        (Sheet(goods=PAID), "left:a", ("place:a",), "a"),
        (Sheet(goods=PAID), "left:12", ("place:12", "place:a"), "a"),
        (Sheet(goods=PAID), "left:6", ("place:6",), "a"),
    ],
    ids=["card", "catacombs", "caravan"],
)
def test_palace_rubies_count_by_whatever_card(
    me: Sheet, card: str, words: tuple[str, ...], letter: str
) -> None:
    table = alone(me, display=(card, "right:9"), palaces={letter: [13, 14]}, caravan=(6,))
    table.play(0, "left")
    table.play(0, *words)
    assert table.player()["palace_rubies"][letter] == 1


@pytest.mark.rule("CW-8.7")
@pytest.mark.parametrize(("card", "letter"), [(5, "a"), (6, "b"), (7, "c"), (8, "d"), (12, "d")])
def test_palace_rubies_of_guild_cards_count(card: int, letter: str) -> None:
    table = alone(Sheet(goods=PAID, lira=6, guild=(card,)), palaces={letter: [13, 14]})
    table.guild_turn(card)
    assert table.player()["palace_rubies"][letter] == 1


@pytest.mark.rule("CW-8.7")
def test_other_rubies_are_no_palace_rubies() -> None:
    table = alone(Sheet(lira=8, guild=(14,)))
    table.guild_turn(14)
    assert set(table.player()["palace_rubies"].values()) == {0}


@pytest.mark.rule("CW-8.7")
def test_improvements_count_from_wherever_they_came() -> None:
    table = alone(Sheet(ticks={"1": 2, "5": 1}))
    assert 1 in outcome(table).tasks
    table.play(0, "left")
    table.play(0, "pass")
    table.chance("fountain:improvement")
    table.play(0, "place:8")
    assert 1 not in outcome(table).tasks


@pytest.mark.rule("CW-8.7")
def test_a_field_marked_counts_for_its_column() -> None:
    table = alone(Sheet(lira=1, guild=(2,), filled=(12, 0, 0, 0)))
    table.guild_turn(2, *good_words("red", "blue"))
    assert table.filled() == (13, 0, 0, 1)
