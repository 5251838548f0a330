"""Reading and writing files that the user named."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Final

from bedesten.cli.usage_error import UsageError

STDIN: Final = "-"


def read_text(path: str) -> str:
    """The text of a file that the user named; `-` is the standard input."""
    try:
        if path == STDIN:
            return sys.stdin.read()
        return Path(path).read_text(encoding="utf-8")
    except OSError as error:
        raise UsageError(f"cannot read {path}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise UsageError(f"{path} is not a text file in UTF-8") from None


def replace_file(path: Path, content: bytes, flag: str) -> None:
    """Write a file so that a crash leaves either the old one or the new one.

    `flag` is the option that names another file, for the error message.
    """
    draft = path.with_name(f"{path.name}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        draft.write_bytes(content)
        draft.replace(path)
    except OSError as error:
        raise UsageError(
            f"cannot write {path}: {error.strerror}; name another with {flag}"
        ) from None


def data_home() -> Path:
    """The folder for files without a name of the user's choice."""
    home = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return Path(home) / "bedesten"
