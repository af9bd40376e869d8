"""What is said across a club: doubtful sessions, and who is hidden: nobody, or several."""

import polars as pl

from transforms.intake.evenings.in_two_folders import in_two_folders
from transforms.intake.findings import sorted_findings
from transforms.intake.people.hidden_too import hidden_too
from transforms.intake.people.leavers import leavers_of_nobody, numbers_of_several
from transforms.intake.people.mangled_ids import mangled_ids
from transforms.intake.people.nobodys_table import tables_of_nobody
from transforms.messages import FILES_BESIDE
from transforms.official.doubts import SessionDoubts, session_doubts
from transforms.privacy.hidden_people import hidden_people
from transforms.privacy.ids_of_people import ids_of
from transforms.tables import (
    Entries,
    Files,
    Findings,
    Frame,
    Games,
    ImportedAwards,
    Matches,
    MatchResults,
    OfficialDifferences,
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

    Those from `players` on, and the entries, say who is in the files; those before are those of `session_doubts`. In a
    club of which a competition is left out until its settings are mended, nobody knows whom a line hides.
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
    too = in_club.lazy().filter(pl.col("hidden").is_not_null())
    half_read = findings.lazy().filter(pl.col("arguments").str.contains(f'"{FILES_BESIDE}"', literal=True))
    asked = players.lazy().join(half_read, on="club", how="anti")
    nobody = leavers_of_nobody(asked, seen.lazy(), in_club.lazy().select("club", "player_id"))
    of_club = players.lazy().collect()
    mangled = mangled_ids(of_club, seen)
    found = [
        of_sessions.findings,
        *nobody,
        *mangled.findings,
        tables_of_nobody(of_club, seen, entries.lazy().collect(), mangled.lines),
        hidden_too(too),
        numbers_of_several(of_club),
        in_two_folders(files, results, official_results, matches),
    ]
    return of_sessions._replace(findings=sorted_findings(found))
