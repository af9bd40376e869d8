"""Handicap lists as pages show them."""

import dataframely as dy
import polars as pl

from transforms.tables.arithmetic.as_shown import lines_of_field, place, shown
from transforms.tables.report import EntrantsShown, HandicapShown
from transforms.tables.schemas import ENTRANT, SESSION, HandicapResults


def handicap_results_shown(
    results: dy.DataFrame[HandicapResults], entrants: dy.DataFrame[EntrantsShown]
) -> dy.LazyFrame[HandicapShown]:
    """Return the handicap list of every field, sorted by field and rank; entrants without a handicap come last."""
    lists = (
        results.join(entrants, on=ENTRANT, how="left")
        .sort(
            *(*SESSION, lines_of_field(), pl.col("field").str.ends_with(" EW"), "rank", "line", "entrant"),
            nulls_last=True,
        )
        .with_columns(pl.col("names").fill_null(""), rank=place(pl.col("rank"), *SESSION, "field"))
    )
    return shown(HandicapShown, lists)
