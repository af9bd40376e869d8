"""Rows that mean no session, or more than one."""

from collections.abc import Mapping

import dataframely as dy
import polars as pl

from transforms.intake.evenings.belonging import REFERENCE
from transforms.intake.findings import error_on
from transforms.messages import gettext_noop
from transforms.tables import CLUB, Findings
from transforms.tables.phrases import phrase

_NONE = gettext_noop(
    "no session is called {session}, or none that can be used, so rows of this file are left out ({lines}, this one"
    " first): write what the session is called (its file, without the ending), or give {session} a row with its date in"
    " sessions.csv (session_id, date)"
)
_OF_A_DAY = gettext_noop(
    "no session is called {session}, so rows of this file are left out ({lines}, this one first): that of this day is"
    " called {meant}; write that here"
)
_SEVERAL = gettext_noop(
    "sessions of {seasons} seasons are called {session}, so rows of this file are left out ({lines}, this one first):"
    " put each season into a folder of its own, with its sessions, or give each session a name of its own"
)
_DAY_FIRST = r"^\s*(\d{1,2})[-./](\d{1,2})[-./]((?:19|20)\d{2})\s*$"
_YEAR_FIRST = r"^\s*((?:19|20)\d{2})[-./]?(\d{1,2})[-./]?(\d{1,2})\s*$"


def of_no_one_session(
    read: Mapping[str, pl.LazyFrame], meant: pl.DataFrame, sessions: pl.DataFrame
) -> list[dy.LazyFrame[Findings]]:
    """Errors for rows that mean no session, or more than one.

    Args:
        read: the tables whose rows name sessions, by name.
        meant: `REFERENCE`, `evening` and `several`, as `belonging.sessions_meant` returns them.
        sessions: club, competition, `session_id` and `date` of every session.
    """
    if meant["evening"].null_count() == 0:
        return []
    none = _with_day(meant.filter(pl.col("several").is_null()), sessions)
    several = meant.filter(pl.col("several") > 1)
    return [
        told
        for name, rows in read.items()
        for told in (*_of_no_session(name, rows, none), _of_several_sessions(name, rows, several))
    ]


def _with_day(references: pl.DataFrame, sessions: pl.DataFrame) -> pl.DataFrame:
    """Add `of_day`: the only session of the day that the reference is, as `09-09-2025`; null where there is none.

    `9/10/2025` may be of either month; it is none where sessions were played on both days, and on that of `10/9/2025`.
    """
    day, year_first = _day(_DAY_FIRST, (3, 2, 1)), _day(_YEAR_FIRST, (1, 2, 3))
    month_first = _day(_DAY_FIRST, (3, 1, 2))
    only = (
        sessions.drop_nulls("date")
        .group_by(*CLUB, "date")
        .agg(pl.col("session_id").first().alias("of_day"), known=pl.col("session_id").n_unique())
        .filter(pl.col("known") == 1)
        .drop("known")
    )
    dated = references.with_columns(
        date=pl.coalesce(day, year_first), other=pl.when(month_first != day).then(month_first)
    )
    of_other = sessions.select(*CLUB, other="date").drop_nulls("other").unique().with_columns(is_of_other=True)
    return (
        dated.join(only, on=[*CLUB, "date"], how="left", maintain_order="left")
        .join(of_other, on=[*CLUB, "other"], how="left", maintain_order="left")
        .with_columns(of_day=pl.when(pl.col("is_of_other").is_null()).then("of_day"))
        .drop("other", "is_of_other")
    )


def _day(form: str, parts: tuple[int, int, int]) -> pl.Expr:
    """The day that a session id is in this form, where `parts` are its year, month and day; null for none."""
    written = pl.col("session_id")
    year_month_day = phrase("{}-{}-{}", *(written.str.extract(form, part) for part in parts))
    return year_month_day.str.to_date("%Y-%m-%d", strict=False)


def _of_no_session(name: str, rows: pl.LazyFrame, references: pl.DataFrame) -> list[dy.LazyFrame[Findings]]:
    """One error per file and session id for rows whose session does not exist."""
    groups = _counted(rows, references, "of_day")
    return [
        error_on(
            groups.filter(pl.col("of_day").is_null()),
            f"sessions.none_for_{name}",
            _NONE,
            field="session_id",
            sentence=pl.lit(_NONE),
            session="session_id",
        ),
        error_on(
            groups.filter(pl.col("of_day").is_not_null()),
            f"sessions.of_day_for_{name}",
            _OF_A_DAY,
            field="session_id",
            sentence=pl.lit(_OF_A_DAY),
            meant="of_day",
            session="session_id",
        ),
    ]


def _of_several_sessions(name: str, rows: pl.LazyFrame, references: pl.DataFrame) -> dy.LazyFrame[Findings]:
    """One error per file and session id for rows that may belong to sessions of several seasons."""
    return error_on(
        _counted(rows, references, "several"),
        f"sessions.several_for_{name}",
        _SEVERAL,
        field="session_id",
        sentence=pl.lit(_SEVERAL),
        seasons="several",
        session="session_id",
    )


def _counted(rows: pl.LazyFrame, references: pl.DataFrame, also: str) -> pl.LazyFrame:
    """The references that rows make, with the column `also`, the first line and the number of `lines`."""
    counted = rows.select(*REFERENCE, "line_no").join(references.lazy(), on=REFERENCE)
    return counted.group_by(*REFERENCE, also).agg(pl.col("line_no").min(), lines=pl.len())
