"""Compute the score of every two entrants of a field, and the sums of these scores with each entrant absent.

The definitions are those of `quality.py`. The side of each entrant in each set is 1 or -1, or 0 if the entrant did not
sit. The products of the sides of two entrants, summed over the sets, are how often they sat the same way, minus how
often they sat opposite ways. For sets on which the two sat at the same table, the score is corrected table by table.
The products are computed in floating point, which is fastest, and exact for integers as small as these.
"""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import polars as pl
from numpy.typing import NDArray

from transforms.balance.played.movement_played import Played

_Integers = NDArray[np.int64]
_Numbers = NDArray[np.float64]
_AT_ONCE = 1 << 20
"""How many numbers are in memory at once (8 MB) when the sums with each entrant absent are computed."""


class _Field(NamedTuple):
    """The plays of a field: half a top, the number of entrants, and all seats, sorted by set, table and entrant.

    Sets, tables and entrants count from 0. For each seat, `weight` is the weight of its set, and `tables` the number of
    tables that played the set.
    """

    h: int
    entrants: int
    board_set: _Integers
    table: _Integers
    entrant: _Integers
    side: _Integers
    weight: _Integers
    tables: _Integers

    def on_sets(self, worth: _Integers) -> _Numbers:
        """Return the sum of `worth` over the seats of each set and entrant: sets x entrants."""
        return _summed((self.board_set, self.entrant), worth, (int(self.board_set[-1]) + 1, self.entrants))

    def of_two(self, one: _Integers, other: _Integers, worth: _Integers) -> _Numbers:
        """Return the sum of `worth` for every two entrants: entrants x entrants.

        `one` and `other` are indices of seats, and `worth` has one value for each pair of indices.
        """
        return _summed((self.entrant[one], self.entrant[other]), worth, (self.entrants, self.entrants))

    def met(self) -> tuple[_Integers, _Integers, _Integers]:
        """Return the seats of every two entrants at one table, in both orders, and a sign.

        The sign is 1 for opponents and -1 for partners.
        """
        one, other = _members(self.table, self.table)
        differ = self.entrant[one] != self.entrant[other]
        one, other = one[differ], other[differ]
        return one, other, -self.side[one] * self.side[other]


def two_scores(of_sessions: Played) -> pl.DataFrame:
    """Return the scores of every two entrants of each field.

    Returns:
        The columns place, one, other, score, vacant, own_tops, met, meetings, together, sorted by the first three;
        `one` is less than `other`. All but `place` are Int64. `vacant` is the score if every set is played once less.
        `own_tops` is the score if, on each set, h is half the top of that set. `met` is how often the two met, by the
        weights of the sets, and `meetings` the number of rounds in which they were opponents. `together` counts the
        sets on which both sat; if it is 0, all other numbers are 0.
    """
    found = [np.empty((5, 0))]
    for field in _fields(of_sessions):
        one, other, opposite = field.met()
        weight = field.weight[one]
        against = field.of_two(one, other, opposite * weight)
        sat = field.on_sets(np.ones_like(field.side))
        scores = field.on_sets(field.side).T @ field.on_sets(field.side * field.weight)
        columns = (
            scores + (field.h + 1) * against,
            scores + max(field.h, 1) * against,
            scores + field.of_two(one, other, opposite * weight * field.tables[one]),
            field.of_two(one, other, opposite.clip(0) * weight),
            sat.T @ sat,
        )
        every_two = np.triu_indices(field.entrants, 1)
        found.append(np.stack([column[every_two] for column in columns]))
    names = ("score", "vacant", "own_tops", "met", "together")
    numbers = np.concatenate(found, axis=1).astype(np.int64)
    two = _every_two(of_sessions).with_columns(pl.Series(name, of) for name, of in zip(names, numbers, strict=True))
    return (
        two.join(of_sessions.meetings, on=("place", "one", "other"), how="left", maintain_order="left")
        .with_columns(pl.col("meetings").fill_null(0))
        .select(*two.columns[:-1], "meetings", "together")
    )


def sums_without(of_sessions: Played) -> pl.DataFrame:
    """Return the sums of the scores of a field with each entrant absent in turn, so that every set is played once less.

    Returns:
        The columns place, absent, sum and squares, sorted by the first two. `sum` is the sum of the scores of all other
        entrants, without the tables of the absent entrant, and `squares` the sum of the squares of these scores.
    """
    parts = [part for field in _fields(of_sessions) for part in _without(field)]
    numbers = np.concatenate([np.empty((2, 0)), *parts], axis=1).astype(np.int64)
    absent = of_sessions.entrants.select("place", absent="entrant").sort("place", "absent")
    return absent.with_columns(sum=pl.Series(numbers[0]), squares=pl.Series(numbers[1]))


def _without(field: _Field) -> Iterator[_Numbers]:
    """Yield sums and sums of squares with each entrant absent in turn, for a batch of entrants at a time."""
    entrants, sides = field.entrants, field.on_sets(field.side)
    weight = np.zeros((len(sides), 1))
    weight[field.board_set, 0] = field.weight
    one, other, opposite = field.met()
    worth = max(field.h, 1) * opposite * field.weight[one]
    against = field.of_two(one, other, worth)
    # Once per table: the absent entrant, with every seat there, and with every two of the other entrants.
    once = (np.diff(field.table, prepend=-1) != 0) | (np.diff(field.entrant, prepend=-1) != 0)
    sat, seat = _members(field.table, field.table[once])
    absent = field.entrant[once][sat]
    two, third = _members(field.table, field.table[one])
    is_third = once[third] & (field.entrant[third] != field.entrant[one[two]])
    two, third = two[is_third], field.entrant[third[is_third]]
    at_once = min(entrants, max(1, _AT_ONCE // (entrants * (len(sides) + entrants))))
    each = np.arange(entrants)
    for first in range(0, entrants, at_once):
        of_seat, of_two = absent // at_once * at_once == first, third // at_once * at_once == first
        seats, twos = seat[of_seat], two[of_two]
        at = (absent[of_seat] - first, field.board_set[seats], field.entrant[seats])
        left = sides - _summed(at, field.side[seats], (at_once, *sides.shape))
        scores = left.transpose(0, 2, 1) @ (left * weight)
        scores += against
        at = (third[of_two] - first, field.entrant[one[twos]], field.entrant[other[twos]])
        np.subtract.at(scores, at, worth[twos])
        away = each[first : first + at_once]
        scores[away - first, away] = scores[away - first, :, away] = scores[:, each, each] = 0
        both = np.stack([scores.sum(axis=(1, 2)), np.einsum("aij,aij->a", scores, scores)]) / 2
        yield both[:, : len(away)]


def _members(group: _Integers, of: _Integers) -> tuple[_Integers, _Integers]:
    """Return all members of the groups in `of`: for each member, the position of its group in `of`, and its index."""
    size = np.bincount(group)
    many = size[of]
    place = np.repeat(np.arange(len(of)), many)
    return place, np.arange(len(place)) + (np.cumsum(size)[of] - np.cumsum(many))[place]


def _summed(at: tuple[_Integers, ...], worth: _Integers, shape: tuple[int, ...]) -> _Numbers:
    """Return an array of this shape with the sum of `worth` at each position."""
    sums = np.bincount(np.ravel_multi_index(at, shape), worth, int(np.prod(shape)))
    return sums.reshape(shape).astype(np.float64, copy=False)


def _fields(of_sessions: Played) -> Iterator[_Field]:
    seats = of_sessions.seats.sort("place", "board_set", "meeting", "entrant")
    names = ("place", "board_set", "meeting", "entrant", "side", "weight")
    place, board_set, meeting, entrant, side, weight = (seats[name].cast(pl.Int64).to_numpy() for name in names)
    begins_set = np.diff(board_set, prepend=-1) != 0
    begins_table = begins_set | (np.diff(meeting, prepend=-1) != 0)
    of_set, table = np.cumsum(begins_set) - 1, np.cumsum(begins_table) - 1
    tables = np.bincount(of_set[begins_table])[of_set] if len(of_set) else of_set
    for number, entrants, h in _sizes(of_sessions).iter_rows():
        first, last = np.searchsorted(place, (number, number + 1))
        here = slice(first, last)
        columns = (of_set[here] - of_set[first], table[here] - table[first], entrant, side, weight, tables)
        yield _Field(h, entrants, *columns[:2], *(column[here] for column in columns[2:]))


def _sizes(of_sessions: Played) -> pl.DataFrame:
    return of_sessions.fields.unique("place").sort("place").select("place", "pairs", "h")


def _every_two(of_sessions: Played) -> pl.DataFrame:
    """Return every two entrants of each field: place, one and other, sorted by these columns."""
    one, other = pl.int_ranges(0, pl.col("pairs") - 1), pl.int_ranges(pl.col("one") + 1, "pairs")
    numbers = _sizes(of_sessions).select("place", "pairs", one=one).explode("one", empty_as_null=False)
    return numbers.select("place", "one", other=other).explode("other", empty_as_null=False)
