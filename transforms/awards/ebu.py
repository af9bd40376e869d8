"""Master Points of the English Bridge Union (EBU): steps of 3 points per place, for the top third."""

import numpy as np

from transforms.awards.scheme import Floats, Integers, Places, Scheme
from transforms.tables.messages import gettext_noop

SOURCE = "Funbridge, How federation points are calculated: Master Points (EBU)"

STEP = 3
LOWEST = 6


def _places(places: Places) -> Floats:
    awards = -(-places.size // 3)
    by_place = np.maximum(STEP * (awards - places.place + 1), LOWEST)
    return np.where(places.place <= awards, by_place, 0).astype(float)


def _shared(together: Floats, tied: Integers) -> Floats:
    """The mean rounded up to a multiple of 3, and at least the lowest award; 0 where there is nothing to share."""
    rounded_up = STEP * -(-together // (STEP * tied))
    return np.where(together > 0, np.maximum(rounded_up, LOWEST), 0)


EBU = Scheme("ebu", gettext_noop("Master Points"), "EBU", SOURCE, _places, shared=_shared)
"""ceil(N/3) awards of 3 * (awards - place + 1), the lowest 6; ties share the mean, rounded up to a multiple of 3."""
