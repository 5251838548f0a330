"""New priors against old ones: the same search with both, on the same deals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from librt.vecs import vec
from msgspec.structs import replace

from bedesten.bots.evaluation import POLICY, Evaluations, feature_names, shipped_weights
from bedesten.bots.evaluation.base import MOST_SEATS, outcome
from bedesten.bots.knowledge import Knowledge
from bedesten.bots.levels import USUAL_LEVEL, level_of
from bedesten.bots.search_bot import SearchBot
from bedesten.bots.training.self_play import GameSeries
from bedesten.kernel.rng import seeded

MOST_TURNS = 600


@dataclass(frozen=True)
class Duel:
    """One deal for every seat of the new bot; the others are old ones."""

    series: GameSeries
    number: int
    new: Sequence[float]
    """The weights of the policy."""
    old: Sequence[float]

    def won(self) -> float:
        """The new bot's wins; of a solo game, by how much its score is higher."""
        seats = range(self.series.seats)
        wins = sum(self._result(seat) for seat in seats)
        return wins - self._result(None) if self.series.seats == 1 else wins

    def _result(self, new_seat: int | None) -> float:
        """The result of the new bot in a seat; without one, of the old bot in the first."""
        game = self.series.game
        match = self.series.begun(self.number, {})
        bots = [
            bot_with(game, self.new if seat == new_seat else self.old)
            for seat in range(self.series.seats)
        ]
        rngs = [
            seeded(f"{self.series.seed_of(self.number)}/duel/{seat}")
            for seat in range(self.series.seats)
        ]
        while not match.over:
            if int(match.state.turn) > MOST_TURNS:
                return 1 / self.series.seats
            seat = match.actors[0]
            match.play(seat, bots[seat].choose(Knowledge.of(match, seat), rngs[seat]))
        values = vec[float]([0.0] * MOST_SEATS)
        outcome(match.state, values)
        return float(values[new_seat or 0])


def bot_with(game: str, policy: Sequence[float]) -> SearchBot:
    """The usual level with other priors."""
    level = replace(level_of(USUAL_LEVEL, game), ms=None)
    tables = dict(shipped_weights(game))
    tables[POLICY] = dict(zip(feature_names(game)[1], policy, strict=True))
    return SearchBot(
        Evaluations({game: tables}),
        level.simulations,
        None,
        level.worlds,
        level.exploration,
        level.rollout_turns,
    )
