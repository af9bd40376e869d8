"""Funbridge Points: 2 * (N + 1 - r) / log10(r + 2) for everybody."""

import numpy as np

from transforms.awards.scheme import Floats, Places, Scheme

SOURCE = "Funbridge, How federation points are calculated: Funbridge Points"


def _places(places: Places) -> Floats:
    return 2 * (places.size + 1 - places.place) / np.log10(places.place + 2)


FUNBRIDGE = Scheme("funbridge", "Funbridge Points", "Funbridge", SOURCE, _places, whole_points=True)
"""N points of places 1 to N, none without an award; ties share the mean; kept exact."""
