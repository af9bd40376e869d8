"""Who takes which number tonight, so that the season stays even: the pairs present, the movement, the season so far.

The aims, in this order: that as few as can be of the combinations of two pairs have never met; that all have met
equally often (the sum of squares of their meetings); that their scores of the season are even (the sum of squares).

Nothing is known of who comes to the next sessions, so each session is numbered as if it were the last.

Source: the paper on movement balance, "Competities met meerdere zittingen" and "picolo", which names the aims and not
how they are reached.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from transforms.balance.movement import Movement, directions, meetings, seats, times_played
from transforms.balance.seating.seating_kernel import Cooling, anneal_numbers

Whole = NDArray[np.int64]

RUNS = 24
"""Annealing runs, each from random numbers; shared out where any number may be the one that stays away."""
STAGES = 60
PROPOSALS_A_PAIR = 8
"""Of a stage."""

_HOTTEST, _COLDEST = 3.0, 0.03
_PRECEDENCE = 3.0
_LEEWAY = 4096


class SeatingError(ValueError):
    """Pairs that a movement does not seat; the message says why and how to mend it."""


class Between(NamedTuple):
    """What lies between each two of the pairs present: two matrices pairs x pairs, symmetric, 0 on the diagonal.

    `meetings` says how often they met, `scores` how much a good result of the one hurt the other, by the board.
    """

    meetings: Whole
    scores: Whole


class Aims(NamedTuple):
    """What is made as small as can be, the first before the second and so on, over the combinations of those present.

    How many have never met, the sum of squares of meetings, and that of scores.
    """

    unmet: int
    meeting_squares: int
    score_squares: int


class Seated(NamedTuple):
    """The numbers of the pairs present (from 0, in order of the pairs), and what tonight brings them.

    `absent` is the number that nobody takes where an odd number of pairs is present, `aims` what the season is then.
    """

    numbers: Whole
    absent: int | None
    tonight: Between
    aims: Aims


def seated(
    movement: Movement, past: Between, *, boards: int = 1, absent: int | None = None, seed: int = 1, runs: int = RUNS
) -> Seated:
    """Number the pairs present; the same arguments give the same numbers.

    Args:
        movement: of as many pairs as are present, or of one more.
        past: the season so far, of the pairs present; the score by the board.
        boards: in a board set tonight, so that its scores are by the board too.
        absent: the number that nobody takes, where the movement has one more than are present; None: whichever is best.
        seed: of the random numbers, 0 or more.
        runs: searches from random numbers, 1 at least.

    Raises:
        SeatingError: the movement is of single players, or does not fit those present.
    """
    best: Seated | None = None
    vacant = _vacant(movement, len(past.meetings), absent)
    each = -(-runs // len(vacant))
    for place, without in enumerate(vacant):
        taken, brings = _taken(movement, without, boards)
        for run in range(each):
            start = np.random.SeedSequence([seed, place, run]).generate_state(1, np.uint64)[0]
            found = _numbered(past, brings, taken, without, _annealed(start, past, brings))
            if best is None or found.aims < best.aims:
                best = found
    if best is None:
        raise SeatingError(f"{runs} searches: give 1 at least")
    return best


def seated_at_random(movement: Movement, past: Between, *, boards: int = 1, seed: int = 1) -> Seated:
    """Number the pairs present without a look at the season; the highest number stays away where one does.

    Raises:
        SeatingError: the movement is of single players, or does not fit those present.
    """
    without = _vacant(movement, len(past.meetings), None)[-1]
    taken, brings = _taken(movement, without, boards)
    return _numbered(past, brings, taken, without, np.random.default_rng(seed).permutation(len(taken)))


def aims_of(between: Between) -> Aims:
    """The aims for those present, as things lie between them."""
    above = np.triu_indices(len(between.meetings), k=1)
    met, scores = between.meetings[above], between.scores[above]
    return Aims(int((met == 0).sum()), int((met * met).sum()), int((scores * scores).sum()))


def added(past: Between, tonight: Between) -> Between:
    """What lies between them after tonight."""
    return Between(past.meetings + tonight.meetings, past.scores + tonight.scores)


def brought(movement: Movement, boards: int = 1) -> Between:
    """What a movement brings each two of its numbers, by the board; each board set has its own half top.

    Where all sets are played equally often, the scores are those of `score_matrix`, times the boards.
    """
    sides = directions(movement)
    scores = sides @ sides.T
    north_south, east_west = seats(movement).T
    weight = times_played(movement)[movement.plays[:, -1]]
    np.add.at(scores, (north_south, east_west), weight)
    np.add.at(scores, (east_west, north_south), weight)
    np.fill_diagonal(scores, 0)
    return Between(meetings(movement), scores * boards)


def _vacant(movement: Movement, present: int, absent: int | None) -> list[int | None]:
    """The numbers that may stay away; only None where all are taken."""
    if movement.individual:
        raise SeatingError("the movement is of single players: choose one of pairs")
    if present < 2 or movement.pairs - present not in {0, 1}:
        fits = max(present + present % 2, 2)
        raise SeatingError(f"{present} pairs are present, the movement has {movement.pairs}: choose one of {fits}")
    if movement.pairs == present:
        if absent is not None:
            raise SeatingError(f"all {present} numbers are taken: leave out which stays away")
        return [None]
    if absent is None:
        return list(range(movement.pairs))
    if not 0 <= absent < movement.pairs:
        raise SeatingError(f"number {absent + 1} cannot stay away: the movement has 1 to {movement.pairs}")
    return [absent]


def _taken(movement: Movement, without: int | None, boards: int) -> tuple[Whole, Between]:
    """The numbers that are taken, and what the movement brings each two of them."""
    taken = np.arange(movement.pairs)
    if without is not None:
        taken = np.delete(taken, without)
        stays_away = (seats(movement) == without).any(axis=1)
        movement = movement._replace(plays=movement.plays[~stays_away])
    brings = brought(movement, boards)
    each_two = np.ix_(taken, taken)
    return taken, Between(brings.meetings[each_two], brings.scores[each_two])


def _annealed(seed: np.uint64, past: Between, brings: Between) -> Whole:
    """For each pair, the place in `brings` that it takes."""
    behind = np.stack([past.meetings == 0, past.meetings, past.scores]).astype(np.int64)
    np.einsum("aii->ai", behind)[:] = 0
    ahead = np.stack([-(brings.meetings > 0).astype(np.int64), brings.meetings, brings.scores])
    found = np.empty(len(past.meetings), dtype=np.int64)
    anneal_numbers(seed, _cooling(behind, ahead), behind, ahead, found)
    return found


def _cooling(behind: Whole, ahead: Whole) -> Cooling:
    """Weights by what a swap usually changes in each aim, the earlier aim before the later."""
    pairs = behind.shape[1]
    above = np.triu_indices(pairs, k=1)
    usual = behind[:, *above].std(axis=1) * ahead[:, *above].std(axis=1) * np.sqrt(8 * pairs)
    precedence = _PRECEDENCE ** np.arange(len(behind) - 1, -1, -1)
    weights = np.divide(precedence, usual, out=np.zeros(len(behind)), where=usual > 0)
    hottest = _HOTTEST * precedence[0]
    return Cooling(
        weights,
        np.geomspace(hottest, _COLDEST, STAGES),
        -np.log((np.arange(_LEEWAY) + 0.5) / _LEEWAY),
        PROPOSALS_A_PAIR * pairs,
    )


def _numbered(past: Between, brings: Between, taken: Whole, without: int | None, places: Whole) -> Seated:
    """The pairs at these places of the numbers that are taken."""
    each_two = np.ix_(places, places)
    tonight = Between(brings.meetings[each_two], brings.scores[each_two])
    return Seated(taken[places], without, tonight, aims_of(added(past, tonight)))
