"""Masterpoints of the Norwegian federation (NBF): each place a part of the one above, for the top third."""

import numpy as np

from transforms.awards.scheme import Floats, Places, Scheme

SOURCE = "Funbridge, How federation points are calculated: Masterpoints (NBF)"

WINNER = 1.5
"""Points of the winner for each entrant, before they are halved."""
LAST = 4
"""Where the awards end, before they are halved, unless that falls off too steeply."""
_STEEPEST = 2 / 3
_HAIR = 1e-9
"""What logarithms may add to a whole number."""


def _places(places: Places) -> Floats:
    """By place, for all fields side by side: those too small for a place drop out of the sequence."""
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
    return np.ceil(points / 2 - _HAIR)


NBF = Scheme("nbf", "Masterpoints", "NBF", SOURCE, _places)
"""The winner, and every place up to N/3; each halved and rounded up; ties share the mean of those whole awards."""
