"""What a game declares: seats, options and data that a user may give wrongly."""

from __future__ import annotations

import copy
from pathlib import Path
from types import ModuleType
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

import bedesten
from bedesten.kernel.game import read_variant, step_names
from bedesten.kernel.step import RuleError
from playing import NAMES, find, values_of
from toy import TOY

EACH_GAME = pytest.mark.parametrize("name", NAMES)


@EACH_GAME
def test_seats_outside_the_range_are_refused_in_a_sentence(name: str) -> None:
    game = find(name)
    least, most = game.seats
    for seats in range(least, most + 1):
        assert game.check_seats(seats) == seats
    wrong: list[Any] = [least - 1, most + 1, -1, True, "3", 3.0, None]
    for seats in wrong:
        with pytest.raises(ValueError, match=f"{name} is for {least} to {most} players, not"):
            game.check_seats(seats)


@EACH_GAME
def test_an_unknown_option_is_refused_with_those_there_are(name: str) -> None:
    game = find(name)
    with pytest.raises(ValueError, match=f"{name} has no option 'wings'; it has: ") as caught:
        game.check_options({"wings": 2})
    for option in game.options["properties"]:
        assert option in str(caught.value)


@EACH_GAME
def test_a_wrong_value_is_refused_with_the_right_ones(name: str) -> None:
    game = find(name)
    for option, schema in game.options["properties"].items():
        wrong: list[Any] = ["wrong", 99, -1, 1.5, None, [1], {}]
        for value in wrong:
            if value in values_of(schema):
                continue
            with pytest.raises(ValueError, match=f"option {option} cannot be") as caught:
                game.check_options({option: value})
            for right in values_of(schema):
                assert str(right) in str(caught.value)


@EACH_GAME
def test_every_right_value_is_taken_and_the_rest_has_a_default(name: str) -> None:
    game = find(name)
    defaults = msgspec.to_builtins(game.check_options({}))
    assert set(defaults) == set(game.options["properties"])
    for option, schema in game.options["properties"].items():
        for value in values_of(schema):
            chosen = msgspec.to_builtins(game.check_options({option: value}))
            assert chosen == defaults | {option: value}


def test_a_game_that_does_not_exist_is_refused_with_those_there_are() -> None:
    with pytest.raises(ValueError, match=r"no game 'chess'; there are: .*basari"):
        bedesten.new("chess")


def test_the_number_of_names_gives_the_number_of_seats() -> None:
    match = bedesten.new("basari", names=["Ada", "Bo", "Cem", "Didem"])
    assert match.seats == 4
    assert match.names == ("Ada", "Bo", "Cem", "Didem")
    assert bedesten.new("basari").seats == 3


@pytest.mark.parametrize(
    "names",
    [
        ["Ada", "Bo"],
        ["Ada", "Bo", "Cem", "Didem"],
        ["Ada", "Bo", ""],
        ["Ada", "Bo", " Cem"],
        ["Ada", "Bo", "C,em"],
        ["Ada", "Bo", "Ce\nm"],
        ["Ada", "Bo", "x" * 41],
        ["Ada", "Bo", 7],
        "Ada",
    ],
)
def test_names_that_a_record_could_not_hold_are_refused(names: Any) -> None:
    with pytest.raises(ValueError, match="name"):
        bedesten.new("basari", seats=3, names=names)


@pytest.mark.parametrize("seed", ["", " 7", "a\nb", 1.5, True, b"7", [1]])
def test_a_seed_that_a_record_could_not_hold_is_refused(seed: Any) -> None:
    with pytest.raises(ValueError, match="a seed is a whole number or a word"):
        bedesten.new("basari", seats=3, seed=seed)


def test_the_word_for_manual_chance_is_no_seed() -> None:
    with pytest.raises(ValueError, match="manual"):
        bedesten.new("basari", seats=3, seed="manual")


def test_manual_chance_takes_no_seed() -> None:
    with pytest.raises(ValueError, match="manual chance takes no seed"):
        bedesten.new("basari", seats=3, seed=1, chance="manual")
    with pytest.raises(ValueError, match="chance is 'seeded' or 'manual', not 'dice'"):
        bedesten.new("basari", seats=3, chance="dice")


def test_without_a_seed_one_is_drawn_and_stands_in_the_record() -> None:
    one, two = bedesten.new("basari", seats=3), bedesten.new("basari", seats=3)
    assert one.seed != two.seed
    assert bedesten.new("basari", seats=3, seed=one.seed).record() == one.record()


# -- variants ----------------------------------------------------------------


def test_a_change_is_laid_over_the_printed_figures() -> None:
    data = TOY.data({"bonus": 5, "market": {"second": 9}})
    assert data.bonus == 5
    assert data.market == {"first": 1, "second": 9}
    assert TOY.data({}).market == {"first": 1, "second": 2}


def test_a_list_is_changed_as_a_whole() -> None:
    assert TOY.data({"plan": {"rows": [[7]]}}).plan == {"rows": [[7]]}


@pytest.mark.parametrize(
    ("variant", "changes"),
    [
        ({}, {}),
        ({"bonus": 3}, {}),
        ({"bonus": 4}, {"bonus": 4}),
        ({"market": {}}, {}),
        ({"market": {"first": 1, "second": 2}}, {}),
        ({"market": {"first": 1, "second": 3}}, {"market": {"second": 3}}),
        ({"market": {"third": 3}}, {"market": {"third": 3}}),
        ({"market": 5}, {"market": 5}),
        ({"wings": 2}, {"wings": 2}),
        ({"provenance": {"bonus": "a friend"}}, {}),
        ({"plan": {"rows": [[1, 2], [3, 4]]}}, {}),
    ],
)
def test_changes_are_as_little_as_says_everything(
    variant: dict[str, Any], changes: dict[str, Any]
) -> None:
    assert TOY.changes(variant) == changes


@EACH_GAME
def test_the_printed_file_changes_nothing(name: str) -> None:
    game = find(name)
    assert game.changes(game.data_file) == {}


@EACH_GAME
def test_changes_say_what_the_variant_says(name: str) -> None:
    game = find(name)
    for key, value in game.data_file.items():
        if isinstance(value, int):
            variant = copy.deepcopy(game.data_file)
            variant[key] = value + 1
            assert game.changes(variant) == {key: value + 1}
            assert game.data(game.changes(variant)) != game.data({})


@pytest.mark.parametrize(
    ("variant", "sentence"),
    [
        ({"wings": 2}, "data of toy: .*unknown field `wings`"),
        ({"bonus": "three"}, r"data of toy: .*\$\.bonus"),
        ({"market": 5}, r"data of toy: .*\$\.market"),
        ({"market": {"first": "x"}}, r"data of toy: .*\$\.market"),
    ],
)
def test_bad_data_is_refused_in_a_sentence(variant: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        TOY.data(TOY.changes(variant))


@given(
    st.dictionaries(
        st.sampled_from(["gems_per_colour", "starting_gems", "majority", "ring", "track", "x"]),
        st.recursive(
            st.none() | st.booleans() | st.integers(-5, 120) | st.floats() | st.text(max_size=3),
            lambda inner: (
                st.lists(inner, max_size=4)
                | st.dictionaries(st.sampled_from(["red", "archways", "y"]), inner, max_size=2)
            ),
            max_leaves=6,
        ),
        max_size=3,
    )
)
def test_any_data_is_taken_or_refused_in_a_sentence(variant: dict[str, Any]) -> None:
    refusal = ""
    try:
        match = bedesten.new("basari", seats=3, seed=1, data=variant)
    except ValueError as error:
        refusal = str(error)
    if refusal:
        assert refusal.startswith("data of basari")
    else:
        assert bedesten.replay(match.record()).record() == match.record()


def test_what_a_user_does_to_his_data_later_changes_no_match() -> None:
    archways = [[5, 1, 1, 1, 1] for _ in range(20)]
    match = bedesten.new("basari", seats=3, seed=1, data={"ring": {"archways": archways}})
    record, position = match.record(), match.position()
    archways[0][0] = 50
    assert match.record() == record
    assert match.position() == position


def test_a_variant_is_read_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text("lap_points = 20\n[majority]\nred = 20\n", encoding="utf-8")
    match = bedesten.new("basari", seats=3, seed=1, data=file)
    assert match.changes == {"lap_points": 20, "majority": {"red": 20}}
    assert bedesten.new("basari", seats=3, seed=1, data=str(file)).record() == match.record()


def test_a_variant_that_cannot_be_read_is_refused_in_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"cannot read .*none\.toml: No such file"):
        read_variant(tmp_path / "none.toml")
    file = tmp_path / "bad.toml"
    file.write_text("lap_points = ", encoding="utf-8")
    with pytest.raises(ValueError, match=r"bad\.toml is not a TOML file"):
        read_variant(file)
    file.write_bytes(b"\xff\xfe")
    with pytest.raises(ValueError, match=r"bad\.toml is not a TOML file"):
        read_variant(file)


def test_steps_are_numbered_one_by_one() -> None:
    contents = ModuleType("contents")
    contents.__dict__.update({"SECOND": 1, "FIRST": 0, "Final": object})
    assert step_names(contents) == ("first", "second")
    contents.__dict__["FOURTH"] = 3
    with pytest.raises(RuleError, match="does not number its steps one by one"):
        step_names(contents)
