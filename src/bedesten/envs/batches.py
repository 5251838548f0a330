"""Many games stepped together, with NumPy arrays in and out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

import bedesten
from bedesten.envs import SEATS
from bedesten.envs.encoders import encoder_of
from bedesten.envs.episode import checked_most_turns
from bedesten.envs.layouts import layout_of
from bedesten.envs.loop import NO_LIMIT, BatchLoop

Step: TypeAlias = tuple[
    NDArray[np.int16], NDArray[np.int8], NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_]
]


class Batch:
    """n games of one kind. At each of them one seat is asked, and answers in every step.

    Every step makes its arrays anew; they can be kept, and not written to. A game
    that is over has begun again when `step` returns.
    """

    def __init__(
        self,
        game: str,
        n: int,
        *,
        seats: int = SEATS,
        seed: int | str = 0,
        most_turns: int | None = None,
        shaping: float = 0.0,
        data: Mapping[str, Any] | None = None,
        **options: Any,
    ) -> None:
        if isinstance(n, bool) or not isinstance(n, int) or n < 1:
            raise ValueError(f"a batch has at least one game, not {n!r}")
        match = bedesten.new(game, seats=seats, chance="manual", data=data, **options)
        self.game = match.game
        self.n = n
        self.seats = seats
        self.layout = layout_of(match.game, match.state)
        limit = checked_most_turns(most_turns) or NO_LIMIT
        encoder = encoder_of(self.layout)
        self._loop = BatchLoop(match.state, encoder, n, str(seed), limit, float(shaping))
        self.reset()

    def reset(self, seed: int | str | None = None) -> tuple[NDArray[np.int16], NDArray[np.int8]]:
        """Begin all games anew, with the same luck as before if no other seed is given."""
        if seed is not None:
            self._loop.seed = str(seed)
        self._loop.begin()
        self._read()
        return self.observations, self.action_masks

    def step(self, actions: ArrayLike) -> Step:
        """Let the seat asked at each table say a word, by its number."""
        said = np.asarray(actions)
        if said.shape != (self.n,) or said.dtype.kind not in "iu":
            raise ValueError(
                f"{self.n} games need {self.n} whole numbers, one a game, not an array of "
                f"{said.dtype} with the shape {said.shape}"
            )
        wrong = self._loop.step(said.tolist())
        if wrong >= 0:
            raise bedesten.IllegalChoice(self._complaint(wrong, int(said[wrong])))
        self._read()
        return (
            self.observations,
            self.action_masks,
            self.rewards,
            self.terminations,
            self.truncations,
        )

    def _read(self) -> None:
        """Look at what compiled code has set down, without copying it."""
        loop, n = self._loop, self.n
        self.actors: NDArray[np.int64] = np.frombuffer(memoryview(loop.actors), np.int64)
        """The seat asked at each table: whose observation it is, and whose choice."""
        self.observations: NDArray[np.int16] = np.frombuffer(
            memoryview(loop.observations), np.int16
        ).reshape(n, -1)
        self.action_masks: NDArray[np.int8] = np.frombuffer(
            memoryview(loop.masks), np.int8
        ).reshape(n, -1)
        self.rewards: NDArray[np.float64] = np.frombuffer(memoryview(loop.rewards)).reshape(n, -1)
        """What the last step has brought every seat of every table."""
        self.terminations: NDArray[np.bool_] = np.frombuffer(memoryview(loop.terminated), np.bool_)
        """Where the last step has ended a game."""
        self.truncations: NDArray[np.bool_] = np.frombuffer(memoryview(loop.truncated), np.bool_)
        """Where it has stopped one after `most_turns`."""

    def _complaint(self, table: int, said: int) -> str:
        words = self.game.vocabulary
        legal = np.flatnonzero(self.action_masks[table])
        spelt = ", ".join(f"{number} ({words[number]})" for number in legal)
        return f"game {table}: {said} cannot be chosen now; legal: {spelt}"
