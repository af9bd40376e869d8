"""Matchpoints: the points of each result line, compared with the other lines on the same board.

A line gets two points for every lower result and one for every equal result. The top is 2 * (results - 1). On a played
board, the points of North-South and East-West add up to the top. Source: 't Fonteintje, Puntentelling in parentornooi,
sections 2 and 3. Where scoring programs differ, the rules of the competition decide (docs/scoring_rules.md).
"""

import dataframely as dy
import numpy as np
import polars as pl
from numpy.typing import NDArray

from transforms.bridge.rulings import assigned_percentage, awarded_percentage, has_outcomes, is_awarded, is_reversed
from transforms.scoring.frequency_charts import charted_points, has_bonus, of_expected
from transforms.scoring.result_lines import places_of, result_lines, with_own_averages
from transforms.tables.arithmetic.rounding import half_up_to, quotient
from transforms.tables.arithmetic.sums import steady_sum
from transforms.tables.runs import facts_of_runs, marked_sorted, with_facts
from transforms.tables.schemas import BoardScores, Competitions, Direction, Frame, Results, Sessions
from transforms.tables.shared import in_shape

_VALUES_AT_ONCE = 1 << 16

Integers = NDArray[np.int64]


def matchpoints(boards: pl.Series, scores: pl.Series) -> pl.Series:
    """Return two points for every lower score on the same board, and one for every other equal score (Int64)."""
    # The result equals `2 * rank("average").over(board) - 2`, but is computed several times as fast. Boards with the
    # same number of results become the columns of one array, and every two of its rows are compared. Each array is
    # small enough for the processor's cache. `boards` and `scores` are integers in any order. A null score is not
    # compared.
    played = np.flatnonzero(scores.is_not_null().to_numpy())
    board_of, score_of = boards.to_numpy()[played], scores.drop_nulls().to_numpy()
    if np.any(board_of[1:] < board_of[:-1]):
        in_order = np.argsort(board_of, kind="stable")
        played, board_of, score_of = played[in_order], board_of[in_order], score_of[in_order]

    points = np.zeros(len(scores), dtype=np.int64)
    points[played] = _sorted_by_board(board_of, score_of)
    return pl.select(pl.when(scores.is_not_null()).then(pl.Series(points))).to_series()


def _sorted_by_board(boards: Integers, scores: Integers) -> Integers:
    points = np.empty(len(scores), dtype=np.int64)
    starts = np.flatnonzero(np.diff(boards, prepend=boards[:1] - 1))
    sizes = np.diff(starts, append=len(boards))
    for size in np.unique(sizes):
        of_this_size = starts[sizes == size]
        for some in np.array_split(of_this_size, 1 + len(of_this_size) * size // _VALUES_AT_ONCE):
            lines = some + np.arange(size)[:, np.newaxis]
            points[lines] = _side_by_side(scores[lines])
    return points


def _side_by_side(scores: Integers) -> Integers:
    results = len(scores)
    points = np.full(scores.shape, results - 1, dtype=np.int32)
    for offset in range(1, results):
        above, below = scores[offset:], scores[:-offset]
        difference = np.subtract(above > below, above < below, dtype=np.int8)
        points[offset:] += difference
        points[:-offset] -= difference
    return points


_RULES = (
    *("not_played", "average", "assigned", "expected", "split", "few_results"),
    *("line_decimals", "rounded", "average_plus", "average_minus"),
)


def matchpoint_scores(
    results: Frame[Results], sessions: Frame[Sessions], competitions: Frame[Competitions]
) -> dy.LazyFrame[BoardScores]:
    """Score every result line of every pairs session by matchpoints, from 0 to `top`, except sit-outs."""
    line_decimals = pl.when(pl.col("rounded") == "lines").then("line_decimals").alias("line_decimals")
    places = places_of(results, sessions, competitions, ("pairs",), _RULES).with_columns(line_decimals).collect()
    lines = _in_forms(result_lines(results, places))
    ruled = _ruled(lines, places)
    forms = _forms(lines, ruled, places)

    compared = _compared(lines, forms, _charted(lines, forms, ruled, places))
    awarded = _awarded(ruled, compared)
    return in_shape(
        BoardScores,
        with_facts(compared, awarded, "number").with_columns(
            ns_points=pl.coalesce("ns_award", "ns_points"),
            ew_points=pl.coalesce("ew_award", "ew_points"),
            table_no="table",
            datum=pl.lit(None, pl.Float64),
            scoring=pl.lit("matchpoints"),
        ),
    )


def _in_forms(lines: pl.DataFrame) -> pl.DataFrame:
    """Add `form_no`, the same for lines that are compared: of a board, or of a form of a fouled board (Law 87)."""
    fouled = lines.filter(pl.col("subfield").is_not_null())
    if fouled.is_empty():
        return lines.with_columns(form_no="board_no")
    # Use numbers below zero, because no board has them.
    form = fouled.select("number", form_no=-1 - pl.struct("board_no", "subfield").rank("dense").cast(pl.Int64))
    return lines.join(form, on="number", how="left", maintain_order="left").with_columns(
        form_no=pl.coalesce("form_no", "board_no")
    )


def _ruled(lines: pl.DataFrame, places: pl.DataFrame) -> pl.DataFrame:
    """Return the lines that have an award, a weighted or a split score, with the rules of their competitions."""
    # `rank_at` is the percentage that decides the rank under the rule `assigned = "in_place"`; null for an average.
    ruling = pl.col("ruling")
    rank_at = pl.when(pl.col("assigned") == "in_place").then(assigned_percentage(ruling))
    return (
        lines.filter(ruling.is_not_null())
        .filter(is_awarded(ruling) | has_outcomes(ruling))
        .select("number", "place", "form_no", "ns", "ew", "ruling")
        .join(places.select("place", *_RULES), on="place")
        .with_columns(rank_at=rank_at)
    )


def _forms(lines: pl.DataFrame, ruled: pl.DataFrame, places: pl.DataFrame) -> pl.DataFrame:
    """Return one row per form of a board, with the numbers of results from which its points follow."""
    # `counted` is the number of its results, and `expected` the number expected on the whole board. `tied` is the
    # number of averages that tie with all other lines. `is_charted` is true if points come from frequency charts.
    is_average = is_awarded(pl.col("ruling")) & pl.col("rank_at").is_null()
    of_rulings = ruled.group_by("form_no").agg(averages=is_average.sum(), others=is_average.not_().sum())
    counts = ("played", "there", "averages", "others")
    forms = (
        marked_sorted(lines, "form_no")
        .lazy()
        .group_by("form_no")
        .agg(pl.col("board_no", "field_no").first(), played=pl.col("compared_score").count(), there=pl.len())
        .join(of_rulings.lazy(), on="form_no", how="left")
        .with_columns(pl.col(counts).fill_null(0).cast(pl.Int64))
        .sort("form_no")
        .collect()
        .pipe(marked_sorted, "board_no")
    )
    return (
        forms.join(_expected(forms, places), on="board_no")
        .with_columns(tied=pl.when(pl.col("average") == "tie").then("averages").otherwise(0))
        .with_columns(counted=pl.col("played") + pl.col("tied"))
        .with_columns(is_small=_is_small(pl.col("counted") + pl.col("others")))
        .select(
            *("form_no", "expected", "tied", "line_decimals", "counted", "not_played", "is_small"),
            is_charted=(pl.col("others") > 0)
            | has_bonus(pl.col("few_results"), pl.col("counted"), pl.col("expected"), pl.col("is_small")),
        )
    )


def _is_small(results: pl.Expr) -> pl.Expr:
    is_three = (results == 3) & (results.max().over("board_no") > 3)
    return (pl.col("form_no") < 0) & ((results < 3) | is_three)


def _expected(forms: pl.DataFrame, places: pl.DataFrame) -> pl.DataFrame:
    there = pl.col("there")
    compared = pl.col("played") + pl.col("others")
    shrinks = (pl.col("average") == "as_played") & (pl.col("averages") > 0)
    expected = (
        pl.when(shrinks)
        .then(pl.max_horizontal(compared, 1))
        .when(pl.col("not_played") == "as_played")
        .then(pl.max_horizontal(compared + pl.col("averages"), 1))
        .when(pl.col("expected") == "per_session")
        .then(there.max().over("field_no"))
        .when(pl.col("expected") == "modal")
        .then(pl.max_horizontal(there, there.mode().max().over("field_no")))
        .otherwise(there)
    )
    return (
        forms.group_by("board_no")
        .agg(pl.col("field_no").first(), pl.col("played", "there", "averages", "others").sum())
        .join(places.select(*_RULES, field_no="place"), on="field_no")
        .select("board_no", "average", "few_results", "line_decimals", "not_played", expected=expected)
    )


def _charted(lines: pl.DataFrame, forms: pl.DataFrame, ruled: pl.DataFrame, places: pl.DataFrame) -> pl.DataFrame:
    charted_forms = forms.filter("is_charted").select("form_no", "expected", "not_played", "is_small")
    if charted_forms.is_empty():
        none = pl.lit(None, pl.Float64)
        return lines.clear().select("number", ns_charted=none, ew_charted=none)
    return charted_points(
        lines.select("number", "place", "form_no", "ruling", "compared_score")
        .join(charted_forms, on="form_no")
        .join(places.select("place", "average", "split", "few_results"), on="place")
        .join(ruled.select("number", "rank_at"), on="number", how="left")
    )


def _compared(lines: pl.DataFrame, forms: pl.DataFrame, charted: pl.DataFrame) -> pl.DataFrame:
    """Add the top of the board to each line, and the points (`of_expected`) to each line that was compared."""
    top, earned = pl.col("top"), pl.col("among_played") + pl.col("tied")
    points = of_expected(earned, pl.col("counted"))
    for_ns = pl.when(is_reversed(pl.col("ruling"))).then(top - points).otherwise(points)
    return (
        pl.concat([lines, facts_of_runs(lines, ["form_no"], forms)], how="horizontal")
        .with_columns(
            among_played=matchpoints(lines["form_no"], lines["compared_score"]), top=2.0 * (pl.col("expected") - 1)
        )
        .pipe(with_facts, charted, "number")
        .with_columns(ns_points=pl.coalesce("ns_charted", for_ns), ew_points=pl.coalesce("ew_charted", top - for_ns))
        .collect()
        .with_columns(half_up_to(pl.col("ns_points", "ew_points"), pl.col("line_decimals")))
    )


def _awarded(ruled: pl.DataFrame, compared: pl.DataFrame) -> pl.DataFrame:
    tops = compared.select("number", "top")
    earned, maximum = steady_sum(pl.col("points")), steady_sum(pl.col("top"))
    percentage = pl.when(maximum > 0).then(quotient(100 * earned, maximum))
    shares = with_own_averages(ruled.join(tops, on="number"), compared, percentage)
    return shares.select("number", ns_award=_award("NS"), ew_award=_award("EW"))


def _award(direction: Direction) -> pl.Expr:
    own_average = pl.col(f"{direction.lower()}_own")
    percentage = awarded_percentage(
        pl.col("ruling"), direction, own_average, pl.col("average_plus"), pl.col("average_minus")
    )
    # Multiply by 0.01, because polars' division by 100 gives another last bit for one row than for many rows.
    return half_up_to(pl.col("top") * percentage * 0.01, pl.col("line_decimals"))
