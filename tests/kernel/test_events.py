"""What happened, by name, and who may know of it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bedesten import Event
from bedesten.kernel.event import NUMBER, SEAT, Amounts, EventKind, named
from bedesten.kernel.state import NOBODY, Told
from bedesten.kernel.step import EVERYBODY
from bedesten.kernel.words import bit
from playing import NAMES, find

COLOURS = ("red", "green", "blue")
KINDS = (
    EventKind("walked", "T-1", {"pips": NUMBER, "archway": NUMBER}),
    EventKind("took", "T-2", {"colour": COLOURS, "n": NUMBER}),
    EventKind("gave", "T-3", {"to": SEAT, "gems": Amounts(COLOURS)}),
    EventKind("paid", "T-4", {"gems": Amounts(("red", "green")), "to": SEAT, "n": NUMBER}),
    EventKind("ended", "T-5", {}),
    EventKind("played", "T-6", {"card": ("lira", "far")}, clauses={"far": "T-7"}, causes=True),
    EventKind("got", "", {"n": NUMBER}, caused=True),
)
STEPS = ("T-8", "T-9")


def told(kind: int, seat: int = 0, *numbers: int, seen_by: int = EVERYBODY) -> Event:
    a, b, c, d = [*numbers, 0, 0, 0, 0][:4]
    return named([Told(kind, seat, a, b, c, d, seen_by)], KINDS, STEPS)[0]


def test_numbers_get_the_names_of_their_fields() -> None:
    assert told(0, 2, 6, 11) == Event("walked", "T-1", 2, {"pips": 6, "archway": 11}, EVERYBODY)


def test_a_number_that_stands_for_a_name_is_told_as_the_name() -> None:
    assert told(1, 0, 2, 5).values == {"colour": "blue", "n": 5}


def test_amounts_are_told_by_kind() -> None:
    assert told(2, 0, 1, 4, 5, 6).values == {"to": 1, "gems": {"red": 4, "green": 5, "blue": 6}}
    assert told(3, 0, 4, 5, 1, 9).values == {"gems": {"red": 4, "green": 5}, "to": 1, "n": 9}


def test_an_event_of_nobody_has_no_seat() -> None:
    assert told(4, NOBODY).seat is None
    assert told(4, NOBODY).values == {}
    assert told(4, 0).seat == 0


def clauses(*told: Told) -> list[str]:
    return [event.clause for event in named(told, KINDS, STEPS)]


def test_an_event_without_a_clause_has_that_of_its_step() -> None:
    assert clauses(Told(6, 0, 1, 0, 0, 0, EVERYBODY, 1)) == ["T-9"]


def test_a_value_can_decide_the_clause() -> None:
    far, lira = Told(5, 0, 1, 0, 0, 0, EVERYBODY), Told(5, 0, 0, 0, 0, 0, EVERYBODY)
    assert clauses(far, lira) == ["T-7", "T-6"]


def test_what_an_event_causes_has_its_clause_for_that_seat_in_that_step() -> None:
    far, got = Told(5, 0, 1, 0, 0, 0, EVERYBODY), Told(6, 0, 1, 0, 0, 0, EVERYBODY)
    rival, later = Told(6, 1, 1, 0, 0, 0, EVERYBODY), Told(6, 0, 1, 0, 0, 0, EVERYBODY, 1)
    assert clauses(far, got, rival, later) == ["T-7", "T-7", "T-8", "T-9"]


def test_everybody_sees_what_is_told_to_everybody() -> None:
    event = told(4)
    assert all(event.is_seen_by(seat) for seat in [*range(5), None])


@given(st.sets(st.integers(0, 5)))
def test_some_seats_see_what_is_told_to_them_and_the_gallery_does_not(seats: set[int]) -> None:
    event = told(4, seen_by=sum(bit(seat) for seat in seats))
    assert {seat for seat in range(6) if event.is_seen_by(seat)} == seats
    assert not event.is_seen_by(None)


@given(st.integers(0, 5))
def test_what_is_told_to_all_but_one_the_gallery_sees_too(seat: int) -> None:
    event = told(4, seen_by=EVERYBODY & ~bit(seat))
    assert [other for other in range(6) if not event.is_seen_by(other)] == [seat]
    assert event.is_seen_by(None)


@pytest.mark.parametrize("name", NAMES)
def test_every_event_of_a_game_has_room_for_its_numbers(name: str) -> None:
    for kind in find(name).events:
        numbers = sum(
            len(meaning.kinds) if isinstance(meaning, Amounts) else 1
            for meaning in kind.fields.values()
        )
        assert numbers <= 4, kind.name
        assert "seat" not in kind.fields, "seat is whose event it is"


@pytest.mark.parametrize("name", NAMES)
def test_no_two_events_of_a_game_have_one_name(name: str) -> None:
    names = [kind.name for kind in find(name).events]
    assert len(set(names)) == len(names)
