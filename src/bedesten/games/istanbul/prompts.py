"""What helps to decide: chances, outcomes, choices that change nothing, places out of reach."""

from __future__ import annotations

from bedesten.games.istanbul import board
from bedesten.games.istanbul.state import RED, Istanbul
from bedesten.games.istanbul.words import CALL, FOUR_HIGH, FOUR_LOW, PASS, PLACE, REROLL
from bedesten.kernel.why_not import WhyNot

FIRST_CALL = 3
ROLLS = [(a, b) for a in range(1, 7) for b in range(1, 7)]


def pointless(s: Istanbul, seat: int, step: str) -> set[int]:
    """Legal words that do what another one does: a four turned to four, one of two equal dice."""
    found: set[int] = set()
    if step == "bend_dice":
        if s.low == 4:
            found.add(FOUR_LOW)
        if s.high == 4 or s.low == s.high:
            found.add(FOUR_HIGH)
    return found


def notes(s: Istanbul, seat: int, step: str) -> dict[int, WhyNot]:
    """How likely a call pays, and what each way to use the red tile comes to. [IST-8.1]"""
    if step == "call_number":
        tile = s.players[seat].has_tile(RED)
        return {
            CALL + n - FIRST_CALL: WhyNot("chance", {"percent": percent(n, tile)})
            for n in range(FIRST_CALL, FIRST_CALL + 10)
        }
    if step != "bend_dice":
        return {}
    sums = {PASS: s.low + s.high, FOUR_LOW: 4 + s.high, FOUR_HIGH: s.low + 4}
    if s.called:
        found = {
            word: WhyNot("lira_for", {"sum": n, "n": s.called if n >= s.called else consolation(s)})
            for word, n in sums.items()
        }
        again = percent(s.called, False)
        found[REROLL] = WhyNot("chance", {"percent": again})
        return found
    found = {word: WhyNot("blue_for", {"sum": n, "n": blue(s, n)}) for word, n in sums.items()}
    better = [reached for reached in s.printed.blue_from if reached > s.low + s.high]
    if better:
        again = percent(better[0], False)
        found[REROLL] = WhyNot("chance_of", {"percent": again, "least": int(better[0])})
    return found


def percent(least: int, with_tile: bool) -> int:
    """How likely two dice reach a sum; with the red tile, if it is used as well as can be."""
    plain = sum(a + b >= least for a, b in ROLLS) / len(ROLLS)
    if not with_tile:
        return round(100 * plain)
    reached = sum(max(a + b, 4 + a, 4 + b) >= least for a, b in ROLLS) / len(ROLLS)
    return round(100 * (reached + (1 - reached) * plain))


def consolation(s: Istanbul) -> int:
    return int(s.printed.consolation)


def blue(s: Istanbul, total: int) -> int:
    """The blue goods that a sum brings. [IST-5.6]"""
    return sum(total >= reached for reached in s.printed.blue_from)


def out_of_reach(s: Istanbul, seat: int, step: str) -> dict[int, list[WhyNot]]:
    """How far the places are that a merchant cannot go to now. [IST-3.1, IST-7.6]"""
    if step not in ("move", "move_far"):
        return {}
    cells = list(s.cells)
    here = s.players[seat].merchant
    legal = s.legal(seat)
    found: dict[int, list[WhyNot]] = {}
    for cell, place in enumerate(cells):
        word = PLACE + place - 1
        if place != here and word not in legal:
            steps = board.distance(cells.index(here), cell)
            found[word] = [WhyNot("steps", {"n": int(steps)})]
    return found
