"""The engine of Choose & Write against the oracle: whole games, compared after every decision.

BEDESTEN_ORACLE_GAMES says how many games are played (80 if it is not set).
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Mapping
from random import Random
from typing import Any

import pytest

import bedesten
from oracle import choose_write
from oracle.choose_write import (
    CHANCE,
    GOODS,
    KINDS,
    LETTERS,
    PLACES,
    Ask,
    NotAllowed,
    Oracle,
    Player,
    Table,
)

GAMES = int(os.environ.get("BEDESTEN_ORACLE_GAMES", "80"))


# -- what the engine should show ------------------------------------------


def held(cards: Mapping[str, int]) -> dict[str, int]:
    """Cards by name, without those that are not there."""
    return {name: number for name, number in cards.items() if number > 0}


def player_of(player: Player) -> dict[str, Any]:
    return {
        "goods": player.goods,
        "filled": player.filled,
        "lira": player.lira,
        "lira_filled": sum(player.boxes),
        "bonus": player.bonus,
        "bonus_filled": player.bonus_filled,
        "symbols": player.symbols,
        "ticks": player.ticks,
        "rubies": player.rubies,
        "palace_rubies": player.palace_rubies,
        "boxes": len(player.boxes_paid),
        "rows": len(player.rows_paid),
        "place": player.place,
        "seen": player.seen,
        "guild": sorted(player.guild),
        "drawn": sorted(player.drawn),
        "goods_cards": held(player.cards),
        "guild_played": player.guild_played,
        "cards_used": player.cards_used,
    }


def pieces_of(oracle: Oracle) -> dict[str, Any]:
    """The pieces of a position, secrets and all."""
    table = oracle.table
    return {
        "first": table.first,
        "players": [player_of(player) for player in table.players],
        "pile": held(table.pile),
        "discards": held(table.discards),
        "display": table.display,
        "goods_pile": held(table.goods_pile),
        "goods_discards": held(table.goods_discards),
        "guild_pile": sorted(table.guild_pile),
        "guild_discards": sorted(table.guild_discards),
        "guild_in_play": table.guild_in_play,
        "ruby_pile": sorted(table.ruby_pile),
        "palaces": table.palaces,
        "caravan": table.caravan,
        "fountains": table.fountains,
        "card": table.card,
        "from_hand": table.from_hand,
        "taken": [letter for letter in LETTERS if letter in table.taken],
        "caravan_used": table.caravan_used,
        "last_round": table.last_round,
    }


IN_THE_MIDDLE = ("plan", "need", "named")
"""What a seat has said so far of a choice that is not complete."""


def compare(match: bedesten.Match, oracle: Oracle) -> None:
    """Who is asked, what may be said, and everything on the table."""
    table = oracle.table
    assert match.over == table.over
    assert match.actors == tuple(sorted(oracle.asked))
    for seat in (CHANCE, *range(match.seats)):
        asked = oracle.asked.get(seat)
        words = asked.words if asked is not None else ()
        assert sorted(match.choices(seat)) == sorted(words), f"{seat}: {asked}"
        if asked is not None:
            assert seat == CHANCE or not asked.answers_itself, f"answers itself: {asked}"
        if seat != CHANCE:
            try:
                question = match.question(seat)
            except FileNotFoundError:
                continue
            assert (question and question.step) == (asked and asked.step)
    if CHANCE in oracle.asked:
        asked = oracle.asked[CHANCE]
        whole = sum(asked.weights)
        assert match.odds() == {
            word: pytest.approx(weight / whole)
            for word, weight in zip(asked.words, asked.weights, strict=True)
        }
        return  # how much of an action is done while chance is asked is nobody's concern
    position = match.position()
    shown, told = position["pieces"], pieces_of(oracle)
    assert shown.pop("active") == table.active
    if shown["from_hand"] and not told["from_hand"] and told["card"] is None:
        shown["from_hand"] = False  # TOLERATED
    for seat, player in enumerate(shown["players"]):
        plan, need, named = player.pop("plan"), player.pop("need"), player.pop("named")
        if oracle.together:
            continue
        assert plan == []
        asked = oracle.asked.get(seat)
        if asked is None or asked.step not in ("pay", "give_good"):
            assert named == {}
            assert not any(need.values())
        player["goods_cards"] = held(Counter(player["goods_cards"]) + Counter(named))
    assert shown.keys() == told.keys()
    for key in told:
        assert shown[key] == told[key], f"{key}: the engine shows {shown[key]}, not {told[key]}"
    assert position["turn"] == table.turn


def play_game(seats, number: int) -> Counter[str]:
    """One game, compared all the way; return what happened in it."""
    luck = Random(f"{seats} {number}")
    match = bedesten.new("choose_write", seats=seats, seed=luck.randrange(2**40))
    oracle = Oracle(seats)
    happened: Counter[str] = Counter()
    heard = 0
    try:
        while True:
            for answer in match.history[heard:]:
                asked = oracle.asked.get(answer.seat)
                assert asked is not None, f"{answer}: {oracle.asked}"
                assert answer.turn == oracle.table.turn
                if answer.seat != CHANCE:
                    assert answer.forced == asked.answers_itself, f"{answer}: {asked}"
                happened["words"] += 1
                happened["forced words"] += answer.forced
                oracle.hear(answer.seat, answer.word)
            heard = len(match.history)
            happened["stops"] += 1
            compare(match, oracle)
            if not oracle.asked:
                break
            who = luck.choice(sorted(oracle.asked))
            match.play(who, luck.choice(oracle.asked[who].words))
        assert [list(group) for group in match.ranking] == oracle.ranking()
        assert list(match.scores) == [player.rubies for player in oracle.table.players]
    except (AssertionError, NotAllowed) as error:
        error.add_note(f"game {number}, so far:\n{match.record()}")
        raise
    happened["games"] += 1
    happened["turns"] += oracle.table.turn
    return happened + oracle.table.happened
