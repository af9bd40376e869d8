"""The lines of the next session, if the pairs of the last one come again."""

import polars as pl

from transforms.line_assignment import line_assignment
from transforms.tables import COMPETITION, SESSION, Frame

_ENTRANT = (*SESSION, "line", "entrant")


def next_lines(
    entries: Frame, sessions: Frame, player_rankings: Frame, players: Frame, competitions: Frame
) -> pl.LazyFrame:
    """The pairs of the last session in the lines of the next, in the shape of `LineAssignment`, for every season.

    Args:
        entries: `Entries`: substitutes stand for themselves, as they would if they came again.
        sessions: `Sessions`.
        player_rankings: `PlayerRankings`.
        players: `Players`.
        competitions: `Competitions`.
    """
    return line_assignment(last_pairs(entries, sessions), player_rankings, players, competitions)


def last_pairs(entries: Frame, sessions: Frame) -> pl.LazyFrame:
    """Those who sat down in twos in the last session of each season in which anybody did.

    Teams are passed over: who of a team makes a pair, nothing says.

    Returns:
        (club, competition, season, player_id, partner_id), sorted.
    """
    of_pairs = sessions.lazy().filter(pl.col("kind") != "teams").select(*SESSION, "date")
    from_the_last = pl.struct("date", "session_id").rank("dense", descending=True).over(COMPETITION)
    return (
        entries.lazy()
        .join(of_pairs, on=SESSION)
        .group_by(*_ENTRANT, "date")
        .agg(pl.len(), pl.col("player_id").min(), partner_id=pl.col("player_id").max())
        .filter(pl.col("len") == 2)
        .filter(from_the_last == 1)
        .select(*COMPETITION, "player_id", "partner_id")
        .sort(*COMPETITION, "player_id")
    )
