"""Matchpoints: compares every result on a board with every other, for any number of boards at once.

The results are the same as those of `2 * rank("average").over(board) - 2`, but several times as fast. Boards with the
same number of results are the columns of one array. Rows of that array are compared at each distance between two rows.
Each array is small enough for the cache of the processor.
"""

import numpy as np
import polars as pl
from numpy.typing import NDArray

_VALUES_AT_ONCE = 1 << 16

Integers = NDArray[np.int64]


def matchpoints(boards: pl.Series, scores: pl.Series) -> pl.Series:
    """Two points for every lower score on the same board, one for every other equal score.

    Args:
        boards: the board of each result: integers without nulls, in any order.
        scores: the score of each result: integers; a null is not compared.

    Returns:
        Int64, null where the score is null.
    """
    played = np.flatnonzero(scores.is_not_null().to_numpy())
    board_of, score_of = boards.to_numpy()[played], scores.drop_nulls().to_numpy()
    if np.any(board_of[1:] < board_of[:-1]):
        in_order = np.argsort(board_of, kind="stable")
        played, board_of, score_of = played[in_order], board_of[in_order], score_of[in_order]

    points = np.zeros(len(scores), dtype=np.int64)
    points[played] = _sorted_by_board(board_of, score_of)
    return pl.select(pl.when(scores.is_not_null()).then(pl.Series(points))).to_series()


def _sorted_by_board(boards: Integers, scores: Integers) -> Integers:
    points = np.empty(len(scores), dtype=np.int64)
    starts = np.flatnonzero(np.diff(boards, prepend=boards[:1] - 1))
    sizes = np.diff(starts, append=len(boards))
    for size in np.unique(sizes):
        of_this_size = starts[sizes == size]
        for some in np.array_split(of_this_size, 1 + len(of_this_size) * size // _VALUES_AT_ONCE):
            lines = some + np.arange(size)[:, np.newaxis]
            points[lines] = _side_by_side(scores[lines])
    return points


def _side_by_side(scores: Integers) -> Integers:
    """Matchpoints of boards with the same number of results; both arrays have one column per board."""
    results = len(scores)
    points = np.full(scores.shape, results - 1, dtype=np.int32)
    for offset in range(1, results):
        above, below = scores[offset:], scores[:-offset]
        difference = np.subtract(above > below, above < below, dtype=np.int8)
        points[offset:] += difference
        points[:-offset] -= difference
    return points
