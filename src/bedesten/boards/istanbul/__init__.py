"""The board of Istanbul."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from rich.console import Group, RenderableType
from rich.text import Text

from bedesten.boards import Drawing
from bedesten.boards.drawn import DrawnBoard, step_asked
from bedesten.boards.istanbul import bazaar, players
from bedesten.boards.istanbul.hints import brief, hint
from bedesten.boards.istanbul.legend import legend
from bedesten.boards.istanbul.pieces import good
from bedesten.boards.istanbul.table import IstanbulTable
from bedesten.boards.lines import flow, shortened
from bedesten.games.istanbul.events import MARKETS as MARKET_NAMES
from bedesten.games.istanbul.words import GOOD_NAMES
from bedesten.kernel.agenda import detail_of
from bedesten.kernel.match import ForcedAnswer, Match
from bedesten.kernel.state import CHANCE

WIDE: Final = 110
ROOM_TO_ASK: Final = 8  # lines that question and choices need below the bazaar
SHORT_TO_ASK: Final = 8  # the same with few lines, two of log among them

_UNTOLD: Final = {("use_assistant", "pass"), ("act_again", "pass")}
_CARDS: Final = {
    "one_good": "IST-7.1",
    "five_lira": "IST-7.2",
    "far": "IST-7.6",
    "stay": "IST-7.5",
    "return": "IST-7.7",
    "family": "IST-7.4",
    "sell_any": "IST-7.8",
    "palace_twice": "IST-7.3",
    "post_twice": "IST-7.3",
    "dealer_twice": "IST-7.3",
}
_ACTIONS: Final = (1, 2, 2, 2, 3, 4, 5, 6, 7, 8, 8, 9, 10, 11, 11, 12)  # of IST-5, by place
_TILES: Final = {"red": "IST-8.1", "blue": "IST-8.2", "green": "IST-8.3", "yellow": "IST-8.4"}
_WORDS: Final = {
    "tile:yellow": "IST-8.4",
    "catch": "IST-6.1",
    "governor": "IST-6.2",
    "smuggler": "IST-6.3",
    "take:neutral": "IST-10.2",
}
_ABOUT_CARDS: Final = ("put_back", "give_card", "act_again", "turn_card", "deal_cards")


class IstanbulBoard(DrawnBoard[IstanbulTable]):
    """Bazaar and players."""

    quiet: ClassVar[frozenset[str]] = frozenset()
    loud: ClassVar[frozenset[str]] = frozenset({"turn_began", "got_ruby", "last_round", "ended"})
    hinted: ClassVar[frozenset[str]] = frozenset({"assistant", "merchants"})
    secret: ClassVar[bool] = True

    def __init__(self, language: str) -> None:
        super().__init__(language, __name__, IstanbulTable)

    def headline(self, match: Match) -> str:
        view = match.view(None)
        if match.state.turn == 0:
            return self.say("set_up")
        round_ = (view["turn"] - 1) // match.seats + 1
        actor = self.table(match, None).actor
        if actor is None:
            return self.say("headline_over", round=round_)
        key = "last_headline" if view["last_round"] else "headline"
        return self.say(key, round=round_, name=match.names[actor], n=view["rubies_to_end"])

    def draw(self, match: Match, seat: int | None, width: int, height: int | None) -> Drawing:
        table = self.table(match, seat)
        if width >= WIDE:
            for box in (bazaar.LINES, bazaar.FEWER_LINES):
                lines = _wide(table, box)
                if height is None or height >= len(lines) + ROOM_TO_ASK:
                    return Drawing(Group(*lines), bazaar.WIDTH, len(lines))
        lines = _narrow(table, width, height)
        return Drawing(Group(*lines), width, len(lines))

    def hint(self, match: Match, seat: int, word: str) -> Text:
        return hint(self.table(match, seat), step_asked(match, seat), word)

    def whole(
        self, match: Match, seat: int, word: str, text: str, rest: Sequence[ForcedAnswer]
    ) -> str:
        """A choice and what follows by itself, but for what its hint says or nobody would ask."""
        told = [one for one in rest if (one.step, one.word) not in _UNTOLD]
        return super().whole(match, seat, word, text, told)

    def brief(self, match: Match, seat: int, word: str, step: str = "") -> Text | None:
        return brief(self.table(match, seat), step or step_asked(match, seat), word)

    def listed(self, step: str, words: Sequence[str]) -> tuple[list[str], list[str]]:
        """First what is asked, with the way out at its end; then cards and the yellow tile."""
        besides = [word for word in words if step not in _ABOUT_CARDS and _is_card(word)]
        asked = [word for word in words if word not in besides]
        return sorted(asked, key=lambda word: word in ("pass", "done")), besides

    def clause(self, step: str, word: str) -> str | None:
        family, _, member = word.partition(":")
        if family == "card" and step not in ("put_back", "give_card"):
            return _CARDS[member]
        if family == "place" and step in ("move", "move_far", "send_family"):
            return f"IST-5.{_ACTIONS[int(member) - 1]}"
        if step == "take_tile":
            return _TILES[member]
        return _WORDS.get(word)

    def aside(self, match: Match, seat: int) -> str:
        """The market, the place or the figure that chance is asked about."""
        if seat != CHANCE:
            return ""
        names, detail = match.text(self.language).names, detail_of(match.state.question(seat))
        step = step_asked(match, seat)
        if step == "turn_demand":
            return names[f"market.{MARKET_NAMES[detail]}"]
        if step == "lay_place":
            return names[f"place.{detail}"]
        if step == "move_neutral":
            return names[f"place.{match.view(None)['neutral_merchants'][detail]}"]
        return ""

    def letters(self, match: Match) -> Text:
        table = self.table(match, None)
        return table.letters("good", {colour: good(colour, self.say) for colour in GOOD_NAMES})

    def legend(self, match: Match, seat: int) -> list[RenderableType]:
        return legend(self.table(match, seat))

    def also_called(self, word: str) -> tuple[str, ...]:
        family, _, member = word.partition(":")
        if family == "dice":
            low, _, high = member.partition("-")
            return f"{low}{high}", f"{high}{low}", f"{high}-{low}"
        return super().also_called(word)

    def standings(self) -> tuple[str, ...]:
        return tuple(self.say(what) for what in ("rubies", "lira", "goods", "cards"))


def _is_card(word: str) -> bool:
    return word.startswith("card:") or word == "tile:yellow"


def _wide(table: IstanbulTable, box: int) -> list[Text]:
    width = bazaar.WIDTH
    status = [players.piles(table, in_words=True), *players.under_way(table)]
    return [
        *bazaar.boxes(table, box),
        *players.in_full(table, width),
        *players.cards(table, width, in_words=True),
        *flow(status, width - 1, "   "),
    ]


def _narrow(table: IstanbulTable, width: int, height: int | None) -> list[Text]:
    """The whole table in few lines; there are lines between the places if there is room."""
    status = [players.piles(table, in_words=False), *players.under_way(table)]
    below = [
        *players.in_short(table, width),
        *players.cards(table, width, in_words=False),
        *flow(status, width - 1, "   "),
    ]
    tall = bazaar.narrow(table, width, rules=True)
    if height is not None and height < len(tall) + len(below) + SHORT_TO_ASK:
        tall = bazaar.narrow(table, width, rules=False)
    return [shortened(line, width) for line in [*tall, *below]]


def board(language: str) -> IstanbulBoard:
    return IstanbulBoard(language)
