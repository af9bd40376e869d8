"""How much an adjustment is of all that its entrant can win in a session, by what is known before it is scored."""

from collections.abc import Mapping

import polars as pl

from transforms.bridge.imps import MOST_IMPS
from transforms.bridge.sessions import POINT_A_BOARD, VICTORY_POINTS, by_entrant, field_of
from transforms.tables import ENTRANT, LINE, SESSION
from transforms.tables.arithmetic.division import quotient

_BOARD = (*SESSION, "field", "board")


def with_shares(given: pl.DataFrame, of_session: Mapping[str, pl.LazyFrame], sessions: pl.LazyFrame) -> pl.DataFrame:
    """Add `share`, in percent: null where it is not known.

    A board is taken for the highest top that its field can have, so that the share is never more than it is in the
    scored session.

    Args:
        given: `Adjustments`, with the `scoring` of their session.
        of_session: `results` and `matches`, by name.
        sessions: `Sessions`.
    """
    if given.is_empty():
        return given.with_columns(share=pl.lit(None, pl.Float64))
    concerned = given.lazy().select(SESSION).unique()
    results = of_session["results"].join(concerned, on=SESSION, how="semi")
    matches = of_session["matches"].join(concerned, on=SESSION, how="semi")
    most = pl.concat([_of_pairs(results, sessions), _of_teams(results, matches)], how="diagonal")
    known = most.group_by(ENTRANT).agg(pl.all().max()).collect()
    is_cross = pl.col("scoring") == "cross_imps"
    compared = pl.max_horizontal(pl.col("others").cast(pl.Float64), 1.0)
    top = (
        pl.when(pl.col("scoring") == "matchpoints")
        .then(2.0 * pl.col("others"))
        .when(pl.col("scoring") == "imps")
        .then(float(VICTORY_POINTS))
        .when(pl.col("scoring") == "point_a_board")
        .then(float(POINT_A_BOARD))
        .otherwise(pl.when(is_cross).then(MOST_IMPS * compared).otherwise(float(MOST_IMPS)))
    )
    boards = (
        pl.when(pl.col("scoring") == "imps")
        .then("matches")
        .when(pl.col("scoring") == "point_a_board")
        .then("match_boards")
        .otherwise("boards")
    )
    most_points = pl.when(boards * top > 0).then(boards * top)
    share = (
        pl.when(pl.col("unit") == "percent")
        .then("amount")
        .when(pl.col("unit") == "percent_of_top")
        .then(quotient(pl.col("amount"), pl.when(boards > 0).then(boards)))
        .otherwise(quotient(100 * pl.col("amount"), most_points))
    )
    joined = given.join(known, on=ENTRANT, how="left", maintain_order="left")
    return joined.with_columns(share=share).select(*given.columns, "share")


def _of_pairs(results: pl.LazyFrame, sessions: pl.LazyFrame) -> pl.LazyFrame:
    """(ENTRANT, boards, others): the boards of each pair or player, and the most results that one is compared with."""
    in_field = results.join(sessions.select(*SESSION, "together"), on=SESSION).with_columns(
        field=field_of(pl.col("together"), pl.col("line"))
    )
    with_others = in_field.with_columns(others=pl.len().over(_BOARD).cast(pl.Int64) - 1).with_columns(
        pl.col("others").max().over(*SESSION, "field")
    )
    sides = pl.concat(with_others.select(*LINE, "others", side=side) for side in ("ns", "ew"))
    return by_entrant(sides.drop_nulls("side"), "side").group_by(ENTRANT).agg(boards=pl.len(), others=pl.max("others"))


def _of_teams(results: pl.LazyFrame, matches: pl.LazyFrame) -> pl.LazyFrame:
    """(ENTRANT, matches, match_boards), by the rows of matches or by result lines, whichever has more."""
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
    return pl.concat(
        [rows.with_columns(pl.col("matches", "match_boards").cast(pl.Int64)) for rows in (by_rows, of_lines)],
        how="diagonal",
    )
