"""The solo campaign: what a game adds, what is next, and the format in which it is stored."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

import bedesten
from bedesten.kernel.match import Match
from bedesten.tables.campaign import (
    Campaign,
    Counted,
    campaign_game,
    check_field,
    is_campaign_table,
    progress,
    standings,
    tasks_of,
)
from bedesten.tables.entries import Chair, TableEntry
from bedesten.tables.opening import opened
from bedesten.tables.refusal import Refusal
from bedesten.tables.table import Table

GAME = campaign_game()
TASKS = tasks_of(GAME)


def finished(seed: int) -> Match:
    match = bedesten.new(GAME.name, seats=1, seed=seed)
    whim = random.Random(seed)
    while not match.over:
        match.play(0, whim.choice(match.choices(0)))
    return match


def test_a_game_is_counted_once() -> None:
    campaign = Campaign()
    match = finished(1)
    first = campaign.count(match)
    assert (first.is_new, first.is_high_score) == (True, True)
    assert first.result.score == match.scores[0]
    again = campaign.count(match)
    assert (again.is_new, again.is_high_score) == (False, False)
    assert len(campaign.games) == 1


def test_what_a_game_adds_is_what_was_not_ticked_before() -> None:
    games = [Counted("0" * 32, 10, 3, 10, (1, 2)), Counted("1" * 32, 12, 3, 12, (1, 3))]
    campaign = Campaign(games=games)
    now = progress(campaign, GAME, "en")
    assert [one.done for one in now.tasks[:3]] == [(10, 12), (10,), (12,)]
    assert (now.done, now.fields) == (2, len(TASKS.goal) * len(TASKS.numbers))
    assert now.best is games[1]
    assert now.tasks[1].best is games[0]
    assert now.next == campaign.next(TASKS)


def test_a_campaign_is_stored_as_before() -> None:
    text = (
        '{"version":1,"games":[{"hash":"0123456789abcdef0123456789abcdef","rubies":11,'
        '"fields":7,"column":11,"tasks":[2,4]}],"under_way":null}'
    )
    campaign = msgspec.json.decode(text, type=Campaign)
    assert campaign.games[0].score == 11
    assert campaign.games[0].tie_break == 7
    assert msgspec.json.encode(campaign).decode() == text


@pytest.mark.parametrize(("task", "column"), [(0, None), (15, None), (None, 1), (1, 99)], ids=str)
def test_a_field_that_there_is_not_is_refused(task: int | None, column: int | None) -> None:
    check_field(TASKS, 1, TASKS.columns[0])
    check_field(TASKS, None, None)
    with pytest.raises(Refusal):
        check_field(TASKS, task, column)


def test_only_a_game_that_declares_tasks_has_a_campaign() -> None:
    assert campaign_game(GAME.name) is GAME
    for name in ("basari", "chess"):
        with pytest.raises(Refusal):
            campaign_game(name)
    with pytest.raises(Refusal):
        tasks_of(bedesten.game("basari"))


def table(chairs: int, **agreed: Any) -> Table:
    people = [Chair("person", f"P{n}", person=f"p{n}") for n in range(chairs)]
    first = opened(GAME.name, people, host="p0", seed=1, **agreed)
    return Table("t", [TableEntry(0, 0.0, first)])


def test_a_solo_game_with_the_printed_components_counts() -> None:
    assert is_campaign_table(table(1))
    assert not is_campaign_table(table(2))
    assert not is_campaign_table(table(1, data={"solo": {"columns": [1, 2]}}))


def test_a_finished_game_has_met_the_tasks_of_its_result() -> None:
    match = finished(2)
    met = tuple(one.task for one in standings(match, "fr") if one.is_met)
    assert met == TASKS.result(match.state).tasks
