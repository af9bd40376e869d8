"""The balance with a pair absent as an aim of the search over directions (`transforms.balance.directions`).

Where SS is least for many choices of directions, these differ in what is lost when a pair stays away. The loss is the
sum of SS over all choices of the absent pair: without its tables, and with half a top less. The search keeps one score
matrix for all pairs and one for each choice of the absent pair; the sum of the latter is kept too, so that the change
of both numbers follows from the tables that play the set of the turned table. As in the search for SS, changes are
counted in units of 4.

Source: the paper on movement balance, "De vacancy quality".
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from transforms.balance.compiled import compiled, drawn
from transforms.balance.movement import BOARD_SET, Movement, directions, seats
from transforms.balance.quality import half_top, score_matrix, scores_without

Integers = NDArray[np.int32]


class Tables(NamedTuple):
    """What turning tables never changes."""

    board_set: Integers  # of each play
    seated: Integers  # plays x people
    rivals: Integers  # the other plays of the set: plays x places, ending with -1


class Scores(NamedTuple):
    """The current directions and scores. `without[i, j, a]` is 0 if a is i or j."""

    way: Integers  # +1 as given, -1 turned
    side: Integers  # people x board sets
    whole: Integers  # people x people
    without: Integers  # people x people x the one absent
    total: Integers  # the sum of `without` over all choices of the one absent


class Cooling(NamedTuple):
    """The settings of a run."""

    free: Integers  # the plays that may be turned
    stages: NDArray[np.float64]  # the temperatures, which fall
    proposals: int  # per stage


def tables_and_scores(movement: Movement, rivals: Integers, way: Integers) -> tuple[Tables, Scores]:
    """Return the arrays for `anneal`. `movement` has the tables already turned that `way` says are turned."""
    everybody = range(movement.pairs)
    without = np.zeros((movement.pairs,) * 3, dtype=np.int32)
    for absent in everybody:
        without[:, :, absent] = scores_without(movement, absent)
        without[absent, :, absent] = without[:, absent, absent] = 0
    board_set, seated = (_whole(numbers) for numbers in (movement.plays[:, BOARD_SET], seats(movement)))
    whole, side = _whole(score_matrix(movement)), _whole(directions(movement))
    scores = Scores(way.copy(), side, whole, without, _whole(without.sum(axis=2)))
    return Tables(board_set, seated, rivals), scores


def cooling(movement: Movement, free: Integers, proposals: int) -> Cooling:
    """Return the settings of a run that may turn `free`; the temperatures are in proportion to the changes."""
    stages = np.geomspace(_HOTTEST, _COLDEST, _STAGES) * max(half_top(movement), 1) * movement.pairs
    return Cooling(free, stages, proposals)


_HOTTEST, _COLDEST, _STAGES = 3.0, 0.05, 60


@compiled
def change(play: int, tables: Tables, scores: Scores) -> tuple[int, int]:
    """Return how much SS, and the loss, would rise if a play were turned, in units of 4."""
    board_set, seated = tables.board_set[play], tables.seated
    here = seated.shape[1]
    left = scores.whole.shape[0] - 2 * here
    more, lost = 0, 0
    for place in range(tables.rivals.shape[1]):
        other = tables.rivals[play, place]
        if other < 0:
            break
        for seat in range(here):
            one = seated[play, seat]
            for facing in range(here):
                two = seated[other, facing]
                sign = scores.side[one, board_set] * scores.side[two, board_set]
                present = scores.total[one, two]
                for away in range(here):
                    present -= scores.without[one, two, seated[play, away]]
                    present -= scores.without[one, two, seated[other, away]]
                more += 1 - sign * scores.whole[one, two]
                lost += left - sign * present
    return more, lost


@compiled
def turn(play: int, tables: Tables, scores: Scores) -> None:
    """Turn a play and update `scores`."""
    board_set, seated = tables.board_set[play], tables.seated
    here, people = seated.shape[1], scores.whole.shape[0]
    for place in range(tables.rivals.shape[1]):
        other = tables.rivals[play, place]
        if other < 0:
            break
        for seat in range(here):
            one = seated[play, seat]
            for facing in range(here):
                two = seated[other, facing]
                by = -2 * scores.side[one, board_set] * scores.side[two, board_set]
                for first, second in ((one, two), (two, one)):
                    scores.whole[first, second] += by
                    scores.total[first, second] += (people - 2 * here) * by
                    for absent in range(people):
                        scores.without[first, second, absent] += by
                    for away in range(here):
                        scores.without[first, second, seated[play, away]] -= by
                        scores.without[first, second, seated[other, away]] -= by
    for seat in range(here):
        scores.side[seated[play, seat], board_set] *= -1
    scores.way[play] *= -1


@compiled
def anneal(seed: np.uint64, cooling: Cooling, tables: Tables, scores: Scores, best_way: Integers) -> tuple[int, int]:
    """Do one run from the current directions. Return the changes of SS and of the loss at the best choice met.

    The best is the least SS, then the least loss; it is written to `best_way`. Changes are counted in units of 4.
    """
    free, stages, proposals = cooling
    state = np.empty(1, np.uint64)
    state[0] = seed
    choices, half, low = np.uint64(free.size), np.uint64(32), np.uint64(0xFFFFFFFF)
    people = scores.whole.shape[0]
    ss, loss, best_ss, best_loss = 0, 0, 0, 0
    best_way[:] = scores.way
    for stage in range(stages.size):
        for _ in range(proposals):
            number = drawn(state)
            play = free[np.int64(((number >> half) * choices) >> half)]
            more, lost = change(play, tables, scores)
            worse = people * more + lost
            if worse <= 0 or float(number & low) < 4294967296.0 * np.exp(-worse / stages[stage]):
                turn(play, tables, scores)
                ss, loss = ss + more, loss + lost
                if ss < best_ss or (ss == best_ss and loss < best_loss):
                    best_ss, best_loss = ss, loss
                    best_way[:] = scores.way
    return best_ss, best_loss


def _whole(numbers: NDArray[np.int64] | Integers) -> Integers:
    return np.ascontiguousarray(numbers, dtype=np.int32)
