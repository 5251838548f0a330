"""A data file of the user's: written, edited, and checked at every save."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

from rich.console import Console
from rich.text import Text

from bedesten.cli.usage_error import UsageError
from bedesten.kernel.components import flattened, plain_data
from bedesten.kernel.game import Game, read_variant
from bedesten.kernel.text import Sentences

_IN_THE_TERMINAL: Final = frozenset(
    ("vi", "vim", "nvim", "nano", "pico", "micro", "joe", "ne", "kak", "hx", "ed", "mg", "mcedit")
)
_POLL_SECONDS: Final = 0.3
_MOST_SHOWN: Final = 12  # changed figures in one message


@dataclass(frozen=True)
class Verdict:
    """Whether a data file can be played, and what it changes or what is wrong with it."""

    changes: Mapping[str, Any]
    differences: tuple[str, ...] = ()
    error: str = ""


def check_data_file(game: Game[Any, Any, Any], path: Path) -> Verdict:
    """Read a data file as a game would, for every number of players and every option."""
    try:
        changes = game.changes(read_variant(path))
        data = game.data(changes)
        for seats in range(game.seats[0], game.seats[1] + 1):
            for options in _every_option(game):
                if _may_play(game, seats, options):
                    game.start(seats, game.check_options(options), data)
        for language in ("en", "de", "fr"):
            game.text(language, changes)
    except ValueError as error:
        return Verdict({}, error=str(error))
    return Verdict(changes, tuple(_differences(game, changes)))


def _every_option(game: Game[Any, Any, Any]) -> Iterator[dict[str, Any]]:
    yield {}
    for option, schema in game.options["properties"].items():
        for value in schema.get("enum", (True, False)):
            yield {option: value}


def _may_play(game: Game[Any, Any, Any], seats: int, options: Mapping[str, Any]) -> bool:
    """Whether the shipped components allow the option with so many players."""
    try:
        game.start(seats, game.check_options(options), game.data({}))
    except ValueError:
        return False
    return True


def _differences(game: Game[Any, Any, Any], changes: Mapping[str, Any]) -> Iterator[str]:
    """Each changed figure: `wainwright.price: 7 → 6`."""
    shipped, changed = (
        {
            key: value
            for key, value in flattened(plain_data(game.data(one))).items()
            if not isinstance(value, list)
        }
        for one in ({}, changes)
    )
    for key in dict.fromkeys((*shipped, *changed)):
        if shipped.get(key) != changed.get(key):
            yield f"{key}: {shipped.get(key, '–')} → {changed.get(key, '–')}"


class DataEditor:
    """Lets the user edit a copy of a game's data file, and says after every save how it is."""

    def __init__(
        self, game: Game[Any, Any, Any], path: Path, console: Console, say: Sentences
    ) -> None:
        self.game = game
        self.path = path
        self.console = console
        self.say = say
        self._seen = 0.0

    def prepare(self) -> None:
        """Write the copy, unless there is one already."""
        if self.path.exists():
            self.console.print(Text(self.say("edit_goes_on", path=self.path)))
            return
        shipped = files(type(self.game).__module__).joinpath("data.toml")
        try:
            self.path.write_text(shipped.read_text(encoding="utf-8"), encoding="utf-8")
        except OSError as error:
            raise UsageError(f"cannot write {self.path}: {error.strerror}") from None
        self.console.print(Text(self.say("edit_written", path=self.path)))

    def run(self) -> Verdict:
        """Edit until the user is done; return how the file is then."""
        command = os.environ.get("VISUAL") or os.environ.get("EDITOR") or ""
        if command:
            self._open(shlex.split(command))
        else:
            self._watch()
        return self.check()

    def _open(self, command: list[str]) -> None:
        """Run the editor; one that does not need the terminal leaves room for messages."""
        self._seen = self._changed_at()
        try:
            editor = subprocess.Popen([*command, str(self.path)])
        except OSError as error:
            raise UsageError(f"cannot run {command[0]}: {error.strerror}") from None
        if Path(command[0]).name in _IN_THE_TERMINAL or "-nw" in command:
            editor.wait()
            return
        while True:
            try:
                editor.wait(_POLL_SECONDS)
                return
            except subprocess.TimeoutExpired:
                self._look()

    def _watch(self) -> None:
        """Check the file at every save until the user presses Enter or Ctrl-C."""
        self.console.print(Text(self.say("edit_watching", path=self.path)))
        self._seen = self._changed_at()
        done = threading.Event()
        threading.Thread(target=_wait_for_enter, args=(done,), daemon=True).start()
        try:
            while not done.wait(_POLL_SECONDS):
                self._look()
        except KeyboardInterrupt:
            self.console.print()

    def _look(self) -> None:
        changed = self._changed_at()
        if changed != self._seen:
            self._seen = changed
            self.check()

    def _changed_at(self) -> float:
        try:
            return self.path.stat().st_mtime_ns
        except OSError:
            return 0.0

    def check(self) -> Verdict:
        """Say whether the file can be played."""
        found = check_data_file(self.game, self.path)
        if found.error:
            self.console.print(Text(self.say("edit_wrong", why=found.error), "bold red"))
        elif not found.differences:
            self.console.print(Text(self.say("edit_same"), "green"))
        else:
            many = len(found.differences)
            self.console.print(Text(self.say("edit_valid", n=many), "green"))
            for line in found.differences[:_MOST_SHOWN]:
                self.console.print(Text(f"  {line}"))
            if many > _MOST_SHOWN:
                self.console.print(Text(f"  {self.say('edit_more', n=many - _MOST_SHOWN)}"))
        return found


def _wait_for_enter(done: threading.Event) -> None:
    sys.stdin.readline()
    done.set()
