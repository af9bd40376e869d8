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
    # All digits are taken, so that what is longer is no day, and the sign after it may stand before another day.
    found = names.str.extract_all(r"(?:^|[^0-9])(?:19|20)[0-9]{2}(?:-[0-9]{2}-[0-9]{2}|[0-9]{4})[0-9]*")
    digits = pl.element().str.replace_all("[^0-9]", "")
    days = found.list.eval(pl.when(digits.str.len_chars() == 8).then(digits).str.to_date("%Y%m%d", strict=False))
    only = days.list.drop_nulls().list.unique()
    return pl.when(only.list.len() == 1).then(only.list.first())


def named_for_another_day(sessions: pl.DataFrame, told: Settled, seasons: pl.DataFrame) -> list[dy.LazyFrame[Findings]]:
    """A warning for each file of one session whose name says another day; not where the director gave the date.

    Each session whose id is its date with day and month exchanged has a warning too.

    A day in no season is not offered: with it the session would be left out.

    Args:
        sessions: `evening`, club, competition, `season`, `session_id`, `date`, `file_id` and `line_no` of each session
            that counts, with the dates that count; one without a season is told otherwise.
        told: what the director says of sessions.
        seasons: club, competition, `start` and `end` of each season.
    """
    alone = sessions.filter(pl.len().over(*CLUB, "file_id") == 1)
    named = alone.with_columns(day=day_named(pl.col("file_id"))).drop_nulls(["day", "date", "season"])
    apart = (pl.col("date") - pl.col("day")).dt.total_days().abs() > _DAYS_LATER
    mostly = (pl.len().over(CLUB) > _FEW) & (apart.mean().over(CLUB) > 1 / 2)
    given = told.about().drop_nulls("date").select("evening")
    other = named.filter(apart & ~mostly).join(given, on="evening", how="anti", maintain_order="left")
    in_season = in_a_season(other, pl.col("day"), seasons)
    days = {day: pl.col(day).dt.to_string("%Y-%m-%d") for day in ("day", "date")}
    return [
        _exchanged(sessions.join(pl.concat([other.select("evening"), given]), on="evening", how="anti"), seasons),
        warning_on(
            other.join(in_season, on="evening", how="semi", maintain_order="left").lazy(),
            "sessions.named_for_another_day",
            "the name of this file says {day}, and the date in it, which counts, {date}: rename the file; or say which"
            ' day is right at the end of competition.toml, each on a line of its own, [[session]], files = ["{file}"]'
            " and date = {date}, or date = {day}",
            field="date",
            file="file_id",
            **days,
        ),
        warning_on(
            other.join(in_season, on="evening", how="anti", maintain_order="left").lazy(),
            "sessions.named_for_no_season",
            "the name of this file says {day}, which is in no season, and the date in it, which counts, {date}: if"
            " {date} is right, rename the file; if {day} is right, add its season to competition.toml, and barometer"
            " check tells the lines that give the evening this day",
            field="date",
            **days,
        ),
    ]


def _exchanged(sessions: pl.DataFrame, seasons: pl.DataFrame) -> dy.LazyFrame[Findings]:
    day = pl.col("session_id").str.to_date("%Y-%m-%d", strict=False)
    turned = pl.col("date").dt.to_string("%Y-%d-%m").str.to_date("%Y-%m-%d", strict=False)
    exchanged = sessions.filter(day == turned, day != pl.col("date")).drop_nulls("season")
    return warning_on(
        exchanged.join(in_a_season(exchanged, day, seasons), on="evening", how="semi", maintain_order="left").lazy(),
        "sessions.day_and_month",
        "the session is called {session}, and the date that counts is {date}: if day and month are exchanged, write"
        " {session} as its date; if {date} is right, write {date} as session_id wherever {session} stands, also in the"
        " name of a file",
        field="date",
        session="session_id",
        date=pl.col("date").dt.to_string("%Y-%m-%d"),
    )


def in_a_season(sessions: pl.DataFrame, day: pl.Expr, seasons: pl.DataFrame) -> pl.DataFrame:
    """The evenings for which this day lies in a season of their competition."""
    return sessions.join(seasons, on=CLUB).filter(day.is_between("start", "end")).select("evening")
