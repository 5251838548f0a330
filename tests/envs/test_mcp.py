"""The MCP server, through the library's own client."""

from __future__ import annotations

import os
import random
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("mcp")

import anyio
from mcp import Client
from mcp.client.stdio import StdioServerParameters
from mcp.shared.exceptions import MCPError

import bedesten
from bedesten.envs.mcp import server
from bedesten.envs.mcp_tables import MOST_TABLES, McpTables

Talk = Callable[[Any], Awaitable[None]]


def talk(course: Talk, where: Any = None, mode: str = "auto") -> None:
    """Let a client talk to a server, here or in another process."""

    async def run() -> None:
        with anyio.fail_after(60):
            async with Client(server() if where is None else where, mode=mode) as client:
                await course(client)

    anyio.run(run)


async def said(client: Any, tool: str, **arguments: Any) -> Any:
    """What a tool answers when all is well."""
    result = await client.call_tool(tool, arguments)
    assert not result.is_error, result.content
    return result.structured_content


async def refused(client: Any, tool: str, **arguments: Any) -> str:
    """The sentence with which a tool refuses."""
    result = await client.call_tool(tool, arguments)
    assert result.is_error
    sentence: str = result.content[0].text
    return sentence


async def whole_game(client: Any, game: str, **more: Any) -> Any:
    """Play a game with any words that are offered; return the last answer."""
    rng = random.Random(1)
    told = await said(client, "new_game", game=game, opponents="random", seed="7", **more)
    while not told["view"]["over"]:
        word = rng.choice(told["choices"])["word"]
        told = await said(client, "play", table=told["table"], words=[word])
    return told


@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_the_tools_and_the_rules_are_offered(mode: str) -> None:
    async def course(client: Any) -> None:
        tools = {tool.name: tool for tool in (await client.list_tools()).tools}
        assert set(tools) == {
            "new_game",
            "observe",
            "legal_choices",
            "play",
            "rules",
            "hint",
            "review",
        }
        assert all(tool.description for tool in tools.values())
        assert tools["play"].input_schema["required"] == ["table", "words"]
        resources = (await client.list_resources()).resources
        assert len(resources) == 9
        for resource in resources:
            *_, game, language = str(resource.uri).split("/")
            (content,) = (await client.read_resource(resource.uri)).contents
            for clause, text in bedesten.game(game).text(language).rules.items():
                assert f"{clause}  {text}" in content.text

    talk(course, mode=mode)


@pytest.mark.parametrize(
    ("game", "more"),
    [
        ("basari", {"options": {"laps": 1}, "seats": 3}),
        ("choose_write", {"seats": 2, "seat": 1}),
        ("choose_write", {"seats": 1}),
    ],
)
def test_a_whole_game_can_be_played(game: str, more: dict[str, Any]) -> None:
    async def course(client: Any) -> None:
        told = await whole_game(client, game, **more)
        assert told["question"] is None
        assert told["choices"] == []
        ranked = [seat for group in told["view"]["ranking"] for seat in group]
        assert sorted(ranked) == list(range(more["seats"]))
        assert "the game is over" in await refused(client, "hint", table=told["table"])
        assert "the game is over" in await refused(
            client, "play", table=told["table"], words=["pass"]
        )

    talk(course)


def test_what_is_told_is_the_view_of_the_seat_and_no_more() -> None:
    async def course(client: Any) -> None:
        more = {"game": "istanbul", "seats": 3, "seat": 1, "seed": "4", "opponents": "random"}
        told = await said(client, "new_game", **more)
        view = told["view"]
        assert view["seat"] == 1
        assert "hand" in view["players"][1]
        assert "hand" not in view["players"][0]
        again = await said(client, "observe", table="table-1")
        assert again["view"] == view
        assert again["happened"] == []
        assert told["question"]["text"] in bedesten.game("istanbul").text("en").questions.values()
        choices = (await said(client, "legal_choices", table="table-1"))["result"]
        assert choices == told["choices"]
        after = await said(client, "play", table="table-1", words=[choices[0]["word"]])
        assert "prices" in view
        assert "prices" not in after["view"]
        assert after["happened"]

    talk(course)


def test_what_happened_is_told_in_the_language_asked_for() -> None:
    async def course(client: Any) -> None:
        more = {"game": "istanbul", "seed": "4", "language": "de", "opponents": "random"}
        told = await said(client, "new_game", **more)
        word = told["choices"][0]["word"]
        after = await said(client, "play", table="table-1", words=[word])
        assert any("Zug" in sentence or "You" in sentence for sentence in after["happened"])
        questions = bedesten.game("istanbul").text("de").questions
        assert told["question"]["text"] in questions.values()

    talk(course)


def test_an_illegal_word_is_answered_with_what_is_legal_and_changes_nothing() -> None:
    async def course(client: Any) -> None:
        told = await said(
            client, "new_game", game="basari", options={"start": "random"}, opponents="random"
        )
        for words in (["accept"], ["sing"], ["die", "points"]):
            sentence = await refused(client, "play", table="table-1", words=words)
            assert "legal: die, points, gems" in sentence or "cannot be said with it" in sentence
        assert "no choice was made" in await refused(client, "play", table="table-1", words=[])
        assert (await said(client, "observe", table="table-1"))["view"] == told["view"]

    talk(course)


def test_a_hint_is_one_of_the_choices_with_a_reason() -> None:
    async def course(client: Any) -> None:
        more = {
            "game": "basari",
            "opponents": "random",
            "seed": "2",
            "options": {"start": "random"},
        }
        told = await said(client, "new_game", **more)
        words = [choice["word"] for choice in told["choices"]]
        hint = await said(client, "hint", table="table-1")
        assert hint["words"][0] in words
        assert hint["why"].endswith(".")
        assert sorted(hint["chances"]) == sorted(words)
        assert all(0 <= chance <= 1 for chance in hint["chances"].values())

    talk(course)


@pytest.mark.parametrize(
    ("tool", "arguments", "sentence"),
    [
        ("new_game", {"game": "chess"}, "no game 'chess'; there are: istanbul"),
        ("new_game", {"game": "basari", "seats": 9}, "basari is for 3 to 4 players, not 9"),
        ("new_game", {"game": "basari", "seat": 3}, "seat is 0 to 2, not 3"),
        ("new_game", {"game": "basari", "opponents": "x"}, "no bot 'x'; there are: random"),
        ("new_game", {"game": "basari", "language": "it"}, "no language 'it'; there are: en"),
        ("new_game", {"game": "basari", "options": {"laps": 9}}, "it can be: 1, 2, 3"),
        ("new_game", {"game": "basari", "options": {"chance": "manual"}}, "no option of basari"),
        ("observe", {"table": "table-9"}, "there is no table 'table-9'; there are: none yet"),
        ("rules", {"game": "basari", "clause": "IST-1"}, "its chapters are BAS-1, BAS-2"),
        ("play", {"table": "table-1"}, "words"),
    ],
)
def test_what_cannot_be_is_answered_with_what_would_be_right(
    tool: str, arguments: dict[str, Any], sentence: str
) -> None:
    async def course(client: Any) -> None:
        assert sentence in await refused(client, tool, **arguments)

    talk(course)


def test_rules_can_be_asked_for_by_clause() -> None:
    async def course(client: Any) -> None:
        one = (await said(client, "rules", game="basari", clause="bas-4.2"))["result"]
        assert one == f"BAS-4.2  {bedesten.game('basari').rules['BAS-4.2']['en']}"
        chapter = (await said(client, "rules", game="basari", clause="BAS-4"))["result"]
        assert one in chapter
        with pytest.raises(MCPError):
            await client.read_resource("bedesten://rules/chess/en")

    talk(course)


def test_there_are_not_endlessly_many_tables() -> None:
    tables = McpTables()
    for _ in range(MOST_TABLES):
        tables.new_game("basari", None, 0, "random", "1", {}, "en")
    with pytest.raises(ValueError, match="there are 100 tables already"):
        tables.new_game("basari", None, 0, "random", "1", {}, "en")


def test_the_verb_serves_a_game_over_standard_input_and_output() -> None:
    """A process of its own, as a language model's program starts it."""
    source = str(Path(bedesten.__file__).parents[1])
    there = StdioServerParameters(
        command=sys.executable,
        args=["-m", "bedesten", "mcp"],
        env={**os.environ, "PYTHONPATH": source},
    )

    async def course(client: Any) -> None:
        told = await whole_game(client, "basari", options={"laps": 1})
        assert told["view"]["over"]

    talk(course, there)


def test_a_review_says_how_the_seat_has_played_so_far() -> None:
    async def course(client: Any) -> None:
        more = {"game": "basari", "opponents": "random", "seed": "2", "options": {"laps": 1}}
        told = await said(client, "new_game", **more)
        for _ in range(6):
            if told["choices"]:
                words = [told["choices"][0]["word"]]
                told = await said(client, "play", table="table-1", words=words)
        review = await said(client, "review", table="table-1")
        parts = [review[key] for key in ("start", "luck", "own", "others")]
        assert sum(parts) == pytest.approx(review["result"])
        assert review["start"] == pytest.approx(100 / 3, abs=1)
        assert all(one["cost"] > 0 for one in review["mistakes"])
        assert "not over" in " ".join(review["made"])

    talk(course)
