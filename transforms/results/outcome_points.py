"""The points of each outcome of a weighted or split score, so that readers can check the points of the line.

The points of such a line are the mean of the points of its outcomes, by weight. The points of an outcome are known in
two cases. At Butler, the outcome is compared with the datum. At matchpoints, it is compared with each other line of the
form, provided that all lines of the form were played or weighted and all of them count.
"""

from collections.abc import Sequence

import polars as pl

from transforms.arithmetic.columns_as_text import short_column
from transforms.arithmetic.sums import steady_sum
from transforms.arithmetic.tolerance import HAIR
from transforms.bridge.imps import imps
from transforms.bridge.rulings import is_played, is_weighted, outcomes
from transforms.tables.phrases import phrase

_OUTCOME = ("line_no", "score")


def outcome_points(lines: pl.DataFrame, form: Sequence[str]) -> pl.DataFrame:
    """The outcomes of weighted and split scores, with their points.

    Args:
        lines: `BoardScores`, and the columns of `form`.
        form: the columns that identify a form of a board; none of them null.

    Returns:
        One row per outcome: the columns of `lines`, with `direction` (the side that has the outcome), `weight` (0 to
        1), `score`, and `ns_points` and `ew_points`, the points of both sides for this score; null where not known.
    """
    numbered = lines.with_row_index("line_no")
    ruled = outcomes(numbered, ["line_no"]).join(
        numbered.drop("score", "ns_points", "ew_points"), on="line_no", maintain_order="left"
    )
    against_datum = imps(pl.col("score") - pl.col("datum"))
    for_north_south = pl.when(scoring="butler").then(against_datum).otherwise("won")
    return (
        ruled.join(_matchpoints(numbered, ruled, form), on=_OUTCOME, how="left", maintain_order="left")
        .with_columns(ns_points=for_north_south, ew_points=pl.col("top").fill_null(0) - for_north_south)
        .drop("won", "line_no")
    )


def in_words(lines: pl.DataFrame, ruled: pl.DataFrame, keys: Sequence[str]) -> pl.DataFrame:
    """Add `worth` to the lines: the North-South points of each outcome of a weighted score, in words.

    Args:
        lines: the lines, each once.
        ruled: the result of `outcome_points`.
        keys: the columns that identify a line.

    Returns:
        The lines and `worth` (`30 % of 4 + 70 % of 0`), null where not known.
    """
    percent, points = (short_column(number) for number in (pl.col("weight") * 100, pl.col("ns_points")))
    for_north_south = is_weighted(pl.col("ruling")) & (pl.col("direction") == "NS")
    in_text = (
        ruled.filter(for_north_south)
        .sort(*keys, "score", descending=[*(False for _ in keys), True])
        .group_by(keys, maintain_order=True)
        .agg(
            phrase("{} % of {}", percent, points).str.join(" + ").alias("worth"),
            is_told=pl.col("ns_points").is_not_null().all(),
        )
        .filter("is_told")
        .drop("is_told")
    )
    return lines.join(in_text, on=keys, how="left", maintain_order="left")


def _matchpoints(numbered: pl.DataFrame, ruled: pl.DataFrame, form: Sequence[str]) -> pl.DataFrame:
    """(line_no, score, won): the North-South points of outcomes, for forms of boards where all lines are compared."""
    is_compared = (is_played(pl.col("ruling")) & pl.col("score").is_not_null()) | is_weighted(pl.col("ruling"))
    all_count = is_compared.all() & ((pl.col("top") - 2 * (pl.len() - 1)).abs() <= HAIR).all()
    at_matchpoints = numbered.filter(scoring="matchpoints").join(ruled.select(form).unique(), on=form, how="semi")
    simple = at_matchpoints.filter((all_count & (pl.len() > 1)).over(form))
    once = simple.filter(is_played(pl.col("ruling"))).select(*form, "line_no", "score", weight=1.0)
    weighed = ruled.filter(direction="NS").join(simple, on="line_no", how="semi").select(once.columns)
    others = pl.concat([once, weighed]).rename({"line_no": "other_no", "score": "other"})
    beats = 1 + (pl.col("score") - pl.col("other")).sign()
    return (
        weighed.drop("weight")
        .join(others, on=form)
        .filter(pl.col("line_no") != pl.col("other_no"))
        .group_by(_OUTCOME)
        .agg(won=steady_sum(pl.col("weight") * beats))
    )
