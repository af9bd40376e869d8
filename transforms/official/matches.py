"""What teams made of a match, beside the IMPs or points that the file gives for it."""

import polars as pl

from transforms.official.printed import UNEXPLAINED
from transforms.tables import MATCH, Frame


def scores(match_results: Frame, given_matches: Frame) -> pl.LazyFrame:
    """One row a team a match of which the file gives the IMPs or points: both values, whether they differ, and why."""
    compared = given_matches.lazy().join(match_results.lazy(), on=MATCH, suffix="_computed")
    of_each = [
        compared.filter(pl.col(value).is_not_null()).select(
            *MATCH, "file_id", "line_no", value=pl.lit(value), official=value, computed=f"{value}_computed"
        )
        for value in ("imps", "points")
    ]
    return (
        pl.concat(of_each)
        .rename({"team": "entrant"})
        .with_columns(differs=pl.col("computed").ne_missing(pl.col("official")), reason=pl.lit(UNEXPLAINED))
    )
