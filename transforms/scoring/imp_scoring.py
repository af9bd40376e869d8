"""Fields scored by IMPs: the scores on each board with their weights, and the points of both sides.

A played line counts once. A line with a weighted score counts as each of its outcomes, with their weights (Law 12C1c).
A line with a split score counts half as the outcome of each side. A side that was awarded a share has no outcome, and
that half of the line is not compared.
"""

from typing import NamedTuple

import dataframely as dy
import polars as pl

from transforms.bridge.rulings import awarded_imps, is_reversed, outcomes
from transforms.scoring.own_averages import with_own_averages
from transforms.scoring.result_lines import places_of, result_lines
from transforms.tables.arithmetic.sums import steady_mean, steady_sum
from transforms.tables.schemas import DIRECTIONS, BoardScores, Competitions, Direction, Frame, Results, Sessions
from transforms.tables.shared import in_shape

FORM = ("board_no", "subfield")
"""The columns that the lines to compare have in common: the board of a field, and its form if the board was fouled."""

_AWARDS = ("average_plus_imps", "average_minus_imps")


class ImpField(NamedTuple):
    """The result lines and scores of all sessions of one kind, ready to be compared."""

    lines: pl.DataFrame
    """The lines as returned by `result_lines`, with the rules."""
    outcomes: pl.DataFrame
    """(number, FORM, direction, weight, score): only of lines with a weighted or split score."""
    scores: pl.DataFrame
    """(FORM, score, times): `times` says how often each score counts there."""


def imp_field(
    results: Frame[Results], sessions: Frame[Sessions], competitions: Frame[Competitions], kind: str, *rules: str
) -> ImpField:
    """Prepare all sessions of a kind to be compared.

    Args:
        results: `Results`.
        sessions: `Sessions`.
        competitions: `Competitions`.
        kind: `butler` or `cross_imp`.
        rules: the columns of `Competitions` to add to the lines, besides the rules for awards.
    """
    places = places_of(results, sessions, competitions, (kind,), (*rules, *_AWARDS)).collect()
    of_place = places.select("place", *rules, *_AWARDS)
    lines = result_lines(results, places).join(of_place, on="place", how="left", maintain_order="left")
    ruled = outcomes(lines.filter(pl.col("ruling").is_not_null()), ["number"]).join(
        lines.select("number", *FORM), on="number"
    )
    score = pl.col("compared_score").alias("score")
    played = lines.filter(score.is_not_null()).group_by(*FORM, score).agg(times=pl.len().cast(pl.Float64))
    weighted = ruled.group_by(*FORM, "score").agg(times=steady_sum(pl.col("weight") / 2))
    scores = pl.concat([played, weighted]).group_by(*FORM, "score").agg(pl.col("times").sum())
    return ImpField(lines, ruled, scores)


def by_side(outcomes: pl.DataFrame, points: pl.Expr) -> pl.DataFrame:
    """The points of both sides: for each side the mean over its outcomes, by weight.

    Args:
        outcomes: `number`, `direction`, `weight`, and the columns that `points` needs.
        points: the points for an outcome, seen from North-South.

    Returns:
        `number`, `ns_ruled`, `ew_ruled`; null for a side without an outcome, or without anything to compare with.
    """
    ns, ew = ((pl.col("weight") * points).filter(pl.col("direction") == side) for side in DIRECTIONS)
    return outcomes.group_by("number").agg(
        ns_ruled=pl.when(ns.count() > 0).then(steady_sum(ns)), ew_ruled=pl.when(ew.count() > 0).then(0 - steady_sum(ew))
    )


def imp_scores(compared: pl.DataFrame, ruled: pl.DataFrame, scoring: str) -> dy.LazyFrame[BoardScores]:
    """Give both sides of every line their IMPs.

    Args:
        compared: lines with their rules; `points` from the comparison, seen from North-South; `award_times`, the factor
            for the IMPs of an award; `datum`.
        ruled: `number`, `ns_ruled`, `ew_ruled`, for lines with a weighted or split score.
        scoring: the word for the column `scoring`: `butler` or `cross_imps`.

    Returns:
        `BoardScores`, in the order of the lines.
    """
    points = pl.when(is_reversed(pl.col("ruling"))).then(-pl.col("points")).otherwise("points")
    earned = compared.join(ruled, on="number", how="left", maintain_order="left").with_columns(
        ns_points=pl.coalesce("ns_ruled", points),
        ew_points=pl.coalesce("ew_ruled", 0 - points),
        top=pl.lit(None, pl.Float64),
    )
    return in_shape(
        BoardScores,
        with_own_averages(earned, earned, steady_mean(pl.col("points")))
        .lazy()
        .with_columns(
            ns_points=pl.coalesce("ns_points", _award("NS")),
            ew_points=pl.coalesce("ew_points", _award("EW")),
            table_no="table",
            scoring=pl.lit(scoring),
        ),
    )


def _award(direction: Direction) -> pl.Expr:
    own = pl.col(f"{direction.lower()}_own")
    plus, minus = (pl.col("award_times") * pl.col(f"average_{which}_imps") for which in ("plus", "minus"))
    return awarded_imps(pl.col("ruling"), direction, own, plus, minus)
