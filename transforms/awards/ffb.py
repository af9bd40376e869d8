"""Expert Points of the French federation (FFB): two thirds of the field share N * BV * 5/18 along a curve.

BV grows with the field, from X = 100 up to 25 entrants to X + 60 from 100.
"""

from fractions import Fraction

import numpy as np

from transforms.awards.curve import curve
from transforms.awards.scheme import Floats, Integers, Places, Scheme
from transforms.tables.messages import gettext_noop

SOURCE = "Funbridge, How federation points are calculated: Expert Points (FFB); it prints 25>N<=50 for 25<N<=50"

X = 100
"""The value for afternoon tournaments that the FFB sanctions."""
A = Fraction(3, 2)
EXPONENT = 1 / 2


def total(entrants: Integers) -> Floats:
    """The total of the awards, for fields of these sizes."""
    fifths_of_bv = np.select(
        [entrants <= 25, entrants <= 50, entrants < 100],
        [
            np.full_like(entrants, 5 * X),
            8 * entrants + 5 * (X - 40),
            2 * entrants + 5 * (X + 20),
        ],
        default=5 * (X + 60),
    )
    return fifths_of_bv * entrants / 18


def _places(places: Places) -> Floats:
    return curve(places, total(places.sizes), A, EXPONENT)


FFB = Scheme("ffb", gettext_noop("Expert Points"), "FFB", SOURCE, _places, whole_points=True)
"""ceil(2N/3) places get points; ties share the mean, with 0 for places beyond the last award; not rounded."""
