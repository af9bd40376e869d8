"""How good the balance of a movement is: the score of every two pairs, and the factors computed from all scores.

The score of two pairs measures how much a good result of one pair hurts the other. It is a sum over the board sets that
both play: h (half a top) if they meet, 1 if they sit in the same direction, and -1 if they sit in opposite directions
at different tables. Single players are scored in the same way; partners share every result, which is a score of -h.

Source: the paper on movement balance, "Theorie", "De kwaliteitsfactor: Qc, Qf, Qo", "Oneven aantal paren", "De vacancy
quality" and "Het 'één sterk paar' model".
"""

from collections.abc import Sequence
from fractions import Fraction
from math import sqrt
from typing import NamedTuple, TypeVar

import numpy as np
import polars as pl
from numpy.typing import NDArray

from transforms.balance.movement import (
    BOARD_SET,
    Movement,
    directions,
    meetings,
    partnerships,
    seats,
    sides_of_plays,
    times_played,
)

Whole = TypeVar("Whole", int, pl.Expr)  # an integer, or a column of integers


class Quality(NamedTuple):
    """The balance of a movement. Factors run from 0 to 100 (perfect), and are None if the numbers add up to 0."""

    pairs: int
    rounds: int
    board_sets: int
    h: int  # half a top, of the set played least
    uneven: bool  # whether some sets are played more often than others
    combinations: int
    s: int  # the sum of the scores
    ss: int  # the sum of their squares
    qc: float | None  # compares the scores with scores that are all equal
    qf: float | None  # compares the scores with integers that are as even as possible
    qo: float | None  # compares the numbers of meetings in the same way as `qc`
    sd: float  # standard deviation of the scores
    s4: float  # the sum of the fourth powers of their deviations from the mean


def quality(movement: Movement) -> Quality:
    """Return the balance of a movement."""
    scores = of_combinations(score_matrix(movement))
    met = of_combinations(meetings(movement))
    played = times_played(movement)
    s, ss = sum(scores), sum(score * score for score in scores)
    return Quality(
        pairs=movement.pairs,
        rounds=movement.rounds,
        board_sets=movement.board_sets,
        h=half_top(movement),
        uneven=len(np.unique(played[played > 0])) > 1,
        combinations=len(scores),
        s=s,
        ss=ss,
        qc=_percent(qc_exact(s, ss, len(scores))),
        qf=_percent(qf_exact(s, ss, len(scores))),
        qo=_percent(qc_exact(sum(met), sum(times * times for times in met), len(met))),
        sd=sqrt(Fraction(len(scores) * ss - s * s, len(scores) ** 2)),
        s4=float(Fraction(sum((len(scores) * score - s) ** 4 for score in scores), len(scores) ** 4)),
    )


def score_matrix(movement: Movement, h: int | None = None) -> NDArray[np.int64]:
    """Return the scores: pairs x pairs, symmetric, 0 on the diagonal. `h` is half a top; None: from the movement."""
    sides = directions(movement)
    at_one_table = meetings(movement) - partnerships(movement)
    compared = (sides.astype(np.float64) @ sides.T).astype(np.int64)  # exact, and much faster than in integers
    scores = compared + ((half_top(movement) if h is None else h) + 1) * at_one_table
    np.fill_diagonal(scores, 0)
    return scores


def scores_without(movement: Movement, absent: int) -> NDArray[np.int64]:
    """Return `score_matrix` if pair `absent` (from 0) is missing; without its tables, every set is played once less."""
    return score_matrix(*without(movement, absent))


def without(movement: Movement, absent: int) -> tuple[Movement, int]:
    """Return the movement without the tables of pair `absent` (from 0), and half a top then."""
    plays = movement.plays[(seats(movement) != absent).all(axis=1)]
    return movement._replace(plays=plays), max(half_top(movement), 1) - 1


def half_top(movement: Movement) -> int:
    """Return half a top: the number of times the least played board set is played, minus 1; 0 without plays."""
    played = times_played(movement)
    return int(played[played > 0].min()) - 1 if played.any() else 0


def of_combinations(matrix: NDArray[np.int64]) -> list[int]:
    """Return the values above the diagonal of a square matrix, row by row, as unlimited Python integers."""
    return matrix[np.triu_indices(len(matrix), k=1)].tolist()


def least_squares(s: Whole, combinations: Whole) -> Whole:
    """Return the least sum of squares of integers with sum `s`; the number of integers is `combinations`."""
    each, over = s // combinations, s % combinations
    return combinations * each * each + (2 * each + 1) * over


def qc_exact(s: int, ss: int, combinations: int) -> Fraction | None:
    """Return Qc as a fraction of 1; None if the sum of the scores is 0."""
    return Fraction(s * s, combinations * ss) if s else None


def qf_exact(s: int, ss: int, combinations: int) -> Fraction | None:
    """Return Qf as a fraction of 1; None if the sum of the scores is 0."""
    return Fraction(least_squares(s, combinations), ss) if s else None


def _percent(part: Fraction | None) -> float | None:
    return None if part is None else float(100 * part)


MOST_WORK = 5_000_000_000  # steps, as counted by `work`, that take some seconds


class Vacancy(NamedTuple):
    """Factors (0 to 100) with one pair absent; None if the other scores add up to 0, as they do if half a top is 0."""

    by_absent: list[float | None]  # per pair, in order of number
    highest: float | None  # with the highest-numbered pair absent
    pooled: float | None  # a single factor, from the scores of all choices of the absent pair together
    mean: float | None  # of `by_absent`


def vacancy(movement: Movement) -> Vacancy:
    """Return the balance with each pair absent in turn; all values are None for fewer than 3 pairs."""
    if movement.pairs < 3:
        return Vacancy([None] * movement.pairs, None, None, None)
    sums, squares = absent_sums(movement)
    combinations = (movement.pairs - 1) * (movement.pairs - 2) // 2
    factors = [qf_exact(s, ss, combinations) for s, ss in zip(sums, squares, strict=True)]
    there = [factor for factor in factors if factor is not None]
    least = least_squares(sum(sums), movement.pairs * combinations)
    by_absent = [_percent(factor) for factor in factors]
    pooled = _percent(Fraction(least, sum(squares)) if any(sums) else None)
    mean = _percent(sum(there, Fraction()) / len(there) if there else None)
    return Vacancy(by_absent, by_absent[-1], pooled, mean)


def work(pairs: int, board_sets: int, plays: int) -> int:
    """Return how many steps `absent_sums` takes, in additions of integers."""
    return pairs * (pairs * pairs * (board_sets + 10) + 20 * plays)


def absent_sums(movement: Movement) -> tuple[list[int], list[int]]:
    """Return the sums of scores and of squares, with each pair absent in turn: two lists, one value per pair."""
    every = (scores_without(movement, absent) for absent in range(movement.pairs))
    both = [(int(scores.sum()) // 2, int((scores * scores).sum()) // 2) for scores in every]
    return [s for s, _ in both], [ss for _, ss in both]


def strong_pair_results(movement: Movement, strong: Sequence[int]) -> NDArray[np.float64]:
    """Return the percentage of each pair or player if the `strong` ones (from 0) win every board; NaN without a score.

    Nobody wins if both sides have the same number of strong ones. A set that is played at only one table does not
    count.
    """
    wins = np.zeros(movement.pairs, dtype=np.int64)
    wins[list(strong)] = 1
    north_south, east_west = sides_of_plays(movement)
    outcome = np.sign(wins[north_south].sum(axis=1) - wins[east_west].sum(axis=1))
    board_set, played = movement.plays[:, BOARD_SET], times_played(movement)
    with_outcome = np.zeros((movement.board_sets, 3), dtype=np.int64)
    np.add.at(with_outcome, (board_set, outcome + 1), 1)
    beaten = np.cumsum(with_outcome, axis=1) - with_outcome
    at_play = (board_set, outcome + 1)
    points = 2 * beaten[at_play] + with_outcome[at_play] - 1
    top = 2 * (played[board_set] - 1)
    earned, maximum = np.zeros(movement.pairs, dtype=np.int64), np.zeros(movement.pairs, dtype=np.int64)
    for side, side_points in ((north_south, points), (east_west, top - points)):
        np.add.at(earned, side, side_points[:, None])
        np.add.at(maximum, side, top[:, None])
    return np.divide(100 * earned, maximum, out=np.full(movement.pairs, np.nan), where=maximum > 0)


def partner_quality(movement: Movement) -> float | None:
    """Return the counterpart of `Quality.qo` for partners; None if there are no partners."""
    together = of_combinations(partnerships(movement))
    return _percent(qc_exact(sum(together), sum(times * times for times in together), len(together)))
