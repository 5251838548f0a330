"""One episode of a game with rewards: what the Gymnasium and PettingZoo environments share."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any

from librt.vecs import vec

import bedesten
from bedesten.envs.layouts import layout_of
from bedesten.envs.observer import Observer
from bedesten.envs.rewards import Rewards
from bedesten.kernel.match import Match


class Episode:
    """A match after match of one game, with rewards."""

    def __init__(
        self,
        game: str,
        *,
        seats: int,
        most_turns: int | None,
        shaping: float,
        data: Mapping[str, Any] | None,
        options: Mapping[str, Any],
    ) -> None:
        self.most_turns = checked_most_turns(most_turns)
        self.seats = seats
        self._shaping = float(shaping)
        self._made_of: dict[str, Any] = {"seats": seats, "data": data, **options}
        self.game = bedesten.game(game)
        self.reset(0)
        self.layout = layout_of(self.game, self.match.state)
        self.observer = Observer(self.layout)

    def reset(self, seed: int | str | None) -> None:
        """Begin a new match, with luck from this seed, or from any."""
        seed = secrets.randbits(63) if seed is None else seed
        self.match: Match = bedesten.new(self.game.name, seed=seed, **self._made_of)
        self._episode_rewards: Rewards | None = None
        self.rewards = [0.0] * self.seats
        """What the last word has brought each seat."""

    @property
    def over(self) -> bool:
        return self.match.over

    @property
    def truncated(self) -> bool:
        """Whether the game was given up after `most_turns`; nobody is ranked then."""
        limit = self.most_turns
        return limit is not None and not self.over and self.match.state.turn > limit

    @property
    def actors(self) -> tuple[int, ...]:
        """The seats that may say something."""
        return () if self.truncated else self.match.actors

    def check(self, seat: int, action: int) -> None:
        """IllegalChoice if a seat may not say this; nothing happens either way."""
        if not self.match.state.allows(seat, action):
            self.match.fork().play(seat, self.word(action))

    def play(self, seat: int, action: int) -> None:
        """Play an action, the number of a word; IllegalChoice changes nothing."""
        if self._episode_rewards is None:
            self._episode_rewards = Rewards(self.seats, self._shaping)
            self._episode_rewards.begin(self.match.state, self.observer.encoder)
        self.match.play(seat, self.word(action))
        rewards = vec[float](self.rewards)
        self._episode_rewards.pay(self.match.state, self.observer.encoder, rewards, 0)
        self.rewards = list(rewards)

    def word(self, action: int) -> str:
        """The word of an action; a number outside the vocabulary gives one that is never legal."""
        words = self.game.vocabulary
        return words[action] if 0 <= action < len(words) else f"action {action}"


def checked_most_turns(most_turns: int | None) -> int | None:
    if most_turns is not None and (isinstance(most_turns, bool) or most_turns < 1):
        raise ValueError(f"most_turns is at least 1, or None for no end, not {most_turns!r}")
    return most_turns
