"""`bedesten data --edit`: a copy is written, checked at every save, and played."""

from __future__ import annotations

import os
import subprocess
import sys
import time
import tomllib
from pathlib import Path

import pytest

import bedesten
from bedesten.cli.data_editor import check_data_file

SOURCES = str(Path(bedesten.__file__).parent.parent)
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the editors here are sh scripts")


def environment() -> dict[str, str]:
    """Our own, without an editor, and with these sources in any folder."""
    env = {key: value for key, value in os.environ.items() if key not in ("EDITOR", "VISUAL")}
    return env | {"PYTHONPATH": SOURCES}


def edited(
    folder: Path, *args: str, editor: str | None, typed: str = ""
) -> subprocess.CompletedProcess[str]:
    """Run `bedesten data --edit` in a folder with an editor of our own."""
    env = environment()
    env |= {"LANG": "C", "COLUMNS": "100", "XDG_DATA_HOME": str(folder / "home")}
    if editor is not None:
        script = folder / "editor"
        script.write_text(f"#!/bin/sh\n{editor}\n")
        script.chmod(0o755)
        env["EDITOR"] = str(script)
    return subprocess.run(
        [sys.executable, "-m", "bedesten", "data", "--edit", *args],
        cwd=folder,
        env=env,
        input=typed,
        text=True,
        capture_output=True,
        timeout=60,
        check=False,
    )


def test_a_copy_is_written_as_it_was_shipped(tmp_path: Path) -> None:
    done = edited(tmp_path, "basari", editor="true")
    assert done.returncode == 0
    assert "nothing is changed yet" in done.stdout
    copy = tomllib.loads((tmp_path / "basari.toml").read_text())
    assert copy == bedesten.game("basari").data_file


def test_every_save_is_checked_in_words(tmp_path: Path) -> None:
    """An editor that does not use the terminal saves twice: first nonsense, then a variant."""
    saves = (
        'sed -i "s/^lap_points = 10/lap_points = 100/" "$1"; sleep 1.5; '
        'sed -i "s/^lap_points = 100/lap_points = 11/" "$1"; sleep 1.5'
    )
    done = edited(tmp_path, "basari", "--file", "mine.toml", editor=saves)
    assert done.returncode == 0, done.stderr
    wrong, valid = done.stdout.index("Not valid:"), done.stdout.index("changed figures: 1")
    assert wrong < valid
    assert "lap_points" in done.stdout[wrong:valid]
    assert "lap_points: 10 → 11" in done.stdout


def test_a_file_that_cannot_be_played_fails(tmp_path: Path) -> None:
    done = edited(tmp_path, "basari", editor='echo "nonsense" >> "$1"')
    assert done.returncode == 1
    assert "not a TOML file" in done.stdout


def test_without_an_editor_the_file_is_watched(tmp_path: Path) -> None:
    env = environment()
    command = [sys.executable, "-u", "-m", "bedesten", "data", "--edit", "istanbul"]
    with subprocess.Popen(
        command,
        cwd=tmp_path,
        env=env | {"LANG": "C", "COLUMNS": "100"},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as watching:
        assert watching.stdin is not None
        assert watching.stdout is not None
        assert "copy" in watching.stdout.readline()
        assert "Watching" in watching.stdout.readline()
        copy = tmp_path / "istanbul.toml"
        time.sleep(0.5)
        copy.write_text(copy.read_text().replace("price = 7", "price = 6"))
        said = [watching.stdout.readline() for _ in range(2)]
        assert "changed figures: 1" in said[0] or "EDITOR" in said[0]
        watching.stdin.write("\n")
        watching.stdin.flush()
        rest = "".join(said) + watching.stdout.read()
    assert "wainwright.price: 7 → 6" in rest
    assert watching.returncode == 0


def test_the_copy_is_simulated(tmp_path: Path) -> None:
    change = 'sed -i "s/^lap_points = 10/lap_points = 11/" "$1"'
    done = edited(tmp_path, "basari", "--sim", "20", editor=change)
    assert done.returncode == 0, done.stderr
    assert "bedesten play basari --data basari.toml" in done.stdout
    assert "20" in done.stdout.split("bedesten play", 1)[1]


def test_the_copy_is_played(tmp_path: Path) -> None:
    change = 'sed -i "s/^die_points = 6/die_points = 9/" "$1"'
    done = edited(tmp_path, "basari", "--play", editor=change, typed="1\n?\nquit\n")
    assert "score 9 minus the roll" in " ".join(done.stdout.split()), done.stdout + done.stderr


def test_the_other_options_need_edit(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "bedesten", "data", "basari", "--play"],
        cwd=tmp_path,
        env=environment(),
        text=True,
        capture_output=True,
        check=False,
    )
    assert done.returncode == 2
    assert "--edit" in done.stderr


@pytest.mark.parametrize("name", bedesten.games())
def test_the_shipped_file_is_valid(name: str, tmp_path: Path) -> None:
    game = bedesten.game(name)
    source = Path(sys.modules[type(game).__module__].__file__ or "").with_name("data.toml")
    found = check_data_file(game, source)
    assert found.error == ""
    assert found.differences == ()
