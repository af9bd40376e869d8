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
    played = files.lazy().join(holding, on=_FILE, how="semi").collect()
    of_bytes = ("club", "sha256")
    in_order = played.sort("club", "modified_at", "competition", "file_id", nulls_last=False)
    shared = in_order.filter(pl.col("competition").n_unique().over(of_bytes) > 1)
    copies = shared.group_by(CLUB).agg(copies=pl.len()).join(played.group_by(CLUB).agg(files=pl.len()), on=CLUB)
    is_meant = (pl.col("copies") > 1) & (pl.col("copies") > _MEANT * pl.col("files"))
    meant = copies.filter(is_meant)
    first = pl.col("path").first().over(of_bytes)
    again = shared.with_columns(first=first).filter(pl.col("path") != pl.col("first"))
    of_meant = shared.join(meant, on=CLUB, how="semi").select(of_bytes)
    no_line = pl.lit(None, pl.Int64)
    return warning_on(
        again.join(of_meant, on=of_bytes, how="anti", maintain_order="left").with_columns(line_no=no_line).lazy(),
        "landing.in_two_folders",
        "byte for byte the same as {first}, and the results count in both competitions: take away the one that is in"
        " the wrong folder",
        field=pl.lit(None, pl.String),
        value=pl.lit(None, pl.String),
    )
