"""Decide for one complete movement, from its own meetings, what the bounds leave open; bound any movement by parity.

The bounds hold for every complete movement with the same number of tables. A given movement may be unable to reach
them, because switching one play switches exactly the two pairs that meet there. Whether it can is decided by CP-SAT of
OR-tools.

Parity: directions never change whether a score is odd or even. A part of the score is the same for all directions. Each
set that the two pairs play at different tables adds +1 or -1. So a score moves in steps of 2 between known limits, and
the sum of all scores does not change. The sum of squares is least if this sum is reached by the steps that add least.
"""

from collections import Counter
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray
from ortools.sat.python import cp_model

from transforms.balance.movement import BOARD_SET, EW, NS, Movement, directions, meetings, people
from transforms.balance.proof.row_types import known_part
from transforms.balance.quality import of_combinations, score_matrix

EFFORT = 120.0
"""The default limit of CP-SAT in deterministic seconds. This is the same amount of work on every machine, and takes
about as many real seconds."""


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


def _number_switched(model: cp_model.CpModel, counts: list[int], plays: list[cp_model.IntVar]) -> list[cp_model.IntVar]:
    is_k = [model.new_bool_var("") for _ in counts]
    model.add_exactly_one(is_k)
    model.add(sum(k * choice for k, choice in enumerate(is_k)) == sum(plays))
    return is_k


def _both(model: cp_model.CpModel, one: cp_model.IntVar, other: cp_model.IntVar) -> cp_model.IntVar:
    both = model.new_bool_var("")
    model.add_bool_and([one, other]).only_enforce_if(both)
    model.add_bool_or([one.negated(), other.negated(), both])
    return both


def parity_bound(movement: Movement) -> int:
    """Return a lower bound of SS over all choices of directions, from the parity of the scores."""
    seated, now, scores = people(movement), directions(movement), score_matrix(movement)
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
