"""One episode of a game with rewards: what Gymnasium and PettingZoo environments share."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any

from librt.vecs import vec

import bedesten
from bedesten.envs.layouts import layout_of
from bedesten.envs.observer import Observer
from bedesten.envs.rewards import Rewards
from bedesten.envs.seats import usual_seats
from bedesten.kernel.match import Match


class Episode:
    """A match with rewards; `reset` replaces it by a new one of the same kind."""

    def __init__(
        self,
        game: str,
        *,
        seats: int | None,
        most_turns: int | None,
        shaping: float,
        data: Mapping[str, Any] | None,
        options: Mapping[str, Any],
    ) -> None:
        self.game = bedesten.game(game)
        self.most_turns = checked_most_turns(most_turns)
        self.seats = usual_seats(self.game) if seats is None else seats
        self._shaping = float(shaping)
        self._set_up: dict[str, Any] = {"seats": self.seats, "data": data, **options}
        self.reset(0)
        self.layout = layout_of(self.game, self.match.state)
        self.observer = Observer(self.layout)

    def reset(self, seed: int | str | None) -> None:
        """Start a new match with this seed; None draws one."""
        seed = secrets.randbits(63) if seed is None else seed
        self.match: Match = bedesten.new(self.game.name, seed=seed, **self._set_up)
        self._episode_rewards: Rewards | None = None
        self.rewards = [0.0] * self.seats
        """The reward of each seat for the last action of any seat."""

    @property
    def over(self) -> bool:
        """Whether the game has ended by its rules."""
        return self.match.over

    @property
    def truncated(self) -> bool:
        """Whether the game was stopped after `most_turns`; then no seat is ranked."""
        limit = self.most_turns
        return limit is not None and not self.over and self.match.state.turn > limit

    @property
    def actors(self) -> tuple[int, ...]:
        """The seats that may act."""
        return () if self.truncated else self.match.actors

    def check(self, seat: int, action: int) -> None:
        """Raise IllegalChoice if a seat may not play this action; the match does not change."""
        if not self.match.state.allows(seat, action):
            self.match.fork().play(seat, self.word(action))

    def play(self, seat: int, action: int) -> None:
        """Play an action, the number of a word; IllegalChoice changes nothing."""
        if self._episode_rewards is None:
            self._episode_rewards = Rewards(self.seats, self._shaping)
            self._episode_rewards.reset(self.match.state, self.observer.encoder)
        self.match.play(seat, self.word(action))
        rewards = vec[float](self.rewards)
        self._episode_rewards.step(self.match.state, self.observer.encoder, rewards, 0)
        self.rewards = list(rewards)

    def word(self, action: int) -> str:
        """The word of an action; a number outside the vocabulary gives one that is never legal."""
        words = self.game.vocabulary
        return words[action] if 0 <= action < len(words) else f"action {action}"


def checked_most_turns(most_turns: int | None) -> int | None:
    """The limit itself; ValueError if it is none."""
    if most_turns is not None and (isinstance(most_turns, bool) or most_turns < 1):
        raise ValueError(f"most_turns is at least 1, or None for no limit, not {most_turns!r}")
    return most_turns
