"""Compute the points of each outcome of a weighted or split score. Their mean by weight is the points of the line.

At Butler, an outcome is compared with the datum. Between teams, it is compared with the score at the other table,
unless a share was awarded there. Otherwise, it is compared with each other line of the same form of the board; at
matchpoints, this requires that all these lines were played or weighted. In comparisons, a line counts as each of its
outcomes, with half the weight for each side. It is never compared with itself.
"""

from collections.abc import Sequence

import polars as pl

from transforms.bridge.imps import imps
from transforms.bridge.rulings import is_played, is_reversed, is_weighted, outcomes
from transforms.bridge.sessions import TEAMS
from transforms.tables.arithmetic.rounding import quotient, short_column
from transforms.tables.arithmetic.sums import steady_sum
from transforms.tables.arithmetic.tolerance import HAIR
from transforms.tables.phrases import phrase
from transforms.tables.schemas import DIRECTIONS

_OUTCOME = ("number", "score")


def outcome_points(lines: pl.DataFrame, field: Sequence[str], form: Sequence[str]) -> pl.DataFrame:
    """Return the outcomes of weighted and split scores with their points, one row per outcome.

    `lines` has the columns of `BoardScores` and the rule `cross_imps`. `field` names the columns that identify the
    field in which a line is compared, and `form` those of a form of a board; they must not be null. The result has the
    columns of `lines`, with `direction` (the side of the outcome), `weight` (0 to 1), `score`, `ns_points` and
    `ew_points`.
    """
    numbered = lines.with_row_index("number")
    ruled = outcomes(numbered, ["number"]).join(
        numbered.drop("score", "ns_points", "ew_points"), on="number", maintain_order="left"
    )
    if ruled.is_empty():
        return ruled.with_columns(pl.lit(None, pl.Float64).alias(f"{side}_points") for side in ("ns", "ew")).drop(
            "number"
        )
    against_datum = imps(pl.col("score") - pl.col("datum"))
    for_north_south = pl.when(scoring="butler").then(against_datum).otherwise("won")
    compared = [
        _matchpoints(numbered, ruled, form).with_columns(direction=pl.lit(None, pl.String)),
        _cross_imps(numbered, ruled, field, form),
        _between_teams(numbered, ruled, form),
    ]
    won = pl.concat(one.select(*_OUTCOME, "direction", pl.col("won").cast(pl.Float64)) for one in compared)
    of_side, of_both = won.drop_nulls("direction"), won.filter(pl.col("direction").is_null())
    return (
        ruled.join(of_both.select(*_OUTCOME, "won"), on=_OUTCOME, how="left", maintain_order="left")
        .join(of_side, on=(*_OUTCOME, "direction"), how="left", maintain_order="left", suffix="_by_side")
        .with_columns(pl.coalesce("won", "won_by_side"))
        .with_columns(ns_points=for_north_south, ew_points=pl.col("top").fill_null(0) - for_north_south)
        .drop("won", "won_by_side", "number")
    )


def in_words(ruled: pl.DataFrame, keys: Sequence[str], side: str, decimals: int = 2) -> pl.DataFrame:
    """Return the worth of each line to a side (`ns` or `ew`): the columns `keys`, `worth`, `mean` and `outcomes`.

    `worth` is a text such as `30 % of 4 + 70 % of 0`, `mean` is the same as a number, and `outcomes` is the number of
    outcomes. `ruled` is the result of `outcome_points`. Lines without known points of the side are left out.
    """
    weight, points = pl.col("weight"), pl.col(f"{side}_points")
    return (
        ruled.filter(direction=side.upper())
        .sort(*keys, "score", descending=[*(False for _ in keys), True])
        .group_by(keys, maintain_order=True)
        .agg(
            worth=phrase("{} % of {}", short_column(weight * 100), short_column(points, decimals)).str.join(" + "),
            mean=(weight * points).sum(),
            outcomes=pl.len(),
            is_known=points.is_not_null().all(),
        )
        .filter("is_known")
        .drop("is_known")
    )


def _matchpoints(numbered: pl.DataFrame, ruled: pl.DataFrame, form: Sequence[str]) -> pl.DataFrame:
    """Return (number, score, won): the North-South matchpoints of outcomes where all lines of a `form` are compared."""
    is_compared = (is_played(pl.col("ruling")) & pl.col("score").is_not_null()) | is_weighted(pl.col("ruling"))
    all_count = is_compared.all() & ((pl.col("top") - 2 * (pl.len() - 1)).abs() <= HAIR).all()
    at_matchpoints = numbered.filter(scoring="matchpoints").join(ruled.select(form).unique(), on=form, how="semi")
    simple = at_matchpoints.filter((all_count & (pl.len() > 1)).over(form))
    once = simple.filter(is_played(pl.col("ruling"))).select(*form, "number", "score", weight=1.0)
    weighed = ruled.filter(direction="NS").join(simple, on="number", how="semi").select(once.columns)
    others = pl.concat([once, weighed]).rename({"number": "other_number", "score": "other"})
    beats = 1 + (pl.col("score") - pl.col("other")).sign()
    return (
        weighed.drop("weight")
        .join(others, on=form)
        .filter(pl.col("number") != pl.col("other_number"))
        .group_by(_OUTCOME)
        .agg(won=steady_sum(pl.col("weight") * beats))
    )


def _cross_imps(numbered: pl.DataFrame, ruled: pl.DataFrame, field: Sequence[str], form: Sequence[str]) -> pl.DataFrame:
    """Return (number, score, direction (null: both), won): North-South IMPs of outcomes, by the rule `cross_imps`."""
    lines = numbered.filter(scoring="cross_imps")
    rules = lines.group_by(field).agg(pl.col("cross_imps").first())
    compared = is_played(pl.col("ruling")) & pl.col("score").is_not_null()
    once = lines.filter(compared).select(*form, "number", "score", times=1.0)
    halves = ruled.filter(scoring="cross_imps").select(*form, "number", "score", times=pl.col("weight") / 2)
    standing = pl.concat([once, halves])
    counted = standing.group_by(form).agg(steady_sum(pl.col("times")))
    most = counted.group_by(field).agg(most=pl.col("times").max() - 1)
    against = imps(pl.col("score") - pl.col("other")) * pl.col("times")
    total, comparisons = pl.col("total"), pl.col("comparisons")
    scaled, mean = quotient(total * pl.col("most"), comparisons), quotient(total, comparisons)
    by_rule = pl.when(cross_imps="sum").then(total).when(cross_imps="scaled").then(scaled).otherwise(mean)
    return (
        halves.select(*form, "number", "score")
        .unique()
        .join(standing.rename({"number": "other_number", "score": "other"}), on=form)
        .filter(pl.col("number") != pl.col("other_number"))
        .group_by(*form, *_OUTCOME)
        .agg(total=steady_sum(against), comparisons=steady_sum(pl.col("times")))
        .filter(comparisons > HAIR)
        .join(most, on=field)
        .join(rules, on=field)
        .select(*_OUTCOME, won=by_rule, direction=pl.lit(None, pl.String))
    )


def _between_teams(numbered: pl.DataFrame, ruled: pl.DataFrame, form: Sequence[str]) -> pl.DataFrame:
    """Return (number, score, direction, won): the points of outcomes of a side against the score at the other table."""
    lines = numbered.filter(pl.col("scoring").is_in(TEAMS))
    meeting = dict.fromkeys([*form, "line", "round"])
    here, there = ([*meeting, *sides] for sides in (("ns", "ew"), ("ew", "ns")))
    compared = is_played(pl.col("ruling")) & ~is_reversed(pl.col("ruling")) & pl.col("score").is_not_null()
    sides = pl.DataFrame({"direction": DIRECTIONS})
    once = lines.filter(compared).select(*here, "score", weight=1.0).join(sides, how="cross")
    weighed = ruled.filter(pl.col("scoring").is_in(TEAMS)).select(*here, "score", "weight", "direction")
    other_way = pl.col("direction").replace_strict(dict(zip(DIRECTIONS, reversed(DIRECTIONS), strict=True)))
    at_other_table = pl.concat([once, weighed]).select(*here, other="score", times="weight", direction=other_way)
    difference = pl.col("score") - pl.col("other")
    worth = pl.when(scoring="imps").then(imps(difference)).otherwise(difference.sign() + 1)
    return (
        ruled.filter(pl.col("scoring").is_in(TEAMS))
        .join(at_other_table, left_on=[*here, "direction"], right_on=[*there, "direction"], nulls_equal=True)
        .group_by(*_OUTCOME, "direction")
        .agg(won=steady_sum(worth * pl.col("times")))
    )
