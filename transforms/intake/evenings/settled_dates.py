"""The dates that a director gives to sessions in `[[session]]` of competition.toml, and what is wrong with them."""

import dataframely as dy
import polars as pl

from transforms.intake.evenings.settled import Settled
from transforms.intake.findings import IN_SETTINGS, error_on
from transforms.tables import CLUB, Findings

_ALL_OF_THEM = (*CLUB, "place")


def with_settled_dates(sessions: pl.DataFrame, told: Settled) -> pl.DataFrame:
    """The sessions with the dates that a director gave; a part without any takes that of the other parts."""
    about = (
        told.about()
        .sort(pl.col("date").is_null(), maintain_order=True)
        .join(sessions.select("evening", own="date"), on="evening", how="left", maintain_order="left")
        .with_columns(pl.coalesce("date", "own", pl.col("own").drop_nulls().first().over(_ALL_OF_THEM)))
        .select("evening", settled="date")
        .filter(pl.col("settled").is_not_null())
        .unique("evening", keep="first", maintain_order=True)
    )
    joined = sessions.join(about, on="evening", how="left", maintain_order="left")
    return joined.with_columns(date=pl.coalesce("settled", "date")).drop("settled")


def two_dates(told: Settled) -> dy.LazyFrame[Findings]:
    """An error for each `[[session]]` with another date than the one that counts, which another gives."""
    given = _given(told)
    counts = given.unique("evening", keep="first", maintain_order=True).select("evening", counts="date")
    others = (
        given.join(counts, on="evening", maintain_order="left")
        .filter(pl.col("date") != pl.col("counts"))
        .join(told.files.select("evening", of_file="session_id"), on="evening", maintain_order="left")
        .unique(_ALL_OF_THEM, keep="first", maintain_order=True)
    )
    return error_on(
        others.with_columns(**IN_SETTINGS).lazy(),
        "settings.two_dates",
        "another [[session]] gives session {session} the date {counts}, which counts, so this one does not: give the"
        " date once",
        field="session.date",
        value="date",
        session=pl.coalesce("session_id", "of_file"),
        counts=pl.col("counts").cast(pl.String),
        nth="place",
    )


def with_a_date_of_no_season(outside: pl.DataFrame, told: Settled) -> tuple[pl.DataFrame, dy.LazyFrame[Findings]]:
    """Those of the sessions to which no `[[session]]` gives the date, and an error for each other.

    Args:
        outside: sessions of no season, with `first` and `last`, the days of all seasons.
        told: what the director settled.
    """
    settled = _given(told).select("evening", settled="date", nth="place").unique(["evening", "settled"], keep="first")
    ours = outside.join(settled, left_on=["evening", "date"], right_on=["evening", "settled"], maintain_order="left")
    return outside.join(ours, on="evening", how="anti", maintain_order="left"), error_on(
        ours.with_columns(**IN_SETTINGS).lazy(),
        "settings.date_of_no_season",
        "a [[session]] gives session {session} this date, and no season has it (the first starts on {first}, the last"
        " ends on {last}), so the session is left out: mend the date there; if it is right, add its season",
        field="session.date",
        value="date",
        session="session_id",
        nth="nth",
    )


def _given(told: Settled) -> pl.DataFrame:
    return told.about().filter(pl.col("date").is_not_null())
