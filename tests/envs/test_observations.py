"""Observations say what views say, no more and no less."""

from __future__ import annotations

import runpy
from hashlib import blake2s
from pathlib import Path
from typing import Any

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from librt.vecs import vec
from mypy_extensions import i16, u8

import bedesten
from bedesten import envs, seeded
from bedesten.envs.encoders import encoder_of
from bedesten.envs.encoders.base import Encoder
from bedesten.envs.fields import LARGEST, Layout
from bedesten.envs.layouts import layout_of
from bedesten.kernel.state import State
from playing import EFFORT, REAL, Case, viewed, walk

ROOT = Path(__file__).parents[2]
TABLES = sorted({(case.name, case.seats) for case in REAL})


def row_of(encoder: Encoder, s: State, seat: int) -> list[int]:
    row = vec[i16]([0] * encoder.width)
    assert encoder.encode(s, seat, row, 0) == encoder.width
    return [int(n) for n in row]


def mask_of(encoder: Encoder, s: State, seat: int) -> list[int]:
    mask = vec[u8]([0] * encoder.words)
    encoder.mask(s, seat, mask, 0)
    return [int(n) for n in mask]


def drawn_case(table: tuple[str, int], seed: int) -> Case:
    among = [case for case in REAL if (case.name, case.seats) == table]
    return among[seed % len(among)]


@pytest.mark.parametrize("table", TABLES, ids=str)
@settings(max_examples=2 * EFFORT, phases=[Phase.explicit, Phase.generate])
@given(seed=st.integers(0, 2**32))
def test_a_row_holds_the_whole_view_and_nothing_else(table: tuple[str, int], seed: int) -> None:
    case = drawn_case(table, seed)
    fixed: dict[str, Any] = {}
    for match, rng in walk(case, seed, every=12):
        layout = layout_of(match.game, match.state)
        encoder = encoder_of(layout)
        for seat in range(match.seats):
            view = match.view(seat)
            row, mask = row_of(encoder, match.state, seat), mask_of(encoder, match.state, seat)
            assert row == layout.encode(view), differing(layout, row, view)
            fixed = fixed or {field: view[field] for field in layout.fixed}
            assert layout.decode(row, mask) | fixed == view
            assert all(0 <= n <= most for n, most in zip(row, layout.largest, strict=True))
            world = match.state.imagine(seat, seeded(str(rng.random())))
            assert viewed(match, world, seat) == view
            assert row_of(encoder, world, seat) == row
            assert mask_of(encoder, world, seat) == mask


def differing(layout: Layout, row: list[int], view: dict[str, Any]) -> list[str]:
    other = layout.encode(view)
    return [name for name, at in layout.slices.items() if row[at] != other[at]]


def test_a_hidden_hand_is_in_no_row_of_others() -> None:
    match = bedesten.new("istanbul", seats=2, seed=1)
    layout = layout_of(match.game, match.state)
    encoder = encoder_of(layout)
    rows = {}
    for card in ("far", "stay"):
        position = match.position()
        mine, theirs = (player["hand"] for player in position["pieces"]["players"])
        held = next(name for name, n in theirs.items() if n)
        if held != card:
            theirs[held] -= 1
            theirs[card] += 1
            position["pieces"]["pile"][held] += 1
            position["pieces"]["pile"][card] -= 1
        s = bedesten.from_position("istanbul", position).state
        rows[card] = row_of(encoder, s, 0), row_of(encoder, s, 1)
        assert mine
    assert rows["far"][0] == rows["stay"][0]
    assert rows["far"][1] != rows["stay"][1]


def test_numbers_stop_at_the_largest() -> None:
    match = bedesten.new("istanbul", seats=2, seed=1)
    position = match.position()
    position["pieces"]["players"][0]["lira"] = 10**6
    later = bedesten.from_position("istanbul", position)
    layout = layout_of(later.game, later.state)
    row = row_of(encoder_of(layout), later.state, 0)
    assert row == layout.encode(later.view(0))
    assert row[layout.slices["players[0].lira"]] == [LARGEST]


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("istanbul", {"cards": {"far": 9}, "players": {"assistants": 6}}),
        ("basari", {"ring": {"archways": [[3, 1, 0, 0, 0]] * 13}}),
        ("choose_write", {"goods": {"rows": 5, "bonus_rows": [2]}}),
    ],
)
def test_variants_have_rows_of_their_own(name: str, data: dict[str, Any]) -> None:
    match = bedesten.new(name, seats=3, seed=1, data=data)
    layout = layout_of(match.game, match.state)
    assert row_of(encoder_of(layout), match.state, 1) == layout.encode(match.view(1))
    assert layout.width == envs.layout(name, seats=3, data=data).width


def test_rows_are_read_with_the_mask_and_by_the_right_layout() -> None:
    layout = envs.layout("basari", seats=3)
    with pytest.raises(ValueError, match="a row of basari with 3 seats has 248 numbers, a mask 60"):
        layout.decode([0] * 10, [0] * 60)
    with pytest.raises(ValueError, match="a row belongs to a seat"):
        layout.encode(bedesten.new("basari", seed=1).view(None))


def test_the_fields_fill_the_row_without_gaps() -> None:
    for name in bedesten.games():
        layout = envs.layout(name)
        ends = [field.stop for field in layout.slices.values()]
        assert [field.start for field in layout.slices.values()] == [0, *ends[:-1]]
        assert ends[-1] == layout.width == len(layout.scale) == len(layout.largest)


KNOWN = {
    ("istanbul", 1): "34cc678a80a90401",
    ("choose_write", 2): "c939c386352fa421",
    ("basari", 2): "6160d1cb19580460",
}


@pytest.mark.parametrize("name", bedesten.games())
def test_a_layout_that_changes_has_a_new_version(name: str) -> None:
    """Whoever has learned from the old rows must be told."""
    least, most = bedesten.game(name).seats
    layouts = [envs.layout(name, seats=seats) for seats in range(least, most + 1)]
    spelt = [[(leaf.name, leaf.size, leaf.kind) for leaf in one.leaves] for one in layouts]
    fingerprint = blake2s(repr(spelt).encode(), digest_size=8).hexdigest()
    assert fingerprint == KNOWN.get((name, layouts[0].version)), (
        f"raise VERSION in layouts/{name}.py and note its fingerprint here: {fingerprint}"
    )


def test_the_page_on_observations_is_fresh() -> None:
    page = runpy.run_path(str(ROOT / "tools/observations.py"))["page"]()
    written = (ROOT / "docs/observations.md").read_text(encoding="utf-8")
    assert written == page, "run tools/observations.py"
