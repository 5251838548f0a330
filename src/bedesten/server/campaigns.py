"""The solo campaign of a guest: counted from the games that lie at its tables."""

from __future__ import annotations

from typing import Final, cast

import msgspec

import bedesten
from bedesten.games.choose_write.data import ChooseWriteData, Solo
from bedesten.games.choose_write.solo import difficulty, goals_of, result_of
from bedesten.games.choose_write.state import ChooseWrite
from bedesten.server.live_tables import LiveTables
from bedesten.server.store import Person, Store
from bedesten.server.wire import SoloBest, SoloCampaign, SoloGoal, SoloStanding, SoloTaskInfo
from bedesten.tables.campaign import Campaign, Counted, goal_of, last_hash
from bedesten.tables.refusal import Refusal
from bedesten.tables.table import OVER, PLAYING, Table

GAME: Final = "choose_write"
MOST: Final = 1000  # of a person's tables that are looked at


def rules() -> Solo:
    data: ChooseWriteData = bedesten.game(GAME).data({})
    return data.solo


def check_field(task: int | None, column: int | None) -> None:
    solo = rules()
    if task is not None and not 1 <= task <= len(solo.tasks):
        raise Refusal("no_task")
    if column is not None and column not in solo.columns:
        raise Refusal("no_task")


async def campaign_of(
    person: Person, language: str, live_tables: LiveTables, store: Store
) -> SoloCampaign:
    """What a guest has done so far. Games that ended since are counted first."""
    solo = rules()
    counted = await store.solo_games(person.id)
    under_way: str | None = None
    for id in await store.tables_of(person.id, MOST, GAME):
        if id in counted:
            continue
        try:
            table = await live_tables.table(id)
        except Refusal:
            continue
        if len(table.chairs) != 1 or not table.seats_of(person.id) or table.agreed.data:
            continue
        if table.status == PLAYING and under_way is None:
            under_way = id
        elif table.status == OVER:
            game = _counted(table, solo)
            counted[id] = msgspec.json.encode(game).decode()
            await store.count_solo(person.id, game.hash, id, counted[id])
    games = [msgspec.json.decode(text, type=Counted) for text in counted.values()]
    return _told(Campaign(games=games), solo, language, under_way)


def standing(table: Table, language: str) -> list[SoloStanding]:
    """How far a solo game has come with every task; the sheet lies open to all."""
    if table.agreed.game != GAME or len(table.chairs) != 1 or table.agreed.data:
        raise Refusal("not_found")
    names = bedesten.game(GAME).text(language).names
    state = cast(ChooseWrite, table.running().state)
    found: list[SoloStanding] = []
    for n, task in enumerate(rules().tasks, 1):
        goals = goals_of(state, task)
        found.append(
            SoloStanding(
                task=n,
                text=names[f"task.{n}"],
                met=all(goal.is_met for goal in goals),
                goals=[
                    SoloGoal(one.name, one.now, one.wanted, one.at_most, one.is_met)
                    for one in goals
                ],
            )
        )
    return found


def _counted(table: Table, solo: Solo) -> Counted:
    match = table.running()
    result = result_of(cast(ChooseWrite, match.state), solo)
    return Counted(
        last_hash(match), result.rubies, result.fields, result.column, tuple(result.tasks)
    )


def _told(campaign: Campaign, solo: Solo, language: str, under_way: str | None) -> SoloCampaign:
    names = bedesten.game(GAME).text(language).names
    tasks = [
        SoloTaskInfo(
            task=n,
            text=names[f"task.{n}"],
            difficulty=difficulty(solo, n),
            done=[column for column in solo.columns if n in campaign.done(column)],
            best=_best(campaign.best(n)),
        )
        for n in range(1, len(solo.tasks) + 1)
    ]
    return SoloCampaign(
        columns=list(solo.columns),
        goal=list(goal_of(solo)),
        tasks=tasks,
        games=len(campaign.games),
        best=_best(campaign.best()),
        next=campaign.next_of(solo),
        under_way=under_way,
    )


def _best(game: Counted | None) -> SoloBest | None:
    return None if game is None else SoloBest(game.rubies, game.fields)
