"""Choices of competition.toml that name an event which there is not."""

import polars as pl

from transforms.intake.findings import CLUB, finding, sorted_findings
from transforms.tables import Frame

_SETTINGS = "competition.toml"


def choices_of_nothing(choices: Frame, sessions: Frame) -> pl.LazyFrame:
    """A warning for each session or event that is named in competition.toml, and that there is in no season.

    Args:
        choices: `AwardChoices`.
        sessions: `Sessions`.

    Returns:
        `Findings`, in the order of the competitions.
    """
    given = sessions.lazy()
    by_event = given.select(*CLUB, of=pl.lit("event"), only=pl.coalesce("event", "session_id"))
    known = pl.concat([given.select(*CLUB, of=pl.lit("session"), only="session_id"), by_event])
    named = choices.lazy().filter(pl.col("only").is_not_null()).select(*CLUB, "of", "only").unique()
    unknown = named.join(known, on=[*CLUB, "of", "only"], how="anti").with_columns(
        file_id=pl.lit(_SETTINGS), line_no=pl.lit(None, pl.Int64)
    )
    wanted = pl.when(pl.col("of") == "event").then(pl.lit("event, or session by itself,")).otherwise(pl.lit("session"))
    message = pl.format(
        "there is no such {} here, so its schemes count for nothing: mend the name in [awards.only]", wanted
    )
    return sorted_findings([finding(unknown, "warning", "awards.only", pl.col("only"), message)])
