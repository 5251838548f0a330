"""The layout of the screen: headline, board, log, question."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from bedesten.boards import Board, Drawing
from bedesten.cli.menu import MenuItem, shortened
from bedesten.kernel.event import Event, EventKind
from bedesten.kernel.match import Match
from bedesten.kernel.text import Sentences

QUIET: Final = "dim"
NOT: Final = "✗"  # cannot be chosen
IN_VAIN: Final = "⊘"  # can be chosen, but what it leads to cannot be done
_MEASURE: Final = Console()
_HELD: Final = {0xA0: 0xE000, 0x202F: 0xE001}  # spaces that rich would break a line at
_LOOSE: Final = {held: space for space, held in _HELD.items()}
NARROWEST_LOG: Final = 24
SHORTEST_LOG: Final = 2
MOST_EVENTS: Final = 8  # that one line of the log may tell
FEW: Final = 4  # choices that have a line each even where there are few lines


@dataclass(frozen=True)
class MatchDisplay:
    """A match with its board and its language; events become sentences, seats in colour."""

    match: Match
    board: Board
    say: Sentences

    def lines(self, events: Sequence[Event], seat: int | None, style: str = "") -> list[Text]:
        """What a seat may see in sentences, without quiet ones; what belongs together is a line."""
        seen = [
            event
            for event in events
            if event.is_seen_by(seat) and event.name not in self.board.quiet
        ]
        found: list[Text] = []
        before: Event | None = None
        for event, sentence in self.match.text(self.say.language).told(
            seen, self._kinds, self.match.names
        ):
            line = self._styled(event, sentence, style)
            if (
                before is not None
                and event.name in self.board.following
                and event.seat == before.seat
            ):
                found[-1].append(" ").append_text(line)
            else:
                found.append(line)
            before = event
        return found

    def last(self, events: Sequence[Event], seat: int | None, most: int, style: str) -> list[Text]:
        """At most so many of these lines, the last ones."""
        return self.lines(events[-MOST_EVENTS * most :], seat, style)[-most:]

    @cached_property
    def _kinds(self) -> dict[str, EventKind]:
        return {kind.name: kind for kind in self.match.game.events}

    def line(self, event: Event) -> Text:
        """The sentence for one event."""
        catalogue = self.match.text(self.say.language)
        sentence = catalogue.tell(event, self._kinds[event.name], self.match.names)
        return self._styled(event, sentence, "")

    def _styled(self, event: Event, sentence: str, style: str) -> Text:
        line = Text(sentence, style)
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
    in_full: bool = False,
) -> RenderableType:
    """Headline, board and log; `question_lines` lines below stay free, unless all is told."""
    match, board = display.match, display.board
    drawing = board.draw(match, seat, console.width, None if height is None else height - 1)
    head = headline(display, console.width)
    beside = console.width - drawing.width - 2
    new = display.lines(fresh, seat)
    if beside >= NARROWEST_LOG and not (in_full and _is_cut(new, beside, drawing.height)):
        old = display.last(earlier, seat, drawing.height, QUIET)
        log = _log_beside(display.say, new, old, beside, drawing.height)
        return Group(head, _side_by_side(drawing, log, beside))
    room = None
    if height is not None and not in_full:
        room = height - drawing.height - question_lines
    return Group(head, drawing.picture, *_last(broken(_flowing(new), console.width - 1), room))


def headline(display: MatchDisplay, width: int) -> Text:
    """Title and state of the game; to the right, if there is room, what the letters stand for."""
    match, board = display.match, display.board
    head = _head(display)
    letters = board.letters(match)
    if letters.plain and letters_fit(display, width):
        rule = "─" * (width - head.cell_len - letters.cell_len - 1)
        return Text.assemble(head, (rule, QUIET), " ", letters)
    head.truncate(width, overflow="ellipsis")
    return Text.assemble(head, ("─" * (width - head.cell_len), QUIET))


def letters_fit(display: MatchDisplay, width: int) -> bool:
    """Whether the headline says what the letters stand for, if there are any."""
    letters = display.board.letters(display.match).cell_len
    return not letters or _head(display).cell_len + letters + 3 <= width


def _head(display: MatchDisplay) -> Text:
    title = display.match.game.about(display.say.language).title
    return Text.assemble((title, "bold"), "  ", display.board.headline(display.match), " ")


def news_fit(
    display: MatchDisplay,
    seat: int | None,
    console: Console,
    height: int | None,
    question_lines: int,
    fresh: Sequence[Event],
) -> bool:
    """Whether `table_screen` has room for all that is new."""
    if height is None:
        return True
    drawing = display.board.draw(display.match, seat, console.width, height - 1)
    beside = console.width - drawing.width - 2
    new = display.lines(fresh, seat)
    if beside >= NARROWEST_LOG:
        return not _is_cut(new, beside, drawing.height)
    room = height - drawing.height - question_lines
    return len(broken(_flowing(new), console.width - 1)) <= room


def _is_cut(new: Sequence[Text], width: int, height: int) -> bool:
    """Whether a log beside the board would leave out something new."""
    return sum(len(broken(line, width)) for line in new) >= height


def _side_by_side(drawing: Drawing, log: RenderableType, width: int) -> Table:
    grid = Table.grid(padding=(0, 2, 0, 0))
    grid.add_column(width=drawing.width)
    grid.add_column(width=width)
    grid.add_row(drawing.picture, log)
    return grid


def _log_beside(
    say: Sentences, new: list[Text], old: list[Text], width: int, height: int
) -> RenderableType:
    """New sentences below old ones, as many whole ones as fit."""
    if not new and not old:
        return Group(Text(say("log"), "bold"), Text(say("no_log"), QUIET))
    news = _whole(new, width, height - 1)
    past = _whole(old, width, height - 1 - len(news))
    if not news:
        return Group(Text(say("log"), "bold"), *past)
    return Group(*past, Text(say("since"), "bold"), *news)


def _whole(sentences: Sequence[Text], width: int, room: int) -> list[Text]:
    """The last sentences that fit, line by line."""
    lines: list[Text] = []
    for sentence in reversed(sentences):
        wrapped = broken(sentence, width)
        if len(lines) + len(wrapped) > room:
            break
        lines = wrapped + lines
    return lines


def _flowing(sentences: Sequence[Text]) -> Text:
    """Sentences one after the other; a heading, which ends in no full stop, is set off."""
    flow = Text()
    for sentence in sentences:
        if flow.plain:
            flow.append(" " if flow.plain.endswith((".", "!", "?")) else " – ")
        flow.append_text(sentence)
    return flow


def _last(lines: list[Text], room: int | None) -> list[Text]:
    if room is None or len(lines) <= room:
        return lines
    if room < 1:
        return []
    return [Text.assemble(("…", QUIET), lines[-room]), *lines[len(lines) - room + 1 :]]


# -- the question -----------------------------------------------------------


@dataclass(frozen=True)
class Option:
    """A choice with what it brings."""

    item: MenuItem
    hint: Text
    brief: Text | None
    """In a word or two; None if there is no short form."""
    in_vain: str = ""
    """Why what it leads to cannot be done."""

    @property
    def full_hint(self) -> Text:
        """The hint with the reason why the choice is in vain."""
        return self._marked(f"{IN_VAIN} {self.in_vain}")

    @property
    def marked_hint(self) -> Text:
        """The hint with a sign in place of the reason."""
        return self._marked(IN_VAIN)

    def _marked(self, mark: str) -> Text:
        if not self.in_vain:
            return self.hint
        return Text.assemble(self.hint, (f"{' · ' if self.hint.plain else ''}{mark}", QUIET))


@dataclass(frozen=True)
class QuestionBlock:
    """A question with its choices, to be shown below the board."""

    who: Text
    text: str
    clause: str
    options: Sequence[Option]
    blocked: Sequence[tuple[str, str]] = ()
    """What cannot be chosen, each with its reason."""

    def rows(self, width: int, most: int | None = None) -> list[RenderableType]:
        """Question and choices, in the fullest form that takes at most so many lines."""
        head = Text.assemble(self.who, ("  " + self.text, "bold"))
        if head.cell_len + len(self.clause) + 2 <= width:
            head.append(f"  {self.clause}", QUIET)
        items = [option.item for option in self.options]
        short = shortened(items)
        if short:
            return [head, Text(f"  {short}")]
        reasons = self._reasons(width)
        forms = [
            self._in_full(width),
            self._with_signs(width, reasons),
            self._in_brief(width, reasons) if len(self.options) > FEW else [],
            self._with_signs(width, []),
            self._in_brief(width, []),
        ]
        found = [form for form in forms if form]
        above = _height(head, width) - 1
        for body in found:
            if most is None or above + sum(_height(part, width) for part in body) <= most:
                return [head, *body]
        return [head, *found[-1]]

    def _in_brief(self, width: int, reasons: list[RenderableType]) -> list[RenderableType]:
        """Choices one after the other, in few words; nothing if a choice has no short form."""
        briefs = [
            Text.assemble(option.brief, f" {IN_VAIN}" if option.in_vain else "")
            for option in self.options
            if option.brief is not None
        ]
        if len(briefs) < len(self.options):
            return []
        items = [option.item for option in self.options]
        return [*flowing_choices(items, briefs, width), *reasons]

    def _in_full(self, width: int) -> list[RenderableType]:
        """Every reason beside its choice; nothing if that is too wide."""
        items = [option.item for option in self.options]
        hints = [option.full_hint for option in self.options]
        is_narrow = _widest(list(zip(items, hints, strict=True))) > width
        if is_narrow and any(option.in_vain for option in self.options):
            return []
        lines = [Text(f"  {NOT} {name} – {why}", QUIET) for name, why in self.blocked]
        return [choice_grid(items, hints, width), *_wrapped_lines(lines, width)]

    def _with_signs(self, width: int, reasons: list[RenderableType]) -> list[RenderableType]:
        """A sign beside each choice that is in vain; the reasons, if any, below."""
        items = [option.item for option in self.options]
        hints = [option.marked_hint for option in self.options]
        return [choice_grid(items, hints, width), *reasons]

    def _reasons(self, width: int) -> list[RenderableType]:
        """All reasons why something cannot be done, one after the other."""
        vain = [
            f"{IN_VAIN} {option.item.key} – {option.in_vain}"
            for option in self.options
            if option.in_vain
        ]
        blocked = [f"{NOT} {name} – {why}" for name, why in self.blocked]
        parts = [Text(part, QUIET) for part in [*vain, *blocked]]
        lines = broken(Text("   ").join(parts), width - 2)
        return [Text.assemble("  ", line) for line in lines]


def broken(text: Text, width: int) -> list[Text]:
    """A text in lines of a width; never broken at a space that holds together."""
    if not text.plain:
        return []
    held = text.copy()
    held.plain = text.plain.translate(_HELD)
    lines = list(held.wrap(_MEASURE, width))
    for line in lines:
        line.plain = line.plain.translate(_LOOSE)
    return lines


def pages(sentences: Sequence[Text], width: int, height: int) -> list[list[Text]]:
    """Sentences in as many pages as they need; none is torn apart if it can be helped."""
    found: list[list[Text]] = [[]]
    for sentence in sentences:
        lines = broken(sentence, width)
        if found[-1] and len(found[-1]) + len(lines) > height:
            found.append([])
        found[-1] += lines
    return found


def _wrapped_lines(lines: Sequence[Text], width: int) -> list[RenderableType]:
    """Lines broken where they are too wide."""
    found: list[RenderableType] = []
    for line in lines:
        first, *others = broken(line, width - 4)
        found += [first, *(Text.assemble("    ", other) for other in others)]
    return found


def _height(part: RenderableType, width: int) -> int:
    """The number of lines that something takes."""
    return len(_MEASURE.render_lines(part, _MEASURE.options.update(width=width)))


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
