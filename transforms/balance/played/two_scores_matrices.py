"""The scores of every two entrants of each field by products of matrices, field by field; in plain numpy.

Take who sat on which side in each set: 1, -1, or 0 for who did not. The products of two entrants, summed over the sets,
are how often they sat the same way, less how often they sat in opposite ones; summed over tables instead of sets, how
much of that was at one table.
"""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from transforms.balance.played.seats import Integers, Seats


class _Field(NamedTuple):
    """What was played in a field, in order of set and table."""

    h: int
    weight: Integers
    """Of each set."""
    of_table: Integers
    """The set of each table."""
    sides: Integers
    """Tables x entrants: on which side one sat."""
    sat: Integers
    """Tables x entrants: whether one sat there."""

    def over_sets(self, of_tables: Integers) -> Integers:
        """The sums of what there is of each table, over the tables of each set."""
        return np.add.reduceat(of_tables, np.searchsorted(self.of_table, np.arange(self.weight.size)))


def scores_of_two(seats: Seats) -> Integers:
    """Every two entrants of each field x what `SCORE` to `BESIDE` name: in order of field, and of both numbers."""
    found = [np.empty((0, 5), dtype=np.int64)]
    for field in _fields(seats):
        beside = _of_two(field.over_sets(field.sides), field.weight)
        weight, tables = field.weight[field.of_table], np.bincount(field.of_table)[field.of_table]
        at_table = _of_two(field.sides, weight)
        columns = (
            beside - (field.h + 1) * at_table,
            beside - max(field.h, 1) * at_table,
            beside - _of_two(field.sides, weight * tables),
            (_of_two(field.sat, weight) - at_table) // 2,
            _of_two(field.over_sets(field.sat), np.ones_like(field.weight)),
        )
        every_two = np.triu_indices(field.sides.shape[1], 1)
        found.append(np.stack([column[every_two] for column in columns], axis=1))
    return np.concatenate(found)


def scores_without(seats: Seats) -> Integers:
    """Entrants of all fields x (sum, sum of squares) of the scores of the others, with this one absent.

    These are the scores of the others with every set played once less, at the tables where this one did not sit.
    """
    found: list[tuple[int, int]] = []
    for field in _fields(seats):
        beside = field.over_sets(field.sides)
        weight = field.weight[field.of_table]
        at_table = _of_two(field.sides, weight)
        for absent in field.sat.T:
            tables = absent.nonzero()[0]
            gone = field.sides[tables]
            left = beside.copy()
            np.subtract.at(left, field.of_table[tables], gone)
            scores = _of_two(left, field.weight) - max(field.h, 1) * (at_table - _of_two(gone, weight[tables]))
            np.fill_diagonal(scores, 0)
            found.append((scores.sum() // 2, (scores * scores).sum() // 2))
    return np.array(found, dtype=np.int64).reshape(-1, 2)


def _of_two(rows: Integers, weight: Integers) -> Integers:
    """Of every two columns the sum of their products, by the weights of the rows."""
    return (rows.T * weight) @ rows


def _fields(seats: Seats) -> Iterator[_Field]:
    for field, (entrants, h) in enumerate(zip(seats.entrants, seats.h, strict=True)):
        of_sets = slice(seats.fields[field], seats.fields[field + 1])
        begins = seats.sets[of_sets.start : of_sets.stop + 1]
        of_seats = slice(begins[0], begins[-1])
        of_set = np.repeat(np.arange(begins.size - 1), np.diff(begins))
        begins_table = (np.diff(of_set, prepend=-1) != 0) | (np.diff(seats.meeting[of_seats], prepend=-1) != 0)
        table = np.cumsum(begins_table) - 1
        sides, sat = (np.zeros((table[-1] + 1, entrants), dtype=np.int64) for _ in range(2))
        np.add.at(sides, (table, seats.entrant[of_seats]), seats.side[of_seats])
        np.add.at(sat, (table, seats.entrant[of_seats]), 1)
        yield _Field(int(h), seats.weight[of_sets], of_set[begins_table], sides, sat)
