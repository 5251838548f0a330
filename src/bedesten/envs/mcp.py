"""The Model Context Protocol server: language models as players."""

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
Play board games: new_game begins one and says how it stands. Each question has some choices; say \
one of their words with play. Bots answer for the other seats until you are asked again. What you \
see is what your seat may know. The rules are resources, and every question names its clause.\
"""

GameName = Annotated[str, Field(description=f"One of {', '.join(bedesten.games())}.")]
Table = Annotated[str, Field(description="As new_game has named it.")]
Language = Annotated[str, Field(description=f"One of {', '.join(LANGUAGES)}.")]


@contextmanager
def answering() -> Iterator[None]:
    """Whatever cannot be is answered with what would be right."""
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
            int | None, Field(description="How many play; the fewest if null.")
        ] = None,
        seat: Annotated[int, Field(description="Yours, from 0 on.")] = 0,
        opponents: Annotated[
            str, Field(description=f"The bot in the other seats: {', '.join(bots.names())}.")
        ] = bots.ANY,
        seed: Annotated[
            str | None, Field(description="All luck comes from it; any if null.")
        ] = None,
        options: Annotated[
            dict[str, Any] | None, Field(description="Of the game, such as {'laps': 1}.")
        ] = None,
        language: Language = "en",
    ) -> dict[str, Any]:
        """Begin a game against bots and tell how it stands when you are first asked."""
        with answering():
            return tables.new_game(game, seats, seat, opponents, seed, options or {}, language)

    @made.tool()
    def observe(table: Table) -> dict[str, Any]:
        """Tell all that your seat may know: the question, the choices, the whole view."""
        with answering():
            return tables.observe(table)

    @made.tool()
    def legal_choices(table: Table) -> list[dict[str, str]]:
        """List the words that you may say now, and what each means."""
        with answering():
            return tables.legal_choices(table)

    @made.tool()
    def play(
        table: Table,
        words: Annotated[
            list[str], Field(description="One word, or several that are said at once, in order.")
        ],
    ) -> dict[str, Any]:
        """Say words, all or none of them, and tell what happens until you are asked again."""
        with answering():
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
        with answering():
            return rules_text(game, language, clause)

    @made.tool()
    def hint(table: Table) -> dict[str, Any]:
        """What a bot would choose in your place, why, and the chances of all choices.

        Chances are to win; in a game for one they are the score to be expected.
        """
        with answering():
            return tables.hint(table)

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
