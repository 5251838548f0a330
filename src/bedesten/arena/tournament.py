"""Plays the games of a plan that are not in its journal yet."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from functools import partial
from pathlib import Path

from bedesten.arena.bot_game import Terms, play_game, ranks_of
from bedesten.arena.journal import Head, Journal, Result
from bedesten.arena.luck_adjustment import luck_by_seat
from bedesten.arena.plan import Pairing
from bedesten.arena.sequential import Comparison, DealDifference
from bedesten.arena.workers import Work


def play(terms: Terms, keep_record: bool, with_luck: bool, pairing: Pairing) -> tuple[Result, str]:
    """Play one game; return its result, and its record if wanted."""
    match = terms.begin(pairing.seed, pairing.bots)
    stats = play_game(match, pairing.bots, terms, pairing.luck)
    result = Result(
        game=pairing.number,
        deal=pairing.deal,
        seed=pairing.seed,
        bots=pairing.bots,
        scores=match.scores,
        ranks=tuple(ranks_of(match, stats.faults)),
        turns=int(match.state.turn),
        decisions=tuple(stats.decisions),
        finished=match.over,
        faults=tuple(stats.faults) if any(stats.faults) else (),
        seconds=tuple(round(one, 3) for one in stats.seconds),
        luck=tuple(round(one, 6) for one in luck_by_seat(match)) if with_luck else (),
    )
    return result, match.record() if keep_record else ""


def run(
    journal: Journal, work: Work, on_result: Callable[[Result], None], records: Path | None = None
) -> None:
    """Play until all games are played or the sequential test has a verdict."""
    head = journal.head
    early_stop = EarlyStop(head)
    if early_stop.is_done(journal):
        return
    missing = [n for n in range(head.games) if n not in journal.results]
    do = partial(play, head.plan.terms, records is not None, head.luck_adjusted)
    games: Generator[tuple[Result, str], None, None] = work(do, head.plan.pairings(missing))
    try:
        for result, record in games:
            if records is not None:
                (records / record_name(result)).write_text(record, encoding="utf-8")
            journal.add(result)
            on_result(result)
            if early_stop.is_done(journal):
                break
    finally:
        games.close()


def record_name(result: Result) -> str:
    return f"game-{result.game:06}.txt"


class EarlyStop:
    """Feeds complete deals to the sequential test in their order, whenever they are played."""

    def __init__(self, head: Head) -> None:
        self._test = None if head.until is None else Comparison(head.until)
        self._plan = head.plan
        self._next = 0

    def is_done(self, journal: Journal) -> bool:
        if self._test is None:
            return False
        return any(self._test.update(one) != "open" for one in self._fresh(journal))

    def _fresh(self, journal: Journal) -> Iterator[DealDifference]:
        size = self._plan.games_a_deal
        while True:
            numbers = range(self._next * size, (self._next + 1) * size)
            games = [journal.results[n] for n in numbers if n in journal.results]
            if len(games) < size:
                return
            self._next += 1
            yield difference(games, *self._plan.names[:2])


def difference(deal: Sequence[Result], first: str, second: str) -> DealDifference:
    """The share of wins per seat of the first bot, less that of the second."""
    won = {first: 0.0, second: 0.0}
    held = {first: 0, second: 0}
    for game in deal:
        winners = game.ranks.count(1)
        for bot, rank in zip(game.bots, game.ranks, strict=True):
            if bot in won:
                held[bot] += 1
                won[bot] += 1 / winners if rank == 1 else 0.0
    value = won[first] / held[first] - won[second] / held[second]
    return DealDifference(value, not any(game.faults for game in deal))
