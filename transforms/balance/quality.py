"""How good the balance of a movement is: the score of every two pairs, and the factors computed from all scores.

The score of two pairs says how much a good result of one pair hurts the other. It is a sum over the board sets that
both play: h (half a top) where they meet, 1 where they sit in the same direction, and -1 where they sit in opposite
directions at different tables. A movement is in perfect balance where all scores are equal.

For single players the same values hold for opponents, and for players at different tables. Partners share every result,
so the score of two partners is -h on the boards that they play together: the opposite of that of opponents.

Source: the paper on movement balance, "Theorie" and "De kwaliteitsfactor: Qc, Qf, Qo".
"""

from fractions import Fraction
from math import sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from transforms.balance.movement import Movement, directions, meetings, partnerships, times_played


class Quality(NamedTuple):
    """The balance of a movement in numbers.

    The factors run from 0 to 100, where 100 is perfect. `qc` compares the scores with scores that are all equal, `qf`
    with the most even whole numbers, and `qo` does the same as `qc` for the numbers of meetings. A factor is None where
    the numbers that it compares add up to 0.

    `s` is the sum of the scores, `ss` the sum of their squares, `sd` their standard deviation, and `s4` the sum of
    their fourth powers around the mean. `combinations` counts the combinations of two pairs. `h` is half a top.
    `uneven` is true where not all board sets are played equally often; `h` is then that of the set played least.
    """

    pairs: int
    rounds: int
    board_sets: int
    h: int
    uneven: bool
    combinations: int
    s: int
    ss: int
    qc: float | None
    qf: float | None
    qo: float | None
    sd: float
    s4: float


def quality(movement: Movement) -> Quality:
    """The balance of a movement."""
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


def score_matrix(movement: Movement) -> NDArray[np.int64]:
    """The score of every two pairs: pairs x pairs, symmetric; the diagonal has no meaning and is 0."""
    sides = directions(movement)
    at_one_table = meetings(movement) - partnerships(movement)
    scores = sides @ sides.T + (half_top(movement) + 1) * at_one_table
    np.fill_diagonal(scores, 0)
    return scores


def half_top(movement: Movement) -> int:
    """Half a top: how often the least played board set is played, minus 1; 0 where nothing is played."""
    played = times_played(movement)
    return int(played[played > 0].min()) - 1 if played.any() else 0


def of_combinations(matrix: NDArray[np.int64]) -> list[int]:
    """The values above the diagonal of a square matrix, row by row, as Python integers (which cannot overflow)."""
    return matrix[np.triu_indices(len(matrix), k=1)].tolist()


def least_squares(s: int, combinations: int) -> int:
    """The least possible sum of squares of as many integers as there are combinations, with sum `s`."""
    each, over = divmod(s, combinations)
    return combinations * each * each + (2 * each + 1) * over


def qc_exact(s: int, ss: int, combinations: int) -> Fraction | None:
    """Qc as a fraction of 1: compares the scores with scores that are all equal; None where they add up to 0."""
    return Fraction(s * s, combinations * ss) if s else None


def qf_exact(s: int, ss: int, combinations: int) -> Fraction | None:
    """Qf as a fraction of 1: compares the scores with the most even integers; None where they add up to 0."""
    return Fraction(least_squares(s, combinations), ss) if s else None


def _percent(part: Fraction | None) -> float | None:
    return None if part is None else float(100 * part)
