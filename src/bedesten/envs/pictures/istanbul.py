"""Istanbul as a picture: the sixteen places, who is where, and what everybody has."""

from __future__ import annotations

from typing import Any

from bedesten.envs.pictures.canvas import (
    GOODS,
    INK,
    PALE,
    PANEL,
    SEATS,
    Canvas,
    headline,
)

NAMES = (
    "wainwright",
    "fabric",
    "spice",
    "fruit",
    "post office",
    "caravansary",
    "fountain",
    "black market",
    "tea house",
    "large market",
    "small market",
    "police",
    "palace",
    "small mosque",
    "great mosque",
    "dealer",
)
SOURCES = {1: "wainwright", 13: "palace", 14: "small_mosque", 15: "great_mosque", 16: "dealer"}
SIDE = 140
LEFT, TOP = 16, 44


def draw(canvas: Canvas, view: dict[str, Any]) -> None:
    canvas.say(LEFT, 16, headline(view), 14)
    corners: dict[int, tuple[int, int]] = {}
    for cell, place in enumerate(view["cells"]):
        x, y = LEFT + SIDE * (cell % 4), TOP + SIDE * (cell // 4)
        canvas.box(x, y, SIDE - 6, SIDE - 6, PANEL)
        if place:
            corners[place] = (x, y)
            canvas.say(x + 6, y + 7, place, 12)
            canvas.say(x + 30, y + 9, NAMES[place - 1], 8, PALE)
            if place in SOURCES:
                canvas.disc(x + 14, y + 36, 6, GOODS["red"])
                canvas.say(x + 26, y + 31, view["rubies"][SOURCES[place]], 10)
    for seat, player in enumerate(view["players"]):
        _figures(canvas, corners, seat, player)
    for letter, place in (("G", view["governor"]), ("S", view["smuggler"])):
        if place in corners:
            x, y = corners[place]
            canvas.box(x + 104, y + (24 if letter == "G" else 46), 18, 18, INK)
            canvas.say(x + 110, y + (28 if letter == "G" else 50), letter, 9, "#ffffff")
    for place in view["neutral_merchants"]:
        if place in corners:
            x, y = corners[place]
            canvas.disc(x + 80, y + 36, 7, "#ffffff")
    for place, n in view["neutral_assistants"].items():
        x, y = corners[int(place)]
        canvas.say(x + 80, y + 116, f"+{n}", 9, PALE)
    _panels(canvas, view)


def _figures(
    canvas: Canvas, corners: dict[int, tuple[int, int]], seat: int, player: dict[str, Any]
) -> None:
    if player["merchant"] in corners:
        x, y = corners[player["merchant"]]
        canvas.pawn(x + 14 + 24 * seat, y + 68, seat, 10)
        canvas.say(x + 10 + 24 * seat, y + 82, len(player["stack"]), 8)
    if player["family"] in corners:
        x, y = corners[player["family"]]
        canvas.box(x + 6 + 20 * seat, y + 96, 14, 10, SEATS[seat], edge=INK)
    for place in player["out"]:
        if place in corners:
            x, y = corners[place]
            canvas.disc(x + 12 + 16 * seat, y + 120, 5, SEATS[seat])


def _panels(canvas: Canvas, view: dict[str, Any]) -> None:
    x = LEFT + 4 * SIDE + 10
    for seat, player in enumerate(view["players"]):
        y = TOP + 92 * seat
        canvas.seat(x, y, 360, 86, view, seat)
        canvas.disc(x + 54, y + 16, 7, GOODS["red"])
        canvas.say(x + 68, y + 10, f"{player['rubies']}/{view['rubies_to_end']}", 13)
        canvas.say(x + 140, y + 10, f"lira {player['lira']}", 13)
        canvas.say(x + 250, y + 10, f"cards {player['cards']}", 11)
        canvas.goods(x + 44, y + 38, player["goods"], 24)
        canvas.say(x + 160, y + 46, f"room {player['room']}", 9, PALE)
        for n, colour in enumerate(player["tiles"]):
            canvas.box(x + 240 + 20 * n, y + 42, 16, 16, GOODS[colour])
        if "hand" in player:
            hand = [f"{n} {card}" for card, n in player["hand"].items() if n]
            canvas.say(x + 44, y + 70, "  ".join(hand).replace("_", " ")[:52], 6)
    y = TOP + 92 * len(view["players"]) + 6
    dice = "  ".join(str(n) for n in view["dice"] if n)
    canvas.say(x, y, f"dice {dice}" if dice else "", 11)
    canvas.say(x + 140, y, f"pile {view['pile']}  post {view['markers']}", 9, PALE)
    top = view["discards"][-1] if view["discards"] else "-"
    canvas.say(x, y + 22, f"discard {top}".replace("_", " "), 9, PALE)
