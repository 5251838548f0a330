"""Why an action cannot be carried out, before a player goes there and after. [IST-5.13]"""

from __future__ import annotations

from bedesten.games.istanbul import board
from bedesten.games.istanbul.markets import can_sell
from bedesten.games.istanbul.rubies import asked_of
from bedesten.games.istanbul.state import (
    ANY,
    AT_DEALER,
    AT_PALACE,
    LARGE,
    MET_GOVERNOR,
    SMALL,
    Istanbul,
    card_to_draw,
    colours_at,
    dealer_price,
    palace_price,
)
from bedesten.games.istanbul.turn import twice_card
from bedesten.games.istanbul.words import (
    ACT,
    CARD,
    GOOD_NAMES,
    GOVERNOR,
    LEAVE,
    PAY,
    PLACE,
    STAY,
    TAKE_NEUTRAL,
    TAKE_OWN,
)
from bedesten.kernel.agenda import detail_of
from bedesten.kernel.why_not import WhyNot
from bedesten.kernel.words import bit


def obstacles(s: Istanbul, seat: int, step: str) -> dict[int, list[WhyNot]]:
    """The places where the merchant could not act, and what cannot be done where it stands."""
    p = s.players[seat]
    legal = s.legal(seat)
    here = detail_of(s.question(seat))
    found: dict[int, list[WhyNot]] = {}
    if step in ("move", "move_far"):
        for word in legal:
            if PLACE <= word < PLACE + board.PLACES:
                found[word] = on_arrival(s, seat, word - PLACE + 1)
        if CARD + STAY in legal:
            found[CARD + STAY] = on_arrival(s, seat, p.merchant)
    elif step == "use_assistant":
        ways = [word for word in legal if word in (TAKE_OWN, TAKE_NEUTRAL, LEAVE)] or [LEAVE]
        found = dict.fromkeys(ways, on_arrival(s, seat, here))
    elif step == "meet_merchants":
        owed = fee(s, seat, here)
        found[PAY] = lira(owed, p.lira) or why_not(s, seat, here, owed)
    elif step == "act":
        found[ACT] = why_not(s, seat, here)
    elif step == "act_again":
        card = twice_card(here)
        if p.hand[card] > 0 and CARD + card not in legal:
            found[CARD + card] = why_not(s, seat, here)
    elif step == "send_family":
        for place in range(1, board.PLACES + 1):
            if place != here:
                found[PLACE + place - 1] = why_not(s, seat, place)
    elif step == "encounters":
        met = s.governor == p.merchant and not s.used & MET_GOVERNOR
        if met and not card_to_draw(s):
            found[GOVERNOR] = [WhyNot("no_cards", {})]
    return {word: reasons for word, reasons in found.items() if reasons}


def on_arrival(s: Istanbul, seat: int, place: int) -> list[WhyNot]:
    """Why a merchant that goes to a place now could not act there."""
    p = s.players[seat]
    if place == board.FOUNTAIN:
        return []
    if is_without_assistant(s, seat, place):
        return [WhyNot("assistant", {})]
    owed = fee(s, seat, place)
    if owed > p.lira:
        return [WhyNot("merchants", {"needed": owed, "held": p.lira})]
    return why_not(s, seat, place, owed)


def is_without_assistant(s: Istanbul, seat: int, place: int) -> bool:
    """Neither an assistant in the stack nor one that lies at the place. [IST-3.2, IST-10.2]"""
    p = s.players[seat]
    return p.stack == 0 and not p.out & board.at(place) and s.neutral_assistants[place] == 0


def fee(s: Istanbul, seat: int, place: int) -> int:
    """What the other merchants at a place are to be paid. [IST-4.1, IST-4.3]"""
    others = sum(n != seat and p.merchant == place for n, p in enumerate(s.players))
    neutral = sum(merchant == place for merchant in s.neutral_merchants)
    return int(s.printed.merchant_fee) * (others + neutral)


def why_not(s: Istanbul, seat: int, place: int, owed: int = 0) -> list[WhyNot]:
    """Why a seat that has paid what it owes could not act at a place; empty if it could."""
    p, printed = s.players[seat], s.printed
    left = p.lira - owed
    if place == board.WAINWRIGHT:
        if p.extensions == printed.extensions:
            return [WhyNot("extensions", {"n": p.extensions})]
        return lira(printed.extension_price, left, owed)
    if place == board.CARAVANSARY:
        return [] if card_to_draw(s) else [WhyNot("no_cards", {})]
    if place in (board.LARGE_MARKET, board.SMALL_MARKET):
        market = LARGE if place == board.LARGE_MARKET else SMALL
        if can_sell(s, seat, market):
            return []
        return [WhyNot("demand" if sum(p.goods) else "no_goods", {})]
    if place == board.POLICE_STATION:
        return [] if p.family == place else [WhyNot("family", {})]
    if place == board.PALACE:
        return [WhyNot("no_ruby", {})] if s.rubies[AT_PALACE] == 0 else missing(s, seat)
    if place in (board.SMALL_MOSQUE, board.GREAT_MOSQUE):
        return tiles(s, seat, place)
    if place == board.DEALER:
        if s.rubies[AT_DEALER] == 0:
            return [WhyNot("no_ruby", {})]
        return lira(dealer_price(s), left, owed)
    return []


def lira(needed: int, held: int, paid: int = 0) -> list[WhyNot]:
    if held >= needed:
        return []
    if paid:
        return [WhyNot("lira_left", {"needed": needed, "paid": paid, "held": held})]
    return [WhyNot("lira", {"needed": needed, "held": held})]


def missing(s: Istanbul, seat: int) -> list[WhyNot]:
    """The goods that a seat lacks for the next ruby of the palace. [IST-5.10]"""
    goods = s.players[seat].goods
    price = palace_price(s)
    asked = [asked_of(s, good, price) for good in range(4)]
    lacking = {name: max(0, asked[n] - goods[n]) for n, name in enumerate(GOOD_NAMES)}
    spare = sum(max(0, goods[n] - asked[n]) for n in range(4))
    free = max(0, asked_of(s, ANY, price) - spare)
    if not any(lacking.values()):
        return [WhyNot("any_goods", {"n": free})] if free else []
    if free:
        return [WhyNot("goods_and_any", {"good": lacking, "n": free})]
    return [WhyNot("goods", {"good": lacking})]


def tiles(s: Istanbul, seat: int, place: int) -> list[WhyNot]:
    """Why neither tile of a mosque can be taken. [IST-5.11]"""
    p, printed = s.players[seat], s.printed.mosque_tiles
    found: list[WhyNot] = []
    for n, colour in enumerate(GOOD_NAMES):
        if not colours_at(place) & bit(n):
            continue
        if p.has_tile(n):
            found.append(WhyNot("owned", {"colour": colour}))
        elif s.mosques[n] >= len(printed):
            found.append(WhyNot("gone", {"colour": colour}))
        elif p.goods[n] < printed[s.mosques[n]]:
            shown = printed[s.mosques[n]]
            found.append(WhyNot("tile", {"needed": shown, "good": colour, "held": p.goods[n]}))
        else:
            return []
    return found
