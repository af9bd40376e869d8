"""The score of every two entrants of the fields that were really played, and the sums with one of them absent.

The definitions are those of `quality.py`. They are computed in two ways, to the same numbers: by products of matrices
here and, for many fields, by `two_scores_kernel`, which takes a third of a second to load and a hundredth of the time.

Take who sat on which side in each set: 1, -1, or 0 for who did not. The products of two entrants, summed over the sets,
are how often they sat the same way, less how often they sat in opposite ones; summed over tables instead of sets, how
much of that was at one table.
"""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import polars as pl

from transforms.balance.played.movement_played import SQUARES, SUM, Integers, Played, Seats


class _Field(NamedTuple):
    """What was played in a field, in order of set and table."""

    h: int
    weight: Integers  # of each set
    of_table: Integers  # the set of each table
    sides: Integers  # tables x entrants: on which side one sat
    sat: Integers  # tables x entrants: whether one sat there

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


_FEW = 500_000
"""Seats, times the entrants of the largest field. For so many, matrices take as long as it takes to load the kernel."""


def two_scores(of_sessions: Played) -> pl.DataFrame:
    """The scores of every two entrants of each field.

    Returns:
        (place, one, other, score, vacant, own_tops, met, meetings, beside), in this order, with `one` before `other`;
        all but `place` are Int64. `vacant` is the score where every set is played once less. `own_tops` is the score
        with half a top of each set itself as h. `met` is how often the two met, by the weights of the sets, and
        `meetings` in how many rounds they were opponents. `beside` counts the sets on which both sat; where it is 0,
        all others are.
    """
    found = _found_of_two(_seats(of_sessions))
    names = ("score", "vacant", "own_tops", "met", "beside")
    two = _every_two(_sizes(of_sessions)).with_columns(
        **{name: pl.Series(found[:, column]) for column, name in enumerate(names)}
    )
    return (
        two.join(of_sessions.meetings, on=("place", "one", "other"), how="left", maintain_order="left")
        .with_columns(pl.col("meetings").fill_null(0))
        .select(*two.columns[:-1], "meetings", "beside")
    )


def sums_without(of_sessions: Played, scores: pl.DataFrame) -> pl.DataFrame:
    """The sums of the scores of a field with each entrant absent in turn, where every set is played once less.

    Args:
        of_sessions: what was played.
        scores: `two_scores` of it.

    Returns:
        (place, absent, sum, squares), in this order: the sum of the scores of all others, without what comes from the
        tables of who is absent, and that of their squares.
    """
    found = _found_without(_seats(of_sessions), scores["vacant"].to_numpy())
    absent = of_sessions.entrants.select("place", absent="entrant").sort("place", "absent")
    return absent.with_columns(sum=pl.Series(found[:, SUM]), squares=pl.Series(found[:, SQUARES]))


def _sizes(of_sessions: Played) -> pl.DataFrame:
    return of_sessions.fields.unique("place").sort("place").select("place", "pairs", "h")


def _found_of_two(seats: Seats) -> Integers:
    if _is_small(seats):
        return scores_of_two(seats)
    # Imported here, since nothing else of a season needs numba, which takes a third of a second to load.
    from transforms.balance.played import two_scores_kernel as kernel

    return kernel.scores_of_two(seats)


def _found_without(seats: Seats, vacant: Integers) -> Integers:
    if _is_small(seats):
        return scores_without(seats)
    from transforms.balance.played import two_scores_kernel as kernel

    return kernel.scores_without(seats, vacant)


def _is_small(seats: Seats) -> bool:
    return seats.entrant.size * seats.entrants.max(initial=0) <= _FEW


def _seats(of_sessions: Played) -> Seats:
    fields = _sizes(of_sessions)
    seats = of_sessions.seats.sort("place", "board_set", "meeting", "entrant")
    begins_set = np.diff(seats["board_set"].to_numpy().astype(np.int64), prepend=-1) != 0
    firsts = seats.filter(begins_set)
    sets = np.append(np.flatnonzero(begins_set), len(seats))
    of_fields = np.append(np.searchsorted(firsts["place"].to_numpy(), fields["place"].to_numpy()), len(firsts))
    columns = (fields["pairs"], fields["h"], firsts["weight"], seats["entrant"], seats["side"], seats["meeting"])
    pairs, h, weight, entrant, side, meeting = (column.cast(pl.Int64).to_numpy() for column in columns)
    return Seats(of_fields, pairs, h, sets, weight, entrant, side, meeting)


def _every_two(fields: pl.DataFrame) -> pl.DataFrame:
    """(place, one, other): every two entrants of each field, in this order."""
    numbers = fields.select("place", "pairs", one=pl.int_ranges(0, pl.col("pairs") - 1)).explode(
        "one", empty_as_null=False
    )
    return numbers.select("place", "one", other=pl.int_ranges(pl.col("one") + 1, "pairs")).explode(
        "other", empty_as_null=False
    )
