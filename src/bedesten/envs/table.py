"""One game as an environment plays it: what every door shares."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any

from librt.vecs import vec

import bedesten
from bedesten.envs.layouts import layout_of
from bedesten.envs.observing import Observer
from bedesten.envs.utility import Purse
from bedesten.kernel.match import Match


class Table:
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
        self.begin(0)
        self.layout = layout_of(self.game, self.match.state)
        self.observer = Observer(self.layout)

    def begin(self, seed: int | str | None) -> None:
        """Begin a new match, with luck from this seed, or from any."""
        seed = secrets.randbits(63) if seed is None else seed
        self.match: Match = bedesten.new(self.game.name, seed=seed, **self._made_of)
        self._purse: Purse | None = None
        self.rewards = [0.0] * self.seats
        """What the last word has brought each seat."""

    @property
    def over(self) -> bool:
        return self.match.over

    @property
    def stopped(self) -> bool:
        """Whether the game was given up after `most_turns`; nobody is ranked then."""
        limit = self.most_turns
        return limit is not None and not self.over and self.match.state.turn > limit

    @property
    def asked(self) -> tuple[int, ...]:
        """The seats that may say something."""
        return () if self.stopped else self.match.actors

    def check(self, seat: int, number: int) -> None:
        """IllegalChoice if a seat may not say this; nothing happens either way."""
        if not self.match.state.allows(seat, number):
            self.match.fork().play(seat, self.word(number))

    def say(self, seat: int, number: int) -> None:
        """Let a seat say a word by its number; IllegalChoice changes nothing."""
        if self._purse is None:
            self._purse = Purse(self.seats, self._shaping)
            self._purse.begin(self.match.state, self.observer.scribe)
        self.match.play(seat, self.word(number))
        rewards = vec[float](self.rewards)
        self._purse.pay(self.match.state, self.observer.scribe, rewards, 0)
        self.rewards = list(rewards)

    def word(self, number: int) -> str:
        """A word by its number; what has none is a number that no seat may say."""
        words = self.game.vocabulary
        return words[number] if 0 <= number < len(words) else f"number {number}"


def checked_most_turns(most_turns: int | None) -> int | None:
    if most_turns is not None and (isinstance(most_turns, bool) or most_turns < 1):
        raise ValueError(f"most_turns is at least 1, or None for no end, not {most_turns!r}")
    return most_turns
