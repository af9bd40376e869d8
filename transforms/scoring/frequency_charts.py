"""Frequency charts: the matchpoints of boards with weighted or split scores, assigned places, or a bonus.

A chart lists all results of a board with their weights. A played line has weight 1. A weighted line is listed as each
of its outcomes with their weights (Law 12C1c), and an average as an average. The points of North-South come from one
chart and those of East-West from another. The two differ only if a score is split and the rule `split` is `apart`. With
`half_each`, both charts have half of the outcome of each side. No line is compared with itself.
"""

import polars as pl

from transforms.bridge.rulings import has_outcomes, has_share, is_awarded, is_reversed, outcomes
from transforms.tables.arithmetic.rounding import quotient
from transforms.tables.arithmetic.sums import steady_sum
from transforms.tables.schemas import DECIMALS, DIRECTIONS

_CHART = ("form_no", "chart")
_SIDE = ("number", "chart")


def charted_points(lines: pl.DataFrame) -> pl.DataFrame:
    """Return (number, ns_charted, ew_charted): the points of every side that was compared, or else null.

    Points are on a scale from 0 to 2 * (expected - 1). `lines` are all lines of some forms of boards: `number`,
    `form_no`, `ruling`, `compared_score`, `expected` (the number of results expected on the whole board), `rank_at`
    (the percentage at which a director placed the line, else null) and the rules `average`, `split`, `few_results` and
    `not_played`; and `is_small` says whether a form of a fouled board is a small group (`has_bonus`).
    """
    sides = _sides(lines)
    standing = _standing(sides, lines)
    compared = sides.filter(pl.col("score").is_not_null()).rename({"direction": "chart"})
    north_south = _seen_from_north_south(compared, standing, lines)
    expected, counted, earned = pl.col("expected"), pl.col("counted").round(DECIMALS), pl.col("earned")
    few = has_bonus(pl.col("few_results"), counted, expected, pl.col("is_small"))
    bonus = with_bonus(earned, counted, expected)
    worth = (
        north_south.join(lines.select("number", "expected", "few_results", "not_played", "is_small"), on="number")
        .with_columns(
            earned=pl.when(pl.col("chart") == "NS")
            .then("earned")
            .otherwise(2 * (pl.col("counted") - 1) - pl.col("earned"))
        )
        .with_columns(points=pl.when(few).then(bonus).otherwise(of_expected(earned, counted)))
    )
    of_side = {side: worth.filter(chart=side).select("number", pl.col("points")) for side in DIRECTIONS}
    charted = of_side["NS"].join(of_side["EW"], on="number", how="full", coalesce=True, suffix="_ew")
    changes_sides = is_reversed(pl.col("ruling"))
    return charted.join(lines.select("number", "ruling"), on="number").select(
        "number",
        ns_charted=pl.when(changes_sides).then("points_ew").otherwise("points"),
        ew_charted=pl.when(changes_sides).then("points").otherwise("points_ew"),
    )


def _sides(lines: pl.DataFrame) -> pl.DataFrame:
    """Return (number, form_no, direction, weight, score): the results of each side. A null score means an average."""
    ruling = pl.col("ruling")
    is_average = is_awarded(ruling) & pl.col("rank_at").is_null()
    once = {"weight": pl.lit(1.0), "score": pl.col("compared_score")}
    either = [
        lines.filter(pl.col("compared_score").is_not_null() | is_average | has_share(ruling, direction)).select(
            "number", "form_no", direction=pl.lit(direction), **once
        )
        for direction in DIRECTIONS
    ]
    weighed = outcomes(lines.filter(has_outcomes(ruling)), ("number", "form_no"))
    return pl.concat([*either, weighed])


def _standing(sides: pl.DataFrame, lines: pl.DataFrame) -> pl.DataFrame:
    """Return the results in each chart: (number, form_no, chart, score, weight)."""
    charts = pl.DataFrame({"chart": DIRECTIONS})
    in_charts = sides.join(lines.select("number", "split", "average"), on="number").join(charts, how="cross")
    is_own = pl.col("chart") == pl.col("direction")
    share = pl.when(pl.col("split") == "half_each").then(0.5).otherwise(is_own.cast(pl.Float64))
    is_there = pl.col("score").is_not_null() | (pl.col("average") == "tie")
    return in_charts.filter(is_there & (share > 0)).select(
        "number", "form_no", "chart", "score", weight=pl.col("weight") * share
    )


def _seen_from_north_south(compared: pl.DataFrame, standing: pl.DataFrame, lines: pl.DataFrame) -> pl.DataFrame:
    """Return (number, chart, earned, counted): North-South matchpoints, and the number of results compared."""
    is_score = pl.col("score").is_not_null()
    scores = (
        standing.filter(is_score)
        .group_by(*_CHART, "score")
        .agg(equal=steady_sum(pl.col("weight")))
        .sort(*_CHART, "score")
        .with_columns(below=pl.col("equal").cum_sum().over(_CHART) - pl.col("equal"))
    )
    of_chart, of_line = (
        standing.group_by(key).agg(
            scores=steady_sum(pl.col("weight").filter(is_score)),
            averages=steady_sum(pl.col("weight").filter(~is_score)),
        )
        for key in (_CHART, _SIDE)
    )
    against_itself = (
        compared.join(standing.select(*_SIDE, own="score", own_weight="weight"), on=_SIDE)
        .group_by(*_SIDE, "score")
        .agg(itself=steady_sum(pl.col("own_weight") * _beats(pl.col("score"), pl.col("own"))))
    )
    others = {name: pl.col(name) - pl.col(f"{name}_of_line") for name in ("scores", "averages")}
    outcome = (
        compared.join(scores, on=(*_CHART, "score"))
        .join(against_itself, on=(*_SIDE, "score"))
        .join(of_chart, on=_CHART)
        .join(of_line, on=_SIDE, suffix="_of_line")
        .with_columns(among=2 * pl.col("below") + pl.col("equal") - pl.col("itself"), **others)
    )
    placed = _against_placed(outcome, lines)
    return (
        outcome.join(placed, on=(*_SIDE, "score"), how="left")
        .with_columns(pl.col("placed", "above_placed").fill_null(0))
        .group_by(_SIDE)
        .agg(
            earned=steady_sum(pl.col("weight") * (pl.col("among") + pl.col("above_placed")))
            + pl.col("averages").first(),
            counted=1 + (pl.col("scores") + pl.col("averages") + pl.col("placed")).first(),
        )
    )


def _against_placed(outcome: pl.DataFrame, lines: pl.DataFrame) -> pl.DataFrame:
    """Return (number, chart, score, placed, above_placed): points that results earn against lines with a set place."""
    # `placed` is the number of lines at an assigned percentage of the top. With n other results, the top is 2 * n. A
    # result with m matchpoints among the n would have m + 1 if it tied with the line. This is compared with the place.
    place = quotient(pl.col("rank_at"), 50) * (pl.col("scores") + 1)
    return (
        lines.filter(pl.col("rank_at").is_not_null())
        .group_by("form_no", "rank_at")
        .agg(times=pl.len())
        .join(outcome, on="form_no")
        .group_by(*_SIDE, "score")
        .agg(placed=pl.col("times").sum(), above_placed=(pl.col("times") * _beats(pl.col("among") + 1, place)).sum())
    )


def _beats(score: pl.Expr, other: pl.Expr) -> pl.Expr:
    return 1 + (score - other).round(DECIMALS).sign()


def of_expected(earned: pl.Expr, counted: pl.Expr) -> pl.Expr:
    """Return the points, on the scale of `expected`, of a result with `earned` matchpoints among `counted` results."""
    # M among n of N results are worth N / n * (M + 1) - 1 (Neuberg's formula), or M + N - n if a missing result is a
    # tie.
    expected = pl.col("expected")
    neuberg = quotient(expected * (earned + 1) - counted, counted)
    return pl.when(pl.col("not_played") == "tie").then(earned + expected - counted).otherwise(neuberg)


_FEW = 3
_ON_AVERAGE = 60
_A_MATCHPOINT = 5


def has_bonus(few_results: pl.Expr, counted: pl.Expr, expected: pl.Expr, is_small: pl.Expr) -> pl.Expr:
    """Return whether a board gets the bonus for few results: the rule gives it, and `counted` is small enough.

    `is_small` counts under `bonus_if_fouled`: it is true for a form of a fouled board with one or two results, or with
    three if another form of the board has more.
    """
    are_few = (counted <= _FEW) & (3 * counted <= expected)
    return ((few_results == "bonus") & (are_few | (counted <= 1))) | ((few_results == "bonus_if_fouled") & is_small)


def with_bonus(earned: pl.Expr, counted: pl.Expr, expected: pl.Expr) -> pl.Expr:
    """Return the points, bonus included, for `earned` matchpoints among `counted` results."""
    percentage = _ON_AVERAGE + _A_MATCHPOINT * (earned - (counted - 1))
    return percentage * 0.01 * 2 * (expected - 1)


def over_the_top(top: pl.Expr) -> pl.Expr:
    """Return by how many points the sum of both sides exceeds the top on a line with the bonus."""
    return quotient(top * (2 * _ON_AVERAGE - 100), 100)
