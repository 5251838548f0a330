"""A bot's hint, to be shown below the question."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.text import Text

from bedesten.bots import Advice
from bedesten.cli.layout import QUIET
from bedesten.cli.menu import MenuItem
from bedesten.kernel.text import Sentences

SHOWN = 8  # choices whose chances are shown


def bot_hint(
    advice: Advice, choices: Sequence[MenuItem], is_alone: bool, say: Sentences
) -> RenderableType:
    """The advice and its reasons, then the chance of each choice by its key."""
    keys = {choice.word: choice.key for choice in choices}
    chances = [
        say(
            "hint_score" if is_alone else "hint_chance",
            choice=keys[one.word],
            chance=f"{one.chance:.1f}".replace(".", say("decimal"))
            if is_alone
            else round(100 * one.chance),
        )
        for one in sorted(advice.candidates, key=lambda one: -one.chance)[:SHOWN]
    ]
    if len(chances) == 1:
        return Text(advice.text, "bold")
    return Group(Text(advice.text, "bold"), Text("   ".join(chances), QUIET))
