"""A standing in a championship: its average as the mean of the ranking points that count."""

import polars as pl

from transforms.explanation.formulas import filled_in
from transforms.tables.schemas import COMPETITION, Frame, IndividualChampionship, IndividualSessions
from transforms.tables.shared import IN_TURN


def explained_championship(
    standing: Frame[IndividualChampionship], sessions: Frame[IndividualSessions], who: str
) -> pl.DataFrame:
    """The standings with the formula of each average.

    Args:
        standing: `IndividualChampionship` or `PairsChampionship`.
        sessions: `IndividualSessions` or `PairSessions`, for the points that count.
        who: `player_id` or `partnership_id`.

    Returns:
        The standing, sorted by key, with `formula` (null where no session counts).
    """
    key = (*COMPETITION, who)
    counting = sessions.lazy().filter("counts").sort(IN_TURN).group_by(key, maintain_order=True).agg(counting="points")
    rows = standing.lazy().join(counting, on=key).collect()
    formulas = rows.select(*key, formula=filled_in(rows, "(counting) / counted", "average"))
    return standing.lazy().join(formulas.lazy(), on=key, how="left").sort(key).collect()
