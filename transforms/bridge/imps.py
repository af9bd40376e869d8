"""International match points (IMPs; Laws of Duplicate Bridge, Law 78B), and the victory points of a match.

On the scales of the World Bridge Federation a match of n boards ends 20-0 from a margin of B = 15 * sqrt(n) IMPs. With
a smaller margin of I IMPs the winner gets 10 + 10 * (1 - R ** (I / B)) / (1 - R), where R = sqrt(5) - 2. Neither scale
is simply this curve rounded, because no IMP may be worth more than the one before it. Source: The New WBF IMP to VP
Scales, Technical Report of the WBF Scoring Panel (2013). These functions give exactly the tables that the WBF and the
English Bridge Union publish.

A competition may have a table of its own (`table_of`), which starts from IMPs or from percentages.
"""

import math
import re
from collections.abc import Callable
from functools import cache
from itertools import groupby, pairwise
from operator import itemgetter

import numpy as np
import polars as pl
from numpy.typing import NDArray

from transforms.tables.arithmetic.tolerance import HAIR
from transforms.tables.messages import Message
from transforms.tables.schemas import DECIMALS

LEAST = (  # the smallest differences in points that are worth 1, 2, 3 ... 24 IMPs
    *(20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600),
    *(750, 900, 1100, 1300, 1500, 1750, 2000, 2250, 2500, 3000, 3500, 4000),
)
MOST_IMPS = len(LEAST)


def imps(difference: pl.Expr) -> pl.Expr:
    """Return the IMPs for a difference in points, perhaps with decimals: Int32, -24 to 24; null for null."""
    size = difference.abs()
    return pl.sum_horizontal(size >= least for least in LEAST).cast(pl.Int32) * difference.sign().cast(pl.Int32)


Integers = NDArray[np.int64]

MOST_BOARDS = 1_000

_R = math.sqrt(5) - 2
_HUNDREDTHS = 100
_DRAW, _MOST = 10 * _HUNDREDTHS, 20 * _HUNDREDTHS


def victory_point_scales(matches: pl.DataFrame) -> pl.DataFrame:
    """Return the scales that matches need: scale, boards, margin and vp, with one row per scale, boards and margin.

    `matches` has `scale` (`wbf_continuous`, `wbf_discrete`, or the text of a table) and `boards` (1 to `MOST_BOARDS`);
    rows with a null are ignored. `vp` (Float64) has the winner's points from a `margin` (Float64) on: a margin in IMPs,
    or the percentage minus 50. The last margin gives 20, as does every larger margin.
    """
    needed = matches.select("scale", "boards").drop_nulls().unique().sort("scale", "boards")
    scales = [
        (_steps(name, boards) if name in _SCALES else _of_table(name, boards)).select(
            "margin", "vp", scale=pl.lit(name), boards=pl.lit(boards, pl.Int32)
        )
        for name, boards in needed.iter_rows()
    ]
    return pl.concat([_NONE, *(scale.select(_NONE.columns) for scale in scales)])


def _steps(name: str, boards: int) -> pl.DataFrame:
    vp = pl.DataFrame({"vp": _SCALES[name](boards) / _HUNDREDTHS})
    return vp.with_columns(margin=pl.int_range(pl.len()).cast(pl.Float64))


def _of_table(text: str, boards: int) -> pl.DataFrame:
    table = table_of(text)  # the steps for the largest number of boards up to `boards` apply, else the smallest
    numbers = table["boards"].drop_nulls()
    nearest = numbers.filter(numbers <= boards).max() if (numbers <= boards).any() else numbers.min()
    return table.filter(pl.col("boards").eq_missing(pl.lit(nearest, pl.Int32)))


_COLUMN = "(?:vp|margin|percentage|boards)"
_HEAD = re.compile(rf"\ufeff?{_COLUMN}(?: *[,;\t] *{_COLUMN}){{1,2}} *\r?\n", re.IGNORECASE)


def is_vp_table(text: str) -> bool:
    """Return whether a text begins with the names of the columns of a scale of victory points."""
    return _HEAD.match(text) is not None


@cache
def table_of(text: str) -> pl.DataFrame:
    """Read a table of victory points: (boards, margin, vp), sorted; `boards` is null if their number does not matter.

    `text` has the columns `margin` (IMPs) or `percentage`, `vp` and perhaps `boards`, with commas between them. Each
    row has the winner's points from that margin on. A percentage of 50 is a margin of 0.

    Raises:
        ValueError: a column is missing or unknown, there is no row, or a cell is not a number.
    """
    head, *rows = (line.split(",") for line in text.splitlines())
    start = "percentage" if "percentage" in head else "margin"
    if sorted(head) not in (sorted([start, "vp"]), sorted(["boards", start, "vp"])) or not rows:
        raise ValueError(text)
    cells = [dict(zip(head, map(float, row), strict=True)) for row in rows]
    if not all(map(math.isfinite, (number for row in cells for number in row.values()))):
        raise ValueError(text)
    scale = pl.DataFrame(cells, schema_overrides=dict.fromkeys(head, pl.Float64))
    margin = (pl.col(start) - (50 if start == "percentage" else 0)).round(DECIMALS)
    boards = pl.col("boards").cast(pl.Int32) if "boards" in head else pl.lit(None, pl.Int32)
    return scale.select("vp", boards=boards, margin=margin).select("boards", "vp", "margin").sort("boards", "margin")


def fault_of(table: pl.DataFrame) -> Message | None:
    """Return a sentence about the fault of a scale that `table_of` returned; None if the scale can be used."""
    rows = ((boards or 0, margin, vp) for boards, vp, margin in table.iter_rows())
    for boards, steps in groupby(rows, itemgetter(0)):
        where, scale = f"boards {boards}: " if boards else "", [(margin, vp) for _, margin, vp in steps]
        (first, draw), (_, last) = scale[0], scale[-1]
        if first != 0 or draw != _DRAW / _HUNDREDTHS:
            return Message(
                ("{where}the first row must be a draw: a margin of 0 (or a percentage of 50), and 10 victory points"),
                where=where,
            )
        if last != _MOST / _HUNDREDTHS:
            return Message(
                "{where}the last row must give 20 victory points, and it gives {vp}", where=where, vp=f"{last:g}"
            )
        for (margin, vp), (after, more) in pairwise(scale):
            if after == margin or more < vp:
                gaps = {"where": where, "vp": f"{more:g}", "before": f"{vp:g}"}
                return Message("{where}victory points must rise with the margin, and {vp} follows {before}", **gaps)
    return None


def _continuous(boards: int) -> Integers:
    """Return the winner's victory points for each margin on the continuous scale, in hundredths of a point."""
    # The curve is rounded, halves up, and raised until no IMP is worth more than the one before it.
    blitz = _blitz(boards)
    margins = np.arange(math.ceil(blitz - HAIR) + 1)
    curve = _DRAW + _DRAW * (1 - _R ** (margins / blitz)) / (1 - _R)
    scale = np.minimum(np.floor(curve + 0.5 + HAIR), _MOST).astype(np.int64)
    return -_lowered_until_convex(-scale)


def _discrete(boards: int) -> Integers:
    """Return the winner's victory points for each margin on the discrete scale: whole points, given in hundredths."""
    # Each number of points covers a range of margins, which ends where the curve reaches the next half point. The ends
    # are lowered until no range is narrower than the one before it. The range of the draw is from -a to a.
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
    """Return the largest integers not above `values` that have the same ends and steps that never shrink."""
    lowered = values.copy()
    while True:
        before = lowered.copy()
        lowered[1:-1] = np.minimum(before[1:-1], (before[:-2] + before[2:]) // 2)
        if np.array_equal(lowered, before):
            return lowered


_SCALES: dict[str, Callable[[int], Integers]] = {"wbf_continuous": _continuous, "wbf_discrete": _discrete}
_NONE = pl.DataFrame(schema={"scale": pl.String, "boards": pl.Int32, "margin": pl.Float64, "vp": pl.Float64})
