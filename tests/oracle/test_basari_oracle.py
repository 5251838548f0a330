"""The engine of Basari against the oracle: whole games, compared after every decision.

BEDESTEN_ORACLE_GAMES says how many games are played (168 if it is not set).
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any

import pytest

import bedesten
from oracle import basari
from oracle.basari import CHANCE, COLOURS, Oracle
from oracle.comparing import check_end, check_happened, with_record

DEFAULT = 168
GAMES = int(os.environ.get("BEDESTEN_ORACLE_GAMES", DEFAULT))

Policy = Callable[[Random, int, tuple[str, ...]], str]
"""Chooses one of the words that a seat or chance may say."""


# -- what the engine should show ------------------------------------------


def pieces_of(oracle: Oracle) -> dict[str, Any]:
    """The pieces of a position, secrets and all."""
    table = oracle.table
    haggle = table.haggle
    rolls = haggle.rolls if haggle else {}
    return {
        "players": [
            {
                "archway": player.archway,
                "walked": player.walked,
                "score": player.score,
                "tile": player.tile,
                "gems": player.gems,
            }
            for player in table.players
        ],
        "bank": table.bank,
        "scorings": table.scorings,
        "haggled": haggle.action if haggle else None,
        "bidder": haggle.bidder if haggle else None,
        "offer": haggle.offer if haggle else basari.no_gems(),
        "draft": haggle.draft if haggle else basari.no_gems(),
        "rolls": [rolls.get(seat, 0) for seat in range(4)],
    }


def view_of(oracle: Oracle, viewer: int | None) -> dict[str, Any]:
    """What a seat, or a spectator, sees; BAS-8.1."""
    table = oracle.table
    box = table.box
    players = []
    for seat, player in enumerate(table.players):
        shown, times_round = table.score_marker(seat)
        hidden = table.choosing and seat != viewer
        players.append(
            {
                "archway": player.archway,
                "start": player.start,
                "to_go": table.to_go(seat),
                "score": player.score,
                "marker": {"shown": shown, "times_round": times_round},
                "gems": player.gems,
                "tile": None if hidden else player.tile,
            }
        )
    haggle = None
    if table.haggle is not None:
        haggle = {
            "action": table.haggle.action,
            "seats": list(table.haggle.seats),
            "bidder": table.haggle.bidder,
            "offer": table.haggle.offer,
            "draft": table.haggle.draft,
        }
    return {
        "game": "basari",
        "seat": viewer,
        "names": [f"Seat {seat}" for seat in range(len(players))],
        "turn": table.round,
        "over": table.over,
        "actors": sorted(oracle.asked),
        "choices": [] if viewer is None else sorted(oracle.asked.get(viewer, ())),
        "scores": [player.score for player in table.players],
        "ranking": oracle.ranking(),
        "players": players,
        "bank": table.bank,
        "scorings": table.scorings,
        "laps": table.laps,
        "haggle": haggle,
        "ring": [
            {"points": box.points_of(number), "gems": box.gems_of(number)}
            for number in range(1, len(box.archways) + 1)
        ],
        "majority": dict(box.majority),
        "track": box.track,
        "die_points": box.die_points,
        "lap_points": box.lap_points,
    }


def compare(match: bedesten.Match, oracle: Oracle, viewer: int) -> None:
    """Who is asked, what each may say, everything on the table, and what one seat sees of it."""
    assert list(match.actors) == sorted(oracle.asked)
    for seat in (CHANCE, *range(match.seats)):
        assert sorted(match.choices(seat)) == sorted(oracle.asked.get(seat, ()))
    assert match.over == oracle.table.over
    position = match.position()
    assert position["pieces"] == pieces_of(oracle)
    assert position["turn"] == oracle.table.round
    for who in (None, viewer):
        expected = view_of(oracle, who)
        seen = {key: value for key, value in match.view(who).items() if key in expected}
        seen["choices"].sort()
        assert seen == expected
    if CHANCE in oracle.asked:
        words = oracle.asked[CHANCE]
        assert match.odds() == {word: pytest.approx(1 / len(words)) for word in words}
    if not match.over:
        alone = len(oracle.asked) == 1
        assert not alone or len(next(iter(oracle.asked.values()))) > 1, "answers itself"


# -- ways to play ---------------------------------------------------------


def is_gem(word: str) -> bool:
    return word.startswith("gem:")


def anything(luck: Random, seat: int, words: tuple[str, ...]) -> str:
    return luck.choice(words)


def prefer(often: float, *liked: str) -> Policy:
    """Mostly say the first of some words that may be said; else anything."""

    def choose(luck: Random, seat: int, words: tuple[str, ...]) -> str:
        if luck.random() < often:
            for word in liked:
                if word in words:
                    return word
        return luck.choice(words)

    return choose


CHEAPEST = ("gem:blue", "gem:green", "gem:yellow", "gem:red")


def haggle_long(luck: Random, seat: int, words: tuple[str, ...]) -> str:
    """The same few tiles, tiny steps, hardly ever accept."""
    if "die" in words:
        return luck.choice(("points", "gems", "gems"))
    if "done" in words:
        return "done"
    gems = [word for word in CHEAPEST if word in words]
    if not gems or luck.random() < 0.05:
        return luck.choice(words)
    return gems[0] if luck.random() < 0.8 else luck.choice(gems)


def give_everything(luck: Random, seat: int, words: tuple[str, ...]) -> str:
    """Offer all there is, and accept it: soon somebody has nothing left."""
    if "accept" in words and luck.random() < 0.8:
        return "accept"
    gems = [word for word in words if is_gem(word)]
    return gems[0] if gems and luck.random() < 0.95 else luck.choice(words)


def own_tile(luck: Random, seat: int, words: tuple[str, ...]) -> str:
    """Every seat has its tile; with four, two haggle for the gems in every round."""
    favourite = ("die", "points", "gems", "gems")[seat]
    return favourite if favourite in words else luck.choice(words)


def in_pairs(luck: Random, seat: int, words: tuple[str, ...]) -> str:
    """Two and two choose alike."""
    if "die" in words and luck.random() < 0.9:
        return ("points", "gems", "points", "gems")[seat]
    return luck.choice(words)


def hoard(luck: Random, seat: int, words: tuple[str, ...]) -> str:
    """One seat takes all the gems while the others stand in each other's way."""
    if "die" in words:
        return "gems" if seat == 0 else "points"
    return luck.choice(words)


def level(luck: Random, seat: int, words: tuple[str, ...]) -> str:
    """Nobody rolls again, and few offers are made: often only the gems decide in the end."""
    if "die" in words:
        return luck.choice(("points", "gems"))
    if "pass" in words and luck.random() < 0.7:
        return "pass"
    return luck.choice(words)


def mixed(luck: Random, seat: int, words: tuple[str, ...]) -> str:
    """Every answer after another head."""
    heads: tuple[Policy, ...] = (anything, haggle_long, give_everything, own_tile, in_pairs)
    return luck.choice(heads)(luck, seat, words)


# -- the boxes ------------------------------------------------------------

SHORT_RING = [list(archway) for archway in basari.Box().archways[:13]]
RICH_RING = [[4, 2, 2, 2, 2], [5, 3, 0, 1, 4], [6, 0, 4, 3, 0]] * 5
FLAT_RING = [[4, 1, 0, 0, 0], [4, 0, 1, 0, 0], [4, 0, 0, 1, 0], [4, 0, 0, 0, 1]] * 4

FEW_GEMS = {"gems_per_colour": 5, "starting_gems": 1, "ring": {"archways": RICH_RING}}
NO_GEMS = {"gems_per_colour": 3, "starting_gems": 0, "ring": {"archways": FLAT_RING}}
EMPTY_BANK = {"gems_per_colour": 8, "starting_gems": 2, "ring": {"archways": SHORT_RING}}
MANY_GEMS = {"gems_per_colour": 40, "starting_gems": 2, "ring": {"archways": RICH_RING}}
LEVEL = {
    "gems_per_colour": 12,
    "starting_gems": 1,
    "lap_points": 0,
    "return_alone": 0,
    "return_tied": 0,
    "majority": dict.fromkeys(COLOURS, 0),
    "ring": {"archways": [[0, *archway[1:]] for archway in FLAT_RING]},
}
ODD_FIGURES = {
    "lap_points": 3,
    "die_points": 9,
    "track": 10,
    "return_alone": 2,
    "return_tied": 5,
    "majority": {"red": 7, "blue": 0},
    "ring": {"archways": SHORT_RING},
}


@dataclass(frozen=True)
class Scenario:
    """How a few games are played, and what must happen in them."""

    name: str
    policy: Policy = anything
    seats: tuple[int, ...] = (3, 4)
    laps: tuple[int, ...] = (1, 2, 3)
    decline: bool = False
    data: Mapping[str, Any] = field(default_factory=dict)
    chance: Policy = anything
    """For the games in which the dice are told by hand."""
    times: int = 1
    """So many times as many games as the others."""
    must: tuple[str, ...] = ()


SCENARIOS = (
    Scenario("random 3", seats=(3,), laps=(3,), must=("lapse of 3", "majority shared by 2")),
    Scenario(
        "random 4",
        seats=(4,),
        laps=(3,),
        must=("lapse of 3", "lapse of 4", "two haggles in a round", "majority shared by 2"),
    ),
    Scenario("options", policy=mixed),
    Scenario(
        "long haggles",
        policy=haggle_long,
        laps=(1,),
        must=("ten offers or more", "rival cannot raise"),
    ),
    Scenario("tiny offers", policy=prefer(0.8, "done", *CHEAPEST), laps=(1, 2)),
    Scenario(
        "pass and accept", policy=prefer(0.7, "pass", "accept"), must=("opener does not want",)
    ),
    Scenario("give everything", policy=give_everything, laps=(2, 3), must=("opener without gems",)),
    Scenario(
        "always gems",
        policy=prefer(0.6, "gems", "done"),
        laps=(2, 3),
        data={"gems_per_colour": 16, "ring": {"archways": RICH_RING}},
        must=("bank short",),
    ),
    Scenario("hoarder", policy=hoard, seats=(4,), laps=(3,), must=("bank short", "lapse of 3")),
    Scenario(
        "one tile",
        policy=prefer(1.0, "points"),
        laps=(1, 2),
        must=("lapse of 3", "lapse of 4", "shared victory", "majority shared by 4"),
    ),
    Scenario("own tile", policy=own_tile, seats=(4,), laps=(1, 2, 3)),
    Scenario(
        "two and two", policy=in_pairs, seats=(4,), laps=(1, 2), must=("two haggles in a round",)
    ),
    Scenario("die", policy=prefer(0.7, "die"), must=("come round by the die action",)),
    Scenario(
        "equal rolls",
        policy=prefer(0.6, "points"),
        laps=(1,),
        chance=prefer(0.7, "pips:3"),
        must=("rolled for the opening", "equal rolls rolled again"),
    ),
    Scenario(
        "short ring",
        policy=prefer(0.3, "die"),
        data={"ring": {"archways": SHORT_RING}},
        must=("several come round",),
    ),
    Scenario(
        "few gems",
        policy=mixed,
        data=FEW_GEMS,
        must=("bank short", "bank short after a haggle", "fewer gems than to be returned"),
    ),
    Scenario(
        "no gems",
        data=NO_GEMS,
        laps=(3,),
        must=("opener without gems", "neither has gems", "colour that nobody holds"),
    ),
    Scenario("empty bank", policy=mixed, data=EMPTY_BANK, must=("bank short",)),
    Scenario("many gems", policy=prefer(0.5, "gems"), data=MANY_GEMS, laps=(2,)),
    Scenario(
        "level",
        policy=level,
        data=LEVEL,
        times=6,
        must=(
            "tie broken by number of gems",
            "tie broken by red",
            "tie broken by yellow",
            "tie broken by green",
        ),
    ),
    Scenario("decline", policy=prefer(0.3, "pass"), decline=True, must=("declined",)),
    Scenario("odd figures", policy=mixed, data=ODD_FIGURES, must=("score beyond the track",)),
)


# -- playing --------------------------------------------------------------


def gesture(luck: Random, oracle: Oracle, seat: int, word: str) -> tuple[str, ...]:
    """A word, or now and then a whole offer that begins with it."""
    if not is_gem(word) or luck.random() < 0.7:
        return (word,)
    return luck.choice([way for way in oracle.ways_on(seat) if way[0] == word])


def play_game(scenario: Scenario, number: int) -> Counter[str]:
    """One game, compared all the way; return what happened in it."""
    luck = Random(f"{scenario.name} {number}")
    seats = scenario.seats[number % len(scenario.seats)]
    laps = luck.choice(scenario.laps)
    start = luck.choice(("choose", "random"))
    by_hand = luck.random() < 0.4 or scenario.chance is not anything
    luck_of = {"chance": "manual"} if by_hand else {"seed": luck.randrange(2**40)}
    match = bedesten.new(
        "basari",
        seats=seats,
        data=dict(scenario.data),
        start=start,
        laps=laps,
        decline=scenario.decline,
        **luck_of,
    )
    oracle = Oracle(seats, start=start, laps=laps, decline=scenario.decline, data=scenario.data)
    happened: Counter[str] = Counter()
    heard = 0
    with with_record(f"{scenario.name}, game {number}", match):
        while True:
            for answer in match.history[heard:]:
                assert answer.turn == oracle.table.round
                only = oracle.asked == {answer.seat: (answer.word,)}
                assert answer.forced == only, f"{answer} was asked or not"
                happened["words"] += 1
                happened["forced words"] += answer.forced
                oracle.hear(answer.seat, answer.word)
            heard = len(match.history)
            happened["stops"] += 1
            compare(match, oracle, happened["stops"] % seats)
            if match.over:
                break
            seat = luck.choice(match.actors)
            if seat == CHANCE:
                match.play(CHANCE, scenario.chance(luck, CHANCE, match.choices(CHANCE)))
            else:
                word = scenario.policy(luck, seat, match.choices(seat))
                match.play(seat, *gesture(luck, oracle, seat, word))
        check_end(match, oracle.ranking(), [player.score for player in oracle.table.players])
    happened["games"] += 1
    happened["rounds"] += oracle.table.round
    return happened + oracle.table.happened


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda scenario: scenario.name)
def test_engine_and_oracle_agree(scenario: Scenario) -> None:
    happened: Counter[str] = Counter()
    for number in range(scenario.times * max(1, GAMES // len(SCENARIOS))):
        happened += play_game(scenario, number)
    if GAMES >= DEFAULT:
        check_happened(happened, scenario.must)


# -- the oracle itself ----------------------------------------------------


def test_oracle_ranks_offers_as_the_rulebook_does() -> None:
    """BAS-4.9."""
    rising = [
        (1, 0, 0, 0),
        (0, 0, 0, 2),
        (1, 1, 0, 0),
        (0, 0, 0, 3),
        (0, 0, 3, 0),
        (0, 1, 0, 2),
        (0, 0, 4, 0),
    ]
    for n, offer in enumerate(rising):
        for m, other in enumerate(rising):
            assert basari.is_higher(offer, other) == (n > m)
    assert basari.is_higher((1, 0, 0, 9), (0, 10, 0, 0))
    assert not basari.is_higher((0, 10, 0, 0), (1, 0, 0, 9))


def test_oracle_scores_as_the_rulebook_does() -> None:
    """BAS-5.6."""
    table = basari.lay_out(basari.Box(), 4, 3)
    held = {
        "red": (2, 2, 2, 2),
        "yellow": (0, 7, 5, 5),
        "green": (8, 3, 8, 4),
        "blue": (1, 1, 1, 2),
    }
    for colour in COLOURS:
        for seat, player in enumerate(table.players):
            player.gems[colour] = held[colour][seat]
        table.bank[colour] = 0
        basari.score_majority(table, colour)
    assert [player.score for player in table.players] == [8, 15, 8, 11]
    assert [list(player.gems.values()) for player in table.players] == [
        [0, 0, 6, 1],
        [0, 4, 3, 1],
        [0, 5, 6, 1],
        [0, 5, 4, 0],
    ]
    assert table.bank == {"red": 8, "yellow": 3, "green": 4, "blue": 2}


@pytest.mark.parametrize(
    ("score", "marker"), [(0, (None, 0)), (1, (1, 0)), (85, (85, 0)), (86, (1, 1)), (171, (1, 2))]
)
def test_oracle_reads_the_score_track(score: int, marker: tuple[int | None, int]) -> None:
    """BAS-1.5."""
    table = basari.lay_out(basari.Box(), 3, 3)
    table.players[0].score = score
    assert table.score_marker(0) == marker
