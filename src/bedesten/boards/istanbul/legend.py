"""What the signs mean, and what else lies open: all discards, the demand tiles seen so far."""

from __future__ import annotations

from rich.console import RenderableType
from rich.text import Text

from bedesten.boards.istanbul import pieces
from bedesten.boards.istanbul.pieces import good
from bedesten.boards.istanbul.table import IstanbulTable
from bedesten.boards.lines import QUIET
from bedesten.boards.signs import HERE, HOME, LIRA, MARKS, MINUS, RUBY
from bedesten.games.istanbul.words import GOOD_NAMES


def legend(table: IstanbulTable) -> list[RenderableType]:
    say, view = table.say, table.view
    lines = [
        table.legend_of("good", {colour: good(colour, say) for colour in GOOD_NAMES}),
        _places(table),
        Text(
            say(
                "legend_pieces",
                merchant=f"{MARKS[0]}3",
                disc=f"{pieces.DISC}{MARKS[:2]}",
                home=f"{HOME}{MARKS[0]}",
                governor=pieces.GOVERNOR,
                smuggler=pieces.SMUGGLER,
            )
        ),
        Text(
            say(
                "legend_moves",
                here=HERE,
                taken=f"+{pieces.DISC}",
                left=f"{MINUS}{pieces.DISC}",
                free=pieces.FREE,
                missing=f"{pieces.NEVER}{pieces.DISC}",
                pay=f"{MINUS}{table.printed.merchant_fee}{LIRA}",
            )
        ),
        Text(say("legend_cannot")),
        Text(
            say(
                "legend_rows",
                ruby=f"{RUBY}2/{view['rubies_to_end']}",
                stack=pieces.OWN_DISC * 3,
                out=f"{pieces.DISC}4,11",
                card=pieces.CARD,
            )
        ),
    ]
    if view["neutral_merchants"] or table.printed.neutral_assistants:
        lines.append(Text(say("legend_neutral", merchant=pieces.NEUTRAL, disc=f"{pieces.DISC}2")))
    lines += [Text(_demand(table, place)) for place in pieces.MARKETS]
    if view["discards"]:
        found = ", ".join(table.card(card) for card in reversed(view["discards"]))
        lines.append(Text(say("legend_discards", cards=found)))
    return list(lines)


def _places(table: IstanbulTable) -> Text:
    names = (f"{place} {table.place(place)}" for place in range(1, 17))
    return Text.assemble(f"{table.say('legend_places')} ", (" · ".join(names), QUIET))


def _demand(table: IstanbulTable, place: int) -> str:
    """The tiles of a market in their order, as far as they have been seen."""
    market = pieces.MARKETS[place]
    shown = [
        table.say("unseen")
        if tile is None
        else "".join(
            good(colour, table.say).plain * n
            for colour, n in table.view["demand_tiles"][market][tile - 1].items()
        )
        for tile in table.view["demand"][market]
    ]
    prices = ", ".join(map(str, table.view["prices"][market]))
    return table.say(
        "legend_demand", place=table.place(place), tiles=" – ".join(shown), prices=prices
    )
