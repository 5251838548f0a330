"""The figures of a tournament; tables and reports are made from them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import permutations

from bedesten.arena.estimates import (
    DealRatio,
    Estimate,
    mean_by_deal,
    share_by_deal,
    without_luck,
)
from bedesten.arena.journal import Journal, Result
from bedesten.arena.plan import Plan
from bedesten.arena.ratings import Finish, ratings
from bedesten.arena.sequential import Finding, decide
from bedesten.arena.tournament import difference


@dataclass(frozen=True)
class BotSummary:
    """The figures of one bot."""

    name: str
    seat_games: int
    """How many seats it held in all games together."""
    wins: Estimate
    """Share of a game per seat it held; a victory shared by two counts half for each."""
    adjusted: Estimate | None
    """The share of wins with the luck taken out, if the luck was computed."""
    games_saved: float | None
    """How many of the games would have done for the same bounds with the luck taken out, as the
    share that could have been left out."""
    par: float
    """Its share if all bots were equal."""
    rank: Estimate
    """The mean place; tied seats share the mean of their places."""
    score: Estimate
    rating: Estimate
    decisions: int
    faults: int
    """How many of its decisions the fallback made."""
    forfeits: int
    """How many seats it lost by such a fault."""
    seconds: float
    """How long it thought for a decision, on average."""


@dataclass(frozen=True)
class PairSummary:
    """How often one bot finishes ahead of another in the games that both play."""

    first: str
    second: str
    ahead: Estimate
    seat_pairs: int


@dataclass(frozen=True)
class Summary:
    """The figures of all complete deals."""

    plan: Plan
    games: int
    deals: int
    unfinished: int
    bots: list[BotSummary]
    pairs: list[PairSummary]
    seats: list[Estimate]
    """The share of wins of each seat, whichever bot holds it."""
    turns: Estimate
    lengths: dict[int, int]
    """How many games took how many turns."""
    finding: Finding | None = None
    evidence: list[float] | None = None
    """By deal, the difference that the sequential test has seen."""
    provenance: dict[str, str] = field(default_factory=dict)
    """The package, build and weights with which the tournament was begun."""


class NothingPlayed(ValueError):
    """No deal is complete, so there is nothing to compare."""


def summary(journal: Journal) -> Summary:
    """Summarize the complete deals; those after a verdict do not count."""
    deals = journal.whole_deals
    plan = journal.head.plan
    finding = None
    differences = None
    if journal.head.until is not None:
        differences = [difference(deal, *plan.names[:2]) for deal in deals]
        finding = decide(differences, journal.head.until)
        deals = deals[: finding.deals]
        differences = differences[: finding.deals]
    if not deals:
        raise NothingPlayed("no deal was played to its end")
    games = [game for deal in deals for game in deal]
    rated = ratings(plan.names, [Finish(one.deal, one.bots, one.ranks) for one in games])
    return Summary(
        plan=plan,
        games=len(games),
        deals=len(deals),
        unfinished=sum(not game.finished for game in games),
        bots=[_bot(name, deals, rated[name]) for name in plan.names],
        pairs=[_pair(*two, deals) for two in permutations(plan.names, 2)],
        seats=[_seat(seat, deals) for seat in range(plan.terms.seats)],
        turns=mean_by_deal([DealRatio(sum(g.turns for g in deal), len(deal)) for deal in deals]),
        lengths=dict(sorted(Counter(game.turns for game in games).items())),
        finding=finding,
        evidence=None if differences is None else [one.value for one in differences],
        provenance=journal.head.provenance,
    )


Deals = Sequence[Sequence[Result]]


def _bot(name: str, deals: Deals, rating: Estimate) -> BotSummary:
    games = [game for deal in deals for game in deal if name in game.bots]
    held = sum(game.bots.count(name) for game in games)
    faults = forfeits = asked = 0
    seconds = 0.0
    for game in games:
        for seat, bot in enumerate(game.bots):
            if bot == name:
                asked += game.decisions[seat]
                faults += game.faults[seat] if game.faults else 0
                forfeits += bool(game.faults and game.faults[seat])
                seconds += game.seconds[seat] if game.seconds else 0.0
    adjusted = saved = None
    if all(game.luck for game in games):
        won = _by_deal(name, deals, _won)
        luck = _by_deal(name, deals, lambda game, seat: game.luck[seat])
        adjusted = mean_by_deal(without_luck(won, [one.part for one in luck]))
        plain = mean_by_deal(won)
        spread = plain.high - plain.low
        saved = 1 - ((adjusted.high - adjusted.low) / spread) ** 2 if spread else None
    return BotSummary(
        name=name,
        seat_games=held,
        wins=share_by_deal(_by_deal(name, deals, _won)),
        adjusted=adjusted,
        games_saved=saved,
        par=1 / len(games[0].bots),
        rank=mean_by_deal(_by_deal(name, deals, _place)),
        score=mean_by_deal(_by_deal(name, deals, lambda game, seat: game.scores[seat])),
        rating=rating,
        decisions=asked,
        faults=faults,
        forfeits=forfeits,
        seconds=round(seconds / max(1, asked), 6),
    )


def _by_deal(name: str, deals: Deals, what: Callable[[Result, int], float]) -> list[DealRatio]:
    """By deal, a quantity summed over the seats that a bot held."""
    found = []
    for deal in deals:
        each = [
            what(game, seat) for game in deal for seat, bot in enumerate(game.bots) if bot == name
        ]
        found.append(DealRatio(sum(each), len(each)))
    return found


def _won(game: Result, seat: int) -> float:
    return 1 / game.ranks.count(1) if game.ranks[seat] == 1 else 0.0


def _place(game: Result, seat: int) -> float:
    return game.ranks[seat] + (game.ranks.count(game.ranks[seat]) - 1) / 2


def _seat(seat: int, deals: Deals) -> Estimate:
    return share_by_deal([DealRatio(sum(_won(game, seat) for game in d), len(d)) for d in deals])


def _pair(first: str, second: str, deals: Deals) -> PairSummary:
    found: list[DealRatio] = []
    for deal in deals:
        each = [
            (game.ranks[a] < game.ranks[b]) + (game.ranks[a] == game.ranks[b]) / 2
            for game in deal
            for a, b in permutations(range(len(game.bots)), 2)
            if (game.bots[a], game.bots[b]) == (first, second)
        ]
        found.append(DealRatio(sum(each), len(each)))
    return PairSummary(first, second, share_by_deal(found), int(sum(part.whole for part in found)))
