"""What the signs mean, and what else lies open: all discards, the demand tiles seen so far."""

from __future__ import annotations

from rich.console import RenderableType
from rich.text import Text

from bedesten.boards.istanbul.pieces import (
    CARD,
    DISC,
    FREE,
    GOVERNOR,
    HERE,
    HOME,
    LIRA,
    MARKETS,
    MINUS,
    NEUTRAL,
    NEVER,
    OWN_DISC,
    QUIET,
    RUBY,
    SMUGGLER,
    IstanbulTable,
    good,
    letter,
)
from bedesten.boards.plain import MARKS
from bedesten.games.istanbul.words import GOOD_NAMES


def legend(table: IstanbulTable) -> list[RenderableType]:
    say, view = table.say, table.view
    lines = [
        _goods(table),
        _places(table),
        Text(
            say(
                "legend_pieces",
                merchant=f"{MARKS[0]}3",
                disc=f"{DISC}{MARKS[:2]}",
                home=f"{HOME}{MARKS[0]}",
                governor=GOVERNOR,
                smuggler=SMUGGLER,
            )
        ),
        Text(
            say(
                "legend_moves",
                here=HERE,
                taken=f"+{DISC}",
                left=f"{MINUS}{DISC}",
                free=FREE,
                missing=f"{NEVER}{DISC}",
                pay=f"{MINUS}2{LIRA}",
            )
        ),
        Text(
            say("legend_rows", ruby=f"{RUBY}2/5", stack=OWN_DISC * 3, out=f"{DISC}4,11", card=CARD)
        ),
    ]
    if view["neutral_merchants"] or table.printed.neutral_assistants:
        lines.append(Text(say("legend_neutral", merchant=NEUTRAL, disc=f"{DISC}2")))
    lines += [Text(_demand(table, place)) for place in MARKETS]
    if view["discards"]:
        found = ", ".join(table.card(card) for card in reversed(view["discards"]))
        lines.append(Text(say("legend_discards", cards=found)))
    return list(lines)


def _goods(table: IstanbulTable) -> Text:
    line = Text(f"{table.say('legend_goods')} ")
    for colour in GOOD_NAMES:
        name = table.names.names[f"good.{colour}"].partition("|")[0]
        line.append_text(good(colour, table.say)).append(f" {name}   ")
    return line


def _places(table: IstanbulTable) -> Text:
    names = (f"{place} {table.place(place)}" for place in range(1, 17))
    return Text.assemble(f"{table.say('legend_places')} ", (" · ".join(names), QUIET))


def _demand(table: IstanbulTable, place: int) -> str:
    """The tiles of a market in their order, as far as they have been seen."""
    market = MARKETS[place]
    shown = [
        table.say("unseen")
        if tile is None
        else "".join(
            letter(colour, table.say) * n
            for colour, n in table.view["demand_tiles"][market][tile - 1].items()
        )
        for tile in table.view["demand"][market]
    ]
    prices = ", ".join(map(str, table.view["prices"][market]))
    return table.say(
        "legend_demand", place=table.place(place), tiles=" – ".join(shown), prices=prices
    )
