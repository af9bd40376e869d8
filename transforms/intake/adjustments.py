"""Adjustments: points that a director gave or took, or that a club carried forward; their size and their entrants."""

from collections.abc import Mapping

import polars as pl

from transforms.bridge.imps import MOST_IMPS
from transforms.bridge.sessions import IN_VICTORY_POINTS, POINT_A_BOARD, VICTORY_POINTS, by_entrant, field_of
from transforms.tables.arithmetic.rounding import quotient
from transforms.tables.schemas import ENTRANT, LINE, SESSION

_BOARD = (*SESSION, "field", "board")
_SAME = (*ENTRANT, "amount", "unit", "reason")
_SOURCE = ("file_id", "given_id")


def numbered_adjustments(adjustments: pl.LazyFrame, sessions: pl.LazyFrame) -> pl.LazyFrame:
    """Return `Adjustments` with `scoring` and `event` of their session (`with_scoring`), and with numbered repetitions.

    `time` counts the repetitions of an adjustment within its file and session (`given_id`), from 0. `nth` counts the
    files and sessions that have this adjustment, from 0. The first of these is `first_file_id` with `first_id`.
    """
    return (
        adjustments.sort(*_SAME, *_SOURCE, "line_no", nulls_last=True, maintain_order=True)
        .with_columns(time=pl.int_range(pl.len()).over(*_SAME, *_SOURCE))
        .with_columns(
            nth=pl.int_range(pl.len()).over(*_SAME, "time"),
            first_file_id=pl.col("file_id").first().over(*_SAME, "time"),
            first_id=pl.col("given_id").first().over(*_SAME, "time"),
        )
        .join(sessions.select(*SESSION, "event", "scoring"), on=SESSION, maintain_order="left")
    )


def entrants_there(of_session: Mapping[str, pl.LazyFrame], given: pl.LazyFrame) -> pl.LazyFrame:
    """Return the entrants that have an entry, a result line, a match or a total, in sessions with adjustments."""
    concerned = pl.col("session_id").is_in(given.select("session_id").collect()["session_id"].unique().to_list())
    named = (("results", "ns"), ("results", "ew"), ("entries", "entrant"), ("matches", "team"), ("totals", "entrant"))
    sides = pl.concat(of_session[name].filter(concerned).select(*LINE, side=side) for name, side in named)
    return by_entrant(sides.drop_nulls("side").unique(), "side")


def with_shares(given: pl.DataFrame, of_session: Mapping[str, pl.LazyFrame], sessions: pl.LazyFrame) -> pl.DataFrame:
    """Add `share` to `Adjustments` with `scoring`: the size in percent of the most that the entrant can win.

    The share is null if it is not known. Each board counts with the highest top that its field can have, so that
    `share` is never too large.
    """
    if given.is_empty():
        return given.with_columns(share=pl.lit(None, pl.Float64))
    concerned = given.lazy().select(SESSION).unique()
    results, matches = (of_session[name].join(concerned, on=SESSION, how="semi") for name in ("results", "matches"))
    most = pl.concat([_of_pairs(results, sessions), _of_teams(results, matches)], how="diagonal")
    known = most.group_by(ENTRANT).agg(pl.all().max()).collect()
    compared = pl.max_horizontal(pl.col("others").cast(pl.Float64), 1.0)
    top = (
        pl.when(scoring="matchpoints")
        .then(2.0 * pl.col("others"))
        .when(pl.col("scoring").is_in(IN_VICTORY_POINTS))
        .then(float(VICTORY_POINTS))
        .when(scoring="point_a_board")
        .then(float(POINT_A_BOARD))
        .when(scoring="cross_imps")
        .then(MOST_IMPS * compared)
        .otherwise(float(MOST_IMPS))
    )
    boards = (
        pl.when(pl.col("scoring").is_in(IN_VICTORY_POINTS))
        .then("matches")
        .when(scoring="point_a_board")
        .then("match_boards")
    )
    boards = boards.otherwise("boards")
    most_points = pl.when(boards * top > 0).then(boards * top)
    share = (
        pl.when(unit="percent")
        .then("amount")
        .when(unit="percent_of_top")
        .then(quotient(pl.col("amount"), pl.when(boards > 0).then(boards)))
        .otherwise(quotient(100 * pl.col("amount"), most_points))
    )
    joined = given.join(known, on=ENTRANT, how="left", maintain_order="left")
    return joined.with_columns(share=share).select(*given.columns, "share")


def _of_pairs(results: pl.LazyFrame, sessions: pl.LazyFrame) -> pl.LazyFrame:
    in_field = results.join(sessions.select(*SESSION, "together"), on=SESSION).with_columns(
        field=field_of(pl.col("together"), pl.col("line"))
    )
    with_others = in_field.with_columns(others=pl.len().over(_BOARD).cast(pl.Int64) - 1).with_columns(
        pl.col("others").max().over(*SESSION, "field")
    )
    sides = pl.concat(with_others.select(*LINE, "others", side=side) for side in ("ns", "ew"))
    return by_entrant(sides.drop_nulls("side"), "side").group_by(ENTRANT).agg(boards=pl.len(), others=pl.max("others"))


def _of_teams(results: pl.LazyFrame, matches: pl.LazyFrame) -> pl.LazyFrame:
    in_match = ("round", "opponent")
    by_rows = (
        matches.rename({"team": "entrant"})
        .group_by(ENTRANT)
        .agg(matches=pl.struct(in_match).n_unique(), match_boards=pl.col("boards").sum())
    )
    met = results.drop_nulls(["ns", "ew"])
    by_lines = pl.concat(
        met.select(*LINE, "round", "board", entrant=own, opponent=other) for own, other in (("ns", "ew"), ("ew", "ns"))
    )
    of_lines = by_lines.group_by(ENTRANT).agg(
        matches=pl.struct(in_match).n_unique(), match_boards=pl.struct(*in_match, "board").n_unique()
    )
    return pl.concat([by_rows, of_lines], how="diagonal_relaxed").cast({"matches": pl.Int64, "match_boards": pl.Int64})
