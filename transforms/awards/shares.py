"""The awards of the places, shared by entrants who tie."""

import math
from typing import NamedTuple, Self

import numpy as np
import polars as pl
from numpy.typing import NDArray

from transforms.awards.schemes import Floats, Integers, Places, Scheme
from transforms.tables.arithmetic.tolerance import HAIR
from transforms.tables.rule_words import Ties
from transforms.tables.schemas import DECIMALS


class TieGroups(NamedTuple):
    """Groups of entrants who share a rank in an event: one row per group, sorted by event and rank."""

    event: Integers
    rank: Integers
    tied: Integers
    of_row: Integers  # the group of each entrant

    @classmethod
    def of(cls, event_of_row: Integers, rank: Integers, size: Integers) -> Self:
        """Return the groups of all events, from the event and rank of each row and the size of each event."""
        starts = np.cumsum(size) - size
        slot = starts[event_of_row] + rank - 1
        counts = np.bincount(slot, minlength=len(slot))
        slots = np.flatnonzero(counts)
        event = np.repeat(np.arange(len(starts)), size)[slots]
        number = np.empty(len(counts), dtype=np.int64)
        number[slots] = np.arange(len(slots))
        return cls(event, slots - starts[event] + 1, counts[slots], number[slot])

    def cases(self, size: Integers) -> tuple["TieGroups", Places]:
        """Return each kind of group once, and the places of one field of each size that occurs.

        Groups with the same field size, rank and number of entrants are of the same kind. In the result, `of_row` is
        the kind of each group.
        """
        sizes, field = np.unique(size, return_inverse=True)
        shape = (len(sizes), self.rank.max(initial=0) + 1, self.tied.max(initial=0) + 1)
        numbers = np.ravel_multi_index((field[self.event], self.rank, self.tied), shape)
        occurring, case = _each_once(numbers, math.prod(shape))
        event, rank, tied = np.unravel_index(occurring, shape)
        return TieGroups(event, rank, tied, case), Places.of(sizes)


def _each_once(numbers: Integers, limit: int) -> tuple[Integers, Integers]:
    """Return the distinct numbers in ascending order, and the index of each number among them.

    All numbers must be below `limit`.
    """
    if limit > len(numbers):
        return np.unique(numbers, return_inverse=True)
    occurs = np.bincount(numbers, minlength=limit) > 0
    return np.flatnonzero(occurs), (np.cumsum(occurs) - 1)[numbers]


def points_of_groups(scheme: Scheme, groups: TieGroups, places: Places, ties: Ties = "mean") -> Floats:
    """Return the points of each entrant of each group.

    `places` are the places of each event that get awards; later places get nothing.
    """
    if scheme.places is None or not len(places.place):
        return np.zeros(len(groups.rank))
    parts = scheme.places(places)
    shared = np.clip(places.sizes[groups.event] - groups.rank + 1, 0, groups.tied if ties == "mean" else 1)
    first = np.minimum(places.starts[groups.event] + groups.rank - 1, len(parts) - 1)
    spans = Places.of(shared)
    together = spans.sums(parts[np.repeat(first, shared) + spans.place - 1])
    return scheme.share(together, groups.tied if ties == "mean" else np.ones_like(groups.tied))


_CELLS_AT_ONCE = 20_000_000
"""The approximate number of array cells in memory at once, for events whose extra points run out within a group."""

Flags = NDArray[np.bool_]


class _Able(NamedTuple):
    """The groups whose points have a remainder, so that they can get an extra point. Sorted by event and rank."""

    group: Integers
    event: Integers
    tied: Integers
    whole: Floats
    remainder: Floats


class _Handed(NamedTuple):
    """Who gets an extra point, for each group of `_Able`: the whole group, or a part of it if the points run out."""

    all_of: Flags
    some_of: Integers


def whole_points(groups: TieGroups, points: Floats, entrant: pl.Series) -> Floats:
    """Round the points of each group to whole points, and return them for each row.

    In each event the whole points add up to the total of the event, rounded to a whole number, halves up. Every entrant
    keeps the whole part of its points, and those with the largest remainders get one extra point. If the extra points
    run out within a group of entrants who tie, they are given out in another way: entrants who tie get the same, and
    nobody gets more than an entrant ranked above. Of all such ways, the one with the largest sum of remainders is
    chosen; if sums are equal, the one that favours the better ranks. If there is no such way, the group in which the
    points ran out is divided: its first entrants, sorted by name, get the extra point. In `points`, a worse rank must
    not have more than a better rank. `entrant` is in the order of `groups.of_row`.
    """
    whole = np.floor(points + HAIR)
    remainder = points - whole
    more = np.flatnonzero(remainder > HAIR)
    able = _Able(more, groups.event[more], groups.tied[more], whole[more], remainder[more])
    total, kept = (np.bincount(groups.event, weights=groups.tied * each) for each in (points, whole))
    left = (np.floor(total + 0.5 + HAIR) - kept).astype(np.int64)
    handed = _by_remainder(able, left)
    divided = np.unique(able.event[handed.some_of > 0])
    together, possible = _together(able, left, divided)
    better = np.isin(able.event, divided[possible])
    one_more = np.zeros(len(points), dtype=bool)
    one_more[able.group] = np.where(better, together, handed.all_of)
    some_of = np.zeros(len(points), dtype=np.int64)
    some_of[able.group] = np.where(better, 0, handed.some_of)
    return whole[groups.of_row] + one_more[groups.of_row] + _is_among_first(some_of, groups.of_row, entrant)


def _by_remainder(able: _Able, left: Integers) -> _Handed:
    in_turn = np.lexsort((np.arange(len(able.group)), -able.remainder.round(DECIMALS), able.event))
    tied, event = able.tied[in_turn], able.event[in_turn]
    so_far = np.cumsum(tied) - tied
    starts = np.flatnonzero(np.diff(event, prepend=-1))
    before = so_far - np.repeat(so_far[starts], np.diff(np.append(starts, len(event))))
    there = np.clip(left[event] - before, 0, tied)
    handed = _Handed(np.zeros(len(in_turn), dtype=bool), np.zeros(len(in_turn), dtype=np.int64))
    handed.all_of[in_turn] = there == tied
    handed.some_of[in_turn] = np.where(there < tied, there, 0)
    return handed


def _together(able: _Able, left: Integers, events: Integers) -> tuple[Flags, Flags]:
    """Return which groups of `_Able` get an extra point if none is divided, and in which events this is possible."""
    first, end = np.searchsorted(able.event, events), np.searchsorted(able.event, events, side="right")
    taken, possible = np.zeros(len(able.group), dtype=bool), np.zeros(len(events), dtype=bool)
    cells = (end - first) * (left[events] + 1)
    # Events of similar size are computed together.
    by_size = np.argsort(cells, kind="stable")
    batch = np.cumsum(cells[by_size]) // _CELLS_AT_ONCE
    for batched in np.split(by_size, np.flatnonzero(np.diff(batch)) + 1) if len(events) else []:
        count = end[batched] - first[batched]
        column = np.arange(count.max())
        filled = column < count[:, None]
        row = np.where(filled, first[batched, None] + column, 0)
        fits = _best_fit(able, row, filled, left[events[batched]])
        taken[row[filled]] = fits[0][filled]
        possible[batched] = fits[1]
    return taken, possible


def _best_fit(able: _Able, row: Integers, filled: Flags, left: Integers) -> tuple[Flags, Flags]:
    """Return the groups that get an extra point, and for each event whether any choice fits.

    `row` and `filled` have one row per event and one column per group. The groups are visited from the last to the
    first. Adjacent groups with the same whole part form a run. Within a run a group may get an extra point only if the
    group above gets one. The run is open for a group if all groups above it in the run get one; otherwise it is closed.
    For each number of extra points, `is_open` and `is_closed` hold the largest sum of remainders if this group and all
    later groups get exactly this number, in an open and in a closed run.
    """
    tied = np.where(filled, able.tied[row], 0)
    gain = tied * able.remainder[row]
    starts_run = np.diff(able.whole[row], axis=1, prepend=-1) != 0
    starts_run |= ~filled
    points = np.arange(int(left.max()) + 1)
    at_end = np.where(points == 0, 0.0, -np.inf)
    is_open = np.tile(at_end, (len(row), 1))
    is_closed = is_open
    takes: list[Flags] = []
    for group in reversed(range(row.shape[1])):
        after = points - tied[:, [group]]
        rest = np.take_along_axis(is_open, np.maximum(after, 0), axis=1)
        taking = np.where(after >= 0, rest + gain[:, [group]], -np.inf)
        # Sums that are equal in exact arithmetic are equal here; then this group takes the points, as the better rank.
        takes.append(np.isfinite(taking) & (taking >= is_closed - HAIR))
        best = np.maximum(taking, is_closed)
        is_open, is_closed = best, np.where(starts_run[:, [group]], best, is_closed)
    event = np.arange(len(row))
    possible = np.isfinite(is_open[event, left])
    taken = np.zeros(row.shape, dtype=bool)
    took = np.ones(len(row), dtype=bool)
    remaining = left.copy()
    for group, take in enumerate(reversed(takes)):
        took = (took | starts_run[:, group]) & take[event, remaining]
        remaining -= took * tied[:, group]
        taken[:, group] = took
    return taken, possible


def _is_among_first(some_of: Integers, of_row: Integers, entrant: pl.Series) -> Flags:
    among = np.zeros(len(of_row), dtype=bool)
    rows = np.flatnonzero(some_of[of_row])
    divided = pl.DataFrame({"row": rows, "group": of_row[rows], "entrant": entrant.gather(rows)})
    in_turn = divided.sort("group", "entrant", "row").with_columns(turn=pl.int_range(pl.len()).over("group"))
    among[in_turn["row"].to_numpy()] = in_turn["turn"].to_numpy() < some_of[in_turn["group"].to_numpy()]
    return among
