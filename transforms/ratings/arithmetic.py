"""Arithmetic on whole numbers: rounding of fractions, and the rating table as arrays for look-ups."""

from typing import Any, NamedTuple, overload

import numpy as np
import polars as pl
from numpy.typing import NDArray

Integers = NDArray[np.int64]

_HUNDRED = 100


class Table(NamedTuple):
    """The rating table, with one value for each difference and for each percentage."""

    expected: Integers  # percentage expected of the higher rated, by difference 0, 1, 2 ...; above these, the last one
    of_either: Integers  # percentage expected, by difference 0, 1, 2 ..., followed by the differences below 0, up to -1
    difference: Integers  # to add to the opponents' rating, by percentage 0 to 100; 0 for 0 and 100, which have none


def lookups(table: pl.DataFrame) -> Table:
    """Convert the classes of a `RatingTable` to arrays."""
    classes = table.sort("least")
    least = classes["least"].to_numpy()
    by_class = np.searchsorted(least, np.arange(least[-1] + 1), side="right") - 1
    known = classes.drop_nulls("difference")
    higher, difference = known["higher"].to_numpy(), known["difference"].to_numpy()
    by_percentage = np.zeros(_HUNDRED + 1, dtype=np.int64)
    by_percentage[higher] = difference
    by_percentage[_HUNDRED - higher] = -difference
    expected = classes["higher"].to_numpy().astype(np.int64)[by_class]
    return Table(expected, np.append(expected, _HUNDRED - expected[:0:-1]), by_percentage)


def whole(numerator: Integers, denominator: Integers | int) -> Integers:
    """Round fractions to whole numbers, with halves away from zero. The denominator must be positive."""
    return np.sign(numerator) * ((2 * np.abs(numerator) + denominator) // (2 * denominator))


@overload
def percentage(hundredths: pl.Expr, games: pl.Expr) -> pl.Expr: ...
@overload
def percentage(hundredths: Integers, games: Integers) -> Integers: ...
def percentage(hundredths: Any, games: Any) -> Any:
    """Convert points (in hundredths) from games worth 2 points each to a whole percentage, with halves rounded up."""
    return (hundredths + games) // (2 * games)
