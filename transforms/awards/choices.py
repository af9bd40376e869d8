"""Choices in competition.toml that name a session or event which does not exist."""

import dataframely as dy
import polars as pl

from transforms.intake.findings import finding, sorted_findings
from transforms.tables import CLUB, AwardChoices, Findings, Frame, Sessions

_SETTINGS = "competition.toml"


def choices_of_nothing(choices: Frame[AwardChoices], sessions: Frame[Sessions]) -> dy.LazyFrame[Findings]:
    """A warning for each name in competition.toml that awards nothing.

    Such a name is that of no session or event in any season, or that of a session whose event is awarded as a whole.

    Returns:
        `Findings`, sorted by competition.
    """
    given = sessions.lazy()
    by_event = given.select(*CLUB, of=pl.lit("event"), only=pl.coalesce("event", "session_id"))
    known = pl.concat([given.select(*CLUB, of=pl.lit("session"), only="session_id"), by_event])
    named = choices.lazy().filter(pl.col("only").is_not_null()).select(*CLUB, "of", "only").unique()
    unknown = named.join(known, on=[*CLUB, "of", "only"], how="anti").with_columns(
        file_id=pl.lit(_SETTINGS), line_no=pl.lit(None, pl.Int64)
    )
    kind = pl.when(pl.col("of") == "event").then(pl.lit("event, or session by itself,")).otherwise(pl.lit("session"))
    within = (
        given.filter(pl.col("event").is_not_null())
        .group_by(*CLUB, pl.lit("event").alias("of"), only="session_id")
        .agg(events=pl.col("event").unique().sort().str.join(", "))
    )
    message = (
        pl.when(pl.col("events").is_null())
        .then(
            pl.format(
                "there is no such {} here, so its schemes count for nothing: mend the name in [awards.only]", kind
            )
        )
        .otherwise(
            pl.format(
                "this session belongs to the event {}, which is awarded as a whole, so its schemes count for nothing:"
                " name the event in [awards.only], or leave this out",
                "events",
            )
        )
    )
    with_events = unknown.join(within, on=[*CLUB, "of", "only"], how="left")
    return sorted_findings([finding(with_events, "warning", "awards.only", pl.col("only"), message)])
