"""Master Points of the European Bridge League (EBL): a column of a table for small, middle and large fields."""

import numpy as np

from transforms.awards.scheme import Floats, Places, Scheme
from transforms.tables.messages import gettext_noop

SOURCE = "Funbridge, How federation points are calculated: Master Points (EBL)"

LARGER_FROM = np.array([50, 100])
"""The number of entrants from which the next column applies."""
WINNER = np.array([20, 30, 40])
"""The winner's award in each column; the second gets 4 less, and every place after it 2 less than the one above."""


def _places(places: Places) -> Floats:
    winner = WINNER[np.searchsorted(LARGER_FROM, places.size, side="right")]
    others = np.maximum(winner - 2 * places.place, 0)
    return np.where(places.place == 1, winner, others).astype(float)


EBL = Scheme("ebl", gettext_noop("Master Points"), "EBL", SOURCE, _places)
"""9, 14 or 19 places; ties share the mean."""
