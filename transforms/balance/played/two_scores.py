"""The score of every two entrants of the fields that were really played, and the sums with one of them absent.

The definitions are those of `quality.py`. Take who sat on which side in each set: 1, -1, or 0 for who did not. The
products of two entrants, summed over the sets, are how often they sat the same way, less how often they sat in opposite
ones; summed over tables instead of sets, how much of that was at one table. The sums are whole numbers far below 2**53,
so floating point has them exactly, and multiplies matrices many times faster than integers.

With one entrant absent only the scores of those who sat at a table with it change.
"""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import polars as pl
from numpy.typing import NDArray

from transforms.balance.played.movement_played import Played

_Whole = NDArray[np.int64]
_Matrix = NDArray[np.float64]
_CELLS = 4_000_000
"""How many numbers the matrices of the entrants that are absent together may have."""


class _Field(NamedTuple):
    """What was played in a field."""

    h: int
    weight: _Whole  # of each set
    sat: _Matrix  # sets x entrants: at how many tables one sat
    sides: _Matrix  # sets x entrants: on which side, added up
    twos: "_Twos"


class _Twos(NamedTuple):
    """Every two who sat at one table on a set, both ways, in order of table."""

    table: _Whole
    board_set: _Whole
    one: _Whole
    other: _Whole
    side: _Whole  # of the other
    product: _Whole  # of both sides


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
        beside, twos = (field.sides.T * field.weight) @ field.sides, field.twos
        tables = np.bincount(twos.board_set[np.unique(twos.table, return_index=True)[1]])[twos.board_set]
        columns = (
            beside - (field.h + 1) * _at_tables(field, twos.product),
            beside - _at_tables(field, twos.product * tables),
            _at_tables(field, (twos.product < 0).astype(np.int64)),
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
        sets, entrants = field.sides.shape
        at_tables = _at_tables(field, field.twos.product)
        scores = (field.sides.T * field.weight) @ field.sides - max(field.h, 1) * at_tables
        np.fill_diagonal(scores, 0)
        most_with = int(np.bincount(field.twos.one).max())
        parts = -(-entrants * entrants * (sets + 4 * min(most_with, entrants)) // _CELLS)
        for absent in np.array_split(np.arange(entrants), min(parts, entrants)):
            found.append(_without(field, at_tables, scores, absent))
    sums, squares = np.concatenate(found).T
    absent = of_sessions.entrants.select("place", absent="entrant").sort("place", "absent")
    return absent.with_columns(sum=pl.Series(sums), squares=pl.Series(squares))


def _without(field: _Field, at_tables: _Matrix, scores: _Matrix, absent: _Whole) -> _Whole:
    """The sum of the scores and of their squares, for each of some entrants in a row who are absent."""
    twos, which = field.twos, np.arange(len(absent))
    own = np.flatnonzero((twos.one >= absent[0]) & (twos.one <= absent[-1]))
    who, other = twos.one[own] - absent[0], twos.other[own]
    left = np.repeat(field.sides[None], len(absent), axis=0)
    left[which, :, absent] = 0
    np.subtract.at(left, (who, twos.board_set[own], other), twos.side[own])
    # Those who sat with each: as many for all, filled up with the absent one itself, whose scores are 0.
    row, other = np.divmod(np.unique(who * len(scores) + other), len(scores))
    place = np.arange(len(row)) - np.searchsorted(row, row)
    others = np.repeat(absent[:, None], place.max(initial=0) + 1, axis=1)
    others[row, place] = other
    is_other = (others != absent[:, None])[:, :, None]
    place_of = np.zeros((len(absent), len(scores)), dtype=np.int64)
    place_of[row, other] = place
    # All twos at the tables of each who is absent, other than with it.
    who, table = np.divmod(np.unique(who * (twos.table[-1] + 1) + twos.table[own]), twos.table[-1] + 1)
    begin, end = (np.searchsorted(twos.table, table, side) for side in ("left", "right"))
    gone = np.repeat(end - np.cumsum(end - begin), end - begin) + np.arange((end - begin).sum())
    who = np.repeat(who, end - begin)
    who, gone = who[twos.one[gone] != absent[who]], gone[twos.one[gone] != absent[who]]
    stays_with = at_tables[others]
    worth = field.weight[twos.board_set[gone]] * twos.product[gone]
    np.subtract.at(stays_with, (who, place_of[who, twos.one[gone]], twos.other[gone]), worth)
    together = (left[which[:, None], :, others] * field.weight) @ left - max(field.h, 1) * stays_with
    together[which[:, None], np.arange(others.shape[1]), others] = 0
    before = scores[others]
    before[which, :, absent] = 0
    totals = []
    for power in (1, 2):
        whole = scores**power
        total = whole.sum() / 2 - whole[absent].sum(axis=1)
        for sign, matrix in ((-1, before), (1, together)):
            changed = np.where(is_other, matrix**power, 0)
            twice = np.take_along_axis(changed, others[:, None, :], axis=2)
            total += sign * (changed.sum(axis=(1, 2)) - twice.sum(axis=(1, 2)) / 2)
        totals.append(total)
    return np.stack(totals, axis=1).astype(np.int64)


def _at_tables(field: _Field, values: _Whole) -> _Matrix:
    """The sums of values, by the weights of the sets, over the tables at which two sat: entrants x entrants."""
    entrants = field.sides.shape[1]
    of_two = np.bincount(
        field.twos.one * entrants + field.twos.other,
        weights=field.weight[field.twos.board_set] * values,
        minlength=entrants * entrants,
    )
    return of_two.astype(np.float64).reshape(entrants, entrants)


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
        sat, sides = (np.zeros((board_set[-1] + 1, entrants)) for _ in range(2))
        np.add.at(sat, (board_set, entrant), 1)
        np.add.at(sides, (board_set, entrant), side)
        apart = [(np.flatnonzero(table[by:] == table[:-by]), by) for by in range(1, np.bincount(table).max())]
        both_ways = [(at, at + by) for at, by in apart] + [(at + by, at) for at, by in apart]
        one, other = np.concatenate([np.stack(two) for two in both_ways], axis=1)
        in_order = np.argsort(one, kind="stable")
        one, other = one[in_order], other[in_order]
        twos = _Twos(table[one], board_set[one], entrant[one], entrant[other], side[other], side[one] * side[other])
        yield _Field(h, weight[np.unique(board_set, return_index=True)[1]], sat, sides, twos)


def _sizes(of_sessions: Played) -> pl.DataFrame:
    return of_sessions.fields.unique("place").sort("place").select("place", "pairs", "h")


def _every_two(fields: pl.DataFrame) -> pl.DataFrame:
    numbers = fields.select("place", "pairs", one=pl.int_ranges(0, pl.col("pairs") - 1)).explode(
        "one", empty_as_null=False
    )
    return numbers.select("place", "one", other=pl.int_ranges(pl.col("one") + 1, "pairs")).explode(
        "other", empty_as_null=False
    )
