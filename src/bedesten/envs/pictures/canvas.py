"""A canvas that writes SVG. Letters are drawn as strokes, so that no font is needed."""

from __future__ import annotations

from typing import Final

INK: Final = "#2b2118"
PALE: Final = "#8c7b66"
PAPER: Final = "#f6efe2"
PANEL: Final = "#fffaf0"
GOODS: Final = {"red": "#b3261e", "green": "#2e7d32", "yellow": "#d9a300", "blue": "#1f5fa8"}
SEATS: Final = ("#c4541c", "#00838f", "#8e3a94", "#4c8a1f", "#5d5d5d")

# Lines on a grid four wide and six high: every two digits are a point, across and down.
STROKES: Final = {
    "0": "0040460600",
    "1": "112026 1636",
    "2": "004043030646",
    "3": "00404606 1343",
    "4": "000343 4046",
    "5": "400003434606",
    "6": "400006464303",
    "7": "004016",
    "8": "0040460600 0343",
    "9": "430300404606",
    "A": "0602204246 0444",
    "B": "0600304142330333 3344453606",
    "C": "40000646",
    "D": "00304145360600",
    "E": "40000646 0333",
    "F": "400006 0333",
    "G": "400006464323",
    "H": "0006 4046 0343",
    "I": "2026",
    "J": "40460604",
    "K": "0006 400346",
    "L": "000646",
    "M": "0600234046",
    "N": "06004640",
    "O": "103041453616050110",
    "P": "0600404303",
    "Q": "103041453616050110 3446",
    "R": "0600404303 1346",
    "S": "413010010213334445361605",
    "T": "0040 2026",
    "U": "00064640",
    "V": "002640",
    "W": "0016233640",
    "X": "0046 4006",
    "Y": "002340 2326",
    "Z": "00400646",
    "+": "2125 0343",
    "-": "0343",
    "/": "4006",
    ".": "2526",
    ":": "2122 2526",
    "?": "0040432324 2526",
    "&": "4601102031050616 1643",
    ",": "2516",
    "'": "2021",
    '"': "1011 3031",
    "_": "0646",
    "=": "0242 0444",
    "%": "4006 0010110100 3545463635",
    "(": "30111536",
    ")": "10313516",
    "[": "30101636",
    "]": "10303616",
    "{": "3020222313 2324262636",
    "}": "1020222333 2324262616",
    "|": "2026",
    "–": "0343",
    "◂": "410345",
    "<": "410345",
    ">": "014305",
    "*": "2125 0244 0442",
}
HIGH: Final = 6
STEP: Final = 6  # from one letter to the next, in units of the grid


class Canvas:
    """Shapes, each drawn over those before it."""

    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self.height = height
        self._shapes: list[str] = []
        self.box(0, 0, width, height, PAPER, edge=None)

    def svg(self) -> str:
        size = f'width="{self.width}" height="{self.height}"'
        view = f'viewBox="0 0 {self.width} {self.height}"'
        body = "\n".join(self._shapes)
        return f'<svg xmlns="http://www.w3.org/2000/svg" {size} {view}>\n{body}\n</svg>\n'

    def box(
        self, x: float, y: float, w: float, h: float, fill: str, edge: str | None = PALE
    ) -> None:
        stroke = f' stroke="{edge}"' if edge else ""
        self._shapes.append(
            f'<rect x="{x:g}" y="{y:g}" width="{w:g}" height="{h:g}" rx="3" fill="{fill}"{stroke}/>'
        )

    def disc(self, x: float, y: float, r: float, fill: str, edge: str = INK) -> None:
        self._shapes.append(
            f'<circle cx="{x:g}" cy="{y:g}" r="{r:g}" fill="{fill}" stroke="{edge}"/>'
        )

    def say(self, x: float, y: float, text: object, size: float = 12, ink: str = INK) -> float:
        """Write text from its upper left corner; return the x at which it ends."""
        unit = size / HIGH
        lines: list[str] = []
        for letter in str(text).upper():
            for line in STROKES.get(letter, "").split():
                points = [
                    f"{x + int(line[n]) * unit * 0.8:.1f} {y + int(line[n + 1]) * unit:.1f}"
                    for n in range(0, len(line), 2)
                ]
                lines.append("M" + "L".join(points))
            x += STEP * unit * 0.8
        if lines:
            self._shapes.append(
                f'<path d="{"".join(lines)}" fill="none" stroke="{ink}" '
                f'stroke-width="{max(1.0, size / 9):.1f}" stroke-linecap="round"/>'
            )
        return x

    def pawn(self, x: float, y: float, seat: int, size: float = 9) -> None:
        """Draw a seat's piece: its colour and its number."""
        self.disc(x, y, size, SEATS[seat])
        self.say(x - size * 0.35, y - size * 0.5, seat, size, "#ffffff")

    def goods(self, x: float, y: float, counts: dict[str, int], size: float = 16) -> float:
        """Draw a count for each colour; return the x at which they end."""
        for colour, n in counts.items():
            self.box(x, y, size, size, GOODS[colour])
            self.say(
                x + size * (0.33 if n < 10 else 0.12), y + size * 0.25, n, size * 0.5, "#ffffff"
            )
            x += size + 4
        return x

    def seat(self, x: float, y: float, w: float, h: float, view: dict[str, object], n: int) -> None:
        """Draw the panel of a seat: a thick mark if it acts, its number underlined if it views."""
        asked = n in view["actors"]  # type: ignore[operator]
        self.box(x, y, w, h, PANEL, SEATS[n] if asked else PALE)
        if asked:
            self.box(x, y, 6, h, SEATS[n], edge=None)
        self.pawn(x + 20, y + 16, n)
        if n == view["seat"]:
            self.box(x + 10, y + 28, 20, 2, INK, edge=None)


def headline(view: dict[str, object]) -> str:
    """The line above every picture."""
    if view["over"]:
        return f"{view['game']}: over".replace("_", " ")
    asked = view["question"] or ""
    return f"{view['game']}  turn {view['turn']}  {asked}".replace("_", " ")
