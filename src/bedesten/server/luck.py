"""The luck of a table as a message: the promise while it is played, the proof afterwards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import bedesten
from bedesten.kernel.event import SEAT
from bedesten.kernel.fair_luck import SCHEME
from bedesten.kernel.match import MANUAL, Match
from bedesten.kernel.text import Catalogue
from bedesten.server.messages import luck_kind, moment, shares
from bedesten.server.wire import Distribution, DrawInfo, DrawKind, OutcomeCount, TableLuck
from bedesten.tables.draw_counts import DrawCounts, KindCount, counts_of
from bedesten.tables.entries import Began, Played, Rewound, TableEntry
from bedesten.tables.fairness import Drawn, drawn_after
from bedesten.tables.table import Table


def promised_luck(
    table: Table, draws: Sequence[Drawn] = (), distribution: Distribution | None = None
) -> TableLuck:
    """What is promised about a table's luck; nothing that would foretell a draw."""
    found = table.commitment
    revealed = table.is_revealed
    seed = table.agreed.seed if revealed else None
    return TableLuck(
        kind=luck_kind(table),
        scheme=None if found is None else SCHEME,
        promise=None if found is None else found.promise,
        shares=[] if found is None else shares(found, revealed),
        key=found.key if found is not None and revealed else None,
        shuffled=None if found is None or found.shuffled is None else list(found.shuffled),
        revealed=revealed,
        secret=found.secret if found is not None and revealed else None,
        seed=None if seed is None else str(seed),
        draws=_told(table.running(), draws) if revealed else [],
        opened=None if table.agreed.from_record else moment(table.created),
        distribution=distribution or Distribution(0, 1.0, []),
    )


def table_luck(id: str, entries: Sequence[TableEntry], language: str) -> TableLuck:
    """The luck of a table that has begun.

    When the game is over: all draws that were ever made. Before: the distribution of those that
    everybody has seen.
    """
    table = Table(id, ())
    made = {drawn.number: drawn for _, drawn in draws_made(table, entries)}
    draws = [made[number] for number in sorted(made)]
    known = [drawn for drawn in draws if table.is_revealed or drawn.is_open]
    game = table.game.name
    names = [chair.name for chair in table.chairs]
    return promised_luck(table, draws, distribution(counts_of(game, known), language, names=names))


def draws_made(table: Table, entries: Sequence[TableEntry]) -> Iterator[tuple[int, Drawn]]:
    """Apply entries to a new table; yield every draw with the number of its entry."""
    for entry in entries:
        played = table.match.fork() if isinstance(entry.payload, Played) and table.match else None
        table.apply(entry)
        if table.match is not None and isinstance(entry.payload, Began | Played | Rewound):
            before = played or _moment_before(table.match, entry)
            for drawn in drawn_after(before, table.match):
                yield entry.number, drawn


def _moment_before(match: Match, entry: TableEntry) -> Match:
    """The match before the draws of an entry that begins or goes back."""
    before = match.fork()
    before.chance = MANUAL
    before.rewind(entry.payload.to if isinstance(entry.payload, Rewound) else 0)
    return before


def _told(match: Match, draws: Iterable[Drawn]) -> list[DrawInfo]:
    places = {answer.draw: n for n, answer in enumerate(match.history)}
    return [
        DrawInfo(
            n=one.number,
            turn=one.turn,
            tickets=one.tickets,
            words=list(one.words),
            word=one.word,
            undone=one.number not in places,
            place=places.get(one.number),
        )
        for one in draws
    ]


# -- distributions -----------------------------------------------------------


def distribution(
    tested: DrawCounts,
    language: str,
    *,
    cards: DrawCounts | None = None,
    names: Sequence[str] = (),
) -> Distribution:
    """Counts as a message, those of most draws first; `cards` are counted without a test.

    `names` are those of the seats, at one table.
    """
    kinds = [_kind(key, count, count.p, language, names) for key, count in tested.kinds.items()]
    if cards is not None:
        kinds += [_kind(key, count, None, language, names) for key, count in cards.kinds.items()]
    order = {name: n for n, name in enumerate(bedesten.games())}
    kinds.sort(key=lambda kind: (order.get(kind.game, len(order)), -kind.draws))
    return Distribution(sum(kind.draws for kind in kinds), tested.p, kinds)


def _kind(
    key: str, count: KindCount, p: float | None, language: str, names: Sequence[str]
) -> DrawKind:
    game_name, _, kind = key.partition("/")
    if game_name not in bedesten.games():
        outcomes = [OutcomeCount(word, word, n, 0.0) for word, n in count.seen.items()]
        return DrawKind(game_name, kind, kind, count.draws, outcomes, p)
    game = bedesten.game(game_name)
    texts = game.text(language)
    order = {word: n for n, word in enumerate(game.vocabulary)}
    return DrawKind(
        game=game_name,
        kind=kind,
        title=texts.names.get(f"draw.{kind}", kind.replace("_", " ")),
        draws=count.draws,
        outcomes=[
            OutcomeCount(
                word, _outcome(texts, word, names), count.seen.get(word, 0), round(expected, 4)
            )
            for word, expected in sorted(
                count.expected.items(), key=lambda one: order.get(one[0], len(order))
            )
        ],
        p=p,
    )


def _outcome(texts: Catalogue, word: str, names: Sequence[str]) -> str:
    """What a word names; seats by their players, or counted from 1 as people do."""
    family, _, member = word.partition(":")
    if family != SEAT:
        return texts.word(word)
    return names[int(member)] if names else texts.word(f"{SEAT}:{int(member) + 1}")
