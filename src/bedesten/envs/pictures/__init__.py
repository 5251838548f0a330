"""Pictures of the board as SVG and as pixels; one module per game.

A module with the name of a game has `draw(canvas, view)`. A game without one is
drawn as the text of its terminal board.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from io import BytesIO
from typing import Any

from bedesten.envs.extras import needing
from bedesten.envs.pictures.canvas import Canvas
from bedesten.envs.pictures.text_board import draw_text
from bedesten.kernel.match import Match

WIDTH = 960
HEIGHT = 640


def svg(match: Match, seat: int | None) -> str:
    """The board as a seat, or a spectator, sees it."""
    canvas = Canvas(WIDTH, HEIGHT)
    name = f"{__name__}.{match.game.name}"
    if find_spec(name) is None:
        draw_text(canvas, match, seat)
    else:
        import_module(name).draw(canvas, match.view(seat))
    return canvas.svg()


def pixels(match: Match, seat: int | None) -> Any:
    """The same as an array of rows of pixels: red, green and blue from 0 to 255."""
    with needing("pettingzoo"):
        import numpy as np
        import resvg_py
        from PIL import Image
    png = resvg_py.svg_to_bytes(svg_string=svg(match, seat), skip_system_fonts=True)
    return np.array(Image.open(BytesIO(png)).convert("RGB"), np.uint8)
