"""Masterpoints of the Polish federation (PZBS): N/40 and a bonus for the first four, then 0.05 less per place.

All awards are counted in fortieths of a point, as whole numbers.
"""

import numpy as np

from transforms.awards.scheme import Floats, Integers, Places, Scheme
from transforms.tables.messages import gettext_noop

SOURCE = "Funbridge, How federation points are calculated: Masterpoints (PZBS)"

FORTIETHS = 40
BONUS = np.array([20, 12, 4, -4])
"""What the first four get in addition to N/40: 0.5, 0.3, 0.1 and -0.1."""
STEP = 2
"""From the fifth place on: 0.05 less than the place above."""
LAST = 4
"""The last award, 0.10: that of the first place whose value would be as much or less."""


def _places(places: Places) -> Floats:
    above = _value(places.size, np.maximum(places.place - 1, 1))
    return np.where(above > LAST, np.maximum(_value(places.size, places.place), LAST), 0).astype(float)


def _value(size: Integers, place: Integers) -> Integers:
    """What a place would get if the steps went on for ever."""
    named = np.minimum(place, len(BONUS))
    return size + BONUS[named - 1] - STEP * (place - named)


PZBS = Scheme("pzbs", gettext_noop("Masterpoints"), "PZBS", SOURCE, _places, parts=FORTIETHS)
"""Down to 0.10; ties share the mean."""
