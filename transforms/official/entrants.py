"""A comparison of the results of entrants with the result list that the file publishes."""

import polars as pl

from transforms.arithmetic.tolerance import HAIR
from transforms.official.printed import UNEXPLAINED, differs, half_a_unit
from transforms.tables import ENTRANT, FIELD, SESSION, Frame, Rows, SessionResults


def beside_official(session_results: Frame[SessionResults], official_results: Rows) -> pl.LazyFrame:
    """One row per entrant with an official result, with our result beside it."""
    ours = session_results.lazy().select(
        *ENTRANT, "field", "maximum", "scoring", our_score="score", our_points="points", our_rank="rank"
    )
    return official_results.lazy().join(ours, on=ENTRANT)


def scores(listed: pl.LazyFrame, points: pl.LazyFrame) -> pl.LazyFrame:
    """One row per entrant with an official score: both scores, whether they differ, and why.

    Args:
        listed: the result of `beside_official`.
        points: the result of `lines.points`; differing points may explain a differing score.
    """
    return _compared(listed.filter(pl.col("score").is_not_null()), "score", points)


def totals(listed: pl.LazyFrame, points: pl.LazyFrame) -> pl.LazyFrame:
    """One row per entrant with an official total of IMPs, victory points or points: the same as `scores` for totals.

    Totals of matchpoints are left out, since each program scales them in its own way; their percentages are compared.
    """
    in_other_points = pl.col("points").is_not_null() & (pl.col("scoring") != "matchpoints")
    return _compared(listed.filter(in_other_points), "points", points)


def _compared(listed: pl.LazyFrame, value: str, points: pl.LazyFrame) -> pl.LazyFrame:
    differing = pl.concat(
        points.filter("differs").select(*SESSION, "line", "line_no", "file_id", entrant=side) for side in ("ns", "ew")
    )
    of_entrant = differing.unique().group_by(ENTRANT).agg(differing_lines=pl.len())
    return (
        listed.with_columns(value=pl.lit(value), official=value, computed=f"our_{value}")
        .with_columns(half_a_unit=half_a_unit())
        .with_columns(differs=differs())
        .join(of_entrant, on=ENTRANT, how="left")
        .with_columns(reason=_reason_of_score())
    )


def _reason_of_score() -> pl.Expr:
    penalty = pl.col("penalty").abs()
    # A program may count the penalty over more boards than those that earned points.
    at_most = 100 * penalty / pl.col("maximum")
    difference = (pl.col("official") - pl.col("computed")).abs()
    return (
        pl.when(pl.col("computed").is_null())
        .then(pl.lit("no board of this entrant counts here"))
        .when(difference <= at_most + pl.col("half_a_unit") + HAIR)
        .then(pl.format("the file gives or takes a penalty of {} points", penalty))
        .when(pl.col("differing_lines").is_not_null())
        .then(pl.format("follows from the result lines of this entrant that differ: {}", "differing_lines"))
        .otherwise(pl.lit(UNEXPLAINED))
    )


def ranks(listed: pl.LazyFrame, scores: pl.LazyFrame) -> pl.LazyFrame:
    """The official ranks that differ, and why; `scores` is the result of the function `scores`."""
    fields = scores.filter("differs").select(*SESSION, "field").unique().with_columns(has_other_scores=True)
    tied = pl.len().over(*SESSION, "field", "our_rank") > 1
    reason = (
        pl.when("has_other_scores")
        .then(pl.lit("follows from the scores that differ in this field"))
        .when(tied)
        .then(pl.lit("the file breaks a tie that stands here"))
        .otherwise(pl.lit(UNEXPLAINED))
    )
    return (
        listed.join(fields, on=FIELD, how="left")
        .with_columns(value=pl.lit("rank"), official="rank", computed="our_rank", reason=reason)
        .filter(pl.col("official").is_not_null() & pl.col("official").ne_missing(pl.col("computed")))
    )
