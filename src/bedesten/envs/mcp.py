"""The MCP server: a language model plays one seat against bots, with tools."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated, Any

from bedesten.envs.extras import needing

with needing("mcp"):
    from mcp.server.mcpserver import MCPServer
    from mcp.server.mcpserver.exceptions import ToolError
    from mcp.server.mcpserver.resources import FunctionResource
    from pydantic import Field

import bedesten
from bedesten import bots
from bedesten.envs.mcp_tables import McpTables, rules_text
from bedesten.kernel.text import LANGUAGES

INSTRUCTIONS = """\
Play board games: new_game starts one and describes it. Answer each question with play and one of \
the words in its choices. Bots play the other seats until it is your turn again. You see what your \
seat may know. The rules are resources, and every question names its clause.\
"""

GameName = Annotated[str, Field(description=f"One of {', '.join(bedesten.games())}.")]
Table = Annotated[str, Field(description="The name that new_game has returned.")]
Language = Annotated[str, Field(description=f"One of {', '.join(LANGUAGES)}.")]


@contextmanager
def answering_errors() -> Iterator[None]:
    """Answer a ValueError with its message, which says what would be right."""
    try:
        yield
    except ValueError as error:
        raise ToolError(str(error)) from None


def server() -> MCPServer[Any]:
    """A server with tables of its own."""
    tables = McpTables()
    made: MCPServer[Any] = MCPServer(
        "bedesten",
        instructions=INSTRUCTIONS,
        version=bedesten.__version__,
        log_level="WARNING",
    )

    @made.tool()
    def new_game(
        game: GameName,
        seats: Annotated[
            int | None, Field(description="The number of players; the fewest if null.")
        ] = None,
        seat: Annotated[int, Field(description="Your seat, from 0 on.")] = 0,
        opponents: Annotated[
            str, Field(description=f"The bot in the other seats: {', '.join(bots.names())}.")
        ] = bots.USUAL_LEVEL,
        seed: Annotated[
            str | None, Field(description="The seed of all chance; drawn if null.")
        ] = None,
        options: Annotated[
            dict[str, Any] | None, Field(description="Options of the game, such as {'laps': 1}.")
        ] = None,
        language: Language = "en",
    ) -> dict[str, Any]:
        """Start a game against bots and describe it at your first question."""
        with answering_errors():
            return tables.new_game(game, seats, seat, opponents, seed, options or {}, language)

    @made.tool()
    def observe(table: Table) -> dict[str, Any]:
        """Everything that your seat may know: the question, the choices, the whole view."""
        with answering_errors():
            return tables.observe(table)

    @made.tool()
    def legal_choices(table: Table) -> list[dict[str, str]]:
        """The words that you may play now, each with its meaning."""
        with answering_errors():
            return tables.legal_choices(table)

    @made.tool()
    def play(
        table: Table,
        words: Annotated[
            list[str], Field(description="One word, or several that are played at once, in order.")
        ],
    ) -> dict[str, Any]:
        """Play words, all or none of them, and describe what happens until your next turn."""
        with answering_errors():
            return tables.play(table, words)

    @made.tool()
    def rules(
        game: GameName,
        clause: Annotated[
            str | None, Field(description="A clause or chapter, such as BAS-4.2 or BAS-4.")
        ] = None,
        language: Language = "en",
    ) -> str:
        """The rules of a game, or a part of them."""
        with answering_errors():
            return rules_text(game, language, clause)

    @made.tool()
    def hint(table: Table) -> dict[str, Any]:
        """What a bot would choose in your place, why, and the chances of all choices.

        Chances are those of winning; in a game for one, they are the expected score.
        """
        with answering_errors():
            return tables.hint(table)

    @made.tool()
    def review(table: Table) -> dict[str, Any]:
        """How your seat has played: luck, what choices gave away, and what was better.

        Amounts are points of chance, from 0 to 100; in a game for one, points of the score. While
        the game goes on, the chances are those that your seat can know.
        """
        with answering_errors():
            return tables.review(table)

    for name in bedesten.games():
        for language in LANGUAGES:
            made.add_resource(_rules_resource(name, language))
    return made


def _rules_resource(game: str, language: str) -> FunctionResource:
    return FunctionResource.from_function(
        fn=lambda: rules_text(game, language),
        uri=f"bedesten://rules/{game}/{language}",
        name=f"rules-{game}-{language}",
        description=f"The rules of {bedesten.game(game).title}, clause by clause ({language}).",
        mime_type="text/plain",
    )
