"""What counts in Basari: points, the gems that win majorities, and the way to the next scoring."""

from __future__ import annotations

from math import sqrt
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from bedesten.bots.evaluation.base import Evaluation, names
from bedesten.games.basari import steps
from bedesten.games.basari.state import Basari, BasariPlayer
from bedesten.games.basari.words import ACCEPT, ARCHWAY, DIE, DONE, GEM, PASS, POINTS
from bedesten.kernel.agenda import step_of
from bedesten.kernel.rows import least, total
from bedesten.kernel.words import Seat, Word, size

# Features of a seat. "soon" grows as the leader nears the next scoring, "late" over the game,
# "last" mostly in the last lap. Groups have one feature for each of four colours.

SCORE: Final = 0
SCORE_LATE: Final = 1
SCORE_LAST: Final = 2
MAJORITIES: Final = 3  # points from majorities if gems were scored now
MAJORITIES_SOON: Final = 4
MAJORITIES_LAST: Final = 5
LEAD: Final = 6  # gems ahead of the best rival, by colour
LEAD_SOON: Final = LEAD + 4
GEMS: Final = LEAD_SOON + 4
GEMS_LEFT: Final = GEMS + 4  # all gems, times the scorings left
WALKED: Final = GEMS_LEFT + 1
AHEAD: Final = WALKED + 1  # steps ahead of the furthest rival
AHEAD_LAST: Final = AHEAD + 1
ROUND_SOON: Final = AHEAD_LAST + 1
TRAILING: Final = ROUND_SOON + 1  # a rival is about to complete the lap, and this seat is not

COLOURS: Final = ("red", "yellow", "green", "blue")

FEATURES: Final = (
    names("score score_late score_last majorities majorities_soon majorities_last")
    + [f"lead_{colour}" for colour in COLOURS]
    + [f"lead_soon_{colour}" for colour in COLOURS]
    + [f"gems_{colour}" for colour in COLOURS]
    + names("gems_left walked ahead ahead_last round_soon trailing")
)

# Features of a seat that only networks see.

EDGE_SCORE: Final = TRAILING + 1  # points ahead of the best rival, by the time that is left
EDGE: Final = EDGE_SCORE + 1  # the same, if gems were scored now
EDGE_GEMS: Final = EDGE + 1  # in points from majorities
POINTS_HERE: Final = EDGE_GEMS + 1
GEMS_HERE: Final = POINTS_HERE + 1
LEFT: Final = GEMS_HERE + 1  # steps to the end of the lap
HERE: Final = LEFT + 1  # gems of the archway, by colour
BACK: Final = HERE + 4  # gems to return if they were scored now
MORE_GEMS: Final = BACK + 1  # than the best rival: they decide a tie

NETWORK_FEATURES: Final = (
    names("edge_score edge edge_gems points_here gems_here left")
    + [f"here_{colour}" for colour in COLOURS]
    + names("back more_gems")
)

# Features of the table.

SOON: Final = 0
LATE: Final = 1
LAPS_LEFT: Final = 2
LAST_LAP: Final = 3
MAY_DECLINE: Final = 4
BANK: Final = 5  # by colour

TABLE_FEATURES: Final = names("soon late laps_left last_lap may_decline") + [
    f"bank_{colour}" for colour in COLOURS
]

# Policy features of a word.

TILE: Final = 0  # three tiles
DIE_LATE: Final = TILE + 3
POINTS_THERE: Final = DIE_LATE + 1
GEMS_THERE: Final = POINTS_THERE + 1
ADD: Final = GEMS_THERE + 1  # an offer, by colour
ADD_MORE: Final = ADD + 4  # another gem in the same offer
ACCEPTING: Final = ADD_MORE + 4
ACCEPTING_MANY: Final = ACCEPTING + 1
GIVING_UP: Final = ACCEPTING_MANY + 1
STANDING: Final = GIVING_UP + 1

POLICY_FEATURES: Final = (
    names("tile_die tile_points tile_gems die_late points_there gems_there")
    + [f"add_{colour}" for colour in COLOURS]
    + [f"add_more_{colour}" for colour in COLOURS]
    + names("accepting accepting_many giving_up standing")
)


class BasariEvaluation(Evaluation):
    def is_quiet(self, s: Basari, /) -> bool:
        return step_of(s.asked) == steps.CHOOSE_TILE and size(s.waiting) == s.seats

    def features(self, s: Basari, seat: Seat, row: vec[float], /) -> None:
        p = s.players[seat]
        ring = float(s.printed.archways)
        furthest: i64 = 0
        other_furthest: i64 = 0
        other: Seat
        for other in range(s.seats):
            walked = s.players[other].walked
            if walked > furthest:
                furthest = walked
            if other != seat and walked > other_furthest:
                other_furthest = walked
        soon = float(furthest) / ring
        if soon > 1.0:
            soon = 1.0
        late = (float(s.scorings) + soon) / float(s.laps)
        score = float(p.score) / 10.0
        row[SCORE] = score
        row[SCORE_LATE] = score * late
        row[SCORE_LAST] = score * late * late * late
        is_last = 1.0 if s.scorings + 1 >= s.laps else 0.0
        majorities = 0.0
        colour: i64
        for colour in range(4):
            lead = _lead(s, p, seat, colour)
            worth = float(s.printed.majority[colour]) / 10.0
            if lead > 0:
                majorities += worth
            elif lead == 0 and p.gems[colour] > 0:
                majorities += worth * 0.4
            sway = float(lead) / (2.0 + float(lead if lead >= 0 else -lead))
            row[LEAD + colour] = sway
            row[LEAD_SOON + colour] = sway * soon
            row[GEMS + colour] = float(p.gems[colour]) / 4.0
        row[MAJORITIES] = majorities
        row[MAJORITIES_SOON] = majorities * soon
        row[MAJORITIES_LAST] = majorities * soon * is_last
        row[GEMS_LEFT] = float(total(p.gems)) * float(s.laps - s.scorings) / 10.0
        row[WALKED] = float(p.walked) / ring
        ahead = float(p.walked - other_furthest) / 6.0
        row[AHEAD] = ahead * soon
        row[AHEAD_LAST] = ahead * soon * soon * late
        left = s.printed.archways - p.walked
        row[ROUND_SOON] = 1.0 if left <= 3 else 0.5 if left <= 6 else 0.0
        behind = s.printed.archways - other_furthest
        row[TRAILING] = 1.0 if behind <= 3 and left > 6 else 0.0

    def network_features(self, s: Basari, seat: Seat, row: vec[float], /) -> None:
        BasariEvaluation.features(self, s, seat, row)
        p = s.players[seat]
        printed = s.printed
        score_rival = -1000.0
        majorities_rival = 0.0
        whole_rival = -1000.0
        gems_rival: i64 = 0
        other: Seat
        for other in range(s.seats):
            if other != seat:
                rival = s.players[other]
                score = float(rival.score)
                whole = score + _majorities(s, other)
                if score > score_rival:
                    score_rival = score
                if whole > whole_rival:
                    whole_rival = whole
                    majorities_rival = whole - score
                if total(rival.gems) > gems_rival:
                    gems_rival = total(rival.gems)
        majorities = _majorities(s, seat)
        left = float(s.laps - s.scorings) - _soon(s) + 0.15
        spread = sqrt(left if left > 0.15 else 0.15)  # a finished game has features too
        row[EDGE_SCORE] = (float(p.score) - score_rival) / 15.0 / spread
        row[EDGE] = (float(p.score) + majorities - whole_rival) / 15.0 / spread
        row[EDGE_GEMS] = (majorities - majorities_rival) / 15.0
        if p.archway >= 0:
            row[POINTS_HERE] = float(printed.points[p.archway]) / 5.0
            n: i64 = 0
            colour: i64
            for colour in range(4):
                many = printed.gems[4 * p.archway + colour]
                n += many * (5 - colour)
                row[HERE + colour] = float(many) / 2.0
            row[GEMS_HERE] = float(n) / 10.0
        row[LEFT] = float(printed.archways - p.walked) / 12.0
        back: i64 = 0
        for colour in range(4):
            lead = _lead(s, p, seat, colour)
            if lead >= 0:
                back += least(
                    p.gems[colour], printed.return_alone if lead > 0 else printed.return_tied
                )
        row[BACK] = float(back) / 6.0
        row[MORE_GEMS] = float(total(p.gems) - gems_rival) / 6.0

    def table_features(self, s: Basari, row: vec[float], /) -> None:
        soon = _soon(s)
        row[SOON] = soon
        row[LATE] = (float(s.scorings) + soon) / float(s.laps)
        row[LAPS_LEFT] = float(s.laps - s.scorings) - soon
        row[LAST_LAP] = 1.0 if s.scorings + 1 >= s.laps else 0.0
        row[MAY_DECLINE] = 1.0 if s.may_decline else 0.0
        colour: i64
        for colour in range(4):
            row[BANK + colour] = float(s.bank[colour]) / 10.0

    def policy_features(self, s: Basari, seat: Seat, word: Word, /) -> None:
        p = s.players[seat]
        if word <= 2:
            Evaluation.add(self, TILE + word, 1.0)
            if word == DIE:
                Evaluation.add(self, DIE_LATE, float(p.walked) / float(s.printed.archways))
            elif word == POINTS:
                Evaluation.add(self, POINTS_THERE, float(s.printed.points[p.archway]) - 5.5)
            else:
                n: i64 = 0
                colour: i64
                for colour in range(4):
                    n += s.printed.gems[4 * p.archway + colour] * (5 - colour)
                Evaluation.add(self, GEMS_THERE, float(n) / 4.0 - 2.5)
        elif word == ACCEPT:
            Evaluation.add(self, ACCEPTING, 1.0)
            Evaluation.add(self, ACCEPTING_MANY, float(total(s.offer)) - 2.0)
        elif word == PASS:
            Evaluation.add(self, GIVING_UP, 1.0)
        elif word == DONE:
            Evaluation.add(self, STANDING, 1.0)
        elif word >= ARCHWAY:
            return
        elif step_of(s.asked) == steps.ADD_GEM:
            Evaluation.add(self, ADD_MORE + word - GEM, 1.0)
        else:
            Evaluation.add(self, ADD + word - GEM, 1.0)


def _lead(s: Basari, p: BasariPlayer, seat: Seat, colour: i64) -> i64:
    """How many gems of a colour a seat has more than the best of the others."""
    most: i64 = 0
    other: Seat
    for other in range(s.seats):
        if other != seat and s.players[other].gems[colour] > most:
            most = s.players[other].gems[colour]
    return p.gems[colour] - most


def _soon(s: Basari) -> float:
    """How near the next scoring is, from 0 to 1."""
    furthest: i64 = 0
    for p in s.players:
        if p.walked > furthest:
            furthest = p.walked
    soon = float(furthest) / float(s.printed.archways)
    return soon if soon < 1.0 else 1.0


def _majorities(s: Basari, seat: Seat) -> float:
    """The points from majorities if gems were scored now."""
    p = s.players[seat]
    points: i64 = 0
    colour: i64
    other: Seat
    for colour in range(4):
        own = p.gems[colour]
        if own == 0:
            continue
        tied: i64 = 1
        for other in range(s.seats):
            if other != seat:
                if s.players[other].gems[colour] > own:
                    tied = 0
                    break
                if s.players[other].gems[colour] == own:
                    tied += 1
        if tied > 0:
            points += s.printed.majority[colour] // tied
    return float(points)


EVALUATION: Final = BasariEvaluation
