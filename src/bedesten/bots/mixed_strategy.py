"""Simultaneous decisions: candidates with the shares of a mixed strategy."""

from __future__ import annotations

from bedesten.bots.budget import Budget
from bedesten.bots.candidates import Candidate
from bedesten.bots.evaluation.base import Evaluation
from bedesten.bots.knowledge import Knowledge
from bedesten.bots.search.simultaneous import PayoffMatrix
from bedesten.kernel.rng import Rng
from bedesten.kernel.state import State


def mixed_candidates(
    known: Knowledge,
    worlds: list[State],
    evaluation: Evaluation,
    rng: Rng,
    budget: Budget,
    exploration: float = 1.5,
    rollout_turns: int = 0,
    sharpness: float = 1.0,
) -> list[Candidate]:
    """The words of a seat with equilibrium shares, which no opponent can exploit."""
    matrix = PayoffMatrix(worlds[0])
    alike = [world for world in worlds if PayoffMatrix(world).words == matrix.words]
    matrix.plant(alike, evaluation, rng, exploration, rollout_turns, sharpness)
    each = Budget(max(1, budget.simulations // int(matrix.cells)), budget.deadline)
    for times in each.slices(4):
        matrix.simulate(times)
    matrix.solve()
    words = known.game.vocabulary
    return [
        Candidate(words[n], payoff, share, 1) for n, share, payoff in matrix.strategy(known.seat)
    ]
