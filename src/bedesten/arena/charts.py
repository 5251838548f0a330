"""Small charts as SVG; the page that holds them sets the colours."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from math import floor, isfinite, log10

from bedesten.arena.estimates import Estimate
from bedesten.arena.plan import short

WIDTH = 640
_LEFT = 150
_RIGHT = 70
_ROW = 30
_TOP = 8
_BOTTOM = 26


@dataclass(frozen=True)
class ChartRow:
    """One row of a chart: an estimate with its bounds."""

    name: str
    estimate: Estimate
    shown: str


def estimates_chart(
    title: str,
    rows: Sequence[ChartRow],
    least: float,
    most: float,
    unit: str = "",
    mark: float | None = None,
) -> str:
    """A chart of estimates: values as dots, bounds as lines, `mark` as a line through all rows."""
    height = _TOP + _ROW * len(rows) + _BOTTOM
    scale = _Scale(least, most)
    parts = [scale.axis(height, unit)]
    if mark is not None:
        x = scale.x(mark)
        parts.append(f'<line class="mark" x1="{x}" x2="{x}" y1="{_TOP}" y2="{height - _BOTTOM}"/>')
    for n, row in enumerate(rows):
        y = _TOP + _ROW * n + _ROW / 2
        low, high = scale.x(row.estimate.low), scale.x(row.estimate.high)
        parts += [
            f'<text class="name" x="{_LEFT - 10}" y="{y + 4}">{escape(short(row.name, 20))}</text>',
            f'<line class="bounds" x1="{low}" x2="{high}" y1="{y}" y2="{y}"/>',
            f'<circle class="dot" cx="{scale.x(row.estimate.value)}" cy="{y}" r="5"/>',
            f'<text class="value" x="{WIDTH - _RIGHT + 8}" y="{y + 4}">{escape(row.shown)}</text>',
        ]
    return _svg(title, height, parts)


def histogram(title: str, counts: Mapping[int, int], unit: str) -> str:
    """A histogram of at most forty columns."""
    first, last = min(counts), max(counts)
    width = max(1, -(-(last - first + 1) // 40))
    bins: dict[int, int] = {}
    for number, count in counts.items():
        begins = first + (number - first) // width * width
        bins[begins] = bins.get(begins, 0) + count
    height = 170
    scale = _Scale(first, last + width)
    most = max(bins.values())
    room = height - _TOP - _BOTTOM
    parts = [scale.axis(height, unit)]
    for begins, count in sorted(bins.items()):
        x, until = scale.x(begins), scale.x(begins + width)
        tall = room * count / most
        parts.append(
            f'<rect class="column" x="{x + 1}" width="{max(1.0, until - x - 2):.1f}" '
            f'y="{height - _BOTTOM - tall:.1f}" height="{tall:.1f}">'
            f"<title>{begins}: {count}</title></rect>"
        )
    return _svg(title, height, parts)


def line_chart(title: str, values: Sequence[float], low: float, high: float, unit: str) -> str:
    """A line chart with its lower and upper threshold."""
    height = 190
    scale = _Scale(0, max(1, len(values)))
    top, bottom = max([high, *values]) * 1.05, min([low, *values]) * 1.05
    room = height - _TOP - _BOTTOM

    def y(value: float) -> float:
        return round(_TOP + room * (top - value) / (top - bottom), 1)

    points = " ".join(f"{scale.x(n)},{y(value)}" for n, value in enumerate(values, 1))
    left, right = scale.x(0), scale.x(max(1, len(values)))
    parts = [scale.axis(height, unit)]
    parts += [
        f'<line class="{kind}" x1="{left}" x2="{right}" y1="{y(at)}" y2="{y(at)}"/>'
        for kind, at in (("mark", low), ("zero", 0.0), ("mark", high))
    ]
    parts.append(f'<polyline class="curve" points="{left},{y(0)} {points}"/>')
    return _svg(title, height, parts)


def reliability_diagram(title: str, points: Sequence[tuple[float, Estimate]]) -> str:
    """Shares that were said, and what happened with bounds; the diagonal is perfect."""
    height = 400
    scale = _Scale(0, 100)
    room = height - _TOP - _BOTTOM

    def y(share: float) -> float:
        return round(_TOP + room * (1 - share), 1)

    parts = [scale.axis(height, " %")]
    parts += [
        f'<text class="name" x="{_LEFT - 10}" y="{y(tenth / 5) + 4}">{tenth * 20} %</text>'
        for tenth in range(6)
    ]
    ends = f'x1="{scale.x(0)}" y1="{y(0)}" x2="{scale.x(100)}" y2="{y(1)}"'
    parts.append(f'<line class="mark" {ends}/>')
    for said, happened in points:
        x = scale.x(100 * said)
        bounds = f'y1="{y(happened.low)}" y2="{y(happened.high)}"'
        parts.append(f'<line class="bounds" x1="{x}" x2="{x}" {bounds}/>')
        parts.append(f'<circle class="dot" cx="{x}" cy="{y(happened.value)}" r="5"/>')
    return _svg(title, height, parts)


class _Scale:
    """The horizontal scale of a chart."""

    def __init__(self, least: float, most: float) -> None:
        self.least = least
        self.most = most if most > least else least + 1

    def x(self, value: float) -> float:
        inside = min(max(value if isfinite(value) else self.most, self.least), self.most)
        if value == float("-inf"):
            inside = self.least
        part = (inside - self.least) / (self.most - self.least)
        return round(_LEFT + part * (WIDTH - _LEFT - _RIGHT), 1)

    def axis(self, height: float, unit: str) -> str:
        parts = []
        y = height - _BOTTOM
        for tick in self._ticks():
            x = self.x(tick)
            parts.append(f'<line class="grid" x1="{x}" x2="{x}" y1="{_TOP}" y2="{y}"/>')
            parts.append(f'<text class="tick" x="{x}" y="{y + 17}">{tick:g}{escape(unit)}</text>')
        return "".join(parts)

    def _ticks(self) -> list[float]:
        """About five round numbers."""
        rough = (self.most - self.least) / 5
        power = 10 ** floor(log10(rough))
        step = next(times * power for times in (1, 2, 5, 10) if times * power >= rough)
        first = -(-self.least // step) * step
        found = []
        while first <= self.most + step / 1e6:
            found.append(round(first, 9) + 0.0)
            first += step
        return found


def _svg(title: str, height: float, parts: Sequence[str]) -> str:
    return (
        f'<svg viewBox="0 0 {WIDTH} {height:g}" role="img" aria-label="{escape(title)}">'
        f"{''.join(parts)}</svg>"
    )
