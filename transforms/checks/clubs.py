"""What is said across a club: doubtful sessions, and who is hidden: nobody, or several."""

import polars as pl

from transforms.checks.check import judged
from transforms.intake.evenings.in_two_folders import in_two_folders
from transforms.intake.findings import sorted_findings
from transforms.official.doubts import SessionDoubts, session_doubts
from transforms.privacy.hidden_people import hidden_people, ids_of
from transforms.tables.messages import FILES_BESIDE
from transforms.tables.raw import (
    Entries,
    Files,
    Findings,
    Games,
    ImportedAwards,
    Matches,
    OfficialResults,
    Partnerships,
    People,
    Players,
    Ratings,
    Results,
    Sessions,
    SessionSettings,
    Stated,
)
from transforms.tables.schemas import Frame, MatchResults, OfficialDifferences


def findings_of_seasons(
    differences: Frame[OfficialDifferences],
    results: Frame[Results],
    official_results: Frame[OfficialResults],
    matches: Frame[Matches],
    *,
    stated: Frame[Stated],
    entries: Frame[Entries],
    sessions: Frame[Sessions],
    settings: Frame[SessionSettings],
    match_results: Frame[MatchResults],
    players: Frame[Players],
    partnerships: Frame[Partnerships],
    games: Frame[Games],
    ratings: Frame[Ratings],
    awards: Frame[ImportedAwards],
    people: Frame[People],
    findings: Frame[Findings],
    files: Frame[Files],
) -> SessionDoubts:
    """`session_doubts`, and with its findings those on people who are hidden, but whom nobody has seen.

    In a club with a competition that is left out until its settings are mended, nobody knows whom a line hides.
    """
    of_sessions = session_doubts(
        differences,
        results,
        official_results,
        matches,
        stated=stated,
        entries=entries,
        sessions=sessions,
        settings=settings,
        match_results=match_results,
    )
    tables = {
        "raw.entries": entries,
        "raw.games": games,
        "raw.partnerships": partnerships,
        "raw.ratings": ratings,
        "raw.awards": awards,
    }
    seen = ids_of(lambda name: tables[name].lazy().collect(), tables)
    in_club = hidden_people(players.lazy().collect(), people.lazy().collect(), seen)
    half_read = findings.lazy().filter(pl.col("arguments").str.contains(f'"{FILES_BESIDE}"', literal=True))
    of_people = {
        "players": players.lazy(),
        "entries": entries.lazy(),
        "seen": seen,
        "asked": players.lazy().join(half_read, on="club", how="anti"),
        "hidden": in_club.select("club", "player_id"),
        "hidden_too": in_club.filter(pl.col("hidden").is_not_null()),
    }
    found = [
        of_sessions.findings,
        judged("clubs", of_people)[1],
        in_two_folders(files, results, official_results, matches),
    ]
    return of_sessions._replace(findings=sorted_findings(found))
