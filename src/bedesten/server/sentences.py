"""The server's own sentences, in the language of whoever asked."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any

from bedesten.tables.refusal import Refusal


@cache
def sentences(language: str) -> dict[str, str]:
    text = files("bedesten.server").joinpath("text", f"{language}.toml").read_text("utf-8")
    return {key: str(value) for key, value in tomllib.loads(text).items()}


def sentence(key: str, language: str, **values: Any) -> str:
    return sentences(language)[key].format(**values)


def said(refusal: Refusal, language: str) -> str:
    return sentence(refusal.code, language, **refusal.values)
