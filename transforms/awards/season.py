"""Awards of whole seasons: by the schemes that competitions chose, and those that federations gave themselves."""

from typing import NamedTuple

import polars as pl

from transforms.awards.imports import checked_imports
from transforms.awards.points import award_points, sessions_without_ranks
from transforms.intake.findings import sorted_findings
from transforms.tables import Frame


class SeasonAwards(NamedTuple):
    """What was awarded, and what could not be."""

    points: pl.LazyFrame
    """`AwardPoints`."""
    findings: pl.LazyFrame
    """`Findings`: what is wrong with the awards of federations, and sessions that cannot be awarded."""


def season_awards(
    session_results: Frame, event_results: Frame, entries: Frame, sessions: Frame, *, choices: Frame, imported: Frame
) -> SeasonAwards:
    """Awards by every scheme that a competition chose, and those that federations gave themselves.

    Args:
        session_results: `SessionResults`.
        event_results: `EventResults`.
        entries: `Entries`.
        sessions: `Sessions`.
        choices: `AwardChoices`.
        imported: `ImportedAwards`; what is wrong with them is left out and named.
    """
    checked = checked_imports(imported, session_results, entries)
    sound, *findings = pl.collect_all([checked.rows, *checked.findings])
    points = award_points(session_results, entries, sessions, choices, event_results=event_results, imported=sound)
    unranked = sessions_without_ranks(session_results, sessions, choices)
    return SeasonAwards(points, sorted_findings([*(found.lazy() for found in findings), unranked]))
