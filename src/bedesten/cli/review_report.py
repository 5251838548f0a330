"""What `bedesten analyse` prints."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from bedesten.kernel.match import Match
from bedesten.kernel.text import text_tables
from bedesten.review import JudgedChoice, Review
from bedesten.review.model import WHOLE
from bedesten.review.summary import ReviewSummary
from bedesten.review.telling import LEDGER, ReviewTelling

_BARS = "▁▂▃▄▅▆▇█"
_WIDTH = 60  # of a sparkline
_SHOWN = 12  # moments
_STYLES = {"inaccuracy": "yellow", "mistake": "dark_orange", "blunder": "red"}


def report(match: Match, review: Review, language: str) -> RenderableType:
    """The ledger of all seats, the moments that cost most, and turning points in words."""
    tell = ReviewTelling(match, review, language)
    parts: list[RenderableType] = [
        Text(match.game.about(language).title, "bold"),
        *(Text(one, "dim") for one in tell.remarks()),
        Text(),
        _ledger(tell, review),
        Text(),
        Text(tell.texts["score_over_time" if review.is_solo else "chance_over_time"], "dim"),
        _sparklines(review),
        Text(),
        *_moments(tell, review),
    ]
    for seat, one in enumerate(review.seats):
        fortune = tell.fortune(seat)
        if fortune:
            parts += [Text(one.name, "bold"), *(Text(f"  {said}") for said in fortune)]
    return Group(*parts)


def _ledger(tell: ReviewTelling, review: Review) -> Table:
    """start + luck + own + others = result, a line a seat."""
    table = _table(tell.texts["name"])
    for key in LEDGER:
        table.add_column(tell.texts[key], justify="right", min_width=5)
    for row in tell.ledger():
        table.add_row(*row)
    return table


def _sparklines(review: Review) -> Table:
    table = _table("")
    table.show_header = False
    table.add_column(no_wrap=True)
    for seat, one in enumerate(review.seats):
        table.add_row(one.name, sparkline([row[seat] for row in review.chances]))
    return table


def sparkline(values: Sequence[int]) -> str:
    """Values as a row of bars, from nought to the highest there can be."""
    many = min(_WIDTH, len(values))
    most = max(WHOLE, *values)
    picked = [values[n * (len(values) - 1) // max(1, many - 1)] for n in range(many)]
    return "".join(_BARS[max(0, min(7, value * 8 // most))] for value in picked)


def _moments(tell: ReviewTelling, review: Review) -> list[RenderableType]:
    """The choices that cost most, in the order of the game."""
    marked = [one for one in review.moments if one.mark not in ("best", "good")]
    if not marked:
        return [Text(tell.say("no_mistakes")), Text()]
    costly = sorted(marked, key=lambda one: -one.cost)[:_SHOWN]
    parts: list[RenderableType] = []
    for one in sorted(costly, key=lambda one: one.first):
        head = Text(f"{tell.texts['turn']} {one.turn} · {review.seats[one.seat].name}: ")
        head.append(tell.mark(one), _STYLES[one.mark])
        head.append(f"  {tell.figure(-one.cost)}", "bold")
        head.append(f"  ({tell.figure(one.low)} – {tell.figure(one.high)})", "dim")
        parts += [head, _pair(tell, one)]
        if reason := tell.reason(one):
            parts.append(Text(f"  {reason}"))
        parts.append(Text())
    return parts


def _pair(tell: ReviewTelling, moment: JudgedChoice) -> Table:
    """What was played, and what was better."""
    table = _table("")
    table.show_header = False
    table.add_column()
    table.add_row(Text(f"  {tell.texts['played']}", "dim"), tell.played(moment))
    table.add_row(Text(f"  {tell.texts['better']}", "dim"), tell.best(moment))
    return table


def summary_report(found: ReviewSummary, language: str) -> RenderableType:
    """What many games add up to, a line for each player and game."""
    texts = text_tables("bedesten.review", language)
    table = _table(texts["name"])
    keys = ("game", "games", "accuracy", "result", "without_luck", "luck", "expected", "p")
    for key in (*keys, "given_away"):
        table.add_column(texts[key], justify="left" if key == "game" else "right", no_wrap=True)
    for one in found.players:
        table.add_row(
            one.name,
            one.game,
            str(one.games),
            "" if one.accuracy is None else f"{one.accuracy:.0f}",
            f"{one.result:.2f}",
            f"{one.without_luck:.2f}",
            f"{one.luck:+.2f}",
            f"± {one.expected:.2f}",
            f"{one.p:.2f}",
            f"{one.cost:.2f}",
        )
    return Group(table, Text(), Text(texts["luck_explained"], "dim"))


def _table(first: str) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    table.add_column(first)
    return table
