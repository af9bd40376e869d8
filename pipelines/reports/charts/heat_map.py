"""Draw which pairs were compared more or less than evenly: a matrix of scores as a heat map, one path per colour."""

from collections.abc import Mapping, Sequence
from itertools import groupby
from operator import itemgetter
from types import MappingProxyType
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pipelines.reports.charts.paths import path

SHADES = 7  # the first for no comparison or less, the middle for an even share, the last for at least twice that

MOST_ENTRANTS = 40
MOST_NUMBERED = 16  # up to this many entrants, a cell has room for a number on a phone

_CELL = 20
_SQUARE = (0, _CELL // 2, f"h{_CELL - 1}")
"""The path of a cell: a thick stroke (see `style.css`), because the path of an outline would be twice as long."""
_CORNER = (2, 2, "h6l-6 6z")
_LONGEST = 3
_SHORT_LABELS = 24
_PIXELS = 22
_PIXELS_BARE = 17
_TEXT = 11.2


class Number(NamedTuple):
    """A number in a cell of the map."""

    offset: int
    dark: bool
    text: str


class HeatMap(NamedTuple):
    """The parts of the map in `templates/balance.html`. All sizes except `pixels` are in units of the drawing."""

    labels: list[tuple[int, str]]
    shades: list[tuple[int, str]]  # (shade, path of all cells with this shade); 0 is the lightest
    met: str  # the path of the marks in light cells whose two entrants met
    met_on_dark: str
    titles: list[tuple[int, list[tuple[int, str]]]]  # above the diagonal: (offset of a row, [(offset of a cell, text)])
    numbers: list[tuple[int, list[Number]]]  # (offset of a row, its numbers); empty if cells have no room for numbers
    size: int
    left: int
    top: int
    pixels: int  # width of the map in CSS pixels; on a narrower screen, it scrolls sideways
    text: float


def heat_map(
    labels: Sequence[str],
    figures: NDArray[np.int64],
    shares: NDArray[np.float64],
    met: NDArray[np.bool_],
    *,
    titles: Mapping[tuple[int, int], str] = MappingProxyType({}),
) -> HeatMap:
    """Draw the matrix of scores between P entrants with these `labels`.

    Three arguments have the shape (P, P): `figures`, the numbers in the cells; `shares`, for the colours (1 is an even
    share of comparison, NaN an empty cell); `met`, whether two entrants met. `titles` has hover texts by (row, column),
    of which those above the diagonal are drawn: the matrix is symmetric.
    """
    drawn = ~np.isnan(shares) & ~np.eye(len(labels), dtype=np.bool_)
    shade = np.floor(np.clip(np.nan_to_num(shares), 0, 2) * (SHADES - 1) / 2 + 0.5).astype(np.int64)
    dark = (shade == 0) | (shade == SHADES - 1)
    offsets = [_CELL * number for number in range(len(labels))]
    is_short = max(map(len, labels)) < _LONGEST
    left = _SHORT_LABELS if is_short else 2 * _CELL
    size = _CELL * len(labels)
    numbers = _numbers(figures, drawn, dark)
    above = np.argwhere(np.triu(drawn)).tolist() if titles else []
    texts = [(row, (_CELL * column, titles[row, column])) for row, column in above]
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
    # Cells of lists are read many times faster than cells of arrays.
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
