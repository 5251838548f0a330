"""The server's own sentences, in the language of the client."""

from __future__ import annotations

from typing import Any

from bedesten.kernel.text import sentences
from bedesten.tables.refusal import Refusal


def sentence(key: str, language: str, **values: Any) -> str:
    return sentences("bedesten.server", language)(key, **values)


def said(refusal: Refusal, language: str) -> str:
    return sentence(refusal.code, language, **refusal.values)
