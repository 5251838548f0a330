"""How Basari looks, for rings and screens of all sizes."""

from __future__ import annotations

from io import StringIO
from typing import Any

import pytest
from rich.console import Console

import bedesten
from bedesten.boards import board_of
from bedesten.boards.basari.courtyard import smallest_raise
from bedesten.boards.basari.ring import sides

RINGS = [13, 14, 20, 27, 28, 29, 30, 34, 40]


def ring(archways: int) -> dict[str, Any]:
    return {"ring": {"archways": [[4 + n % 4, n % 3, 1, 0, 1] for n in range(archways)]}}


def drawn(match: bedesten.Match, width: int, height: int | None) -> tuple[list[str], int, int]:
    out = StringIO()
    drawing = board_of("basari", "en").draw(match, 0, width, height)
    Console(file=out, width=width, highlight=False).print(drawing.picture)
    return out.getvalue().splitlines(), drawing.width, drawing.height


@pytest.mark.parametrize("archways", RINGS)
@pytest.mark.parametrize(("width", "height"), [(80, 24), (110, None), (120, 45), (200, 60)])
def test_a_ring_of_any_length_fits_the_screen(
    archways: int, width: int, height: int | None
) -> None:
    match = bedesten.new("basari", seats=4, seed=1, data=ring(archways), start="random")
    lines, wide, high = drawn(match, width, height)
    assert max(len(line.rstrip()) for line in lines) <= wide <= width
    assert len(lines) == high
    text = "\n".join(lines)
    for sign in "★☾✿◉":
        assert text.count(sign) >= 2  # beside the name, and at an archway


@pytest.mark.parametrize("archways", RINGS)
def test_every_archway_stands_once_on_the_ring(archways: int) -> None:
    laid = sides(archways)
    clockwise = [*laid.top, *laid.right, *laid.bottom[::-1], *laid.left[::-1]]
    assert [n for n in clockwise if n is not None] == list(range(1, archways + 1))


def test_the_square_has_seven_archways_a_side() -> None:
    match = bedesten.new("basari", seats=3, seed=1, start="random")
    lines, _, high = drawn(match, 120, 45)
    assert high == 31
    assert [line[:1] for line in lines[:2]] == ["╭", "│"]
    for n in range(1, 29):
        assert any(f"│{n} " in line or f"│{n}  " in line for line in lines)


def test_gems_are_told_apart_without_colours() -> None:
    match = bedesten.new("basari", seats=3, seed=1, start="random")
    lines, _, _ = drawn(match, 120, None)
    assert any("R 14 Y 12 G 10 B  8" in line for line in lines)
    assert not any("\x1b" in line for line in lines)


@pytest.mark.parametrize(
    ("own", "offer", "least"),
    [
        ((3, 3, 3, 3), (0, 3, 0, 0), (1, 0, 0, 2)),
        ((0, 0, 0, 5), (0, 0, 0, 2), (0, 0, 0, 3)),
        ((0, 0, 0, 2), (0, 0, 0, 2), None),
        ((1, 0, 0, 0), (0, 1, 0, 0), (1, 0, 0, 0)),
        ((0, 2, 0, 0), (1, 0, 0, 0), (0, 2, 0, 0)),
    ],
)
def test_the_smallest_raise_is_the_least_offer_that_is_higher(
    own: tuple[int, ...], offer: tuple[int, ...], least: tuple[int, ...] | None
) -> None:
    colours = ("red", "yellow", "green", "blue")
    found = smallest_raise(
        dict(zip(colours, own, strict=True)), dict(zip(colours, offer, strict=True))
    )
    assert (None if found is None else tuple(found.values())) == least
