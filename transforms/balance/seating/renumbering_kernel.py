"""One annealing run over the numbers that pairs take in each of several sessions; two pairs swap in one session.

What lies between two pairs (meetings, scores) after all sessions is a sum: of what each session brings to the two
numbers that they take. An aim is the sum of the squares of this over all combinations of two. There are several aims;
the first counts before the second, and so on.
"""

import numpy as np
from numpy.typing import NDArray

from transforms.balance.compiled import compiled
from transforms.balance.seating.seating_kernel import Cooling, below, is_better

Whole = NDArray[np.int64]


@compiled
def swap_adds(one: int, other: int, number: Whole, between: Whole, brings: Whole) -> int:
    """How much a swap of two pairs' numbers in one session adds to an aim.

    `between` is pairs x pairs, over all sessions; `brings` is numbers x numbers, for this session. Both are symmetric.
    """
    added = 0
    mine, theirs = brings[number[one]], brings[number[other]]
    for pair in range(number.size):
        if one != pair != other:
            more = theirs[number[pair]] - mine[number[pair]]
            added += 2 * more * (between[one, pair] - between[other, pair] + more)
    return added


@compiled
def swap(one: int, other: int, number: Whole, between: Whole, brings: Whole) -> None:
    """Enter a swap into what lies between the pairs; the caller swaps the numbers themselves afterwards."""
    mine, theirs = brings[number[one]], brings[number[other]]
    for pair in range(number.size):
        if one != pair != other:
            more = theirs[number[pair]] - mine[number[pair]]
            between[one, pair] += more
            between[pair, one] += more
            between[other, pair] -= more
            between[pair, other] -= more


@compiled
def anneal_sessions(seed: np.uint64, cooling: Cooling, brings: Whole, best_numbers: Whole) -> None:
    """Do one run from random numbers in every session but the first, where the pairs keep their own.

    `brings` is aims x numbers x numbers, and `cooling` has a weight for each aim. `best_numbers` (sessions x pairs, at
    least two of each) is filled with the best numbers: by the first aim, then by the second, and so on.
    """
    aims, (sessions, pairs) = brings.shape[0], best_numbers.shape
    state = np.empty(1, np.uint64)
    state[0] = seed
    numbers = _at_random(state, sessions, pairs)
    between = np.zeros((aims, pairs, pairs), np.int64)
    for session in range(sessions):
        for one in range(pairs):
            for other in range(pairs):
                between[:, one, other] += brings[:, numbers[session, one], numbers[session, other]]
    best_numbers[:] = numbers
    above_best = np.zeros(aims, np.int64)
    more = np.empty(aims, np.int64)
    for stage in range(cooling.temperatures.size):
        for _ in range(cooling.proposals):
            number = numbers[1 + below(state, sessions - 1)]
            one, other = below(state, pairs), below(state, pairs - 1)
            other += other >= one
            cost = 0.0
            for aim in range(aims):
                more[aim] = swap_adds(one, other, number, between[aim], brings[aim])
                cost += cooling.weights[aim] * more[aim]
            leeway = cooling.leeway[below(state, cooling.leeway.size)]
            if cost > leeway * cooling.temperatures[stage]:
                continue
            for aim in range(aims):
                swap(one, other, number, between[aim], brings[aim])
            number[one], number[other] = number[other], number[one]
            above_best += more
            if is_better(above_best):
                best_numbers[:] = numbers
                above_best[:] = 0


@compiled
def _at_random(state: NDArray[np.uint64], sessions: int, pairs: int) -> Whole:
    """Numbers to start from, sessions x pairs: their own in the first session, shuffled in the others."""
    numbers = np.empty((sessions, pairs), np.int64)
    numbers[0] = np.arange(pairs)
    for session in range(1, sessions):
        numbers[session] = numbers[0]
        for pair in range(pairs - 1, 0, -1):
            other = below(state, pair + 1)
            numbers[session, pair], numbers[session, other] = numbers[session, other], numbers[session, pair]
    return numbers
