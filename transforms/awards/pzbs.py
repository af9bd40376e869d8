"""Masterpoints of the Polish federation (PZBS): N/40 and a bonus for the first four, then 0.05 less per place.

All awards are counted in fortieths of a point, as whole numbers.
"""

import numpy as np

from transforms.awards.scheme import Floats, Places, Scheme

SOURCE = "Funbridge, How federation points are calculated: Masterpoints (PZBS)"

FORTIETHS = 40
BONUS = np.array([20, 12, 4, -4])
"""What the first four get in addition to N/40: 0.5, 0.3, 0.1 and -0.1."""
STEP = 2
"""From the fifth place on: 0.05 less than the place above."""
LEAST = 4
"""The lowest award, 0.10; a place that would get less gets nothing."""


def _places(places: Places) -> Floats:
    named = np.minimum(places.place, len(BONUS))
    award = places.size + BONUS[named - 1] - STEP * (places.place - named)
    return np.where(award >= LEAST, award, 0).astype(float)


PZBS = Scheme("pzbs", "Masterpoints", "PZBS", SOURCE, _places, parts=FORTIETHS)
"""Down to 0.10 (0.125 where N is odd); ties share the mean."""
