"""Masterpoints of the Norwegian federation (NBF): each place gets a part of the award above, for the top third."""

import numpy as np

from transforms.awards.scheme import Floats, Places, Scheme
from transforms.tables.arithmetic.tolerance import HAIR
from transforms.tables.messages import gettext_noop

SOURCE = "Funbridge, How federation points are calculated: Masterpoints (NBF)"

WINNER = 1.5
"""Points of the winner for each entrant in the field, before halving."""
LAST = 4
"""The award of the last place, before halving, unless the awards would have to fall too steeply to reach it."""
_STEEPEST = 2 / 3


def _places(places: Places) -> Floats:
    """Place after place, for all fields side by side; fields too small for a place drop out."""
    points = np.zeros(len(places.size))
    large_enough = np.argsort(places.sizes)[::-1]
    large_enough = large_enough[places.sizes[large_enough] > 0]
    previous = WINNER * places.sizes[large_enough]
    points[places.starts[large_enough]] = previous
    for place in range(2, int(places.sizes.max(initial=0)) // 3 + 1):
        count = np.count_nonzero(3 * place <= places.sizes[large_enough])
        large_enough, previous = large_enough[:count], previous[:count]
        left = (places.sizes[large_enough] - 3 * place + 3) / 3
        towards_last = np.exp(np.log(LAST / previous) / left)
        previous = previous * np.minimum(place / (place + 1), np.maximum(_STEEPEST, towards_last))
        points[places.starts[large_enough] + place - 1] = previous
    return np.ceil(points / 2 - HAIR)


NBF = Scheme("nbf", gettext_noop("Masterpoints"), "NBF", SOURCE, _places)
"""The winner and every place up to N/3 get points, halved and rounded up; ties share the mean of these whole awards."""
