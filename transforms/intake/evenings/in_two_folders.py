"""Files with results that two competitions of a club have, byte for byte: one of the two is in the wrong folder."""

import dataframely as dy
import polars as pl

from transforms.intake.findings import warning_on
from transforms.tables.schemas import CLUB, Files, Findings, Frame, Matches, OfficialResults, Results

_FILE = (*CLUB, "file_id")
_MEANT = 0.5
"""Of the files with results of a competition; where more are another's too, and not one alone, that is meant."""


def in_two_folders(
    files: Frame[Files], results: Frame[Results], official_results: Frame[OfficialResults], matches: Frame[Matches]
) -> dy.LazyFrame[Findings]:
    """A warning for each file with results, of whatever kind, that another competition of the club has too.

    Of two it is at the one that was changed later, or else the last by the name of the competition.
    """
    holding = pl.concat([rows.lazy().select(_FILE) for rows in (results, official_results, matches)]).unique()
    of_bytes = ("club", "sha256")
    is_meant = (pl.col("copies") > 1) & (pl.col("copies") > _MEANT * pl.col("files"))
    again = (
        files.lazy()
        .join(holding, on=_FILE, how="semi")
        .sort("club", "modified_at", "competition", "file_id", nulls_last=False)
        .with_columns(
            is_shared=pl.col("competition").n_unique().over(of_bytes) > 1,
            files=pl.len().over(CLUB),
            first=pl.col("path").first().over(of_bytes),
            line_no=pl.lit(None, pl.Int64),
        )
        .with_columns(copies=pl.col("is_shared").sum().over(CLUB))
        .filter("is_shared", ~is_meant.any().over(of_bytes), pl.col("path") != pl.col("first"))
    )
    return warning_on(
        again,
        "landing.in_two_folders",
        "byte for byte the same as {first}, and the results count in both competitions: take away the one that is in"
        " the wrong folder",
        field=pl.lit(None, pl.String),
        value=pl.lit(None, pl.String),
    )
