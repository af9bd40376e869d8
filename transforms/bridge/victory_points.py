"""Victory points of a match from its IMPs: the scales of the World Bridge Federation, 20 points a match.

A match of n boards has 20-0 from B = 15 * sqrt(n) IMPs on; a margin of I IMPs below that brings the winner
10 + 10 * (1 - R ** (I / B)) / (1 - R), with R = sqrt(5) - 2. Neither scale is that curve simply rounded: every
further IMP may be worth no more than the one before it. Source: The New WBF IMP to VP Scales, Technical Report of
the WBF Scoring Panel (2013); the tables that the WBF and the English Bridge Union publish come out exactly.
"""

import math
from collections.abc import Callable

import numpy as np
import polars as pl
from numpy.typing import NDArray

from transforms.arithmetic.rounding import HAIR

Integers = NDArray[np.int64]

MOST_BOARDS = 1_000
"""A match is not longer."""

_R = math.sqrt(5) - 2
_HUNDREDTHS = 100
_DRAW, _MOST = 10 * _HUNDREDTHS, 20 * _HUNDREDTHS


def victory_point_scales(matches: pl.DataFrame) -> pl.DataFrame:
    """The scales that matches need.

    Args:
        matches: `victory_points` (the name of a scale: `wbf_continuous` or `wbf_discrete`) and `boards` (1 to
            `MOST_BOARDS`); repeated or not, null or not.

    Returns:
        `victory_points`, `boards`, `margin` (0, 1, 2 ... IMPs) and `vp` (Float64) of the side that won by it. The
        last margin brings 20, and so does every larger one.
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
    """A value for each IMP, in hundredths.

    The curve rounded, halves up, and raised by as little as makes no IMP worth more than the one before.
    """
    blitz = _blitz(boards)
    margins = np.arange(math.ceil(blitz - HAIR) + 1)
    curve = _DRAW + _DRAW * (1 - _R ** (margins / blitz)) / (1 - _R)
    scale = np.minimum(np.floor(curve + 0.5 + HAIR), _MOST).astype(np.int64)
    return -_lowered_until_convex(-scale)


def _discrete(boards: int) -> Integers:
    """Whole victory points, for a range of IMPs each.

    A range ends where the curve reaches the next half point; then the ends are lowered by as little as makes no
    range narrower than the one before. The first range is that of the draw, from -a to a.
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
    """The greatest whole numbers, none above those given, whose steps never shrink; the first and last stay."""
    lowered = values.copy()
    while True:
        before = lowered.copy()
        lowered[1:-1] = np.minimum(before[1:-1], (before[:-2] + before[2:]) // 2)
        if np.array_equal(lowered, before):
            return lowered


_SCALES: dict[str, Callable[[int], Integers]] = {"wbf_continuous": _continuous, "wbf_discrete": _discrete}
_NONE = pl.DataFrame(schema={"victory_points": pl.String, "boards": pl.Int32, "margin": pl.Int32, "vp": pl.Float64})
