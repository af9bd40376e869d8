"""The control sheet: what happened on every board, what it was worth, and whether it adds up.

Source: 't Fonteintje, Puntentelling in parentornooi, section 5. Boards are those of a field: of a line, or of
the lines scored together.
"""

import polars as pl

from transforms.arithmetic.rounding import HAIR
from transforms.arithmetic.sums import steady_sum
from transforms.bridge.notation import result_in_notation
from transforms.bridge.rulings import (
    awards_a_whole,
    has_outcomes,
    is_average,
    is_played,
    is_reversed,
    is_split,
    is_weighted,
)
from transforms.bridge.sessions import TEAMS, field_of
from transforms.results.outcome_points import in_words, outcome_points
from transforms.scoring.few_results import has_bonus, over_the_top
from transforms.tables import BOARD, COMPETITION, SESSION, Boards, ControlSheet, Frame, Frequencies

_FORM = (*BOARD, "subfield")
_MEETING = (*BOARD, "line", "ns", "ew")
_RULES = ("line_decimals", "rounded", "split", "few_results", "average_plus_imps", "average_minus_imps")


def control_sheet(board_scores: Frame, sessions: Frame) -> pl.LazyFrame:
    """Every meeting on every board: points of both sides, score, contract and result in notation.

    Args:
        board_scores: `BoardScores`.
        sessions: `Sessions`, for the lines scored together.

    Returns:
        `ControlSheet`, sorted by key.
    """
    notation = result_in_notation(pl.col("contract"), pl.col("declarer"), pl.col("tricks"), pl.col("ruling"))
    lines = _in_fields(board_scores, sessions).with_columns(result=notation).collect()
    ruled = outcome_points(lines.with_columns(pl.col("subfield").fill_null("")), _FORM)
    return in_words(lines, ruled, _MEETING).lazy().select(ControlSheet.column_names()).sort(ControlSheet.primary_key())


def boards(board_scores: Frame, sessions: Frame, competitions: Frame) -> pl.LazyFrame:
    """Every board of every field: its top or datum, the points given, and whether the sheet balances.

    Args:
        board_scores: `BoardScores`.
        sessions: `Sessions`, for the lines scored together.
        competitions: `Competitions`, for the rules by which two sides may get more or less than a top.

    Returns:
        `Boards`, sorted by key. Between teams there is no datum, and a fouled board may have several: null.
    """
    rules = competitions.lazy().select(*COMPETITION, *_RULES)
    datums = pl.col("datum").drop_nulls()
    is_compared = is_played(pl.col("ruling")) | has_outcomes(pl.col("ruling"))
    # Of a split score one half may be a share of the top, which is compared with nothing.
    results = is_compared.cast(pl.Float64) - is_split(pl.col("ruling")).cast(pl.Float64) / 2
    return (
        _in_fields(board_scores, sessions)
        .join(rules, on=COMPETITION)
        .with_columns(compared=results.sum().over(_FORM), has_two_charts=_has_two_charts().any().over(_FORM))
        .group_by(BOARD)
        .agg(
            results=_has_points().sum().cast(pl.Int32),
            top=pl.col("top").max(),
            datum=pl.when(datums.n_unique() == 1).then(datums.max()),
            ns_points=_total("ns_points"),
            ew_points=_total("ew_points"),
            balanced=_balances().all(),
            as_ruled=(_has_points() & ~_is_whole()).any(),
        )
        .with_columns(pl.col("as_ruled") & pl.col("balanced"))
        .select(Boards.column_names())
        .sort(Boards.primary_key())
    )


def frequencies(board_scores: Frame, sessions: Frame) -> pl.LazyFrame:
    """Every score that was compared on a board: how often it came, and what it was worth.

    Args:
        board_scores: `BoardScores`.
        sessions: `Sessions`, for the lines scored together.

    Returns:
        `Frequencies`, sorted by key. A weighted score counts for its weight; of a split score each side's
        counts for half. The points are those of a line that was played with this score; where there is no such
        line, what the outcome was worth (`outcome_points.py`), null where that is not known or differs from line
        to line. Between teams there are none: points depend on the other table.
    """
    lines = _in_fields(board_scores, sessions).with_columns(pl.col("subfield").fill_null("")).collect()
    one_line = _points_as_the_score_stands(lines.filter(is_played(pl.col("ruling"))))
    ruled = outcome_points(lines, _FORM).select(
        *_FORM,
        "score",
        times=pl.col("weight") / 2,
        ns_outcome="ns_points",
        ew_outcome="ew_points",
    )
    return (
        pl.concat([one_line.with_columns(times=1.0), ruled], how="diagonal")
        .lazy()
        .filter(pl.col("score").is_not_null())
        .group_by(*_FORM, "score")
        .agg(
            steady_sum(pl.col("times")),
            ns_points=pl.coalesce(pl.col("ns_points").max(), _if_one("ns_outcome")),
            ew_points=pl.coalesce(pl.col("ew_points").max(), _if_one("ew_outcome")),
        )
        .select(Frequencies.column_names())
        .sort(Frequencies.primary_key())
    )


def _in_fields(board_scores: Frame, sessions: Frame) -> pl.LazyFrame:
    """The lines, each with the field in which it is scored."""
    together = sessions.lazy().select(*SESSION, "together")
    field = field_of(pl.col("together"), pl.col("line"))
    return board_scores.lazy().join(together, on=SESSION).with_columns(field=field)


def _total(points: str) -> pl.Expr:
    """The sum over a board; null where nobody earned points."""
    return pl.when(pl.col(points).count() > 0).then(steady_sum(pl.col(points)))


def _if_one(points: str) -> pl.Expr:
    """What all of a group have in common; null where they differ."""
    column = pl.col(points)
    return pl.when(column.max() - column.min() <= HAIR).then(column.max())


def _points_as_the_score_stands(lines: pl.DataFrame) -> pl.DataFrame:
    """What the score was worth to the direction that made it: a line played in the wrong direction is turned back."""
    depends_on_the_field = ~pl.col("scoring").is_in(TEAMS)
    points = {
        side: pl.when(is_reversed(pl.col("ruling"))).then(other).otherwise(side)
        for side, other in (("ns_points", "ew_points"), ("ew_points", "ns_points"))
    }
    return lines.select(
        *_FORM, "score", **{side: pl.when(depends_on_the_field).then(value) for side, value in points.items()}
    )


# --- does it balance? ---------------------------------------------------------------------------


def _balances() -> pl.Expr:
    """Whether both sides of a line have the top between them (cancel out, where there is none), or need not."""
    is_bonus = (_over() - over_the_top(pl.col("top"))).abs() <= _rounded_up() + HAIR
    return ~_has_points() | ~_shares_the_whole() | _is_whole() | (_may_have_bonus() & is_bonus).fill_null(value=False)


def _has_points() -> pl.Expr:
    return pl.any_horizontal(pl.col("ns_points", "ew_points").is_not_null())


def _is_whole() -> pl.Expr:
    """Whether both sides have the top between them, or as much more as rounding both of them up may give."""
    over = _over()
    return ((over.abs() <= HAIR) | ((over - _rounded_up()).abs() <= HAIR)).fill_null(value=False)


def _over() -> pl.Expr:
    return pl.col("ns_points") + pl.col("ew_points") - pl.col("top").fill_null(0)


def _rounded_up() -> pl.Expr:
    last_decimal = pl.lit(0.1).pow(pl.col("line_decimals"))
    return pl.when(pl.col("rounded") == "lines").then(last_decimal).fill_null(0)


def _shares_the_whole() -> pl.Expr:
    """Whether a line gives both sides the top between them: not where a director gave each its own."""
    ruling = pl.col("ruling")
    cancels_out = pl.col("top").is_not_null() | (pl.col("average_plus_imps") == -pl.col("average_minus_imps"))
    shares_by_comparison = (is_played(ruling) | is_weighted(ruling)) & ~pl.col("has_two_charts")
    return shares_by_comparison | is_average(ruling) | (awards_a_whole(ruling) & cancels_out)


def _has_two_charts() -> pl.Expr:
    """Whether this line is another one for North-South than for East-West, to every other line of the board too."""
    return (pl.col("split") == "apart") & is_split(pl.col("ruling"))


def _may_have_bonus() -> pl.Expr:
    """Whether so few played this form of the board that they have a bonus."""
    return has_bonus(pl.col("few_results"), pl.col("compared"), pl.col("top") / 2 + 1)
