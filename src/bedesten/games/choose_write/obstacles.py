"""Why a place or a guild card cannot be used. [CW-4.3, CW-4.6, CW-4.7]"""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from bedesten.games.choose_write import sheet, steps
from bedesten.games.choose_write.actions import can_do_caravan
from bedesten.games.choose_write.card_parts import NO_PART, PARTS_A_CARD, part_detail, part_step
from bedesten.games.choose_write.effects import cards_to_hand_over, goods_to_sell, palaces_to_pay
from bedesten.games.choose_write.events import LETTERS
from bedesten.games.choose_write.payment import can_pay_goods, owned
from bedesten.games.choose_write.place_cards import place_of
from bedesten.games.choose_write.sheet import opened
from bedesten.games.choose_write.state import ChooseWrite, ChooseWritePlayer, open_caravan
from bedesten.games.choose_write.symbols import symbols_at
from bedesten.games.choose_write.tally import counts, total
from bedesten.games.choose_write.turn import is_in_turn
from bedesten.games.choose_write.words import GOOD_NAMES, GUILD, PLACE
from bedesten.kernel.agenda import detail_of, how_many
from bedesten.kernel.why_not import WhyNot
from bedesten.kernel.words import bit, spell


def obstacles(s: ChooseWrite, seat: int, step: str) -> dict[int, list[WhyNot]]:
    """The places that the card opens and the guild cards in hand that cannot be used."""
    p = s.players[seat]
    found: dict[int, list[WhyNot]] = {}
    if step == "use_card":
        follows = not is_in_turn(s, seat, detail_of(s.question(seat)))
        for place in spell(opened(place_of(s.card))):
            found[PLACE + place] = why_not(s, p, place) or crossing(p, place, follows)
    elif step == "catacombs":
        for place in range(sheet.PLACES):
            if place != sheet.CATACOMBS:
                found[PLACE + place] = why_not(s, p, place)
    elif step == "play":
        for card in spell(p.guild):
            found[GUILD + card] = [
                *lira(s.printed.guild_prices[card], p.lira),
                *of_card(s, p, s.printed.guild_cards, card),
            ]
    return {word: reasons for word, reasons in found.items() if reasons}


def crossing(p: ChooseWritePlayer, place: int, follows: bool) -> list[WhyNot]:
    """Who follows needs something to cross off. [CW-4.3]"""
    if not follows or p.bonus > 0:
        return []
    if place >= sheet.PALACE_A:
        return [WhyNot("no_bonus", {})]
    return [] if symbols_at(p.symbols, place) > 0 else [WhyNot("no_symbol", {})]


def why_not(s: ChooseWrite, p: ChooseWritePlayer, place: int) -> list[WhyNot]:
    """Why the payment that a place asks for cannot be made; empty if it can. [CW-4.7]"""
    if place >= sheet.PALACE_A:
        return palace(s, p, place - sheet.PALACE_A, "goods")
    if place == sheet.DEALER:
        return lira(s.printed.dealer_price, p.lira)
    if place == sheet.STALL and p.goods_cards == 0:
        return [WhyNot("no_goods_card", {})]
    if place == sheet.MARKET and goods_to_sell(p, s.printed.market_goods) == 0:
        return [WhyNot("equal", {"n": s.printed.market_goods})]
    if place == sheet.CARAVANSARY and not can_do_caravan(s, p):
        return of_card(s, p, s.printed.caravan_cards, open_caravan(s))
    return []


def of_card(s: ChooseWrite, p: ChooseWritePlayer, cards: vec[i64], card: int) -> list[WhyNot]:
    """Why what a caravan or guild card asks to be given cannot be given. [CW-4.6]"""
    found: list[WhyNot] = []
    for n in range(PARTS_A_CARD):
        part = cards[PARTS_A_CARD * card + n]
        if part == NO_PART:
            break
        step, detail = part_step(part), part_detail(part)
        if step == steps.PALACE and palaces_to_pay(s, p, detail) == 0:
            for letter in range(len(LETTERS)):
                if detail & bit(letter):
                    found += palace(s, p, letter, "palace")
        elif step == steps.VISIT_PALACE:
            found += palace(s, p, detail, "palace")
        elif step == steps.HAND_OVER and cards_to_hand_over(p, detail) == 0:
            key = "card_and_goods" if p.goods_cards else "no_goods_card"
            found.append(WhyNot(key, {"n": detail} if p.goods_cards else {}))
        elif step == steps.GIVE_GOOD and total(owned(p)) < how_many(detail):
            given = {"needed": int(how_many(detail)), "held": int(total(owned(p)))}
            found.append(WhyNot("give", given))
    return found


def palace(s: ChooseWrite, p: ChooseWritePlayer, letter: int, key: str) -> list[WhyNot]:
    """The goods that a palace asks and a seat lacks, its goods cards included. [CW-5.12]"""
    if can_pay_goods(s, p, letter):
        return []
    asked, held = counts(s.prices[letter], 4), counts(owned(p), 4)
    lacking = {name: max(0, asked[n] - held[n]) for n, name in enumerate(GOOD_NAMES)}
    if key == "goods":
        return [WhyNot(key, {"good": lacking})]
    return [WhyNot(key, {"letter": LETTERS[letter], "good": lacking})]


def lira(needed: int, held: int) -> list[WhyNot]:
    return [] if held >= needed else [WhyNot("lira", {"needed": needed, "held": held})]
