"""What the signs mean, and what else lies open: discards and caravan cards seen so far."""

from __future__ import annotations

from rich.console import RenderableType
from rich.text import Text

from bedesten.boards.choose_write.pieces import (
    ANY,
    BOX,
    CROSSED,
    FREE,
    GOODS_CARD,
    GUILD_CARD,
    MARKED,
    NEWLY_CROSSED,
    NEWLY_MARKED,
    PLACE_CARD,
    SYMBOL,
    TICK,
    good,
    spelt,
)
from bedesten.boards.choose_write.table import ChooseWriteTable
from bedesten.boards.lines import QUIET
from bedesten.boards.signs import HERE, RUBY
from bedesten.games.choose_write.words import GOOD_NAMES, PLACE_NAMES


def legend(table: ChooseWriteTable) -> list[RenderableType]:
    say, view = table.say, table.view
    signs = {
        "free": FREE,
        "marked": MARKED,
        "crossed": CROSSED,
        "new": f"{NEWLY_MARKED} {NEWLY_CROSSED}",
        "symbol": SYMBOL,
        "box": BOX,
        "tick": TICK,
        "ruby": RUBY,
        "goods_card": GOODS_CARD,
        "guild_card": GUILD_CARD,
        "place_card": PLACE_CARD,
        "any": ANY,
        "here": HERE,
    }
    lines: list[RenderableType] = [
        table.legend_of("good", {colour: good(colour, say) for colour in GOOD_NAMES}),
        Text(say("legend_pencil", **signs)),
        Text(say("legend_signs", **signs)),
        Text(" · ".join(f"{n} {table.place(n)}" for n in PLACE_NAMES[:14]), QUIET),
    ]
    if table.is_solo:
        lines.append(Text(say("legend_solo", left="◁", right="▷")))
    if view["discards"]:
        cards = (
            table.card(card, in_words=True).plain + (f" ×{n}" if n > 1 else "")
            for card, n in view["discards"].items()
        )
        lines.append(Text(f"{say('discards')} {', '.join(cards)}"))
    if view["goods_discards"]:
        found = [spelt(pair, say) for pair, n in view["goods_discards"].items() for _ in range(n)]
        lines.append(Text.assemble(f"{say('goods_discards')} ", Text(" ").join(found)))
    if view["guild_discards"]:
        numbers = ", ".join(map(str, view["guild_discards"]))
        lines.append(Text(f"{say('guild_discards')} {numbers}"))
    cycle = [
        "?" if card is None else table.caravan(card, in_words=True).plain
        for card in view["caravan"]
    ]
    lines.append(Text(f"{say('caravan_cycle')} {' – '.join(cycle)}"))
    return lines
