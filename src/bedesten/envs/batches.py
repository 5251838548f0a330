"""Batches: many games stepped together, with NumPy arrays in and out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

import bedesten
from bedesten.envs.encoders import encoder_of
from bedesten.envs.episode import checked_most_turns
from bedesten.envs.layouts import layout_of
from bedesten.envs.loop import NO_LIMIT, BatchLoop
from bedesten.envs.seats import usual_seats

Step: TypeAlias = tuple[
    NDArray[np.int16], NDArray[np.int8], NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_]
]


class Batch:
    """n games of one kind. In every step one seat acts in each of them.

    Every step makes new arrays: keep them as long as you like, but they are
    read-only. A game that ends in a step has restarted when `step` returns.
    """

    def __init__(
        self,
        game: str,
        n: int,
        *,
        seats: int | None = None,
        seed: int | str = 0,
        most_turns: int | None = None,
        shaping: float = 0.0,
        data: Mapping[str, Any] | None = None,
        **options: Any,
    ) -> None:
        if isinstance(n, bool) or not isinstance(n, int) or n < 1:
            raise ValueError(f"a batch has at least one game, not {n!r}")
        self.game = bedesten.game(game)
        self.n = n
        self.seats = usual_seats(self.game) if seats is None else seats
        match = bedesten.new(game, seats=self.seats, chance="manual", data=data, **options)
        self.layout = layout_of(match.game, match.state)
        limit = checked_most_turns(most_turns) or NO_LIMIT
        encoder = encoder_of(self.layout)
        self._loop = BatchLoop(match.state, encoder, n, str(seed), limit, float(shaping))
        self.reset()

    def reset(self, seed: int | str | None = None) -> tuple[NDArray[np.int16], NDArray[np.int8]]:
        """Restart all games, from the same seed if no other is given."""
        if seed is not None:
            self._loop.seed = str(seed)
        self._loop.reset()
        self._read()
        return self.observations, self.action_masks

    def step(self, actions: ArrayLike) -> Step:
        """Play one action in every game, for the seat in `actors`."""
        chosen = np.asarray(actions)
        if chosen.shape != (self.n,) or chosen.dtype.kind not in "iu":
            raise ValueError(
                f"{self.n} games need {self.n} whole numbers, one a game, not an array of "
                f"{chosen.dtype} with the shape {chosen.shape}"
            )
        illegal = self._loop.step(chosen.tolist())
        if illegal >= 0:
            raise bedesten.IllegalChoice(self._illegal_choice(illegal, int(chosen[illegal])))
        self._read()
        return (
            self.observations,
            self.action_masks,
            self.rewards,
            self.terminations,
            self.truncations,
        )

    def _read(self) -> None:
        """Wrap the loop's arrays without copying them."""
        loop, n = self._loop, self.n
        self.actors: NDArray[np.int64] = np.frombuffer(memoryview(loop.actors), np.int64)
        """The seat that acts in each game; its observation is the game's row."""
        self.observations: NDArray[np.int16] = np.frombuffer(
            memoryview(loop.observations), np.int16
        ).reshape(n, -1)
        self.action_masks: NDArray[np.int8] = np.frombuffer(
            memoryview(loop.masks), np.int8
        ).reshape(n, -1)
        self.rewards: NDArray[np.float64] = np.frombuffer(memoryview(loop.rewards)).reshape(n, -1)
        """The rewards of the last step, by game and seat."""
        self.terminations: NDArray[np.bool_] = np.frombuffer(memoryview(loop.terminated), np.bool_)
        """The games that ended in the last step."""
        self.truncations: NDArray[np.bool_] = np.frombuffer(memoryview(loop.truncated), np.bool_)
        """The games that the last step stopped after `most_turns`."""

    def _illegal_choice(self, game: int, action: int) -> str:
        words = self.game.vocabulary
        legal = np.flatnonzero(self.action_masks[game])
        named = ", ".join(f"{number} ({words[number]})" for number in legal)
        return f"game {game}: {action} cannot be chosen now; legal: {named}"
