"""People at a table: the pace of the bots, those who are away, nudges, visitors."""

from __future__ import annotations

import random
from collections.abc import Mapping

from bedesten.tables.absence import MAX_NUDGES, NUDGE_AFTER, NUDGE_PAUSE, Presence
from bedesten.tables.entries import Chair, Nudged, Paced, StandInRule, StoodIn, Voted
from bedesten.tables.opening import rematch
from bedesten.tables.table import MAX_PACES
from bedesten.tables.visitors import MAX_KNOCKS
from tables.test_tables import ADA, BO, BOT, CEM, Desk, refused

VOTE = StandInRule("vote", 60)
HOST = StandInRule("host", 60)


def play_until_asked(desk: Desk, seat: int) -> None:
    whim = random.Random(1)
    while seat not in desk.table.posed:
        desk.play_any(whim)


def play_while_asked(desk: Desk, seat: int) -> None:
    whim = random.Random(1)
    while seat in desk.table.posed:
        desk.play_any(whim)


# -- pace ---------------------------------------------------------------------


def test_the_pace_changes_during_the_game_and_a_rematch_keeps_it() -> None:
    desk = Desk("istanbul", [ADA, BO, BOT], pace="slow").begin()
    assert desk.table.bot_pace == "slow"
    desk.do(*desk.table.set_pace("bo", "fast"))
    assert desk.table.bot_pace == desk.loaded().bot_pace == "fast"
    assert desk.table.set_pace("ada", "fast") == []
    refused("not_seated", desk.table.set_pace, "cem", "slow")
    assert rematch(desk.table, "ada").pace == "fast"


def test_the_pace_is_not_changed_without_end() -> None:
    desk = Desk("istanbul", [ADA, BOT])
    for n in range(MAX_PACES):
        desk.do(*desk.table.set_pace("ada", ("fast", "slow")[n % 2]))
    refused("paced_often", desk.table.set_pace, "ada", "normal")


def test_bots_play_at_once_until_the_hurried_person_is_asked() -> None:
    desk = Desk("istanbul", [ADA, BOT, BOT], pace="slow").begin()
    assert desk.table.hurry("ada") == []  # Ada is asked
    play_while_asked(desk, 0)
    desk.do(*desk.table.hurry("ada"))
    assert desk.table.hurry("ada") == []
    play_while_asked(desk, 1)
    assert desk.table.bot_pace == desk.loaded().bot_pace == "instant"
    play_until_asked(desk, 0)
    assert desk.table.bot_pace == desk.loaded().bot_pace == "slow"
    refused("not_seated", desk.table.hurry, "cem")


def test_the_hurry_of_one_person_does_not_end_with_the_turn_of_another() -> None:
    desk = Desk("istanbul", [ADA, BO, BOT], pace="slow").begin()
    play_while_asked(desk, 0)
    desk.do(*desk.table.hurry("ada"))
    play_while_asked(desk, 1)
    assert desk.table.bot_pace == "instant"
    play_until_asked(desk, 0)
    assert desk.table.bot_pace == "slow"


# -- nudges -------------------------------------------------------------------


def test_a_person_who_is_asked_is_nudged_now_and_then() -> None:
    desk = Desk("istanbul", [ADA, BO, BOT]).begin()
    table = desk.table
    refused("nudge_later", table.nudge, "bo", 0, desk.now)
    desk.now += NUDGE_AFTER
    refused("nudged_self", table.nudge, "ada", 0, desk.now)
    refused("not_seated", table.nudge, "cem", 0, desk.now)
    refused("no_person_there", table.nudge, "bo", 2, desk.now)
    refused("not_waited_for", table.nudge, "ada", 1, desk.now)
    assert table.nudge("bo", 0, desk.now) == Nudged(0, 1)
    for _ in range(MAX_NUDGES - 1):
        desk.do(table.nudge("bo", 0, desk.now))
        refused("nudge_later", desk.loaded().nudge, "bo", 0, desk.now + NUDGE_PAUSE - 1)
        desk.now += NUDGE_PAUSE
    desk.do(table.nudge("bo", 0, desk.now))
    desk.now += NUDGE_PAUSE
    refused("nudged_often", table.nudge, "bo", 0, desk.now)
    play_while_asked(desk, 0)
    play_until_asked(desk, 0)
    desk.now += NUDGE_AFTER
    assert table.nudge("bo", 0, desk.now) == Nudged(0, 1)  # another question


# -- bots for people who are away ---------------------------------------------


def presence(*here: str, left: Mapping[str, float] | None = None) -> Presence:
    return Presence(frozenset(here), left or {})


def test_a_person_is_away_since_it_left_or_since_its_last_act() -> None:
    desk = Desk("istanbul", [ADA, BO, BOT]).begin()
    desk.now += 5
    play_while_asked(desk, 0)
    table = desk.loaded()
    assert table.away_since(0, presence("ada")) is None
    assert table.away_since(0, presence("bo")) == 1005.0
    assert table.away_since(1, presence("ada")) == 1000.0
    assert table.away_since(1, presence("ada", left={"bo": 1003.0})) == 1003.0
    assert table.away_since(2, presence()) is None


def test_those_who_are_there_vote_for_a_bot_and_the_person_takes_the_seat_back() -> None:
    four = [ADA, BO, CEM, Chair("person", "Dil", "green", person="dil")]
    desk = Desk("istanbul", four, stand_in=VOTE).begin()
    table = desk.table
    there = presence("ada", "cem", "dil", left={"bo": desk.now})
    desk.now += 59
    refused("away_too_short", table.let_bot_play, "ada", 1, there, desk.now)
    desk.now += 1
    refused("is_here", table.let_bot_play, "ada", 1, presence("ada", "bo"), desk.now)
    refused("not_seated", table.let_bot_play, "bo", 1, there, desk.now)
    refused("not_seated", table.let_bot_play, "zoe", 1, there, desk.now)
    desk.do(*table.let_bot_play("ada", 1, there, desk.now))
    assert not table.is_bots(1)
    refused("voted_already", desk.loaded().let_bot_play, "ada", 1, there, desk.now)
    done = table.let_bot_play("cem", 1, there, desk.now)
    assert done == [Voted(1, "cem"), StoodIn(1, "away")]
    desk.do(*done)
    assert table.is_bots(1)
    desk.do(*table.come_back("bo"))
    assert not table.is_bots(1)


def test_votes_from_before_the_person_came_back_do_not_count() -> None:
    desk = Desk("istanbul", [ADA, BO, CEM], stand_in=VOTE).begin()
    desk.now += 60
    gone = presence("ada", "cem", left={"bo": 1000.0})
    desk.do(*desk.table.let_bot_play("ada", 1, gone, desk.now))
    desk.now += 100
    gone_again = presence("ada", "cem", left={"bo": 1090.0})
    desk.now = 1150.0
    assert desk.table.let_bot_play("cem", 1, gone_again, desk.now) == [Voted(1, "cem")]


def test_the_host_decides_alone_while_there() -> None:
    desk = Desk("istanbul", [ADA, BO, CEM], stand_in=HOST).begin()
    desk.now += 60
    refused("host_only", desk.table.let_bot_play, "cem", 1, presence("ada", "cem"), desk.now)
    done = desk.table.let_bot_play("ada", 1, presence("ada", "cem"), desk.now)
    assert done == [StoodIn(1, "away")]
    done = desk.table.let_bot_play("cem", 0, presence("cem"), desk.now)
    assert done == [Voted(0, "cem"), StoodIn(0, "away")]


def test_without_a_rule_no_bot_plays_for_a_person_who_is_away() -> None:
    desk = Desk("istanbul", [ADA, BO]).begin()
    refused("never_stands_in", desk.table.let_bot_play, "ada", 1, presence("ada"), 1e9)


def test_after_a_restart_people_have_time_to_come_back() -> None:
    desk = Desk("istanbul", [ADA, BO], stand_in=VOTE).begin()
    table = type(desk.table)("t", desk.entries, clocks_from=5000.0)
    refused("away_too_short", table.let_bot_play, "ada", 1, presence("ada"), 5030.0)
    assert len(table.let_bot_play("ada", 1, presence("ada"), 5060.0)) == 2


# -- visitors -----------------------------------------------------------------


def test_the_address_of_a_table_invites_unless_it_is_private() -> None:
    for visibility in ("public", "link"):
        desk = Desk("basari", [ADA, BO, Chair("open")], visibility=visibility)
        assert desk.table.is_open_to("cem")
        refused("is_open", desk.table.knock, "cem", "Cem")
        desk.do(desk.table.sit("cem", "Cem", "blue", ""))


def test_a_visitor_of_a_private_table_asks_and_is_let_in() -> None:
    desk = Desk("basari", [ADA, BO, Chair("open")])
    table = desk.table
    refused("link_needed", table.sit, "cem", "Cem", "blue", "")
    desk.do(table.knock("cem", "Cem"))
    refused("knocked_already", table.knock, "cem", "Cem")
    (knock,) = table.visitors.waiting.values()
    refused("not_seated", table.admit, "cem", knock.number, True)
    refused("no_knock", table.admit, "ada", 77, True)
    desk.do(table.admit("bo", knock.number, True))
    refused("no_knock", table.admit, "ada", knock.number, False)
    assert desk.loaded().is_open_to("cem")
    desk.do(table.sit("cem", "Cem", "blue", ""))


def test_a_visitor_who_was_turned_away_does_not_ask_again() -> None:
    desk = Desk("basari", [ADA, BO, BOT])
    desk.do(desk.table.knock("cem", "Cem"))
    (number,) = desk.table.visitors.waiting
    desk.do(desk.table.admit("ada", number, False))
    refused("turned_away", desk.loaded().knock, "cem", "Cem")
    assert not desk.table.is_open_to("cem")


def test_so_many_visitors_wait_and_no_more() -> None:
    desk = Desk("basari", [ADA, BO, BOT])
    for n in range(MAX_KNOCKS):
        desk.do(desk.table.knock(f"visitor {n}", "Zoe"))
    refused("too_many_knocks", desk.table.knock, "one more", "Zoe")


def test_a_change_of_pace_is_an_entry() -> None:
    assert Desk("istanbul", [ADA, BOT]).table.set_pace("ada", "fast") == [Paced("fast")]
