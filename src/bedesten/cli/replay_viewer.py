"""A record in the terminal, scene by scene."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from rich.text import Text

from bedesten.boards import board_of
from bedesten.cli.language import cli_sentences
from bedesten.cli.layout import QUIET, MatchDisplay, table_screen
from bedesten.cli.match_log import match_at_start, replayed_answers
from bedesten.cli.result_table import result_table
from bedesten.cli.screen import Screen
from bedesten.cli.usage_error import UsageError
from bedesten.kernel.event import Event
from bedesten.kernel.match import Match
from bedesten.review.model import WHOLE

PROMPT = "> "


@dataclass
class Scene:
    """The answers until the next thing worth showing, their events, and the match after them."""

    turn: int
    after: Match
    answers: list[tuple[int, str]] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)
    chances: Text | None = None
    """Every seat's chance to win, if it is to be shown."""


class ReplayViewer:
    """Shows the scenes of a match."""

    def __init__(
        self, match: Match, language: str, chances: Sequence[Sequence[int]] | None = None
    ) -> None:
        self.match = match
        self.say = cli_sentences(language)
        self.board = board_of(match.game.name, language)
        self.display = MatchDisplay(match, self.board, self.say)
        self.screen = Screen()
        self.scenes = self._scenes()
        if chances is not None:
            self._note_chances(chances)

    def _note_chances(self, chances: Sequence[Sequence[int]]) -> None:
        answers = 0
        for scene in self.scenes:
            answers += len(scene.answers)
            shown = [
                f"{name} {chance / WHOLE:.1f}".replace(".", self.say("decimal"))
                if self.match.seats == 1
                else f"{name} {100 * chance / WHOLE:.0f} %"
                for name, chance in zip(self.match.names, chances[answers], strict=True)
            ]
            scene.chances = Text("   ".join(shown), QUIET)

    def _scenes(self) -> list[Scene]:
        """Start a new scene at each question that follows a visible event."""
        scenes = [Scene(0, match_at_start(self.match))]
        told = True
        for moment in replayed_answers(self.match):
            if told and moment.answer.seat >= 0 and not moment.answer.forced:
                scenes.append(Scene(moment.answer.turn, moment.after))
                told = False
            scene = scenes[-1]
            scene.after = moment.after
            scene.answers.append((moment.answer.seat, moment.answer.word))
            scene.events += moment.events
            told = told or any(event.name not in self.board.quiet for event in moment.events)
        return scenes

    def scene_of(self, turn: int) -> int:
        """The first scene of a turn."""
        for n, one in enumerate(self.scenes):
            if one.after.state.turn >= turn:
                return n
        raise UsageError(f"the record has turns 0 to {self.match.state.turn}, not {turn}")

    def as_data(self, one: Scene) -> dict[str, Any]:
        return {
            "turn": one.turn,
            "answers": [list(answer) for answer in one.answers],
            "events": [
                {
                    "name": event.name,
                    "clause": event.clause,
                    "seat": event.seat,
                    "values": event.values,
                    "text": self.display.line(event).plain,
                }
                for event in one.events
            ],
            "position": one.after.position(),
        }

    def show(self, n: int, asking: int = 2) -> None:
        one = self.scenes[n]
        earlier = [event for past in self.scenes[:n] for event in past.events]
        self.screen.console.print(
            table_screen(
                MatchDisplay(one.after, self.board, self.say),
                None,
                self.screen.console,
                self.screen.height,
                asking,
                one.events,
                earlier,
            )
        )
        if one.chances is not None:
            self.screen.console.print(one.chances)
        if one.after.over:
            self.screen.console.print(result_table(MatchDisplay(one.after, self.board, self.say)))

    def show_all(self, start: int) -> None:
        """Every sentence, and the board at the end of each turn."""
        for n in range(start, len(self.scenes)):
            one = self.scenes[n]
            for line in self.display.lines(one.events, None):
                self.screen.console.print(line)
            if one.chances is not None:
                self.screen.console.print(one.chances)
            is_last = n + 1 == len(self.scenes)
            if is_last or self.scenes[n + 1].after.state.turn != one.after.state.turn:
                drawing = self.board.draw(one.after, None, self.screen.width, None)
                self.screen.console.print(drawing.picture)
        if self.match.over:
            self.screen.console.print(result_table(self.display))

    def step_through(self, at: int) -> None:
        last = self.match.state.turn
        while True:
            self.screen.clear()
            self.show(at)
            where = f"{at + 1}/{len(self.scenes)}"
            self.screen.console.print(Text(f"{where}   {self.say('replay_keys')}", QUIET))
            try:
                at = self._next(at, last)
            except (EOFError, KeyboardInterrupt):
                self.screen.console.print()
                return
            if at < 0:
                return

    def _next(self, at: int, last: int) -> int:
        """The number of the scene to show next; negative to stop."""
        while True:
            typed = self.screen.ask(PROMPT)
            if not typed:
                if at + 1 < len(self.scenes):
                    return at + 1
                self.screen.console.print(self.say("replay_end"))
            elif typed == "b":
                return max(0, at - 1)
            elif typed == "q":
                return -1
            elif typed.isdecimal() and int(typed) <= last:
                return self.scene_of(int(typed))
            else:
                self.screen.console.print(self.say("replay_unknown", typed=typed, last=last))
