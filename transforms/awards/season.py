"""Awards of whole seasons: by the schemes that competitions chose, and from federations that award themselves."""

from typing import NamedTuple

import dataframely as dy
import polars as pl

from transforms.awards.imports import checked_imports
from transforms.awards.points import award_points, sessions_without_ranks
from transforms.intake.findings import sorted_findings
from transforms.tables.schemas import (
    AwardChoices,
    AwardPoints,
    Entries,
    EventResults,
    Findings,
    Frame,
    ImportedAwards,
    SessionResults,
    Sessions,
)
from transforms.tables.shared import in_shape


class SeasonAwards(NamedTuple):
    """The awards, and what could not be awarded."""

    points: dy.LazyFrame[AwardPoints]
    findings: dy.LazyFrame[Findings]
    """Faults in the awards of federations, and sessions that cannot be awarded."""


def season_awards(
    session_results: Frame[SessionResults],
    event_results: Frame[EventResults],
    entries: Frame[Entries],
    sessions: Frame[Sessions],
    *,
    choices: Frame[AwardChoices],
    imported: Frame[ImportedAwards],
) -> SeasonAwards:
    """Awards by every scheme that a competition chose, and those that federations gave themselves.

    Imported awards with errors are left out; the findings name them.
    """
    checked = checked_imports(imported, session_results, entries)
    sound, *findings = pl.collect_all([checked.rows, *checked.findings])
    points = award_points(
        session_results,
        entries,
        sessions,
        choices,
        event_results=event_results,
        imported=in_shape(ImportedAwards, sound),
    )
    found = [in_shape(Findings, rows.lazy()) for rows in findings]
    unranked = sessions_without_ranks(session_results, sessions, choices)
    return SeasonAwards(points, sorted_findings([*found, unranked]))
