"""The result list of a session: points, percentage, rank and club points of every entrant.

Source: 't Fonteintje, Puntentelling in parentornooi, section 4.
"""

import polars as pl

from transforms.fields import field_of
from transforms.sums import steady_sum
from transforms.tables import DECIMALS, SESSION, Frame, SessionResults

_ENTRANT = (*SESSION, "line", "entrant")
_FIELD = (*SESSION, "field")
_CLUB_POINT_TENTHS = (40, 30, 20, 16, 14, 12, 10, 8, 6)
"""The key by which the first third of a field shares club points, in tenths per pair in the field."""


def session_results(board_scores: Frame, entries: Frame, sessions: Frame) -> pl.LazyFrame:
    """Make the result list of every pairs session.

    Args:
        board_scores: `BoardScores`.
        entries: `Entries`: those who sat down; `direction` matters where a session has two winners.
        sessions: `Sessions`; lines scored together are ranked together.

    Returns:
        `SessionResults`, sorted by key. The maximum is that of the boards an entrant earned points on, so a
        sit-out or a board not played weighs nothing; score is the percentage of it, in full precision.
    """
    pairs_sessions = sessions.lazy().filter(pl.col("kind") == "pairs").select(*SESSION, "together", "winners")
    totals = _totals(board_scores)
    entrants = pl.concat(
        [
            entries.lazy().select(*_ENTRANT, "direction"),
            totals.select(*_ENTRANT, direction=pl.lit(None, dtype=pl.String)),
        ]
    )
    results = (
        entrants.group_by(_ENTRANT)
        .agg(pl.col("direction").drop_nulls().first())
        .join(pairs_sessions, on=SESSION)
        .join(totals, on=_ENTRANT, how="left")
        .with_columns(
            field=_ranked_together(),
            boards=pl.col("boards").fill_null(0),
            score=pl.when(pl.col("maximum") > 0).then(100 * pl.col("points") / pl.col("maximum")),
        )
        # Percentages that are equal in exact arithmetic are a tie.
        .with_columns(compared=pl.col("score").round(DECIMALS))
        .with_columns(
            rank=pl.col("compared").rank("min", descending=True).over(_FIELD),
            place=pl.col("compared").rank("ordinal", descending=True).over(_FIELD).cast(pl.Int64),
            pairs=pl.col("compared").count().over(_FIELD).cast(pl.Int64),
        )
        .with_columns(club_points=_club_points(), adjustment=pl.lit(None, pl.Float64), scoring=pl.lit("matchpoints"))
        .sort(_ENTRANT)
    )
    return SessionResults.cast(results)


def _totals(board_scores: Frame) -> pl.LazyFrame:
    """Boards, points and maximum of every entrant, over both directions."""
    scored = board_scores.lazy().filter(pl.col("scoring") == "matchpoints")
    sides = pl.concat(
        [
            scored.select(*SESSION, "line", "top", entrant=entrant, points=points)
            for entrant, points in (("ns", "ns_points"), ("ew", "ew_points"))
        ]
    )
    return (
        sides.filter(pl.col("points").is_not_null())
        .group_by(_ENTRANT)
        .agg(boards=pl.len(), points=steady_sum(pl.col("points")), maximum=steady_sum(pl.col("top")))
    )


def _ranked_together() -> pl.Expr:
    field = field_of(pl.col("together"), pl.col("line"))
    by_direction = pl.concat_str(field, "direction", separator=" ")
    return pl.when(pl.col("winners") == 2).then(by_direction).otherwise(field)


def _club_points() -> pl.Expr:
    """The first third of a field gets the key times the number of pairs, the others one point.

    Entrants with equal percentages share the mean of what their places bring; halves round up. Whole
    tenths all the way, so that nothing is lost before the rounding.
    """
    place, pairs = pl.col("place"), pl.col("pairs")
    key = place.replace_strict(dict(enumerate(_CLUB_POINT_TENTHS, start=1)), default=None, return_dtype=pl.Int64)
    tenths = pl.when(place <= pairs // 3).then(key * pairs).fill_null(10)
    tied = (*_FIELD, "rank")
    return pl.when(pl.col("rank").is_not_null()).then(
        (2 * tenths.sum().over(tied) + 10 * pl.len().over(tied)) // (20 * pl.len().over(tied))
    )
