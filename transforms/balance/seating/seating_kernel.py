"""One annealing run over the numbers that pairs take: two pairs swap, millions of times.

This is a quadratic assignment problem. An aim is a sum over every two pairs: of what lies between them so far, times
what tonight brings to the two numbers that they take. There are several such aims; the first counts before the second,
and so on.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from transforms.balance.compiled import compiled
from transforms.balance.directions_kernel import drawn

Whole = NDArray[np.int64]


class Cooling(NamedTuple):
    """The settings of a run.

    `weights` are what each aim counts for while the run cools. `temperatures` has one number per stage. `leeway` has
    numbers, one of which is drawn with equal chance for each swap: the swap may cost at most that number times the
    temperature. `proposals` is the number of proposals in one stage.
    """

    weights: NDArray[np.float64]
    temperatures: NDArray[np.float64]
    leeway: NDArray[np.float64]
    proposals: int


@compiled
def below(state: NDArray[np.uint64], choices: int) -> int:
    """A random whole number from 0 to `choices` - 1, where `choices` is less than 2**32."""
    return int(((drawn(state) >> np.uint64(32)) * np.uint64(choices)) >> np.uint64(32))


@compiled
def is_better(above_best: Whole) -> bool:
    """Whether a numbering beats the best so far: of the aims in which they differ, the first is lower."""
    for above in above_best:
        if above != 0:
            return bool(above < 0)
    return False


@compiled
def swap_adds(one: int, other: int, number: Whole, past: Whole, tonight: Whole) -> int:
    """How much a swap of two pairs' numbers adds to an aim.

    `past` is pairs x pairs, `tonight` is numbers x numbers; both are symmetric, with 0 on the diagonal.
    """
    added = 0
    mine, theirs = tonight[number[one]], tonight[number[other]]
    for pair in range(number.size):
        added += (past[one, pair] - past[other, pair]) * (theirs[number[pair]] - mine[number[pair]])
    # Between the two pairs themselves nothing changes, so take their part out of the sum again.
    return added + 2 * past[one, other] * mine[number[other]]


@compiled
def anneal_numbers(seed: np.uint64, cooling: Cooling, past: Whole, tonight: Whole, best_number: Whole) -> None:
    """Do one run from random numbers, cooling from stage to stage.

    `past` is aims x pairs x pairs, with two pairs or more; `tonight` aims x numbers x numbers, as many as pairs.
    `cooling` has a weight for each aim. `best_number` is filled with the best number of each pair: by the first aim,
    then by the second, and so on.
    """
    aims, pairs = past.shape[0], past.shape[1]
    state = np.empty(1, np.uint64)
    state[0] = seed
    number = np.arange(pairs)
    for pair in range(pairs - 1, 0, -1):
        other = below(state, pair + 1)
        number[pair], number[other] = number[other], number[pair]
    best_number[:] = number
    above_best = np.zeros(aims, np.int64)
    more = np.empty(aims, np.int64)
    for stage in range(cooling.temperatures.size):
        for _ in range(cooling.proposals):
            one, other = below(state, pairs), below(state, pairs - 1)
            other += other >= one
            cost = 0.0
            for aim in range(aims):
                more[aim] = swap_adds(one, other, number, past[aim], tonight[aim])
                cost += cooling.weights[aim] * more[aim]
            leeway = cooling.leeway[below(state, cooling.leeway.size)]
            if cost > leeway * cooling.temperatures[stage]:
                continue
            number[one], number[other] = number[other], number[one]
            above_best += more
            if is_better(above_best):
                best_number[:] = number
                above_best[:] = 0
