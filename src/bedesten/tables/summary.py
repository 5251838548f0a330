"""A table without its match: what lists show of it, kept beside its entries.

A list of a hundred tables would otherwise replay a hundred games. A summary follows from the
entries and can be dropped at any time; it counts only while its number is that of the last entry.
"""

from __future__ import annotations

import msgspec
from msgspec import Struct

from bedesten.kernel.fair_luck import Commitment
from bedesten.tables.absence import Absences
from bedesten.tables.clock import Clocks
from bedesten.tables.entries import Chair, Opened
from bedesten.tables.table import Table, Unplayed
from bedesten.tables.visitors import Knock, Visitors


class TableSummary(Struct, frozen=True):
    """The parts of a table that its match is not needed for, and what the match adds to them."""

    number: int
    status: str
    turn: int
    agreed: Opened
    chairs: list[Chair]
    stand_ins: list[int]
    posed: dict[int, int]
    banks: list[int | None]
    asked_at: dict[int, float]
    pace: str
    hurried: list[int]
    acted: dict[int, float]
    votes: dict[int, dict[str, float]]
    knocks: list[Knock]
    admitted: list[str]
    refused: list[str]
    rematch: str | None
    created: float
    changed: float
    commitment: Commitment | None


_DECODER = msgspec.json.Decoder(TableSummary)


def summary_of(table: Table) -> str:
    """What lists show of a table, as JSON."""
    found = TableSummary(
        number=table.number,
        status=table.status,
        turn=table.turn,
        agreed=table.agreed,
        chairs=table.chairs,
        stand_ins=sorted(table.stand_ins),
        posed=table.posed,
        banks=table.clocks.banks,
        asked_at=table.clocks.asked_at,
        pace=table.pace,
        hurried=sorted(table.hurried),
        acted=table.absences.acted,
        votes=table.absences.votes,
        knocks=list(table.visitors.waiting.values()),
        admitted=sorted(table.visitors.admitted),
        refused=sorted(table.visitors.refused),
        rematch=table.rematch,
        created=table.created,
        changed=table.changed,
        commitment=table.commitment,
    )
    return msgspec.json.encode(found).decode()


def summarized(id: str, text: str, number: int, clocks_from: float) -> Table | None:
    """The table of a summary, for lists: it cannot be played. None if there are entries since."""
    try:
        found = _DECODER.decode(text)
    except msgspec.MsgspecError:  # of another version
        return None
    if found.number != number:
        return None
    table = Table(id, ())
    table.number = number
    table.agreed = found.agreed
    table.unplayed = Unplayed(found.status, found.turn, found.commitment)
    table.chairs = found.chairs
    table.stand_ins = set(found.stand_ins)
    table.posed = found.posed
    table.clocks = Clocks(found.agreed.clock, found.chairs, clocks_from)
    table.clocks.banks, table.clocks.asked_at = found.banks, found.asked_at
    table.pace = found.pace
    table.hurried = set(found.hurried)
    table.absences = Absences()
    table.absences.acted, table.absences.votes = found.acted, found.votes
    table.visitors = Visitors()
    table.visitors.waiting = {one.number: one for one in found.knocks}
    table.visitors.admitted, table.visitors.refused = set(found.admitted), set(found.refused)
    table.rematch = found.rematch
    table.created, table.changed = found.created, found.changed
    return table
