"""What stands in the middle: the players, the bank, the haggle or what a tile would bring."""

from __future__ import annotations

from typing import Any, Final

from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from bedesten.boards.basari.pieces import gem, gems
from bedesten.boards.basari.table import BasariTable
from bedesten.boards.lines import QUIET
from bedesten.boards.signs import seat_colour, seat_piece
from bedesten.boards.table_view import LONGEST_NAME
from bedesten.games.basari.offers import worth
from bedesten.games.basari.words import COLOURS
from bedesten.kernel.rows import row

ALONE: Final = "♛"
SHARED: Final = "♕"
_BAR: Final = 4


def players(table: BasariTable) -> RenderableType:
    """Points, way to go, gems with the majorities, tiles; below them the bank."""
    say = table.say
    view = table.view
    grid = Grid(box=None, padding=(0, 1, 0, 0), header_style=QUIET)
    grid.add_column("", no_wrap=True, width=LONGEST_NAME + 4)
    grid.add_column(say("points"), justify="right", no_wrap=True, min_width=6)
    grid.add_column(say("to_go"), no_wrap=True)
    for colour in COLOURS:
        pays = Text.assemble(gem(colour, say), f"{view['majority'][colour]:>3}")
        grid.add_column(pays, justify="right", no_wrap=True, min_width=4)
    grid.add_column(say("tile"), no_wrap=True, min_width=8)
    leaders = {colour: _leaders(table, colour) for colour in COLOURS}
    for seat, player in enumerate(table.players):
        grid.add_row(
            table.player_name(seat, seat in view["actors"]),
            Text(str(player["score"]), "bold"),
            _way(table, seat),
            *(_holding(player, seat, colour, leaders[colour]) for colour in COLOURS),
            _tile(table, seat),
        )
    bank = (Text(f"{view['bank'][colour]} ", QUIET) for colour in COLOURS)
    grid.add_row(Text(f"  {say('bank')}", QUIET), "", "", *bank)
    return Group(grid, *track_line(table))


def track_line(table: BasariTable) -> list[Text]:
    """Where the markers stand, once one of them has gone round the track."""
    markers = [player["marker"] for player in table.players]
    if not any(marker["times_round"] for marker in markers):
        return []
    line = Text.assemble((f"  {table.say('track')}", QUIET))
    for seat, marker in enumerate(markers):
        line.append("  ").append_text(seat_piece(seat))
        line.append(" →" if marker["shown"] is None else f" {marker['shown']}")
        if marker["times_round"]:
            line.append(f"+{marker['times_round'] * table.view['track']}", QUIET)
    return [line]


def _way(table: BasariTable, seat: int) -> Text:
    """How far it is to the start tile, as a bar and a number."""
    player = table.players[seat]
    if player["archway"] is None:
        return Text("–", QUIET)
    to_go = player["to_go"]
    walked = _BAR * (table.printed.archways - to_go) // table.printed.archways
    done = ("━" * walked, seat_colour(seat))
    return Text.assemble(done, ("─" * (_BAR - walked), QUIET), f" {to_go:>2}")


def _leaders(table: BasariTable, colour: str) -> list[int]:
    """The seats that hold most of a colour now."""
    held = [player["gems"][colour] for player in table.players]
    return [seat for seat, n in enumerate(held) if n == max(held) and n > 0]


def _holding(player: dict[str, Any], seat: int, colour: str, leaders: list[int]) -> Text:
    line = Text(str(player["gems"][colour]))
    if seat not in leaders:
        return line.append(" ")
    line.stylize("bold")
    return line.append(ALONE if len(leaders) == 1 else SHARED, "gold3")


def _tile(table: BasariTable, seat: int) -> Text:
    tile = table.players[seat]["tile"]
    if tile is not None:
        return Text(table.say(f"tile_{tile}"))
    if table.is_choosing and seat not in table.view["actors"]:
        return Text(f"▒ {table.say('face_down')}", QUIET)
    return Text("–", QUIET)


def legend(table: BasariTable) -> Text:
    return Text(table.say("legend", alone=ALONE, shared=SHARED), QUIET)


# -- the haggle ---------------------------------------------------------------


def haggle(table: BasariTable) -> RenderableType:
    """Both sides of a haggle side by side, and how little would be enough."""
    view = table.view["haggle"]
    say = table.say
    grid = Grid.grid(padding=(0, 2, 0, 0))
    grid.add_column(no_wrap=True)
    for _ in view["seats"]:
        grid.add_column(no_wrap=True, min_width=15)
    names = (
        Text.assemble(seat_piece(seat), f" {table.match.names[seat]}") for seat in view["seats"]
    )
    grid.add_row(Text(say(f"haggle_{view['action']}"), "bold"), *names)
    takes = (brings(table, seat, view["action"]) for seat in view["seats"])
    grid.add_row(Text(say("would_take"), QUIET), *takes)
    grid.add_row(Text(say("offers"), QUIET), *(_offer(table, seat) for seat in view["seats"]))
    least = _least(table)
    if least is not None:
        asked = view["seats"][0] in table.view["actors"]
        cells = [least, Text()] if asked else [Text(), least]
        grid.add_row(Text(say("smallest_raise"), QUIET), *cells)
    return grid


def haggle_height(table: BasariTable) -> int:
    if not table.view["haggle"]:
        return 0
    return 3 if _least(table) is None else 4


def _offer(table: BasariTable, seat: int) -> Text:
    view = table.view["haggle"]
    drafting = sum(view["draft"].values()) > 0 and seat in table.view["actors"]
    if drafting:
        return gems(view["draft"], table.say, 14).append(" …", QUIET)
    if seat == view["bidder"]:
        return gems(view["offer"], table.say, 14).append(f" {table.say('stands')}", QUIET)
    return Text("–", QUIET)


def _least(table: BasariTable) -> Text | None:
    """The smallest offer that the seat asked could make; None while none stands."""
    view = table.view["haggle"]
    asked = [seat for seat in view["seats"] if seat in table.view["actors"]]
    if view["bidder"] is None or not asked:
        return None
    least = smallest_raise(table.players[asked[0]]["gems"], view["offer"])
    return gems(least, table.say, 24) if least else Text(table.say("no_raise"))


def smallest_raise(own: dict[str, int], offer: dict[str, int]) -> dict[str, int] | None:
    """The least of all higher offers from one's own gems: it has as many gems, or one more."""
    standing = worth(row(list(offer.values())))
    many = sum(offer.values())
    higher = [
        (worth(row(held)), held)
        for size in (many, many + 1)
        for held in _handfuls(list(own.values()), size)
        if worth(row(held)) > standing
    ]
    return dict(zip(COLOURS, min(higher)[1], strict=True)) if higher else None


def _handfuls(own: list[int], size: int) -> list[list[int]]:
    """All ways to take so many gems from one's own."""
    if not own:
        return [[]] if size == 0 else []
    return [
        [n, *rest] for n in range(min(own[0], size) + 1) for rest in _handfuls(own[1:], size - n)
    ]


# -- what a tile would bring -----------------------------------------------


def brings(table: BasariTable, seat: int, action: str) -> Text:
    """What an action would bring a seat where its pawn stands."""
    archway = table.archway(table.players[seat]["archway"])
    if action == "points":
        return Text(f"+{archway['points']}", "bold")
    if action == "gems":
        left = {colour: min(n, table.view["bank"][colour]) for colour, n in archway["gems"].items()}
        return gems(left, table.say)
    return Text(f"+{die_points(table, 6)}…{die_points(table, 1)}", "bold")


def die_points(table: BasariTable, pips: int) -> int:
    return max(0, int(table.printed.die_points) - pips)


def outlook(table: BasariTable) -> RenderableType:
    """Where each roll of the die action would lead."""
    if table.seat is None:
        return Text()
    player = table.players[table.seat]
    say = table.say
    grid = Grid.grid(padding=(0, 2))
    grid.add_column(style=QUIET, no_wrap=True)
    for _ in range(6):
        grid.add_column(justify="right", no_wrap=True)
    reached = [(player["archway"] + pips - 1) % table.printed.archways + 1 for pips in range(1, 7)]
    home = [pips >= player["to_go"] for pips in range(1, 7)]
    grid.add_row(say("roll"), *(Text(str(pips), "bold") for pips in range(1, 7)))
    grid.add_row(
        say("to_archway"),
        *(Text(f"{n}{'⌂' if is_home else ''}") for n, is_home in zip(reached, home, strict=True)),
    )
    grid.add_row(say("scores"), *(f"+{die_points(table, pips)}" for pips in range(1, 7)))
    return Group(heading(say("die_brings")), grid)


def heading(text: str) -> Text:
    return Text(text, "bold")
