"""Score fields by IMPs: Butler compares every score with one datum, and cross-IMPs with every other score.

A played line counts once. A line with a weighted score counts as each of its outcomes, with their weights (Law 12C1c).
A line with a split score counts half as the outcome of each side. A side that was awarded a share has no outcome, and
that half of the line is not compared. Rules of the competition define how a datum is made, and how cross-IMPs are added
up (docs/scoring_rules.md).
"""

from typing import NamedTuple

import dataframely as dy
import polars as pl

from transforms.bridge.imps import imps
from transforms.bridge.rulings import awarded_imps, is_reversed, outcomes
from transforms.scoring.result_lines import places_of, result_lines, with_own_averages
from transforms.tables.arithmetic.rounding import half_away, quotient, whole_part
from transforms.tables.arithmetic.sums import steady_mean, steady_sum
from transforms.tables.arithmetic.tolerance import HAIR
from transforms.tables.schemas import DIRECTIONS, BoardScores, Competitions, Direction, Frame, Results, Sessions
from transforms.tables.shared import in_shape

FORM = ("board_no", "subfield")  # the key of lines to compare: the board in its field, and its form if fouled

_OF_ALL = ("average_plus_imps", "average_minus_imps", "imp_cap")


class ImpField(NamedTuple):
    """The result lines and scores of all sessions of one kind, ready to be compared."""

    lines: pl.DataFrame  # the lines as returned by `result_lines`, with the rules
    outcomes: pl.DataFrame  # (number, FORM, imp_cap, direction, weight, score), of lines with a weighted or split score
    scores: pl.DataFrame  # (FORM, imp_cap, score, times): `times` says how often each score counts on the board


def imp_field(
    results: Frame[Results], sessions: Frame[Sessions], competitions: Frame[Competitions], kind: str, *rules: str
) -> ImpField:
    """Prepare all sessions of a kind (`butler` or `cross_imp`); add `rules`, the rules for awards, and `imp_cap`."""
    places = places_of(results, sessions, competitions, (kind,), (*rules, *_OF_ALL)).collect()
    of_place = places.select("place", *rules, *_OF_ALL)
    lines = result_lines(results, places).join(of_place, on="place", how="left", maintain_order="left")
    ruled = outcomes(lines.filter(pl.col("ruling").is_not_null()), ["number"]).join(
        lines.select("number", *FORM, "imp_cap"), on="number"
    )
    score = pl.col("compared_score").alias("score")
    played = lines.filter(score.is_not_null()).group_by(*FORM, "imp_cap", score).agg(times=pl.len().cast(pl.Float64))
    weighted = ruled.group_by(*FORM, "imp_cap", "score").agg(times=steady_sum(pl.col("weight") / 2))
    scores = pl.concat([played, weighted]).group_by(*FORM, "imp_cap", "score").agg(pl.col("times").sum())
    return ImpField(lines, ruled, scores)


def _compared(difference: pl.Expr) -> pl.Expr:
    won = imps(difference)  # at most `imp_cap`
    return won.sign() * pl.min_horizontal(won.abs(), "imp_cap")


def by_side(outcomes: pl.DataFrame, points: pl.Expr) -> pl.DataFrame:
    """Return (number, ns_ruled, ew_ruled): the weighted mean of `points` (North-South's) over each side's outcomes."""
    ns, ew = ((pl.col("weight") * points).filter(pl.col("direction") == side) for side in DIRECTIONS)
    return outcomes.group_by("number").agg(
        ns_ruled=pl.when(ns.count() > 0).then(steady_sum(ns)), ew_ruled=pl.when(ew.count() > 0).then(0 - steady_sum(ew))
    )


def imp_scores(compared: pl.DataFrame, ruled: pl.DataFrame, scoring: str) -> dy.LazyFrame[BoardScores]:
    """Give both sides of every line their IMPs, from its `points` (for North-South), `award_times` and `datum`."""
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


_DATUM_RULES = ("datum_drop", "datum_trim", "datum_round_to", "datum_half")


def butler_scores(
    results: Frame[Results], sessions: Frame[Sessions], competitions: Frame[Competitions]
) -> dy.LazyFrame[BoardScores]:
    """Score every result line of every Butler session, except sit-outs; lines scored `together` share a datum."""
    field = imp_field(results, sessions, competitions, "butler", *_DATUM_RULES)
    datums = _datums(field.scores, field.lines)
    against_datum = _compared(pl.col("score") - pl.col("datum"))
    ruled = by_side(field.outcomes.join(datums, on=FORM, nulls_equal=True), against_datum)
    compared = field.lines.join(datums, on=FORM, how="left", nulls_equal=True, maintain_order="left").with_columns(
        points=_compared(pl.col("compared_score") - pl.col("datum")), award_times=1.0
    )
    return imp_scores(compared, ruled, "butler")


def _datums(scores: pl.DataFrame, lines: pl.DataFrame) -> pl.DataFrame:
    times, until, results = pl.col("times"), pl.col("until"), pl.col("results")
    trimmed = whole_part(results * pl.col("datum_trim"))
    around_the_middle = whole_part((results - 1) / 2).clip(0)
    dropped = pl.min_horizontal(pl.max_horizontal("datum_drop", trimmed), around_the_middle)
    kept = pl.min_horizontal(until, results - dropped) - pl.max_horizontal(until - times, dropped)
    exact = quotient(pl.col("total"), pl.col("kept") * pl.col("datum_round_to"))
    units = pl.when(pl.col("datum_half") == "even").then(exact.round(mode="half_to_even")).otherwise(half_away(exact))
    return (
        scores.join(lines.group_by(FORM).agg(pl.col(_DATUM_RULES).first()), on=FORM, nulls_equal=True)
        .with_columns(until=times.cum_sum().over(FORM, order_by="score"))
        .with_columns(results=until.max().over(FORM))
        .with_columns(kept=kept.clip(0))
        .group_by(FORM)
        .agg(
            steady_sum(pl.col("kept")),
            pl.col("datum_round_to", "datum_half").first(),
            total=steady_sum(pl.col("kept") * pl.col("score")),
        )
        .select(*FORM, datum=units * pl.col("datum_round_to"))
    )


def cross_imp_scores(
    results: Frame[Results], sessions: Frame[Sessions], competitions: Frame[Competitions]
) -> dy.LazyFrame[BoardScores]:
    """Score every line of every cross-IMP session in IMPs, except sit-outs; null if no other line is compared."""
    field = imp_field(results, sessions, competitions, "cross_imp", "cross_imps")
    worth = _worth(field)
    lines = _with_comparisons(field)
    of_score = worth.rename({"score": "compared_score"})
    compared = lines.join(
        of_score, on=(*FORM, "compared_score"), how="left", nulls_equal=True, maintain_order="left"
    ).with_columns(points=_by_rule(pl.col("worth"), pl.col("comparisons")), datum=pl.lit(None, pl.Float64))
    return imp_scores(compared, _ruled(field, worth, lines), "cross_imps")


def _worth(field: ImpField) -> pl.DataFrame:
    others = field.scores.lazy().select(*FORM, other="score", others="times")
    against_others = _compared(pl.col("score") - pl.col("other")) * pl.col("others")
    # The order of a sum matters only if a score has a weight below 1, so only then is the slower `steady_sum` used.
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
    """Add `comparisons` (of the line with other results), `most` (the most of any line there) and `award_times`."""
    # The IMPs of an award are multiplied by `award_times`, so that the award weighs as much as a played line.
    results = field.scores.group_by(FORM).agg(results=steady_sum(pl.col("times")))
    own = field.outcomes.group_by("number").agg(itself=steady_sum(pl.col("weight")) / 2)
    others = pl.col("results").fill_null(0) - 1
    award_times = (
        pl.when(pl.col("cross_imps") == "sum")
        .then(others)
        .when(pl.col("cross_imps") == "scaled")
        .then(pl.col("most"))
        .otherwise(1.0)
    )
    return (
        field.lines.join(results, on=FORM, how="left", nulls_equal=True, maintain_order="left")
        .join(own, on="number", how="left", maintain_order="left")
        .with_columns(comparisons=pl.col("results") - pl.col("itself").fill_null(1), most=others.max().over("field_no"))
        .with_columns(award_times=award_times.clip(1))
    )


def _by_rule(worth: pl.Expr, comparisons: pl.Expr) -> pl.Expr:
    rule = pl.col("cross_imps")
    by_rule = (
        pl.when(rule == "sum")
        .then(worth)
        .when(rule == "scaled")
        .then(quotient(worth * pl.col("most"), comparisons))
        .otherwise(quotient(worth, comparisons))
    )
    return pl.when(comparisons > HAIR).then(by_rule)


def _ruled(field: ImpField, worth: pl.DataFrame, lines: pl.DataFrame) -> pl.DataFrame:
    outcomes = field.outcomes
    same_line = outcomes.select("number", "imp_cap", other="score", others=pl.col("weight") / 2)
    # Take each score once, because both sides of a split score may have the same score.
    against_itself = (
        outcomes.select("number", "score")
        .unique()
        .join(same_line, on="number")
        .group_by("number", "score")
        .agg(itself=steady_sum(_compared(pl.col("score") - pl.col("other")) * pl.col("others")))
    )
    compared = (
        outcomes.drop("imp_cap")
        .join(worth, on=(*FORM, "score"), nulls_equal=True)
        .join(against_itself, on=("number", "score"))
        .join(lines.select("number", "cross_imps", "comparisons", "most"), on="number")
    )
    return by_side(compared, _by_rule(pl.col("worth") - pl.col("itself"), pl.col("comparisons")))
