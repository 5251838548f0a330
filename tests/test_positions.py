"""Positions from outside: each is refused in a sentence or is a game that can be played."""

from __future__ import annotations

import copy
import json
import random
from functools import cache
from typing import Any
from zlib import crc32

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import bedesten
from bedesten import CHANCE, BadPosition, Match
from bedesten.kernel.playout import play_out
from bedesten.kernel.rng import seeded
from playing import EFFORT, EVERY, LONGEST, Case, cases, loaded, play_on, spelt, walk


@cache
def positions_of(name: str) -> list[dict[str, Any]]:
    """One position for every question that a game asks, and one of its end."""
    found: dict[Any, dict[str, Any]] = {}
    for seed, case in enumerate(cases(name)):
        for match, _ in walk(case, seed, 2):
            position = match.position()
            asked = position["asked"] or position["together"] or {}
            begun_together = position["together"] and len(asked["waiting"]) < case.seats
            found.setdefault((asked.get("step"), bool(begun_together)), position)
    return list(found.values())


POSITIONS = st.sampled_from(bedesten.games()).flatmap(
    lambda name: st.sampled_from(positions_of(name))
)
EACH_GAME = pytest.mark.parametrize("name", bedesten.games())


def accepted(position: Any) -> bool:
    """Tell whether a position is taken; if so it can be shown, told and played on.

    Games are played to the end, long ones now and then.
    """
    name = position.get("game") if isinstance(position, dict) else None
    if name not in bedesten.games():
        name = "basari"
    try:
        match = bedesten.from_position(name, position, chance="manual")
    except BadPosition:
        return False
    for seat in [None, *range(match.seats)]:
        match.view(seat)
    assert bedesten.verify(match.record()).ok
    assert loaded(match, match.position()).position() == match.position()
    state = match.state.copy()
    play_out(state, seeded("on"), 300)
    if crc32(repr(position).encode()) % 10 == 0:
        play_out(state, seeded("on"), LONGEST)
        assert state.is_over()
    play_on(match, 1, 20)
    return True


@pytest.mark.parametrize("case", EVERY, ids=str)
def test_a_position_is_plain_data(case: Case) -> None:
    for answers in (0, 7, 25):
        position = play_on(case.new(answers), answers, answers).position()
        assert json.loads(json.dumps(position)) == position
        assert list(position) == [
            "game",
            "rules",
            "seats",
            "options",
            "data",
            "turn",
            "agenda",
            "asked",
            "together",
            "pieces",
        ]


@EACH_GAME
def test_the_positions_to_be_changed_are_right(name: str) -> None:
    assert len(positions_of(name)) > 5
    for position in positions_of(name):
        assert accepted(position)


@pytest.mark.parametrize(
    "position",
    [
        None,
        5,
        "",
        "basari",
        [],
        [1],
        {},
        {1: 2},
        True,
        1.5,
        b"x",
        [["game", "basari"]],
        {"game": 1},
    ],
)
def test_what_is_no_position_is_refused(position: Any) -> None:
    with pytest.raises(BadPosition):
        bedesten.from_position("basari", position)


def test_a_position_of_another_game_or_other_rules_is_refused() -> None:
    position = bedesten.new("basari", seats=3, seed=1).position()
    with pytest.raises(BadPosition, match="a position of 'chess', not of basari"):
        bedesten.from_position("basari", position | {"game": "chess"})
    with pytest.raises(BadPosition, match="for rules 2 of basari; this program knows rules 1"):
        bedesten.from_position("basari", position | {"rules": 2})
    with pytest.raises(BadPosition, match="basari is for 3 to 4 players, not 5"):
        bedesten.from_position("basari", position | {"seats": 5})


RED = "good:red"
PLANS: list[list[list[Any]]] = [
    [],
    [["enter", 6, None]],
    [["enter", 6, None], ["good", 8, RED]],
    [["enter", 6, None], ["good", 8, None], ["good", 4, RED]],
    [["enter", 6, None], ["good", 9, RED], ["good", 4, RED]],
    [["enter", 6, None], ["good", 8, RED], ["good", 4, RED], ["good", 4, RED]],
    [["enter", 6, None], ["cross", 6, "symbol"], ["good", 8, RED], ["good", 4, RED]],
    [["enter", 6, None], ["gain_ruby", 6, None]],
    [["enter", 7, None], ["gain_lira", 3, None]],
    [["mark_bonus", 0, None], ["mark_bonus", 0, None]],
    [["chosen_good", 1, None]],
    [["keep", 0, "guild:1"]],
]


@pytest.mark.parametrize("plan", PLANS, ids=str)
def test_a_plan_that_nobody_can_make_is_refused(plan: list[list[Any]]) -> None:
    """The first of three players takes two goods at the coffee roaster (7) in their own turn."""
    match = bedesten.new("choose_write", seats=3, chance="manual")
    rubies, places = [f"ruby:{n}" for n in range(1, 5)], [f"place:{n}" for n in (7, 4, 5, 9, 13)]
    for word in ["seat:0", *rubies, *places, "caravan:5"]:
        match.play(CHANCE, word)
    match.play(0, "left")
    match.play(0, "place:7", RED, RED)
    position = match.position()
    chosen = position["pieces"]["players"][0]
    assert chosen["plan"] == [["enter", 6, None], ["good", 8, RED], ["good", 4, RED]]
    assert accepted(position)
    chosen["plan"] = plan
    assert not accepted(position)


def test_a_position_nested_without_end_is_refused() -> None:
    position = bedesten.new("basari", seats=3, seed=1).position()
    deep: Any = 0
    for _ in range(50_000):
        deep = [deep]
    for key in ("pieces", "options", "data", "turn", "agenda", "asked"):
        with pytest.raises(BadPosition):
            bedesten.from_position("basari", position | {key: {"x": deep}})
    position["pieces"]["players"] = deep
    with pytest.raises(BadPosition):
        bedesten.from_position("basari", position)


# -- changed positions ------------------------------------------------------------

VALUES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 30),
    st.sampled_from([2**31, 2**40, 2**62, 2**63, 2**64, -(2**63), -(2**70), 10**30]),
    st.floats(),
    st.text(max_size=3),
    st.just([]),
    st.just({}),
    st.lists(st.integers(-2, 7), max_size=5),
)


def places(data: Any, at: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The paths to everything in a position."""
    found = [at] if at else []
    if isinstance(data, dict):
        for key, value in data.items():
            found += places(value, (*at, key))
    elif isinstance(data, list):
        for n, value in enumerate(data):
            found += places(value, (*at, n))
    return found


def inside(data: Any, path: tuple[Any, ...]) -> Any:
    for key in path:
        data = data[key]
    return data


def strings(data: Any) -> list[str]:
    return sorted(
        {inside(data, path) for path in places(data) if isinstance(inside(data, path), str)}
    )


@st.composite
def changed_positions(draw: st.DrawFn) -> Any:
    position = copy.deepcopy(draw(POSITIONS))
    game = bedesten.game(position["game"])
    names = [*strings(position), *game.steps, *game.vocabulary[:10]]
    for _ in range(draw(st.integers(1, 3))):
        # Lists of components are long, and would otherwise get most of the changes.
        paths = [path for path in places(position) if path[0] != "data" or len(path) < 3]
        path = draw(st.sampled_from(paths))
        holder, key = inside(position, path[:-1]), path[-1]
        value = holder[key]
        kind = draw(st.integers(0, 6))
        if kind == 0:
            del holder[key]
        elif kind == 1:
            holder[key] = draw(VALUES)
        elif kind == 2 and isinstance(value, int):
            holder[key] = value + draw(st.sampled_from([-1, 1, 2, -2, 7]))
        elif kind == 3:
            holder[key] = copy.deepcopy(inside(position, draw(st.sampled_from(paths))))
        elif kind == 4 and isinstance(holder, list):
            holder.insert(draw(st.integers(0, len(holder))), copy.deepcopy(value))
        elif kind == 5 and isinstance(holder, dict):
            holder[draw(st.sampled_from([*names, "x"]))] = copy.deepcopy(value)
        else:
            holder[key] = draw(st.sampled_from(names))
    return position


@settings(max_examples=800 * EFFORT)
@given(changed_positions())
def test_a_changed_position_is_refused_or_played_to_its_end(position: Any) -> None:
    before = repr(position)
    accepted(position)
    assert repr(position) == before, "loading leaves what is given as it was"


@settings(max_examples=100 * EFFORT)
@given(POSITIONS, POSITIONS, st.data())
def test_two_positions_mixed_are_refused_or_played_to_the_end(
    one: dict[str, Any], two: dict[str, Any], data: st.DataObject
) -> None:
    taken = data.draw(st.sets(st.sampled_from(sorted(one)), min_size=1))
    accepted(one | {key: two[key] for key in taken})


@EACH_GAME
def test_a_position_with_any_one_number_off_by_one_is_refused_or_played(name: str) -> None:
    rng = random.Random(name)
    for position in positions_of(name)[::4]:
        numbers = [path for path in places(position) if isinstance(inside(position, path), int)]
        for path in rng.sample(numbers, min(20, len(numbers))):
            changed = copy.deepcopy(position)
            inside(changed, path[:-1])[path[-1]] += 1
            accepted(changed)


@EACH_GAME
def test_a_position_with_another_agenda_is_refused_or_played(name: str) -> None:
    for position in positions_of(name)[:: 1 if name == "basari" else 6]:
        agenda = position["agenda"]
        others = [agenda[:n] + agenda[n + 1 :] for n in range(len(agenda))]
        others += [[*agenda[:n], one, *agenda[n:]] for n, one in enumerate(agenda)]
        others += [[*agenda, {"step": step}] for step in bedesten.game(name).steps]
        others += [[*agenda, {"step": step, "seat": 0}] for step in bedesten.game(name).steps]
        for other in others:
            taken = accepted(position | {"agenda": other})
            assert not (taken and name == "basari"), "what comes next follows from the rest"


@EACH_GAME
def test_a_number_too_large_for_the_engine_is_refused(name: str) -> None:
    position = positions_of(name)[0]
    for path in places(position["pieces"]):
        value = inside(position["pieces"], path)
        if isinstance(value, int) and not isinstance(value, bool):
            for huge in (2**40, -(2**40), 2**63):
                changed = copy.deepcopy(position)
                inside(changed["pieces"], path[:-1])[path[-1]] = huge
                with pytest.raises(BadPosition):
                    bedesten.from_position(name, changed)


def test_every_piece_of_basari_that_is_lost_or_doubled_is_missed() -> None:
    position = play_on(bedesten.new("basari", seats=3, seed=3), 3, 15).position()
    holders = [position["pieces"]["bank"], *[p["gems"] for p in position["pieces"]["players"]]]
    for holder in holders:
        for colour in holder:
            for change in (1, -1):
                holder[colour] += change
                with pytest.raises(BadPosition, match=f"there are 25 {colour} gems, not"):
                    bedesten.from_position("basari", position)
                holder[colour] -= change


def test_a_match_from_a_position_has_no_past() -> None:
    match = play_on(bedesten.new("basari", seats=3, seed=3), 3, 15)
    other = bedesten.from_position("basari", match.position(), seed=4)
    assert other.history == []
    assert [other.free_take_backs(seat) for seat in range(3)] == [0, 0, 0]
    assert other.start == match.position()
    kept = spelt(other.position())
    seat = other.actors[0]
    other.play(seat, other.choices(seat)[0])
    other.rewind(0)
    assert spelt(other.position()) == kept
    assert isinstance(other, Match)
