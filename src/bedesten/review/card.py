"""The summary card of a review: a picture to share, as SVG."""

from __future__ import annotations

from html import escape
from typing import Final

from bedesten.kernel.match import Match
from bedesten.review.chart import COLOURS, chart
from bedesten.review.model import EXPLAINED, Review
from bedesten.review.telling import ReviewTelling

WIDTH: Final = 1200
HEIGHT: Final = 630
_EDGE: Final = 60
_PAPER, _INK, _SOFT, _LINE = "#f6efe2", "#2a211b", "#6b5a4a", "#d9c8ad"
_DISPLAY: Final = "Marcellus, 'Iowan Old Style', 'Palatino Linotype', Georgia, serif"
_BODY: Final = "Inter, 'Source Sans 3', 'Segoe UI', Helvetica, Arial, sans-serif"
_LONGEST_NAME: Final = 18


def card(match: Match, review: Review, language: str) -> str:
    """The chart, and a row for each seat: accuracy, luck, result, and marks."""
    tell = ReviewTelling(match, review, language)
    title = match.game.about(language).title
    key = "score_over_time" if review.is_solo else "chance_over_time"
    rows = len(review.seats)
    tall = 36
    below = HEIGHT - _EDGE - tall * (rows + 1)
    height = below - 170
    parts = [
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{_PAPER}"/>',
        _text(_EDGE, 92, title, 50, _INK, _DISPLAY),
        _text(_EDGE, 128, tell.texts[key], 22, _SOFT),
        _text(WIDTH - _EDGE, 92, "Bedesten", 30, _SOFT, _DISPLAY, "end"),
        f'<g transform="translate({_EDGE} 150)">',
        *chart(review, WIDTH - 2 * _EDGE, height),
        "</g>",
        *_table(tell, review, below + 4, tall),
    ]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        f'width="{WIDTH}" height="{HEIGHT}" font-family="{escape(_BODY)}">'
        f"<title>{escape(title)}</title>{''.join(parts)}</svg>\n"
    )


def _table(tell: ReviewTelling, review: Review, top: float, tall: float) -> list[str]:
    heads = [tell.texts[one] for one in ("accuracy", "luck", "result", "without_luck")]
    heads += [sign for _, sign in zip(EXPLAINED, ("?!", "?", "??"), strict=True)]
    places = [500, 620, 750, 900, 980, 1060, 1140]
    parts = [
        _text(x, top, head, 18, _SOFT, anchor="end") for x, head in zip(places, heads, strict=True)
    ]
    for seat, one in enumerate(review.seats):
        y = top + tall * (seat + 1)
        name = one.name if len(one.name) <= _LONGEST_NAME else one.name[: _LONGEST_NAME - 1] + "…"
        cells = [
            "" if one.accuracy is None else f"{one.accuracy:.0f}",
            tell.figure(one.luck, signed=True),
            tell.figure(one.result),
            tell.figure(one.without_luck),
            *(str(one.marks[mark]) for mark in EXPLAINED),
        ]
        parts += [
            f'<line x1="{_EDGE}" x2="{WIDTH - _EDGE}" y1="{y - 27}" y2="{y - 27}" '
            f'stroke="{_LINE}"/>',
            f'<circle cx="{_EDGE + 10}" cy="{y - 8}" r="10" fill="{COLOURS[seat]}"/>',
            _text(_EDGE + 32, y, name, 24, _INK),
        ]
        parts += [
            _text(x, y, cell, 24, _INK, anchor="end") for x, cell in zip(places, cells, strict=True)
        ]
    return parts


def _text(
    x: float,
    y: float,
    text: str,
    size: int,
    colour: str,
    family: str = "",
    anchor: str = "start",
) -> str:
    font = f' font-family="{escape(family)}"' if family else ""
    return (
        f'<text x="{x}" y="{y}" font-size="{size}" fill="{colour}" text-anchor="{anchor}"{font}>'
        f"{escape(text)}</text>"
    )
