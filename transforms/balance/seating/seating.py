"""Choose who takes which number tonight, so that the season stays even; docs/balance.md has the three aims.

This is a quadratic assignment problem, solved by annealing that swaps two pairs. An aim is a sum of squares over every
two pairs. The number squared is their total so far, plus the amount that tonight adds for the two numbers that they
take. (For the first aim, the total so far is 1 for pairs that have never met, and tonight adds -1 or 0.)

Source: the paper on movement balance, "Competities met meerdere zittingen" and "picolo". The paper names the aims, but
not how to reach them.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from transforms.balance.compiled import below, compiled, seed_of_run
from transforms.balance.movement import Movement, MovementError, directions, meetings, seats, sets_a_round, times_played

Whole = NDArray[np.int64]


class Cooling(NamedTuple):
    """The settings of a run."""

    weights: NDArray[np.float64]  # of each aim while the run cools
    temperatures: NDArray[np.float64]  # one per stage
    leeway: NDArray[np.float64]  # a swap may cost at most the temperature times a number drawn from here
    proposals: int  # per stage
    draws_session: bool  # false for a single session


@compiled
def is_better(above_best: Whole) -> bool:
    """Return whether a numbering is better than the best so far: the first aim that differs must be lower."""
    for above in above_best:
        if above != 0:
            return bool(above < 0)
    return False


@compiled
def swap_adds(one: int, other: int, number: Whole, between: Whole, brings: Whole) -> int:
    """Return how much swapping the numbers of two pairs in one session adds to the sum of squares of an aim."""
    # Every combination counts twice. `between` is pairs x pairs, over all sessions; `brings` is numbers x numbers, for
    # this session. Both are symmetric.
    added = 0
    mine, theirs = brings[number[one]], brings[number[other]]
    for pair in range(number.size):
        if one != pair != other:
            more = theirs[number[pair]] - mine[number[pair]]
            added += 2 * more * (between[one, pair] - between[other, pair] + more)
    return added


@compiled
def swap(one: int, other: int, number: Whole, between: Whole, brings: Whole) -> None:
    """Update `between` for a swap of numbers, before the caller swaps the two numbers."""
    mine, theirs = brings[number[one]], brings[number[other]]
    for pair in range(number.size):
        if one != pair != other:
            more = theirs[number[pair]] - mine[number[pair]]
            between[one, pair] += more
            between[pair, one] += more
            between[other, pair] -= more
            between[pair, other] -= more


@compiled
def anneal_numbers(seed: np.uint64, cooling: Cooling, past: Whole, brings: Whole, best_numbers: Whole) -> None:
    """Do one run from random numbers, cooling from stage to stage; write the best numbers to `best_numbers`.

    `past` has the totals before these sessions (aims x pairs x pairs, earlier aims first), and `brings` what each
    session adds (aims x numbers x numbers). `best_numbers` is sessions x pairs.
    """
    aims, (sessions, pairs) = past.shape[0], best_numbers.shape
    state = np.empty(1, np.uint64)
    state[0] = seed
    numbers = np.empty((sessions, pairs), np.int64)
    between = past.copy()
    for number in numbers:
        number[:] = np.arange(pairs)
        for pair in range(pairs - 1, 0, -1):
            other = below(state, pair + 1)
            number[pair], number[other] = number[other], number[pair]
        for one in range(pairs):
            for other in range(pairs):
                between[:, one, other] += brings[:, number[one], number[other]]
    best_numbers[:] = numbers
    above_best = np.zeros(aims, np.int64)
    more = np.empty(aims, np.int64)
    for stage in range(cooling.temperatures.size):
        for _ in range(cooling.proposals):
            number = numbers[0]
            if cooling.draws_session:
                number = numbers[below(state, sessions)]
            one, other = below(state, pairs), below(state, pairs - 1)
            other += other >= one
            cost = 0.0
            for aim in range(aims):
                more[aim] = swap_adds(one, other, number, between[aim], brings[aim])
                cost += cooling.weights[aim] * more[aim]
            leeway = cooling.leeway[below(state, cooling.leeway.size)]
            if cost > leeway * cooling.temperatures[stage]:
                continue
            for aim in range(aims):
                swap(one, other, number, between[aim], brings[aim])
            number[one], number[other] = number[other], number[one]
            above_best += more
            if is_better(above_best):
                best_numbers[:] = numbers
                above_best[:] = 0


RUNS = 24  # annealing runs from random numbers, divided equally over the numbers that may stay empty
STAGES = 60
PROPOSALS_A_PAIR = 8  # per stage, for each pair

_HOTTEST, _COLDEST = 3.0, 0.03
_PRECEDENCE = 3.0
_LEEWAY = 4096


class Between(NamedTuple):
    """The totals of every two pairs present: symmetric matrices pairs x pairs, with 0 on the diagonal."""

    meetings: Whole  # how often they met
    scores: Whole  # how much a good result of one hurt the other, counted per board


class Aims(NamedTuple):
    """The aims, over every two pairs present. Each should be as small as possible, and earlier aims come first."""

    unmet: int  # combinations that never met
    meeting_squares: int
    score_squares: int


class Seated(NamedTuple):
    """Who takes which number, and what this does to the season."""

    numbers: Whole  # from 0, in order of the pairs present
    absent: int | None  # the number that nobody takes, if an odd number of pairs is present
    tonight: Between  # what tonight adds between the pairs
    aims: Aims  # for the season including tonight


def seated(
    movement: Movement, past: Between, *, boards: int = 1, absent: int | None = None, seed: int = 1, runs: int = RUNS
) -> Seated:
    """Number the pairs present. The same arguments give the same numbers.

    The movement must be for the number of pairs present, or for one more; then the number `absent` stays empty, or the
    best number if None. `past` is the season of the pairs present, with scores per board. A set has `boards` boards.

    Raises:
        MovementError: the movement is for single players, or does not fit the pairs present; the number `absent` cannot
            stay empty; or there are no runs.
    """
    best: Seated | None = None
    pairs, sets = len(past.meetings), sets_a_round(movement)
    vacant = _vacant(movement, pairs, absent)
    behind = np.stack([past.meetings == 0, past.meetings, past.scores]).astype(np.int64)
    np.einsum("aii->ai", behind)[:] = 0
    above = np.triu_indices(pairs, k=1)
    for place, without in enumerate(vacant):
        plays = movement.plays[(seats(movement) != without).all(axis=1)]
        whole = brought(movement._replace(plays=plays), boards, sets=sets)
        taken = np.array([number for number in range(movement.pairs) if number != without])
        brings = Between(*(every[np.ix_(taken, taken)] for every in whole))
        ahead = np.stack([-(brings.meetings > 0).astype(np.int64), brings.meetings, brings.scores])
        usual = 2 * behind[:, *above].std(axis=1) * ahead[:, *above].std(axis=1) * np.sqrt(8 * pairs)
        cooling = cooling_by(usual, _HOTTEST, STAGES, PROPOSALS_A_PAIR * pairs)._replace(draws_session=False)
        for run in range(-(-runs // len(vacant))):
            places = np.empty((1, pairs), dtype=np.int64)
            anneal_numbers(seed_of_run(seed, place, run), cooling, behind, ahead, places)
            tonight = Between(*(every[np.ix_(places[0], places[0])] for every in brings))
            aims = aims_of(added(past, tonight))
            if best is None or aims < best.aims:
                best = Seated(taken[places[0]], without, tonight, aims)
    if best is None:
        raise MovementError("{runs} searches: give at least 1", runs=runs)
    return best


def aims_of(between: Between) -> Aims:
    """Return the aims, from the totals of the pairs present."""
    above = np.triu_indices(len(between.meetings), k=1)
    met, scores = between.meetings[above], between.scores[above]
    return Aims(int((met == 0).sum()), int((met * met).sum()), int((scores * scores).sum()))


def unmet_of_each(between: Between) -> list[int]:
    """Return, for each pair present, how many of the other pairs present it has never met."""
    return ((between.meetings == 0).sum(axis=1) - 1).tolist()


def added(past: Between, tonight: Between) -> Between:
    """Return the totals of the pairs after tonight."""
    return Between(past.meetings + tonight.meetings, past.scores + tonight.scores)


def brought(movement: Movement, boards: int = 1, *, sets: int | None = None) -> Between:
    """Return the meetings and scores of every two numbers in a movement: scores per board, with half tops per set."""
    # Two pairs that play several sets in a round meet once in that round. `sets` is the number of sets in a round,
    # derived from the movement by default. Without the plays of an empty number, this may seem larger.
    sides = directions(movement)
    scores = sides @ sides.T
    north_south, east_west = seats(movement).T
    weight = times_played(movement)[movement.plays[:, -1]]
    np.add.at(scores, (north_south, east_west), weight)
    np.add.at(scores, (east_west, north_south), weight)
    np.fill_diagonal(scores, 0)
    return Between(meetings(movement) // (sets or sets_a_round(movement)), scores * boards)


def _vacant(movement: Movement, present: int, absent: int | None) -> list[int | None]:
    """Return the numbers that may stay empty; [None] if all numbers are taken."""
    if movement.individual:
        raise MovementError("the movement is for single players: choose one for pairs")
    if present < 2 or movement.pairs - present not in {0, 1}:
        fits = max(present + present % 2, 2)
        raise MovementError(
            "{present} pairs are present, but the movement has {pairs}: choose a movement for {fits}",
            present=present, pairs=movement.pairs, fits=fits,
        )  # fmt: skip
    if movement.pairs == present:
        if absent is not None:
            raise MovementError("all {present} numbers are taken: do not name one to stay empty", present=present)
        return [None]
    if absent is None:
        return list(range(movement.pairs))
    if not 0 <= absent < movement.pairs:
        raise MovementError(
            "number {absent} cannot stay empty: the movement has 1 to {pairs}", absent=absent + 1, pairs=movement.pairs
        )
    return [absent]


def cooling_by(usual: NDArray[np.float64], hottest: float, stages: int, proposals: int) -> Cooling:
    """Return the settings of a run. An aim has less weight the more a swap changes it; earlier aims weigh more."""
    precedence = _PRECEDENCE ** np.arange(len(usual) - 1, -1, -1)
    weights = np.divide(precedence, usual, out=np.zeros(len(usual)), where=usual > 0)
    leeway = -np.log((np.arange(_LEEWAY) + 0.5) / _LEEWAY)
    return Cooling(
        weights, np.geomspace(hottest * precedence[0], _COLDEST, stages), leeway, proposals, draws_session=True
    )
