"""Positions that no game reaches are refused, each with a sentence that says why."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest

import bedesten
from bedesten import BadPosition
from playing import Case, play_on, walk
from rules.basari.bazaar import COLOURS, choose, haggle, phase_1, phase_2
from rules.choose_write.bazaar import Sheet
from rules.choose_write.bazaar import bazaar as sheets
from rules.istanbul.bazaar import Bazaar, Trader, bazaar, visit
from table import Table

Change = Callable[[dict[str, Any]], None]


def refuses(table: Table, change: Change, sentence: str) -> None:
    """The position is right as it is, and refused with the change."""
    position = table.match.position()
    bedesten.from_position(table.game, position)
    changed = copy.deepcopy(position)
    change(changed)
    with pytest.raises(BadPosition, match=sentence):
        bedesten.from_position(table.game, changed)


def players(position: dict[str, Any]) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = position["pieces"]["players"]
    return found


# -- every game -------------------------------------------------------------------


@pytest.mark.parametrize("name", bedesten.games())
def test_a_turn_number_that_a_record_cannot_hold_is_refused(name: str) -> None:
    position = play_on(bedesten.new(name, seats=3, seed=3), 3, 40).position()
    assert position["turn"] > 0
    late = bedesten.from_position(name, position | {"turn": 10**8}, seed=1)
    assert bedesten.verify(play_on(late, 1, 30).record()).ok
    for turn in (10**8 + 1, 10**9, 2**40):
        with pytest.raises(BadPosition, match=f"turn is 0 to 100000000, not {turn}"):
            bedesten.from_position(name, position | {"turn": turn})


# -- Istanbul ---------------------------------------------------------------------


def with_rubies(seat: int, n: int) -> Change:
    def change(position: dict[str, Any]) -> None:
        players(position)[seat]["rubies"] += n
        position["pieces"]["rubies"]["dealer"] -= n

    return change


@pytest.mark.rule("IST-9.1")
def test_who_has_rubies_enough_has_begun_the_last_round() -> None:
    table = bazaar(Trader(), seats=3)
    refuses(table, with_rubies(1, 5), "seat 1 has 5 rubies, so the last round has begun")
    with_rubies(0, 5)(position := table.match.position())
    bedesten.from_position("istanbul", position)  # the turn under way has brought them


@pytest.mark.rule("IST-9.1")
def test_the_last_round_begins_when_somebody_has_rubies_enough() -> None:
    def last_round(position: dict[str, Any]) -> None:
        position["pieces"]["last_round"] = True

    table = bazaar(Trader(), seats=3)
    refuses(table, last_round, "the last round begins when somebody has 5 rubies")

    def of_a_later_seat(position: dict[str, Any]) -> None:
        last_round(position)
        with_rubies(2, 5)(position)

    refuses(table, of_a_later_seat, "the last round begins when somebody has 5 rubies")


@pytest.mark.rule("IST-3.3")
def test_no_assistant_lies_at_the_fountain() -> None:
    def own(position: dict[str, Any]) -> None:
        player = players(position)[1]
        player["stack"].remove("own")
        player["out"] = [7]

    refuses(bazaar(), own, "no assistant is ever left at the fountain")

    def neutral(position: dict[str, Any]) -> None:
        players(position)[1]["stack"].remove("neutral")
        position["pieces"]["neutral_assistants"] = {"7": 1}

    variant = Bazaar(3, neutral_assistants=True)
    variant.say("seat:0", "sum:2", "sum:3", "demand:1", "demand:1", *["card:one_good"] * 3)
    refuses(variant, neutral, "no assistant is ever left at the fountain")


def random_layout() -> Table:
    table = Table("istanbul", seats=3, layout="random")
    for cell in (6, 1, 16):  # fountain, black market, tea house
        table.say(f"cell:{cell}")
    return table


@pytest.mark.rule("IST-1.3")
def test_a_random_layout_has_the_fountain_inside_and_its_two_houses_apart() -> None:
    def swap(one: int, other: int) -> Change:
        def change(position: dict[str, Any]) -> None:
            cells = position["pieces"]["cells"]
            cells[one - 1], cells[other - 1] = cells[other - 1], cells[one - 1]

        return change

    table = random_layout()
    refuses(table, swap(6, 4), "the fountain lies on one of the four inner cells")
    refuses(table, swap(16, 2), "black market lies at least 3 steps from the tea house")
    while table.match.position()["turn"] == 0:
        table.say(table.options()[0])
    cells = table.match.position()["pieces"]["cells"]
    refuses(table, swap(6, 13), "the fountain lies on one of the four inner cells")
    assert cells[5] == 7


@pytest.mark.rule("IST-5.1", "IST-5.11")
@pytest.mark.parametrize(
    ("me", "source"),
    [
        (Trader(extensions=3), "wainwright"),
        (Trader(tiles=("red", "green")), "small_mosque"),
        (Trader(tiles=("blue", "yellow")), "great_mosque"),
    ],
    ids=["wheelbarrow", "small mosque", "great mosque"],
)
def test_who_has_earned_a_ruby_has_taken_it(me: Trader, source: str) -> None:
    def not_taken(position: dict[str, Any]) -> None:
        players(position)[0]["rubies"] -= 1
        position["pieces"]["rubies"][source] += 1

    table = bazaar(me)
    refuses(table, not_taken, f"1 players have earned a ruby at {source}, so 1 are taken")

    def by_another(position: dict[str, Any]) -> None:
        players(position)[0]["rubies"] -= 1
        players(position)[1]["rubies"] += 1

    refuses(table, by_another, "seat 0 has earned 1 rubies with wheelbarrow and mosque tiles")


@pytest.mark.rule("IST-2.2")
def test_nobody_has_rubies_in_the_set_up() -> None:
    refuses(Bazaar(3), with_rubies(1, 1), "nobody has rubies before the first turn")


def test_a_choice_that_is_none_is_not_asked_in_istanbul() -> None:
    """With a card in hand, that nothing but the end of the turn is left tells something."""
    table = visit(5, Trader(hand=("far",)))
    table.say("pass")
    assert table.options() == ("pass",)

    def without_a_card(position: dict[str, Any]) -> None:
        players(position)[0]["hand"]["far"] = 0
        position["pieces"]["pile"]["far"] += 1

    refuses(table, without_a_card, "seat 0 has one answer, which is given by itself")


# -- Choose & Write ---------------------------------------------------------------


@pytest.mark.rule("CW-6.1", "CW-5.12")
@pytest.mark.parametrize(
    ("me", "rubies"),
    [
        (Sheet(palace_rubies={"a": 2, "c": 1}), 3),
        (Sheet(lira=20), 1),
        (Sheet(goods=(7, 7, 7, 7)), 2),
        (Sheet(palace_rubies={"d": 1}, lira=40, goods=(4, 4, 4, 4)), 4),
    ],
    ids=["palaces", "box", "rows", "all"],
)
def test_rubies_are_at_least_those_of_palaces_boxes_and_rows(me: Sheet, rubies: int) -> None:
    def fewer(position: dict[str, Any]) -> None:
        players(position)[0]["rubies"] = rubies - 1

    refuses(
        sheets(me),
        fewer,
        f"palaces, boxes and rows have brought {rubies} rubies, but {rubies - 1} are marked",
    )


@pytest.mark.rule("CW-6.1")
def test_a_row_brings_a_ruby_when_all_its_columns_are_marked() -> None:
    def too_early(position: dict[str, Any]) -> None:
        players(position)[0]["rows"] = 2
        players(position)[0]["rubies"] = 9

    refuses(
        sheets(Sheet(filled=(7, 7, 7, 6))),
        too_early,
        "2 bonus rows have brought a ruby, but a column is not marked so far",
    )


@pytest.mark.rule("CW-6.1")
def test_a_box_brings_a_ruby_when_all_its_fields_are_marked() -> None:
    def too_early(position: dict[str, Any]) -> None:
        players(position)[0]["boxes"] = 1
        players(position)[0]["rubies"] = 9

    refuses(
        sheets(Sheet(lira=19)),
        too_early,
        "1 lira boxes have brought a ruby, but 19 fields are marked",
    )


# -- Basari -----------------------------------------------------------------------


def scores(*points: int) -> Change:
    def change(position: dict[str, Any]) -> None:
        for player, score in zip(players(position), points, strict=True):
            player["score"] = score

    return change


@pytest.mark.rule("BAS-4.1")
def test_the_opener_has_at_least_as_many_points() -> None:
    table = haggle(scores=(10, 0, 0))
    refuses(table, scores(3, 4, 0), "seat 1 has more points than seat 0, and opens")
    scores(4, 4, 0)(position := table.match.position())
    bedesten.from_position("basari", position)  # seat 0 has rolled higher
    table.play(0, "gem:blue")
    refuses(table, scores(3, 4, 0), "seat 1 has more points than seat 0, and opens")
    table.play(0, "done")
    refuses(table, lambda position: position["pieces"].update(rolls=[3, 0, 0, 0]), "rolled first")


@pytest.mark.rule("BAS-4.1")
def test_seats_roll_to_open_at_equal_points_only_and_the_two_alone() -> None:
    table = haggle(scores=(5, 5, 0))
    refuses(table, scores(6, 5, 0), "roll for the opening at equal points only")

    def rolled(*pips: int) -> Change:
        return lambda position: position["pieces"].update(rolls=[*pips])

    refuses(table, rolled(0, 0, 4, 0), "the lower seat has rolled first")
    refuses(table, rolled(0, 4, 0, 0), "the lower seat has rolled first")
    table.chance("pips:3")
    refuses(table, rolled(0, 0, 0, 0), "the lower seat has rolled first")
    refuses(table, rolled(3, 0, 2, 0), "the lower seat has rolled first")

    def asked_of_a_third(position: dict[str, Any]) -> None:
        position["asked"]["seat"] = 2

    refuses(table, asked_of_a_third, "a haggle is between the two seats that laid the tile")


@pytest.mark.rule("BAS-3.3", "BAS-3.5")
def test_an_action_is_carried_out_by_who_has_chosen_it() -> None:
    def by(seat: int) -> Change:
        return lambda position: position["asked"].update(seat=seat)

    table = phase_2()
    choose(table, "die", "points", "gems")
    refuses(table, by(1), "seat 1 has not chosen the action that it carries out")
    asked = phase_2(decline=True)
    choose(asked, "points", "die", "gems")
    asked.play(1, "pass")
    refuses(asked, by(2), "seat 2 has not chosen the action that it carries out")
    refuses(
        asked,
        lambda position: position["asked"].update(detail=2),
        "seat 0 has not chosen the action that it carries out",
    )

    def chosen_by_three(position: dict[str, Any]) -> None:
        for player in players(position):
            player["tile"] = "die"

    refuses(table, chosen_by_three, "an action that three or four have chosen lapses")


@pytest.mark.rule("BAS-3.8")
def test_without_the_option_nobody_is_asked_whether_to_carry_out() -> None:
    table = phase_2(decline=True)
    choose(table, "points", "die", "gems")
    refuses(
        table,
        lambda position: position["options"].update(decline=False),
        "nobody is asked before an action without the option decline",
    )


@pytest.mark.rule("BAS-5.1")
def test_no_round_begins_with_a_pawn_that_is_round() -> None:
    def walked(seat: int, fields: int) -> Change:
        return lambda position: players(position)[seat].update(walked=fields)

    table = phase_1(walked=(27, 4, 4))
    refuses(table, walked(2, 28), "seat 2 was round already when the round began")
    table.chance("pips:6")
    refuses(table, walked(0, 34), "seat 0 was round already when the round began")
    refuses(table, walked(1, 28), "seat 1 was round already when the round began")
    table.chance("pips:1", "pips:1")
    refuses(table, walked(1, 34), "seat 1 was round already when the round began")


@pytest.mark.rule("BAS-3.1")
def test_nobody_has_walked_before_the_first_roll() -> None:
    table = Table("basari", seats=3, start="random")
    table.say("archway:1", "archway:2", "archway:3", "pips:4")
    for seat in (1, 2):
        refuses(
            table,
            lambda position, seat=seat: players(position)[seat].update(walked=3),  # type: ignore[misc]
            f"seat {seat} has walked before its first roll",
        )


@pytest.mark.rule("BAS-4.6", "BAS-4.2")
def test_a_question_with_one_answer_is_not_asked_in_basari() -> None:
    def without_gems(seat: int) -> Change:
        def change(position: dict[str, Any]) -> None:
            for colour in COLOURS:
                position["pieces"]["bank"][colour] += players(position)[seat]["gems"][colour]
                players(position)[seat]["gems"][colour] = 0

        return change

    table = haggle(scores=(10, 0, 0))
    refuses(table, without_gems(0), "seat 0 has one answer, which is given by itself")
    table.play(0, "gem:red", "gem:red", "done")
    refuses(table, without_gems(1), "seat 1 has one answer, which is given by itself")


# -- what games do reach ----------------------------------------------------------


@pytest.mark.parametrize(
    "case",
    [
        Case("istanbul", 2, (("layout", "random"), ("neutral_assistants", True))),
        Case("istanbul", 5, (("layout", "short"), ("neutral_assistants", False))),
        Case("basari", 4, (("start", "choose"), ("laps", 3), ("decline", True))),
        Case("choose_write", 1, ()),
        Case("choose_write", 4, ()),
    ],
    ids=str,
)
def test_every_position_of_a_game_is_taken(case: Case) -> None:
    for seed in range(6):
        for match, _ in walk(case, seed, 1):
            bedesten.from_position(case.name, match.position())
