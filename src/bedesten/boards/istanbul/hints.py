"""What each choice would bring, in a few words beside it; and choices in short."""

from __future__ import annotations

from typing import Final

from rich.text import Text

from bedesten.boards.istanbul.moves import badge, fee, going, met_at
from bedesten.boards.istanbul.pieces import MARKETS, NEUTRAL, good, goods
from bedesten.boards.istanbul.places import best_sale, brings, facts, market_of_sale
from bedesten.boards.istanbul.table import IstanbulTable
from bedesten.boards.lines import QUIET
from bedesten.boards.signs import LIRA, seat_signs
from bedesten.games.istanbul.board import DEALER, PALACE, POST_OFFICE
from bedesten.games.istanbul.events import MARKETS as MARKET_NAMES
from bedesten.kernel.agenda import detail_of
from bedesten.kernel.state import CHANCE

_TAKING: Final = ("take_smuggled", "pick_good", "buy_extra", "pick_plain_good")
_GIVING: Final = ("give_any", "pay_smuggler")
_TWICE: Final = {"palace_twice": PALACE, "post_twice": POST_OFFICE, "dealer_twice": DEALER}


def hint(table: IstanbulTable, step: str, word: str) -> Text:
    family, _, member = word.partition(":")
    if family == "demand":
        return _demand(table, int(member))
    if family == "sum":
        return Text(f"→ {table.place(int(member))}", QUIET)
    if table.me is None:
        return Text()
    if family == "place":
        return _place(table, step, int(member))
    if family == "good":
        return _good(table, step, member)
    if step in ("call_number", "bend_dice"):
        return Text(_note(table, word), QUIET)
    if family == "card":
        return _card(table, step, member)
    found = {
        "use_assistant": _assistant,
        "meet_merchants": _payment,
        "act": _action,
        "sell": _sale,
        "pick_pile": _pile,
        "encounters": _met,
        "pay_governor": _price,
        "pay_smuggler": _price,
    }.get(step)
    return Text() if found is None else found(table, word)


def _demand(table: IstanbulTable, tile: int) -> Text:
    """The goods that a demand tile shows; chance is asked which of them comes to the top."""
    market = MARKET_NAMES[detail_of(table.match.state.question(CHANCE))]
    counts = table.view["demand_tiles"][market][tile - 1]
    return Text.assemble(goods(counts, table.say), f" {table.names.amounts('good', counts)}")


def _place(table: IstanbulTable, step: str, place: int) -> Text:
    if table.is_moving:
        return going(table, place)
    return brings(table, place) if step == "send_family" else Text()


def _good(table: IstanbulTable, step: str, colour: str) -> Text:
    me, view = table.me, table.view
    assert me is not None
    held = me["goods"][colour]
    chip = good(colour, table.say)
    if step == "sell":
        prices = view["prices"][market_of_sale(table)]
        return Text.assemble(chip, f" → {prices[view['sold']]}{LIRA}")
    if step == "take_tile":
        needed = view["mosques"][colour]
        return Text.assemble(chip, (f" {table.say('needs', n=needed, held=held)}", QUIET))
    if step in _TAKING:
        note = table.say("no_room") if held >= me["room"] else f"{held}/{me['room']}"
        return Text.assemble(chip, (f" {note}", QUIET))
    if step in _GIVING:
        return Text.assemble(chip, (f" {table.say('of_yours', n=held)}", QUIET))
    return chip


def _note(table: IstanbulTable, word: str) -> str:
    """What a choice comes to, as the game says it."""
    assert table.seat is not None
    return table.match.notes(table.seat, table.say.language).get(word, "")


def _card(table: IstanbulTable, step: str, card: str) -> Text:
    assert table.me is not None
    if step == "move" and card == "stay":
        return going(table, table.me["merchant"])
    if step == "act_again" and card in _TWICE:
        return brings(table, _TWICE[card])
    if step in ("put_back", "give_card") and table.me["hand"][card] > 1:
        return Text(table.say("of_yours", n=table.me["hand"][card]), QUIET)
    return Text()


def _assistant(table: IstanbulTable, word: str) -> Text:
    assert table.me is not None
    many = len(table.me["stack"])
    if word == "pass":
        return Text(table.say("nothing_else"), QUIET)
    after = many - 1 if word == "leave" else many + 1
    return Text(table.say("with_you", before=many, after=after), QUIET)


def _payment(table: IstanbulTable, word: str) -> Text:
    me = table.me
    assert me is not None
    if word != "pay":
        return Text(table.say("nothing_else"), QUIET)
    here = me["merchant"]
    others = [seat for seat in table.merchants_at(here) if seat != table.seat]
    owed = fee(table, here)
    return Text.assemble(
        f"{owed}{LIRA} → ",
        seat_signs(others),
        NEUTRAL * table.neutrals_at(here),
        (f"  {me['lira']} → {me['lira'] - owed}{LIRA}", QUIET),
    )


def _action(table: IstanbulTable, word: str) -> Text:
    assert table.me is not None
    if word != "act":
        return Text()
    here = table.me["merchant"]
    found = brings(table, here)
    return found if found.plain else facts(table, here)[0]


def _sale(table: IstanbulTable, word: str) -> Text:
    sold = table.view["sold"]
    if word != "done" or not sold:
        return Text()
    return Text(f"+{table.view['prices'][market_of_sale(table)][sold - 1]}{LIRA}", "bold")


def _pile(table: IstanbulTable, word: str) -> Text:
    if word == "discards":
        return Text(table.card(table.view["discards"][-1]))
    return Text(table.say("in_pile", n=table.view["pile"]), QUIET)


def _met(table: IstanbulTable, word: str) -> Text:
    assert table.me is not None
    return met_at(table, table.me["merchant"]) if word == "catch" else Text()


def _price(table: IstanbulTable, word: str) -> Text:
    me = table.me
    assert me is not None
    price = int(table.printed.governor_price)
    if table.view["question"] == "pay_smuggler":
        price = int(table.printed.smuggler_price)
    return Text(f"{me['lira']} → {me['lira'] - price}{LIRA}", QUIET) if word == "pay" else Text()


# -- in short -----------------------------------------------------------------


def brief(table: IstanbulTable, step: str, word: str) -> Text:
    """A choice in a word or two, where there is little room."""
    family, _, member = word.partition(":")
    if family == "place":
        return Text(table.say(f"short_{member}")).append_text(_tag(table, step, int(member)))
    if family == "card":
        return Text(table.short_card(member))
    if family == "good":
        return _good(table, step, member)
    if family == "call":
        return Text(f"({_note(table, word)})", QUIET)
    if family == "dice":
        return Text()
    return Text(table.say.texts.get(f"brief_{word.replace(':', '_')}", table.names.word(word)))


def _tag(table: IstanbulTable, step: str, place: int) -> Text:
    tag = badge(table, place) if table.is_moving else Text()
    if step == "send_family" and place in MARKETS and table.me is not None:
        best = best_sale(table, MARKETS[place])
        if best:
            price = table.view["prices"][MARKETS[place]][best - 1]
            tag = Text(f"+{price}{LIRA}", QUIET)
    return Text.assemble(" ", tag) if tag.plain else tag
