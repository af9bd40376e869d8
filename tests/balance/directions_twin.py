"""The annealing run once more, slow and plain: the score matrix anew for each proposal, the same random numbers."""

import numpy as np
from numpy.typing import NDArray

from transforms.balance.movement import Movement, turned
from transforms.balance.quality import score_matrix

_WORD = (1 << 64) - 1


class Splitmix:
    """splitmix64 in integers without bounds; `Splitmix(0)` starts with the numbers that its authors print."""

    def __init__(self, state: int) -> None:
        self._state = state

    def drawn(self) -> int:
        self._state = (self._state + 0x9E3779B97F4A7C15) & _WORD
        mixed = self._state
        mixed = ((mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9) & _WORD
        mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & _WORD
        return mixed ^ (mixed >> 31)


def squares(movement: Movement, way: NDArray[np.int32]) -> int:
    """SS with the tables turned whose way is -1."""
    return int((score_matrix(turned(movement, way < 0)) ** 2).sum()) // 2


def plain_run(
    movement: Movement, seed: int, free: NDArray[np.int32], chances: NDArray[np.uint32], proposals: int
) -> tuple[int, NDArray[np.int32]]:
    """The best SS met and its directions, as `anneal` finds them."""
    random, way = Splitmix(seed), np.ones(len(movement.plays), dtype=np.int32)
    for play in free:
        if random.drawn() & 1:
            way[play] *= -1
    ss = squares(movement, way)
    best, best_way = ss, way.copy()
    for chance in chances:
        for _ in range(proposals):
            number = random.drawn()
            play = free[(number >> 32) * len(free) >> 32]
            way[play] *= -1
            more, rest = divmod(squares(movement, way) - ss, 4)
            assert rest == 0
            if more <= 0 or (more < len(chance) and (number & 0xFFFFFFFF) < chance[more]):
                ss += 4 * more
                if ss < best:
                    best, best_way = ss, way.copy()
            else:
                way[play] *= -1
    return best, best_way
