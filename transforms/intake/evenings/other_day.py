"""Files whose name says another day than they do themselves: last year's file, or a date that nobody set."""

import dataframely as dy
import polars as pl

from transforms.intake.evenings.settled import Settled
from transforms.intake.findings import warning_on
from transforms.tables import CLUB, Findings

_DAYS_LATER = 3
"""A name may well say the day of the export."""
_FEW = 2
"""Of more files than these of which most say another day, the names are no days of sessions."""


def day_named(file_id: pl.Expr) -> pl.Expr:
    """The day in the name of a file, as `2025-09-02` or `20250902`; null where there is none, or more than one."""
    names = file_id.str.extract(r"([^/]*)$")
    found = names.str.extract_all(r"(?:^|[^0-9])(?:19|20)[0-9]{2}(?:-[0-9]{2}-[0-9]{2}|[0-9]{4})(?:$|[^0-9])")
    digits = pl.when(found.list.len() == 1).then(found.list.first().str.replace_all("[^0-9]", ""))
    return digits.str.to_date("%Y%m%d", strict=False)


def named_for_another_day(sessions: pl.DataFrame, told: Settled) -> dy.LazyFrame[Findings]:
    """A warning for each file of one session whose name says another day; not where the director gave the date.

    Args:
        sessions: `evening`, club, competition, `season`, `date`, `file_id` and `line_no` of each session, with the
            dates that count; one without a season is told otherwise.
        told: what the director says of sessions.
    """
    alone = sessions.filter(pl.len().over(*CLUB, "file_id") == 1)
    named = alone.with_columns(day=day_named(pl.col("file_id"))).drop_nulls(["day", "date", "season"])
    apart = (pl.col("date") - pl.col("day")).dt.total_days().abs() > _DAYS_LATER
    mostly = (pl.len().over(CLUB) > _FEW) & (apart.mean().over(CLUB) > 1 / 2)
    given = told.about().drop_nulls("date").select("evening")
    other = named.filter(apart & ~mostly).join(given, on="evening", how="anti", maintain_order="left")
    return warning_on(
        other.lazy(),
        "sessions.named_for_another_day",
        "the name of this file says {day}, and the date in it, which counts, {date}: rename the file; or say which day"
        ' is right at the end of competition.toml, each on a line of its own, [[session]], files = ["{file}"] and date'
        " = {day}",
        field="date",
        day=pl.col("day").dt.to_string("%Y-%m-%d"),
        date=pl.col("date").dt.to_string("%Y-%m-%d"),
        file="file_id",
    )
