"""What each choice would bring, in a few signs beside it."""

from __future__ import annotations

from rich.text import Text

from bedesten.boards.basari.courtyard import brings, die_points
from bedesten.boards.basari.pieces import gems
from bedesten.boards.basari.table import BasariTable
from bedesten.boards.lines import QUIET
from bedesten.boards.signs import seat_piece
from bedesten.games.basari.events import ACTIONS
from bedesten.kernel.agenda import seat_of
from bedesten.kernel.state import CHANCE


def hint(table: BasariTable, step: str, word: str) -> Text:
    family, _, member = word.partition(":")
    if family == "archway":
        return _archway(table, int(member))
    if family == "pips":
        return _roll(table, step, int(member))
    if family == "seat":
        return Text.assemble(seat_piece(int(member)), f" {table.match.names[int(member)]}")
    if word in ACTIONS:
        return _tile(table, word)
    if step == "may_carry_out":
        return Text()
    if family == "gem":
        return _gem(table, member)
    return _haggle(table, word)


def _archway(table: BasariTable, n: int) -> Text:
    archway = table.archway(n)
    return Text.assemble((f"+{archway['points']}  ", "bold"), gems(archway["gems"], table.say))


def _roll(table: BasariTable, step: str, pips: int) -> Text:
    if step == "roll_to_open":
        return Text()
    player = table.players[seat_of(table.match.state.question(CHANCE))]
    reached = (player["archway"] + pips - 1) % table.printed.archways + 1
    line = Text(f"→ {table.say('archway', n=reached)}")
    if step == "roll_again":
        line.append(f"  +{die_points(table, pips)}", "bold")
    return line


def _tile(table: BasariTable, word: str) -> Text:
    return Text() if table.seat is None else brings(table, table.seat, word)


def _gem(table: BasariTable, colour: str) -> Text:
    if table.seat is None:
        return Text()
    left = table.players[table.seat]["gems"][colour] - table.view["haggle"]["draft"][colour]
    return Text(table.say("left", n=left), QUIET)


def _haggle(table: BasariTable, word: str) -> Text:
    view = table.view["haggle"]
    if word == "done":
        return gems(view["draft"], table.say)
    rival = next(seat for seat in view["seats"] if seat != table.seat)
    theirs = Text.assemble(seat_piece(rival), " ", brings(table, rival, view["action"]))
    if word == "accept":
        return Text.assemble(("+ ", "bold"), gems(view["offer"], table.say), "   ", theirs)
    return theirs


# -- in short -----------------------------------------------------------------


def brief(table: BasariTable, step: str, word: str) -> Text | None:
    """A choice in a word or two, where there is little room."""
    family, _, member = word.partition(":")
    if family == "gem":
        name = table.names.names[f"gems.{member}"].partition("|")[0]
        return Text.assemble(name, " ", _gem(table, member))
    if word in ACTIONS:
        return Text.assemble(table.say(f"tile_{word}"), " ", _tile(table, word))
    if step == "may_carry_out":
        return Text(table.say("brief_decline"))
    if word in ("accept", "pass", "done"):
        return Text.assemble(table.say(f"brief_{word}"), " ", _haggle(table, word))
    return None
