"""Draw which pairs were compared more or less than evenly: a score matrix as a heat map, with one path per colour."""

from collections.abc import Mapping, Sequence
from itertools import groupby
from operator import itemgetter
from types import MappingProxyType
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pipelines.reports.charts.paths import path

SHADES = 7  # the first is for no share or less, the middle for an even share, the last for twice an even share

MOST_ENTRANTS = 40
MOST_NUMBERED = 16  # with at most this many entrants, a cell has room for its number on a phone

_CELL = 20
_SQUARE = (0, _CELL // 2, f"h{_CELL - 1}")
"""The path of a cell. It is a thick stroke (see `style.css`), because an outline would be a path twice as long."""
_CORNER = (2, 2, "h6l-6 6z")
_LONGEST = 3
_SHORT_LABELS = 24
_PIXELS = 22
_PIXELS_BARE = 17
_TEXT = 11.2


class Number(NamedTuple):
    """A number that the map shows in a cell."""

    offset: int
    dark: bool
    text: str


class HeatMap(NamedTuple):
    """The parts that `templates/balance.html` draws. All sizes except `pixels` are in the units of the drawing."""

    labels: list[tuple[int, str]]
    shades: list[tuple[int, str]]  # (shade, path of all its cells); 0 is the least
    met: str  # the path of the marks for two entrants who met, in cells with a light shade
    met_on_dark: str
    titles: list[tuple[int, list[tuple[int, str]]]]  # hover texts: (offset of a row, [(offset of a cell, text)]) or []
    numbers: list[tuple[int, list[Number]]]  # (offset of a row, its numbers); empty where there is no room for numbers
    size: int
    left: int
    top: int
    pixels: int  # width of the map, in CSS pixels; a narrower screen scrolls the map sideways
    text: float


def heat_map(
    labels: Sequence[str],
    figures: NDArray[np.int64],
    shares: NDArray[np.float64],
    met: NDArray[np.bool_],
    *,
    titles: Mapping[tuple[int, int], str] = MappingProxyType({}),
) -> HeatMap:
    """Draw the score matrix of P entrants with these `labels`.

    `figures`, `shares` and `met` have the shape (P, P): the numbers in the cells; the colours, where 1 is an even share
    of comparison and NaN an empty cell; whether two entrants met. `titles` has the hover texts, by (row, column).
    """
    drawn = ~np.isnan(shares) & ~np.eye(len(labels), dtype=np.bool_)
    shade = np.floor(np.clip(np.nan_to_num(shares), 0, 2) * (SHADES - 1) / 2 + 0.5).astype(np.int64)
    dark = (shade == 0) | (shade == SHADES - 1)
    offsets = [_CELL * number for number in range(len(labels))]
    is_short = max(map(len, labels)) < _LONGEST
    left = _SHORT_LABELS if is_short else 2 * _CELL
    size = _CELL * len(labels)
    numbers = _numbers(figures, drawn, dark)
    texts = [(row, (_CELL * column, titles[row, column])) for row, column in np.argwhere(drawn).tolist() if titles]
    pixels = _PIXELS_BARE if is_short and not numbers else _PIXELS
    return HeatMap(
        list(zip(offsets, labels, strict=True)),
        [(number, _paths(drawn & (shade == number), _SQUARE)) for number in np.unique(shade[drawn]).tolist()],
        _paths(drawn & met & ~dark, _CORNER),
        _paths(drawn & met & dark, _CORNER),
        [(_CELL * row, [cell for _, cell in cells]) for row, cells in groupby(texts, key=itemgetter(0))],
        numbers,
        size,
        left,
        _CELL,
        (left + size) * pixels // _CELL,
        round(_TEXT * _CELL / pixels, 1),
    )


def _numbers(
    figures: NDArray[np.int64], drawn: NDArray[np.bool_], dark: NDArray[np.bool_]
) -> list[tuple[int, list[Number]]]:
    if len(figures) > MOST_NUMBERED:
        return []
    # Reading the cells of lists is many times faster than reading those of arrays.
    texts, is_dark = figures.tolist(), dark.tolist()
    cells = [
        (_CELL * row, Number(_CELL * column, is_dark[row][column], str(texts[row][column]).replace("-", "−")))
        for row, column in np.argwhere(drawn).tolist()
    ]
    if any(len(number.text) > _LONGEST for _, number in cells):
        return []
    return [(y, [number for _, number in row]) for y, row in groupby(cells, key=itemgetter(0))]


def _paths(cells: NDArray[np.bool_], shape: tuple[int, int, str]) -> str:
    x, y, rest = shape
    corners = ((_CELL * column + x, _CELL * row + y) for row, column in np.argwhere(cells).tolist())
    return path(f"M{{}} {{}}{rest}", corners)
