"""Design movements from scratch: run the annealing many times, and make a movement from the best playable result."""

from collections.abc import Callable
from functools import partial
from operator import itemgetter
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from ortools.sat.python import cp_model

from transforms.balance.design.bounds import least_ss
from transforms.balance.design.matchings import Matchings, anneal, plays_of
from transforms.balance.design.plan import NONE, Asked, Plan, Symmetry, plan, symmetries
from transforms.balance.design.rounds import Session, Solve, limited, rounds_of
from transforms.balance.directions import optimise, sum_of_squares
from transforms.balance.forms import boards_stay, few_tables, has_team_form, team_form, with_boards_staying
from transforms.balance.movement import BOARD_SET, EW, NS, Movement, meetings
from transforms.balance.quality import absent_sums, quality, vacancy

_SET = 2


class Effort(NamedTuple):
    """How long to search."""

    tries: int = 200  # annealing runs
    proposals: int = 200_000  # per run
    work: float = 5.0  # the limit for the rounds of one session, in deterministic seconds of CP-SAT
    absent_runs: int = 0  # runs that turn tables once more at the end, to lose less with a pair absent
    turning_runs: int = 0  # if above 0, tables of a symmetric movement are turned freely, from this number of starts


class Style(NamedTuple):
    """The layout of a movement."""

    fixed_pair: int | None = None  # the pair (from 0) that keeps its table
    shared: bool = False  # whether tables may play the same set in a round
    boards_stay: bool = False  # whether boards stay at their tables
    sets_a_round: int = 1  # the sets that two pairs play when they meet; elsewhere each of them counts as a round


USUAL_EFFORT, USUAL_STYLE = Effort(), Style()


class Designed(NamedTuple):
    """A movement found, its properties, and the symmetry and seed that find it again in one try."""

    movement: Movement
    ss: int
    least_ss: int  # no movement of this size has a lower SS
    symmetry: Symmetry
    seed: int
    shared: int  # tables beyond the first (of their line) at a set in a round: 1 where two share, 2 where three do
    numbers: NDArray[np.int64] | None  # sessions x pairs: whose place (from 0) each pair takes; None: sessions differ

    @property
    def proved(self) -> bool:
        """Whether the SS equals the least possible, which proves that no movement of this size is better."""
        return self.ss == self.least_ss


_Worth = tuple[int, int, float, int]  # SS, SS with a pair absent, S4 and the number of the try: the least is the best
# takes the stage, the number of steps done and the total; returns whether to continue
Going = Callable[[str, int, int], bool]


def design(
    asked: Asked,
    style: Style = USUAL_STYLE,
    *,
    seed: int = 1,
    effort: Effort = USUAL_EFFORT,
    symmetry: Symmetry | None = None,
    going: Going = lambda _stage, _done, _all: True,
    solve: Solve = cp_model.CpSolver.solve,
) -> Designed | None:
    """Return the best playable movement found; None if no annealing run led to one.

    Equal arguments give an equal movement, unless `going` stops the search. The best movement has the least SS; then
    the least sum of SS over all choices of an absent pair, then the least S4 (sum of fourth powers). The pair whose
    absence leaves the best balance gets the highest number, unless the pair that keeps its table has that number.
    Without `symmetry`, all symmetries that fit are tried. Pass another `solve` to make the solver interruptible.
    """
    bound = least_ss(asked)
    tried = [symmetry] if symmetry else symmetries(asked)
    if not symmetry:
        effort = effort._replace(turning_runs=0)
    candidates: list[tuple[_Worth, Plan, Matchings, Symmetry, int]] = []
    for number in range(effort.tries):
        still_going = partial(going, "matchings", number, effort.tries)
        if not still_going():
            break
        one, its_seed = tried[number % len(tried)], seed + number // len(tried)
        if found := _matchings(asked, one, its_seed, effort, still_going):
            candidates.append((_worth(number, *found), *found, one, its_seed))
    candidates.sort(key=itemgetter(0))
    for number, (_, made, matchings, one, its_seed) in enumerate(candidates):
        still_going = partial(going, "rounds", number, len(candidates))
        if not still_going():
            break
        search = _Last(style, effort, its_seed, still_going, solve)
        if in_rounds := _in_rounds(made, matchings, search):
            movement, shared, numbers = in_rounds
            return Designed(movement, sum_of_squares(movement), bound, one, its_seed, shared, numbers)
    return None


def _matchings(
    asked: Asked, symmetry: Symmetry, seed: int, effort: Effort, going: Callable[[], bool]
) -> tuple[Plan, Matchings] | None:
    """Return the result of one try; None if the symmetry does not fit, meetings are uneven or the search stopped."""
    if effort.turning_runs:
        return _turned_freely(asked, symmetry, seed, effort, going)
    made = plan(asked, symmetry)
    if made is None:
        return None
    found = anneal(made, seed=seed, proposals=effort.proposals, floor_ss=least_ss(asked), going=going)
    return (made, found) if found.finished and not found.fines else None


def _worth(number: int, made: Plan, found: Matchings) -> _Worth:
    plays = plays_of(made, found)
    movement = _as_movement(made, np.column_stack([plays[:, _SET], np.arange(len(plays)), plays]))
    return found.ss, sum(absent_sums(movement)[1]), quality(movement).s4, number


def _as_movement(made: Plan, columns: NDArray[np.int64]) -> Movement:
    tables = int(columns[:, 1].max()) + 1
    return Movement(made.pairs, tables, made.board_sets, made.board_sets, columns.astype(np.int32))


def _best_absent(movement: Movement, made: Plan) -> int:
    factors = np.array([factor or 0.0 for factor in vacancy(movement).by_absent])
    seat = np.arange(made.pairs)
    eligible = (made.line_of_seat[: made.pairs] == made.lines - 1) & (seat != made.fixed)
    return int(np.where(eligible, factors, -1.0).argmax())


class _Last(NamedTuple):
    """The settings of the last part of a search, which makes rounds and tables."""

    style: Style
    effort: Effort
    seed: int
    going: Callable[[], bool]
    solve: Solve


def _in_rounds(made: Plan, matchings: Matchings, last: _Last) -> tuple[Movement, int, NDArray[np.int64] | None] | None:
    """Return the movement, the number of shared tables, and `Designed.numbers`; None if no rounds were found."""
    style, effort, seed, going, solve = last
    plays = plays_of(made, matchings)
    direction = np.zeros((made.seats, made.board_sets), np.int64)
    direction[plays[:, 0], plays[:, _SET]], direction[plays[:, 1], plays[:, _SET]] = 1, -1
    if made.alike:
        plays = plays[made.session_of_set[plays[:, _SET]] == 0]
    line, session = made.line_of_seat[plays[:, 0]], made.session_of_set[plays[:, _SET]]
    round_, shared, before = np.empty(len(plays), np.int64), 0, 0
    for one in range(int(session.max()) + 1):
        rounds = int((made.session_of_set == one).sum())
        for part in range(made.lines):
            inside = (session == one) & (line == part)
            asked = Session(plays[inside], direction, rounds, style.sets_a_round)
            lending = made.sessions == made.lines == 1
            found = rounds_of(asked, shared=style.shared, work=effort.work, lending=lending, solve=solve)
            if found is None:
                return None
            plays[inside], round_[inside] = found.plays, before + found.round
            shared += found.shared
        before += rounds
    if made.alike:
        plays, round_, shared = *_in_all_sessions(plays, round_, made), shared * made.sessions
        line, session = made.line_of_seat[plays[:, 0]], made.session_of_set[plays[:, _SET]]
    anchor = made.fixed if made.fixed >= 0 else made.pairs - 1
    anchored = (plays[:, :_SET] == anchor).any(axis=1)
    table = (
        boards_stay(round_, plays[:, _SET], line=line, session=session)
        if style.boards_stay
        else few_tables(round_, _first_sets(plays, round_, style.sets_a_round), line=line, anchored=anchored)
    )
    columns = np.column_stack([round_, table, plays])
    columns = columns[np.lexsort((table, round_))]
    sets_in_order = np.argsort(made.session_of_set, kind="stable")
    columns[:, 4] = np.argsort(sets_in_order)[columns[:, 4]]
    if effort.absent_runs and not made.alike:
        stay = [] if style.fixed_pair is None else [0]
        movement = _as_movement(made, columns)
        best = optimise(movement, seed=seed, runs=effort.absent_runs, fixed_tables=stay, keep_going=lambda *_: going())
        columns = best.movement.plays.astype(np.int64)
    absent = _best_absent(_as_movement(made, columns), made)
    number = _numbers(columns, absent, made, style)
    columns[:, 2:4] = number[columns[:, 2:4]]
    movement = _as_movement(made, columns)
    if made.lines == 1 and not made.alike and style.fixed_pair is None and has_team_form(movement):
        movement = team_form(movement, int((made.session_of_set == 0).sum()))
        movement = with_boards_staying(movement) if style.boards_stay and made.sessions == 1 else movement
    return movement, shared, _places(made, number) if made.alike else None


def _in_all_sessions(
    plays: NDArray[np.int64], round_: NDArray[np.int64], made: Plan
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return plays and rounds of all sessions, derived from the first session: session s is image s of the first."""
    order = len(made.images)
    session = np.repeat(np.arange(made.sessions), len(plays))
    first, again = np.tile(plays, (made.sessions, 1)), np.tile(round_, made.sessions)
    first[:, :_SET] = made.images[session[:, None], first[:, :_SET]]
    base_set, image = np.divmod(first[:, _SET], order)
    first[:, _SET] = base_set * order + (image + session) % order
    return first, again + session * (round_.max() + 1)


def _places(made: Plan, number: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return, for each session and pair, the number of the pair that sits in the same places in the first session."""
    places = np.empty((made.sessions, made.pairs), np.int64)
    for session in range(made.sessions):
        places[session, number[made.images[session, : made.pairs]]] = number
    return places


def _first_sets(plays: NDArray[np.int64], round_: NDArray[np.int64], sets_a_round: int) -> NDArray[np.int64]:
    """Return the set with which the pairs of each play begin their round. In `round_`, each set counts as a round."""
    together = np.column_stack([round_ // sets_a_round, np.sort(plays[:, :_SET], axis=1)])
    meeting = np.unique(together, axis=0, return_inverse=True)[1].reshape(-1)
    begins = round_ % sets_a_round == 0
    first = np.empty(len(plays), np.int64)
    first[meeting[begins]] = plays[begins, _SET]
    return first[meeting]


def _numbers(columns: NDArray[np.int64], absent: int, made: Plan, style: Style) -> NDArray[np.int64]:
    """Return the number (from 0) of each seat: fixed numbers first, then in order of the tables of the first round."""
    number = np.full(made.pairs, -1)
    if style.fixed_pair is not None:
        number[made.fixed] = style.fixed_pair
    if style.fixed_pair != made.pairs - 1:
        number[absent] = made.pairs - 1
    seated = columns[columns[:, 0] == 0, 2:4].ravel()
    in_order = np.concatenate([seated, np.setdiff1d(np.arange(made.pairs), seated)])
    rest = in_order[number[in_order] < 0]
    number[rest] = np.setdiff1d(np.arange(made.pairs), number)
    return number


# --- tables turned freely --------------------------------------------------------------------------
# In a Howell everybody meets everybody once, so the meetings of several Howells are even. Some sets may be left out.
# Then the tables are turned one by one, which can make the scores more even than in a symmetric movement. The sets are
# distributed over the sessions so that no two pairs meet too often in one session.


_WORK = 5.0  # the most work spent on dealing out the sets, in deterministic seconds of CP-SAT


def whole(asked: Asked, symmetry: Symmetry) -> tuple[Asked, Plan] | None:
    """Return the movement before sets are left out, one session per turn of a base set; None if none fits."""
    rounds = asked.rounds + symmetry.left_out
    base_sets = rounds // symmetry.order
    fits = symmetry.order > 1 and not symmetry.unturned and not rounds % symmetry.order
    if not fits or symmetry.left_out > base_sets or asked.pairs % 2 or asked.lines > 1 or asked.fixed:
        return None
    wider = Asked(asked.pairs, rounds, base_sets)
    made = plan(wider, Symmetry(symmetry.order, symmetry.circles))
    return None if made is None else (wider, made)


def _turned_freely(
    asked: Asked, symmetry: Symmetry, seed: int, effort: Effort, going: Callable[[], bool]
) -> tuple[Plan, Matchings] | None:
    """Return the matchings of all sets as base sets; None if none are found or `going` stops the search."""
    found = whole(asked, symmetry)
    if found is None:
        return None
    wider, made = found
    first = anneal(made, seed=seed, proposals=effort.proposals, floor_ss=least_ss(wider), going=going)
    if first.fines or not first.finished:
        return None
    movement = _without(plays_of(made, first), made, symmetry.left_out)
    met = meetings(movement)[np.triu_indices(asked.pairs, k=1)]
    if met.max() - met.min() > 1:  # two pairs lost two meetings, on two of the sets left out
        return None
    bound = least_ss(asked)
    best = optimise(movement, seed=seed, runs=effort.turning_runs, bound=bound, keep_going=lambda *_: going())
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
    tables, rounds = made.pairs // 2, made.board_sets - left_out
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
