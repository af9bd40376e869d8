"""Choices in competition.toml that name a session or event which does not exist."""

import dataframely as dy
import polars as pl

from transforms.intake.findings import IN_SETTINGS, sorted_findings, warning_on
from transforms.tables.schemas import CLUB, AwardChoices, Findings, Frame, Sessions


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
    unknown = named.join(known, on=[*CLUB, "of", "only"], how="anti").with_columns(**IN_SETTINGS)
    of_events = (
        given.filter(pl.col("event").is_not_null())
        .group_by(*CLUB, pl.lit("event").alias("of"), only="session_id")
        .agg(events=pl.col("event").unique().sort().str.join(", "))
    )
    with_events = unknown.join(of_events, on=[*CLUB, "of", "only"], how="left")
    nowhere = with_events.filter(pl.col("events").is_null())
    is_event = pl.col("of") == "event"
    mend = "so its schemes count for nothing: mend the name in [awards.only]"
    return sorted_findings(
        [
            _useless(
                nowhere.filter(is_event),
                "awards.only_nothing/event",
                f"there is no such event, or session by itself, here, {mend}",
            ),
            _useless(nowhere.filter(~is_event), "awards.only_nothing/session", f"there is no such session here, {mend}"),
            _useless(
                with_events.filter(pl.col("events").is_not_null()),
                "awards.only_nothing/part_of_event",
                "this session belongs to the event {events}, which is awarded as a whole, so its schemes count for"
                " nothing: name the event in [awards.only], or leave this out",
            ),
        ]
    )


def _useless(choices: pl.LazyFrame, code: str, sentence: str) -> dy.LazyFrame[Findings]:
    return warning_on(choices, code, sentence, field="awards.only", value="only")
