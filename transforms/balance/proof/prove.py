"""Prove how good directions can be at best, and keep everything needed to check the proof.

Bound 1 is how small SS can be, given only how many plays of each board set are switched. (`row_types` defines k and o.)
The sum of all o is least if all pairs of a field are switched on equally many sets. Each o is at most twice the smaller
k. Within these limits each o may take the value that makes the squares least. The squares are convex, so the best
choice is found step by step, always with the step that adds least.
"""

from collections.abc import Callable, Iterator
from enum import StrEnum
from itertools import combinations_with_replacement, islice
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from transforms.balance.directions import exhaust, prepared, sum_of_squares
from transforms.balance.movement import BOARD_SET, Movement, times_played, turned
from transforms.balance.proof.meetings import EFFORT, Answer, parity_bound, settled
from transforms.balance.proof.row_types import bound_2, is_complete, known_part

MOST_TABLES = 16
"""The largest number of tables for a proof by multisets. With more tables, there are too many multisets to examine."""

_AT_A_TIME = 1 << 15


def number_of_multisets(r: int) -> int:
    """Return the number of multisets of r numbers k from 0 to r / 2, one for each of r sets."""
    return comb(r + r // 2, r)


def multisets(r: int) -> Iterator[NDArray[np.int64]]:
    """Yield all multisets of r numbers k from 0 to r / 2, in batches.

    A batch is an array multisets x k with the count of each k.
    """
    every = combinations_with_replacement(range(r // 2 + 1), r)
    while chosen := list(islice(every, _AT_A_TIME)):
        switched = np.array(chosen, dtype=np.int8)
        yield np.stack([(switched == k).sum(axis=1) for k in range(r // 2 + 1)], axis=1)


def bound_1(r: int, counts: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return Bound 1 of SS for a movement with r tables, for each multiset in `counts` (a batch of `multisets`)."""
    kinds = [(one, other) for one in range(counts.shape[1]) for other in range(one, counts.shape[1])]
    twos = [counts[:, one] * (counts[:, other] - (one == other)) // (1 + (one == other)) for one, other in kinds]
    terms = np.stack(twos, axis=1)
    least, most = -r, 3 * r
    steps = np.zeros((len(kinds), most - least), dtype=np.int64)
    for kind, (one, other) in enumerate(kinds):
        steps[kind, r - 2 * (one + other) + 1 - least :: 2][: 2 * min(one, other)] = 1
    unstepped = np.array([4 * (r - 2 * (one + other)) ** 2 for one, other in kinds])
    adds, there = np.arange(least, most), terms @ steps
    downhill = adds < 0
    free = there[:, downhill]
    each, over = np.divmod(counts @ np.arange(counts.shape[1]), r)
    needed = np.maximum(r * each * (each - 1) + 2 * over * each - free.sum(axis=1), 0)
    uphill = there[:, ~downhill]
    before = np.cumsum(uphill, axis=1) - uphill
    taken = np.clip(needed[:, None] - before, 0, uphill)
    return known_part(r, counts) + terms @ unstepped + 16 * (free @ adds[downhill] + taken @ adds[~downhill])


# --- proofs ----------------------------------------------------------------------------------------


MOST_TRIED = 27
"""Every choice is tried if there are at most 2 ** MOST_TRIED choices, which takes a few seconds."""

MOST_OF_A_SET = 11
"""The limit, as an exponent of 2 like `MOST_TRIED`, for the choices of a single board set. With more choices, the proof
could not be rechecked set by set."""


class Method(StrEnum):
    """How a bound was proved."""

    PARITY = "parity"
    EVERY_CHOICE = "every choice"
    MULTISETS = "multisets"


class RuledOut(NamedTuple):
    """A multiset that Bound 1 leaves open, with its bounds.

    `counts` are the numbers of board sets with k = 0, 1, 2 ... plays switched. `both` and `each` are the `Multipliers`
    of Bound 2. `answer` is the answer of CP-SAT for the meetings of the movement itself; None if Bound 2 already rules
    the multiset out.
    """

    counts: list[int]
    bound_1: int
    bound_2: int
    both: list[int]
    each: list[int]
    answer: Answer | None


class Proof(NamedTuple):
    """A proved lower bound of SS, and how it was proved.

    `ss` is the SS of the movement, which is optimal if `bound` is not less. `considered` is the number of multisets or
    choices. `beyond_bound_1` lists the multisets that Bound 1 does not rule out. `better` is the movement with better
    directions, if the proof happened to find some.
    """

    ss: int
    bound: int
    method: Method
    considered: int
    beyond_bound_1: list[RuledOut]
    better: Movement | None

    @property
    def optimal(self) -> bool:
        """Whether it is proved that no directions are better."""
        return self.bound >= self.ss


def prove(
    movement: Movement, *, effort: float = EFFORT, report: Callable[[int, int], None] = lambda _done, _of: None
) -> Proof:
    """Prove the highest lower bound of SS that can be found over all directions. It also holds if tables are fixed.

    The movement must have the best directions known. `effort` limits the work of CP-SAT on each multiset, in
    deterministic seconds. `report` is called with the number of multisets examined and their total number.

    Raises:
        MovementError: somebody plays a board set twice.
    """
    ss, bound = sum_of_squares(movement), parity_bound(movement)
    if bound < ss and is_complete(movement) and movement.board_sets <= MOST_TABLES:
        return _by_multisets(movement, ss, effort, report)
    few = len(_in_play(movement)) <= MOST_TRIED and int(times_played(movement).max()) <= MOST_OF_A_SET + 1
    if bound < ss and few:
        return _by_every_choice(movement, ss)
    return Proof(ss, min(bound, ss), Method.PARITY, 0, [], None)


def _by_every_choice(movement: Movement, ss: int) -> Proof:
    plays, sides = prepared(movement)
    free, way = _in_play(movement), np.empty_like(sides.way)
    bound = ss + 4 * int(exhaust(free, plays, sides, way))
    better = turned(movement, way < 0) if bound < ss else None
    return Proof(ss, bound, Method.EVERY_CHOICE, 1 << len(free), [], better)


def _in_play(movement: Movement) -> np.ndarray[tuple[int], np.dtype[np.int32]]:
    """Return the plays to try in both directions: all but the first of each set.

    The first can stay as it is, because turning a whole set changes nothing.
    """
    _, first = np.unique(movement.plays[:, BOARD_SET], return_index=True)
    return np.delete(np.arange(len(movement.plays), dtype=np.int32), first)


def _by_multisets(movement: Movement, ss: int, effort: float, report: Callable[[int, int], None]) -> Proof:
    r, seen, bound = movement.board_sets, 0, ss
    beyond: list[RuledOut] = []
    better: Movement | None = None
    for counts in multisets(r):
        firsts = bound_1(r, counts)
        for place in np.flatnonzero(firsts < ss).tolist():
            report(seen + place, number_of_multisets(r))
            one = counts[place].tolist()
            second, multipliers = bound_2(r, one, ss)
            answer = None
            if second < ss:
                answer, at = settled(movement, one, ss, effort)
                better = better if at is None else turned(movement, at)
            if answer in (Answer.OPEN, Answer.FOUND):
                bound = min(bound, max(int(firsts[place]), second))
            beyond.append(RuledOut(one, int(firsts[place]), second, *multipliers, answer))
        seen += len(counts)
        report(seen, number_of_multisets(r))
    return Proof(ss, bound, Method.MULTISETS, seen, beyond, better)
