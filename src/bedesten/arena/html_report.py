"""The report of a tournament as one HTML file, without scripts or external resources."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from math import isinf

import bedesten
from bedesten.arena.charts import ChartRow, estimates_chart, histogram, line_chart
from bedesten.arena.estimates import Estimate
from bedesten.arena.sequential import BettingTest, Finding
from bedesten.arena.tournament_summary import Summary

_STYLE = """
:root { color-scheme: light dark; --ink: #2b2118; --paper: #fbf7f0; --quiet: #6f6254;
  --line: #ddd2c2; --accent: #a3421c; --soft: #e9c9b6; }
@media (prefers-color-scheme: dark) { :root { --ink: #efe6d8; --paper: #1d1813; --quiet: #b0a291;
  --line: #453b31; --accent: #f0915f; --soft: #6b3d27; } }
body { background: var(--paper); color: var(--ink); font: 16px/1.5 Georgia, serif;
  max-width: 46rem; margin: 2rem auto; padding: 0 1rem; }
h1, h2 { font-weight: normal; line-height: 1.2; }
h2 { margin: 2.2rem 0 .5rem; }
p.quiet, footer { color: var(--quiet); font-size: .9rem; }
p.verdict { border-left: 4px solid var(--accent); padding-left: .8rem; font-size: 1.1rem; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: .25rem .8rem .25rem 0; text-align: right; border-bottom: 1px solid var(--line); }
th { color: var(--quiet); font-weight: normal; }
th:first-child, td:first-child { text-align: left; }
svg { width: 100%; height: auto; font: 13px Georgia, serif; fill: var(--ink); }
.grid, .zero { stroke: var(--line); }
.mark { stroke: var(--quiet); stroke-dasharray: 4 4; }
.bounds { stroke: var(--soft); stroke-width: 9; stroke-linecap: round; }
.dot, .column { fill: var(--accent); }
.curve { fill: none; stroke: var(--accent); stroke-width: 2; }
.name { text-anchor: end; } .tick { text-anchor: middle; fill: var(--quiet); font-size: 11px; }
"""


def html_report(found: Summary, title: str) -> str:
    """The whole page."""
    heading = f"{title}: {' · '.join(found.plan.names)}"
    parts = [f"<p>{escape(_introduction(found))}</p>"]
    if found.finding is not None:
        parts += _verdict(found, found.finding)
    parts += [
        "<h2>Wins</h2>",
        _wins(found),
        "<h2>Ratings</h2>",
        _ratings(found),
        "<h2>In figures</h2>",
        _table(found),
    ]
    if len(found.bots) > 1:
        parts += ["<h2>One against another</h2>", _pairs(found)]
    parts += [
        "<h2>Seats</h2>",
        _seats(found),
        "<h2>Length of games</h2>",
        histogram("Games by number of turns", found.lengths, ""),
        f'<p class="quiet">Turns a game: {found.turns.value:.1f} ({found.turns.bounds(1, 1)}).</p>',
        f"<footer><p>{escape(_settings(found))}</p></footer>",
    ]
    return html_page(heading, parts)


def html_page(heading: str, parts: Sequence[str], language: str = "en") -> str:
    """A page in the style of the reports, with parts below its heading."""
    return (
        f'<!doctype html>\n<html lang="{language}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(heading)}</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n"
        + "\n".join([f"<h1>{escape(heading)}</h1>", *parts])
        + "\n</body>\n</html>\n"
    )


def _introduction(found: Summary) -> str:
    text = (
        f"{found.games} games of {found.plan.terms.seats} players on {found.deals} deals. "
        "Every line-up played every deal, in all rotations of the seats. "
        "Bounds are 95 % confidence intervals, with the deal as the unit of variation."
    )
    if found.unfinished:
        text += f" {found.unfinished} games were not finished and count as draws."
    for bot in found.bots:
        if bot.faults:
            text += f" {bot.name} forfeited {bot.forfeits} of {bot.seat_games} games: in "
            text += f"{bot.faults} of {bot.decisions} decisions the fallback had to choose for it."
    return text


def _settings(found: Summary) -> str:
    terms = found.plan.terms
    settings = [f"bedesten {bedesten.__version__}", f"seed {found.plan.seed}"]
    settings += [f"{name} {value}" for name, value in terms.options.items()]
    if terms.changes:
        settings.append(f"changed components: {', '.join(terms.changes)}")
    if terms.most_turns is not None:
        settings.append(f"at most {terms.most_turns} turns")
    return ", ".join(settings)


def _verdict(found: Summary, finding: Finding) -> list[str]:
    first, second = found.plan.names[:2]
    verbs = {"better": "is better than", "worse": "is worse than", "open": "may equal"}
    one = finding.difference
    text = (
        f"{first} {verbs[finding.verdict]} {second}, after {finding.deals} deals. Difference of "
        f"the shares of wins: {100 * one.value:+.1f} percentage points ({one.bounds(100, 1)}; a "
        "confidence sequence, which holds although the test looked after every deal)."
    )
    test = BettingTest(finding.sure)
    evidence = []
    for difference in found.evidence or []:
        test.update(difference)
        evidence.append(test.log_for if test.log_for >= test.log_against else -test.log_against)
        chart = line_chart("Evidence over deals", evidence, -test.needed, test.needed, "")
    note = "Evidence, deal by deal: up for the first, down for the second; dashed, the thresholds."
    return [f'<p class="verdict">{escape(text)}</p>', chart, f'<p class="quiet">{note}</p>']


def _wins(found: Summary) -> str:
    rows = [
        ChartRow(bot.name, _times(bot.wins, 100), _percent(bot.wins.value)) for bot in found.bots
    ]
    par = 100 * found.bots[0].par
    return estimates_chart("Share of wins", rows, 0, 100, " %", par) + (
        f'<p class="quiet">Share of a game, per seat held. Dashed: {par:.1f} %, '
        "if all bots were equal.</p>"
    )


def _ratings(found: Summary) -> str:
    bots = sorted(found.bots, key=lambda bot: -bot.rating.value)
    known = [
        figure
        for bot in bots
        for figure in (bot.rating.value, bot.rating.low, bot.rating.high)
        if not isinf(figure)
    ]
    rows = [ChartRow(bot.name, bot.rating, f"{bot.rating.value:+.0f}") for bot in bots]
    return estimates_chart("Ratings", rows, min([-100, *known]), max([100, *known]), "", 0.0) + (
        '<p class="quiet">400 points are odds of ten to one; the mean is 0.</p>'
    )


def _seats(found: Summary) -> str:
    rows = [
        ChartRow(f"seat {n}", _times(one, 100), _percent(one.value))
        for n, one in enumerate(found.seats)
    ]
    return estimates_chart("Share of wins by seat", rows, 0, 100, " %", 100 / len(found.seats))


def _table(found: Summary) -> str:
    heads = ["Bot", "Played", "Wins", "95 %", "Place", "Score", "95 %", "Rating", "95 %"]
    rows = [
        [
            bot.name,
            str(bot.seat_games),
            _percent(bot.wins.value),
            bot.wins.bounds(100, 1),
            f"{bot.rank.value:.2f}",
            f"{bot.score.value:.2f}",
            bot.score.bounds(1, 2),
            f"{bot.rating.value:+.0f}",
            bot.rating.bounds(1, 0),
        ]
        for bot in sorted(found.bots, key=lambda bot: -bot.rating.value)
    ]
    return html_table(heads, rows)


def _pairs(found: Summary) -> str:
    cells = {(pair.first, pair.second): pair.ahead for pair in found.pairs}
    rows = []
    for first in found.plan.names:
        row = [first]
        for second in found.plan.names:
            one = cells.get((first, second))
            row.append(one.percent() if one else "")
        rows.append(row)
    return html_table(["Finishes ahead of", *found.plan.names], rows)


def html_table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table whose first column names the rows."""
    head = "".join(f'<th scope="col">{escape(one)}</th>' for one in heads)
    body = "".join(
        "<tr>" + "".join(f"<td>{escape(one)}</td>" for one in row) + "</tr>" for row in rows
    )
    table = f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
    return f'<div class="wide">{table}</div>'


def _times(one: Estimate, factor: float) -> Estimate:
    return Estimate(factor * one.value, factor * one.low, factor * one.high)


def _percent(part: float) -> str:
    return f"{100 * part:.1f} %"
