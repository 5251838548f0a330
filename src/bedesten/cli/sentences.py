"""The command line's own sentences, from one file a package and a language."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from bedesten.cli.refusal import Refused
from bedesten.kernel.text import LANGUAGES


class Sentences:
    """All sentences of a package in one language."""

    def __init__(self, language: str, texts: Mapping[str, str]) -> None:
        self.language = language
        self.texts = texts

    def __call__(self, key: str, **values: object) -> str:
        return self.texts[key].format(**values)


@cache
def sentences(package: str, language: str) -> Sentences:
    text = files(package).joinpath("text", f"{language}.toml").read_text(encoding="utf-8")
    return Sentences(language, tomllib.loads(text))


def own(language: str) -> Sentences:
    """The sentences that belong to no game."""
    return sentences("bedesten.cli", language)


def checked_language(asked_for: str | None) -> str:
    """The language asked for, or that of the user's environment, or English."""
    if asked_for is None:
        spoken = next(filter(None, map(os.environ.get, ("LC_ALL", "LC_MESSAGES", "LANG"))), "")
        return spoken[:2] if spoken[:2] in LANGUAGES else LANGUAGES[0]
    if asked_for not in LANGUAGES:
        raise Refused(f"no language {asked_for!r}; there are: {', '.join(LANGUAGES)}")
    return asked_for
