"""`bedesten engine`: rules and bots for another program, over standard input and output."""

from __future__ import annotations

import sys
from typing import Annotated

import msgspec
import typer

from bedesten import bots
from bedesten.cli.engine import Engine
from bedesten.cli.usage_error import as_usage_error


def engine(
    *,
    bot: Annotated[
        str, typer.Option(metavar="BOT", help="The bot that chooses; the usual one by default.")
    ] = bots.ANY,
) -> None:
    """Answer line by line until the input ends."""
    with as_usage_error():
        server = Engine(bot)
    for line in sys.stdin:
        if line.strip():
            answer = server.answered(line)
            if answer is None:
                return
            sys.stdout.write(msgspec.json.encode(answer).decode() + "\n")
            sys.stdout.flush()
