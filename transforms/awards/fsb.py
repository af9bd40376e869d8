"""Green Points of the Swiss federation (FSB): half of the field share 2N on a curve."""

from fractions import Fraction

from transforms.awards.curve import curve
from transforms.awards.scheme import Floats, Integers, Places, Scheme

SOURCE = "Funbridge, How federation points are calculated: Green Points (FSB)"

POINTS_AN_ENTRANT = 2
A = Fraction(2)
EXPONENT = 1 / 1.9


def total(entrants: Integers) -> Floats:
    """T, for fields of these sizes."""
    return POINTS_AN_ENTRANT * entrants.astype(float)


def _places(places: Places) -> Floats:
    return curve(places, total(places.sizes), A, EXPONENT)


FSB = Scheme("fsb", "Green Points", "FSB", SOURCE, _places, whole_points=True)
"""ceil(N/2) places get points; ties share the mean, of nothing beyond the last award; kept exact."""
