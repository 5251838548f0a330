"""Choose & Write as a picture: a sheet for everybody, and the cards on the table."""

from __future__ import annotations

from typing import Any

from bedesten.envs.pictures.canvas import GOODS, INK, PALE, PANEL, Canvas, headline

LEFT, TOP = 16, 44
WIDE = 928


def draw(canvas: Canvas, view: dict[str, Any]) -> None:
    canvas.say(LEFT, 16, headline(view), 14)
    _cards(canvas, view)
    high = 96
    for seat in range(len(view["players"])):
        _sheet(canvas, view, seat, TOP + 70 + (high + 6) * seat, high)


def _cards(canvas: Canvas, view: dict[str, Any]) -> None:
    x = LEFT
    for what, card in (("left", view["display"][0]), ("right", view["display"][1])):
        canvas.box(x, TOP, 66, 58, PANEL)
        canvas.say(x + 6, TOP + 6, what, 7, PALE)
        canvas.say(x + 8, TOP + 26, str(card or "-").rpartition(":")[2], 18)
        x += 72
    canvas.box(x, TOP, 66, 58, PANEL, edge=INK)
    canvas.say(x + 6, TOP + 6, "in use", 7, PALE)
    canvas.say(x + 8, TOP + 26, str(view["card"] or "-").rpartition(":")[2], 18)
    x += 84
    for letter, price in view["prices"].items():
        canvas.box(x, TOP, 108, 58, PANEL)
        canvas.say(x + 6, TOP + 6, f"palace {letter}", 8)
        canvas.goods(x + 6, TOP + 26, price, 20)
        x += 114
    canvas.say(x + 6, TOP + 6, f"caravan {view['caravan'][0] or '-'}", 9)
    canvas.say(x + 6, TOP + 26, f"pile {view['pile']}", 9, PALE)
    canvas.say(x + 6, TOP + 42, f"guild {view['guild_pile']} goods {view['goods_pile']}", 7, PALE)


def _sheet(canvas: Canvas, view: dict[str, Any], seat: int, y: int, high: int) -> None:
    player = view["players"][seat]
    canvas.seat(LEFT, y, WIDE, high, view, seat)
    canvas.disc(LEFT + 52, y + 16, 7, GOODS["red"])
    canvas.say(LEFT + 64, y + 9, player["rubies"], 14)
    canvas.say(LEFT + 10, y + 44, f"lira {player['lira']}/{player['lira_filled']}", 10)
    canvas.say(LEFT + 10, y + 66, f"bonus {player['bonus']}/{player['bonus_filled']}", 10)
    for n, good in enumerate(player["goods"]):
        _column(canvas, view, player, good, LEFT + 130, y + 10 + 20 * n)
    x = LEFT + 150 + 13 * view["rows"] + 60
    for n, (place, left) in enumerate(player["symbols"].items()):
        canvas.say(x + 26 * (n % 7), y + 12 + 28 * (n // 7), place, 9, PALE)
        canvas.say(x + 26 * (n % 7), y + 26 + 28 * (n // 7), left, 8)
    ticks = " ".join(f"{place}:{n}" for place, n in player["ticks"].items() if n)
    canvas.say(x, y + 74, f"ticks {ticks or '-'}", 9)
    x += 210
    card = str(player["place_card"] or "?") if player["place_cards"] else "-"
    canvas.say(x, y + 12, f"hand {card.rpartition(':')[2]}", 11)
    canvas.say(x, y + 38, f"guild {player['guild_cards']}", 9, PALE)
    canvas.say(x, y + 58, f"goods {player['goods_cards']}", 9, PALE)
    x += 130
    canvas.say(x, y + 12, f"played {player['guild_played']}", 9, PALE)
    palaces = " ".join(f"{letter}{n}" for letter, n in player["palace_rubies"].items())
    canvas.say(x, y + 38, palaces, 9, PALE)


def _column(
    canvas: Canvas, view: dict[str, Any], player: dict[str, Any], good: str, x: int, y: int
) -> None:
    """A kind of good: fields crossed, fields marked, fields empty."""
    crossed = player["filled"][good] - player["goods"][good]
    for n in range(view["rows"]):
        marked = n < player["filled"][good]
        canvas.box(x + 13 * n, y, 11, 14, GOODS[good] if marked else PANEL)
        if n < crossed:
            canvas.say(x + 13 * n + 2, y + 3, "x", 8, "#ffffff")
    canvas.say(x + 13 * view["rows"] + 6, y + 3, player["goods"][good], 9)
