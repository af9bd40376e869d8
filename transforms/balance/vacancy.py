"""The balance that is left when one of the pairs is absent, for each choice of that pair.

The plays of the absent pair fall out and every board is played once less, so half a top is one less; where it is 0
already it stays so. Three values sum it up, each under its own name: the factor with the highest number absent (Qf1),
and over all choices the pooled value and the plain mean.

Source: the paper on movement balance, "Oneven aantal paren" and "De vacancy quality".
"""

from fractions import Fraction
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from transforms.balance.movement import BOARD_SET, Movement, seats, sides_of_plays
from transforms.balance.quality import half_top, least_squares, qf_exact

MOST_WORK = 5_000_000_000
"""Steps of `work` that take some seconds."""

_CELLS = 4_000_000
"""Choices of an absent pair are worked on so many numbers at a time."""


class Vacancy(NamedTuple):
    """Quality factors (0 to 100) with one pair absent; None where the scores left add up to 0.

    They do where half a top is 0: nothing counts but the other tables, and a factor would be 0 whoever is absent.

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
        pooled=float(Fraction(100 * least, sum(squares))) if any(sums) else None,
        mean=float(100 * sum(there) / len(there)) if there else None,
    )


def work(pairs: int, board_sets: int, plays: int) -> int:
    """How many steps it takes to look at each absent pair in turn, in additions of whole numbers."""
    return pairs * (pairs * pairs * (board_sets + 10) + 20 * plays)


def absent_sums(movement: Movement) -> tuple[list[int], list[int]]:
    """The sum of the scores, and of their squares, with each pair absent in turn."""
    sums, squares = list[int](), list[int]()
    at_a_time = max(1, _CELLS // (movement.pairs * (movement.pairs + movement.board_sets) + movement.plays.size))
    for first in range(0, movement.pairs, at_a_time):
        scores = absent_scores(movement, np.arange(first, min(first + at_a_time, movement.pairs)))
        sums += (scores.sum(axis=(1, 2)) // 2).tolist()
        squares += (np.einsum("aij,aij->a", scores, scores) // 2).tolist()
    return sums, squares


def absent_scores(movement: Movement, choices: NDArray[np.int64]) -> NDArray[np.int64]:
    """The score matrix with each of some pairs absent in turn: choices x pairs x pairs.

    Row, column and diagonal of the absent pair are 0. Where a single player is absent, the whole table stands still.

    Args:
        movement: of pairs or of players.
        choices: the numbers of those who may be absent, counted from 0.
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
