"""The command line as its own process."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import bedesten
from bedesten.cli import verbs
from bedesten.cli.main import VERBS, load_verb

BEDESTEN = (sys.executable, "-m", "bedesten")


INTERRUPTIBLE = """
import runpy, signal
signal.signal(signal.SIGINT, signal.default_int_handler)
runpy.run_module("bedesten", run_name="__main__")
"""
"""Where the tests run in the background, interrupts may be ignored."""


def begun(*args: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-c", INTERRUPTIBLE, *args],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


def run(*args: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    env = {**os.environ, "COLUMNS": "100", "NO_COLOR": "1", "PYTHONIOENCODING": "utf-8"}
    return subprocess.run(
        [*BEDESTEN, *args], input=typed, capture_output=True, text=True, env=env, encoding="utf-8"
    )


def test_python_m_bedesten_plays_from_a_pipe(tmp_path: Path) -> None:
    save = tmp_path / "game.txt"
    played = run("play", "basari", "--seed", "7", "--save", str(save), typed="5\ngems\nq\n")
    assert played.returncode == 0, played.stderr
    assert "\x1b" not in played.stdout
    assert bedesten.verify(save.read_text("utf-8")).ok


def test_bad_input_ends_with_two_and_no_traceback() -> None:
    refused = run("play", "chess")
    assert refused.returncode == 2
    assert refused.stdout == ""
    assert refused.stderr.count("\n") == 1


def test_an_interrupt_saves_the_game(tmp_path: Path) -> None:
    save = tmp_path / "game.txt"
    with begun("play", "basari", "--seed", "7", "--save", str(save)) as playing:
        assert playing.stdin is not None
        playing.stdin.write(b"5\n")
        playing.stdin.flush()
        deadline = time.monotonic() + 30
        while time.monotonic() < deadline:
            if save.exists() and "archway:5" in save.read_text("utf-8"):
                break
            time.sleep(0.05)
        playing.send_signal(signal.SIGINT)
        out, err = playing.communicate(timeout=120)
    assert playing.returncode == 0, err
    assert b"--resume" in out
    assert b"Traceback" not in err
    assert "archway:5" in save.read_text("utf-8")


def test_an_interrupted_simulation_prints_what_is_done() -> None:
    with begun("sim", "basari", "-n", "1000000", "--json") as playing:
        time.sleep(6)
        playing.send_signal(signal.SIGINT)
        out, err = playing.communicate(timeout=120)
    assert playing.returncode == 130, err
    assert b'"games": ' in out
    assert b"Traceback" not in err


@pytest.mark.parametrize("flag", ["--version", "--help"])
def test_the_list_of_verbs_imports_none_of_them(flag: str) -> None:
    program = (
        "import sys\n"
        "from bedesten.cli.main import app\n"
        f"app([{flag!r}], standalone_mode=False)\n"
        "print(*sys.modules, file=sys.stderr)\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    rooms = {".".join(name.split(".")[:3]) for name in done.stderr.split()}
    heavy = {"bedesten.bots", "bedesten.boards", "bedesten.cli.verbs", "numpy", "sqlalchemy"}
    assert done.returncode == 0
    assert not rooms & heavy


def test_every_verb_has_a_module_and_every_module_is_a_verb() -> None:
    modules = {path.stem.rstrip("_") for path in Path(verbs.__path__[0]).glob("[a-z]*.py")}
    assert modules == set(VERBS)
    for name in VERBS:
        assert load_verb(name).name == name
