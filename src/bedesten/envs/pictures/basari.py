"""Basari as a picture: the ring, the pawns, and what everybody has."""

from __future__ import annotations

from typing import Any

from bedesten.envs.pictures.canvas import GOODS, INK, PALE, PANEL, Canvas, headline

SIDE = 74  # of an archway
LEFT, TOP = 20, 44


def draw(canvas: Canvas, view: dict[str, Any]) -> None:
    canvas.say(LEFT, 16, headline(view), 14)
    ring = view["ring"]
    cells = around(len(ring))
    for n, archway in enumerate(ring):
        x, y = cells[n]
        canvas.box(x, y, 62, 62, PANEL)
        canvas.say(x + 4, y + 5, n + 1, 8, PALE)
        canvas.say(x + 40, y + 5, archway["points"], 12)
        gems = [colour for colour, count in archway["gems"].items() for _ in range(count)]
        for k, colour in enumerate(gems):
            canvas.disc(x + 9 + 12 * (k % 5), y + 28, 5, GOODS[colour])
    for seat, player in enumerate(view["players"]):
        if player["archway"] is not None:
            x, y = cells[player["archway"] - 1]
            canvas.pawn(x + 9 + 15 * seat, y + 48, seat, 7)
    for seat, player in enumerate(view["players"]):
        x, y = LEFT + SIDE + 6, TOP + SIDE + 8 + 64 * seat
        canvas.seat(x, y, 504, 58, view, seat)
        canvas.say(x + 44, y + 8, player["score"], 20)
        canvas.say(x + 44, y + 38, f"to go {player['to_go']}", 9, PALE)
        end = canvas.goods(x + 160, y + 12, player["gems"], 30)
        canvas.say(end + 16, y + 20, player["tile"] or "-", 14)
    y = TOP + SIDE + 10 + 64 * len(view["players"])
    canvas.say(LEFT + SIDE + 6, y + 8, f"scorings {view['scorings']}/{view['laps']}", 11)
    canvas.say(LEFT + SIDE + 206, y + 8, "bank", 11)
    canvas.goods(LEFT + SIDE + 266, y, view["bank"], 26)
    haggle = view["haggle"]
    if haggle:
        y += 34
        canvas.say(LEFT + SIDE + 6, y + 8, f"haggle: {haggle['action']}", 11, INK)
        canvas.say(LEFT + SIDE + 206, y + 8, "offer", 11)
        end = canvas.goods(LEFT + SIDE + 266, y, haggle["offer"], 26)
        canvas.say(end + 10, y + 8, "draft", 11)
        canvas.goods(end + 70, y, haggle["draft"], 26)


def around(archways: int) -> list[tuple[int, int]]:
    """The cells of the ring clockwise, from the upper left on; a long ring has smaller ones."""
    down, side = (6, SIDE) if archways <= 28 else (8, SIDE - 12)
    across = max(1, (archways - 2 * down + 1) // 2)
    top = [(n, 0) for n in range(across)]
    right = [(across, n) for n in range(down)]
    bottom = [(across - n, down) for n in range(across)]
    left = [(0, down - n) for n in range(down)]
    cells = [*top, *right, *bottom, *left][:archways]
    return [(LEFT + side * x, TOP + side * y) for x, y in cells]
