"""Compares published lists with what they would be now, after late or changed results of past seasons."""

import dataframely as dy
import polars as pl

from transforms.published.differences import differences
from transforms.published.kinds import RATINGS
from transforms.tables.schemas import Corrections, Elo, Frame, PublishedRatings
from transforms.tables.shared import in_shape


def corrections(published: Frame[PublishedRatings], elo: Frame[Elo]) -> dy.LazyFrame[Corrections]:
    """Name the players of published lists who would now have another rating, or none, or only now have one.

    `elo` is of all games as they are known now. Rows stand under the season and system of publishing. A published list
    is left out where `elo` has no list of the same day any more, and a list that was not published.
    """
    ratings = {name: pl.col(column).cast(pl.Int32) for name, column in _AS_RATINGS.items()}
    return in_shape(
        Corrections,
        differences(published.lazy().with_columns(build=pl.lit(None, pl.Int64)), elo, RATINGS)
        .select(*Corrections.primary_key(), **ratings)
        .with_columns(difference=pl.col("recomputed") - pl.col("published"))
        .sort(Corrections.primary_key()),
    )


_AS_RATINGS = {"published": "published", "recomputed": "now"}  # column -> the text that it is made of
