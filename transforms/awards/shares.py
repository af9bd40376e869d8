"""The awards of the places, shared by entrants who tie; computed once for each case that occurs.

An award depends on the size of the field, the rank, and the number of entrants who tie. There are few such cases,
however many events there are.
"""

from typing import NamedTuple, Self

import numpy as np

from transforms.awards.ranked_events import RankedEvents
from transforms.awards.scheme import Floats, Integers, Places, Scheme
from transforms.tables.rule_words import Ties


class TieGroups(NamedTuple):
    """The entrants of an event with the same rank: one row per group, sorted by event and rank."""

    event: Integers
    rank: Integers
    tied: Integers
    of_row: Integers
    """The group of each entrant."""

    @classmethod
    def of(cls, events: RankedEvents) -> Self:
        """The groups of all events side by side."""
        starts = np.cumsum(events.size) - events.size
        slot = starts[events.event] + events.rank - 1
        counts = np.bincount(slot, minlength=len(slot))
        slots = np.flatnonzero(counts)
        event = np.repeat(np.arange(len(starts)), events.size)[slots]
        number = np.empty(len(counts), dtype=np.int64)
        number[slots] = np.arange(len(slots))
        return cls(event, slots - starts[event] + 1, counts[slots], number[slot])


class Cases(NamedTuple):
    """Every case that occurs: which places of a field are shared, and by how many entrants."""

    places: Places
    first: Integers
    """The row of the first place shared."""
    count: Integers
    """The number of places shared; places beyond the last one of the field do not count."""
    tied: Integers
    of_group: Integers
    """The case of each tie group."""

    @classmethod
    def of(cls, groups: TieGroups, size: Integers) -> Self:
        """The cases of the groups; `size` is the number of places of each event.

        First come the single places, one case each, then the shared places; the last case is that of having no place.
        """
        sizes, field = np.unique(size, return_inverse=True)
        places = Places.of(sizes)
        rows = len(places.place)
        first = places.starts[field][groups.event] + groups.rank - 1
        of_group = first.copy()
        shares = groups.tied > 1
        widest = int(groups.tied.max(initial=1)) + 1
        shared, case = np.unique(first[shares] * widest + groups.tied[shares], return_inverse=True)
        of_group[shares] = rows + case
        of_group[groups.rank > size[groups.event]] = rows + len(shared)
        shared_first, shared_tied = shared // widest, shared % widest
        # A group beyond the last place of its field has the last case, so its number here is not used.
        shared_first = np.minimum(shared_first, max(rows - 1, 0))
        left = _left(places, shared_first)
        return cls(
            places,
            np.concatenate([np.arange(rows), shared_first, [0]]),
            np.concatenate([np.ones(rows, dtype=np.int64), np.minimum(shared_tied, left), [0]]),
            np.concatenate([np.ones(rows, dtype=np.int64), shared_tied, [1]]),
            of_group,
        )

    def points(self, scheme: Scheme, ties: Ties = "mean") -> Floats:
        """The points of each entrant, for each case."""
        if scheme.places is None or not len(self.places.place):
            return np.zeros(len(self.first))
        parts = scheme.places(self.places)
        if ties == "rank":
            of_rank = np.where(self.count > 0, parts[self.first], 0)
            return scheme.share(of_rank, np.ones(len(of_rank), dtype=np.int64))
        alone, shared = np.split(self.first, [len(parts)])
        return scheme.share(np.concatenate([parts[alone], _sums(parts, shared, self.count[len(alone) :])]), self.tied)


def _left(places: Places, row: Integers) -> Integers:
    """How many places of its field there are from each of these rows on."""
    if not len(places.place):
        return np.zeros(len(row), dtype=np.int64)
    return places.size[row] - places.place[row] + 1


def _sums(parts: Floats, first: Integers, count: Integers) -> Floats:
    """For each pair of `first` and `count` the sum of that many rows, always added in the same order."""
    spans = Places.of(count)
    return spans.sums(parts[np.repeat(first, count) + spans.place - 1])
