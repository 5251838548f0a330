"""Basari a second time, told as the clauses tell it; nothing is shared with the engine.

An `Oracle` hears the words of a game one by one and knows after each of them
who is asked, what may be said, and what lies on the table. It is written to be
compared with a page of rules, not to be fast: the game is one long tale that
stops at every `yield` until somebody speaks, a pawn walks field by field, and
what may be offered is found by writing down every offer there is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise, product
from typing import Any, TypeVar

from oracle.ranking import ranked

CHANCE = -1
COLOURS = ("red", "yellow", "green", "blue")  # BAS-1.1, the dearest first
TILES = ("die", "points", "gems")  # BAS-1.2, and the order of BAS-3.4
PIPS = ("pips:1", "pips:2", "pips:3", "pips:4", "pips:5", "pips:6")

Gems = dict[str, int]
Speech = tuple[str, ...]
"""What one says in a haggle until the other is asked: `gem:red gem:blue done`, or `accept`."""

T = TypeVar("T")
Tale = Generator[dict[int, Speech], tuple[int, str], T]
"""A part of the game: it yields what each is asked, and is sent who said what."""


# -- BAS-1 Material -------------------------------------------------------


@dataclass(frozen=True)
class Box:
    """The components; what a variant may change."""

    gems_per_colour: int = 25
    starting_gems: int = 3
    lap_points: int = 10
    die_points: int = 6
    track: int = 85
    return_alone: int = 3
    return_tied: int = 2
    majority: Mapping[str, int] = field(
        default_factory=lambda: {"red": 14, "yellow": 12, "green": 10, "blue": 8}
    )
    archways: Sequence[Sequence[int]] = (
        (7, 0, 0, 2, 0),
        (6, 0, 1, 0, 2),
        (4, 2, 0, 0, 2),
        (6, 0, 1, 2, 0),
        (5, 2, 1, 0, 0),
        (7, 0, 1, 0, 1),
        (4, 1, 1, 2, 0),
        (5, 1, 1, 0, 1),
        (6, 0, 0, 2, 1),
        (4, 2, 1, 0, 1),
        (7, 0, 1, 1, 0),
        (4, 1, 2, 0, 1),
        (5, 1, 0, 2, 0),
        (7, 1, 0, 0, 1),
        (6, 0, 0, 1, 2),
        (7, 2, 0, 0, 0),
        (5, 0, 2, 1, 0),
        (4, 0, 1, 2, 1),
        (6, 1, 0, 0, 2),
        (5, 2, 0, 1, 0),
        (6, 0, 2, 0, 1),
        (7, 1, 1, 0, 0),
        (4, 0, 1, 3, 0),
        (7, 0, 0, 0, 2),
        (4, 1, 1, 1, 1),
        (5, 2, 0, 0, 1),
        (6, 0, 1, 1, 1),
        (5, 1, 2, 0, 0),
    )

    def points_of(self, archway: int) -> int:
        return self.archways[archway - 1][0]

    def gems_of(self, archway: int) -> Gems:
        return dict(zip(COLOURS, self.archways[archway - 1][1:], strict=True))


def box(changes: Mapping[str, Any]) -> Box:
    """The components with what a variant's data file changes."""
    plain: dict[str, Any] = {
        key: value for key, value in changes.items() if key not in ("majority", "ring")
    }
    if "majority" in changes:
        plain["majority"] = {**Box().majority, **changes["majority"]}
    if "ring" in changes:
        plain["archways"] = changes["ring"]["archways"]
    return Box(**plain)


def no_gems() -> Gems:
    return dict.fromkeys(COLOURS, 0)


@dataclass
class Player:
    """What lies before a player and where the pawn stands; archways count from 1."""

    gems: Gems
    archway: int | None = None
    start: int | None = None
    walked: int = 0
    came_round: bool = False
    score: int = 0
    tile: str | None = None

    def number_of_gems(self) -> int:
        return sum(self.gems.values())


@dataclass
class Haggle:
    """Two players about one action."""

    action: str
    seats: tuple[int, int]
    rolls: dict[int, int] = field(default_factory=dict)
    """At equal points: what each has rolled so far."""
    bidder: int | None = None
    """Whose offer stands."""
    offer: Gems = field(default_factory=no_gems)
    draft: Gems = field(default_factory=no_gems)
    """The offer that is just being put together."""


@dataclass
class Table:
    """Everything that all can see, and the tiles too."""

    box: Box
    players: list[Player]
    bank: Gems
    laps: int
    decline: bool = False
    round: int = 0
    scorings: int = 0
    choosing: bool = False
    """Tiles lie face down: not everybody has chosen yet."""
    haggle: Haggle | None = None
    over: bool = False
    happened: Counter[str] = field(default_factory=Counter)
    """How often something worth counting took place."""

    def score_marker(self, seat: int) -> tuple[int | None, int]:
        """BAS-1.5: the number under the marker, None on the arrow, and the times round."""
        shown: int | None = None
        times_round = 0
        for _ in range(self.players[seat].score):
            if shown is None:
                shown = 1
            elif shown == self.box.track:
                shown = 1
                times_round += 1
            else:
                shown += 1
        return shown, times_round

    def to_go(self, seat: int) -> int:
        """The fields to the start tile, none for who has reached or passed it."""
        player = self.players[seat]
        return 0 if player.came_round else len(self.box.archways) - player.walked


# -- asking ---------------------------------------------------------------


def ask(who: int, words: Sequence[str]) -> Tale[str]:
    """Ask one seat, or chance, and wait for the answer."""
    _, word = yield {who: tuple(words)}
    return word


def roll() -> Tale[int]:
    word = yield from ask(CHANCE, PIPS)
    return int(word.removeprefix("pips:"))


# -- the game -------------------------------------------------------------


def play(table: Table, start: str) -> Tale[None]:
    """The whole game."""
    if start == "choose":
        yield from choose_start_fields(table)
    else:
        yield from deal_start_fields(table)
    while not table.over:
        yield from play_round(table)


# BAS-2 Set-up


def lay_out(box: Box, seats: int, laps: int, decline: bool = False) -> Table:
    """BAS-2.1: gems for everybody, the rest is the bank."""
    bank = dict.fromkeys(COLOURS, box.gems_per_colour)
    players = []
    for _ in range(seats):
        gems = no_gems()
        for colour in COLOURS:
            for _ in range(box.starting_gems):
                bank[colour] -= 1
                gems[colour] += 1
        players.append(Player(gems))
    return Table(box, players, bank, laps, decline)


def choose_start_fields(table: Table) -> Tale[None]:
    """BAS-2.2: chance names the next one, who chooses a free archway."""
    while True:
        without = [seat for seat, player in enumerate(table.players) if player.archway is None]
        if not without:
            return
        named = yield from ask(CHANCE, [f"seat:{seat}" for seat in without])
        seat = int(named.removeprefix("seat:"))
        chosen = yield from ask(seat, free_archways(table))
        place(table.players[seat], chosen)


def deal_start_fields(table: Table) -> Tale[None]:
    """BAS-7.1, `random`: chance deals distinct archways in the order of the seats."""
    for player in table.players:
        dealt = yield from ask(CHANCE, free_archways(table))
        place(player, dealt)


def free_archways(table: Table) -> list[str]:
    taken = [player.start for player in table.players]
    numbers = range(1, len(table.box.archways) + 1)
    return [f"archway:{number}" for number in numbers if number not in taken]


def place(player: Player, word: str) -> None:
    player.start = int(word.removeprefix("archway:"))
    player.archway = player.start


# BAS-3 A round


def play_round(table: Table) -> Tale[None]:
    table.round += 1
    for player in table.players:
        player.tile = None  # BAS-1.2: tiles come back to the hand
    # Phase 1, BAS-3.1
    for player in table.players:
        pips = yield from roll()
        walk(table, player, pips)
    # Phase 2, BAS-3.2
    yield from choose_tiles(table)
    # BAS-3.3 and BAS-3.4
    haggles = 0
    for action in TILES:
        seats = [seat for seat, player in enumerate(table.players) if player.tile == action]
        if len(seats) == 1:
            yield from carry_out(table, action, seats[0])
        elif len(seats) == 2:
            haggles += 1
            winner = yield from haggle_for(table, action, (seats[0], seats[1]))
            yield from carry_out(table, action, winner)
        elif len(seats) > 2:
            table.happened[f"lapse of {len(seats)}"] += 1
    if haggles == 2:
        table.happened["two haggles in a round"] += 1
    # BAS-5.1
    if any(player.came_round for player in table.players):
        score_lap(table)


def choose_tiles(table: Table) -> Tale[None]:
    """All choose at the same time, so whoever has not chosen yet may speak."""
    table.choosing = True
    while True:
        missing = [seat for seat, player in enumerate(table.players) if player.tile is None]
        if not missing:
            break
        seat, tile = yield dict.fromkeys(missing, TILES)
        table.players[seat].tile = tile
    table.choosing = False


def walk(table: Table, player: Player, pips: int) -> None:
    """Clockwise, field by field; BAS-5.1: did the pawn reach its start tile?"""
    for _ in range(pips):
        assert player.archway is not None
        if player.archway == len(table.box.archways):
            player.archway = 1
        else:
            player.archway += 1
        player.walked += 1
        if player.archway == player.start:
            player.came_round = True


def carry_out(table: Table, action: str, seat: int) -> Tale[None]:
    player = table.players[seat]
    if table.decline:  # BAS-3.8
        answer = yield from ask(seat, [action, "pass"])
        if answer == "pass":
            table.happened["declined"] += 1
            return
    assert player.archway is not None
    if action == "die":  # BAS-3.5
        pips = yield from roll()
        before = player.came_round
        walk(table, player, pips)
        player.score += table.box.die_points - pips
        if player.came_round and not before:
            table.happened["come round by the die action"] += 1
    elif action == "points":  # BAS-3.6
        player.score += table.box.points_of(player.archway)
    else:  # BAS-3.7
        short = False
        for colour, number in table.box.gems_of(player.archway).items():
            for _ in range(number):
                if table.bank[colour] > 0:
                    table.bank[colour] -= 1
                    player.gems[colour] += 1
                else:
                    short = True
        if short:
            table.happened["bank short"] += 1
            if [other.tile for other in table.players].count("gems") == 2:
                table.happened["bank short after a haggle"] += 1


# BAS-4 The haggle


def haggle_for(table: Table, action: str, seats: tuple[int, int]) -> Tale[int]:
    """Return who carries the action out; what is paid for it has changed hands."""
    haggle = Haggle(action, seats)
    table.haggle = haggle
    opener = yield from who_opens(table, haggle)
    rival = seats[1] if opener == seats[0] else seats[0]
    offers = 1
    # BAS-4.2
    if table.players[opener].number_of_gems() == 0:
        table.happened["opener without gems"] += 1
        if table.players[rival].number_of_gems() == 0:
            table.happened["neither has gems"] += 1
    speech = yield from speak(table, haggle, opener)
    if speech == ("pass",):
        if table.players[opener].number_of_gems() > 0:
            table.happened["opener does not want"] += 1
        table.haggle = None
        return rival
    stand(haggle, opener)
    asked, other = rival, opener
    # BAS-4.3
    while True:
        if speeches(table, haggle, asked) == [("accept",)]:
            table.happened["rival cannot raise"] += 1
        speech = yield from speak(table, haggle, asked)
        if speech == ("accept",):
            break
        stand(haggle, asked)
        offers += 1
        asked, other = other, asked
    # BAS-4.6
    assert haggle.bidder == other
    for colour in COLOURS:
        table.players[other].gems[colour] -= haggle.offer[colour]
        table.players[asked].gems[colour] += haggle.offer[colour]
        assert table.players[other].gems[colour] >= 0
    if offers >= 10:
        table.happened["ten offers or more"] += 1
    table.haggle = None
    return other


def stand(haggle: Haggle, seat: int) -> None:
    """The draft becomes the standing offer; an earlier one is withdrawn (BAS-4.5)."""
    haggle.bidder = seat
    haggle.offer = haggle.draft
    haggle.draft = no_gems()


def who_opens(table: Table, haggle: Haggle) -> Tale[int]:
    """BAS-4.1."""
    low, high = haggle.seats
    if table.players[low].score > table.players[high].score:
        return low
    if table.players[high].score > table.players[low].score:
        return high
    table.happened["rolled for the opening"] += 1
    while True:
        haggle.rolls[low] = yield from roll()
        haggle.rolls[high] = yield from roll()
        first, second = haggle.rolls[low], haggle.rolls[high]
        haggle.rolls = {}
        if first > second:
            return low
        if second > first:
            return high
        table.happened["equal rolls rolled again"] += 1


def speak(table: Table, haggle: Haggle, seat: int) -> Tale[Speech]:
    """Hear one player out, word by word; the draft grows with every gem."""
    possible = speeches(table, haggle, seat)
    said: Speech = ()
    while said not in possible:
        fitting = [speech for speech in possible if speech[: len(said)] == said]
        next_words = {speech[len(said)] for speech in fitting}
        word = yield from ask(seat, sorted(next_words))
        said = (*said, word)
        if word.startswith("gem:"):
            haggle.draft[word.removeprefix("gem:")] += 1
    return said


def speeches(table: Table, haggle: Haggle, seat: int) -> list[Speech]:
    """Everything that can be said: every offer allowed, and the word that ends the haggle."""
    owned = tuple(table.players[seat].gems[colour] for colour in COLOURS)
    if haggle.bidder is None:
        return [("pass",), *offers_above(owned, None)]
    standing = tuple(haggle.offer[colour] for colour in COLOURS)
    return [("accept",), *offers_above(owned, standing)]


@lru_cache(maxsize=200)
def offers_above(owned: tuple[int, ...], standing: tuple[int, ...] | None) -> tuple[Speech, ...]:
    """Every allowed offer of these gems as it is said: dearest first, then `done`."""
    found = []
    for offer in product(*[range(number + 1) for number in owned]):
        if standing is None:
            allowed = sum(offer) > 0  # BAS-4.2
        else:
            allowed = is_higher(offer, standing)
        if allowed:
            words = []
            for colour, number in zip(COLOURS, offer, strict=True):
                words += [f"gem:{colour}"] * number
            found.append((*words, "done"))
    return tuple(found)


def is_higher(offer: tuple[int, ...], standing: tuple[int, ...]) -> bool:
    """BAS-4.4, gems as (red, yellow, green, blue)."""
    red, yellow, green, blue = offer
    red_before, yellow_before, green_before, blue_before = standing
    number = red + yellow + green + blue
    number_before = red_before + yellow_before + green_before + blue_before
    if number > number_before:
        return True
    if number < number_before:
        return False
    if red != red_before:
        return red > red_before
    if yellow != yellow_before:
        return yellow > yellow_before
    return green > green_before


# BAS-5 Scoring


def score_lap(table: Table) -> None:
    table.scorings += 1
    # BAS-5.2
    round_now = [player for player in table.players if player.came_round]
    for player in round_now:
        player.score += table.box.lap_points
    if len(round_now) > 1:
        table.happened["several come round"] += 1
    # BAS-5.3 and BAS-5.4; colours do not touch each other, so each is done with at once
    for colour in COLOURS:
        score_majority(table, colour)
    # BAS-5.5 and BAS-6.1
    if table.scorings == table.laps:
        table.over = True
        count_the_end(table)
        return
    for player in table.players:
        player.start = player.archway
        player.walked = 0
        player.came_round = False
    if len({player.start for player in table.players}) < len(table.players):
        table.happened["start tiles coincide"] += 1


def score_majority(table: Table, colour: str) -> None:
    most = max(player.gems[colour] for player in table.players)
    if most == 0:
        table.happened["colour that nobody holds"] += 1
        return
    holders = [player for player in table.players if player.gems[colour] == most]
    if len(holders) == 1:
        give_back = table.box.return_alone
    else:
        give_back = table.box.return_tied
        table.happened[f"majority shared by {len(holders)}"] += 1
    for player in holders:
        player.score += table.box.majority[colour] // len(holders)
    for player in holders:
        if player.gems[colour] < give_back:
            table.happened["fewer gems than to be returned"] += 1
        for _ in range(give_back):
            if player.gems[colour] > 0:
                player.gems[colour] -= 1
                table.bank[colour] += 1


# BAS-6 The end


def what_decides(one: Player, other: Player) -> tuple[str, int]:
    """By what one player stands before another, and by how much; 0 if by nothing."""
    if one.score != other.score:
        return "points", one.score - other.score
    if one.number_of_gems() != other.number_of_gems():
        return "number of gems", one.number_of_gems() - other.number_of_gems()
    for colour in ("red", "yellow", "green"):
        if one.gems[colour] != other.gems[colour]:
            return colour, one.gems[colour] - other.gems[colour]
    return "nothing", 0


def ranking(table: Table) -> list[list[int]]:
    """The seats from the best on, ties together; empty while the game goes on."""
    if not table.over:
        return []

    def beats(one: int, other: int) -> bool:
        return what_decides(table.players[one], table.players[other])[1] > 0

    return ranked(range(len(table.players)), beats)


def count_the_end(table: Table) -> None:
    groups = ranking(table)
    if len(groups[0]) > 1:
        table.happened["shared victory"] += 1
    for better, worse in pairwise(groups):
        by, _ = what_decides(table.players[better[0]], table.players[worse[0]])
        if by != "points":
            table.happened[f"tie broken by {by}"] += 1
    if any(player.score > table.box.track for player in table.players):
        table.happened["score beyond the track"] += 1


# -- listening ------------------------------------------------------------


class NotAllowed(Exception):
    """Somebody spoke who was not asked, or said what may not be said."""


class Oracle:
    """Hears a game word by word and knows all about it."""

    def __init__(
        self,
        seats: int,
        *,
        start: str = "choose",
        laps: int = 3,
        decline: bool = False,
        data: Mapping[str, Any] | None = None,
    ) -> None:
        self.table = lay_out(box(data or {}), seats, laps, decline)
        self._tale = play(self.table, start)
        self.asked: dict[int, Speech] = next(self._tale)
        """Who is asked now, and what each may say; nobody when the game is over."""

    def hear(self, speaker: int, word: str) -> None:
        if word not in self.asked.get(speaker, ()):
            raise NotAllowed(f"{speaker} says {word!r}, but asked are {self.asked}")
        try:
            self.asked = self._tale.send((speaker, word))
        except StopIteration:
            self.asked = {}

    def ways_on(self, seat: int) -> list[Speech]:
        """All that a seat who is haggling can still say until the other is asked."""
        haggle = self.table.haggle
        assert haggle is not None
        said: Speech = ()
        for colour in COLOURS:
            said += (f"gem:{colour}",) * haggle.draft[colour]
        possible = speeches(self.table, haggle, seat)
        return [way[len(said) :] for way in possible if way[: len(said)] == said]

    def ranking(self) -> list[list[int]]:
        return ranking(self.table)
