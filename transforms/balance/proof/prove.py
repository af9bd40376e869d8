"""Proves how good directions can be at best, and keeps all that is needed to check the proof."""

from collections.abc import Callable
from enum import StrEnum
from typing import NamedTuple

import numpy as np

from transforms.balance.directions import prepared, sum_of_squares
from transforms.balance.directions_kernel import exhaust
from transforms.balance.movement import BOARD_SET, Movement, times_played, turned
from transforms.balance.proof.complete import is_complete
from transforms.balance.proof.meetings import EFFORT, Answer, settled
from transforms.balance.proof.multisets import MOST_TABLES, bound_1, multisets, number_of_multisets
from transforms.balance.proof.parity import parity_bound
from transforms.balance.proof.row_types import Multipliers, bound_2

MOST_TRIED = 27
"""Every choice is tried where there are at most 2 to the power of this, a few seconds' work."""

MOST_OF_A_SET = 11
"""The same limit for one board set: with more, the proof could not be checked again set by set."""


class Method(StrEnum):
    """How a bound was proved."""

    PARITY = "parity"
    EVERY_CHOICE = "every choice"
    MULTISETS = "multisets"


class RuledOut(NamedTuple):
    """A multiset that Bound 1 leaves open, with its bounds.

    `counts` is the number of board sets with k = 0, 1, 2 ... plays switched. `answer` is that of CP-SAT on the
    movement's own meetings; None where Bound 2 already rules out the multiset.
    """

    counts: list[int]
    bound_1: int
    bound_2: int
    multipliers: Multipliers
    answer: Answer | None


class Proof(NamedTuple):
    """A proved lower bound of SS, and how it was proved.

    `ss` is that of the movement; the movement is optimal where `bound` is not less. `considered` is the number of
    multisets or of choices. `beyond_bound_1` lists the multisets that need more than Bound 1. `better` is the movement
    with better directions, where the proof found them on the way.
    """

    ss: int
    bound: int
    method: Method
    considered: int
    beyond_bound_1: list[RuledOut]
    better: Movement | None

    @property
    def optimal(self) -> bool:
        """Whether no directions are better."""
        return self.bound >= self.ss


def prove(
    movement: Movement, *, effort: float = EFFORT, report: Callable[[int, int], None] = lambda _done, _of: None
) -> Proof:
    """Prove the best bound for a movement over all its directions; it holds with fixed tables too.

    The movement has the best directions known. `effort` limits the work of CP-SAT on each multiset, in its
    deterministic seconds. `report` is called with the number of multisets settled, and their number in all.

    Raises:
        SearchError: somebody plays a board set twice.
    """
    ss, bound = sum_of_squares(movement), parity_bound(movement)
    if bound < ss and is_complete(movement) and movement.board_sets <= MOST_TABLES:
        return _by_multisets(movement, ss, effort, report)
    if bound < ss and _few_choices(movement):
        return _by_every_choice(movement, ss)
    return Proof(ss, min(bound, ss), Method.PARITY, 0, [], None)


def _by_every_choice(movement: Movement, ss: int) -> Proof:
    plays, sides = prepared(movement)
    free, way = _in_play(movement), np.empty_like(sides.way)
    bound = ss + 4 * int(exhaust(free, plays, sides, way))
    better = turned(movement, way < 0) if bound < ss else None
    return Proof(ss, bound, Method.EVERY_CHOICE, 1 << len(free), [], better)


def _few_choices(movement: Movement) -> bool:
    """Whether every choice can be tried, and the proof checked again."""
    played = times_played(movement)
    return len(_in_play(movement)) <= MOST_TRIED and int(played.max()) <= MOST_OF_A_SET + 1


def _in_play(movement: Movement) -> np.ndarray[tuple[int], np.dtype[np.int32]]:
    """The plays to turn: all but the first of each set, since turning a whole set changes nothing."""
    _, first = np.unique(movement.plays[:, BOARD_SET], return_index=True)
    return np.delete(np.arange(len(movement.plays), dtype=np.int32), first)


def _by_multisets(movement: Movement, ss: int, effort: float, report: Callable[[int, int], None]) -> Proof:
    """Use Bound 1 for every multiset, Bound 2 where that leaves one open, then the movement's own meetings."""
    r, seen, bound = movement.board_sets, 0, ss
    beyond: list[RuledOut] = []
    better: Movement | None = None
    for counts in multisets(r):
        firsts = bound_1(r, counts)
        for place in np.flatnonzero(firsts < ss).tolist():
            report(seen + place, number_of_multisets(r))
            one = counts[place].tolist()
            second = bound_2(r, one, ss)
            answer = None
            if second.bound < ss:
                answer, at = settled(movement, one, ss, effort)
                better = better if at is None else turned(movement, at)
            if answer in (Answer.OPEN, Answer.FOUND):
                bound = min(bound, max(int(firsts[place]), second.bound))
            beyond.append(RuledOut(one, int(firsts[place]), second.bound, second.multipliers, answer))
        seen += len(counts)
        report(seen, number_of_multisets(r))
    return Proof(ss, bound, Method.MULTISETS, seen, beyond, better)
