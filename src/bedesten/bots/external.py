"""External programs as players: JSON lines on their standard input and output.

`cmd:./mybot --fast` runs a program, `cmd@250:./mybot` gives it 250 milliseconds
for each answer. If a program exits, is late or gives an invalid answer, the greedy
bot answers instead and the program is restarted; after three such faults in a row
it is given up. In the arena a game with a fault is forfeited. docs/engine.md describes
the protocol.

Only the command line can name a program: `bots.bot` accepts no commands, so no file
and no remote request can start one.
"""

from __future__ import annotations

import atexit
import contextlib
import logging
import os
import queue
import re
import shlex
import signal
import subprocess
import threading
from multiprocessing import util
from typing import Any, Final

import msgspec

from bedesten import bots
from bedesten.bots import Bot
from bedesten.bots.knowledge import Knowledge
from bedesten.kernel.rng import Rng

PROTOCOL: Final = 1
DEADLINE_MS: Final = 1000
FALLBACK: Final = "greedy"
MOST_IN_A_ROW: Final = 3

_STARTING: Final = 10.0  # seconds to answer the greeting: interpreters and models load slowly
_ENDING: Final = 0.5  # seconds to exit after its input is closed
_LONGEST: Final = 1_000_000  # bytes in a line of a program
_COMMAND: Final = re.compile(r"cmd(?:@([1-9][0-9]{0,6}))?:(\s*\S.*)", re.DOTALL)

log: Final = logging.getLogger(__name__)


class Fault(Exception):
    """A program broke the protocol; the text says how."""


def is_command(name: str) -> bool:
    """Tell whether a bot's name is a command."""
    return _COMMAND.fullmatch(name) is not None


def full_name(name: str) -> str | None:
    """The bot or program that the user has named; None if there is none."""
    return name if is_command(name) else bots.full_name(name)


def player(name: str) -> Bot:
    """The bot or program that the user has named."""
    return program(name) if is_command(name) else bots.bot(name)


def check(name: str) -> None:
    """Start a program and stop it again; ValueError if it does not answer the greeting."""
    try:
        Program(ExternalBot(name).command).close()
    except Fault as fault:
        raise ValueError(f"{name} {fault}") from None


class ExternalBot:
    """An external program as a bot. Every question is complete, so the program needs no memory."""

    def __init__(self, name: str) -> None:
        found = _COMMAND.fullmatch(name)
        if found is None:
            raise ValueError(f"a program is named as cmd:./program or cmd@500:./program: {name!r}")
        self.name = name
        self.deadline_ms = int(found[1] or DEADLINE_MS)
        try:
            self.command = shlex.split(found[2])
        except ValueError as error:
            raise ValueError(f"{name!r} is no command line: {error}") from None
        self.faults: list[str] = []
        """What went wrong so far; the fallback has answered each of these questions."""
        self._in_a_row = 0
        self._running: Program | None = None

    @property
    def given_up(self) -> bool:
        return self._in_a_row >= MOST_IN_A_ROW

    def choose(self, known: Knowledge, rng: Rng) -> str:
        if self.given_up:
            self.faults.append("was given up")
            return bots.bot(FALLBACK).choose(known, rng)
        try:
            word = self._asked(known, rng)
        except Fault as fault:
            self._in_a_row += 1
            self.faults.append(str(fault))
            self.close(at_once=True)
            given_up = ", and is given up" if self.given_up else ""
            log.warning("%s %s; %s chose for seat %d%s", self.name, fault, FALLBACK,
                        known.seat, given_up)  # fmt: skip
            return bots.bot(FALLBACK).choose(known, rng)
        self._in_a_row = 0
        return word

    def _asked(self, known: Knowledge, rng: Rng) -> str:
        if self._running is None:
            self._running = Program(self.command)
        choices = known.choices
        question: dict[str, Any] = {
            "question": known.step,
            "choices": choices,
            "deadline_ms": self.deadline_ms,
            "luck": int(rng.below(2**31 - 1)),
            "observation": known.observation,
        }
        if self._running.wants_world:
            question["world"] = known.imagined_position(rng)
        answer = self._running.ask(question, self.deadline_ms / 1000)
        word = answer.get("choice")
        if not isinstance(word, str) or word not in choices:
            raise Fault(f"answered {_short(answer)}, which is none of the choices")
        return word

    def close(self, at_once: bool = False) -> None:
        """Stop the program; the next question starts it again."""
        if self._running is not None:
            self._running.close(at_once)
            self._running = None


class Program:
    """A running process that has answered the greeting."""

    def __init__(self, command: list[str]) -> None:
        try:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=os.name
                == "posix",  # Ctrl-C does not reach it; its children die too
            )
        except OSError as error:
            raise Fault(f"cannot be started: {error.strerror or error}") from None
        self._lines: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        self._last_error = b""
        self._sender: threading.Thread
        self._readers = [
            threading.Thread(target=read, daemon=True)
            for read in (self._read_output, self._read_errors)
        ]
        for reader in self._readers:
            reader.start()
        self.wants_world = False
        try:
            greeted = self.ask({"hello": "bedesten", "protocol": PROTOCOL}, _STARTING)
            wanted = greeted.get("wants", [])
            self.wants_world = isinstance(wanted, list) and "world" in wanted
        except Fault:
            self.close(at_once=True)
            raise

    def ask(self, message: dict[str, Any], seconds: float) -> dict[str, Any]:
        """Send a line and wait for the answer."""
        line = msgspec.json.encode(message) + b"\n"
        # A program that does not read its input must not block us.
        self._sender = threading.Thread(target=_send, args=(self._process.stdin, line), daemon=True)
        self._sender.start()
        try:
            line = self._lines.get(timeout=seconds)
        except queue.Empty:
            raise Fault(f"did not answer within {round(seconds * 1000)} ms") from None
        if not line:
            raise Fault(self._how_it_ended())
        try:
            return msgspec.json.decode(line, type=dict[str, Any])
        except msgspec.MsgspecError:
            raise Fault(f"answered {_short(line)}, which is no JSON object") from None

    def _how_it_ended(self) -> str:
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(_ENDING)
        self._readers[1].join(_ENDING)
        code = self._process.poll()
        how = "closed its output" if code is None else f"ended with code {code}"
        said = self._last_error.decode(errors="replace").strip()
        return f"{how}: {said[:200]}" if said else how

    def _read_output(self) -> None:
        """Queue its output line by line, then an empty line at the end."""
        stdout = self._process.stdout
        assert stdout is not None
        with contextlib.suppress(OSError, ValueError):
            while line := stdout.readline(_LONGEST):
                self._lines.put(line)
        self._lines.put(b"")

    def _read_errors(self) -> None:
        """Drain its standard error, keeping the last line."""
        stderr = self._process.stderr
        assert stderr is not None
        with contextlib.suppress(OSError, ValueError):
            while line := stderr.readline(_LONGEST):
                self._last_error = line if line.strip() else self._last_error

    def close(self, at_once: bool = False) -> None:
        """Close its input, wait a moment, then kill it with all its children."""
        process = self._process
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        if not at_once:
            with contextlib.suppress(OSError):
                process.stdin.close()
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(_ENDING)
        _kill(process)
        process.wait()
        for thread in (*self._readers, self._sender):
            thread.join(_ENDING)
        for stream in (process.stdin, process.stdout, process.stderr):
            with contextlib.suppress(OSError):
                stream.close()


def _send(stdin: Any, line: bytes) -> None:
    with contextlib.suppress(OSError, ValueError):
        stdin.write(line)
        stdin.flush()


def _kill(process: subprocess.Popen[bytes]) -> None:
    """Kill the process and its children."""
    if os.name == "posix":
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
    else:
        process.kill()


def _short(thing: object) -> str:
    text = thing.decode(errors="replace").strip() if isinstance(thing, bytes) else str(thing)
    return repr(text if len(text) <= 60 else f"{text[:60]}…")


# -- one for each command ---------------------------------------------------

_PROGRAMS: Final[dict[str, ExternalBot]] = {}


def program(name: str) -> ExternalBot:
    """The program of that name, shared by all seats and games."""
    if name not in _PROGRAMS:
        if not _PROGRAMS:
            atexit.register(close_all)
            util.Finalize(None, close_all, exitpriority=10)  # a worker process skips atexit
        _PROGRAMS[name] = ExternalBot(name)
    return _PROGRAMS[name]


def close_all() -> None:
    """Stop all programs."""
    for one in _PROGRAMS.values():
        one.close()
    _PROGRAMS.clear()
