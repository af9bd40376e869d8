"""Find the best directions of the tables of a movement: who sits North-South and who East-West.

The method is annealing with restarts, after the programs of Van der Velde, Smulders and Dickow. It minimises, in this
order: SS, the sum of the squares of the scores; the sum of SS over all choices of an absent pair; the largest SS with a
pair absent; and S4, the sum of the fourth powers of the scores. Opponents, tables and boards stay the same. Some
runs that reach the least SS so far go on with a pair absent (`transforms.balance.absent`).

Let D be the directions (pairs x board sets). Outside the diagonal the score matrix is K = D D' + W, where W does not
depend on the directions. Over all combinations

    SS = (|D'D|^2 + 2 sum_b d_b' W d_b + constant) / 2,

so a turn changes one row and column of C = D'D. The change of SS is computed from three parts that are kept up to date:
that row; the row of the play in `apart` = s'D (s is +1 and -1 for the current sides); and `pull` = s'W d_b. Changes of
SS are multiples of 4, and are counted in units of 4.

Source: the paper on movement balance, "Optimalisatie" and "commandoregel".
"""

from collections.abc import Callable, Collection, Iterable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from transforms.balance import absent
from transforms.balance.compiled import compiled, drawn, seed_of_run
from transforms.balance.movement import BOARD_SET, ROUND, TABLE, Movement, MovementError, directions, people, turned
from transforms.balance.quality import absent_sums, half_top, of_combinations, score_matrix

Integers = NDArray[np.int32]


class Plays(NamedTuple):
    """What turning tables never changes in a movement. A list of plays (from 0) ends at the first -1."""

    board_set: Integers
    own: Integers  # s'Ws of each play
    neighbours: Integers  # the other plays of the people at the play
    alike: Integers  # +1 if the person sits on the same side in both plays of the given movement, else -1
    rivals: Integers  # the other plays of the set
    rivalry: Integers  # s'Ws between the two plays


class Sides(NamedTuple):
    """The current sides of the tables. The rows of `apart` and `common` may be padded with zeros."""

    way: Integers  # +1 as given, -1 turned; the other fields are computed from it
    apart: Integers  # plays x board sets
    common: Integers  # C: board sets x board sets
    pull: Integers


class Cooling(NamedTuple):
    """The settings of a run."""

    free: Integers  # the plays that may be turned
    chances: NDArray[np.uint32]  # of accepting a change for the worse, in 1 / 2**32: stages x changes in units of 4
    proposals: int  # per stage


@compiled
def change(play: int, plays: Plays, sides: Sides) -> int:
    """Return how much SS would rise if a play were turned, in units of 4."""
    row, common = sides.apart[play], sides.common[plays.board_set[play]]
    added = plays.own[play] - sides.pull[play]
    for board_set in range(row.size):
        added += row[board_set] * (row[board_set] - common[board_set])
    return added


@compiled
def turn(play: int, plays: Plays, sides: Sides) -> None:
    """Turn a play and update `sides`."""
    # The diagonal of `common` (the number of people at a table) never changes SS, so `change` may include it.
    way, apart, common, pull = sides
    board_set, as_it_sat = plays.board_set[play], way[play]
    for place in range(plays.neighbours.shape[1]):
        other = plays.neighbours[play, place]
        if other < 0:
            break
        apart[other, board_set] -= 2 * way[other] * as_it_sat * plays.alike[play, place]
    for place in range(plays.rivals.shape[1]):
        other = plays.rivals[play, place]
        if other < 0:
            break
        pull[other] -= 2 * way[other] * as_it_sat * plays.rivalry[play, place]
    pull[play] = 2 * plays.own[play] - pull[play]
    at_table, diagonal = apart[play, board_set], common[board_set, board_set]
    for other_set in range(apart.shape[1]):
        row = apart[play, other_set]
        met = common[board_set, other_set] - 2 * row
        common[board_set, other_set] = met
        common[other_set, board_set] = met
        apart[play, other_set] = -row
    common[board_set, board_set] = diagonal
    apart[play, board_set] = at_table
    way[play] = -as_it_sat


@compiled
def anneal(seed: np.uint64, cooling: Cooling, plays: Plays, sides: Sides, best_way: Integers) -> int:
    """Do one run from random directions; return the change of SS in units of 4, and write the best to `best_way`."""
    # Each number drawn is used twice: its upper half chooses the play, and its lower half decides whether to accept a
    # change for the worse. The run changes `sides`, and writes the best directions to `best_way`, one value per play.
    free, chances, proposals = cooling
    state = np.empty(1, np.uint64)
    state[0] = seed
    choices, half, low = np.uint64(free.size), np.uint64(32), np.uint64(0xFFFFFFFF)
    added = 0
    for place in range(free.size):
        if drawn(state) & np.uint64(1):
            added += change(free[place], plays, sides)
            turn(free[place], plays, sides)
    best = added
    best_way[:] = sides.way
    for stage in range(chances.shape[0]):
        for _ in range(proposals):
            number = drawn(state)
            play = free[np.int64(((number >> half) * choices) >> half)]
            more = change(play, plays, sides)
            if more <= 0 or (more < chances.shape[1] and (number & low) < np.uint64(chances[stage, more])):
                turn(play, plays, sides)
                added += more
                if added < best:
                    best = added
                    best_way[:] = sides.way
    return best


@compiled
def exhaust(free: Integers, plays: Plays, sides: Sides, best_way: Integers) -> int:
    """Try all choices in the order of a Gray code. Return the change of SS, and write the first best to `best_way`."""
    added = best = 0
    best_way[:] = sides.way
    for step in range(1, 1 << free.size):
        place = 0
        while not step >> place & 1:
            place += 1
        added += change(free[place], plays, sides)
        turn(free[place], plays, sides)
        if added < best:
            best = added
            best_way[:] = sides.way
    return best


RUNS = 500
STAGES = 100
PROPOSALS_A_TABLE = 8  # proposals per stage of a run, for each table that may be turned

_BATCH = 16
_GO_ON = 2  # of a batch, the most runs that go on with a pair absent
_MOST_ABSENT = 128  # with more pairs, the scores with each pair absent would take too much memory
_HOTTEST, _COLDEST = 4.0, 0.3
_LANE = 8


class Optimised(NamedTuple):
    """The best directions found."""

    movement: Movement
    ss: int
    absent_ss: int  # the sum of SS over all choices of an absent pair
    turned: NDArray[np.bool_]  # the plays whose sides are swapped
    runs: int
    at_bound: bool  # whether SS has reached the given bound
    absent_at_bound: bool  # whether `absent_ss` has reached its bound too


# SS; its sum over all choices of an absent pair, and the largest of these; the part of S4 that SS does not determine
Aims = tuple[int, int, int, int]
Run = tuple[int, NDArray[np.int32]]  # SS, and for each play +1 if it is as given, -1 if it is turned
# `map`, or a similar function that spreads the calls over threads and keeps the results in order
Spread = Callable[[Callable[[int], Run], Iterable[int]], Iterable[Run]]


def optimise(
    movement: Movement,
    *,
    seed: int = 1,
    runs: int = RUNS,
    fixed_rounds: Collection[int] = (),
    fixed_tables: Collection[int] = (),
    fixed_positions: int = 0,
    bound: int | None = None,
    absent_bound: int | None = None,
    keep_going: Callable[[int, int, int], bool] = lambda _done, _runs, _ss: True,
    spread: Spread = map,
) -> Optimised:
    """Turn tables to improve the balance as far as possible. The result is never worse than the given movement.

    The same seed and number of runs give the same directions, however `spread` distributes the runs. Turning whole
    board sets does not change the balance; of equal choices, the result turns the fewest tables. Fixed rounds and
    tables (from 0) stay as they are. The first `fixed_positions` places also stay; they are counted row by row in the
    schedule, including empty tables. `bound` and `absent_bound` are proved least values of SS and of its sum over all
    choices of an absent pair; once both are reached, the search ends. `keep_going` is called between batches of runs,
    with the numbers of runs done and planned and the least SS so far; if it returns False, the search ends.

    Raises:
        MovementError: somebody plays a board set twice.
    """
    plays, sides = prepared(movement)
    free = free_plays(movement, fixed_rounds, fixed_tables, fixed_positions)
    start_ss = sum_of_squares(movement)
    best = _aims(movement, start_ss, sides.way), sides.way
    cooling = Cooling(free, chances(half_top(movement)), PROPOSALS_A_TABLE * free.size)

    def reaches(aims: Aims) -> bool:
        return bound is not None and absent_bound is not None and aims[0] <= bound and aims[1] <= absent_bound

    cooling_absent = absent.cooling(movement, free, cooling.proposals)

    def one_run(run: int) -> Run:
        way = np.empty_like(sides.way)
        own_sides = Sides(*(part.copy() for part in sides))
        added = anneal(seed_of_run(seed, run), cooling, plays, own_sides, way)
        return start_ss + 4 * int(added), way

    done, last, ended = 0, runs if free.size else 0, False
    while done < last and not ended:
        batch = range(done, min(done + _BATCH, last))
        found = list(spread(one_run, batch))
        least = min(best[0][0], *(ss for ss, _ in found))
        starts = [way for ss, way in found if ss == least][:_GO_ON] or [best[1]]

        def with_one_absent(
            place: int, starts: list[NDArray[np.int32]] = starts, least: int = least, first: int = done
        ) -> Run:
            way, start = np.empty_like(sides.way), starts[place]
            tables, scores = absent.tables_and_scores(turned(movement, start < 0), plays.rivals, start)
            its_seed = seed_of_run(seed, first + place, 1)
            added, _ = absent.anneal(its_seed, cooling_absent, tables, scores, way)
            return least + 4 * int(added), way

        if 2 < movement.pairs <= _MOST_ABSENT:
            found += spread(with_one_absent, range(len(starts)))
        for ss, way in found:
            if ss <= best[0][0]:
                best = min(best, (_aims(movement, ss, way), way), key=lambda found: found[0])
        done = batch.stop
        ended = reaches(best[0]) or not keep_going(done, runs, best[0][0])
    (ss, absent_ss, *_), way = best
    at = _fewest_turned(movement, way < 0, free)
    at_bound = bound is not None and ss <= bound
    return Optimised(turned(movement, at), ss, absent_ss, at, done, at_bound, reaches(best[0]))


def prepared(movement: Movement) -> tuple[Plays, Sides]:
    """Return the arrays for the compiled functions; MovementError if somebody plays a board set twice."""
    seated, board_set, now = people(movement), movement.plays[:, BOARD_SET], directions(movement)
    if (np.abs(seated).T @ np.eye(movement.board_sets, dtype=np.int64)[board_set] > 1).any():
        raise MovementError("somebody plays a board set twice: correct the schedule first; `balance check` shows where")
    fixed_part = score_matrix(movement) - now @ now.T
    np.fill_diagonal(fixed_part, 0)
    rivalry = seated @ fixed_part @ seated.T
    alike = seated @ seated.T
    same_set = board_set[:, None] == board_set
    np.fill_diagonal(same_set, val=False)
    shared = np.abs(seated) @ np.abs(seated).T > 0
    np.fill_diagonal(shared, val=False)
    padded = -(-movement.board_sets // _LANE) * _LANE
    apart = np.zeros((len(seated), padded), dtype=np.int32)
    apart[:, : movement.board_sets] = seated @ now
    common = np.zeros((padded, padded), dtype=np.int32)
    common[: movement.board_sets, : movement.board_sets] = now.T @ now
    np.fill_diagonal(common, 4 if movement.individual else 2)
    pull = (seated @ fixed_part * now.T[board_set]).sum(axis=1)
    neighbours, alike_of = _listed(shared, alike)
    rivals, rivalry_of = _listed(same_set, rivalry)
    plays = Plays(_whole(board_set), _whole(np.diag(rivalry)), neighbours, alike_of, rivals, rivalry_of)
    return plays, Sides(np.ones(len(seated), dtype=np.int32), apart, common, _whole(pull))


def free_plays(
    movement: Movement, fixed_rounds: Collection[int], fixed_tables: Collection[int], fixed_positions: int
) -> NDArray[np.int32]:
    """Return the indices of the plays that may be turned; see `optimise` for the arguments."""
    round_, table = movement.plays[:, ROUND], movement.plays[:, TABLE]
    fixed = np.isin(round_, list(fixed_rounds)) | np.isin(table, list(fixed_tables))
    fixed |= round_ * movement.tables + table < fixed_positions
    return _whole(np.flatnonzero(~fixed))


def chances(half: int) -> NDArray[np.uint32]:
    """Return `Cooling.chances`: the temperatures fall, and are proportional to half a top, like changes of SS."""
    cooling = np.geomspace(_HOTTEST, _COLDEST, STAGES) * max(half, 1)
    largest = int(np.ceil(cooling[0] * 32 * np.log(2)))
    parts = np.floor(np.exp(-np.arange(largest) / cooling[:, None]) * 2.0**32)
    return np.minimum(parts, 2.0**32 - 1).astype(np.uint32)


def sum_of_squares(movement: Movement) -> int:
    """Return SS: the sum of the squares of the scores of all combinations of two."""
    return sum(score * score for score in of_combinations(score_matrix(movement)))


def _aims(movement: Movement, ss: int, way: NDArray[np.int32]) -> Aims:
    sitting = turned(movement, way < 0)
    scores = of_combinations(score_matrix(sitting))
    each_absent = absent_sums(sitting)[1] if movement.pairs > 2 else [0]
    fourth = len(scores) * sum(score**4 for score in scores) - 4 * sum(scores) * sum(score**3 for score in scores)
    return ss, sum(each_absent), max(each_absent), fourth


def _fewest_turned(movement: Movement, at: NDArray[np.bool_], free: NDArray[np.int32]) -> NDArray[np.bool_]:
    """Flip each set of which most tables are turned and all tables may be turned. The balance stays the same."""
    board_set = movement.plays[:, BOARD_SET]
    wholly_free = np.ones(movement.board_sets, dtype=np.bool_)
    wholly_free[np.delete(board_set, free)] = False
    played = np.bincount(board_set, minlength=movement.board_sets)
    mostly_turned = 2 * np.bincount(board_set[at], minlength=movement.board_sets) > played
    return at ^ (wholly_free & mostly_turned)[board_set]


def _listed(belongs: NDArray[np.bool_], worth: NDArray[np.int64]) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Return for each row the columns that are true in `belongs`, ending with -1, and the values of `worth` there."""
    longest = int(belongs.sum(axis=1).max(initial=0)) + 1
    first = np.argsort(~belongs, axis=1, kind="stable")[:, :longest]
    within = np.take_along_axis(belongs, first, axis=1)
    columns, worths = np.full((len(belongs), longest), -1), np.zeros((len(belongs), longest))
    columns[:, : first.shape[1]] = np.where(within, first, -1)
    worths[:, : first.shape[1]] = np.where(within, np.take_along_axis(worth, first, axis=1), 0)
    return _whole(columns), _whole(worths)


def _whole(numbers: NDArray[np.int64] | NDArray[np.float64] | NDArray[np.int32]) -> NDArray[np.int32]:
    return np.ascontiguousarray(numbers, dtype=np.int32)
