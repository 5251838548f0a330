"""How the parts of the screen fit together."""

from __future__ import annotations

import pytest
from rich.console import Console

import bedesten
from bedesten.boards import board_of
from bedesten.cli.language import cli_sentences
from bedesten.cli.layout import MatchDisplay, table_screen
from bedesten.cli.match_log import all_events
from bedesten.kernel.text import LANGUAGES


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_long_log_below_the_board_stays_within_the_screen(language: str) -> None:
    match = bedesten.new("basari", seats=4, seed=2, laps=1)
    while not match.over:
        seat = match.actors[0]
        match.play(seat, match.choices(seat)[-1])
    display = MatchDisplay(match, board_of("basari", language), cli_sentences(language))
    events = all_events(match)
    for width in range(70, 106):
        console = Console(width=width, height=24, no_color=True, highlight=False)
        with console.capture() as captured:
            console.print(table_screen(display, None, console, 24, 1, events, []))
        assert len(captured.get().splitlines()) == 24, width
