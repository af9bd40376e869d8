"""Prove how good directions can be at best, and keep everything needed to check the proof.

A complete movement has 2r pairs in two fields, r board sets and r rounds with r plays each. Every pair of one field
meets every pair of the other field once, and everyone plays every set once; tables may share sets. A play of a set is
switched if the second field sits North-South there. The number of switched plays of set b is k_b. Turning a whole set
changes nothing, so we may assume that k_b is at most r / 2. If o_bb' is the number of pairs that are switched on both b
and b', then

    SS = r^4 + r^3 - 2r sum_b (r - 2 k_b)^2 + sum_{b<b'} 4 u_bb'^2,    u_bb' = r - 2 (k_b + k_b') + 2 o_bb'.

The sum of all o equals the sum of C(a, 2) over the 2r pairs, where a is the number of sets on which a pair is switched.

Bound 1 is how small SS can be for given k_b. The sum of all o is least if all pairs of a field are switched on equally
many sets. Each o is at most twice the smaller k. Within these limits each o may take the value that makes the squares
least. The squares are convex, so the best choice is found step by step, always with the step that adds least.

Bound 2: Sets with equal k form a class. The type of a pair is the number of sets of each class on which it is switched.
For given types of the 2r pairs, the sum of o over two classes is known. The squares are least if these o are as equal
as integers can be. This leaves a small program over the numbers of pairs of each type. Its linear relaxation gives a
lower bound, and by duality so does any choice of multipliers. So a solver is needed only to propose multipliers; the
bound that they give is computed here in integers, and anybody can compute it again without a solver.

A given movement may be unable to reach these bounds, because switching one play switches exactly the two pairs that
meet there. CP-SAT of OR-tools decides whether it can (`settled`).

Parity bounds any movement: directions never change whether a score is odd or even. A part of the score is the same for
all directions. Each set that the two pairs play at different tables adds +1 or -1. So a score moves in steps of 2
between known limits, and the sum of all scores does not change. The sum of squares is least if this sum is reached by
the steps that add least.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from enum import StrEnum
from itertools import combinations_with_replacement, islice, product
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from ortools.linear_solver import pywraplp
from ortools.sat.python import cp_model

from transforms.balance.directions import exhaust, prepared, sum_of_squares
from transforms.balance.movement import BOARD_SET, EW, NS, Movement, directions, meetings, people, times_played, turned
from transforms.balance.quality import of_combinations, score_matrix, without


def is_complete(movement: Movement) -> bool:
    """Return whether a movement is complete, so that the formula for SS holds."""
    if movement.individual or movement.pairs < 4 or movement.pairs != 2 * movement.board_sets:
        return False
    met = meetings(movement)
    other_field = met[0] > 0
    across = other_field[:, None] != other_field
    plays_all_once = len(movement.plays) == movement.board_sets**2 and bool((np.abs(directions(movement)) == 1).all())
    return plays_all_once and int(other_field.sum()) == movement.board_sets and bool((met == across).all())


def known_part(r: int, counts: NDArray[np.int64] | list[int]) -> NDArray[np.int64]:
    """Return the part of SS that does not depend on which pairs are switched. `counts` are as in `settled`."""
    many = np.asarray(counts)
    return r**4 + r**3 - 2 * r * (many @ (r - 2 * np.arange(many.shape[-1])) ** 2)


_UNITS = (16, 4, 1)  # multipliers are rounded to multiples of the first unit that still gives the wanted bound


class Multipliers(NamedTuple):
    """The multipliers of Bound 2. The class with k = 0 has none."""

    both: list[int]  # one for each choice of two classes; a class with itself comes first
    each: list[int]  # one for each class


def bound_2(r: int, counts: list[int], wanted: int) -> tuple[int, Multipliers]:
    """Return the best bound of the linear relaxation, or any bound of at least `wanted`, with its multipliers."""
    both, each = _solved(r, counts)
    found: list[tuple[int, Multipliers]] = []
    for unit in _UNITS:
        rounded = Multipliers(*([unit * round(one / unit) for one in ones] for ones in (both, each)))
        found.append((bound_of(r, counts, rounded), rounded))
        if found[-1][0] >= wanted:
            break
    return max(found, key=lambda one: one[0])


def bound_of(r: int, counts: list[int], multipliers: Multipliers) -> int:
    """Return the bound that these multipliers prove. Any multipliers prove a bound, even if not the best one."""
    # A multiplier of two classes is the price of one unit of their o. For every two sets, the square is at least the
    # minimum of square minus price, plus the price of their actual o. Each pair pays the prices of its type, minus the
    # multiplier of the class for each set on which it is switched. All pairs pay at least the price of the cheapest
    # type.
    classes = _classes(counts)
    unswitched = (0, counts[0])
    with_unswitched = (_term(r, unswitched, one, same=one is unswitched) for one in (unswitched, *classes))
    total = int(known_part(r, counts)) + sum(4 * terms * first**2 for terms, first, _ in with_unswitched)
    prices = np.zeros((len(classes), len(classes)), dtype=np.int64)
    for (one, other), price in zip(_twos(len(classes)), multipliers.both, strict=True):
        terms, first, most = _term(r, classes[one], classes[other], same=one == other)
        total += terms * min(4 * (first + 2 * o) ** 2 - price * o for o in range(most + 1))
        prices[one, other] = price
    types = _types(classes)
    own, across = np.diag(prices), np.triu(prices, k=1)
    pays = (types * (types - 1) // 2) @ own + ((types @ across) * types).sum(axis=1)
    pays -= types @ np.array(multipliers.each, dtype=np.int64)
    switched = sum(2 * sets * k * one for (k, sets), one in zip(classes, multipliers.each, strict=True))
    return total + 2 * r * int(pays.min()) + switched


def _solved(r: int, counts: list[int]) -> tuple[list[float], list[float]]:
    """Return the multipliers of the linear relaxation by GLOP; all 0 if GLOP finds no optimum."""
    classes = _classes(counts)
    types = _types(classes)
    solver = pywraplp.Solver.CreateSolver("GLOP")
    pairs = [solver.NumVar(0, solver.infinity(), "") for _ in types]
    _linear(solver, pairs, [1] * len(types), 2 * r)
    switched = [
        _linear(solver, pairs, types[:, place].tolist(), 2 * sets * k) for place, (k, sets) in enumerate(classes)
    ]
    both: list[pywraplp.Constraint] = []
    objective = solver.Objective()
    for one, other in _twos(len(classes)):
        terms, first, most = _term(r, classes[one], classes[other], same=one == other)
        together = types[:, one] * (types[:, one] - 1) // 2 if one == other else types[:, one] * types[:, other]
        of_both, squares = solver.NumVar(0, terms * most, ""), solver.NumVar(0, solver.infinity(), "")
        row = _linear(solver, pairs, together.tolist(), 0)
        row.SetCoefficient(of_both, -1)
        both.append(row)
        objective.SetCoefficient(squares, 1)
        for o in range(most if terms else 0):
            slope = 16 * (first + 2 * o + 1)
            tangent = solver.Constraint(terms * (4 * (first + 2 * o) ** 2 - slope * o), solver.infinity())
            tangent.SetCoefficient(squares, 1)
            tangent.SetCoefficient(of_both, -slope)
    objective.SetMinimization()
    if solver.Solve() != pywraplp.Solver.OPTIMAL:
        return [0.0] * len(both), [0.0] * len(switched)
    return [-row.dual_value() for row in both], [row.dual_value() for row in switched]


def _linear(
    solver: pywraplp.Solver, variables: list[pywraplp.Variable], factors: list[int], value: int
) -> pywraplp.Constraint:
    row = solver.Constraint(value, value)
    for variable, factor in zip(variables, factors, strict=True):
        if factor:
            row.SetCoefficient(variable, factor)
    return row


def _classes(counts: list[int]) -> list[tuple[int, int]]:
    return [(k, sets) for k, sets in enumerate(counts) if k and sets]


def _types(classes: list[tuple[int, int]]) -> NDArray[np.int64]:
    every = list(product(*(range(sets + 1) for _, sets in classes)))
    return np.array(every, dtype=np.int64).reshape(len(every), len(classes))


def _twos(classes: int) -> Iterator[tuple[int, int]]:
    return ((one, other) for one in range(classes) for other in range(one, classes))


def _term(r: int, one: tuple[int, int], other: tuple[int, int], *, same: bool) -> tuple[int, int, int]:
    """Return the number of ways to take a set of each class, u if no pair is switched on both, and the largest o."""
    terms = one[1] * (one[1] - 1) // 2 if same else one[1] * other[1]
    return terms, r - 2 * (one[0] + other[0]), 2 * min(one[0], other[0])


# the default limit of CP-SAT in deterministic seconds: equal work on every machine, about as many real seconds
EFFORT = 120.0


class Answer(StrEnum):
    """Whether there are directions with an SS below a given value."""

    IMPOSSIBLE = "impossible"
    FOUND = "found"
    OPEN = "open"


def settled(
    movement: Movement, counts: list[int], below: int, effort: float = EFFORT
) -> tuple[Answer, NDArray[np.bool_] | None]:
    """Find out whether directions with the given numbers of switched plays have an SS below `below`.

    The movement must be complete. `counts` are the numbers of board sets with k = 0, 1, 2 ... plays switched. If CP-SAT
    has no answer after `effort` deterministic seconds, the question stays open. If such directions are found, the
    second value is true for each play that must be turned; otherwise it is None.
    """
    r, model = movement.board_sets, cp_model.CpModel()
    other_field = meetings(movement)[0] > 0
    play_of = np.full((movement.pairs, r), -1)
    for column in (NS, EW):
        play_of[movement.plays[:, column], movement.plays[:, BOARD_SET]] = np.arange(len(movement.plays))
    switched = [model.new_bool_var("") for _ in movement.plays]
    of_set = [[model.new_bool_var("") for _ in counts] for _ in range(r)]
    switches = [sum(k * choice for k, choice in enumerate(is_k)) for is_k in of_set]
    for b, is_k in enumerate(of_set):
        model.add_exactly_one(is_k)
        model.add(switches[b] == sum(switched[play] for play in set(play_of[:, b])))
    for k, sets in enumerate(counts):
        model.add(sum(is_k[k] for is_k in of_set) == sets)
    squares = []
    for one in range(r):
        for other in range(one):
            both = [_both(model, switched[row[one]], switched[row[other]]) for row in play_of.tolist()]
            u, square = model.new_int_var(-r, 3 * r, ""), model.new_int_var(0, 9 * r * r, "")
            model.add(u == r - 2 * (switches[one] + switches[other]) + 2 * sum(both))
            model.add_multiplication_equality(square, [u, u])
            squares.append(square)
    model.add(int(known_part(r, counts)) + 4 * sum(squares) <= below - 1)
    solver = cp_model.CpSolver()
    solver.parameters.max_deterministic_time = effort
    solver.parameters.random_seed = 1
    status = solver.solve(model)
    if status == cp_model.INFEASIBLE:
        return Answer.IMPOSSIBLE, None
    if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return Answer.OPEN, None
    should = np.array([solver.boolean_value(play) for play in switched])
    return Answer.FOUND, should != other_field[movement.plays[:, NS]]


def _both(model: cp_model.CpModel, one: cp_model.IntVar, other: cp_model.IntVar) -> cp_model.IntVar:
    both = model.new_bool_var("")
    model.add_bool_and([one, other]).only_enforce_if(both)
    model.add_bool_or([one.negated(), other.negated(), both])
    return both


def parity_bound(movement: Movement, h: int | None = None) -> int:
    """Return a lower bound of SS over all choices of directions, from the parity of the scores; `h` is half a top."""
    seated, now, scores = people(movement), directions(movement), score_matrix(movement, h)
    unchanging = of_combinations(scores - now @ now.T + seated.T @ seated)
    apart = of_combinations(np.abs(now) @ np.abs(now).T - np.abs(seated).T @ np.abs(seated))
    lowest = [score - sets for score, sets in zip(unchanging, apart, strict=True)]
    adds: Counter[int] = Counter()
    for score, sets in zip(lowest, apart, strict=True):
        adds.update(4 * (score + 2 * step + 1) for step in range(sets))
    needed = (sum(of_combinations(scores)) - sum(lowest)) // 2
    bound = sum(score * score for score in lowest)
    for added in sorted(adds):
        steps = min(needed, adds[added])
        bound += steps * added
        needed -= steps
    return bound


_MOST_ABSENT = 40


def absent_parity_bound(movement: Movement) -> int | None:
    """Return a lower bound of the sum of SS over all choices of an absent pair; None for too many pairs."""
    if movement.pairs > _MOST_ABSENT:
        return None
    return sum(parity_bound(*without(movement, absent)) for absent in range(movement.pairs))


MOST_TABLES = 16  # for a proof by multisets: with more tables, there are too many to examine

_AT_A_TIME = 1 << 15


def number_of_multisets(r: int) -> int:
    """Return the number of multisets of r numbers k (one for each set), each from 0 to r / 2."""
    return comb(r + r // 2, r)


def multisets(r: int) -> Iterator[NDArray[np.int64]]:
    """Yield all multisets of r numbers k from 0 to r / 2, in batches: multisets x k, with the count of each k."""
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


MOST_TRIED = 27  # every choice is tried if there are at most 2 ** MOST_TRIED, which takes a few seconds

MOST_OF_A_SET = 11  # the same for the choices of one board set, so that the proof can be rechecked set by set


class Method(StrEnum):
    """How a bound was proved."""

    PARITY = "parity"
    EVERY_CHOICE = "every choice"
    MULTISETS = "multisets"


class RuledOut(NamedTuple):
    """A multiset that Bound 1 leaves open."""

    counts: list[int]  # the numbers of board sets with k = 0, 1, 2 ... plays switched
    bound_1: int
    bound_2: int
    both: list[int]  # this and `each` are the `Multipliers` of Bound 2
    each: list[int]
    answer: Answer | None  # of CP-SAT for the meetings of the movement itself; None if Bound 2 rules the multiset out


class Proof(NamedTuple):
    """A proved lower bound of SS, and how it was proved."""

    ss: int  # of the movement, which is optimal if `bound` is not less
    bound: int
    method: Method
    considered: int  # multisets or choices
    beyond_bound_1: list[RuledOut]  # the multisets that Bound 1 does not rule out
    better: Movement | None  # with better directions, if the proof happened to find some

    @property
    def optimal(self) -> bool:
        """Whether it is proved that no directions are better."""
        return self.bound >= self.ss


def prove(
    movement: Movement, *, effort: float = EFFORT, report: Callable[[int, int], None] = lambda _done, _of: None
) -> Proof:
    """Prove the highest lower bound of SS that can be found over all directions; it also holds if tables are fixed.

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
    """Return the plays to try in both directions: all but the first of each set, since whole sets change nothing."""
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
