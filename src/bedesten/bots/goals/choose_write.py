"""Goals in Choose & Write: the next ruby, by which place or by which fields."""

from __future__ import annotations

from bedesten.bots.goals import Goal
from bedesten.games.choose_write import sheet
from bedesten.games.choose_write.payment import can_pay_goods
from bedesten.games.choose_write.place_cards import NO_CARD, place_of
from bedesten.games.choose_write.sheet import opened
from bedesten.games.choose_write.state import LETTERS, ChooseWrite, ChooseWritePlayer
from bedesten.games.choose_write.tally import count
from bedesten.games.choose_write.words import PLACE_NAMES
from bedesten.kernel.words import say


def goals(before: ChooseWrite, after: ChooseWrite, seat: int) -> list[Goal]:
    """A ruby in this turn, one that can be paid and reached, or a bonus ruby one field away."""
    old, new = before.players[seat], after.players[seat]
    if new.rubies > old.rubies:
        enough = after.printed.rubies_to_end
        if new.rubies >= enough > old.rubies:
            return [Goal("last_ruby", 0)]
        kind = "row" if new.rows > old.rows else "box" if new.boxes > old.boxes else "ruby"
        return [Goal(kind, 0)]
    if after.is_over():
        return []
    payable = _payable(after, new)
    cards = [new.place, *(after.display if after.active == seat else ())]
    found = [
        Goal("ruby", 1, f"place.{PLACE_NAMES[place]}")
        for place in payable
        if any(card != NO_CARD and opened(place_of(card)) & say(place) for card in cards)
    ]
    if not found and payable:
        found.append(Goal("payable", 2, f"place.{PLACE_NAMES[payable[0]]}"))
    return found + _nearly_full(after, new)


def _payable(s: ChooseWrite, player: ChooseWritePlayer) -> list[int]:
    """The places where a seat can pay for a ruby."""
    letters = [n for n in range(LETTERS) if can_pay_goods(s, player, n)]
    dealer = [sheet.DEALER] if player.lira >= s.printed.dealer_price else []
    return [*(sheet.PALACE_A + n for n in letters), *dealer]


def _nearly_full(s: ChooseWrite, player: ChooseWritePlayer) -> list[Goal]:
    """Bonus rubies that one field or two are missing for."""
    found = []
    if player.rows < len(s.printed.bonus_rows):
        depth = s.printed.bonus_rows[player.rows]
        missing = sum(max(0, depth - count(player.filled, good)) for good in range(4))
        if 1 <= missing <= 2:
            found.append(Goal("row_near", 1 + missing, amount=missing))
    if player.boxes < len(s.printed.boxes):
        missing = s.printed.box_ends[player.boxes] - player.lira_filled
        if 1 <= missing <= 2:
            found.append(Goal("box_near", 1 + missing, amount=missing))
    return found
