"""Show which pairs were compared more or less than evenly: a square table of scores, in colours."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

SHADES = 7  # the first for no comparison or less, the middle for an even share, the last for at least twice that

MOST_ENTRANTS = 40


class Cell(NamedTuple):
    """A cell of the map: its text and hover text, and its class in `style.css`; all are empty if there is no score."""

    kind: str = ""  # s and the number of the shade (s0 is the lightest); m instead of s if the two met
    text: str = ""
    title: str = ""


_EMPTY = Cell()


def heat_map(
    labels: Sequence[str],
    figures: NDArray[np.int64],
    shares: NDArray[np.float64],
    met: NDArray[np.bool_],
    *,
    titles: Mapping[tuple[int, int], str] = MappingProxyType({}),
) -> list[tuple[str, list[Cell]]]:
    """Return the rows of the table of scores between P entrants: each with its label, and its P cells.

    Three arguments have the shape (P, P): `figures`, the numbers in the cells; `shares`, for the colours (1 is an even
    share of comparison, NaN an empty cell); `met`, whether two entrants met. `titles` has hover texts by (row, column).
    """
    drawn = ~np.isnan(shares) & ~np.eye(len(labels), dtype=np.bool_)
    shade = np.floor(np.clip(np.nan_to_num(shares), 0, 2) * (SHADES - 1) / 2 + 0.5).astype(np.int64)
    # Cells of lists are read many times faster than cells of arrays.
    parts = zip(drawn.tolist(), met.tolist(), shade.tolist(), figures.tolist(), strict=True)
    rows = enumerate(zip(*row, strict=True) for row in parts)
    return [
        (
            label,
            [
                Cell(f"{'sm'[is_met]}{of}", str(figure).replace("-", "−"), titles.get((row, column), ""))
                if is_drawn
                else _EMPTY
                for column, (is_drawn, is_met, of, figure) in enumerate(cells)
            ],
        )
        for label, (row, cells) in zip(labels, rows, strict=True)
    ]
