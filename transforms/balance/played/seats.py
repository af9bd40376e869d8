"""Who sat where in many fields, as arrays of numbers, and what is told of every two who sat there.

The definitions are those of `quality.py`. Two modules compute them, to the same numbers: `two_scores_matrices` in plain
numpy, and `two_scores_kernel` as machine code, which takes a third of a second to load and a hundredth of the time.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Integers = NDArray[np.int64]

SCORE, VACANT, OWN_TOPS, MET, BESIDE = range(5)
"""Columns of `scores_of_two`: the score; that where every set is played once less; the score with half a top of each
set itself as h; how often the two met, by the weights of the sets; and on how many sets both sat."""
SUM, SQUARES = range(2)
"""Columns of `scores_without`: the sum of the scores of all others, and of their squares."""


class Seats(NamedTuple):
    """Who sat where, in order of field, set and meeting.

    A field is a run of board sets, a board set a run of seats: `fields[f] : fields[f + 1]` are the sets of field `f`,
    and `sets[s] : sets[s + 1]` the seats of set `s`. `entrants` (of each field) and `h` (half a top) have one number a
    field, `weight` one a set, and `entrant` (from 0), `side` (1 North-South, -1 East-West) and `meeting` (from 0, over
    all fields) one a seat.
    """

    fields: Integers
    entrants: Integers
    h: Integers
    sets: Integers
    weight: Integers
    entrant: Integers
    side: Integers
    meeting: Integers
