"""How good directions can be at best: the proof with all that is needed to check it."""

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
"""Every choice is tried up to 2 to the power of this, a few seconds' work."""

MOST_OF_A_SET = 11
"""And up to 2 to the power of this for one board set: more cannot be checked again set by set."""


class Method(StrEnum):
    """How a bound was proved."""

    PARITY = "parity"
    EVERY_CHOICE = "every choice"
    MULTISETS = "multisets"


class RuledOut(NamedTuple):
    """A multiset that Bound 1 leaves open: how many board sets have k = 0, 1, 2 ... plays switched, and its bounds.

    `answer` is that of CP-SAT on the movement's own meetings, where Bound 2 leaves the multiset open too.
    """

    counts: list[int]
    bound_1: int
    bound_2: int
    multipliers: Multipliers
    answer: Answer | None


class Proof(NamedTuple):
    """What SS is at least, and how that is known.

    `ss` is that of the movement, which is optimal where `bound` is not less. `considered` is the number of multisets
    or of choices; `beyond_bound_1` are the multisets that need more than Bound 1, and `better` directions that were
    found on the way.
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
    movement: Movement, *, effort: float = EFFORT, told: Callable[[int, int], None] = lambda _done, _of: None
) -> Proof:
    """The best bound for a movement in whatever directions; with fixed tables it holds all the more.

    Args:
        movement: with the best directions known.
        effort: how long CP-SAT may take for each multiset, in its deterministic seconds.
        told: how many multisets are settled, of how many.

    Raises:
        SearchError: somebody plays a board set twice.
    """
    ss, bound = sum_of_squares(movement), parity_bound(movement)
    if bound < ss and is_complete(movement) and movement.board_sets <= MOST_TABLES:
        return _by_multisets(movement, ss, effort, told)
    if bound < ss and _few_choices(movement):
        return _by_every_choice(movement, ss)
    return Proof(ss, min(bound, ss), Method.PARITY, 0, [], None)


def _by_every_choice(movement: Movement, ss: int) -> Proof:
    """Turn one play after the other until all choices have been seen."""
    plays, sides = prepared(movement)
    free, way = _in_play(movement), np.empty_like(sides.way)
    bound = ss + 4 * int(exhaust(free, plays, sides, way))
    better = turned(movement, way < 0) if bound < ss else None
    return Proof(ss, bound, Method.EVERY_CHOICE, 1 << len(free), [], better)


def _few_choices(movement: Movement) -> bool:
    """Whether every choice can be tried, and checked again."""
    played = times_played(movement)
    return len(_in_play(movement)) <= MOST_TRIED and int(played.max()) <= MOST_OF_A_SET + 1


def _in_play(movement: Movement) -> np.ndarray[tuple[int], np.dtype[np.int32]]:
    """The plays to turn: all but the first of each set, since turning a whole set changes nothing."""
    _, first = np.unique(movement.plays[:, BOARD_SET], return_index=True)
    return np.delete(np.arange(len(movement.plays), dtype=np.int32), first)


def _by_multisets(movement: Movement, ss: int, effort: float, told: Callable[[int, int], None]) -> Proof:
    """Bound 1 for every multiset, Bound 2 for those it leaves open, the movement's own meetings for the rest."""
    r, seen, bound = movement.board_sets, 0, ss
    beyond: list[RuledOut] = []
    better: Movement | None = None
    for counts in multisets(r):
        firsts = bound_1(r, counts)
        for place in np.flatnonzero(firsts < ss).tolist():
            told(seen + place, number_of_multisets(r))
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
        told(seen, number_of_multisets(r))
    return Proof(ss, bound, Method.MULTISETS, seen, beyond, better)
