"""The chances over time as SVG: areas that add up to one, with the moments on them."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from bedesten.review.model import WHOLE, Review

COLOURS = ("#c4501b", "#0072b2", "#00805e", "#8a4a94", "#b07d00")
"""The seats' colours by day, as on the page."""
_MARKS = {"inaccuracy": "?!", "mistake": "?", "blunder": "??"}
_RADIUS = 8
_APART = 2.2 * _RADIUS


def chart(
    review: Review, width: float, height: float, colours: Sequence[str] = COLOURS
) -> list[str]:
    """The areas and marks in the box of 0 to width and height, as elements of SVG."""
    if review.is_solo:
        return _line(review, width, height, colours[0])
    parts = []
    across = _across(review, width)
    floor = [0.0] * len(review.chances)
    for seat in range(len(review.seats)):
        roof = [
            below + height * row[seat] / WHOLE
            for below, row in zip(floor, review.chances, strict=True)
        ]
        outline = [*zip(across, roof, strict=True)]
        outline += reversed([*zip(across, floor, strict=True)])
        points = " ".join(f"{x:.1f},{height - y:.1f}" for x, y in outline)
        name = escape(review.seats[seat].name)
        parts.append(
            f'<polygon points="{points}" fill="{colours[seat]}" fill-opacity="0.82" '
            f'stroke="#fffaf0" stroke-width="0.7"><title>{name}</title></polygon>'
        )
        floor = roof
    return parts + _marks(review, across, height, colours)


def _across(review: Review, width: float) -> list[float]:
    last = max(1, len(review.chances) - 1)
    return [width * n / last for n in range(len(review.chances))]


def _marks(
    review: Review, across: Sequence[float], height: float, colours: Sequence[str]
) -> list[str]:
    """A sign where somebody gave away most; what would cover another is left out."""
    parts: list[str] = []
    taken: list[tuple[float, float]] = []
    for one in sorted(review.moments, key=lambda one: -one.cost):
        sign = _MARKS.get(one.mark)
        if sign is None:
            continue
        row = review.chances[one.first]
        below = sum(row[: one.seat]) + row[one.seat] / 2
        x, y = across[one.first], height * (1 - below / WHOLE)
        if any(abs(x - a) < _APART and abs(y - b) < _APART for a, b in taken):
            continue
        taken.append((x, y))
        parts.append(_sign(x, y, sign, colours[one.seat]))
    return parts


def _sign(x: float, y: float, sign: str, colour: str) -> str:
    return (
        f'<g transform="translate({x:.1f} {y:.1f})"><circle r="{_RADIUS}" fill="#fffaf0" '
        f'stroke="{colour}" stroke-width="2"/><text y="4" text-anchor="middle" '
        f'font-size="11" font-weight="700" fill="#2a211b">{sign}</text></g>'
    )


def _line(review: Review, width: float, height: float, colour: str) -> list[str]:
    """The expected score of a solo game."""
    most = max(WHOLE, *(row[0] for row in review.chances)) * 1.05
    across = _across(review, width)
    heights = [height * (1 - max(0, row[0]) / most) for row in review.chances]
    points = " ".join(f"{x:.1f},{y:.1f}" for x, y in zip(across, heights, strict=True))
    parts = [
        f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="3" '
        'stroke-linejoin="round"/>'
    ]
    taken: list[float] = []
    for one in sorted(review.moments, key=lambda one: -one.cost):
        sign = _MARKS.get(one.mark)
        x = across[one.first]
        if sign is not None and all(abs(x - a) >= _APART for a in taken):
            taken.append(x)
            parts.append(_sign(x, heights[one.first], sign, colour))
    return parts
