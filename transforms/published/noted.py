"""What readers of an evening are shown about the corrections of its published result list."""

import polars as pl

from transforms.published.kinds import RESULTS
from transforms.published.trail import CHANGED, CORRECTIONS, PAST, PAST_CHANGED
from transforms.tables.schemas import SESSION, Tables

OF_NOTES = (CORRECTIONS, PAST, CHANGED, PAST_CHANGED)
"""The tables that `noted` reads."""


def noted(tables: Tables) -> pl.DataFrame:
    """Return a row per session and build that corrected its published result list, in order of time.

    Its columns are `SESSION`, `build`; `date`, the day of that build in UTC; `boards`, those of changed result lines,
    null if there are none; and the numbers of `entrants` with any correction, of their other `scores` and `ranks`. A
    correction stays when it is published, and goes if it is undone. No column names a person.
    """
    published = tables[PAST].filter(ending="published").select(tables[CORRECTIONS].columns)
    corrections = pl.concat([tables[CORRECTIONS], published]).filter(kind=RESULTS.name)
    lines = pl.concat(tables[name].select(*SESSION, "board", build="since_build") for name in (CHANGED, PAST_CHANGED))
    boards = lines.group_by(*SESSION, "build").agg(boards=pl.col("board").unique().sort())
    entrant, field = pl.struct("line", "entrant"), pl.col("field")
    return (
        corrections.group_by(*SESSION, build="since_build")
        .agg(
            date=pl.col("since_at").min().dt.date(),
            entrants=entrant.n_unique(),
            scores=entrant.filter(field == "score").n_unique(),
            ranks=entrant.filter(field == "rank").n_unique(),
        )
        .join(boards, on=[*SESSION, "build"], how="left", nulls_equal=True)
        .sort(*SESSION, "date", "build", nulls_last=True)
    )
