"""Official points that contradict other values in their own file, often because results were edited by hand."""

import dataframely as dy
import polars as pl

from transforms.bridge.rulings import awarded_share
from transforms.intake.findings import warning_on
from transforms.intake.lines.same_score import unlike_the_same_score
from transforms.tables import DIRECTIONS, Findings
from transforms.tables.arithmetic.division import quotient

_HALF_A_POINT = 0.5
"""Some programs print whole points."""


def contradicting_points(results: pl.LazyFrame) -> list[dy.LazyFrame[Findings]]:
    """Warn about lines whose official points do not fit their ruling, or the points of the same score on the board.

    Args:
        results: `Results` with the `kind` of their session. Lines of teams are skipped, since between teams the same
            score may rightly bring different points.

    Returns:
        Frames of `Findings`.
    """
    points = ("official_ns_points", "official_ew_points")
    found = results.filter(pl.all_horizontal(pl.col(points).is_not_null()), pl.col("kind") != "teams").collect()
    if found.is_empty():
        return []
    printed = found.lazy()
    both = pl.concat_str((_as_printed(name) for name in points), separator=" / ")
    return [
        warning_on(
            _unlike_the_ruling(printed),
            "points.unlike_ruling",
            "these points on board {board} do not go with the ruling {ruling}, which counts: mend one of them",
            field="official_ns_points",
            value=both,
            ruling=shares_in_words(pl.col("ruling")),
        ),
        warning_on(
            unlike_the_same_score(printed),
            "points.unlike_same_score",
            "on board {board} the same score of {score} brings {usual} North-South elsewhere: see what was changed by"
            " hand",
            field="official_ns_points",
            value=both,
            usual=_as_printed("usual"),
        ),
    ]


def shares_in_words(ruling: pl.Expr) -> pl.Expr:
    """A ruling of a share for each side in English, as `pipelines/words/ruling_words.py` says it in any language.

    Args:
        ruling: both shares are numbers, since no others can contradict the points.
    """
    return ruling.str.replace(r"^a(.*)_(.*)$", "${1} % – ${2} %")


def _as_printed(points: str) -> pl.Expr:
    """`10`, `14.5`: points without a fraction of nothing."""
    return pl.col(points).cast(pl.String).str.replace(r"\.0$", "")


def _unlike_the_ruling(printed: pl.LazyFrame) -> pl.LazyFrame:
    """The lines with an awarded share for each side whose points are not in proportion to these shares."""
    ns_share, ew_share = (
        awarded_share(pl.col("ruling"), direction).cast(pl.Float64, strict=False) for direction in DIRECTIONS
    )
    total = pl.col("official_ns_points") + pl.col("official_ew_points")
    due = quotient(total * ns_share, ns_share + ew_share)
    counted_from_zero = (pl.col("kind") == "pairs") & ~pl.col("official_centred")
    return printed.filter(counted_from_zero, (pl.col("official_ns_points") - due).abs() > _HALF_A_POINT)
