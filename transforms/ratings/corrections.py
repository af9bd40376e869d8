"""Compares published lists with what they would be now, after late or changed results of past seasons."""

import dataframely as dy
import polars as pl

from transforms.tables import RATING_LIST, Corrections, Elo, Frame, PublishedRatings
from transforms.tables.shared import in_shape

_MADE = ("season", "system")


def corrections(published: Frame[PublishedRatings], elo: Frame[Elo]) -> dy.LazyFrame[Corrections]:
    """Name the players of published lists who would now have another rating, or none, or only now have one.

    Args:
        published: `PublishedRatings`.
        elo: `Elo`, of all games as they are known now. Lists that were not published are ignored.

    Returns:
        `Corrections`, sorted by key, under the season and system of publishing. A published list is left out where
        `elo` has no list of the same day any more.
    """
    stood = published.lazy().select(*PublishedRatings.primary_key(), published="rating")
    made = elo.lazy().select(RATING_LIST).unique()
    lists = stood.select(*RATING_LIST, *_MADE).unique(RATING_LIST).join(made, on=RATING_LIST, how="semi")
    now = (
        elo.lazy()
        .filter(pl.col("rating").is_not_null())
        .select(*RATING_LIST, "player_id", recomputed="rating")
        .join(lists.select(RATING_LIST), on=RATING_LIST, how="semi")
    )
    return in_shape(
        Corrections,
        stood.drop(_MADE)
        .join(now, on=[*RATING_LIST, "player_id"], how="full", coalesce=True)
        .filter(pl.col("published").ne_missing(pl.col("recomputed")))
        .join(lists, on=RATING_LIST)
        .with_columns(difference=pl.col("recomputed") - pl.col("published"))
        .sort(Corrections.primary_key())
        .select(pl.col(name).cast(kind) for name, kind in Corrections.create_empty().schema.items()),
    )
