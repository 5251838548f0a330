"""Pictures of tables, for programs that look at pixels: drawn as SVG, and rasterised."""

from __future__ import annotations

from importlib import import_module
from io import BytesIO
from typing import Any

from bedesten.envs.extras import needing
from bedesten.envs.pictures.canvas import Canvas
from bedesten.kernel.match import Match

WIDTH = 960
HEIGHT = 640


def drawing(match: Match, seat: int | None) -> str:
    """The table as a seat, or a spectator, sees it, as SVG."""
    canvas = Canvas(WIDTH, HEIGHT)
    view = match.view(seat)
    import_module(f"bedesten.envs.pictures.{match.game.name}").draw(canvas, view)
    return canvas.svg()


def pixels(match: Match, seat: int | None) -> Any:
    """The same as an array of rows of pixels: red, green and blue from 0 to 255."""
    with needing("pettingzoo"):
        import numpy as np
        import resvg_py
        from PIL import Image
    png = resvg_py.svg_to_bytes(svg_string=drawing(match, seat), skip_system_fonts=True)
    return np.array(Image.open(BytesIO(png)).convert("RGB"), np.uint8)
