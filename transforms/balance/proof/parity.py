"""A bound for any movement: how even the scores can be, since directions never change whether a score is odd or even.

A score has a part that no direction changes. Each set that the two play at different tables adds +1 or -1 to it. So a
score moves in steps of 2 within known limits, and the sum of all scores does not change. The squares are least where
this sum is reached by the steps that add least.
"""

from collections import Counter

import numpy as np

from transforms.balance.movement import Movement, directions, sides_of_plays
from transforms.balance.quality import of_combinations, score_matrix


def parity_bound(movement: Movement) -> int:
    """A lower bound of SS over all choices of directions."""
    people = np.zeros((len(movement.plays), movement.pairs), dtype=np.int64)
    every_play = np.arange(len(people))[:, None]
    north_south, east_west = sides_of_plays(movement)
    people[every_play, north_south], people[every_play, east_west] = 1, -1
    now, scores = directions(movement), score_matrix(movement)
    unchanging = of_combinations(scores - now @ now.T + people.T @ people)
    apart = of_combinations(np.abs(now) @ np.abs(now).T - np.abs(people).T @ np.abs(people))
    lowest = [score - sets for score, sets in zip(unchanging, apart, strict=True)]
    adds: Counter[int] = Counter()
    for score, sets in zip(lowest, apart, strict=True):
        adds.update(4 * (score + 2 * step + 1) for step in range(sets))
    needed = (sum(of_combinations(scores)) - sum(lowest)) // 2
    bound = sum(score * score for score in lowest)
    for added in sorted(adds):
        steps = min(needed, adds[added])
        bound += steps * added
        needed -= steps
    return bound
