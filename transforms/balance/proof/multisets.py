"""Bound 1: how small SS can be, given only how many plays of each board set are switched.

The sum of all o is least where all pairs of a field are switched on equally many sets. Each o is at most twice the
smaller k. Within these limits each o may take the value that makes the squares least. The squares are convex, so the
best choice takes one step after another, each time the step that adds least.
"""

from collections.abc import Iterator
from itertools import combinations_with_replacement, islice
from math import comb

import numpy as np
from numpy.typing import NDArray

MOST_TABLES = 16
"""With more tables there are too many multisets to look at each."""

_AT_A_TIME = 1 << 15


def number_of_multisets(r: int) -> int:
    """The number of ways to choose a k from 0 to r / 2 for each of r sets, where order does not matter."""
    return comb(r + r // 2, r)


def multisets(r: int) -> Iterator[NDArray[np.int64]]:
    """Every multiset of r numbers k from 0 to r / 2, as counts of each k: some thousands at a time, multisets x k."""
    every = combinations_with_replacement(range(r // 2 + 1), r)
    while chosen := list(islice(every, _AT_A_TIME)):
        switched = np.array(chosen, dtype=np.int8)
        yield np.stack([(switched == k).sum(axis=1) for k in range(r // 2 + 1)], axis=1)


def bound_1(r: int, counts: NDArray[np.int64]) -> NDArray[np.int64]:
    """Bound 1 of each multiset (multisets x k, as `multisets` yields them) for r tables: one bound of SS each."""
    kinds = [(one, other) for one in range(counts.shape[1]) for other in range(one, counts.shape[1])]
    terms = np.stack([_terms(counts, one, other) for one, other in kinds], axis=1)
    least, most = -r, 3 * r
    steps = np.zeros((len(kinds), most - least), dtype=np.int64)
    for kind, (one, other) in enumerate(kinds):
        steps[kind, r - 2 * (one + other) + 1 - least :: 2][: 2 * min(one, other)] = 1
    unstepped = np.array([4 * (r - 2 * (one + other)) ** 2 for one, other in kinds])
    adds, there = np.arange(least, most), terms @ steps
    downhill = adds < 0
    free = there[:, downhill]
    needed = np.maximum(_least_both_switched(r, counts) - free.sum(axis=1), 0)
    uphill = there[:, ~downhill]
    before = np.cumsum(uphill, axis=1) - uphill
    taken = np.clip(needed[:, None] - before, 0, uphill)
    k = np.arange(counts.shape[1])
    known = r**4 + r**3 - 2 * r * (counts @ (r - 2 * k) ** 2)
    return known + terms @ unstepped + 16 * (free @ adds[downhill] + taken @ adds[~downhill])


def _terms(counts: NDArray[np.int64], one: int, other: int) -> NDArray[np.int64]:
    return counts[:, one] * (counts[:, one] - 1) // 2 if one == other else counts[:, one] * counts[:, other]


def _least_both_switched(r: int, counts: NDArray[np.int64]) -> NDArray[np.int64]:
    """The least possible sum of all o, in each multiset."""
    each, over = np.divmod(counts @ np.arange(counts.shape[1]), r)
    return 2 * (r * (each * (each - 1) // 2) + over * each)
