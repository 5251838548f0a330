"""`bedesten mcp`: the games for a language model, over standard input and output."""

from __future__ import annotations

from bedesten.cli.usage_error import UsageError
from bedesten.envs.extras import MissingExtra


def mcp() -> None:
    """Serve until the standard input ends."""
    try:
        from bedesten.envs.mcp import server
    except MissingExtra as missing:
        raise UsageError(str(missing)) from None
    server().run("stdio")
