"""Calibration: how good are the chances to win that people are shown?

Bots play games. At the start of every turn the chances of every seat are computed, by the
calibrated network and by the evaluation that search plays with, and the end of the game says who
has won. Positions of one game are correlated, so all bounds take the
game as the unit of variation. Two baselines show what the chances are worth: equal chances for all
seats, and a softmax of the scores alone, whose slope is fitted to the games that are not scored by
it (two-fold cross-validation).
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from functools import partial
from math import exp, log
from typing import Final

import msgspec
from librt.vecs import vec

from bedesten.arena.bot_game import play_game
from bedesten.arena.estimates import DealRatio, Estimate, mean_by_deal, share_by_deal
from bedesten.arena.simulation import Simulation
from bedesten.arena.workers import Work
from bedesten.bots.evaluation.base import MOST_SEATS, outcome
from bedesten.bots.networks import chances_of
from bedesten.kernel.state import State

BINS: Final = 10
QUARTERS: Final = 4
_LEAST: Final = 1e-9  # a chance of 0 for a winner costs so much, not infinitely much
_STEPS: Final = 40  # of Newton's method for the slope of the scores


class GameForecast(msgspec.Struct, frozen=True):
    """What was said during one game, and how it ended."""

    index: int
    chances: list[list[float]]
    """By position and seat, as people are shown them."""
    search: list[list[float]]
    """What the evaluation of the search says."""
    scores: list[list[float]]
    won: list[float]
    """By seat; winners share 1."""


def forecasts(
    simulation: Simulation, games: int, work: Work
) -> Generator[GameForecast, None, None]:
    """Play games and yield what the evaluation said in each that came to its end."""
    for one in work(partial(forecast, simulation), range(games)):
        if one is not None:
            yield one


def forecast(simulation: Simulation, n: int) -> GameForecast | None:
    """Play one game; None if it was stopped before its end."""
    terms = simulation.terms
    seed = simulation.seed_of(n)
    match = terms.begin(seed, simulation.bots)
    shown = chances_of(terms.game, terms.seats)
    evaluation = shown.evaluation
    values = vec[float]([0.0] * MOST_SEATS)
    chances: list[list[float]] = []
    search: list[list[float]] = []
    scores: list[list[float]] = []
    turn = 0

    def look(s: State) -> None:
        nonlocal turn
        if int(s.turn) != turn and evaluation.is_quiet(s):
            turn = int(s.turn)
            shown.read(s, values)
            chances.append([values[seat] for seat in range(terms.seats)])
            evaluation.evaluate(s, values)
            search.append([values[seat] for seat in range(terms.seats)])
            scores.append([float(s.standing(seat)[0]) for seat in range(terms.seats)])

    play_game(match, simulation.bots, terms, seed, look)
    if not match.over:
        return None
    outcome(match.state, values)
    return GameForecast(n, chances, search, scores, [values[seat] for seat in range(terms.seats)])


@dataclass(frozen=True)
class Losses:
    """The mean losses of forecasts; less is better."""

    log_loss: Estimate
    brier: Estimate
    calibration_error: float
    """The expected calibration error over ten bins."""


@dataclass(frozen=True)
class ReliabilityRow:
    """Positions in which a seat was given about the same chance."""

    said: float
    won: Estimate
    positions: int


@dataclass(frozen=True)
class Calibration:
    """How good the chances are, beside those of the search and two baselines."""

    games: int
    positions: int
    shown: Losses
    search: Losses
    by_score: Losses
    constant: Losses
    quarters: list[Estimate]
    """The log loss by quarter of the game."""
    reliability: list[ReliabilityRow]


def calibration(games: Sequence[GameForecast]) -> Calibration:
    """Compare what was said in some games with how they ended."""
    seats = len(games[0].won)
    said = [one.chances for one in games]
    return Calibration(
        games=len(games),
        positions=sum(map(len, said)),
        shown=_losses(games, said),
        search=_losses(games, [one.search for one in games]),
        by_score=_losses(games, _score_chances(games)),
        constant=_losses(games, [[[1 / seats] * seats] * len(one.chances) for one in games]),
        quarters=_quarters(games),
        reliability=_reliability(games, said),
    )


Chances = Sequence[Sequence[Sequence[float]]]
"""By game, position and seat."""


def _losses(games: Sequence[GameForecast], said: Chances) -> Losses:
    pairs = list(zip(games, said, strict=True))
    rows = _reliability(games, said)
    whole = sum(row.positions for row in rows)
    return Losses(
        mean_by_deal([_sums(_log_loss, game.won, each) for game, each in pairs]),
        mean_by_deal([_sums(_brier, game.won, each) for game, each in pairs]),
        sum(row.positions * abs(row.said - row.won.value) for row in rows) / whole,
    )


def _sums(
    loss: Callable[[Sequence[float], Sequence[float]], float],
    won: Sequence[float],
    positions: Sequence[Sequence[float]],
) -> DealRatio:
    return DealRatio(sum(loss(won, chances) for chances in positions), len(positions))


def _log_loss(won: Sequence[float], chances: Sequence[float]) -> float:
    return -sum(w * log(max(c, _LEAST)) for w, c in zip(won, chances, strict=True) if w)


def _brier(won: Sequence[float], chances: Sequence[float]) -> float:
    return sum((w - c) ** 2 for w, c in zip(won, chances, strict=True))


def _quarters(games: Sequence[GameForecast]) -> list[Estimate]:
    """The log loss by quarter; games with fewer positions than quarters do not count."""
    long = [game for game in games if len(game.chances) >= QUARTERS]
    found = []
    for quarter in range(QUARTERS if long else 0):
        sums = []
        for game in long:
            many = len(game.chances)
            part = game.chances[many * quarter // QUARTERS : many * (quarter + 1) // QUARTERS]
            sums.append(_sums(_log_loss, game.won, part))
        found.append(mean_by_deal(sums))
    return found


def _reliability(games: Sequence[GameForecast], said: Chances) -> list[ReliabilityRow]:
    """Ten bins of equal width by the chance that was said; empty ones are left out."""
    found = []
    for number in range(BINS):
        sums: list[DealRatio] = []
        total = 0.0
        for game, positions in zip(games, said, strict=True):
            part = [
                (chance, won)
                for chances in positions
                for chance, won in zip(chances, game.won, strict=True)
                if min(int(chance * BINS), BINS - 1) == number
            ]
            if part:
                total += sum(chance for chance, _ in part)
                sums.append(DealRatio(sum(won for _, won in part), len(part)))
        if sums:
            many = int(sum(one.whole for one in sums))
            found.append(ReliabilityRow(total / many, share_by_deal(sums), many))
    return found


def _score_chances(games: Sequence[GameForecast]) -> Chances:
    """The softmax of the scores, with the slope that fits the other half of the games."""
    halves = games[::2], games[1::2]
    slopes = [_slope(halves[1] or halves[0]), _slope(halves[0])]
    return [
        [_softmax([slopes[n % 2] * score for score in scores]) for scores in game.scores]
        for n, game in enumerate(games)
    ]


def _slope(games: Sequence[GameForecast]) -> float:
    """The slope with the least log loss, by Newton's method; the loss is convex."""
    slope = 0.0
    for _ in range(_STEPS):
        first = second = 1e-9
        for game in games:
            for scores in game.scores:
                chances = _softmax([slope * score for score in scores])
                mean = sum(c * x for c, x in zip(chances, scores, strict=True))
                first += mean - sum(w * x for w, x in zip(game.won, scores, strict=True))
                second += sum(c * (x - mean) ** 2 for c, x in zip(chances, scores, strict=True))
        step = first / second
        slope -= step
        if abs(step) < 1e-6:
            break
    return slope


def _softmax(logits: Sequence[float]) -> list[float]:
    most = max(logits)
    powers = [exp(logit - most) for logit in logits]
    whole = sum(powers)
    return [power / whole for power in powers]
