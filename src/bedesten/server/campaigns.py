"""The solo campaign of a person: counted from the finished games at its tables, and stored."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from bedesten.kernel.game import Game
from bedesten.server.live_tables import LiveTables
from bedesten.server.standings import standing_in
from bedesten.server.store import Person, Store
from bedesten.server.wire import (
    SoloBest,
    SoloCampaign,
    SoloOutcome,
    SoloStanding,
    SoloTaskInfo,
)
from bedesten.tables.campaign import (
    Campaign,
    Counted,
    counted,
    is_campaign_table,
    progress,
    tasks_of,
)
from bedesten.tables.refusal import Refusal
from bedesten.tables.table import OVER, PLAYING, Table

MAX_TABLES: Final = 1000
"""How many of a person's tables are searched for games."""


async def campaign_of(
    person: Person,
    game: Game[Any, Any, Any],
    language: str,
    live_tables: LiveTables,
    store: Store,
    of: str = "",
) -> SoloCampaign:
    """How far a person's campaign is. Games that ended since the last call are counted first.

    With the table `of`, also what its game has added.
    """
    stored = await store.solo_games(person.id, game.name)
    under_way: str | None = None
    for one in await store.tables_of(person.id, MAX_TABLES, game.name):
        id = one.id
        if id in stored:
            continue
        try:
            table, _ = await live_tables.outlined(one)
        except Refusal:
            continue
        if not is_campaign_table(table) or not table.seats_of(person.id):
            continue
        if table.status == PLAYING and under_way is None:
            under_way = id
        elif table.status == OVER:
            match = (await live_tables.table(id)).running()
            found = counted(match, tasks_of(game).result(match.state))
            stored[id] = msgspec.json.encode(found).decode()
            await store.count_solo(person.id, found.hash, id, stored[id])
    games = [msgspec.json.decode(text, type=Counted) for text in stored.values()]
    now = progress(Campaign(games=games), game, language)
    return SoloCampaign(
        columns=list(now.columns),
        goal=list(now.goal),
        tasks=[
            SoloTaskInfo(one.task, one.text, one.difficulty, list(one.done), _best(one.best))
            for one in now.tasks
        ],
        games=now.games,
        best=_best(now.best),
        next=now.next,
        under_way=under_way,
        game=None if of not in stored else _outcome(games, list(stored).index(of)),
    )


def _outcome(games: list[Counted], n: int) -> SoloOutcome:
    """What one of the counted games has added to those before it."""
    before, game = Campaign(games=games[:n]), games[n]
    best = before.best()
    return SoloOutcome(
        column=game.column,
        met=list(game.tasks),
        ticked=list(before.ticked_by(game)),
        best=best is None or game.rank > best.rank,
    )


def standing(table: Table, language: str) -> list[SoloStanding]:
    """How far a solo game has come with every task; nothing of it is secret."""
    if len(table.chairs) != 1:
        raise Refusal("not_found")
    return standing_in(table.running(), language)


def _best(game: Counted | None) -> SoloBest | None:
    return None if game is None else SoloBest(game.score, game.tie_break)
