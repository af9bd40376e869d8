"""Single numbers as text for readers. The module `rounding` rounds columns in the same way.

Halves are rounded away from zero. A number that is a half in decimal notation counts as a half: 0.285 is written 0.29,
although the float 0.285 is slightly smaller. A zero never gets a minus sign.
"""

import math

from transforms.tables.arithmetic.tolerance import HAIR, RELATIVE_HAIR

OF_SIDE = r"^([0-9]+)(NS|EW)$"
"""A pair number followed by a direction, such as `3EW`; used if a pair in the other direction has the same number."""


def in_decimals(value: float, decimals: int) -> str:
    """Return the number with exactly this number of decimals: `12.00`, `-0.29`."""
    # Take the same steps as `rounding.to_decimals` takes for a column, so that both agree to the last bit.
    scaled = abs(float(value)) * 10**decimals
    size = math.floor(scaled * (1 + RELATIVE_HAIR) + (0.5 + HAIR))
    digits = str(size).zfill(decimals + 1)
    text = f"{digits[:-decimals]}.{digits[-decimals:]}" if decimals else digits
    return f"-{text}" if value < 0 and size else text


def short(value: float) -> str:
    """Return the number rounded to two decimals, without trailing zeros: `12`, `0.5`, `11.83`."""
    return in_decimals(value, 2).rstrip("0").rstrip(".")
