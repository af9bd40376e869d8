"""Turn the tables of a symmetric movement freely, for movements of several sessions.

In a Howell everybody meets everybody once, so the meetings of several Howells are even. Some sets may be left out. The
tables are then turned one by one, without any symmetry. This can make the scores more even than in a symmetric
movement. The sets are distributed over the sessions so that no two pairs meet too often in one session.
"""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray
from ortools.sat.python import cp_model

from transforms.balance.design.bounds import least_ss
from transforms.balance.design.matchings import Matchings, anneal, plays_of
from transforms.balance.design.plan import NONE, Asked, Plan, Symmetry, plan
from transforms.balance.design.rounds import limited
from transforms.balance.directions import optimise
from transforms.balance.movement import BOARD_SET, EW, NS, Movement, meetings

_WORK = 5.0  # the most work spent on dealing out the sets, in deterministic seconds of CP-SAT


def whole(asked: Asked, symmetry: Symmetry) -> tuple[Asked, Plan] | None:
    """Return the movement before sets are left out, with a session per turn of a base set.

    Return None if the symmetry does not fit.
    """
    rounds = asked.rounds + symmetry.left_out
    base_sets = rounds // symmetry.order
    fits = symmetry.order > 1 and not symmetry.unturned and not rounds % symmetry.order
    if not fits or symmetry.left_out > base_sets or asked.pairs % 2 or asked.lines > 1 or asked.fixed:
        return None
    wider = Asked(asked.pairs, rounds, base_sets)
    made = plan(wider, Symmetry(symmetry.order, symmetry.circles))
    return None if made is None else (wider, made)


def turned_freely(
    asked: Asked,
    symmetry: Symmetry,
    *,
    seed: int,
    proposals: int,
    runs: int,
    going: Callable[[], bool],
) -> tuple[Plan, Matchings] | None:
    """Return the matchings of all sets, each its own base set; None if none are found or `going` stops the search.

    The annealing of the symmetric movement makes `proposals` proposals. The turning of tables starts `runs` times.
    """
    found = whole(asked, symmetry)
    if found is None:
        return None
    wider, made = found
    first = anneal(made, seed=seed, proposals=proposals, floor_ss=least_ss(wider), going=going)
    if first.fines or not first.finished:
        return None
    movement = _without(plays_of(made, first), made, symmetry.left_out)
    met = meetings(movement)[np.triu_indices(asked.pairs, k=1)]
    if met.max() - met.min() > 1:  # two pairs that would have met on two of the sets left out
        return None
    best = optimise(movement, seed=seed, runs=runs, bound=least_ss(asked), keep_going=lambda *_: going())
    session = _sessions(best.movement, asked)
    free = plan(asked, NONE)
    if session is None or free is None:
        return None
    opponent = np.empty((asked.rounds, asked.pairs), np.int64)
    direction = np.empty((asked.rounds, asked.pairs), np.int64)
    north_south, east_west, board_set = best.movement.plays[:, [NS, EW, BOARD_SET]].T
    opponent[board_set, north_south], opponent[board_set, east_west] = east_west, north_south
    direction[board_set, north_south], direction[board_set, east_west] = 1, -1
    return free._replace(session_of_set=session), Matchings(opponent, direction, best.ss, 0)


def _without(plays: NDArray[np.int64], made: Plan, left_out: int) -> Movement:
    """Return the movement without the last image of the last `left_out` base sets; each board set is a round."""
    last = np.cumsum(made.copies) - 1
    stays = ~np.isin(plays[:, 2], last[len(last) - left_out :])
    plays = plays[stays][np.argsort(plays[stays, 2], kind="stable")]
    board_set = np.unique(plays[:, 2], return_inverse=True)[1].reshape(-1)
    tables = made.pairs // 2
    rounds = made.board_sets - left_out
    columns = np.column_stack([board_set, np.arange(len(plays)) % tables, plays[:, :2], board_set])
    return Movement(made.pairs, tables, rounds, rounds, columns.astype(np.int32))


def _sessions(movement: Movement, asked: Asked) -> NDArray[np.int64] | None:
    """Assign sets to sessions so that no two pairs meet too often in one session; return None if this fails."""
    in_order = np.arange(asked.rounds) * asked.sessions // asked.rounds
    lengths = np.bincount(in_order)
    model = cp_model.CpModel()
    chosen = [[model.new_bool_var("") for _ in lengths] for _ in in_order]
    for board_set, choices in enumerate(chosen):
        model.add_exactly_one(choices)
        model.add_hint(choices[in_order[board_set]], value=True)
    meeting = np.sort(movement.plays[:, [NS, EW]], axis=1)
    pairs = meeting[:, 0] * movement.pairs + meeting[:, 1]
    for session, length in enumerate(lengths.tolist()):
        model.add(sum(choices[session] for choices in chosen) == length)
        most = -(-length // (movement.pairs - 1))
        for one in np.unique(pairs).tolist():
            model.add(sum(chosen[one_set][session] for one_set in movement.plays[pairs == one, BOARD_SET]) <= most)
    solver = limited(_WORK)
    if solver.solve(model) not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return None
    return np.array([[solver.boolean_value(one) for one in choices] for choices in chosen]).argmax(axis=1)
