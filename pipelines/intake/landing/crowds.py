"""Sessions with more entrants than can be: they are left out, since tables of pairs grow with the square of these."""

import polars as pl

from pipelines.intake.landing.limits import Limits, variable
from transforms.intake.findings import error_on
from transforms.tables.schemas import CLUB, Findings

_IN_CLUB = [*CLUB, "session_id"]
_ENTRANTS = {
    "results": ("ns", "ew"),
    "matches": ("team", "opponent"),
    "entries": ("entrant",),
}
"""Table -> columns with those who play."""


def without_crowds(read: dict[str, pl.DataFrame], limits: Limits) -> tuple[dict[str, pl.DataFrame], pl.DataFrame]:
    """The tables without the sessions in which too many play, and a finding for each of these.

    Args:
        read: tables as they were read, with club and competition.
        limits: `entrants` is the most of one session.
    """
    counted = (
        pl.concat(
            read[table].lazy().select(*_IN_CLUB, "file_id", "line_no", table=pl.lit(table), entrant=pl.col(column))
            for table, columns in _ENTRANTS.items()
            for column in columns
        )
        .group_by(*_IN_CLUB, "table")
        .agg(pl.col("file_id", "line_no").first(), entrants=pl.col("entrant").drop_nulls().n_unique())
        .filter(pl.col("entrants") > limits.entrants)
        .collect()
    )
    if counted.is_empty():
        return read, Findings.create_empty()
    crowds = counted.sort("entrants", "table", descending=True).unique(_IN_CLUB, keep="first", maintain_order=True)
    found = error_on(
        crowds.lazy(),
        "limits.size/entrants",
        "{entrants} play in this session, more than {most}, so it is left out: cut it into its sections, or allow more"
        " with {variable}",
        field="session_id",
        most=pl.lit(limits.entrants),
        variable=pl.lit(variable("entrants")),
    ).collect()
    kept = {
        name: table.join(crowds.select(_IN_CLUB), on=_IN_CLUB, how="anti", maintain_order="left")
        if "session_id" in table.columns
        else table
        for name, table in read.items()
    }
    return kept, found
