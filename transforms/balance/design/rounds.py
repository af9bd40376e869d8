"""Stage 2: assign each meeting to a round, so that everybody sits once in every round.

The scores depend on who meets whom, and on who sits in which direction on which set. They do not depend on the set on
which two pairs meet. So if the sets of the matchings cannot be arranged in rounds, every meeting may move to any set on
which the two pairs sit in opposite directions. Both problems are small and exact, and CP-SAT solves them. If not every
table can have a set of its own, as few tables as possible *share* a set. If two pairs play several sets in a round,
each set takes a *part* of the round, and the pairs keep their opponents through all parts. The solver uses one thread
and a limit in its own measure of work, so equal input gives an equal result.
"""

from collections.abc import Callable
from itertools import combinations, islice
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from ortools.sat.python import cp_model

Integers = NDArray[np.int64]

# runs a solver on a model and returns how the run ended
Solve = Callable[[cp_model.CpSolver, cp_model.CpModel], cp_model.CpSolverStatus]


class Session(NamedTuple):
    """One session of one line."""

    plays: Integers  # plays x (NS seat, EW seat, board set)
    direction: Integers  # seats x sets: 1 NS, -1 EW, 0 no play
    rounds: int  # the number of rounds, or of parts of rounds
    parts: int = 1  # how many parts a round has


class Rounds(NamedTuple):
    """The plays, each with the set and the round that were chosen for it."""

    plays: Integers
    round: Integers  # the round, or part of a round, of each play, from 0
    shared: int  # tables that share a set with an earlier table in the same round


def limited(work: float) -> cp_model.CpSolver:
    """Return a solver that gives equal results for equal models, limited to `work` deterministic seconds."""
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.random_seed = 1
    solver.parameters.max_deterministic_time = work
    solver.parameters.catch_sigint_signal = False
    return solver


_MOST_LENDING, _LENDINGS_TRIED = 16, 8


def rounds_of(
    session: Session, *, shared: bool, work: float, lending: bool = False, solve: Solve = cp_model.CpSolver.solve
) -> Rounds | None:
    """Return the rounds of a session; None if none are found. A set may be at two tables at once only if `shared`.

    With `lending`, the same few pairs sit at the tables that share, if possible: then the other tables can keep their
    boards, and these pairs their table.
    """
    plays, sets = len(session.plays), len(np.unique(session.plays[:, 2]))
    unavoidable, at_once = max(plays - sets * session.rounds, 0), -(-plays // (sets * session.rounds))
    if unavoidable and not shared:
        return None
    if lending and unavoidable and len(session.direction) <= _MOST_LENDING:
        who = _who_may_lend(session, unavoidable // session.rounds)
        attempts = (_solve(session, True, 1, 0, lent=lent, work=min(work, 1.0), solve=solve) for lent in who)
        if found := next(filter(None, attempts), None):
            return found
    # Each attempt: whether a play may take any set, how many tables may have a set at once, how many may share in all.
    attempts = [(False, at_once, unavoidable), (True, at_once, unavoidable)]
    if shared:
        attempts += [(False, at_once + 1, plays), (True, at_once + 1, plays), (False, plays, plays)]
    every = (_solve(session, *attempt, lent=(), work=work, solve=solve) for attempt in attempts)
    return next(filter(None, every), None)


def _who_may_lend(session: Session, many: int) -> list[tuple[int, ...]]:
    """Return the first few choices of seats that never meet one another; so many tables share in every round."""
    met = {tuple(sorted(play)) for play in session.plays[:, :2].tolist()}
    every = combinations(range(len(session.direction)), many)
    return list(islice((who for who in every if met.isdisjoint(combinations(who, 2))), _LENDINGS_TRIED))


def _solve(
    session: Session,
    any_set: bool,
    at_once: int,
    most_shared: int,
    *,
    lent: tuple[int, ...],
    work: float,
    solve: Solve,
) -> Rounds | None:
    """Return the rounds; None if none are found. Tables with a `lent` seat may share any set."""
    model = cp_model.CpModel()
    plays = _Choices(model, session, any_set, lent)
    for chosen in plays.of_play:
        model.add_exactly_one(chosen)
    for chosen in plays.of_seat_and_set:
        model.add_exactly_one(chosen)
    for chosen in plays.of_seat_and_round:
        model.add_at_most_one(chosen)
    for chosen in plays.of_meeting_and_whole_round if session.parts > 1 else ():
        model.add(sum(chosen) == session.parts * model.new_bool_var(""))
    too_many = []
    for chosen in plays.of_set_and_round:
        if at_once == 1:
            model.add_at_most_one(chosen)
        elif at_once < len(session.plays):
            too_many.append(model.new_int_var(0, at_once - 1, ""))
            model.add(sum(chosen) <= 1 + too_many[-1])
    if too_many:
        model.add(sum(too_many) <= most_shared)
        model.minimize(sum(too_many))
    solver = limited(work)
    if solve(solver, model) not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return None
    return plays.chosen(solver)


class _Choices:
    """One Boolean variable per possible combination of play, set and round, and the groups in which one is chosen."""

    def __init__(self, model: cp_model.CpModel, session: Session, any_set: bool, lent: tuple[int, ...]) -> None:
        north, east, its_set = session.plays.T
        sets = np.unique(its_set)
        may = session.direction[north][:, sets] * session.direction[east][:, sets] == -1
        if not any_set:
            may &= its_set[:, None] == sets
        first = np.flatnonzero((session.plays[:, :2] == session.plays[:, :2].min()).any(axis=1))
        if session.parts > 1:
            first = first[np.argsort(session.plays[first, :2].sum(axis=1), kind="stable")]
        place = np.full(len(north), -1)
        place[first] = np.arange(len(first))
        self._play, self._set, self._round = np.nonzero(np.repeat(may[:, :, None], session.rounds, axis=2))
        # Any order of rounds will do, so the first seat meets its opponents in the order of its plays or, if rounds
        # have parts, in the order of the opponents' seats.
        ordered = (place[self._play] < 0) | (place[self._play] == self._round)
        self._play, self._set, self._round = self._play[ordered], self._set[ordered], self._round[ordered]
        self._session, self._sets = session, sets
        self._variables = [model.new_bool_var("") for _ in self._play]
        both = np.concatenate([north[self._play], east[self._play]])
        twice = np.tile(np.arange(len(self._play)), 2)
        self.of_play = self._groups(self._play[:, None])
        keeps = np.flatnonzero(~np.isin(session.plays[self._play, :2], lent).any(axis=1))
        self.of_set_and_round = self._groups(np.column_stack([self._set, self._round])[keeps], keeps)
        self.of_seat_and_set = self._groups(np.column_stack([both, self._set[twice]]), twice)
        self.of_seat_and_round = self._groups(np.column_stack([both, self._round[twice]]), twice)
        met = np.sort(session.plays[:, :2], axis=1)[self._play]
        self.of_meeting_and_whole_round = self._groups(np.column_stack([met, self._round // session.parts]))

    def _groups(self, keys: Integers, variable: Integers | None = None) -> list[list[cp_model.IntVar]]:
        group = np.unique(keys, axis=0, return_inverse=True)[1].reshape(-1)
        order = np.argsort(group, kind="stable")
        of_row = np.arange(len(group)) if variable is None else variable
        parts = np.split(of_row[order], np.flatnonzero(np.diff(group[order])) + 1)
        return [[self._variables[one] for one in part.tolist()] for part in parts]

    def chosen(self, solver: cp_model.CpSolver) -> Rounds:
        """Return the plays in their order, with the sets and rounds that the solver chose."""
        taken = np.array([solver.boolean_value(variable) for variable in self._variables])
        plays = self._session.plays.copy()
        round_ = np.empty(len(plays), np.int64)
        play, its_set = self._play[taken], self._sets[self._set[taken]]
        round_[play] = self._round[taken]
        ways = self._session.direction[plays[play, 0], its_set] == 1
        seats = plays[play, :2]
        plays[play] = np.column_stack([np.where(ways[:, None], seats, seats[:, ::-1]), its_set])
        tables = np.unique(np.column_stack([round_, plays[:, 2]]), axis=0, return_counts=True)[1]
        return Rounds(plays, round_, int((tables - 1).sum()))
