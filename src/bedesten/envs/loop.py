"""The compiled loop of a batch: many games of one kind, stepped together."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i16, i64, u8

from bedesten.envs.encoders.base import Encoder
from bedesten.envs.rewards import Rewards
from bedesten.kernel.rng import seeded
from bedesten.kernel.state import CHANCE, NOBODY, State

NO_LIMIT: Final = -1


class BatchLoop:
    """The states of n games, and the arrays that describe them, one row per game.

    Every step makes new arrays, so a caller may keep the old ones. Episode e of
    game g draws its chance from the seed "seed/g/e", e counting from 0.
    """

    start: State
    encoder: Encoder
    seed: str
    most_turns: i64
    states: vec[State]
    episode_rewards: vec[Rewards]
    episodes: vec[i64]
    actors: vec[i64]
    observations: vec[i16]
    masks: vec[u8]
    rewards: vec[float]
    terminated: vec[u8]
    truncated: vec[u8]

    def __init__(
        self, start: State, encoder: Encoder, n: i64, seed: str, most_turns: i64, shaping: float
    ) -> None:
        self.start = start  # before the first chance
        self.encoder = encoder
        self.seed = seed
        self.most_turns = most_turns
        self.states = vec[State]([start.copy() for _ in range(n)])
        self.episode_rewards = vec[Rewards]([Rewards(start.seats, shaping) for _ in range(n)])
        self.episodes = vec[i64]([0] * n)  # started so far, by game
        self.clear()

    def clear(self) -> None:
        """Replace all arrays by new ones of zeros."""
        n = len(self.states)
        self.actors = vec[i64]([0] * n)  # the seat that each row belongs to
        self.observations = vec[i16]([0] * (n * self.encoder.width))
        self.masks = vec[u8]([0] * (n * self.encoder.words))
        self.rewards = vec[float]([0.0] * (n * self.start.seats))
        self.terminated = vec[u8]([0] * n)
        self.truncated = vec[u8]([0] * n)

    def reset(self) -> None:
        """Start the first episode of all games."""
        self.clear()
        n: i64
        for n in range(len(self.states)):
            self.episodes[n] = 0
            self._start(n)
            self._observe(n)

    def step(self, actions: list[int]) -> i64:
        """Play one action in every game and return -1.

        If an action is illegal, return its game; then nothing has changed.
        """
        n: i64
        for n in range(len(self.states)):
            if not self.states[n].allows(self.actors[n], actions[n]):
                return n
        self.clear()
        for n in range(len(self.states)):
            s = self.states[n]
            s.advance(s.actor, actions[n])
            is_over = s.actor == NOBODY
            is_truncated = not is_over and 0 <= self.most_turns < s.turn
            self.episode_rewards[n].step(s, self.encoder, self.rewards, n * s.seats)
            self.terminated[n] = 1 if is_over else 0
            self.truncated[n] = 1 if is_truncated else 0
            if is_over or is_truncated:
                self._start(n)
            self._observe(n)
        return -1

    def _start(self, n: i64) -> None:
        s = self.start.copy()
        luck = seeded(f"{self.seed}/{n}/{self.episodes[n]}")
        s.luck = luck
        while s.actor == CHANCE:
            s.advance(CHANCE, s.draw(luck))
        self.episodes[n] += 1
        self.states[n] = s
        self.episode_rewards[n].reset(s, self.encoder)

    def _observe(self, n: i64) -> None:
        s = self.states[n]
        self.actors[n] = s.actor
        self.encoder.encode(s, s.actor, self.observations, n * self.encoder.width)
        self.encoder.mask(s, s.actor, self.masks, n * self.encoder.words)
