"""`bedesten solo`: the solo campaign, game after game."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from bedesten.cli.campaign_file import usual_path
from bedesten.cli.campaign_screen import CampaignScreen
from bedesten.cli.language import checked_language
from bedesten.cli.options import Lang, Seed
from bedesten.cli.usage_error import UsageError


def solo(
    *,
    lang: Lang = None,
    seed: Seed = None,
    campaign: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Where the campaign is kept.")
    ] = None,
    show: Annotated[bool, typer.Option("--show", help="Only show how far it is.")] = False,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the game left.")] = False,
    new: Annotated[bool, typer.Option("--new", help="Begin another game all the same.")] = False,
) -> None:
    """Show the campaign, play a game, count it."""
    if resume and new:
        raise UsageError("--resume goes on with a game and --new begins one; choose one of them")
    screen = CampaignScreen(campaign or usual_path(), checked_language(lang), campaign is not None)
    match = None
    try:
        match = screen.left_behind()
    except UsageError:
        if not new:
            raise
    if show:
        screen.show(match)
        return
    if match is None and resume:
        raise UsageError("there is no game to go on with; `bedesten solo` begins one")
    if match is not None and seed is not None and not new:
        raise UsageError(
            "the seed of the game under way is settled; go on without it, or add --new"
        )
    screen.play(None if new else match, seed)
