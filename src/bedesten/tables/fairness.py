"""The luck of a table: what is promised about it before the game, and all draws after it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from bedesten.kernel.agenda import detail_of, seat_of, step_of
from bedesten.kernel.fair_luck import Commitment, KeyedLuck, Share, hash_of
from bedesten.kernel.match import Match
from bedesten.tables.entries import Chair, Opened


def with_shares(
    agreed: Opened, chairs: Sequence[Chair], shares: Mapping[str, str]
) -> Commitment | None:
    """What is promised about the luck, with the shares of the people who sit there now.

    The shares enter the key in the order of the seats before these are shuffled.
    """
    if agreed.commitment is None or agreed.from_record:
        return agreed.commitment
    added: list[Share] = []
    people: set[str] = set()
    for seat, chair in enumerate(chairs):
        if chair.kind == "person" and chair.person not in people and chair.person in shares:
            people.add(chair.person)
            text = shares[chair.person]
            added.append(Share(seat, hash_of(text), text))
    return replace(agreed.commitment, shares=tuple(added))


def shuffled(commitment: Commitment, seats: int) -> Commitment:
    """The commitment after its key has shuffled the seats."""
    assert commitment.key is not None
    order = KeyedLuck(commitment.key).order(seats)
    moved = tuple(replace(one, seat=order.index(one.seat)) for one in commitment.shares)
    return replace(commitment, shares=moved, shuffled=order)


@dataclass(frozen=True)
class Drawn:
    """One draw, as everybody can check it: the ticket follows from the key and the number."""

    number: int
    turn: int
    tickets: int
    words: tuple[tuple[str, int, int], ...]
    """Each word with its first and last ticket; a word may have several such ranges."""
    word: str
    step: str
    is_open: bool
    """Whether everybody knew the odds and saw what was drawn; not so for cards of a hidden pile."""


def drawn_after(before: Match, after: Match) -> Iterable[Drawn]:
    """The draws that led from one moment of a match to a later one."""
    probe = before.fork()
    for answer in after.history[len(before.history) :]:
        if answer.draw is not None:
            tickets = int(probe.state.tickets)
            asked = probe.state.asked
            step = probe.state.book[step_of(asked)]
            yield Drawn(
                number=answer.draw,
                turn=answer.turn,
                tickets=tickets,
                words=_ranges(probe, tickets),
                word=answer.word,
                step=probe.game.steps[step_of(asked)],
                is_open=step.is_open(probe.state, seat_of(asked), detail_of(asked)),
            )
        probe.repeat(answer.seat, answer.word)


def _ranges(match: Match, tickets: int) -> tuple[tuple[str, int, int], ...]:
    found: list[tuple[str, int, int]] = []
    for ticket in range(tickets):
        word = match.game.vocabulary[match.state.word_of(ticket)]
        first = ticket
        if found and found[-1][0] == word:
            first = found.pop()[1]
        found.append((word, first, ticket))
    return tuple(found)
