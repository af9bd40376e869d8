"""Robot Bridge Points of the World Bridge Federation (WBF): a part of 1,500 by bands of places, for the top half."""

import numpy as np

from transforms.awards.scheme import Floats, Places, Scheme
from transforms.tables.messages import gettext_noop

SOURCE = "Funbridge, How federation points are calculated: Robot Bridge Points (WBF)"

MOST = 1500
LAST_PLACES = np.array([1, 2, 3, 4, 19, 39, 59, 79, 99, 119, 139, 159, 179, 200])
"""The last place of each band."""
PERCENT = np.array([100, 80, 70, 60, 55, 50, 45, 40, 35, 30, 25, 20, 15, 10, 0])
"""The percentage of `MOST` for each band; the last value is for the places beyond all bands."""


def _places(places: Places) -> Floats:
    band = np.searchsorted(LAST_PLACES, places.place)
    return np.where(places.place <= places.size // 2, PERCENT[band] * MOST / 100, 0)


WBF_ROBOT = Scheme("wbf_robot", gettext_noop("Robot Bridge Points"), "WBF", SOURCE, _places)
"""floor(N/2) places get points, 200 at most; ties share the mean."""
