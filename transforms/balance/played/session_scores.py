"""The scores of every two who played in one field, per session: how much a good result of one hurts the other."""

import polars as pl

from transforms.balance.played.movement_played import Played, played
from transforms.balance.played.session_balance import field_scores, in_portions, movements_alike
from transforms.tables import SESSION, BoardScores, Frame, Sessions


def session_scores(board_scores: Frame[BoardScores], sessions: Frame[Sessions]) -> pl.DataFrame:
    """The score matrix of every field of every session; sessions of teams have none.

    Args:
        board_scores: `BoardScores`.
        sessions: `Sessions`, for the lines scored together.

    Returns:
        (club, competition, season, session_id, field, line, entrant, other_line, other, score, meetings), one row for
        every two who sat in the field, in order of line and number. `SessionBalance` has the sums of `score`;
        `meetings` is how often the two sat at one table as opponents.
    """
    of_sessions = played(board_scores, sessions)
    names = of_sessions.entrants.select("place", "line", "name", number="entrant")
    fields = of_sessions.fields.unique("place").select("place", *SESSION, "field")
    return (
        each_two(of_sessions)
        .filter(pl.col("number") < pl.col("other"))
        .sort("place", "number", "other")
        .join(fields, on="place", maintain_order="left")
        .join(names, on=("place", "number"), maintain_order="left")
        .join(
            names.select("place", other="number", other_line="line", other_name="name"),
            on=("place", "other"),
            maintain_order="left",
        )
        .select(
            *SESSION,
            "field",
            "line",
            entrant="name",
            other_line="other_line",
            other="other_name",
            score="score",
            meetings="meetings",
        )
    )


def each_two(of_sessions: Played) -> pl.DataFrame:
    """Every entrant of a field with every other, in both orders; the rows have no fixed order.

    Returns:
        (place, number, other, score, own_tops, meetings): `score` and `own_tops` as in `field_scores`, 0 for two who
        played no board in common.
    """
    alike = movements_alike(of_sessions.seats)
    scores = pl.concat(
        [field_scores(portion) for portion in in_portions(of_sessions, alike)] or [field_scores(of_sessions)]
    )
    both_ways = pl.concat(
        scores.select("score", "own_tops", movement="place", number=one, other=other)
        for one, other in (("one", "other"), ("other", "one"))
    )
    numbers = of_sessions.entrants.select("place", number="entrant")
    of_two = ("place", "number", "other")
    return (
        numbers.join(numbers.rename({"number": "other"}), on="place")
        .filter(pl.col("number") != pl.col("other"))
        .join(alike, on="place")
        .join(both_ways, on=("movement", "number", "other"), how="left")
        .join(_meetings(of_sessions.seats), on=of_two, how="left")
        .select(*of_two, pl.col("score", "own_tops", "meetings").fill_null(0))
    )


def _meetings(seats: pl.DataFrame) -> pl.DataFrame:
    """(place, number, other, meetings): how often two sat at one table as opponents."""
    seated = seats.select("place", "meeting", "side", number="entrant").unique()
    against = seated.select("meeting", "side", other="number").with_columns(-pl.col("side"))
    return (
        seated.join(against, on=("meeting", "side"))
        .group_by("place", "number", "other")
        .agg(meetings=pl.len().cast(pl.Int64))
    )
