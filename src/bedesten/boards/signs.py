"""Signs that several games share: each is a sign or a letter, and a colour besides."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rich.text import Text

from bedesten.kernel.text import Sentences

MARKS: Final = "★☾✿◉♣♠"
COLOURS: Final = ("dark_orange", "dark_turquoise", "orchid", "chartreuse3", "salmon1", "grey62")

RUBY: Final = "◆"
LIRA: Final = "₺"
MINUS: Final = "−"
HERE: Final = "▸"
HOME: Final = "⌂"

_CHIPS: Final = {
    "red": "bold white on red3",
    "green": "bold white on green4",
    "yellow": "bold black on gold1",
    "blue": "bold white on dodger_blue3",
}


def seat_mark(seat: int) -> str:
    return MARKS[seat % len(MARKS)]


def seat_colour(seat: int) -> str:
    return COLOURS[seat % len(COLOURS)]


def seat_sign(seat: int) -> Text:
    """A seat's sign in its colour."""
    return Text(seat_mark(seat), f"bold {seat_colour(seat)}")


def seat_signs(seats: Sequence[int]) -> Text:
    return Text("").join(map(seat_sign, seats))


def seat_piece(seat: int) -> Text:
    """A seat's main piece: its sign on a ground of its colour."""
    return Text(seat_mark(seat), f"bold reverse {seat_colour(seat)}")


def letter(colour: str, order: Sequence[str], say: Sentences) -> str:
    """The letter of a colour in the player's language; `order` is that of the letters."""
    return say("letters")[order.index(colour)]


def chip(colour: str, order: Sequence[str], say: Sentences) -> Text:
    """A good or a gem: its letter on a ground of its colour."""
    return Text(letter(colour, order, say), _CHIPS[colour])


def ruby(text: object = "") -> Text:
    return Text(f"{RUBY}{text}", "bold red3")
