"""Seed a field: number the pairs so that the strong ones are apart, and the movement favours nobody.

With two winners, the strongest pair sits North-South, the next two East-West, the next two North-South, and so on, so
that both directions are equally strong. Within that (and among all numbers, if there is one winner), the numbers are
those with the least effect of the movement. The expected effect on a pair is that of the luck of the movement
(docs/balance.md): a strong pair costs most whoever is compared with it most.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from transforms.balance.movement import Movement
from transforms.balance.quality import score_matrix, scores_without

_RUNS = 20
_SNAKE = (0, 1, 1, 0)


def seeded(
    movement: Movement, strengths: Sequence[float], *, winners: int = 1, absent: int | None = None, seed: int = 1
) -> list[int]:
    """Return the number (from 1) of each pair, given its strength; number `absent` stays empty.

    `strengths` has as many values as there are numbers to give, in any unit. With `winners` 2, the first half of the
    numbers are North-South. The same seed gives the same numbers.
    """
    away = None if absent is None else absent - 1
    numbers = np.delete(np.arange(movement.pairs), [] if away is None else [away])
    sides = 2 * numbers // movement.pairs if winners == 2 else np.zeros(len(numbers), dtype=np.int64)
    scores = score_matrix(movement) if away is None else scores_without(movement, away)
    cost = _cost(scores[np.ix_(numbers, numbers)].astype(np.float64), sides)
    values = np.array(strengths, dtype=np.float64) - np.mean(strengths)
    order = np.argsort(-values, kind="stable")
    random = np.random.default_rng(seed)
    best, least = np.empty(0, dtype=np.int64), np.inf
    for run in range(_RUNS):
        at = _snake(sides, random if run else None)
        sits = np.empty(len(numbers), dtype=np.int64)
        sits[at] = order
        sits = _improved(sits, values, cost, sides)
        if (now := values[sits] @ cost @ values[sits]) < least - 1e-9:
            best, least = sits, now
    given = np.empty(len(numbers), dtype=np.int64)
    given[best] = numbers + 1
    return given.tolist()


def effect(movement: Movement, strengths: Sequence[float], absent: int | None = None) -> float:
    """Return the sum of squares of the expected effects, if pair i has the i-th number that is not empty."""
    away = None if absent is None else absent - 1
    numbers = np.delete(np.arange(movement.pairs), [] if away is None else [away])
    scores = score_matrix(movement) if away is None else scores_without(movement, away)
    cost = _cost(scores[np.ix_(numbers, numbers)].astype(np.float64), np.zeros(len(numbers), dtype=np.int64))
    values = np.array(strengths, dtype=np.float64) - np.mean(strengths)
    return float(values @ cost @ values)


def _cost(scores: NDArray[np.float64], sides: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return the matrix G for which v'Gv is the sum of squares of the effects, if v has the strengths by number."""
    many = len(scores)
    others = ~np.eye(many, dtype=np.bool_)
    uneven = np.where(others, scores - scores.sum(axis=1, keepdims=True) / (many - 1), 0)
    for side in np.unique(sides):
        uneven[sides == side] -= uneven[sides == side].mean(axis=0)
    return uneven.T @ uneven


def _snake(sides: NDArray[np.int64], random: np.random.Generator | None) -> NDArray[np.int64]:
    """Return the places in the order in which they are filled, the strongest pair first."""
    of_side = [np.flatnonzero(sides == side) for side in (0, 1)]
    if random is not None:
        of_side = [random.permutation(places) for places in of_side]
    queues = [places.tolist() for places in of_side]
    filled: list[int] = []
    while any(queues):
        wanted = _SNAKE[len(filled) % len(_SNAKE)]
        filled.append(queues[wanted if queues[wanted] else 1 - wanted].pop(0))
    return np.array(filled)


def _improved(
    sits: NDArray[np.int64], values: NDArray[np.float64], cost: NDArray[np.float64], sides: NDArray[np.int64]
) -> NDArray[np.int64]:
    """Swap the two pairs that help most, until no swap helps."""
    sits, weight = sits.copy(), np.diag(cost)
    may_swap = np.triu(sides[:, None] == sides, k=1)
    apart = weight[:, None] + weight - 2 * cost
    while True:
        now = values[sits]
        pull = cost @ now
        more = now - now[:, None]
        change = np.where(may_swap, 2 * more * (pull[:, None] - pull) + more * more * apart, np.inf)
        one, other = np.unravel_index(int(change.argmin()), change.shape)
        if change[one, other] > -1e-9:
            return sits
        sits[[one, other]] = sits[[other, one]]
