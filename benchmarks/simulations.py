"""Simulations of the tree search a second of processor time, beside an older installation.

    python benchmarks/simulations.py --beside build/frozen

`--beside` is a folder with another bedesten in it, as `pip install --target` makes one; both search
the same positions in turns. docs/bots.md says how to make one of an earlier commit.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from typing import Any

import bedesten
from bedesten import bots, seeded
from bedesten.bots.evaluation import Evaluations
from bedesten.bots.knowledge import Knowledge
from bedesten.bots.search_bot import SearchBot

ROUNDS = 5  # in which both take turns; the best counts
EVERY = 7  # turns between two positions


def positions(game: str, seats: int) -> list[dict[str, Any]]:
    """Positions at the start of turns, spread over a game of greedy bots."""
    match = bedesten.new(game, seats=seats, seed="simulations")
    bot, luck = bots.bot("greedy"), seeded("simulations")
    found: list[dict[str, Any]] = []
    while not match.over:
        seat = match.actors[0]
        if match.state.turn >= EVERY * (len(found) + 1) and len(match.choices(seat)) > 1:
            found.append(match.position())
        match.play(seat, bot.choose(Knowledge.of(match, seat), luck))
    return found


def rate(game: str, given: list[dict[str, Any]], simulations: int, rollout_turns: int) -> float:
    """Simulations a second of processor time."""
    spent = 0.0
    for position in given:
        match = bedesten.from_position(game, position, seed=0)
        known = Knowledge.of(match, match.actors[0])
        bot = SearchBot(Evaluations(), simulations, rollout_turns=rollout_turns)
        began = time.process_time()
        bot.candidates(known, seeded("simulations"))
        spent += time.process_time() - began
    return simulations * len(given) / spent


def elsewhere(folder: str, question: str) -> float:
    """The rate of the package in a folder."""
    command = [sys.executable, __file__, "--answer"]
    environment = os.environ | {"PYTHONPATH": folder}
    done = subprocess.run(
        command, input=question, env=environment, capture_output=True, text=True, check=True
    )
    return float(done.stdout)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--beside", metavar="FOLDER", help="another bedesten to compare with")
    parser.add_argument("--game", default="istanbul")
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--simulations", type=int, default=3000, help="for each position")
    parser.add_argument("--rollout-turns", type=int, default=0)
    parser.add_argument("--answer", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.answer:
        print(rate(**json.load(sys.stdin)))
        return
    question = {
        "game": given.game,
        "given": positions(given.game, given.seats),
        "simulations": given.simulations,
        "rollout_turns": given.rollout_turns,
    }
    here, there = [], []
    for _ in range(ROUNDS):
        here.append(rate(**question))
        if given.beside:
            there.append(elsewhere(given.beside, json.dumps(question)))
    print(f"{given.game}, {given.seats} players: {max(here):,.0f} simulations a processor second")
    if there:
        print(f"beside: {max(there):,.0f}; {max(here) / max(there):.2f} times as many here")


if __name__ == "__main__":
    main()
