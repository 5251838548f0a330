"""Books kept from the events alone, to be compared with what lies on the table."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Protocol

from bedesten import Event, Match

COLOURS = ("red", "yellow", "green", "blue")


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

    def _scored(self, seat: int, points: int, score: int) -> None:
        assert points >= 0, "scores never fall"
        self.scores[seat] += points
        assert score == self.scores[seat]

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


LEDGERS: dict[str, Callable[[Match], Ledger]] = {"basari": BasariLedger, "toy": ToyLedger}
