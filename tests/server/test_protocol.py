"""The protocol is documented, and its example client plays."""

from __future__ import annotations

import re
import runpy
from pathlib import Path
from typing import get_args

import pytest

import bedesten
from bedesten import bots
from bedesten.kernel.text import LANGUAGES, text_tables
from bedesten.server import wire
from bedesten.server.api import HANDLERS
from server.harness import Server

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/protocol.md").read_text(encoding="utf-8")
SOURCES = [
    path.read_text(encoding="utf-8")
    for room in ("server", "tables")
    for path in (ROOT / "src/bedesten" / room).glob("*.py")
]


def documented(heading: str) -> set[str]:
    section = PAGE.split(f"### {heading}\n")[1].split("\n#")[0]
    return set(re.findall(r"^\| `(\w+)`", section, re.MULTILINE))


def test_every_message_is_documented() -> None:
    for heading, messages in (("From the server", wire.ToClient), ("To the server", wire.ToServer)):
        tags = {kind.__struct_config__.tag for kind in get_args(messages)}
        assert documented(heading) == tags


def test_every_call_is_documented() -> None:
    for handler in HANDLERS:
        for path in handler.paths:
            last = re.sub(r"\{(\w+):\w+\}", r"{\1}", path).replace("{table_id}", "{id}")
            ending = last.rpartition("/")[2]
            assert last in PAGE or f"…/{ending}" in PAGE, last


def test_every_refusal_has_a_sentence_in_every_language() -> None:
    used = {code for text in SOURCES for code in re.findall(r"Refusal\(\s*\"(\w+)\"", text)}
    used |= {code for text in SOURCES for code in re.findall(r"else \"(\w+)\"\)", text)}
    assert len(used) > 30
    english = text_tables("bedesten.server", "en")
    for language in LANGUAGES:
        texts = text_tables("bedesten.server", language)
        assert used <= set(texts), used - set(texts)
        assert set(texts) == set(english)
        for key, text in texts.items():
            assert re.findall(r"\{(\w+)", text) == re.findall(r"\{(\w+)", english[key])


def test_nothing_to_say_is_never_said() -> None:
    said = " ".join(SOURCES)
    levels = {f"level_{name}" for name in bots.names()}
    english = set(text_tables("bedesten.server", "en"))
    assert levels <= english
    for code in english - levels:
        assert f'"{code}"' in said, f"nobody says {code}"


@pytest.mark.parametrize("game", ["basari", "choose_write"])
def test_the_example_client_plays_a_game(server: Server, game: str) -> None:
    source = ROOT / "examples/client.py"
    assert len(source.read_text().splitlines()) < 60
    scores = runpy.run_path(str(source))["play"](server.url, game)
    assert len(scores) == bedesten.game(game).seats[0]
