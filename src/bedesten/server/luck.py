"""The luck of a table as a message: the promise while it is played, the proof afterwards."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bedesten.kernel.fair_luck import SCHEME
from bedesten.kernel.match import MANUAL, Match
from bedesten.server.messages import luck_kind, shares
from bedesten.server.wire import DrawInfo, TableLuck
from bedesten.tables.entries import Began, Played, Rewound, TableEntry
from bedesten.tables.fairness import Drawn, drawn_after
from bedesten.tables.table import Table


def promised_luck(table: Table, draws: Iterable[Drawn] = ()) -> TableLuck:
    """What is promised about a table's luck; nothing that would foretell a draw."""
    found = table.commitment
    revealed = table.is_revealed
    seed = table.agreed.seed if revealed else None
    return TableLuck(
        kind=luck_kind(table),
        scheme=None if found is None else SCHEME,
        promise=None if found is None else found.promise,
        shares=[] if found is None else shares(found, revealed),
        shuffled=None if found is None or found.shuffled is None else list(found.shuffled),
        revealed=revealed,
        secret=found.secret if found is not None and revealed else None,
        seed=None if seed is None else str(seed),
        draws=_told(table.running(), draws) if revealed else [],
    )


def proven_luck(id: str, entries: Sequence[TableEntry]) -> TableLuck:
    """The luck of a finished game, with all draws that were ever made at the table."""
    table = Table(id, ())
    draws: dict[int, Drawn] = {}
    for entry in entries:
        played = table.match.fork() if isinstance(entry.payload, Played) and table.match else None
        table.apply(entry)
        if table.match is not None and isinstance(entry.payload, Began | Played | Rewound):
            before = played or _moment_before(table.match, entry)
            draws |= {one.number: one for one in drawn_after(before, table.match)}
    return promised_luck(table, draws.values())


def _moment_before(match: Match, entry: TableEntry) -> Match:
    """The match before the draws of an entry that begins or goes back."""
    before = match.fork()
    before.chance = MANUAL
    before.rewind(entry.payload.to if isinstance(entry.payload, Rewound) else 0)
    return before


def _told(match: Match, draws: Iterable[Drawn]) -> list[DrawInfo]:
    standing = {answer.draw for answer in match.history}
    return [
        DrawInfo(
            n=one.number,
            turn=one.turn,
            tickets=one.tickets,
            words=list(one.words),
            word=one.word,
            undone=one.number not in standing,
        )
        for one in sorted(draws, key=lambda one: one.number)
    ]
