"""Numbers as people write them: one rounding for whatever is read."""

from decimal import ROUND_HALF_UP, Decimal

_DECIMALS = 9
"""Where binary fractions end and what they stand for begins."""


def in_decimals(value: float, decimals: int) -> str:
    """With so many decimals, halves away from zero; no minus before a zero."""
    number = Decimal(repr(round(float(value), _DECIMALS))).quantize(Decimal(1).scaleb(-decimals), ROUND_HALF_UP)
    return str(number or abs(number))


def short(value: float) -> str:
    """With as few decimals as say it, two at most: `12`, `0.5`, `11.83`."""
    return in_decimals(value, 2).rstrip("0").rstrip(".")
