"""The result list of an imagined session in which the strong pairs win every board, and all else is level.

It shows what balance is about: the others are equally good, so whatever tells them apart is the movement.

Source: the paper on movement balance, "Het 'één sterk paar' model" and "2 sterke paren".
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from transforms.balance.movement import BOARD_SET, Movement, sides_of_plays, times_played


def strong_pair_results(movement: Movement, strong: Sequence[int]) -> NDArray[np.float64]:
    """The percentage of each pair when the strong ones win at every table; NaN for a pair without a score.

    Two strong pairs that meet play level. A set that comes to one table only has no top and does not count.

    Args:
        movement: of pairs, or of players.
        strong: who wins every board, numbered from 0. Players: a side with more strong players than the other wins.
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
