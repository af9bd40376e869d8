"""Complete movements, and Bound 2: how small SS can be, from the number of sets of each k on which a pair is switched.

A complete movement has 2r pairs in two fields, r board sets and r rounds with r plays each. Every pair of one field
meets every pair of the other field once, and everyone plays every set once; tables may share sets. A play of a set is
switched if the second field sits North-South there. The number of switched plays of set b is k_b. Turning a whole set
changes nothing, so we may assume that k_b is at most r / 2. If o_bb' is the number of pairs that are switched on both b
and b', then

    SS = r^4 + r^3 - 2r sum_b (r - 2 k_b)^2 + sum_{b<b'} 4 u_bb'^2,    u_bb' = r - 2 (k_b + k_b') + 2 o_bb'.

The sum of all o equals the sum of C(a, 2) over the 2r pairs, where a is the number of sets on which a pair is switched.

Bound 2: Sets with equal k form a class. The type of a pair is the number of sets of each class on which it is switched.
For given types of the 2r pairs, the sum of o over two classes is known. The squares are least if these o are as equal
as integers can be (convexity). This leaves a small program over the numbers of pairs of each type. Its linear
relaxation gives a lower bound, and by duality so does any choice of multipliers. So a solver is needed only to propose
multipliers. The bound that they give is computed here in integers, and anybody can compute it again without a solver.
"""

from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from ortools.linear_solver import pywraplp

from transforms.balance.movement import Movement, directions, meetings


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
    """The multipliers of Bound 2.

    `both` has one for each choice of two classes (a class with itself comes first), and `each` one for each class. The
    class with k = 0 has no multipliers.
    """

    both: list[int]
    each: list[int]


def bound_2(r: int, counts: list[int], wanted: int) -> tuple[int, Multipliers]:
    """Return a bound and the multipliers that prove it.

    The bound is the best one of the linear relaxation, or any bound that is at least `wanted`.
    """
    both, each = _solved(r, counts)
    found: list[tuple[int, Multipliers]] = []
    for unit in _UNITS:
        rounded = Multipliers(*([unit * round(one / unit) for one in ones] for ones in (both, each)))
        found.append((bound_of(r, counts, rounded), rounded))
        if found[-1][0] >= wanted:
            break
    return max(found, key=lambda one: one[0])


def bound_of(r: int, counts: list[int], multipliers: Multipliers) -> int:
    """Return the bound that these multipliers prove. Any multipliers prove a bound, even if not the best one.

    A multiplier of two classes is the price of one unit of their o. For every two sets, the square is at least the
    minimum of square minus price, plus the price of their actual o. Each pair pays the prices of its type, minus the
    multiplier of the class for each set on which it is switched. The 2r pairs pay at least 2r times the price of the
    cheapest type.
    """
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
    """Return three numbers for two classes of sets.

    They are the number of ways to choose a set from each, u if no pair is switched on both sets, and the largest o.
    """
    terms = one[1] * (one[1] - 1) // 2 if same else one[1] * other[1]
    return terms, r - 2 * (one[0] + other[0]), 2 * min(one[0], other[0])
