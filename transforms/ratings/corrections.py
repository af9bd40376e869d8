"""Lists that were published, beside what they would now be: late or changed results of seasons gone by."""

import polars as pl

from transforms.tables import RATING_LIST, Corrections, Frame, PublishedRatings

_MADE = ("season", "system")


def corrections(published: Frame, elo: Frame) -> pl.LazyFrame:
    """Name the players of published lists who would now have another rating, or none, or only now have one.

    Args:
        published: `PublishedRatings`.
        elo: `Elo`, of all games as they are known now. Lists that were not published are passed over.

    Returns:
        `Corrections`, sorted by key, under the season and system of publishing. A list of a day on which none is made
        any more is compared with nothing.
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
    return (
        stood.drop(_MADE)
        .join(now, on=[*RATING_LIST, "player_id"], how="full", coalesce=True)
        .filter(pl.col("published").ne_missing(pl.col("recomputed")))
        .join(lists, on=RATING_LIST)
        .with_columns(difference=pl.col("recomputed") - pl.col("published"))
        .sort(Corrections.primary_key())
        .select(pl.col(name).cast(kind) for name, kind in Corrections.create_empty().schema.items())
    )
