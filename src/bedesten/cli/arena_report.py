"""The summary of a tournament as tables."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

import bedesten
from bedesten.arena.plan import short
from bedesten.arena.sequential import Finding
from bedesten.arena.tournament_summary import BotSummary, Summary
from bedesten.bots.external import FALLBACK


def report(found: Summary) -> RenderableType:
    parts: list[RenderableType] = [Text(headline(found), "bold"), Text(), _bots(found)]
    if len(found.bots) > 1:
        parts += [Text(), _pairs(found)]
    if len(found.seats) > 1:
        parts += [Text(), _seats(found)]
    turns = f"Turns a game: {found.turns.value:.1f} ({found.turns.bounds(1, 1)})"
    parts += [Text(), Text(turns)]
    parts += [
        Text(
            f"{bot.name} forfeited {bot.forfeits} of {bot.seat_games} games: in {bot.faults} of "
            f"{bot.decisions} decisions {FALLBACK} had to choose for it"
        )
        for bot in found.bots
        if bot.faults
    ]
    parts += [Text(_without_luck(bot)) for bot in found.bots if bot.adjusted is not None]
    if found.finding is not None:
        parts += [Text(), Text(verdict(found, found.finding), "bold")]
    return Group(*parts)


def _without_luck(bot: BotSummary) -> str:
    assert bot.adjusted is not None
    text = f"{short(bot.name)} without luck: {bot.adjusted.percent()}"
    if bot.games_saved is not None and bot.games_saved > 0:
        text += f"; as good as {1 / (1 - bot.games_saved):.1f} times the games"
    return text


def headline(found: Summary) -> str:
    terms = found.plan.terms
    title = bedesten.game(terms.game).title
    text = f"{title}, {terms.seats} players: {found.games} games on {found.deals} deals"
    if found.unfinished:
        text += f", {found.unfinished} unfinished and counted as draws"
    return text


def verdict(found: Summary, finding: Finding) -> str:
    first, second = found.plan.names[:2]
    said = {
        "better": f"{first} is better than {second}",
        "worse": f"{first} is worse than {second}",
        "open": f"whether {first} is better than {second} is open",
    }[finding.verdict]
    one = finding.difference
    return (
        f"After {finding.deals} deals {said}: of a game it wins {100 * one.value:+.1f} points "
        f"({100 * one.low:+.1f} to {100 * one.high:+.1f})"
    )


def _bots(found: Summary) -> Table:
    table = _table("Bot", ("Wins", "95 %", "Place", "Score", "Rating", "95 %"))
    for bot in sorted(found.bots, key=lambda one: -one.rating.value):
        table.add_row(
            short(bot.name),
            Text(f"{100 * bot.wins.value:.1f} %", "bold"),
            bot.wins.bounds(100, 1),
            f"{bot.rank.value:.2f}",
            f"{bot.score.value:.2f}",
            Text(f"{bot.rating.value:+.0f}", "bold"),
            bot.rating.bounds(1, 0),
        )
    return table


def _pairs(found: Summary) -> Table:
    table = _table("Finishes ahead of", ("", "", "95 %"))
    for pair in found.pairs:
        share = Text(f"{100 * pair.ahead.value:.1f} %", "bold")
        table.add_row(short(pair.first), short(pair.second), share, pair.ahead.bounds(100, 1))
    return table


def _seats(found: Summary) -> Table:
    table = _table("Seat", ("Wins", "95 %"))
    for seat, one in enumerate(found.seats):
        table.add_row(str(seat), f"{100 * one.value:.1f} %", one.bounds(100, 1))
    return table


def _table(first: str, headings: Sequence[str]) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    table.add_column(first, overflow="fold")
    for heading in headings:
        table.add_column(heading, justify="right", no_wrap=True)
    return table
