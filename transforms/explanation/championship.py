"""A place in a championship: the mean of what counts, what was dropped, and what is still needed."""

import polars as pl

from transforms.explanation.formulas import filled_in
from transforms.tables import COMPETITION, Frame, IndividualChampionship, IndividualSessions


def explained_championship(
    standing: Frame[IndividualChampionship], sessions: Frame[IndividualSessions], who: str
) -> pl.DataFrame:
    """The standings with the formula of each average.

    Args:
        standing: `IndividualChampionship` or `PairsChampionship`.
        sessions: `IndividualSessions` or `PairSessions`, for the points that count.
        who: `player_id` or `partnership_id`.

    Returns:
        The standing, sorted by key, with `formula` (null without anything that counts).
    """
    key = (*COMPETITION, who)
    counting = (
        sessions.lazy()
        .filter("counts")
        .sort("date", "session_id")
        .group_by(key, maintain_order=True)
        .agg(counting="points")
    )
    rows = standing.lazy().join(counting, on=key).collect()
    formulas = rows.select(*key, formula=filled_in(rows, "(counting) / counted", "average"))
    return standing.lazy().join(formulas.lazy(), on=key, how="left").sort(key).collect()
