"""Butler: every score on a board against one datum, the mean of them all, in IMPs.

The mean is taken of the scores seen from North-South, without the highest and the lowest: `datum_drop` results at
each end, or the whole results in `datum_trim` of all of them where that is more. As many stay as make a middle: one
or two at least. It is rounded to the nearest `datum_round_to` points, halves away from zero. These rules are the
competition's (docs/scoring_rules.md); Compscore drops one and one, and rounds to ten.
"""

import dataframely as dy
import polars as pl

from transforms.arithmetic.rounding import half_away, whole_part
from transforms.arithmetic.sums import steady_sum
from transforms.bridge.imps import imps
from transforms.scoring.imp_scoring import FORM, by_side, imp_field, imp_scores
from transforms.tables import BoardScores, Competitions, Frame, Results, Sessions

_RULES = ("datum_drop", "datum_trim", "datum_round_to")


def butler_scores(
    results: Frame[Results], sessions: Frame[Sessions], competitions: Frame[Competitions]
) -> dy.LazyFrame[BoardScores]:
    """Score every result line of every Butler session.

    Args:
        results: `Results`; sit-outs (a side null) are left out. A score that is missing follows from the
            contract; a line with neither counts as not played.
        sessions: `Sessions`; `together` names the lines with one datum.
        competitions: `Competitions`, for the scoring rules.

    Returns:
        `BoardScores`, in IMPs, sorted by key. Every line of a board has its datum, whatever the ruling.
    """
    field = imp_field(results, sessions, competitions, "butler", *_RULES)
    datums = _datums(field.scores, field.lines)
    against_datum = imps(pl.col("score") - pl.col("datum"))
    ruled = by_side(field.outcomes.join(datums, on=FORM, nulls_equal=True), against_datum)
    compared = field.lines.join(datums, on=FORM, how="left", nulls_equal=True, maintain_order="left").with_columns(
        points=imps(pl.col("compared_score") - pl.col("datum")), award_times=1.0
    )
    return imp_scores(compared, ruled, "butler")


def _datums(scores: pl.DataFrame, lines: pl.DataFrame) -> pl.DataFrame:
    """FORM and `datum`, of every form of a board that has a score."""
    times, until, results = pl.col("times"), pl.col("until"), pl.col("results")
    trimmed = whole_part(results * pl.col("datum_trim"))
    beside_the_middle = whole_part((results - 1) / 2).clip(0)
    dropped = pl.min_horizontal(pl.max_horizontal("datum_drop", trimmed), beside_the_middle)
    kept = pl.min_horizontal(until, results - dropped) - pl.max_horizontal(until - times, dropped)
    units = half_away(pl.col("total") / (pl.col("kept") * pl.col("datum_round_to")))
    return (
        scores.join(lines.group_by(FORM).agg(pl.col(_RULES).first()), on=FORM, nulls_equal=True)
        .with_columns(until=times.cum_sum().over(FORM, order_by="score"))
        .with_columns(results=until.max().over(FORM))
        .with_columns(kept=kept.clip(0))
        .group_by(FORM)
        .agg(
            steady_sum(pl.col("kept")),
            pl.col("datum_round_to").first(),
            total=steady_sum(pl.col("kept") * pl.col("score")),
        )
        .select(*FORM, datum=units * pl.col("datum_round_to"))
    )
