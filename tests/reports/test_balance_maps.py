"""A score matrix as a heat map: every cell in the shade of its share."""

import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipelines.reports.charts.heat_map import MOST_NUMBERED, SHADES, HeatMap, heat_map


def labels(entrants: int) -> list[str]:
    return [str(number) for number in range(1, entrants + 1)]


def cells(path: str) -> set[tuple[int, int]]:
    """(row, column) of every cell of a path."""
    return {(int(y) // 20, int(x) // 20) for x, y in re.findall(r"M(\d+) (\d+)", path)}


def drawn(scores: list[list[int]], shares: list[list[float]]) -> HeatMap:
    size = len(scores)
    none_met = np.zeros((size, size), dtype=np.bool_)
    return heat_map(labels(size), np.array(scores, dtype=np.int64), np.array(shares, dtype=np.float64), none_met)


@pytest.mark.parametrize(
    ("share", "shade"),
    [
        *((-5, 0), (0, 0), (0.16, 0), (0.17, 1), (0.5, 2), (0.84, 3)),
        *((1, 3), (1.16, 3), (1.17, 4), (1.84, 6), (2, 6), (9, 6)),
    ],
)
def test_a_share_has_its_shade(share: float, shade: int) -> None:
    assert drawn([[0, 1], [1, 0]], [[0, share], [share, 0]]).shades == [(shade, "M20 10h19M0 30h19")]


@given(st.integers(2, 20), st.data())
def test_every_cell_but_the_diagonal_is_drawn_once(size: int, data: st.DataObject) -> None:
    of_cell = st.lists(st.floats(-3, 3), min_size=size**2, max_size=size**2)
    shares = np.reshape(data.draw(of_cell), (size, size))
    met = shares > 1
    found = heat_map(labels(size), np.rint(shares).astype(np.int64), shares, met)
    painted = [cells(path) for _, path in found.shades]
    assert sum(map(len, painted)) == size * (size - 1)
    assert set().union(*painted) == {(row, column) for row in range(size) for column in range(size) if row != column}
    assert all(0 <= shade < SHADES for shade, _ in found.shades)
    marked = cells(found.met) | cells(found.met_on_dark)
    assert marked == {tuple(cell) for cell in np.argwhere(met & ~np.eye(size, dtype=np.bool_)).tolist()}
    dark = set().union(*(cells(path) for shade, path in found.shades if shade in (0, SHADES - 1)))
    assert cells(found.met_on_dark) <= dark
    assert not cells(found.met) & dark
    assert bool(found.numbers) == (size <= MOST_NUMBERED)


def test_a_score_stands_in_its_cell() -> None:
    found = drawn([[0, 7, -1], [7, 0, 2], [-1, 2, 0]], [[0, 2, 0], [2, 0, 1], [0, 1, 0]])
    assert [(y, [tuple(number) for number in row]) for y, row in found.numbers] == [
        (0, [(20, True, "7"), (40, True, "−1")]),
        (20, [(0, True, "7"), (40, False, "2")]),
        (40, [(0, True, "−1"), (20, False, "2")]),
    ]
