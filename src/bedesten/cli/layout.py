"""The layout of the screen: headline, board, log, question."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from bedesten.boards import Board, Drawing
from bedesten.cli.menu import MenuItem, shortened
from bedesten.kernel.event import Event
from bedesten.kernel.match import Match
from bedesten.kernel.text import Sentences

QUIET: Final = "dim"
NARROWEST_LOG: Final = 24
SHORTEST_LOG: Final = 2
FEW: Final = 4  # choices that have a line each even where there are few lines


@dataclass(frozen=True)
class MatchDisplay:
    """A match with its board and its language; events become sentences, seats in colour."""

    match: Match
    board: Board
    say: Sentences

    def lines(self, events: Sequence[Event], seat: int | None, style: str = "") -> list[Text]:
        """One sentence for each event that a seat may see, quiet ones left out."""
        return [
            self.line(event, style)
            for event in events
            if event.is_seen_by(seat) and event.name not in self.board.quiet
        ]

    def last(self, events: Sequence[Event], seat: int | None, most: int, style: str) -> list[Text]:
        """At most so many of these sentences, the last ones."""
        found: list[Text] = []
        for event in reversed(events):
            if len(found) >= most:
                break
            found = self.lines([event], seat, style) + found
        return found

    def line(self, event: Event, style: str = "") -> Text:
        kinds = {kind.name: kind for kind in self.match.game.events}
        catalogue = self.match.game.text(self.say.language)
        line = Text(catalogue.tell(event, kinds[event.name], self.match.names), style)
        if event.name in self.board.loud:
            line.stylize("bold")
        for seat, name in enumerate(self.match.names):
            line.highlight_words([name], self.board.mark(seat).style)
        return line


def table_screen(
    display: MatchDisplay,
    seat: int | None,
    console: Console,
    height: int | None,
    question_lines: int,
    fresh: Sequence[Event],
    earlier: Sequence[Event],
) -> RenderableType:
    """Headline, board and log; `question_lines` lines below stay free."""
    match, board = display.match, display.board
    drawing = board.draw(match, seat, console.width, None if height is None else height - 1)
    head = Rule(
        Text.assemble(
            (match.game.about(display.say.language).title, "bold"), "  ", board.headline(match)
        ),
        style=QUIET,
        align="left",
        characters="─",
    )
    beside = console.width - drawing.width - 2
    new = display.lines(fresh, seat)
    if beside >= NARROWEST_LOG:
        old = display.last(earlier, seat, drawing.height, QUIET)
        log = _log_beside(display.say, console, new, old, beside, drawing.height)
        return Group(head, _side_by_side(drawing, log, beside))
    room = None if height is None else max(SHORTEST_LOG, height - drawing.height - question_lines)
    return Group(
        head, drawing.picture, *_last(_wrapped(console, _flowing(new), console.width - 1), room)
    )


def _side_by_side(drawing: Drawing, log: RenderableType, width: int) -> Table:
    grid = Table.grid(padding=(0, 2, 0, 0))
    grid.add_column(width=drawing.width)
    grid.add_column(width=width)
    grid.add_row(drawing.picture, log)
    return grid


def _log_beside(
    say: Sentences, console: Console, new: list[Text], old: list[Text], width: int, height: int
) -> RenderableType:
    """New sentences below old ones, as many whole ones as fit."""
    if not new and not old:
        return Group(Text(say("log"), "bold"), Text(say("no_log"), QUIET))
    news = _whole(console, new, width, height - 1)
    past = _whole(console, old, width, height - 1 - len(news))
    if not news:
        return Group(Text(say("log"), "bold"), *past)
    return Group(*past, Text(say("since"), "bold"), *news)


def _whole(console: Console, sentences: Sequence[Text], width: int, room: int) -> list[Text]:
    """The last sentences that fit, line by line."""
    lines: list[Text] = []
    for sentence in reversed(sentences):
        wrapped = list(sentence.wrap(console, width))
        if len(lines) + len(wrapped) > room:
            break
        lines = wrapped + lines
    return lines


def _flowing(sentences: Sequence[Text]) -> Text:
    return Text(" ").join(sentences)


def _wrapped(console: Console, text: Text, width: int) -> list[Text]:
    return list(text.wrap(console, width)) if text.plain else []


def _last(lines: list[Text], room: int | None) -> list[Text]:
    if room is None or len(lines) <= room:
        return lines
    return [Text.assemble(("…", QUIET), lines[-room]), *lines[len(lines) - room + 1 :]]


# -- the question -----------------------------------------------------------


@dataclass(frozen=True)
class QuestionBlock:
    """A question with its choices, to be shown below the board."""

    who: Text
    text: str
    clause: str
    choices: Sequence[MenuItem]
    hints: Sequence[Text]
    briefs: Sequence[Text | None] = ()

    def rows(self, width: int, most: int | None = None) -> list[RenderableType]:
        """Question and choices; the choices in short if they need more than `most` lines."""
        head = Text.assemble(self.who, ("  " + self.text, "bold"), (f"  {self.clause}", QUIET))
        briefs = [brief for brief in self.briefs if brief is not None]
        down = -(-len(self.choices) // across(self.choices, self.hints, width))
        if most is not None and down > most and len(briefs) == len(self.choices):
            return [head, *flowing_choices(self.choices, briefs, width)]
        short = shortened(self.choices)
        if short:
            return [head, Text(f"  {short}")]
        return [head, choice_grid(self.choices, self.hints, width)]


def choice_grid(choices: Sequence[MenuItem], hints: Sequence[Text], width: int) -> Table:
    """Key, meaning and hint of each choice, in columns where several fit."""
    columns = across(choices, hints, width)
    grid = Table.grid(padding=(0, 2, 0, 0))
    for _ in range(columns):
        grid.add_column(justify="right", style="bold", min_width=3)
        grid.add_column()
        grid.add_column(no_wrap=True)
    down = -(-len(choices) // columns)
    for line in range(down):
        cells: list[RenderableType] = []
        for n in range(line, len(choices), down):
            cells += [choices[n].key, choices[n].text, hints[n]]
        grid.add_row(*cells)
    return grid


def across(choices: Sequence[MenuItem], hints: Sequence[Text], width: int) -> int:
    """The number of columns that fit; a few choices always get one column."""
    if len(choices) <= FEW:
        return 1
    pairs = list(zip(choices, hints, strict=True))
    for columns in (3, 2):
        down = -(-len(choices) // columns)
        blocks = [pairs[n : n + down] for n in range(0, len(pairs), down)]
        if sum(map(_widest, blocks)) <= width:
            return columns
    return 1


def _widest(block: Sequence[tuple[MenuItem, Text]]) -> int:
    key = max(3, *(len(one.key) for one, _ in block), 0)
    text = max(len(one.text) for one, _ in block)
    return key + text + max(hint.cell_len for _, hint in block) + 6


def flowing_choices(
    choices: Sequence[MenuItem], briefs: Sequence[Text], width: int
) -> list[RenderableType]:
    """Key and brief of each choice, one after the other."""
    lines: list[Text] = []
    for one, brief in zip(choices, briefs, strict=True):
        item = Text.assemble((one.key, "bold reverse"), " ", brief)
        if lines and lines[-1].cell_len + item.cell_len + 3 <= width:
            lines[-1].append("   ").append_text(item)
        else:
            lines.append(Text.assemble("  ", item, no_wrap=True))
    return list(lines)


def indented(text: RenderableType) -> Padding:
    return Padding(text, (0, 2))
