"""The score of every two entrants of the fields that were really played, and the sums with one of them absent.

The definitions are those of `quality.py`. Take who sat on which side in each set: 1, -1, or 0 for who did not. The
products of two entrants, summed over the sets, are how often they sat the same way, less how often they sat in opposite
ones; summed over tables instead of sets, how much of that was at one table. The sums are whole numbers far below 2**53,
so floating point has them exactly, and multiplies matrices many times faster than integers.
"""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import polars as pl
from numpy.typing import NDArray

from transforms.balance.played.movement_played import Played

_Matrix = NDArray[np.float64]
_CELLS = 4_000_000
"""How many numbers the matrices of the entrants that are absent together may have."""


class _Field(NamedTuple):
    """What was played in a field, in order of set and table."""

    h: int
    weight: NDArray[np.int64]  # of each set
    of_table: NDArray[np.int64]  # the set of each table
    sat: _Matrix  # sets x entrants: at how many tables one sat
    at_sets: _Matrix  # sets x entrants: on which side, added up
    at_tables: _Matrix  # tables x entrants: on which side


def two_scores(of_sessions: Played) -> pl.DataFrame:
    """The scores of every two entrants of each field.

    Returns:
        (place, one, other, score, own_tops, met, meetings, beside), in this order, with `one` before `other`; all but
        `place` are Int64. `own_tops` is the score with half a top of each set itself as h. `met` is how often the two
        met, by the weights of the sets, and `meetings` in how many rounds they were opponents. `beside` counts the sets
        on which both sat; where it is 0, all others are.
    """
    found = [np.empty((0, 4))]
    for field in _fields(of_sessions):
        weight, tables = field.weight[field.of_table], np.bincount(field.of_table)[field.of_table]
        beside, at_table = _of_two(field.at_sets, field.weight), _of_two(field.at_tables, weight)
        columns = (
            beside - (field.h + 1) * at_table,
            beside - _of_two(field.at_tables, weight * tables),
            (_of_two(np.abs(field.at_tables), weight) - at_table) / 2,
            field.sat.T @ field.sat,
        )
        every_two = np.triu_indices(len(beside), 1)
        found.append(np.stack([column[every_two] for column in columns], axis=1))
    numbers = zip(("score", "own_tops", "met", "beside"), np.concatenate(found).astype(np.int64).T, strict=True)
    return (
        _every_two(_sizes(of_sessions))
        .with_columns(**{name: pl.Series(column) for name, column in numbers})
        .join(of_sessions.meetings, on=("place", "one", "other"), how="left", maintain_order="left")
        .with_columns(pl.col("meetings").fill_null(0))
        .select("place", "one", "other", "score", "own_tops", "met", "meetings", "beside")
    )


def sums_without(of_sessions: Played) -> pl.DataFrame:
    """The sums of the scores of a field with each entrant absent in turn, where every set is played once less.

    Returns:
        (place, absent, sum, squares), in this order: the sum of the scores of all others, without what comes from the
        tables of who is absent, and that of their squares.
    """
    found = [np.empty((0, 2), dtype=np.int64)]
    for field in _fields(of_sessions):
        sets, entrants = field.at_sets.shape
        at_a_time = max(1, _CELLS // (entrants * (entrants + 2 * sets)))
        found += [
            _without(field, np.arange(entrants)[first : first + at_a_time]) for first in range(0, entrants, at_a_time)
        ]
    sums, squares = np.concatenate(found).T
    absent = of_sessions.entrants.select("place", absent="entrant").sort("place", "absent")
    return absent.with_columns(sum=pl.Series(sums), squares=pl.Series(squares))


def _without(field: _Field, absent: NDArray[np.int64]) -> NDArray[np.int64]:
    """The sum of the scores and of their squares, for each of some entrants who are absent."""
    which, table = np.nonzero(field.at_tables.T[absent])
    place = np.arange(len(which)) - np.searchsorted(which, which)
    gone = np.zeros((len(absent), place.max(initial=0) + 1, field.at_tables.shape[1]))
    gone[which, place] = field.at_tables[table]
    weight = np.zeros(gone.shape[:2])
    weight[which, place] = field.weight[field.of_table[table]]
    left = np.repeat(field.at_sets[None], len(absent), axis=0)
    np.subtract.at(left, (which, field.of_table[table]), field.at_tables[table])
    at_tables = _of_two(field.at_tables, field.weight[field.of_table]) - _of_two(gone, weight[:, None])
    scores = (_of_two(left, field.weight) - max(field.h, 1) * at_tables).astype(np.int64)
    np.einsum("aii->ai", scores)[:] = 0
    return np.stack([scores.sum(axis=(1, 2)), np.einsum("aij,aij->a", scores, scores)], axis=1) // 2


def _of_two(rows: _Matrix, weight: NDArray[np.int64] | _Matrix) -> _Matrix:
    """Of every two columns the sum of their products, by the weights of the rows."""
    return (rows.swapaxes(-1, -2) * weight) @ rows


def _fields(of_sessions: Played) -> Iterator[_Field]:
    sizes = _sizes(of_sessions)
    seats = of_sessions.seats.sort("place", "board_set", "meeting").select(
        "place",
        pl.col("board_set").rle_id(),
        pl.struct("board_set", "meeting").rle_id().alias("table"),
        *("weight", "entrant", "side"),
    )
    begins = np.searchsorted(seats["place"].to_numpy(), sizes["place"].to_numpy())
    numbers = np.split(seats.drop("place").cast(pl.Int64).to_numpy(), begins[1:])
    for (entrants, h), of_field in zip(sizes.select("pairs", "h").iter_rows(), numbers, strict=False):
        board_set, table, weight, entrant, side = (of_field - [*of_field[0, :2], 0, 0, 0]).T
        sat, at_sets, at_tables = (np.zeros((of[-1] + 1, entrants)) for of in (board_set, board_set, table))
        np.add.at(sat, (board_set, entrant), 1)
        np.add.at(at_sets, (board_set, entrant), side)
        np.add.at(at_tables, (table, entrant), side)
        begins_set, begins_table = (np.unique(of, return_index=True)[1] for of in (board_set, table))
        yield _Field(h, weight[begins_set], board_set[begins_table], sat, at_sets, at_tables)


def _sizes(of_sessions: Played) -> pl.DataFrame:
    return of_sessions.fields.unique("place").sort("place").select("place", "pairs", "h")


def _every_two(fields: pl.DataFrame) -> pl.DataFrame:
    numbers = fields.select("place", "pairs", one=pl.int_ranges(0, pl.col("pairs") - 1)).explode(
        "one", empty_as_null=False
    )
    return numbers.select("place", "one", other=pl.int_ranges(pl.col("one") + 1, "pairs")).explode(
        "other", empty_as_null=False
    )
