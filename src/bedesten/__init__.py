"""Bedesten: the open home of three bazaar board games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bedesten.games import NAMES as _NAMES
from bedesten.kernel import replay as _replay
from bedesten.kernel import state as _state
from bedesten.kernel.errors import BadPosition, BadRecord, IllegalChoice
from bedesten.kernel.event import Event
from bedesten.kernel.game import Game, read_variant
from bedesten.kernel.match import Match, Prompt
from bedesten.kernel.replay import Report
from bedesten.kernel.rng import Rng, seeded
from bedesten.kernel.state import CHANCE

if TYPE_CHECKING:
    from bedesten.review import Review

__all__ = [
    "CHANCE",
    "COMPILED",
    "BadPosition",
    "BadRecord",
    "Event",
    "Game",
    "IllegalChoice",
    "Match",
    "Prompt",
    "Report",
    "Rng",
    "analyse",
    "from_position",
    "game",
    "games",
    "new",
    "replay",
    "seeded",
    "verify",
]

COMPILED = not _state.__file__.endswith(".py")
"""Whether the engine runs compiled or as plain Python."""

try:
    __version__ = version("bedesten")
except PackageNotFoundError:  # run from a source tree
    __version__ = "0.0.0"


def games() -> tuple[str, ...]:
    """The names of the games."""
    return _NAMES


def game(name: str) -> Game[Any, Any, Any]:
    """A game by its name."""
    if name not in _NAMES:
        raise ValueError(f"no game {name!r}; there are: {', '.join(_NAMES)}")
    found: Game[Any, Any, Any] = import_module(f"bedesten.games.{name}").GAME
    return found


def new(
    name: str,
    *,
    seats: int | None = None,
    seed: int | str | None = None,
    names: Sequence[str] | None = None,
    chance: str = "seeded",
    data: str | Path | Mapping[str, Any] | None = None,
    **options: Any,
) -> Match:
    """Begin a game.

    Without a seed one is drawn. With `chance="manual"` you enter dice and draws by
    `play(CHANCE, …)`. `data` is a variant's data file, or what it changes. Further keywords are
    the game's options.
    """
    chosen = game(name)
    if seats is None:
        seats = chosen.seats[0] if names is None else len(names)
    changes = read_variant(data) if isinstance(data, str | Path) else data
    return Match(
        chosen, seats=seats, seed=seed, names=names, chance=chance, options=options, data=changes
    )


def replay(text: str) -> Match:
    """The match of a record; BadRecord names the first wrong line."""
    return _replay.replay(text, game)


def verify(text: str) -> Report:
    """Replay a record and report whether it is right, or which line is wrong."""
    return _replay.verify(text, game)


def analyse(
    record: str | Match, *, depth: str = "usual", seed: str = "1", seat: int | None = None
) -> Review:
    """Review a game: what luck and choices have made of it, and what would have been better.

    `depth` is quick, usual or deep. In a game that is not over hidden hands stay hidden, and only
    the choices of `seat` are judged.
    """
    from bedesten.review import analyse as reviewed  # bots are not needed to play

    return reviewed(record, depth=depth, seed=seed, seat=seat)


def from_position(
    name: str,
    data: Any,
    *,
    seed: int | str | None = None,
    names: Sequence[str] | None = None,
    chance: str = "seeded",
) -> Match:
    """A match that continues from a position; BadPosition says what is wrong with it."""
    if data is None:
        raise BadPosition("this is no position: None")
    return Match(game(name), seats=0, seed=seed, names=names, chance=chance, position=data)
