"""The language of the command line, and its sentences."""

from __future__ import annotations

import os

from bedesten.cli.usage_error import UsageError
from bedesten.kernel.text import LANGUAGES, Sentences, sentences


def cli_sentences(language: str) -> Sentences:
    """The command line's sentences in a language."""
    return sentences("bedesten.cli", language)


def checked_language(asked_for: str | None) -> str:
    """The language asked for, else that of the environment, else English."""
    if asked_for is None:
        spoken = next(filter(None, map(os.environ.get, ("LC_ALL", "LC_MESSAGES", "LANG"))), "")
        return spoken[:2] if spoken[:2] in LANGUAGES else LANGUAGES[0]
    if asked_for not in LANGUAGES:
        raise UsageError(f"no language {asked_for!r}; there are: {', '.join(LANGUAGES)}")
    return asked_for
