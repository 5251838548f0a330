"""The page's sources, without a browser: types from the server's, a lock without addresses."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

import bedesten

ROOT = Path(__file__).parents[2]
WEB = ROOT / "web"


def test_the_page_s_types_are_the_server_s() -> None:
    done = subprocess.run(
        [sys.executable, str(ROOT / "tools" / "wire_types.py"), "--check"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout


def test_the_lock_names_versions_and_hashes_but_no_address() -> None:
    text = (WEB / "package-lock.json").read_text(encoding="utf-8")
    assert "://" not in text
    packages = json.loads(text)["packages"]
    for name, package in packages.items():
        if name:
            assert package["version"]
            assert package["integrity"].startswith("sha")


def test_only_the_folder_of_a_game_s_table_names_the_game() -> None:
    """A game that is added needs no change on the page."""
    names = re.compile(r"\b(" + "|".join(bedesten.games()) + r")\b")
    comment = re.compile(r"/\*.*?\*/|//[^\n]*|<!--.*?-->", re.S)
    for source in [*WEB.glob("src/**/*.svelte"), *WEB.glob("src/**/*.ts")]:
        is_test = source.name == "testing.ts" or ".test." in source.name
        if is_test or source.parent.name in bedesten.games():
            continue
        assert names.findall(comment.sub("", source.read_text(encoding="utf-8"))) == [], source


def test_nothing_on_the_page_comes_from_elsewhere() -> None:
    sources = [*WEB.glob("src/**/*.svelte"), *WEB.glob("src/**/*.css"), *WEB.glob("src/**/*.ts")]
    sources.append(WEB / "index.html")
    for source in sources:
        found = re.findall(r"""(?:https?:)?//[\w.-]+\.\w+""", source.read_text(encoding="utf-8"))
        assert [one for one in found if "www.w3.org" not in one] == [], source


SUMMARIES = sorted((WEB / "src" / "tables").glob("*/summary.ts"))


@pytest.mark.parametrize("path", SUMMARIES, ids=lambda path: path.parent.name)
def test_a_summary_shows_every_text_and_names_clauses_that_exist(path: Path) -> None:
    """Keys and clauses that a loop makes (`place.${n + 1}`) are matched by their beginning."""
    source = path.read_text("utf-8")
    texts = bedesten.game(path.parent.name).text("en")
    keys = re.findall(r'key: ["`]([\w.]+)', source)
    assert all(any(one.startswith(key) for one in texts.summary) for key in keys)
    assert all(any(one.startswith(key) for key in keys) for one in texts.summary)
    for clause in re.findall(r'clause: "([\w.-]+)"', source):
        assert clause in texts.rules
