"""Green Points of the Swiss federation (FSB): half of the field shares 2N points along a curve."""

from fractions import Fraction

from transforms.awards.curve import curve
from transforms.awards.scheme import Floats, Integers, Places, Scheme
from transforms.tables.messages import gettext_noop

SOURCE = "Funbridge, How federation points are calculated: Green Points (FSB)"

POINTS_AN_ENTRANT = 2
A = Fraction(2)
EXPONENT = 1 / 1.9


def total(entrants: Integers) -> Floats:
    """The total of the awards, for fields of these sizes."""
    return POINTS_AN_ENTRANT * entrants.astype(float)


def _places(places: Places) -> Floats:
    return curve(places, total(places.sizes), A, EXPONENT)


FSB = Scheme("fsb", gettext_noop("Green Points"), "FSB", SOURCE, _places, whole_points=True)
"""ceil(N/2) places get points; ties share the mean, with 0 for places beyond the last award; not rounded."""
