"""A score matrix as a heat map: who was compared with whom by more, and by less, than an even share.

It is drawn as text, a path a colour, so a page with several stays small. The colours are in `style.css`; brown to
green through grey, which people who see red and green alike tell apart.
"""

from collections.abc import Mapping, Sequence
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

SHADES = 7
"""From nothing at all, through an even share in the middle, to twice as much or more."""

MOST_ENTRANTS = 40
MOST_NUMBERED = 16
"""Up to so many entrants a cell of a phone's page has room for its number."""

_CELL = 20
_SQUARE = f"h{_CELL}v{_CELL}h-{_CELL}z"
_CORNER = "m2 2h6l-6 6z"
_LONGEST = 3
_PIXELS = 28
_PIXELS_BARE = 17


class Number(NamedTuple):
    """A figure in its cell."""

    offset: int
    dark: bool
    text: str


class HeatMap(NamedTuple):
    """What `templates/balance.html` draws; sizes in its own units, but for `pixels`."""

    labels: list[tuple[int, str]]
    """(offset, text), along both sides."""
    shades: list[tuple[int, str]]
    """(shade, path of all its cells); 0 is the least."""
    met: str
    """The path of the marks of those that met, on a light shade."""
    met_on_dark: str
    titles: list[tuple[int, list[tuple[int, str]]]]
    """(offset, its row of (offset, what a pointer is told of the cell)); none where nothing is told."""
    numbers: list[tuple[int, list[Number]]]
    """(offset, its row); none where there is no room."""
    size: int
    """Of the matrix itself, both ways."""
    left: int
    """Room for labels beside it."""
    top: int
    """Room for labels above it."""
    pixels: int
    """How wide it is on a screen with room."""


def heat_map(
    labels: Sequence[str],
    figures: NDArray[np.int64],
    shares: NDArray[np.float64],
    met: NDArray[np.bool_],
    *,
    titles: Mapping[tuple[int, int], str] | None = None,
) -> HeatMap:
    """Draw the scores of so many entrants, P.

    Args:
        labels: of the entrants.
        figures: (P, P), the numbers to write in the cells.
        shares: (P, P), where 1 is an even share; NaN for a cell that stays empty.
        met: (P, P), whether the two met at a table.
        titles: (row, column) -> what a pointer is told of that cell; none for a map that tells nothing.
    """
    drawn = ~np.isnan(shares) & ~np.eye(len(labels), dtype=np.bool_)
    shade = np.floor(np.clip(np.nan_to_num(shares), 0, 2) * (SHADES - 1) / 2 + 0.5).astype(np.int64)
    dark = (shade == 0) | (shade == SHADES - 1)
    offsets = [_CELL * number for number in range(len(labels))]
    left = _CELL if max(map(len, labels)) < _LONGEST else 2 * _CELL
    size = _CELL * len(labels)
    numbers = _numbers(figures, drawn, dark)
    return HeatMap(
        list(zip(offsets, labels, strict=True)),
        [(number, _paths(drawn & (shade == number), _SQUARE)) for number in np.unique(shade[drawn]).tolist()],
        _paths(drawn & met & ~dark, _CORNER),
        _paths(drawn & met & dark, _CORNER),
        _titles(drawn, titles or {}),
        numbers,
        size,
        left,
        _CELL,
        (left + size) * (_PIXELS if numbers else _PIXELS_BARE) // _CELL,
    )


def _titles(drawn: NDArray[np.bool_], titles: Mapping[tuple[int, int], str]) -> list[tuple[int, list[tuple[int, str]]]]:
    told = [(row, (_CELL * column, titles[row, column])) for row, column in np.argwhere(drawn).tolist() if titles]
    return [(_CELL * row, [cell for _, cell in cells]) for row, cells in groupby(told, key=itemgetter(0))]


def _numbers(
    figures: NDArray[np.int64], drawn: NDArray[np.bool_], dark: NDArray[np.bool_]
) -> list[tuple[int, list[Number]]]:
    """The figures where they stand; none where they have no room."""
    cells = [
        (_CELL * row, Number(_CELL * column, bool(dark[row, column]), str(figures[row, column]).replace("-", "−")))
        for row, column in np.argwhere(drawn).tolist()
    ]
    if len(figures) > MOST_NUMBERED or any(len(number.text) > _LONGEST for _, number in cells):
        return []
    return [(y, [number for _, number in row]) for y, row in groupby(cells, key=itemgetter(0))]


def _paths(cells: NDArray[np.bool_], shape: str) -> str:
    """The path of this shape in each of these cells."""
    return "".join(f"M{_CELL * column} {_CELL * row}{shape}" for row, column in np.argwhere(cells).tolist())
