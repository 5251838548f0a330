"""The ranking at the end of a game."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from bedesten.cli.layout import QUIET, MatchDisplay
from bedesten.kernel.verdict import why_won


def result_table(display: MatchDisplay) -> RenderableType:
    """The ranking with all scores; what broke a tie is bold."""
    match, say = display.match, display.say
    standings = [match.state.standing(seat) for seat in range(match.seats)]
    labels = display.board.standings()
    grid = Table(box=None, header_style=QUIET, padding=(0, 2, 0, 0))
    grid.add_column(say("place"), justify="right")
    grid.add_column(say("name"))
    for label in labels:
        grid.add_column(label, justify="right")
    for place, group in enumerate(match.ranking):
        for seat in group:
            before = sum(len(other) for other in match.ranking[:place])
            deciding = _deciding(standings, seat)
            numbers = [
                Text(str(n), "bold" if column in (0, deciding) else QUIET)
                for column, n in enumerate(standings[seat][: len(labels)])
            ]
            mark = display.board.mark(seat)
            grid.add_row(str(before + 1), Text.assemble(mark, f" {match.names[seat]}"), *numbers)
    why = Text(why_won(match, say.language))
    return Group(Text(_winners(display), "bold"), why, grid)


def _winners(display: MatchDisplay) -> str:
    if display.match.seats == 1:
        return f"{display.say('over')}."
    names = [display.match.names[seat] for seat in display.match.ranking[0]]
    key = "won" if len(names) == 1 else "won_together"
    return display.say(key, names=_joined(display, names))


def _joined(display: MatchDisplay, names: Sequence[str]) -> str:
    if len(names) == 1:
        return names[0]
    return f"{', '.join(names[:-1])} {display.say('and')} {names[-1]}"


def _deciding(standings: Sequence[Sequence[int]], seat: int) -> int:
    """The index of the tie-breaker between a seat and its equals; 0 if it has none."""
    mine = list(standings[seat])
    found = 0
    for other, standing in enumerate(standings):
        if other != seat and standing[0] == mine[0] and list(standing) != mine:
            parted = next(n for n, number in enumerate(mine) if standing[n] != number)
            found = max(found, parted)
    return found
