"""Display, hand, caravan card and piles; the other players, a row each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from rich.text import Text

from bedesten.boards.choose_write.pieces import (
    GOODS_CARD,
    GUILD_CARD,
    PLACE_CARD,
    SYMBOL,
    TICK,
    good,
    goods_cards,
)
from bedesten.boards.choose_write.table import ChooseWriteTable
from bedesten.boards.lines import QUIET, columns, flow, shortened
from bedesten.boards.signs import LIRA, ruby, seat_piece
from bedesten.games.choose_write.words import GOOD_NAMES

_DOT: Final = " · "


def on_the_table(table: ChooseWriteTable, width: int, in_words: bool) -> list[Text]:
    """What lies open, and the own hand."""
    say = table.say
    common, hand = _common(table, in_words), _hand(table, in_words)
    if in_words:
        lines = flow(common, width, "   ") + flow(hand, width, "   ")
    else:
        lines = flow(common + hand, width, "   ")
    guild = _guild(table, in_words)
    if guild:
        head = Text(f"{say('guild_cards') if in_words else GUILD_CARD} ", "bold")
        lines += flow([Text.assemble(head, guild[0]), *guild[1:]], width, _DOT)
    return lines


def _common(table: ChooseWriteTable, in_words: bool) -> list[Text]:
    say, view = table.say, table.view
    left, right = (table.card(card, in_words) for card in view["display"])
    items = [
        Text.assemble((f"{say('display')} ", "bold"), left, (" | ", QUIET), right),
        Text.assemble((f"{say('pile')} ", QUIET), str(view["pile"])),
    ]
    if view["card"] is not None:
        items.insert(
            0,
            Text.assemble((f"{say('in_use')} ", "bold"), table.card(view["card"], in_words)),
        )
    if view["guild_in_play"] is not None:
        card = table.guild(view["guild_in_play"], in_words)
        items.insert(0, Text.assemble((f"{say('guild_in_play')} ", "bold"), card))
    caravan = view["caravan"][0]
    if caravan is not None:
        items.append(
            Text.assemble((f"{say('caravan')} ", "bold"), table.caravan(caravan, in_words))
        )
    if table.seat is None and not table.is_solo:
        name = table.match.names[table.shown]
        items.insert(
            0, Text.assemble((f"{say('sheet_of')} ", "bold"), seat_piece(table.shown), f" {name}")
        )
    piles = [
        f"{GUILD_CARD}{view['guild_pile']}",
        f"{GOODS_CARD}{view['goods_pile']}",
        f"◆{view['ruby_pile']}",
    ]
    if in_words:
        piles = [
            f"{say('guild_pile')} {view['guild_pile']}",
            f"{say('goods_pile')} {view['goods_pile']}",
            f"{say('ruby_pile')} {view['ruby_pile']}",
        ]
    items.append(Text((_DOT if in_words else " ").join(piles), QUIET))
    if view["last_round"] and not view["over"]:
        items.append(Text(say("last_round"), "bold red3"))
    return items


def _hand(table: ChooseWriteTable, in_words: bool) -> list[Text]:
    me, say = table.me, table.say
    if me is None:
        return []
    items = [
        Text.assemble((f"{say('hand')} ", "bold"), table.card(me["place_card"], in_words)),
    ]
    held = goods_cards(me["goods_hand"], say)
    if held:
        head = Text(f"{say('goods_cards') if in_words else GOODS_CARD} ", "bold")
        items.append(Text.assemble(head, Text(" ").join(held)))
    if table.is_draft and not in_words:
        items.append(Text(say("as_it_will_be"), "italic"))
    return items


def _guild(table: ChooseWriteTable, in_words: bool) -> list[Text]:
    me = table.me
    if me is None:
        return []
    drawn = [
        Text.assemble(table.guild(n, in_words), (f" ({table.say('drawn')})", "italic"))
        for n in me["drawn"]
    ]
    return [*(table.guild(n, in_words) for n in me["guild"]), *drawn]


# -- players --------------------------------------------------------------------


def others(table: ChooseWriteTable, width: int, in_words: bool) -> list[Text]:
    """The players whose sheet is not shown in full; to a spectator all of them."""
    seats = [seat for seat in range(len(table.players)) if seat != table.seat]
    if not seats or table.is_solo:
        return []
    rows = [_row(table, seat, in_words) for seat in seats]
    if in_words:
        keys = ("", "rubies", "goods", "lira", "bonus", "symbols", "ticks", "cards", "rows", "")
        rows.insert(0, [Text(table.say(f"head_{key}") if key else "", QUIET) for key in keys])
    return [shortened(line, width) for line in columns(rows, width)]


def _row(table: ChooseWriteTable, seat: int, in_words: bool) -> list[Text]:
    player, view = table.players[seat], table.view
    goods = Text(" ").join(_stock(table, player, colour) for colour in GOOD_NAMES)
    left = sum(player["symbols"].values())
    cells = [
        table.player_name(seat, seat == view["active"]),
        Text.assemble(ruby(player["rubies"]), (f"/{view['rubies_to_end']}", QUIET)),
        goods,
        Text(f"{player['lira']}{LIRA}", "bold"),
        Text(f"+{player['bonus']}", "bold"),
        Text(f"{SYMBOL}{left}"),
        Text(f"{TICK}{sum(player['ticks'].values())}"),
        _cards(player),
    ]
    if in_words:
        filled = min(player["filled"].values())
        cells.append(Text(f"{filled}/{view['rows']}", QUIET))
    return [*cells, _thinking(table, seat, in_words)]


def _stock(table: ChooseWriteTable, player: Mapping[str, Any], colour: str) -> Text:
    n = player["goods"][colour]
    return Text.assemble(good(colour, table.say), (str(n), "bold" if n else QUIET))


def _cards(player: Mapping[str, Any]) -> Text:
    guild = player["guild_cards"] + player["guild_cards_drawn"]
    line = Text(f"{GUILD_CARD}{guild} {GOODS_CARD}{player['goods_cards']}")
    if player["seen"] and player["place_card"] is not None:
        line.append(f" {PLACE_CARD}{player['place_card'].upper()}", QUIET)
    return line


def _thinking(table: ChooseWriteTable, seat: int, in_words: bool) -> Text:
    """Whether a seat still thinks while all choose together."""
    if table.view["over"] or not table.is_together:
        return Text()
    if seat in table.view["actors"]:
        return Text(f"… {table.say('thinking')}" if in_words else "…", "italic")
    return Text(f"✓ {table.say('decided')}" if in_words else "✓", "bold")
