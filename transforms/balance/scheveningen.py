"""Scheveningen for even numbers of tables: boards stay, all pairs move, and no two tables share boards.

In such a movement North-South, East-West, round and table form an orthogonal array: any two of the four determine the
other two. Adding a number modulo `tables - 1` to a row of the array gives another row; the last of the `tables` values
stays as it is (marked -1). So a few rows are enough to make the whole array. An exact solver found them, with the
condition that the differences of any two columns are all different (a quasi-difference matrix). Of the possible roles
of the columns, those were taken in which one or two rounds can be turned to the best effect.

Source of the figures that these movements reach: the paper on movement balance, "Kwaliteitsfactor voor volledige
Mitchells en draaiende Mitchells", rows GSB; the paper does not print the movements.
"""

import numpy as np
from numpy.typing import NDArray

_ROWS = {
    8: (
        (-1, 0, 6, 3),
        (0, -1, 3, 5),
        (0, 4, -1, 1),
        (0, 2, 4, -1),
        (0, 0, 1, 2),
        (0, 1, 6, 6),
        (0, 3, 0, 3),
        (0, 5, 5, 4),
        (0, 6, 2, 0),
    ),
    10: (
        (-1, 0, 5, 1),
        (0, -1, 4, 6),
        (0, 8, -1, 7),
        (0, 5, 2, -1),
        (0, 0, 3, 3),
        (0, 1, 1, 5),
        (0, 2, 0, 8),
        (0, 3, 7, 1),
        (0, 4, 6, 4),
        (0, 6, 5, 2),
        (0, 7, 8, 0),
    ),
    12: (
        (-1, 2, 0, 6),
        (0, 8, -1, 3),
        (0, -1, 6, 9),
        (0, 5, 8, -1),
        (0, 7, 0, 10),
        (0, 1, 1, 8),
        (0, 6, 2, 7),
        (0, 2, 3, 1),
        (0, 9, 4, 6),
        (0, 3, 5, 5),
        (0, 10, 7, 4),
        (0, 4, 9, 2),
        (0, 0, 10, 0),
    ),
    14: (
        (-1, 0, 4, 8),
        (0, -1, 4, 10),
        (0, 0, -1, 2),
        (0, 2, 11, -1),
        (0, 1, 0, 0),
        (0, 3, 1, 8),
        (0, 4, 9, 7),
        (0, 5, 7, 9),
        (0, 6, 12, 4),
        (0, 7, 8, 3),
        (0, 8, 5, 1),
        (0, 9, 3, 6),
        (0, 10, 10, 11),
        (0, 11, 6, 5),
        (0, 12, 2, 12),
    ),
}
"""By number of tables: round, table, North-South and East-West, modulo `tables - 1`, and -1 for the last value."""

EVEN_TABLES = tuple(_ROWS)


def of_even_tables(tables: int) -> NDArray[np.int64]:
    """Return the plays for a number of tables in `EVEN_TABLES`: round, table, odd pair, even pair and set, from 0."""
    rows = np.array(_ROWS[tables])
    moved = np.where(rows < 0, tables - 1, (rows + np.arange(tables - 1)[:, None, None]) % (tables - 1))
    array = np.vstack([moved.reshape(-1, 4), np.full(4, tables - 1)])
    round_, table, odd, even = array[np.lexsort((array[:, 1], array[:, 0]))].T
    return np.column_stack([round_, table, 2 * odd, 2 * even + 1, table])
