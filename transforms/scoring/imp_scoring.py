"""What a field scored by IMPs is made of: the scores that stand on a board, and how often.

A line stands there once. One with a weighted score stands there as each of its outcomes, with its weight (Law
12C1c); one with a split score half as the outcome of each side. A side that was awarded a share has no outcome,
and that half of the line is compared with nobody.
"""

from typing import NamedTuple

import polars as pl

from transforms.arithmetic.sums import steady_mean, steady_sum
from transforms.bridge.rulings import awarded_imps, is_reversed, outcomes
from transforms.scoring.own_averages import with_own_averages
from transforms.scoring.result_lines import places_of, result_lines
from transforms.tables import DIRECTIONS, BoardScores, Direction, Frame

FORM = ("board_no", "subfield")
"""Lines that are compared: those of one board of a field, and where a board was fouled, of one form of it."""

_AWARDS = ("average_plus_imps", "average_minus_imps")


class ImpField(NamedTuple):
    """The sessions of one kind, ready to compare."""

    lines: pl.DataFrame
    """What `result_lines` gives, with the rules."""
    outcomes: pl.DataFrame
    """`number`, FORM, `direction`, `weight`, `score`: only of lines with a weighted or split score."""
    scores: pl.DataFrame
    """FORM, `score`, `times`: how often each score stands there."""


def imp_field(results: Frame, sessions: Frame, competitions: Frame, kind: str, *rules: str) -> ImpField:
    """The field of every session of a kind.

    Args:
        results: `Results`.
        sessions: `Sessions`.
        competitions: `Competitions`.
        kind: `butler` or `cross_imp`.
        rules: the columns of `Competitions` wanted beside those for awards.
    """
    places = places_of(sessions, competitions, (kind,), (*rules, *_AWARDS)).collect()
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
    """The points of both sides from those of each outcome, seen from North-South.

    Args:
        outcomes: `number`, `direction`, `weight`, and what `points` needs.
        points: what an outcome is worth.

    Returns:
        `number`, `ns_ruled`, `ew_ruled`; null for a side without an outcome, or compared with nothing.
    """
    ns, ew = ((pl.col("weight") * points).filter(pl.col("direction") == side) for side in DIRECTIONS)
    return outcomes.group_by("number").agg(
        ns_ruled=pl.when(ns.count() > 0).then(steady_sum(ns)), ew_ruled=pl.when(ew.count() > 0).then(0 - steady_sum(ew))
    )


def imp_scores(compared: pl.DataFrame, ruled: pl.DataFrame, scoring: str) -> pl.LazyFrame:
    """Give both sides of every line their IMPs.

    Args:
        compared: lines with their rules; `points` from the comparison, seen from North-South; `award_times`, how
            many times an award counts; `datum`.
        ruled: `number`, `ns_ruled`, `ew_ruled`, for lines with a weighted or split score.
        scoring: its name.

    Returns:
        `BoardScores`, in the order of the lines.
    """
    points = pl.when(is_reversed(pl.col("ruling"))).then(-pl.col("points")).otherwise("points")
    earned = compared.join(ruled, on="number", how="left", maintain_order="left").with_columns(
        ns_points=pl.coalesce("ns_ruled", points),
        ew_points=pl.coalesce("ew_ruled", 0 - points),
        top=pl.lit(None, pl.Float64),
    )
    return (
        with_own_averages(earned, earned, steady_mean(pl.col("points")))
        .lazy()
        .with_columns(
            ns_points=pl.coalesce("ns_points", _award("NS")),
            ew_points=pl.coalesce("ew_points", _award("EW")),
            table_no="table",
            scoring=pl.lit(scoring),
        )
        .select(BoardScores.column_names())
    )


def _award(direction: Direction) -> pl.Expr:
    own = pl.col(f"{direction.lower()}_own")
    plus, minus = (pl.col("award_times") * pl.col(f"average_{which}_imps") for which in ("plus", "minus"))
    return awarded_imps(pl.col("ruling"), direction, own, plus, minus)
