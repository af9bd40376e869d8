"""The balance that is left when one of the pairs is absent, for each choice of that pair.

The plays of the absent pair fall out and every board is played once less. Three values sum it up, each under its own
name: the factor with the highest number absent (Qf1), and over all choices the pooled value and the plain mean.

Source: the paper on movement balance, "Oneven aantal paren" and "De vacancy quality".
"""

from fractions import Fraction
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from transforms.balance.movement import BOARD_SET, Movement, seats, sides_of_plays
from transforms.balance.quality import half_top, least_squares, qf_exact


class Vacancy(NamedTuple):
    """Quality factors (0 to 100) with one pair absent; None where no scores other than 0 are left.

    `by_absent` has one for each pair in order of number, `highest` is the last of them. `pooled` takes the scores of
    all choices as one set, `mean` is the plain mean of those that exist.
    """

    by_absent: list[float | None]
    highest: float | None
    pooled: float | None
    mean: float | None


def vacancy(movement: Movement) -> Vacancy:
    """The balance with each pair absent in turn."""
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
        pooled=float(Fraction(100 * least, sum(squares))) if any(squares) else None,
        mean=float(100 * sum(there) / len(there)) if there else None,
    )


def absent_sums(movement: Movement) -> tuple[list[int], list[int]]:
    """The sum of the scores, and of their squares, with each pair absent in turn."""
    scores = absent_scores(movement)
    above = np.triu_indices(movement.pairs, k=1)
    of_combinations = scores[:, above[0], above[1]]
    return of_combinations.sum(axis=1).tolist(), (of_combinations**2).sum(axis=1).tolist()


def absent_scores(movement: Movement) -> NDArray[np.int64]:
    """The score matrix with each pair absent in turn: pairs x pairs x pairs, the absent one first.

    Row, column and diagonal of the absent pair are 0. Where a single player is absent, the whole table stands still.
    """
    pairs, at_tables = movement.pairs, seats(movement)
    absent, play = np.nonzero((at_tables[None, :, :] != np.arange(pairs)[:, None, None]).all(axis=2))
    north_south, east_west = (side[play] for side in sides_of_plays(movement))
    board_set = movement.plays[play, BOARD_SET]
    sides = np.zeros((pairs, pairs, movement.board_sets), dtype=np.int64)
    np.add.at(sides, (absent[:, None], north_south, board_set[:, None]), 1)
    np.subtract.at(sides, (absent[:, None], east_west, board_set[:, None]), 1)
    at_one_table = np.zeros((pairs, pairs, pairs), dtype=np.int64)
    np.add.at(at_one_table, (absent[:, None, None], north_south[:, :, None], east_west[:, None, :]), 1)
    if movement.individual:
        np.subtract.at(at_one_table, (absent, north_south[:, 0], north_south[:, 1]), 1)
        np.subtract.at(at_one_table, (absent, east_west[:, 0], east_west[:, 1]), 1)
    at_one_table += at_one_table.transpose(0, 2, 1)
    scores = sides @ sides.transpose(0, 2, 1) + max(half_top(movement), 1) * at_one_table
    scores[:, np.arange(pairs), np.arange(pairs)] = 0
    return scores
