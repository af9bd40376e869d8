"""How good the balance of a movement is: the score of each two, and the factors that follow from all scores.

The score of two pairs says how much a good result of the one hurts the other. Over the board sets that both play it
adds h (half a top) where they meet, 1 where they sit in the same direction and -1 where they sit in opposite ones at
different tables. A movement is in perfect balance where all scores are equal.

Of single players the same holds for opponents and for those at other tables. A partner shares every result, so the
score of two partners is -h on the boards they play together: as far from a stranger as an opponent is, the other way.

Source: the paper on movement balance, "Theorie" and "De kwaliteitsfactor: Qc, Qf, Qo".
"""

from fractions import Fraction
from math import sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from transforms.balance.movement import Movement, directions, meetings, partnerships, times_played


class Quality(NamedTuple):
    """The balance of a movement in numbers; a factor is None where what it is made of adds up to 0.

    Factors run from 0 to 100, where 100 is perfect. `s` and `ss` are the sum of the scores and of their squares, `h` is
    half a top; `uneven` holds where not all board sets are played equally often: then `h` is that of the set
    played least. `sd` is the standard deviation of the scores, `s4` the sum of their fourth powers around the mean.
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
    """The score of each two: pairs x pairs, symmetric; the diagonal has no meaning and is 0."""
    sides = directions(movement)
    at_one_table = meetings(movement) - partnerships(movement)
    scores = sides @ sides.T + (half_top(movement) + 1) * at_one_table
    np.fill_diagonal(scores, 0)
    return scores


def half_top(movement: Movement) -> int:
    """Half a top: one less than the board set played least comes to a table; 0 where nothing is played."""
    played = times_played(movement)
    return int(played[played > 0].min()) - 1 if played.any() else 0


def of_combinations(matrix: NDArray[np.int64]) -> list[int]:
    """The values above the diagonal, as integers without bounds."""
    return matrix[np.triu_indices(len(matrix), k=1)].tolist()


def least_squares(s: int, combinations: int) -> int:
    """The least sum of squares that so many integers can have whose sum is s."""
    each, over = divmod(s, combinations)
    return combinations * each * each + (2 * each + 1) * over


def qc_exact(s: int, ss: int, combinations: int) -> Fraction | None:
    """The quality factor against scores that are all equal, as a part of 1; None where they add up to 0."""
    return Fraction(s * s, combinations * ss) if s else None


def qf_exact(s: int, ss: int, combinations: int) -> Fraction | None:
    """The quality factor against the most even integers, as a part of 1; None where they add up to 0."""
    return Fraction(least_squares(s, combinations), ss) if s else None


def _percent(part: Fraction | None) -> float | None:
    """The part as a percentage: the one division that is rounded."""
    return None if part is None else float(100 * part)
