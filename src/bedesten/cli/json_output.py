"""Output as JSON."""

from __future__ import annotations

from typing import Any

import msgspec
import typer


def print_json(data: Any) -> None:
    typer.echo(msgspec.json.format(msgspec.json.encode(data), indent=2).decode())
