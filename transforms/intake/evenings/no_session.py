"""Rows that mean no session, or more than one."""

from collections.abc import Mapping

import dataframely as dy
import polars as pl

from transforms.intake.evenings.belonging import REFERENCE
from transforms.intake.findings import error_on
from transforms.messages import gettext_noop
from transforms.tables import CLUB, Findings
from transforms.tables.nearest_words import nearest_words
from transforms.tables.phrases import phrase

_NONE = gettext_noop(
    "no session is called {session}, or none that can be used, so rows of this file are left out ({lines}, this one"
    " first): write what the session is called (its file, without the ending), or give {session} a row with its date in"
    " sessions.csv (session_id, date)"
)
_NEAREST = gettext_noop(
    "no session is called {session}, or none that can be used, so rows of this file are left out ({lines}, this one"
    " first); the nearest are {near}: write what the session is called (its file, without the ending), or give"
    " {session} a row with its date in sessions.csv (session_id, date)"
)
_NO_DAY = gettext_noop(
    "no session is called {session}, which is no day of any month, so rows of this file are left out ({lines}, this one"
    " first): write which one is meant; the nearest are {near}"
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
_MOST_COMPARED = 20
"""Of more names that no session has, a file has names of its own, and which is near says little."""
_NAMED = 3
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
    none = _with_nearest(_with_day(meant.filter(pl.col("several").is_null()), sessions), sessions)
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


def _with_nearest(references: pl.DataFrame, sessions: pl.DataFrame) -> pl.DataFrame:
    """Add `near`, the ids of the sessions nearest to each reference, and `is_no_day`.

    They are those of the days around it, or, of what is no day, those with the most similar ids.
    """
    is_dated = pl.any_horizontal(pl.col("session_id").str.contains(form) for form in (_DAY_FIRST, _YEAR_FIRST))
    marked = references.with_columns(is_no_day=is_dated & pl.col("date").is_null())
    asked = marked.filter(pl.col("of_day").is_null()).unique([*CLUB, "session_id"], maintain_order=True)
    ids = sessions.select(*CLUB, "date", known="session_id").unique().sort("known")
    around = (
        asked.filter(pl.col("date").is_not_null())
        .select(*CLUB, "session_id", day="date")
        .join(ids.drop_nulls("date"), on=CLUB)
        .sort((pl.col("date") - pl.col("day")).abs(), "known")
        .group_by(*CLUB, "session_id", maintain_order=True)
        .agg(near=pl.col("known").head(_NAMED).sort().str.join(", "))
    )
    compared = (
        asked.filter(pl.col("date").is_null())
        .head(_MOST_COMPARED)
        .join(ids.group_by(CLUB).agg("known"), on=CLUB, maintain_order="left")
        .select(*CLUB, "session_id", pl.coalesce(_text(_DAY_FIRST, (3, 2, 1)), "session_id").alias("written"), "known")
    )
    alike = [
        (*of, ", ".join(near))
        for *of, written, known in compared.iter_rows()
        if (near := nearest_words(written, known, at_most=_NAMED))
    ]
    near = pl.concat([around, pl.DataFrame(alike, schema=around.schema, orient="row")])
    return marked.join(near, on=[*CLUB, "session_id"], how="left", maintain_order="left")


def _day(form: str, parts: tuple[int, int, int]) -> pl.Expr:
    """The day that a session id is in this form, where `parts` are its year, month and day; null for none."""
    return _text(form, parts).str.to_date("%Y-%m-%d", strict=False)


def _text(form: str, parts: tuple[int, int, int]) -> pl.Expr:
    """The year, the month and the day that a session id is in this form, as a date is written, whether it is one."""
    found = (pl.col("session_id").str.extract(form, part).str.zfill(2) for part in parts)
    return phrase("{}-{}-{}", *found)


def _of_no_session(name: str, rows: pl.LazyFrame, references: pl.DataFrame) -> list[dy.LazyFrame[Findings]]:
    """One error per file and session id for rows whose session does not exist."""
    groups = _counted(rows, references, "of_day", "near", "is_no_day")
    none, near = pl.col("of_day").is_null(), pl.col("near").is_not_null()
    return [
        error_on(
            groups.filter(none & near & pl.col("is_no_day")),
            f"sessions.none_for_{name}_no_day",
            _NO_DAY,
            field="session_id",
            sentence=pl.lit(_NO_DAY),
            session="session_id",
        ),
        error_on(
            groups.filter(none & near & ~pl.col("is_no_day")),
            f"sessions.none_for_{name}_nearest",
            _NEAREST,
            field="session_id",
            sentence=pl.lit(_NEAREST),
            session="session_id",
        ),
        error_on(
            groups.filter(none & ~near),
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


def _counted(rows: pl.LazyFrame, references: pl.DataFrame, *also: str) -> pl.LazyFrame:
    """The references that rows make, with the columns `also`, the first line and the number of `lines`."""
    counted = rows.select(*REFERENCE, "line_no").join(references.lazy(), on=REFERENCE)
    return counted.group_by(*REFERENCE, *also).agg(pl.col("line_no").min(), lines=pl.len())
