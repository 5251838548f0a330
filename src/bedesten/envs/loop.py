"""Many games of one kind, carried forward together without leaving compiled code."""

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
    """The games, and the numbers in which they are told, n rows of each kind.

    Every step makes these rows anew, so whoever has read them may keep them.

    Game g at table t draws its luck from the seed "seed/t/g", g counting from 0.
    """

    start: State
    encoder: Encoder
    seed: str
    most_turns: i64
    states: vec[State]
    episode_rewards: vec[Rewards]
    played: vec[i64]
    actors: vec[i64]
    observations: vec[i16]
    masks: vec[u8]
    rewards: vec[float]
    terminated: vec[u8]
    truncated: vec[u8]

    def __init__(
        self, start: State, encoder: Encoder, n: i64, seed: str, most_turns: i64, shaping: float
    ) -> None:
        self.start = start  # before any chance
        self.encoder = encoder
        self.seed = seed
        self.most_turns = most_turns
        self.states = vec[State]([start.copy() for _ in range(n)])
        self.episode_rewards = vec[Rewards]([Rewards(start.seats, shaping) for _ in range(n)])
        self.played = vec[i64]([0] * n)  # games that each table has begun
        self.blank()

    def blank(self) -> None:
        n = len(self.states)
        self.actors = vec[i64]([0] * n)  # whose rows these are
        self.observations = vec[i16]([0] * (n * self.encoder.width))
        self.masks = vec[u8]([0] * (n * self.encoder.words))
        self.rewards = vec[float]([0.0] * (n * self.start.seats))
        self.terminated = vec[u8]([0] * n)
        self.truncated = vec[u8]([0] * n)

    def begin(self) -> None:
        """Begin all games."""
        self.blank()
        n: i64
        for n in range(len(self.states)):
            self.played[n] = 0
            self._begin(n)
            self._tell(n)

    def step(self, words: list[int]) -> i64:
        """Say a word at every table, unless one is not allowed: tell where; -1 if all are."""
        n: i64
        for n in range(len(self.states)):
            if not self.states[n].allows(self.actors[n], words[n]):
                return n
        self.blank()
        for n in range(len(self.states)):
            s = self.states[n]
            s.advance(s.actor, words[n])
            is_over = s.actor == NOBODY
            is_truncated = not is_over and 0 <= self.most_turns < s.turn
            self.episode_rewards[n].pay(s, self.encoder, self.rewards, n * s.seats)
            self.terminated[n] = 1 if is_over else 0
            self.truncated[n] = 1 if is_truncated else 0
            if is_over or is_truncated:
                self._begin(n)
            self._tell(n)
        return -1

    def _begin(self, n: i64) -> None:
        s = self.start.copy()
        luck = seeded(f"{self.seed}/{n}/{self.played[n]}")
        s.luck = luck
        while s.actor == CHANCE:
            s.advance(CHANCE, s.draw(luck))
        self.played[n] += 1
        self.states[n] = s
        self.episode_rewards[n].begin(s, self.encoder)

    def _tell(self, n: i64) -> None:
        s = self.states[n]
        self.actors[n] = s.actor
        self.encoder.encode(s, s.actor, self.observations, n * self.encoder.width)
        self.encoder.mask(s, s.actor, self.masks, n * self.encoder.words)
