"""Books kept from the events alone, to be compared with what lies on the table."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, ClassVar, Protocol

from bedesten import Event, Match

COLOURS = ("red", "yellow", "green", "blue")
GOODS = ("red", "green", "yellow", "blue")
RUBIES = {2: 21, 3: 25, 4: 31, 5: 32}  # of Istanbul, by players


class Ledger(Protocol):
    def hear(self, events: Iterable[Event]) -> None:
        """Enter what has happened."""

    def compare(self, match: Match) -> None:
        """The table agrees with the book, and nothing has been lost or made."""


class BasariLedger:
    def __init__(self, match: Match) -> None:
        data = match.game.data(match.changes)
        self.gems_per_colour = data.gems_per_colour
        self.ring = len(data.ring.archways)
        self.gems = [dict.fromkeys(COLOURS, data.starting_gems) for _ in range(match.seats)]
        self.scores = [0] * match.seats
        self.archways: list[int | None] = [None] * match.seats
        self.offered: tuple[int, dict[str, int]] | None = None
        self.haggling: dict[str, Any] | None = None
        self.round = 0
        self.scorings = 0
        self.over = False

    def hear(self, events: Iterable[Event]) -> None:
        for event in events:
            assert not self.over, "nothing happens after the end"
            handle = getattr(self, f"_{event.name}", None)
            if handle is not None:
                handle(event.seat, **event.values)

    def _placed(self, seat: int, archway: int) -> None:
        assert self.archways[seat] is None
        assert archway not in self.archways
        self.archways[seat] = archway

    def _round_began(self, seat: None, round: int) -> None:
        self.round += 1
        assert round == self.round

    def _walked(self, seat: int, pips: int, archway: int) -> None:
        before = self.archways[seat]
        assert before is not None
        assert 1 <= pips <= 6
        assert archway == (before + pips - 1) % self.ring + 1
        self.archways[seat] = archway

    def _scored(self, seat: int, points: int, score: int, source: str) -> None:
        assert points >= 0, "scores never fall"
        self.scores[seat] += points
        assert score == self.scores[seat]

    def _counted(self, seat: int, gems: dict[str, int]) -> None:
        assert gems == self.gems[seat]

    def _totalled(self, seat: int, before: int, score: int) -> None:
        assert before <= score == self.scores[seat]

    def _took_gems(self, seat: int, colour: str, n: int) -> None:
        assert n > 0
        self.gems[seat][colour] += n

    def _returned_gems(self, seat: int, colour: str, n: int) -> None:
        assert n > 0
        self.gems[seat][colour] -= n

    def _haggle_began(self, seat: None, action: str, one: int, two: int) -> None:
        assert self.haggling is None
        assert one != two
        self.haggling = {"seats": {one, two}}
        self.offered = None

    def _offered(self, seat: int, gems: dict[str, int]) -> None:
        assert self.haggling is not None
        assert seat in self.haggling["seats"]
        assert all(gems[colour] <= self.gems[seat][colour] for colour in COLOURS)
        if self.offered is not None:
            assert self.offered[0] != seat
            assert _worth(gems) > _worth(self.offered[1])
        self.offered = seat, gems

    def _gave_up(self, seat: int, action: str) -> None:
        assert self.offered is None
        self.haggling = None

    def _accepted(self, seat: int, gems: dict[str, int]) -> None:
        assert self.offered is not None
        giver, offer = self.offered
        assert offer == gems
        assert giver != seat
        for colour in COLOURS:
            self.gems[giver][colour] -= gems[colour]
            self.gems[seat][colour] += gems[colour]
        self.haggling = self.offered = None

    def _scoring_began(self, seat: None, scoring: int, last: int) -> None:
        self.scorings += 1
        assert (scoring, scoring <= last) == (self.scorings, True)

    def _ended(self, seat: None) -> None:
        self.over = True

    def compare(self, match: Match) -> None:
        pieces = match.position()["pieces"]
        assert [p["gems"] for p in pieces["players"]] == self.gems
        assert [p["archway"] for p in pieces["players"]] == self.archways
        assert list(match.scores) == self.scores
        assert match.state.turn == self.round
        assert pieces["scorings"] == self.scorings
        assert match.over == self.over
        for colour in COLOURS:
            on_the_table = [pieces["bank"][colour], *[gems[colour] for gems in self.gems]]
            assert sum(on_the_table) == self.gems_per_colour
            assert min(on_the_table) >= 0


def _worth(gems: dict[str, int]) -> tuple[int, ...]:
    return (sum(gems.values()), *gems.values())


class TradersLedger:
    """Lira, goods and rubies of every seat, added up from the events."""

    lira_by_event: ClassVar[dict[str, int]] = {
        "got_lira": 1,
        "paid_lira": -1,
        "paid_merchant": -1,
        "paid_neutral": -1,
    }

    def __init__(self, match: Match) -> None:
        self.lira = [0] * match.seats
        self.rubies = [0] * match.seats
        self.goods = [dict.fromkeys(GOODS, 0) for _ in range(match.seats)]
        self.turn = 0
        self.over = False

    def hear(self, events: Iterable[Event]) -> None:
        for event in events:
            assert not self.over, "nothing happens after the end"
            if event.name in self.lira_by_event:
                assert event.seat is not None
                assert event.values["n"] >= 0
                self.lira[event.seat] += self.lira_by_event[event.name] * event.values["n"]
            handle = getattr(self, f"_{event.name}", None)
            if handle is not None:
                handle(event.seat, **event.values)

    def _turn_began(self, seat: int, turn: int) -> None:
        self.turn += 1
        assert turn == self.turn

    def _got_good(self, seat: int, good: str, n: int) -> None:
        assert n > 0
        self.goods[seat][good] += n

    def _ended(self, seat: None) -> None:
        self.over = True

    def compare(self, match: Match) -> None:
        players = match.position()["pieces"]["players"]
        assert [p["lira"] for p in players] == self.lira
        assert min(self.lira) >= 0
        assert [p["goods"] for p in players] == self.goods
        assert list(match.scores) == self.rubies
        assert match.state.turn == self.turn
        assert match.over == self.over


class IstanbulLedger(TradersLedger):
    """Money comes and goes only where an event says so; everything printed is conserved."""

    def __init__(self, match: Match) -> None:
        super().__init__(match)
        self.data = match.game.data(match.changes)
        self.cards = [0] * match.seats
        self.merchants = [7] * match.seats

    def _paid_merchant(self, seat: int, n: int, other: int) -> None:
        assert self.merchants[other] == self.merchants[seat]
        self.lira[other] += n

    def _gave_good(self, seat: int, good: str, n: int) -> None:
        self.goods[seat][good] -= n

    def _got_ruby(self, seat: int, source: str, rubies: int) -> None:
        self.rubies[seat] += 1
        assert rubies == self.rubies[seat]

    def _drew_card(self, seat: int, card: str) -> None:
        self.cards[seat] += 1

    def _took_discard(self, seat: int, card: str) -> None:
        self.cards[seat] += 1

    def _played_card(self, seat: int, card: str) -> None:
        self.cards[seat] -= 1

    def _gave_card(self, seat: int, card: str) -> None:
        self.cards[seat] -= 1

    def _moved(self, seat: int, place: str) -> None:
        assert self.merchants[seat] != int(place)
        self.merchants[seat] = int(place)

    def _stayed(self, seat: int, place: str) -> None:
        assert self.merchants[seat] == int(place)

    def compare(self, match: Match) -> None:
        super().compare(match)
        pieces = match.position()["pieces"]
        players = pieces["players"]
        assert [sum(p["hand"].values()) for p in players] == self.cards
        assert [p["merchant"] for p in players] == self.merchants
        in_play = 0 if pieces["in_play"] is None else 1
        cards = sum(pieces["pile"].values()) + len(pieces["discards"]) + in_play + sum(self.cards)
        assert cards == 26
        assert sum(pieces["rubies"].values()) + sum(self.rubies) == RUBIES[match.seats]
        neutral = sum(pieces["neutral_assistants"].values())
        for p in players:
            own = p["stack"].count("own") + len(p["out"])
            variant = match.options.get("neutral_assistants", False)
            assert own == (3 if variant else 4) + ("blue" in p["tiles"])
            neutral += p["stack"].count("neutral")
            assert max(p["goods"].values()) <= 2 + p["extensions"]
        assert neutral == (match.seats if match.options.get("neutral_assistants", False) else 0)


class ChooseWriteLedger(TradersLedger):
    """A sheet is filled by what events say, and every card lies somewhere."""

    def __init__(self, match: Match) -> None:
        super().__init__(match)
        self.goods_cards = [0] * match.seats

    def _crossed_goods(self, seat: int, good: str, n: int) -> None:
        self.goods[seat][good] -= n

    def _drew_goods_card(self, seat: int, goods: str) -> None:
        self.goods_cards[seat] += 1

    def _gave_goods_card(self, seat: int, goods: str) -> None:
        self.goods_cards[seat] -= 1

    def _ruby(self, seat: int, rubies: int, letter: str = "") -> None:
        self.rubies[seat] += 1
        assert rubies == self.rubies[seat]

    _got_ruby = _got_palace_ruby = _got_box_ruby = _got_row_ruby = _ruby

    def compare(self, match: Match) -> None:
        super().compare(match)
        pieces = match.position()["pieces"]
        players = pieces["players"]
        held = [sum(p["goods_cards"].values()) + sum(p["named"].values()) for p in players]
        assert held == self.goods_cards
        goods = sum(pieces["goods_pile"].values()) + sum(pieces["goods_discards"].values())
        assert goods + sum(held) == 16
        guild = len(pieces["guild_pile"]) + len(pieces["guild_discards"])
        guild += 0 if pieces["guild_in_play"] is None else 1
        assert guild + sum(len(p["guild"]) + len(p["drawn"]) for p in players) == 16
        places = sum(pieces["pile"].values()) + sum(pieces["discards"].values())
        places += sum(card is not None for card in pieces["display"])
        assert places + sum(p["place"] is not None for p in players) == 40
        rubies = [card for letter in pieces["palaces"].values() for card in letter]
        assert sorted(rubies + pieces["ruby_pile"]) == list(range(1, 21))
        for p in players:
            assert all(0 <= p["goods"][good] <= p["filled"][good] <= 13 for good in GOODS)
            assert 0 <= p["lira"] <= p["lira_filled"] <= 40


class ToyLedger:
    def __init__(self, match: Match) -> None:
        self.scores = [0] * match.seats

    def hear(self, events: Iterable[Event]) -> None:
        for event in events:
            if event.seat is not None:
                self.scores[event.seat] += event.values.get("amount", 0) + event.values.get("n", 0)

    def compare(self, match: Match) -> None:
        pieces = match.position()["pieces"]
        assert list(match.scores) == self.scores
        assert [sum(kind) for kind in zip(pieces["pile"], *pieces["hands"], strict=True)] == [
            4,
            4,
            3,
        ]


LEDGERS: dict[str, Callable[[Match], Ledger]] = {
    "basari": BasariLedger,
    "choose_write": ChooseWriteLedger,
    "istanbul": IstanbulLedger,
    "toy": ToyLedger,
}
