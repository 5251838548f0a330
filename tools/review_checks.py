"""Check reviews against facts: luck has the mean 0, and thrown-away chances are found.

    python tools/review_checks.py luck basari --games 200
    python tools/review_checks.py replaced basari --cases 30 --playouts 200

`replaced` plays games of a strong bot and replaces one choice by a random word. A weaker bot then
plays both games to their ends, many times with the same luck. Where that says that the word lost
more than ten points, the review of the whole choice must find a cost.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from math import sqrt
from statistics import fmean, stdev
from typing import Any

import bedesten
from bedesten import bots
from bedesten.arena.estimates import mean, share
from bedesten.bots.knowledge import Knowledge
from bedesten.kernel.rng import Rng, seeded
from bedesten.review import Analysis
from bedesten.review.model import WHOLE

LOST = 0.10


def played(match: bedesten.Match, bot: Any, rng: Rng) -> bedesten.Match:
    while not match.over:
        seat = match.actors[0]
        match.play(seat, bot.choose(Knowledge.of(match, seat), rng))
    return match


def won(match: bedesten.Match, seat: int) -> float:
    return float(seat in match.ranking[0]) / len(match.ranking[0])


def luck(game: str, seats: int, games: int, bot: str) -> None:
    """The mean luck of every seat over many games of equal bots, with 95 % bounds."""
    found: list[list[float]] = [[] for _ in range(seats)]
    for seed in range(games):
        match = played(bedesten.new(game, seats=seats, seed=seed), bots.bot(bot), seeded(f"{seed}"))
        ledger = Analysis(match, "quick").review([])
        for seat, one in enumerate(ledger.seats):
            found[seat].append(100 * one.luck / WHOLE)
    for seat, numbers in enumerate(found):
        one = mean(numbers)
        print(
            f"{game}, seat {seat}: mean luck {one.value:+.2f} points, 95 % {one.bounds(1, 2)}, "
            f"spread of a game {stdev(numbers):.1f}"
        )


def loss(branches: Sequence[bedesten.Match], seat: int, times: int, bot: str) -> float:
    """What the second branch surely loses against the first, by playing both to their ends."""
    differences = []
    for n in range(times):
        results = []
        for branch in branches:
            other = branch.fork()
            other.reseed(f"playout {n}")
            results.append(won(played(other, bots.bot(bot), seeded(f"playout {n}")), seat))
        differences.append(results[0] - results[1])
    return fmean(differences) - 1.645 * stdev(differences) / sqrt(times)


def replaced(
    game: str, seats: int, cases: int, playouts: int, strong: str, bot: str, depth: str
) -> None:
    """In how many of the cases that lost more than ten points the review finds a cost."""
    costly = hits = tried = 0
    seed = 0
    while costly < cases and seed < 20 * cases:
        seed += 1
        rng = seeded(f"replaced {seed}")
        match = played(bedesten.new(game, seats=seats, seed=seed), bots.bot(strong), rng)
        choices = Analysis(match, depth).choices
        choice = choices[rng.below(len(choices))]
        before = match.fork()
        before.rewind(choice.first)
        words = [one for one in before.choices(choice.seat) if one != choice.words[0]]
        if not words:
            continue
        better, worse = before.fork(), before.fork()
        better.play(choice.seat, choice.words[0])
        worse.play(choice.seat, words[rng.below(len(words))])
        tried += 1
        if loss((better, worse), choice.seat, playouts, bot) <= LOST:
            continue
        costly += 1
        analysis = Analysis(played(worse, bots.bot(bot), rng), depth)
        bad = next(one for one in analysis.choices if one.first <= choice.first < one.last)
        moment = analysis.judged(bad)
        hits += moment.cost > 0
        print(f"seed {seed}: {moment.words} cost {100 * moment.cost / WHOLE:.1f}", flush=True)
    if costly:
        found = share(hits, costly)
        print(f"{game}: {tried} words replaced, {costly} lost more than 10 points (95 % sure); "
              f"found {hits}: {found.percent()}")  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("check", choices=["luck", "replaced"])
    parser.add_argument("game", choices=bedesten.games())
    parser.add_argument("--seats", type=int, default=3)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--cases", type=int, default=30)
    parser.add_argument("--playouts", type=int, default=200)
    parser.add_argument("--strong", default="sultan", help="who plays the games")
    parser.add_argument("--bot", default="greedy", help="who plays on")
    parser.add_argument("--depth", default="quick")
    asked = parser.parse_args()
    if asked.check == "luck":
        luck(asked.game, asked.seats, asked.games, asked.bot)
    else:
        replaced(asked.game, asked.seats, asked.cases, asked.playouts, asked.strong, asked.bot,
                 asked.depth)  # fmt: skip


if __name__ == "__main__":
    main()
