"""A comparison of the results of matches with the IMPs or points that the file gives."""

import polars as pl

from transforms.official.printed import UNEXPLAINED
from transforms.tables.schemas import MATCH, Frame, MatchResults, Rows


def scores(match_results: Frame[MatchResults], given_matches: Rows) -> pl.LazyFrame:
    """One row per team and match for which the file gives IMPs or points: both values, and whether they differ."""
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
