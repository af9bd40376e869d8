"""What the next result must bring to lift the average of the individual championship, and which result it replaces."""

import polars as pl

from transforms.tables import Rows
from transforms.tables.arithmetic.sums import steady_mean


def next_counting(sessions: Rows, required: int, drop: int) -> pl.LazyFrame:
    """Of every player with a result that counts, what lifts the average next time.

    Who may leave out one result more next time keeps the best of what counts now and the new one: the new one has to
    be better than the lowest. All others count one result more, which has to be better than their average.

    Args:
        sessions: a row per player and session of one season: `player_id`, `date`, `points`, and whether it `counts`.
        required: how many sessions must count (`individual_min`).
        drop: how many of the worst beyond these are left out at most (`individual_drop`).

    Returns:
        `player_id`; `lifts`, the points above which the average rises; and `lowest_on`, the day of the result that
        drops out then, null where none does: then fewer points lower the average.
    """
    counting = sessions.lazy().filter("counts").sort("points", "date", maintain_order=True)
    played = sessions.lazy().group_by("player_id").agg(played=pl.len().cast(pl.Int64))
    left_out, next_time = (
        pl.min_horizontal((number - required).clip(lower_bound=0), pl.lit(drop))
        for number in (pl.col("played"), pl.col("played") + 1)
    )
    replaces = next_time > left_out
    return (
        counting.group_by("player_id", maintain_order=True)
        .agg(pl.col("points").first(), pl.col("date").first(), average=steady_mean(pl.col("points")))
        .join(played, on="player_id")
        .select(
            "player_id",
            lifts=pl.when(replaces).then("points").otherwise("average"),
            lowest_on=pl.when(replaces).then("date"),
        )
    )
