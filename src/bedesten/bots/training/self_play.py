"""Games of self-play for training, kept as the answers that were given.

Game number n follows from the seed and n alone: its options, its bots and its luck. So a run can be
divided among processes, interrupted and resumed, and features can change without new games. Every
other game is one of the usual level with the usual options; in the others bots, options and some
random moves are drawn, so that more kinds of positions are seen.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import msgspec
from msgspec.structs import replace

import bedesten
from bedesten.bots.knowledge import Knowledge
from bedesten.bots.levels import USUAL_LEVEL, level_of
from bedesten.kernel.match import Match
from bedesten.kernel.rng import Rng, seeded

LEVELS: Final = (USUAL_LEVEL, USUAL_LEVEL, USUAL_LEVEL, "trader")
"""The levels of the drawn games: mostly the usual one, and a weaker one."""

_MOST_TURNS: Final = 600  # games of weak bots may not end
_RANDOM_MOVES: Final = 40  # one move in so many is random in drawn games


class PlayedGame(msgspec.Struct, frozen=True):
    """A game of self-play: what it takes to play it back."""

    number: int
    options: dict[str, Any]
    bot: str
    answers: list[tuple[int, int]]
    """Every answer that was not forced: who said which word. Empty if the game had no end."""


def load_games(path: Path) -> list[PlayedGame]:
    """The games of a file."""
    lines = path.read_bytes().splitlines()
    return [msgspec.json.decode(line, type=PlayedGame) for line in lines]


def save_games(path: Path, games: list[PlayedGame]) -> None:
    """Write games so that a crash leaves either the old file or the new one."""
    draft = path.with_suffix(".part")
    draft.write_bytes(b"".join(msgspec.json.encode(game) + b"\n" for game in games))
    draft.replace(path)


@dataclass(frozen=True)
class GameSeries:
    """A series of games."""

    game: str
    seats: int
    seed: str

    def played(self, n: int) -> PlayedGame:
        """Play a game."""
        rng = seeded(f"{self.seed_of(n)}/minds")
        is_drawn = n % 2 == 1
        match = self.begun(n, self._options(rng) if is_drawn else {})
        name = LEVELS[rng.below(len(LEVELS))] if is_drawn else USUAL_LEVEL
        # A limit in milliseconds would let the games depend on the machine.
        bot = replace(level_of(name, self.game), ms=None).player(self.game)
        while not match.over:
            if int(match.state.turn) > _MOST_TURNS:
                return PlayedGame(n, match.options, name, [])
            seat = match.actors[0]
            if is_drawn and rng.below(_RANDOM_MOVES) == 0:
                choices = match.choices(seat)
                match.play(seat, choices[rng.below(len(choices))])
            else:
                match.play(seat, bot.choose(Knowledge.of(match, seat), rng))
        numbers = match.game.numbers
        answers = [(one.seat, numbers[one.word]) for one in match.history if not one.forced]
        return PlayedGame(n, match.options, name, answers)

    def seed_of(self, n: int) -> str:
        return f"{self.seed}/{self.game}/{self.seats}/{n}"

    def begun(self, n: int, options: dict[str, Any]) -> Match:
        """A game that begins; with the usual options if the game refuses these."""
        seed = self.seed_of(n)
        try:
            return bedesten.new(self.game, seats=self.seats, seed=seed, **options)
        except ValueError:  # such as a variant that is not for so many players
            return bedesten.new(self.game, seats=self.seats, seed=seed)

    def _options(self, rng: Rng) -> dict[str, Any]:
        options: dict[str, Any] = {}
        for name, schema in bedesten.game(self.game).options["properties"].items():
            values = schema.get("enum", [False, True])
            options[name] = values[rng.below(len(values))]
        return options
