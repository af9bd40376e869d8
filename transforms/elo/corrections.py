"""Lists that were published, beside what they would now be: late or changed results of seasons gone by."""

import polars as pl

from transforms.tables import Corrections, Elo, Frame, PublishedRatings

_LIST = ("club", "competition", "season", "system", "list_date")


def corrections(published: Frame, elo: Frame) -> pl.LazyFrame:
    """Name the players of published lists who would now have another rating, or none, or only now have one.

    Args:
        published: `PublishedRatings`.
        elo: `Elo`, of all games as they are known now. Lists that were not published are passed over.

    Returns:
        `Corrections`, sorted by key; a list that is no longer made has all its players in it.
    """
    stood = published.lazy().select(*PublishedRatings.primary_key(), published="rating")
    now = (
        elo.lazy()
        .filter(pl.col("rating").is_not_null())
        .join(stood.select(_LIST).unique(), on=_LIST, how="semi")
        .select(*Elo.primary_key(), recomputed="rating")
    )
    return (
        stood.join(now, on=PublishedRatings.primary_key(), how="full", coalesce=True)
        .filter(pl.col("published").ne_missing(pl.col("recomputed")))
        .with_columns(difference=pl.col("recomputed") - pl.col("published"))
        .sort(Corrections.primary_key())
        .select(pl.col(name).cast(kind) for name, kind in Corrections.create_empty().schema.items())
    )
