"""The bot that looks one turn ahead and takes what leaves it best off.

It tries every choice in an imagined world, finishes its own turn there in the
same spirit, and asks a judgement of its game what the outcome is worth.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any, Final, Protocol

from bedesten.bots.knowledge import Knowledge
from bedesten.kernel.rng import Rng
from bedesten.kernel.state import State

_LONGEST: Final = 12  # own answers that one turn is followed for
_WORLDS: Final = 6  # imagined when others choose at the same time


class Judgement(Protocol):
    """What a position is worth to a seat, in points that only compare."""

    def __call__(self, s: Any, seat: int, /) -> float: ...


class GreedyBot:
    def choose(self, known: Knowledge, rng: Rng) -> str:
        choices = known.choices
        if len(choices) == 1:
            return choices[0]
        worth: Judgement = import_module(f"bedesten.bots.judgement.{known.game.name}").worth
        world = known.imagine(rng)
        worlds = [world]
        if world.waiting != 0:
            worlds += [known.imagine(rng) for _ in range(_WORLDS - 1)]
        numbers = known.game.numbers
        thought = Thought(known.seat, world.turn, numbers.get("pass", -1), worth, rng)

        def promise(word: str) -> float:
            return sum(thought.tried(one, numbers[word]) for one in worlds)

        return max(choices, key=promise)


class Thought:
    """How a turn could go on."""

    def __init__(self, seat: int, turn: int, passing: int, worth: Judgement, rng: Rng) -> None:
        self.seat = seat
        self.turn = turn
        self.passing = passing
        self.worth = worth
        self.rng = rng

    def tried(self, s: State, word: int) -> float:
        """What a word is worth when the rest of the turn is played greedily."""
        return self._finished(_after(s, self.seat, word, self.rng), _LONGEST)

    def _finished(self, s: State, most: int) -> float:
        """Go on with what looks best at once, or pass, whichever turns out better."""
        if most == 0 or s.turn != self.turn or not s.may_act(self.seat):
            return self.worth(s, self.seat)
        words = s.legal(self.seat)
        ways: list[State] = []
        going_on = [_after(s, self.seat, word, self.rng) for word in words if word != self.passing]
        if going_on:
            ways.append(max(going_on, key=lambda after: self.worth(after, self.seat)))
        if self.passing in words:
            ways.append(_after(s, self.seat, self.passing, self.rng))
        return max(self._finished(way, most - 1) for way in ways)


def _after(s: State, seat: int, word: int, rng: Rng) -> State:
    """The state after a word; luck is drawn, and who is asked as well answers anything."""
    after = s.copy()
    after.luck = rng
    after.advance(seat, word)
    while after.waiting != 0 and not after.may_act(seat):
        after.advance(after.actor, after.draw(rng))
    return after


BOT: Final = GreedyBot()
