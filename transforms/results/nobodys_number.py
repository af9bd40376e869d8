"""Numbers that are nobody's: slips in the number of a pair, in results, but in no entry and no list of a file."""

import polars as pl

from transforms.bridge.sessions import TEAMS
from transforms.tables import ENTRANT, LINE, Entries, Frame, OfficialResults

_FEWEST = 1 / 2
"""Of the boards that others of the line played; who played as many is somebody whose players were not told."""


def with_nobody(
    totals: pl.LazyFrame, entries: Frame[Entries], official_results: Frame[OfficialResults]
) -> pl.LazyFrame:
    """Add `is_nobody`: whether an entrant has no players, where others of the line have, and few boards. Boolean.

    A number that the result list of the file has is somebody's: a guest whom it does not name, and who left early.

    What was played against such a number counts for those who met it, and it has no score of its own, since somebody
    else played there.

    Args:
        totals: the columns of `ENTRANT`, `scoring`, and `boards` as played.
        entries: `Entries`.
        official_results: `OfficialResults`.
    """
    known = entries.lazy().select(ENTRANT).unique().with_columns(has_players=pl.lit(value=True))
    listed = official_results.lazy().select(ENTRANT).unique().with_columns(is_listed=pl.lit(value=True))
    has_players, is_listed = (pl.col(name).fill_null(value=False) for name in ("has_players", "is_listed"))
    played = pl.col("boards").fill_null(0)
    usual = played.filter(has_players & (played > 0)).median().over(LINE)
    few = (played > 0) & (played < _FEWEST * usual)
    return (
        totals.join(known, on=ENTRANT, how="left")
        .join(listed, on=ENTRANT, how="left")
        .with_columns(
            is_nobody=~has_players & ~is_listed & ~pl.col("scoring").is_in(TEAMS) & few.fill_null(value=False)
        )
        .drop("has_players", "is_listed")
    )
