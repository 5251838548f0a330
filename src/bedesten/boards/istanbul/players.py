"""The players, a line each; the hand of the seat that looks; what is under way."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from rich.text import Text

from bedesten.boards.istanbul.pieces import CARD, DISC, OWN_DISC, good, goods, lira
from bedesten.boards.istanbul.places import market_of_sale
from bedesten.boards.istanbul.table import IstanbulTable
from bedesten.boards.lines import QUIET, columns, cut, flow
from bedesten.boards.signs import HOME, LIRA, ruby, seat_sign
from bedesten.games.istanbul.words import GOOD_NAMES

_DOT: Final = " · "


def in_full(table: IstanbulTable, width: int) -> list[Text]:
    """The players under headings."""
    say = table.say
    heads = [
        Text(say(f"head_{what}") if what else "", QUIET)
        for what in ("", "rubies", "lira", "goods", "room", "tiles", "stack", "out", "family")
    ]
    rows = [[*heads, Text(say("head_cards"), QUIET)]]
    for seat, player in enumerate(table.players):
        rows.append(
            [
                table.player_name(seat, seat == table.actor),
                _rubies(table, player),
                lira(player["lira"], "bold"),
                Text("  ").join(_load(table, player)),
                Text.assemble(f"{player['room']}", (f" (+{player['extensions']})", QUIET)),
                _tiles(table, player),
                _stack(player),
                Text(_places(player["out"]), "" if player["out"] else QUIET),
                Text(str(player["family"])),
                Text(str(player["cards"])),
            ]
        )
    return [cut(line, width) for line in columns(rows, width)]


def in_short(table: IstanbulTable, width: int) -> list[Text]:
    """The players by signs alone."""
    rows = [
        [
            table.player_name(seat, seat == table.actor),
            _rubies(table, player),
            lira(player["lira"], "bold"),
            Text(" ").join(_load(table, player)).append(f"/{player['room']}", QUIET),
            _tiles(table, player),
            _stack(player),
            Text(f"{DISC}{_places(player['out'])}", "" if player["out"] else QUIET),
            Text(f"{HOME}{player['family']}"),
            Text(f"{CARD}{player['cards']}"),
        ]
        for seat, player in enumerate(table.players)
    ]
    return [cut(line, width) for line in columns(rows, width)]


def _rubies(table: IstanbulTable, player: Mapping[str, Any]) -> Text:
    return ruby(player["rubies"]).append(f"/{table.view['rubies_to_end']}", QUIET)


def _load(table: IstanbulTable, player: Mapping[str, Any]) -> list[Text]:
    """Each kind of good with its number; a full row is underlined."""
    found: list[Text] = []
    for colour in GOOD_NAMES:
        n = player["goods"][colour]
        style = "bold underline" if n == player["room"] else "bold" if n else QUIET
        found.append(Text.assemble(good(colour, table.say), (str(n), style)))
    return found


def _tiles(table: IstanbulTable, player: Mapping[str, Any]) -> Text:
    owned = [
        good(colour, table.say) if colour in player["tiles"] else Text("·", QUIET)
        for colour in GOOD_NAMES
    ]
    return Text.assemble(("[", QUIET), *owned, ("]", QUIET))


def _stack(player: Mapping[str, Any]) -> Text:
    """The stack from the top down, neutral assistants as rings."""
    discs = "".join(OWN_DISC if disc == "own" else DISC for disc in player["stack"])
    return Text(discs or "–", "" if discs else QUIET)


def _places(places: Sequence[int]) -> str:
    return ",".join(map(str, places)) or "–"


# -- cards ------------------------------------------------------------------


def cards(table: IstanbulTable, width: int, in_words: bool) -> list[Text]:
    """The own hand by name, and what everybody has seen of the others'."""
    say = table.say
    items: list[Text] = []
    if table.me is not None:
        held = _named(table, table.me["hand"], in_words)
        items += _headed(say("your_cards"), held or [Text(say("no_cards"), QUIET)])
    seen = [
        Text.assemble(
            seat_sign(seat), " ", Text(", ").join(_named(table, player["known"], in_words))
        )
        for seat, player in enumerate(table.players)
        if seat != table.seat and any(player["known"].values())
    ]
    if not seen:
        return flow(items, width - 1, _DOT)
    known = flow(_headed(say("seen_cards"), seen), width - 1, _DOT)
    together = flow([Text(_DOT).join(items), known[0][1:]], width - 1, "   ")
    if items and len(known) == len(together) == 1:
        return together
    return [*flow(items, width - 1, _DOT), *known]


def _headed(head: str, items: Sequence[Text]) -> list[Text]:
    return [Text.assemble((f"{head} ", "bold"), items[0]), *items[1:]]


def _named(table: IstanbulTable, counts: Mapping[str, int], in_words: bool) -> list[Text]:
    found: list[Text] = []
    for name, n in counts.items():
        text = table.card(name) if in_words else table.short_card(name)
        if n:
            found.append(Text(text if n == 1 else f"{n} × {text}"))
    return found


# -- what is under way --------------------------------------------------------


def piles(table: IstanbulTable, in_words: bool) -> Text:
    view = table.view
    line = Text(table.say("draw_pile", n=view["pile"]), QUIET)
    line.append(f" · {table.say('discard_pile', n=len(view['discards']))}")
    if view["discards"]:
        top = view["discards"][-1]
        line.append(f", {table.say('on_top')} ")
        line.append(table.card(top) if in_words else table.short_card(top), "not dim")
    return line


def under_way(table: IstanbulTable) -> list[Text]:
    """Last round, dice, call, sale, smuggled good, card in play."""
    say, view = table.say, table.view
    found: list[Text] = []
    if view["last_round"] and not view["over"]:
        found.append(_last_round(table))
    if view["dice"][0]:
        low, high = view["dice"]
        found.append(Text(say("dice", low=low, high=high, sum=low + high), "bold"))
    if view["called"]:
        found.append(Text(say("called", n=view["called"]), "bold"))
    if view["sold"] or any(view["wanted"].values()):
        found.append(_sale(table))
    if view["smuggled"]:
        found.append(Text.assemble((f"{say('smuggled')} ", "bold"), good(view["smuggled"], say)))
    if view["in_play"]:
        found.append(Text(say("in_play", card=table.card(view["in_play"])), "bold"))
    if view["used"]["yellow_tile"]:
        found.append(Text(say("yellow_used"), QUIET))
    return found


def _sale(table: IstanbulTable) -> Text:
    """What is sold, what it brings if it stays at that, and what else can be sold."""
    say, view = table.say, table.view
    wanted = goods(view["wanted"], say)
    if view["in_play"] == "sell_any":
        wanted = Text(say("wants_any"))
    if not view["sold"]:
        return Text.assemble((f"{say('sale_begins')} ", "bold"), wanted)
    paid = view["prices"][market_of_sale(table)][view["sold"] - 1]
    line = Text(say("sale", n=view["sold"], price=f"{paid}{LIRA}"), "bold")
    return line.append(f", {say('still_wanted')} ").append_text(wanted) if wanted.plain else line


def _last_round(table: IstanbulTable) -> Text:
    """Who still plays before the game is over."""
    line = Text(table.say("last_round"), "bold red3")
    actor = table.actor
    first = table.view["first"]
    if actor is None or first is None:
        return line
    many = len(table.players)
    after = (first - actor) % many or many
    left = [(actor + n) % many for n in range(1, after)]
    if not left:
        return line.append(f" {table.say('last_turn')}")
    return line.append(f" {table.say('still_play')} ").append_text(
        Text(" ").join(seat_sign(seat) for seat in left)
    )
