"""What going to a place means: the assistant, the merchants to be paid, who is met there."""

from __future__ import annotations

from rich.text import Text

from bedesten.boards.istanbul.pieces import (
    DISC,
    FREE,
    GOVERNOR,
    NEUTRAL,
    NEVER,
    SMUGGLER,
)
from bedesten.boards.istanbul.table import IstanbulTable
from bedesten.boards.lines import QUIET
from bedesten.boards.signs import HOME, LIRA, MINUS, seat_signs
from bedesten.games.istanbul.board import FOUNTAIN, POLICE_STATION

_GAIN = "bold chartreuse3"
_LOSS = "bold indian_red"


def assistant(table: IstanbulTable, place: int) -> str:
    """What becomes of the assistant: free, picked_up, neutral, left or missing."""
    me = table.me
    assert me is not None
    if place == FOUNTAIN:
        return "free"
    if place in me["out"]:
        return "picked_up"
    if table.neutral_discs_at(place):
        return "neutral"
    return "left" if me["stack"] else "missing"


def fee(table: IstanbulTable, place: int) -> int:
    """What the merchants at a place are to be paid."""
    if place == FOUNTAIN:
        return 0
    others = [seat for seat in table.merchants_at(place) if seat != table.seat]
    return int(table.printed.merchant_fee) * (len(others) + table.neutrals_at(place))


def badge(table: IstanbulTable, place: int) -> Text:
    """Assistant and payment in a few signs, at a place where one may go."""
    if place not in table.offered or not table.is_moving or table.me is None:
        return Text()
    signs = {
        "free": (FREE, _GAIN),
        "picked_up": (f"+{DISC}", _GAIN),
        "neutral": (f"±{DISC}", _GAIN),
        "left": (f"{MINUS}{DISC}", "bold"),
        "missing": (f"{NEVER}{DISC}", _LOSS),
    }
    tag = Text.assemble(signs[assistant(table, place)])
    owed = fee(table, place)
    if owed:
        short = "!" if owed > table.me["lira"] else ""
        tag.append(f" {MINUS}{owed}{LIRA}{short}", _LOSS)
    return tag


def going(table: IstanbulTable, place: int) -> Text:
    """The same in words, with those whom one would meet."""
    say = table.say
    me = table.me
    if me is None:
        return Text()
    what = assistant(table, place)
    tag = Text(say(f"assistant_{what}"), _LOSS if what == "missing" else QUIET)
    owed = fee(table, place)
    if owed:
        others = [seat for seat in table.merchants_at(place) if seat != table.seat]
        whom = Text.assemble(seat_signs(others), NEUTRAL * table.neutrals_at(place))
        tag.append(" · ", QUIET).append(say("pay_to", n=owed), _LOSS).append(" ")
        tag.append_text(whom)
        if owed > me["lira"]:
            tag.append(f" {say('too_poor')}", _LOSS)
    met = met_at(table, place)
    return tag.append(" · ", QUIET).append_text(met) if met.plain else tag


def met_at(table: IstanbulTable, place: int) -> Text:
    """Family members to be caught, governor, smuggler."""
    found: list[Text] = []
    caught = [seat for seat in table.families_at(place) if seat != table.seat]
    if caught and place != POLICE_STATION:
        found.append(Text.assemble((HOME, QUIET), seat_signs(caught)))
    if table.view["governor"] == place:
        found.append(Text(GOVERNOR, "bold dark_goldenrod"))
    if table.view["smuggler"] == place:
        found.append(Text(SMUGGLER, "bold medium_purple"))
    return Text(" ").join(found)
