"""Points that a file prints beside its lines, and that it contradicts itself: results edited by hand show so."""

import dataframely as dy
import polars as pl

from transforms.bridge.rulings import awarded_share
from transforms.intake.findings import finding
from transforms.official.same_score import unlike_the_same_score
from transforms.tables import DIRECTIONS, Findings

_HALF_A_POINT = 0.5
"""Some programs print whole points."""


def contradicting_points(results: pl.LazyFrame) -> list[dy.LazyFrame[Findings]]:
    """Warnings for lines whose points do not go with their ruling, or with those of the same score on the board.

    Args:
        results: `Results` with the `kind` of their session. Between teams the same score may well bring different
            points, so theirs are passed over.
    """
    points = ("official_ns_points", "official_ew_points")
    printed = results.filter(pl.all_horizontal(pl.col(points).is_not_null()), pl.col("kind") != "teams")
    both = pl.concat_str(points, separator=" / ")
    return [
        finding(
            _unlike_the_ruling(printed),
            "warning",
            "official_ns_points",
            both,
            pl.format(
                "these points on board {} do not go with the ruling {}, which counts: mend one of them",
                *("board", "ruling"),
            ),
        ),
        finding(
            unlike_the_same_score(printed),
            "warning",
            "official_ns_points",
            both,
            pl.format(
                "on board {} the same score of {} brings {} North-South elsewhere: see what was changed by hand",
                *("board", "score", "usual"),
            ),
        ),
    ]


def _unlike_the_ruling(printed: pl.LazyFrame) -> pl.LazyFrame:
    """Lines with a share for each side, and points that are not in proportion to those shares."""
    ns_share, ew_share = (
        awarded_share(pl.col("ruling"), direction).cast(pl.Float64, strict=False) for direction in DIRECTIONS
    )
    total = pl.col("official_ns_points") + pl.col("official_ew_points")
    due = total * ns_share / (ns_share + ew_share)
    counted_from_zero = (pl.col("kind") == "pairs") & ~pl.col("official_centred")
    return printed.filter(counted_from_zero, (pl.col("official_ns_points") - due).abs() > _HALF_A_POINT)
