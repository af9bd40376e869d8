"""The control sheet: every result on every board of a field, its points, and whether these add up (`board_balance`).

Source: 't Fonteintje, section 5.
"""

import dataframely as dy
import polars as pl

from transforms.bridge.notation import result_in_notation
from transforms.bridge.rulings import is_played, is_reversed, is_weighted
from transforms.bridge.sessions import TEAMS, places
from transforms.results.board_balance import with_balance
from transforms.results.outcome_points import in_words, outcome_points
from transforms.tables import schemas
from transforms.tables.arithmetic.sums import sums_of_lists
from transforms.tables.arithmetic.tolerance import HAIR
from transforms.tables.schemas import COMPETITION, FIELD, LINE, SESSION, Frame
from transforms.tables.shared import in_shape

_BOARD = ("place", "board")
_FORM = (*_BOARD, "subfield")
_MEETING = (*_BOARD, "line", "ns", "ew", "file_id", "line_no")


def control_sheet(
    board_scores: Frame[schemas.BoardScores],
    sessions: Frame[schemas.Sessions],
    competitions: Frame[schemas.Competitions],
) -> dy.LazyFrame[schemas.ControlSheet]:
    """Return every meeting on every board, sorted by key: points of both sides, score, and result in notation."""
    notation = result_in_notation(pl.col("contract"), pl.col("declarer"), pl.col("tricks"), pl.col("ruling"))
    of_lines = places(board_scores.lazy(), sessions)
    lines = _in_fields(board_scores, of_lines).with_columns(result=notation).collect()
    ruled = _ruled(lines.with_columns(pl.col("subfield").fill_null("")), competitions)
    worth = in_words(ruled.filter(is_weighted(pl.col("ruling"))), _MEETING, "ns").select(*_MEETING, "worth")
    found = lines.join(worth, on=_MEETING, how="left").lazy().sort(_MEETING)
    return in_shape(schemas.ControlSheet, found)


def boards(
    board_scores: Frame[schemas.BoardScores],
    sessions: Frame[schemas.Sessions],
    competitions: Frame[schemas.Competitions],
) -> dy.LazyFrame[schemas.Boards]:
    """Return each board of each field: top, datum (null if there are several), points, and whether these balance."""
    of_lines = places(board_scores.lazy(), sessions)
    datums = pl.col("datum").drop_nulls()
    return in_shape(
        schemas.Boards,
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
        .join(_fields(of_lines), on="place", maintain_order="left"),
    )


def frequencies(
    board_scores: Frame[schemas.BoardScores],
    sessions: Frame[schemas.Sessions],
    competitions: Frame[schemas.Competitions],
) -> dy.LazyFrame[schemas.Frequencies]:
    """Return every score that was compared on a board, sorted by key: how often it occurred, and its points."""
    # An outcome of a weighted score counts with its weight, and a score of one side counts half. The points are those
    # of a played line with this score, or else of the outcomes. They are null if the outcomes have different points, if
    # no points are known, and in matches between teams.
    of_lines = places(board_scores.lazy(), sessions)
    lines = _in_fields(board_scores, of_lines).with_columns(pl.col("subfield").fill_null("")).collect()
    in_a_field, turned = pl.when(~pl.col("scoring").is_in(TEAMS)), pl.when(is_reversed(pl.col("ruling")))
    sides = (("ns", "ew"), ("ew", "ns"))
    # The points belong to the score as recorded, so a line in the wrong direction is turned back.
    one_line = lines.filter(is_played(pl.col("ruling"))).select(
        *_FORM,
        "score",
        **{f"{of}_points": in_a_field.then(turned.then(f"{to}_points").otherwise(f"{of}_points")) for of, to in sides},
    )
    outcomes = {f"{side}_outcome": in_a_field.then(f"{side}_points") for side, _ in sides}
    ruled = _ruled(lines, competitions).select(*_FORM, "score", times=pl.col("weight") / 2, **outcomes)
    return in_shape(
        schemas.Frequencies,
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
        .join(_fields(of_lines), on="place", maintain_order="left"),
    )


def _in_fields(board_scores: Frame[schemas.BoardScores], of_lines: pl.DataFrame) -> pl.LazyFrame:
    return board_scores.lazy().join(of_lines.lazy(), on=LINE)


def _ruled(lines: pl.DataFrame, competitions: Frame[schemas.Competitions]) -> pl.DataFrame:
    rules = competitions.lazy().select(*COMPETITION, "cross_imps").collect()
    return outcome_points(lines.join(rules, on=COMPETITION, how="left", maintain_order="left"), ("place",), _FORM)


def _fields(of_lines: pl.DataFrame) -> pl.LazyFrame:
    return of_lines.lazy().select("place", *FIELD).unique()


def _total(points: str) -> pl.Expr:
    return pl.when(pl.col(points).list.len() > 0).then(sums_of_lists(points))


def _if_one(points: str) -> pl.Expr:
    column = pl.col(points)
    return pl.when(column.max() - column.min() <= HAIR).then(column.max())


def in_order_of_audit(meetings: pl.DataFrame, matches: pl.DataFrame) -> pl.DataFrame:
    """Sort the meetings of every board: the best score for North-South first; between teams, match by match."""
    number, of_north_south, of_east_west = (
        pl.col(side).str.extract(r"(\d+)").cast(pl.Int64, strict=False) for side in ("ns", "ns", "ew")
    )
    of_teams = matches.select(SESSION).unique().with_columns(between_teams=True)
    first, second = pl.min_horizontal(of_north_south, of_east_west), pl.max_horizontal(of_north_south, of_east_west)
    match = pl.struct("line", "round", first=first, second=second)
    return (
        meetings.join(of_teams, on=SESSION, how="left", maintain_order="left")
        .sort(
            *SESSION,
            "field",
            "board",
            pl.when("between_teams").then(match),
            pl.when(pl.col("between_teams").is_null()).then("score"),
            "line",
            number,
            "ns",
            "ew",
            descending=[*(False for _ in (*SESSION, "field", "board", "match")), True, *(False for _ in range(4))],
            nulls_last=True,
        )
        .drop("between_teams")
    )
