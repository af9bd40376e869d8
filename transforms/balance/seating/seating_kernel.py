"""One annealing run over the numbers that pairs take: two of them swap, millions of times.

Who sits where is a quadratic assignment: an aim is the sum over each two pairs of what lies behind them times what
tonight brings the two numbers they take. There are several such aims, the first before the second and so on.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from transforms.balance.compiled import compiled
from transforms.balance.directions_kernel import drawn

Whole = NDArray[np.int64]


class Cooling(NamedTuple):
    """How a run goes.

    `weights` say what each aim counts for while it cools; `temperatures` has a number a stage, and `leeway` equally
    likely numbers: a swap may cost as much as one of them, drawn, times the temperature.
    """

    weights: NDArray[np.float64]
    temperatures: NDArray[np.float64]
    leeway: NDArray[np.float64]
    proposals: int


@compiled
def below(state: NDArray[np.uint64], choices: int) -> int:
    """A whole number from 0 to below `choices`, less than 2**32."""
    return int(((drawn(state) >> np.uint64(32)) * np.uint64(choices)) >> np.uint64(32))


@compiled
def is_better(above_best: Whole) -> bool:
    """Whether the first aim in which two numberings differ is lower than in the best so far."""
    for above in above_best:
        if above != 0:
            return bool(above < 0)
    return False


@compiled
def swap_adds(one: int, other: int, number: Whole, past: Whole, tonight: Whole) -> int:
    """What it adds to an aim when two pairs swap their numbers.

    `past` is pairs x pairs, `tonight` numbers x numbers, both symmetric with nothing on the diagonal.
    """
    added = 0
    mine, theirs = tonight[number[one]], tonight[number[other]]
    for pair in range(number.size):
        added += (past[one, pair] - past[other, pair]) * (theirs[number[pair]] - mine[number[pair]])
    # Between the two themselves nothing changes: take back what the sum has of them.
    return added + 2 * past[one, other] * mine[number[other]]


@compiled
def anneal_numbers(seed: np.uint64, cooling: Cooling, past: Whole, tonight: Whole, best_number: Whole) -> None:
    """One run from random numbers, cooling from stage to stage.

    Args:
        seed: where the random numbers start.
        cooling: with a weight an aim, and two pairs at least.
        past: aims x pairs x pairs.
        tonight: aims x numbers x numbers, as many numbers as pairs.
        best_number: filled with the number of each pair that is best: by the first aim, then by the second, and so on.
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
