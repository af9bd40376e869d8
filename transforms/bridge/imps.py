"""International match points: Laws of Duplicate Bridge, Law 78B.

Expressions in, expressions out.
"""

import polars as pl

LEAST = (
    *(20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600),
    *(750, 900, 1100, 1300, 1500, 1750, 2000, 2250, 2500, 3000, 3500, 4000),
)
"""The smallest difference in points that is worth 1, 2, 3 ... 24 IMPs."""


def imps(difference: pl.Expr) -> pl.Expr:
    """The IMPs for a difference in points, with its sign: -24 to 24, null where it is null.

    A difference need not be whole, since a datum may not be: it is worth what it reaches.
    """
    size = difference.abs()
    return pl.sum_horizontal(size >= least for least in LEAST).cast(pl.Int32) * difference.sign().cast(pl.Int32)
