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


def bot_hint(advice: Advice, choices: Sequence[MenuItem], say: Sentences) -> RenderableType:
    """The advice and its reasons, then the chance of each choice by its key, as far as known."""
    text = Text(advice.text(say.language), "bold")
    keys = {choice.word: choice.key for choice in choices}
    chances = [
        say(
            "hint_score" if advice.is_solo else "hint_chance",
            choice=keys[one.word],
            chance=f"{one.chance:.1f}".replace(".", say("decimal"))
            if advice.is_solo
            else round(100 * one.chance),
        )
        for one in advice.weighed
        if one.chance is not None and one.word in keys
    ][:SHOWN]
    untried = [keys[one.word] for one in advice.weighed if one.chance is None and one.word in keys]
    if untried and len(advice.weighed) > 1:
        chances.append(say("hint_untried", choices=", ".join(untried[:SHOWN])))
    below = [say("hint_play")] if len(chances) < 2 else ["   ".join(chances), say("hint_play")]
    return Group(text, *(Text(line, QUIET) for line in below))
