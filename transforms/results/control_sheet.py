"""The control sheet: every result on every board, its points, and whether the points add up.

Source: 't Fonteintje, Puntentelling in parentornooi, section 5. Every board is that of one field: of a line, or of
lines scored together.
"""

import dataframely as dy
import polars as pl

from transforms.bridge.notation import result_in_notation
from transforms.bridge.rulings import is_played, is_reversed
from transforms.bridge.sessions import TEAMS, places
from transforms.results.board_balance import with_balance
from transforms.results.outcome_points import in_words, outcome_points
from transforms.tables.arithmetic.sums import sums_of_lists
from transforms.tables.arithmetic.tolerance import HAIR
from transforms.tables.schemas import (
    COMPETITION,
    FIELD,
    LINE,
    Boards,
    BoardScores,
    Competitions,
    ControlSheet,
    Frame,
    Frequencies,
    Sessions,
)
from transforms.tables.shared import in_shape

_BOARD = ("place", "board")
_FIELD = ("place",)
_FORM = (*_BOARD, "subfield")
_MEETING = (*_BOARD, "line", "ns", "ew", "file_id", "line_no")


def control_sheet(
    board_scores: Frame[BoardScores], sessions: Frame[Sessions], competitions: Frame[Competitions]
) -> dy.LazyFrame[ControlSheet]:
    """Every meeting on every board: the points of both sides, the score, and the result in notation.

    Args:
        board_scores: `BoardScores`.
        sessions: `Sessions`, for the lines scored together.
        competitions: `Competitions`, for the rule of cross-IMPs.

    Returns:
        `ControlSheet`, sorted by key.
    """
    notation = result_in_notation(pl.col("contract"), pl.col("declarer"), pl.col("tricks"), pl.col("ruling"))
    of_lines = places(board_scores.lazy(), sessions)
    lines = _in_fields(board_scores, of_lines).with_columns(result=notation).collect()
    ruled = _ruled(lines.with_columns(pl.col("subfield").fill_null("")), competitions)
    return in_shape(
        ControlSheet,
        in_words(lines, ruled, _MEETING).lazy().sort(_MEETING).select(ControlSheet.column_names()),
    )


def boards(
    board_scores: Frame[BoardScores], sessions: Frame[Sessions], competitions: Frame[Competitions]
) -> dy.LazyFrame[Boards]:
    """Every board of every field: its top or datum, the points given, and whether the sheet balances.

    Args:
        board_scores: `BoardScores`.
        sessions: `Sessions`, for the lines scored together.
        competitions: `Competitions`, for the rules by which two sides may get more or less than a top.

    Returns:
        `Boards`, sorted by key. The datum is null between teams, and for a fouled board with several datums.
        `board_balance.py` says when a line balances.
    """
    of_lines = places(board_scores.lazy(), sessions)
    datums = pl.col("datum").drop_nulls()
    return in_shape(
        Boards,
        with_balance(_in_fields(board_scores, of_lines), competitions)
        .group_by(_BOARD)
        .agg(
            results=pl.col("has_points").sum().cast(pl.Int32),
            top=pl.col("top").max(),
            datum=pl.when(datums.n_unique() == 1).then(datums.max()),
            ns_points=pl.col("ns_points").drop_nulls(),
            ew_points=pl.col("ew_points").drop_nulls(),
            balanced=pl.col("balances").all(),
            as_ruled=(pl.col("has_points") & ~pl.col("is_whole")).any(),
        )
        .with_columns(_total("ns_points"), _total("ew_points"), pl.col("as_ruled") & pl.col("balanced"))
        .sort(_BOARD)
        .join(_fields(of_lines), on="place", maintain_order="left")
        .select(Boards.column_names()),
    )


def frequencies(
    board_scores: Frame[BoardScores], sessions: Frame[Sessions], competitions: Frame[Competitions]
) -> dy.LazyFrame[Frequencies]:
    """Every score that was compared on a board: how often it occurred, and the points for it.

    Args:
        board_scores: `BoardScores`.
        sessions: `Sessions`, for the lines scored together.
        competitions: `Competitions`, for the rule of cross-IMPs.

    Returns:
        `Frequencies`, sorted by key. Each outcome of a weighted score counts for its weight, and the score of each side
        of a split score for half. The points are those of a played line with this score. Where there is no such line,
        they are those of the outcome (`outcome_points.py`); null where these are not known or differ between lines.
        Between teams they are null, because the points depend on the other table.
    """
    of_lines = places(board_scores.lazy(), sessions)
    lines = _in_fields(board_scores, of_lines).with_columns(pl.col("subfield").fill_null("")).collect()
    one_line = _points_as_the_score_stands(lines.filter(is_played(pl.col("ruling"))))
    depends_on_the_field = ~pl.col("scoring").is_in(TEAMS)
    ruled = _ruled(lines, competitions).select(
        *_FORM,
        "score",
        times=pl.col("weight") / 2,
        ns_outcome=pl.when(depends_on_the_field).then("ns_points"),
        ew_outcome=pl.when(depends_on_the_field).then("ew_points"),
    )
    return in_shape(
        Frequencies,
        pl.concat([one_line.with_columns(times=1.0), ruled], how="diagonal")
        .lazy()
        .filter(pl.col("score").is_not_null())
        .group_by(*_FORM, "score")
        .agg(
            pl.col("times").drop_nulls(),
            ns_points=pl.coalesce(pl.col("ns_points").max(), _if_one("ns_outcome")),
            ew_points=pl.coalesce(pl.col("ew_points").max(), _if_one("ew_outcome")),
        )
        .with_columns(sums_of_lists("times"))
        .sort(*_FORM, "score")
        .join(_fields(of_lines), on="place", maintain_order="left")
        .select(Frequencies.column_names()),
    )


def _in_fields(board_scores: Frame[BoardScores], of_lines: pl.DataFrame) -> pl.LazyFrame:
    """Add to each result line the `field` in which it is scored, and the `place` that numbers it."""
    return board_scores.lazy().join(of_lines.lazy(), on=LINE)


def _ruled(lines: pl.DataFrame, competitions: Frame[Competitions]) -> pl.DataFrame:
    """The outcomes of weighted and split scores, with their points."""
    rules = competitions.lazy().select(*COMPETITION, "cross_imps").collect()
    return outcome_points(lines.join(rules, on=COMPETITION, how="left", maintain_order="left"), _FIELD, _FORM)


def _fields(of_lines: pl.DataFrame) -> pl.LazyFrame:
    """The key of each `place`."""
    return of_lines.lazy().select("place", *FIELD).unique()


def _total(points: str) -> pl.Expr:
    """The sum of a list of points; null where nobody has any."""
    return pl.when(pl.col(points).list.len() > 0).then(sums_of_lists(points))


def _if_one(points: str) -> pl.Expr:
    """The value of a group in which all values are equal; null where they differ."""
    column = pl.col(points)
    return pl.when(column.max() - column.min() <= HAIR).then(column.max())


def _points_as_the_score_stands(lines: pl.DataFrame) -> pl.DataFrame:
    """(FORM, score, ns_points, ew_points) of played lines; a line played in the wrong direction is turned back.

    Points between teams are null.
    """
    depends_on_the_field = ~pl.col("scoring").is_in(TEAMS)
    points = {
        side: pl.when(is_reversed(pl.col("ruling"))).then(other).otherwise(side)
        for side, other in (("ns_points", "ew_points"), ("ew_points", "ns_points"))
    }
    return lines.select(
        *_FORM, "score", **{side: pl.when(depends_on_the_field).then(value) for side, value in points.items()}
    )
