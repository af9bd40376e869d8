"""Numbers that are nobody's: slips in the number of a pair, in results, but in no entry and no list of a file."""

import polars as pl

from transforms.bridge.sessions import TEAMS
from transforms.tables import ENTRANT, LINE, BoardScores, Entries, Frame, OfficialResults

_FEWEST = 1 / 2
"""Of the boards that others of the line played; who played as many is somebody whose players were not told."""


def with_nobody(
    totals: pl.LazyFrame,
    entries: Frame[Entries],
    official_results: Frame[OfficialResults],
    board_scores: Frame[BoardScores],
) -> pl.LazyFrame:
    """Add `is_nobody`: whether an entrant has no players, where others of the line have, and few boards. Boolean.

    A slip is made in a row or in a round: who has more boards than any two of the line played against each other is
    somebody, as guests are who came for a few rounds. A number that the result list of the file has is somebody's: a
    guest whom it does not name, and who left early.

    What was played against such a number counts for those who met it, and it has no score of its own, since somebody
    else played there.

    Args:
        totals: the columns of `ENTRANT`, `scoring`, and `boards` as played.
        entries: `Entries`.
        official_results: `OfficialResults`.
        board_scores: `BoardScores`, for how many boards a meeting has.
    """
    known = entries.lazy().select(ENTRANT).unique().with_columns(has_players=pl.lit(value=True))
    listed = official_results.lazy().select(ENTRANT).unique().with_columns(is_listed=pl.lit(value=True))
    has_players, is_listed = (pl.col(name).fill_null(value=False) for name in ("has_players", "is_listed"))
    played = pl.col("boards").fill_null(0)
    usual = played.filter(has_players & (played > 0)).median().over(LINE)
    played_out = board_scores.lazy().filter(pl.any_horizontal(pl.col("ns_points", "ew_points").is_not_null()))
    meetings = played_out.group_by(*LINE, "ns", "ew").len("met").group_by(LINE).agg(pl.col("met").max())
    few = (played > 0) & (played < _FEWEST * usual) & (played <= pl.col("met"))
    return (
        totals.join(known, on=ENTRANT, how="left")
        .join(listed, on=ENTRANT, how="left")
        .join(meetings, on=LINE, how="left")
        .with_columns(
            is_nobody=~has_players & ~is_listed & ~pl.col("scoring").is_in(TEAMS) & few.fill_null(value=False)
        )
        .drop("has_players", "is_listed", "met")
    )
