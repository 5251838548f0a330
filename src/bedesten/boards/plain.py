"""The board of a game without a drawing of its own: its view in words and numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar, Final

from rich.console import Group, RenderableType
from rich.text import Text

from bedesten.boards import Drawing
from bedesten.boards.lines import QUIET, columns, flow, shortened
from bedesten.boards.plain_view import NOTHING, PlainView
from bedesten.boards.signs import seat_sign
from bedesten.boards.table_view import TableView
from bedesten.kernel.match import ForcedAnswer, Match
from bedesten.kernel.text import sentences

GAP: Final = "   "  # between a field and the next


class PlainBoard:
    """What every board can do."""

    quiet: ClassVar[frozenset[str]] = frozenset()
    loud: ClassVar[frozenset[str]] = frozenset()
    weighty: ClassVar[frozenset[str]] = frozenset()
    following: ClassVar[frozenset[str]] = frozenset()
    hinted: ClassVar[frozenset[str]] = frozenset()
    secret: ClassVar[bool] = False
    besides: str = "c"

    def __init__(self, language: str) -> None:
        self.language = language
        self.say = sentences("bedesten.boards", language)

    def headline(self, match: Match) -> str:
        return self.say("turn", n=match.state.turn)

    def draw(self, match: Match, seat: int | None, width: int, height: int | None) -> Drawing:
        """A row for each player, and below them whatever else the seat sees."""
        table = TableView(match, seat, self.say)
        view = PlainView(match.game.show(match.state, seat), match.seats, table.names)
        points = self.say("points")
        fields = [{points: str(n)} | view.of(seat) for seat, n in enumerate(match.scores)]
        lines = [*_players(table, fields, width), *flow(_labelled(view.common()), width, GAP)]
        return Drawing(Group(*(shortened(line, width) for line in lines)), width, len(lines))

    def mark(self, seat: int) -> Text:
        return seat_sign(seat)

    def hint(self, match: Match, seat: int, word: str) -> Text:
        return Text()

    def whole(
        self, match: Match, seat: int, word: str, text: str, rest: Sequence[ForcedAnswer]
    ) -> str:
        say = match.text(self.language)
        parts = [say.choice(one.step, one.word, match.names) for one in rest]
        return " → ".join([text, *parts])

    def brief(self, match: Match, seat: int, word: str, step: str = "") -> Text | None:
        return None

    def listed(self, step: str, words: Sequence[str]) -> tuple[list[str], list[str]]:
        return list(words), []

    def legend(self, match: Match, seat: int) -> list[RenderableType]:
        return []

    def clause(self, step: str, word: str) -> str | None:
        return None

    def aside(self, match: Match, seat: int) -> str:
        return ""

    def letters(self, match: Match) -> Text:
        return Text()

    def examples(self) -> str:
        return self.say("examples")

    def also_called(self, word: str) -> tuple[str, ...]:
        return ()

    def standings(self) -> tuple[str, ...]:
        return (self.say("points"),)


def _players(table: TableView, fields: Sequence[Mapping[str, str]], width: int) -> list[Text]:
    """Columns under headings; where they are too wide, the fields of a player one by one."""
    labels = list(dict.fromkeys(label for own in fields for label in own))
    names = [table.player_name(seat, seat in table.view["actors"]) for seat in range(len(fields))]
    heads = [Text(label, QUIET) for label in labels]
    cells = [[Text(own.get(label, NOTHING)) for label in labels] for own in fields]
    rows = [[name, *own] for name, own in zip(names, cells, strict=True)]
    lines = columns([[Text(), *heads], *rows], width)
    if all(line.cell_len <= width for line in lines):
        return lines
    lists = [[name, *_labelled(own)] for name, own in zip(names, fields, strict=True)]
    return [line for items in lists for line in flow(items, width, GAP)]


def _labelled(fields: Mapping[str, str]) -> list[Text]:
    return [Text.assemble((f"{label} ", QUIET), value) for label, value in fields.items()]


def board(language: str) -> PlainBoard:
    return PlainBoard(language)
