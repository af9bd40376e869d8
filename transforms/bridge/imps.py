"""International match points (IMPs; Laws of Duplicate Bridge, Law 78B), and the victory points of a match.

On the scales of the World Bridge Federation a match of n boards ends 20-0 from a margin of B = 15 * sqrt(n) IMPs. With
a smaller margin of I IMPs the winner gets 10 + 10 * (1 - R ** (I / B)) / (1 - R), where R = sqrt(5) - 2. Neither scale
is simply this curve rounded, because each further IMP must not be worth more than the one before it. Source: The New
WBF IMP to VP Scales, Technical Report of the WBF Scoring Panel (2013). These functions give exactly the tables that the
WBF and the English Bridge Union publish.
"""

import math
from collections.abc import Callable

import numpy as np
import polars as pl
from numpy.typing import NDArray

from transforms.tables.arithmetic.tolerance import HAIR

LEAST = (
    *(20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600),
    *(750, 900, 1100, 1300, 1500, 1750, 2000, 2250, 2500, 3000, 3500, 4000),
)
"""The smallest differences in points that are worth 1, 2, 3 ... 24 IMPs."""
MOST_IMPS = len(LEAST)


def imps(difference: pl.Expr) -> pl.Expr:
    """Return the IMPs for a difference in points, with the sign of the difference: Int32, -24 to 24; null for null.

    The difference may have decimals, because a datum may have decimals. It is worth the IMPs of the largest value of
    `LEAST` that it reaches.
    """
    size = difference.abs()
    return pl.sum_horizontal(size >= least for least in LEAST).cast(pl.Int32) * difference.sign().cast(pl.Int32)


Integers = NDArray[np.int64]

MOST_BOARDS = 1_000

_R = math.sqrt(5) - 2
_HUNDREDTHS = 100
_DRAW, _MOST = 10 * _HUNDREDTHS, 20 * _HUNDREDTHS


def victory_point_scales(matches: pl.DataFrame) -> pl.DataFrame:
    """Return the scales that matches need: victory_points, boards, margin and vp, one row per scale, boards and margin.

    `matches` has `victory_points` (`wbf_continuous` or `wbf_discrete`) and `boards` (1 to `MOST_BOARDS`). Rows may
    repeat, and rows with a null are ignored. `vp` (Float64) is the victory points of the winner for a `margin` of 0, 1,
    2 ... IMPs. The last margin of a scale gives 20, as does every larger margin.
    """
    needed = matches.select("victory_points", "boards").drop_nulls().unique().sort("victory_points", "boards")
    scales = [
        pl.DataFrame({"vp": _SCALES[name](boards) / _HUNDREDTHS}).select(
            victory_points=pl.lit(name),
            boards=pl.lit(boards, pl.Int32),
            margin=pl.int_range(pl.len(), dtype=pl.Int32),
            vp="vp",
        )
        for name, boards in needed.iter_rows()
    ]
    return pl.concat([_NONE, *scales])


def _continuous(boards: int) -> Integers:
    """Return the winner's victory points for each margin on the continuous scale, in hundredths of a point.

    The curve is rounded, halves up, and raised until no IMP is worth more than the one before it.
    """
    blitz = _blitz(boards)
    margins = np.arange(math.ceil(blitz - HAIR) + 1)
    curve = _DRAW + _DRAW * (1 - _R ** (margins / blitz)) / (1 - _R)
    scale = np.minimum(np.floor(curve + 0.5 + HAIR), _MOST).astype(np.int64)
    return -_lowered_until_convex(-scale)


def _discrete(boards: int) -> Integers:
    """Return the winner's victory points for each margin on the discrete scale: whole points, given in hundredths.

    Each number of points covers a range of margins, which ends where the curve reaches the next half point. The ends
    are lowered until no range is narrower than the one before it. The first range is the range of the draw, from -a to
    a.
    """
    halves = np.arange(10) / 10 + 0.05
    reached = _blitz(boards) * np.log(1 - (1 - _R) * halves) / math.log(_R)
    last = np.floor(reached + HAIR).astype(np.int64)
    while True:
        widened = _lowered_until_convex(last)
        widened[0] = min(widened[0], (widened[1] - 1) // 3)
        if np.array_equal(widened, last):
            return _DRAW + _HUNDREDTHS * np.searchsorted(last, np.arange(last[-1] + 2))
        last = widened


def _blitz(boards: int) -> float:
    return 15 * math.sqrt(boards)


def _lowered_until_convex(values: Integers) -> Integers:
    """Return the largest integers that are nowhere above `values` and whose steps never shrink.

    The first and the last value stay the same.
    """
    lowered = values.copy()
    while True:
        before = lowered.copy()
        lowered[1:-1] = np.minimum(before[1:-1], (before[:-2] + before[2:]) // 2)
        if np.array_equal(lowered, before):
            return lowered


_SCALES: dict[str, Callable[[int], Integers]] = {"wbf_continuous": _continuous, "wbf_discrete": _discrete}
_NONE = pl.DataFrame(schema={"victory_points": pl.String, "boards": pl.Int32, "margin": pl.Int32, "vp": pl.Float64})
