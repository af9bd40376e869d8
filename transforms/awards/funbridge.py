"""Funbridge Points: 2 * (N + 1 - r) / log10(r + 2) for every place r of N."""

import numpy as np

from transforms.awards.scheme import Floats, Places, Scheme
from transforms.tables.messages import gettext_noop

SOURCE = "Funbridge, How federation points are calculated: Funbridge Points"


def _places(places: Places) -> Floats:
    return 2 * (places.size + 1 - places.place) / np.log10(places.place + 2)


FUNBRIDGE = Scheme("funbridge", gettext_noop("Funbridge Points"), "Funbridge", SOURCE, _places, whole_points=True)
"""All places from 1 to N get points; ties share the mean; not rounded."""
