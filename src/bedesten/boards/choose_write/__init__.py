"""The board of Choose & Write."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from rich.console import Group, RenderableType
from rich.text import Text

from bedesten.boards import Drawing
from bedesten.boards.choose_write import cards, sheet
from bedesten.boards.choose_write.hints import brief, hint
from bedesten.boards.choose_write.legend import legend
from bedesten.boards.choose_write.pieces import PALACES, good
from bedesten.boards.choose_write.table import ChooseWriteTable
from bedesten.boards.drawn import DrawnBoard, step_asked
from bedesten.boards.lines import shortened
from bedesten.games.choose_write.words import GOOD_NAMES
from bedesten.kernel.agenda import detail_of, seat_of
from bedesten.kernel.match import ForcedAnswer, Match
from bedesten.kernel.state import CHANCE

WIDE: Final = 110
ROOM_TO_ASK: Final = 8  # lines that question and choices need below the sheet

_ACTIONS: Final = (1, 2, 3, 4, 1, 5, 6, 7, 8, 1, 9, 10, 11, 1)  # of CW-5, by place
_CLAUSES: Final = {
    "play.hand": "CW-4.2",
    "play.left": "CW-4.2",
    "play.right": "CW-4.2",
    "play.guild": "CW-4.6",
    "use_card.pass": "CW-4.4",
    "mark.good": "CW-5.13",
    "mark.lira": "CW-5.13",
    "mark.bonus": "CW-5.13",
    "pay.goods": "CW-2.7",
}
_PAYING: Final = (("cross", "symbol"), ("cross", "bonus"), ("pay", "done"))
_MARKING: Final = ("good", "lira", "bonus")


class ChooseWriteBoard(DrawnBoard[ChooseWriteTable]):
    """The pencil sheet, the cards, the others."""

    quiet: ClassVar[frozenset[str]] = frozenset({"sealed"})
    loud: ClassVar[frozenset[str]] = frozenset(
        {
            "turn_began",
            "got_ruby",
            "got_palace_ruby",
            "got_box_ruby",
            "got_row_ruby",
            "last_round",
            "ended",
        }
    )
    secret: ClassVar[bool] = True

    def __init__(self, language: str) -> None:
        super().__init__(language, __name__, ChooseWriteTable)

    def headline(self, match: Match) -> str:
        view = match.view(None)
        if match.state.turn == 0:
            return self.say("set_up")
        if match.over:
            return self.say("headline_over", turn=view["turn"])
        if match.seats == 1:
            return self.say("headline_solo", turn=view["turn"], cards=view["pile"])
        key = "last_headline" if view["last_round"] else "headline"
        name = match.names[view["active"]]
        return self.say(key, turn=view["turn"], name=name, n=view["rubies_to_end"])

    def draw(self, match: Match, seat: int | None, width: int, height: int | None) -> Drawing:
        table = self.table(match, seat)
        if width >= WIDE:
            lines = [
                *sheet.in_full(table),
                *sheet.money(table),
                *cards.on_the_table(table, sheet.WIDTH, in_words=True),
                *cards.others(table, sheet.WIDTH, in_words=True),
            ]
            if height is None or height >= len(lines) + ROOM_TO_ASK:
                fitted = [shortened(line, sheet.WIDTH) for line in lines]
                return Drawing(Group(*fitted), sheet.WIDTH, len(lines))
        lines = [
            *sheet.in_short(table, width),
            *cards.on_the_table(table, width, in_words=False),
            *cards.others(table, width, in_words=False),
        ]
        fitted = [shortened(line, width) for line in lines]
        return Drawing(Group(*fitted), width, len(lines))

    def hint(self, match: Match, seat: int, word: str) -> Text:
        return hint(self.table(match, seat), step_asked(match, seat), word)

    def brief(self, match: Match, seat: int, word: str, step: str = "") -> Text | None:
        return brief(self.table(match, seat), step or step_asked(match, seat), word)

    def listed(self, step: str, words: Sequence[str]) -> tuple[list[str], list[str]]:
        """Places keep their numbers: fields to mark are offered besides them."""
        besides: list[str] = []
        if step in ("tick_or_mark", "after_draw"):
            besides = [word for word in words if word.partition(":")[0] in _MARKING]
        asked = [word for word in words if word not in besides]
        if not asked:
            return list(words), []
        return sorted(asked, key=lambda word: word in ("pass", "done")), besides

    def clause(self, step: str, word: str) -> str | None:
        family, _, member = word.partition(":")
        if family == "place" and step in ("use_card", "catacombs", "palace"):
            return f"CW-5.{12 if member in PALACES else _ACTIONS[int(member) - 1]}"
        return _CLAUSES.get(f"{step}.{family}")

    def whole(
        self, match: Match, seat: int, word: str, text: str, rest: Sequence[ForcedAnswer]
    ) -> str:
        """What is crossed off and paid in few words, since it follows almost every place."""
        say = match.text(self.language)
        parts = [
            self.say(f"rest_{one.word}")
            if (one.step, one.word) in _PAYING
            else say.choice(one.step, one.word, match.names)
            for one in rest
        ]
        return " → ".join([text, *parts])

    def aside(self, match: Match, seat: int) -> str:
        """The palace or the display that chance is asked about."""
        if seat != CHANCE:
            return ""
        step, asked = step_asked(match, seat), match.state.question(seat)
        if step == "add_ruby_card":
            return match.text(self.language).names[f"place.{PALACES[detail_of(asked)]}"]
        if step == "turn_place_card" and seat_of(asked) < 0:
            return self.say("for_display")
        return ""

    def letters(self, match: Match) -> Text:
        table = self.table(match, None)
        return table.letters("good", {colour: good(colour, self.say) for colour in GOOD_NAMES})

    def legend(self, match: Match, seat: int) -> list[RenderableType]:
        return legend(self.table(match, seat))

    def standings(self) -> tuple[str, ...]:
        return self.say("rubies"), self.say("fields")


def board(language: str) -> ChooseWriteBoard:
    return ChooseWriteBoard(language)
