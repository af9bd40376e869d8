"""Butler: every score on a board is compared with one datum, a mean of all scores there, in IMPs.

The mean is that of the scores seen from North-South, without the highest and the lowest. At each end `datum_drop`
results are dropped, or the fraction `datum_trim` of all results, rounded down, where that is more. At least the middle
one or two results always stay. The mean is rounded to the nearest `datum_round_to` points, halves away from zero. These
are rules of the competition (docs/scoring_rules.md); Compscore drops one result at each end, and rounds to ten.
"""

import dataframely as dy
import polars as pl

from transforms.bridge.imps import imps
from transforms.scoring.imp_scoring import FORM, by_side, imp_field, imp_scores
from transforms.tables.arithmetic.division import quotient
from transforms.tables.arithmetic.rounding import half_away, whole_part
from transforms.tables.arithmetic.sums import steady_sum
from transforms.tables.schemas import BoardScores, Competitions, Frame, Results, Sessions

_RULES = ("datum_drop", "datum_trim", "datum_round_to")


def butler_scores(
    results: Frame[Results], sessions: Frame[Sessions], competitions: Frame[Competitions]
) -> dy.LazyFrame[BoardScores]:
    """Score every result line of every Butler session.

    Args:
        results: `Results`; sit-outs are left out. A missing score is computed from the contract; a line
            with neither counts as not played.
        sessions: `Sessions`; `together` names the lines that share a datum.
        competitions: `Competitions`, for the scoring rules.

    Returns:
        `BoardScores`, in IMPs, sorted by key. Every line has the datum of its board, also a line with a ruling.
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
    """(FORM, datum): one row per form of a board with at least one score."""
    times, until, results = pl.col("times"), pl.col("until"), pl.col("results")
    trimmed = whole_part(results * pl.col("datum_trim"))
    beside_the_middle = whole_part((results - 1) / 2).clip(0)
    dropped = pl.min_horizontal(pl.max_horizontal("datum_drop", trimmed), beside_the_middle)
    kept = pl.min_horizontal(until, results - dropped) - pl.max_horizontal(until - times, dropped)
    units = half_away(quotient(pl.col("total"), pl.col("kept") * pl.col("datum_round_to")))
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
