"""What lies open at each place: prices, rubies, demand, what it would give."""

from __future__ import annotations

from rich.text import Text

from bedesten.boards.istanbul.pieces import (
    CARD,
    MARKETS,
    MOSQUES,
    RUBIES_AT,
    WAREHOUSES,
    good,
    goods,
    lira,
    run,
)
from bedesten.boards.istanbul.table import IstanbulTable
from bedesten.boards.lines import QUIET
from bedesten.boards.signs import LIRA, MINUS, ruby
from bedesten.games.istanbul.board import (
    BLACK_MARKET,
    CARAVANSARY,
    DEALER,
    FOUNTAIN,
    LARGE_MARKET,
    PALACE,
    POLICE_STATION,
    POST_OFFICE,
    SMALL_MARKET,
    TEA_HOUSE,
    WAINWRIGHT,
)
from bedesten.games.istanbul.words import GOOD_NAMES


def rubies_left(table: IstanbulTable, place: int) -> Text:
    source = RUBIES_AT.get(place)
    return Text() if source is None else ruby(table.view["rubies"][source])


def post(table: IstanbulTable, markers: int) -> Text:
    """What the post office gives with so many markers down."""
    *given, money = table.view["post_office"][markers]
    found = goods(dict(zip(GOOD_NAMES, given, strict=True)), table.say)
    return Text(" ").join([found, lira(money)]) if found.plain else lira(money)


def palace_price(table: IstanbulTable) -> list[str]:
    """The goods that the next ruby of the palace costs, in the order of its track."""
    track: list[str] = table.view["palace_track"]
    price = table.view["palace_price"]
    return [] if price is None else track[:price]


def demand(table: IstanbulTable, market: str) -> dict[str, int]:
    """What the top tile of a market asks."""
    top = table.view["demand"][market][0]
    found: dict[str, int] = table.view["demand_tiles"][market][top - 1] if top else {}
    return found


def best_sale(table: IstanbulTable, market: str) -> int:
    """How many goods the seat that looks could sell now."""
    if table.me is None:
        return 0
    held: dict[str, int] = table.me["goods"]
    wanted = demand(table, market)
    return min(
        sum(min(held[colour], n) for colour, n in wanted.items()),
        len(table.view["prices"][market]),
    )


def asks(table: IstanbulTable, place: int, gap: str = " ") -> Text:
    """What the top tiles of a mosque ask; a tile that one owns is ticked off."""
    owned = [] if table.me is None else table.me["tiles"]
    parts: list[Text] = []
    for colour in MOSQUES[place]:
        tile = table.view["mosques"][colour]
        shown = "–" if tile is None else str(tile)
        tick = "✓" if colour in owned else ""
        parts.append(Text.assemble(good(colour, table.say), (f"{shown}{tick}", "bold")))
    return Text(gap).join(parts)


def black_market(table: IstanbulTable) -> Text:
    """The sums that bring one, two, three of the blue goods."""
    steps = [f"{least}+→{n}" for n, least in enumerate(table.printed.blue_from, 1)]
    return Text.assemble(good("blue", table.say), " ", " ".join(steps))


# -- in full: two lines -----------------------------------------------------


def facts(table: IstanbulTable, place: int) -> tuple[Text, Text]:
    """Two lines about a place."""
    say = table.say
    me = table.me
    if place in WAREHOUSES:
        colour = WAREHOUSES[place]
        name = table.names.names[f"good.{colour}"].partition("|")[0]
        gain = Text() if me is None else _gain(table, colour)
        return Text.assemble(say("fills"), " ", good(colour, say), f" {name}"), gain
    if place in MARKETS:
        return _market(table, MARKETS[place])
    if place in MOSQUES:
        return rubies_left(table, place).append(f" {say('for_both')}", QUIET), Text.assemble(
            (f"{say('asks')} ", QUIET), asks(table, place, "  ")
        )
    found = _facts(table, place)
    return found[0], found[1]


def _gain(table: IstanbulTable, colour: str) -> Text:
    assert table.me is not None
    more = table.me["room"] - table.me["goods"][colour]
    if not more:
        return Text(table.say("full"), QUIET)
    return Text.assemble((f"+{more} ", "bold"), (table.say("for_you"), QUIET))


def _market(table: IstanbulTable, market: str) -> tuple[Text, Text]:
    prices = table.view["prices"][market]
    best = best_sale(table, market)
    ladder: list[Text] = [
        Text(f"‹{price}›", "bold") if n == best else Text(str(price), QUIET)
        for n, price in enumerate(prices, 1)
    ]
    wants = Text.assemble(
        (f"{table.say('wants')} ", QUIET), goods(demand(table, market), table.say, " ")
    )
    return wants, Text(" ").join(ladder).append(LIRA, QUIET)


def _facts(table: IstanbulTable, place: int) -> list[Text]:
    say, view, printed, me = table.say, table.view, table.printed, table.me
    left = rubies_left(table, place)
    if place == WAINWRIGHT:
        had = (
            "" if me is None else say("extensions_of", n=me["extensions"], most=printed.extensions)
        )
        price = Text.assemble(lira(view["extension_price"], "bold"), f" {say('room_more')}  ", left)
        return [price, Text(had, QUIET)]
    if place == POST_OFFICE:
        following = (view["markers"] + 1) % len(view["post_office"])
        return [
            Text.assemble((f"{say('gives')} ", QUIET), post(table, view["markers"])),
            Text.assemble((f"{say('then')} ", QUIET), post(table, following)),
        ]
    if place == CARAVANSARY:
        pile = Text(say("takes_cards", n=printed.caravan_cards), QUIET)
        return [pile, Text(say("piles", pile=view["pile"], discards=len(view["discards"])))]
    if place == FOUNTAIN:
        back = Text() if me is None else Text(say("come_back", n=len(me["out"])), QUIET)
        return [Text(say("assistants_back"), QUIET), back]
    if place == BLACK_MARKET:
        plain = Text.assemble(
            ("1 ", "bold"), run(GOOD_NAMES[:3], say, "/"), (f" + {say('dice_roll')}", QUIET)
        )
        return [plain, black_market(table)]
    if place == TEA_HOUSE:
        return [Text(say("call"), QUIET), Text(say("missed", n=printed.consolation), QUIET)]
    if place == POLICE_STATION:
        return [Text(say("sends_family"), QUIET), Text()]
    if place == PALACE:
        asked = palace_price(table)
        if not asked:
            return [left, Text(say("sold_out"), QUIET)]
        gap = " " if 2 * len(asked) < 22 else ""
        many = Text.assemble(left, (f" {say('for_goods', n=len(asked))}", QUIET))
        return [many, run(asked, say, gap)]
    if view["dealer_price"] is None:
        return [left, Text(say("sold_out"), QUIET)]
    return [
        Text.assemble(left, (f" {say('next_for')} ", QUIET), lira(view["dealer_price"], "bold")),
        Text(say("last_for", n=printed.last_price), QUIET),
    ]


# -- in short: signs alone, the most important first --------------------------


def signs(table: IstanbulTable, place: int) -> list[Text]:
    say, view = table.say, table.view
    left = rubies_left(table, place)
    if place in WAREHOUSES:
        colour = WAREHOUSES[place]
        if table.me is None:
            return [good(colour, say)]
        more = table.me["room"] - table.me["goods"][colour]
        return [Text.assemble((f"+{more}", "bold"), good(colour, say))]
    if place in MARKETS:
        market = MARKETS[place]
        prices = view["prices"][market]
        best = best_sale(table, market)
        every = Text(f"{prices[0]}–{prices[-1]}{LIRA}", QUIET)
        sale = lira(prices[best - 1], "bold") if best else every
        return [goods(demand(table, market), say), sale]
    if place in MOSQUES:
        return [Text.assemble(asks(table, place, ""), left)]
    if place == WAINWRIGHT:
        return [Text.assemble(lira(view["extension_price"]), left)]
    if place == POST_OFFICE:
        return [post(table, view["markers"])]
    if place == CARAVANSARY:
        return [Text(f"{CARD}{view['pile']}")]
    if place == FOUNTAIN and table.me is not None:
        return [Text(f"+{len(table.me['out'])}")]
    if place == PALACE:
        price = palace_price(table)
        return [left, run(price, say)] if len(price) < 6 else [run(price, say), left]
    if place == DEALER:
        price = view["dealer_price"]
        return [left if price is None else Text.assemble(lira(price), left)]
    return []


# -- what the action would bring the seat that looks ---------------------------


def brings(table: IstanbulTable, place: int) -> Text:
    say, view, me = table.say, table.view, table.me
    if me is None:
        return Text()
    if place in WAREHOUSES:
        colour = WAREHOUSES[place]
        return Text.assemble((f"+{me['room'] - me['goods'][colour]}", "bold"), good(colour, say))
    if place in MARKETS:
        best = best_sale(table, MARKETS[place])
        if not best:
            return Text()
        price = view["prices"][MARKETS[place]][best - 1]
        return Text(say("sale_up_to", n=best, price=price), QUIET)
    if place in MOSQUES:
        return asks(table, place, "  ")
    if place == WAINWRIGHT:
        price = Text(f"{MINUS}{view['extension_price']}{LIRA}  {me['room']} → {me['room'] + 1}")
        is_last = me["extensions"] + 1 == table.printed.extensions
        return Text.assemble(price, "  ", ruby() if is_last else "")
    if place == POST_OFFICE:
        return post(table, view["markers"])
    if place == FOUNTAIN:
        return Text(say("come_back", n=len(me["out"])), QUIET)
    if place == PALACE:
        return Text.assemble(MINUS, run(palace_price(table), say), " → ", ruby())
    if place == DEALER and view["dealer_price"] is not None:
        return Text.assemble(f"{MINUS}{view['dealer_price']}{LIRA} → ", ruby())
    if place == BLACK_MARKET:
        return black_market(table)
    return Text()


def market_of_sale(table: IstanbulTable) -> str:
    """The market where goods are being sold: by the merchant, or by the family member."""
    actor = table.actor
    if actor is None:
        return MARKETS[LARGE_MARKET]
    player = table.players[actor]
    at = player["merchant"] if player["merchant"] in MARKETS else player["family"]
    return MARKETS.get(at, MARKETS[SMALL_MARKET])
