"""The board of Basari."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from bedesten.boards import Drawing
from bedesten.boards.basari import courtyard, ring
from bedesten.boards.basari.hints import brief, hint
from bedesten.boards.basari.pieces import gem
from bedesten.boards.basari.table import BasariTable
from bedesten.boards.drawn import DrawnBoard, step_asked
from bedesten.boards.signs import seat_sign
from bedesten.games.basari.words import COLOURS
from bedesten.kernel.match import ForcedAnswer, Match

WIDE: Final = 110
ROOM_TO_ASK: Final = 8  # lines that question and choices need below the ring

_CLAUSES: Final = {
    "choose_tile.die": "BAS-3.5",
    "choose_tile.points": "BAS-3.6",
    "choose_tile.gems": "BAS-3.7",
    "may_carry_out.die": "BAS-3.5",
    "may_carry_out.points": "BAS-3.6",
    "may_carry_out.gems": "BAS-3.7",
    "answer_offer.accept": "BAS-4.6",
    "answer_offer.gem": "BAS-4.4",
    "open_offer.gem": "BAS-4.4",
    "add_gem.gem": "BAS-4.5",
}


class BasariBoard(DrawnBoard[BasariTable]):
    """Ring, courtyard and haggle."""

    quiet: ClassVar[frozenset[str]] = frozenset({"sealed"})
    loud: ClassVar[frozenset[str]] = frozenset({"round_began", "scoring_began", "ended"})
    weighty: ClassVar[frozenset[str]] = frozenset({"scoring_began"})
    following: ClassVar[frozenset[str]] = frozenset({"scored", "returned_gems"})

    def __init__(self, language: str) -> None:
        super().__init__(language, __name__, BasariTable)

    def headline(self, match: Match) -> str:
        view = match.view(None)
        if match.state.turn == 0:
            return self.say("set_up")
        lap = min(view["scorings"] + 1, view["laps"])
        return self.say("headline", round=view["turn"], lap=lap, laps=view["laps"])

    def draw(self, match: Match, seat: int | None, width: int, height: int | None) -> Drawing:
        table = self.table(match, seat)
        tall = ring.height_of(table.printed.archways)
        if width >= WIDE and (height is None or height >= tall + ROOM_TO_ASK):
            inside = Padding(Group(*_spaced(_middle(table))), (1, 1, 0, 2))
            return Drawing(ring.square(table, inside), ring.WIDTH, tall)
        strips, lines = ring.strips(table, width)
        below = [courtyard.players(table)]
        lines += len(table.players) + 2 + len(courtyard.track_line(table))
        extra: list[RenderableType] = []
        if table.view["haggle"]:
            extra = [courtyard.haggle(table)]
            lines += courtyard.haggle_height(table)
        return Drawing(Group(strips, *below, *extra), width, lines)

    def mark(self, seat: int) -> Text:
        return seat_sign(seat)

    def hint(self, match: Match, seat: int, word: str) -> Text:
        return hint(self.table(match, seat), step_asked(match, seat), word)

    def brief(self, match: Match, seat: int, word: str, step: str = "") -> Text | None:
        return brief(self.table(match, seat), step or step_asked(match, seat), word)

    def whole(
        self, match: Match, seat: int, word: str, text: str, rest: Sequence[ForcedAnswer]
    ) -> str:
        """An offer that comes about by itself is named as a whole."""
        if not word.startswith("gem:"):
            return super().whole(match, seat, word, text, rest)
        table = self.table(match, seat)
        offer = dict(table.view["haggle"]["draft"])
        for said in (word, *(one.word for one in rest)):
            if said.startswith("gem:"):
                offer[said.removeprefix("gem:")] += 1
        form = "whole" if rest[-1].word == "done" else "begun"
        gems = table.names.amounts("gems", offer)
        return self.say(f"{form}_{step_asked(match, seat)}", gems=gems)

    def letters(self, match: Match) -> Text:
        table = self.table(match, None)
        return table.letters("colour", {colour: gem(colour, self.say) for colour in COLOURS})

    def legend(self, match: Match, seat: int) -> list[RenderableType]:
        table = self.table(match, seat)
        signs = {colour: gem(colour, self.say) for colour in COLOURS}
        return [table.legend_of("colour", signs), courtyard.legend(table)]

    def clause(self, step: str, word: str) -> str | None:
        return _CLAUSES.get(f"{step}.{word.partition(':')[0]}")

    def standings(self) -> tuple[str, ...]:
        return (self.say("points"), self.say("gems"), *self.say("letters")[:3])


def _middle(table: BasariTable) -> list[RenderableType]:
    parts: list[RenderableType] = [courtyard.players(table), courtyard.legend(table)]
    if table.view["haggle"]:
        parts.append(courtyard.haggle(table))
    elif table.is_choosing and table.seat is not None:
        parts.append(courtyard.outlook(table))
    return parts


def _spaced(parts: list[RenderableType]) -> list[RenderableType]:
    return [spaced for part in parts for spaced in (part, Text())]


def board(language: str) -> BasariBoard:
    return BasariBoard(language)
