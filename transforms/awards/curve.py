"""The curve of FFB and FSB: a total for the field, divided over the places by A(r) = K * ((N + a) / r - a)^m.

K is such that the awards add up to the total. A place where the base of the power is 0 or less gets nothing.
Source: Funbridge, How federation points are calculated: Expert Points (FFB), Green Points (FSB).
"""

from fractions import Fraction

import numpy as np

from transforms.awards.scheme import Floats, Places

_LARGE = 50
"""Larger fields have a flatter curve: m is smaller by ln(N / 4) / 60."""
_FLATTER = 60


def curve(places: Places, total: Floats, a: Fraction, exponent: float) -> Floats:
    """The award of each place.

    Args:
        places: the places of fields of any sizes.
        total: the total of the awards of each field.
        a: decides how far down the places get awards.
        exponent: m of fields of up to 50 entrants.
    """
    # (N + a) / r - a as one fraction of whole numbers, so that the base is 0 only where it is exactly 0.
    above = a.denominator * places.size + a.numerator * (1 - places.place)
    base = np.maximum(above, 0) / (a.denominator * places.place)
    flatter = np.where(places.size > _LARGE, np.log(places.size / 4) / _FLATTER, 0)
    height = base ** (exponent - flatter)
    return places.in_rows(total / places.sums(height)) * height
