"""What the bounds leave open for one complete movement, settled by its own meetings (OR-tools, CP-SAT).

The bounds hold for every complete movement with so many tables; a given one may not reach them, since two pairs
switched on a set must be those that meet on it.
"""

from enum import StrEnum
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from ortools.sat.python import cp_model

from transforms.balance.movement import BOARD_SET, EW, NS, Movement, meetings
from transforms.balance.proof.complete import known_part

EFFORT = 120.0
"""Deterministic seconds of CP-SAT: the same on every machine, about as long as real ones."""


class Answer(StrEnum):
    """Whether there are directions below a sum of squares."""

    IMPOSSIBLE = "impossible"
    FOUND = "found"
    OPEN = "open"


class Settled(NamedTuple):
    """An answer, and where there are such directions, the plays that sit otherwise than given."""

    answer: Answer
    turned: NDArray[np.bool_] | None


def settled(movement: Movement, counts: list[int], below: int, effort: float = EFFORT) -> Settled:
    """Whether directions with so many plays switched on the sets bring SS below a value.

    Args:
        movement: complete (`is_complete`).
        counts: how many board sets have k = 0, 1, 2 ... plays switched.
        below: what SS must be less than.
        effort: after which the question stays open.
    """
    r, model = movement.board_sets, cp_model.CpModel()
    other_field = meetings(movement)[0] > 0
    play_of = np.full((movement.pairs, r), -1)
    for column in (NS, EW):
        play_of[movement.plays[:, column], movement.plays[:, BOARD_SET]] = np.arange(len(movement.plays))
    switched = [model.new_bool_var("") for _ in movement.plays]
    of_set = [_number_switched(model, counts, [switched[play] for play in set(play_of[:, b])]) for b in range(r)]
    for k, sets in enumerate(counts):
        model.add(sum(is_k[k] for is_k in of_set) == sets)
    switches = [sum(k * choice for k, choice in enumerate(is_k)) for is_k in of_set]
    squares = []
    for one in range(r):
        for other in range(one):
            both = [_both(model, switched[row[one]], switched[row[other]]) for row in play_of.tolist()]
            u, square = model.new_int_var(-r, 3 * r, ""), model.new_int_var(0, 9 * r * r, "")
            model.add(u == r - 2 * (switches[one] + switches[other]) + 2 * sum(both))
            model.add_multiplication_equality(square, [u, u])
            squares.append(square)
    model.add(known_part(r, counts) + 4 * sum(squares) <= below - 1)
    solver = cp_model.CpSolver()
    solver.parameters.max_deterministic_time = effort
    solver.parameters.random_seed = 1
    status = solver.solve(model)
    if status == cp_model.INFEASIBLE:
        return Settled(Answer.IMPOSSIBLE, None)
    if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return Settled(Answer.OPEN, None)
    should = np.array([solver.boolean_value(play) for play in switched])
    return Settled(Answer.FOUND, should != other_field[movement.plays[:, NS]])


def _number_switched(model: cp_model.CpModel, counts: list[int], plays: list[cp_model.IntVar]) -> list[cp_model.IntVar]:
    """For each k, whether it is the number of these plays that are switched."""
    is_k = [model.new_bool_var("") for _ in counts]
    model.add_exactly_one(is_k)
    model.add(sum(k * choice for k, choice in enumerate(is_k)) == sum(plays))
    return is_k


def _both(model: cp_model.CpModel, one: cp_model.IntVar, other: cp_model.IntVar) -> cp_model.IntVar:
    """Whether two plays are both switched."""
    both = model.new_bool_var("")
    model.add_bool_and([one, other]).only_enforce_if(both)
    model.add_bool_or([one.negated(), other.negated(), both])
    return both
