"""A review as one HTML file, without scripts or external resources."""

from __future__ import annotations

from html import escape

from bedesten.arena.html_report import html_page, html_table
from bedesten.kernel.match import Match
from bedesten.review import Review
from bedesten.review.chart import COLOURS, chart
from bedesten.review.telling import LEDGER, ReviewTelling

_WIDTH, _HEIGHT = 640, 300
_EDGE = 14


def review_page(match: Match, review: Review, language: str) -> str:
    """The chart, the ledger, the moments and the turning points."""
    tell = ReviewTelling(match, review, language)
    title = match.game.about(language).title
    key = "score_over_time" if review.is_solo else "chance_over_time"
    heading = f"{title}: {', '.join(one.name for one in review.seats)}"
    parts = [
        f"<h2>{escape(tell.texts[key])}</h2>",
        _chart(tell.texts[key], review),
        _legend(review),
        html_table([tell.texts["name"], *(tell.texts[key] for key in LEDGER)], tell.ledger()),
        f"<h2>{escape(tell.texts['given_away'])}</h2>",
        _moments(tell, review),
    ]
    for seat, one in enumerate(review.seats):
        told = tell.fortune(seat)
        if told:
            items = "".join(f"<li>{escape(said)}</li>" for said in told)
            parts.append(f"<h3>{escape(one.name)}</h3><ul>{items}</ul>")
    remarks = "<br>".join(escape(one) for one in tell.remarks())
    parts.append(f"<footer><p>{remarks}</p></footer>")
    return html_page(heading, parts, language)


def _chart(title: str, review: Review) -> str:
    box = f"{-_EDGE} {-_EDGE} {_WIDTH + 2 * _EDGE} {_HEIGHT + 2 * _EDGE}"
    drawn = "".join(chart(review, _WIDTH, _HEIGHT))
    return f'<svg viewBox="{box}" role="img" aria-label="{escape(title)}">{drawn}</svg>'


def _legend(review: Review) -> str:
    names = "  ".join(
        f'<span style="color:{COLOURS[seat]}">■</span> {escape(one.name)}'
        for seat, one in enumerate(review.seats)
    )
    return f"<p>{names}</p>"


def _moments(tell: ReviewTelling, review: Review) -> str:
    marked = [one for one in review.moments if one.mark not in ("best", "good")]
    if not marked:
        return f"<p>{escape(tell.say('no_mistakes'))}</p>"
    heads = [tell.texts[key] for key in ("name", "turn", "cost", "played", "better")]
    rows = [
        [
            f"{review.seats[one.seat].name} · {tell.mark(one)}",
            str(one.turn),
            f"{tell.figure(one.cost)} ({tell.figure(one.low)} – {tell.figure(one.high)})",
            tell.played(one),
            tell.best(one),
        ]
        for one in marked
    ]
    return html_table(heads, rows)
