"""The balance that is left when one pair is absent, computed for each pair in turn.

The plays of the absent pair are not played. Every board is played once less, so half a top is one less; where it is 0
already it stays 0. Three values summarise this: the factor with the highest number absent (Qf1) and, over all choices
of the absent pair, the pooled value and the plain mean.

Source: the paper on movement balance, "Oneven aantal paren" and "De vacancy quality".
"""

from fractions import Fraction
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from transforms.balance.movement import BOARD_SET, Movement, seats, sides_of_plays
from transforms.balance.quality import half_top, least_squares, qf_exact

MOST_WORK = 5_000_000_000
"""A number of steps (`work`) that takes some seconds."""

_CELLS = 4_000_000  # size, in numbers, of the arrays for the choices of an absent pair that are computed together


class Vacancy(NamedTuple):
    """Quality factors (0 to 100) with one pair absent; None where the scores that are left add up to 0.

    They add up to 0 where half a top is 0: then only the comparison with other tables counts, and the factor would be 0
    for every absent pair.

    `by_absent` has one factor per pair, in order of number; `highest` is the last of them. `pooled` is the factor of
    the scores of all choices taken as one set, `mean` is the plain mean of the factors that are not None.
    """

    by_absent: list[float | None]
    highest: float | None
    pooled: float | None
    mean: float | None


def vacancy(movement: Movement) -> Vacancy:
    """The balance with each pair absent in turn; all values are None for fewer than 3 pairs."""
    if movement.pairs < 3:
        return Vacancy([None] * movement.pairs, None, None, None)
    sums, squares = absent_sums(movement)
    combinations = (movement.pairs - 1) * (movement.pairs - 2) // 2
    factors = [qf_exact(s, ss, combinations) for s, ss in zip(sums, squares, strict=True)]
    there = [factor for factor in factors if factor is not None]
    least = least_squares(sum(sums), movement.pairs * combinations)
    return Vacancy(
        by_absent=[None if factor is None else float(100 * factor) for factor in factors],
        highest=None if factors[-1] is None else float(100 * factors[-1]),
        pooled=float(Fraction(100 * least, sum(squares))) if any(sums) else None,
        mean=float(100 * sum(there) / len(there)) if there else None,
    )


def work(pairs: int, board_sets: int, plays: int) -> int:
    """How many steps `absent_sums` takes, in additions of whole numbers."""
    return pairs * (pairs * pairs * (board_sets + 10) + 20 * plays)


def absent_sums(movement: Movement) -> tuple[list[int], list[int]]:
    """The sums of the scores and of their squares, with each pair absent in turn: two lists, one value per pair."""
    sums, squares = list[int](), list[int]()
    at_a_time = max(1, _CELLS // (movement.pairs * (movement.pairs + movement.board_sets) + movement.plays.size))
    for first in range(0, movement.pairs, at_a_time):
        scores = absent_scores(movement, np.arange(first, min(first + at_a_time, movement.pairs)))
        sums += (scores.sum(axis=(1, 2)) // 2).tolist()
        squares += (np.einsum("aij,aij->a", scores, scores) // 2).tolist()
    return sums, squares


def absent_scores(movement: Movement, choices: NDArray[np.int64]) -> NDArray[np.int64]:
    """The score matrix with each of some pairs or players (from 0) absent in turn: choices x pairs x pairs.

    The row and the column of the absent pair are 0, and so is the diagonal. Where a single player is absent, nobody
    plays at that table.
    """
    pairs, at_tables = movement.pairs, seats(movement)
    absent, play = np.nonzero((at_tables[None, :, :] != choices[:, None, None]).all(axis=2))
    north_south, east_west = (side[play] for side in sides_of_plays(movement))
    board_set = movement.plays[play, BOARD_SET]
    sides = np.zeros((len(choices), pairs, movement.board_sets), dtype=np.int64)
    np.add.at(sides, (absent[:, None], north_south, board_set[:, None]), 1)
    np.subtract.at(sides, (absent[:, None], east_west, board_set[:, None]), 1)
    at_one_table = np.zeros((len(choices), pairs, pairs), dtype=np.int64)
    np.add.at(at_one_table, (absent[:, None, None], north_south[:, :, None], east_west[:, None, :]), 1)
    if movement.individual:
        np.subtract.at(at_one_table, (absent, north_south[:, 0], north_south[:, 1]), 1)
        np.subtract.at(at_one_table, (absent, east_west[:, 0], east_west[:, 1]), 1)
    at_one_table += at_one_table.transpose(0, 2, 1)
    scores = sides @ sides.transpose(0, 2, 1) + max(half_top(movement), 1) * at_one_table
    scores[:, np.arange(pairs), np.arange(pairs)] = 0
    return scores
