"""The result list of an imagined session: the strong pairs win every board, and all other pairs are equally good.

It shows why balance matters: any difference between the other pairs comes from the movement alone.

Source: the paper on movement balance, "Het 'één sterk paar' model" and "2 sterke paren".
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from transforms.balance.movement import BOARD_SET, Movement, sides_of_plays, times_played


def strong_pair_results(movement: Movement, strong: Sequence[int]) -> NDArray[np.float64]:
    """The percentage of each pair or player when the `strong` ones (from 0) win every board; NaN without a score.

    Where two strong pairs meet, neither wins; of players, the side with more strong ones wins. A board set that is
    played at only one table has no top and does not count.
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
