"""Boards on which the points of a file do not follow the scores, as after an edit by hand."""

import polars as pl

from transforms.tables.arithmetic.tolerance import HAIR
from transforms.tables.schemas import SESSION

_BOARD = (*SESSION, "line", "board")
_FIELD = (*_BOARD, "subfield")


def out_of_order(results: pl.LazyFrame) -> pl.LazyFrame:
    """Find the boards at matchpoints on which some score has no more points than a lower one.

    However an average weighs on the other results, each has more than all that are lower. Where a file prints whole
    points, two of them may be printed alike.

    Args:
        results: `Results` with official points at matchpoints, and `prints_whole`.

    Returns:
        The keys of these boards.
    """
    of_scores = (
        results.filter(pl.col("ruling").is_null(), pl.col("score").is_not_null())
        .group_by(*_FIELD, "score")
        .agg(
            pl.col("prints_whole").any(),
            least=pl.col("official_ns_points").min(),
            most=pl.col("official_ns_points").max(),
        )
        .sort(*_FIELD, "score", nulls_last=True)
        .with_columns(most_before=pl.col("most").cum_max().shift(1).over(_FIELD))
    )
    more = pl.col("least") - pl.col("most_before")
    has_no_more = pl.when("prints_whole").then(more < -HAIR).otherwise(more <= HAIR)
    return of_scores.filter(has_no_more).select(_BOARD).unique()
