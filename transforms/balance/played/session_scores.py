"""The scores of every two who played in one field, per session: how much a good result of one hurts the other."""

import polars as pl

from transforms.balance.played.movement_played import played
from transforms.balance.played.two_scores import two_scores
from transforms.tables.schemas import SESSION, BoardScores, Frame, Sessions


def session_scores(board_scores: Frame[BoardScores], sessions: Frame[Sessions]) -> pl.DataFrame:
    """The score of every two who sat in one field of a session, in order of line and number; teams have none.

    Columns: the key of the session, field, line, entrant, other_line, other, score, and meetings: how often the two sat
    at one table as opponents.
    """
    of_sessions = played(board_scores, sessions)
    names = of_sessions.entrants.select("place", "line", "name", number="entrant")
    fields = of_sessions.fields.unique("place").select("place", *SESSION, "field")
    return (
        two_scores(of_sessions)
        .join(fields, on="place", maintain_order="left")
        .join(names.rename({"number": "one"}), on=("place", "one"), maintain_order="left")
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
