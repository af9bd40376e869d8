"""The curve of FFB and FSB: a total for the field, shared out by A(r) = K * ((N + a) / r - a)^m.

K makes the awards add up to the total; a place where the base is not above 0 gets nothing.
Source: Funbridge, How federation points are calculated: Expert Points (FFB), Green Points (FSB).
"""

from fractions import Fraction

import numpy as np

from transforms.awards.scheme import Floats, Places

_LARGE = 50
"""Fields beyond this size have a flatter curve: m is smaller by ln(N / 4) / 60."""
_FLATTER = 60


def curve(places: Places, total: Floats, a: Fraction, exponent: float) -> Floats:
    """The award of each place.

    Args:
        places: of fields of any sizes.
        total: of the awards, one a field.
        a: how far down the awards go.
        exponent: m of fields up to 50.
    """
    # (N + a) / r - a over one denominator, in whole numbers: so that nothing but 0 is 0.
    above = a.denominator * places.size + a.numerator * (1 - places.place)
    base = np.maximum(above, 0) / (a.denominator * places.place)
    flatter = np.where(places.size > _LARGE, np.log(places.size / 4) / _FLATTER, 0)
    height = base ** (exponent - flatter)
    return places.in_rows(total / places.sums(height)) * height
