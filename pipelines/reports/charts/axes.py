"""Axes as SVG text in the house style, for as many charts as lists: a drawing library takes a hundred times longer."""

from collections.abc import Iterable
from typing import NamedTuple

from pipelines.reports.charts.paths import lines, path

_GRID, _BASE, _SOFT = "#e3e6e1", "#b9c0bb", "#5c6662"
_TEXT = 12.4  # the size of labels, in CSS pixels


class Area(NamedTuple):
    """Where on a drawing the numbers from `west` to `east` and from `south` to `north` lie, in CSS pixels."""

    left: float
    right: float
    top: float
    bottom: float
    west: float
    east: float
    south: float
    north: float

    def x(self, number: float) -> float:
        """The offset of a number from the left."""
        return self.left + (self.right - self.left) * (number - self.west) / (self.east - self.west)

    def y(self, number: float) -> float:
        """The offset of a number from the top."""
        return self.bottom - (self.bottom - self.top) * (number - self.south) / (self.north - self.south)

    def levels(self, most: int = 7, least: float = 0) -> str:
        """Horizontal lines at round numbers, with these at their left."""
        found = [(self.y(number), text) for number, text in lines(self.south, self.north, most, least)]
        across = path("M{0:g} {1:.1f}H{2:g}", ((self.left, y, self.right) for y, _ in found))
        return f'<path d="{across}" stroke="{_GRID}" fill="none"/>' + labels(
            ((self.left - 6, y + 4, text) for y, text in found), anchor="end"
        )

    def base(self, marks: Iterable[tuple[float, str]]) -> str:
        """The line below, with a tick and a text at each (number, text)."""
        found = [(self.x(number), text) for number, text in marks]
        ticks = path("M{0:.1f} {1:g}v4", ((x, self.bottom) for x, _ in found))
        return (
            f'<path d="M{self.left:g} {self.bottom:g}H{self.right:g}{ticks}" stroke="{_BASE}" fill="none"/>'
            + labels((x, self.bottom + 17, text) for x, text in found)
        )

    def titled(self, below: str = "", beside: str = "") -> str:
        """The names of both axes."""
        middle = (self.left + self.right) / 2, (self.top + self.bottom) / 2
        name = labels([(middle[0], self.bottom + 36, below)]) if below else ""
        return name + (f'<g transform="rotate(-90)">{labels([(-middle[1], 12, beside)])}</g>' if beside else "")

    def bars(self, of: Iterable[tuple[float, float, float]], colour: str) -> str:
        """A bar of each (number at its left side, number at its right side, height)."""
        corners = ((self.x(left), self.y(height), self.x(right), self.y(0)) for left, right, height in of if height)
        bars = path("M{0:.1f} {1:.1f}H{2:.1f}V{3:.1f}H{0:.1f}z", corners)
        return f'<path d="{bars}" fill="{colour}"/>'


def labels(of: Iterable[tuple[float, float, str]], anchor: str = "middle") -> str:
    """Texts at (offset from the left, offset from the top, text); no text may be markup."""
    texts = path('<text x="{0:.1f}" y="{1:.1f}">{2}</text>', of)
    return f'<g text-anchor="{anchor}">{texts}</g>'


def drawing(width: int, height: int, *parts: str) -> str:
    """A whole SVG file of these parts."""
    drawn = path("{0}", ((part,) for part in parts))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}">'
        f'<g font-family="system-ui, sans-serif" font-size="{_TEXT}" fill="{_SOFT}">{drawn}</g></svg>\n'
    )
