"""Cross-IMPs: every score on a board is compared with every other score there, in IMPs.

The rule `cross_imps` decides how the comparisons count. `sum` adds them up. `per_comparison` divides the sum by their
number. `scaled` multiplies that mean by the number of comparisons on the board of the field with the most results, so
that all boards have the same weight.
"""

import dataframely as dy
import polars as pl

from transforms.bridge.imps import imps
from transforms.scoring.imp_scoring import FORM, ImpField, by_side, imp_field, imp_scores
from transforms.tables.arithmetic.division import quotient
from transforms.tables.arithmetic.sums import steady_sum
from transforms.tables.arithmetic.tolerance import HAIR
from transforms.tables.schemas import BoardScores, Competitions, Frame, Results, Sessions

_RULE = "cross_imps"


def cross_imp_scores(
    results: Frame[Results], sessions: Frame[Sessions], competitions: Frame[Competitions]
) -> dy.LazyFrame[BoardScores]:
    """Score every result line of every cross-IMP session.

    Args:
        results: `Results`; sit-outs are left out. A missing score is computed from the contract; a line
            with neither counts as not played.
        sessions: `Sessions`; `together` names the lines scored as one field.
        competitions: `Competitions`, for the scoring rules.

    Returns:
        `BoardScores`, in IMPs, sorted by key. A line without any other line to compare with has no points.
    """
    field = imp_field(results, sessions, competitions, "cross_imp", _RULE)
    worth = _worth(field)
    lines = _with_comparisons(field)
    of_score = worth.rename({"score": "compared_score"})
    compared = lines.join(
        of_score, on=(*FORM, "compared_score"), how="left", nulls_equal=True, maintain_order="left"
    ).with_columns(points=_by_rule(pl.col("worth"), pl.col("comparisons")), datum=pl.lit(None, pl.Float64))
    return imp_scores(compared, _ruled(field, worth, lines), "cross_imps")


def _worth(field: ImpField) -> pl.DataFrame:
    """(FORM, score, worth): `worth` is the sum of the IMPs against all results there, seen from North-South."""
    others = field.scores.lazy().select(*FORM, other="score", others="times")
    against_others = imps(pl.col("score") - pl.col("other")) * pl.col("others")
    # The order of a sum matters only where a score has a weight below 1, so only there is the slower `steady_sum` used.
    of_parts = field.outcomes.lazy().select(FORM).unique()
    pairs = field.scores.lazy().join(others, on=FORM, nulls_equal=True)
    whole = pairs.join(of_parts, on=FORM, how="anti", nulls_equal=True)
    parts = pairs.join(of_parts, on=FORM, how="semi", nulls_equal=True)
    return pl.concat(
        [
            whole.group_by(*FORM, "score").agg(worth=against_others.sum()),
            parts.group_by(*FORM, "score").agg(worth=steady_sum(against_others)),
        ]
    ).collect()


def _with_comparisons(field: ImpField) -> pl.DataFrame:
    """Add to the lines `comparisons`, `most` and `award_times`.

    `comparisons` is the number of results with which a line is compared; `most` is the largest number in its field.
    `award_times` is the factor for the IMPs of an award, so that it has the weight of a played line.
    """
    results = field.scores.group_by(FORM).agg(results=steady_sum(pl.col("times")))
    own = field.outcomes.group_by("number").agg(itself=steady_sum(pl.col("weight")) / 2)
    others = pl.col("results").fill_null(0) - 1
    award_times = (
        pl.when(pl.col(_RULE) == "sum").then(others).when(pl.col(_RULE) == "scaled").then(pl.col("most")).otherwise(1.0)
    )
    return (
        field.lines.join(results, on=FORM, how="left", nulls_equal=True, maintain_order="left")
        .join(own, on="number", how="left", maintain_order="left")
        .with_columns(
            comparisons=pl.col("results") - pl.col("itself").fill_null(1),
            most=others.max().over("field_no"),
        )
        .with_columns(award_times=award_times.clip(1))
    )


def _by_rule(worth: pl.Expr, comparisons: pl.Expr) -> pl.Expr:
    rule = pl.col(_RULE)
    by_rule = (
        pl.when(rule == "sum")
        .then(worth)
        .when(rule == "scaled")
        .then(quotient(worth * pl.col("most"), comparisons))
        .otherwise(quotient(worth, comparisons))
    )
    return pl.when(comparisons > HAIR).then(by_rule)


def _ruled(field: ImpField, worth: pl.DataFrame, lines: pl.DataFrame) -> pl.DataFrame:
    """(number, ns_ruled, ew_ruled): points of lines with weighted or split scores, compared with all other lines."""
    outcomes = field.outcomes
    same_line = outcomes.select("number", other="score", others=pl.col("weight") / 2)
    # Each score once: both sides of a split score may have the same one.
    against_itself = (
        outcomes.select("number", "score")
        .unique()
        .join(same_line, on="number")
        .group_by("number", "score")
        .agg(itself=steady_sum(imps(pl.col("score") - pl.col("other")) * pl.col("others")))
    )
    compared = (
        outcomes.join(worth, on=(*FORM, "score"), nulls_equal=True)
        .join(against_itself, on=("number", "score"))
        .join(lines.select("number", _RULE, "comparisons", "most"), on="number")
    )
    return by_side(compared, _by_rule(pl.col("worth") - pl.col("itself"), pl.col("comparisons")))
