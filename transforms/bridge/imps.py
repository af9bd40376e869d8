"""International match points (IMPs): Laws of Duplicate Bridge, Law 78B.

The function takes and returns expressions.
"""

import polars as pl

LEAST = (
    *(20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600),
    *(750, 900, 1100, 1300, 1500, 1750, 2000, 2250, 2500, 3000, 3500, 4000),
)
"""The smallest difference in points that is worth 1, 2, 3 ... 24 IMPs."""
MOST_IMPS = len(LEAST)
"""The most that a board can bring."""


def imps(difference: pl.Expr) -> pl.Expr:
    """The IMPs for a difference in points, with the sign of the difference: Int32, -24 to 24; null for null.

    The difference may have decimals, since a datum may have them. It is worth the IMPs of the largest step of `LEAST`
    that it reaches.
    """
    size = difference.abs()
    return pl.sum_horizontal(size >= least for least in LEAST).cast(pl.Int32) * difference.sign().cast(pl.Int32)
