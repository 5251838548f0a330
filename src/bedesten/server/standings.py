"""How far a solo game has come with its tasks, as the page is told."""

from __future__ import annotations

from bedesten.kernel.match import Match
from bedesten.server.wire import SoloGoalInfo, SoloStanding
from bedesten.tables.campaign import standings


def standing_in(match: Match, language: str) -> list[SoloStanding]:
    """How far the solo game of a match has come with every task."""
    return [
        SoloStanding(
            task=one.task,
            text=one.text,
            met=one.is_met,
            goals=[
                SoloGoalInfo(goal.name, goal.now, goal.wanted, goal.at_most, goal.is_met)
                for goal in one.goals
            ],
        )
        for one in standings(match, language)
    ]
