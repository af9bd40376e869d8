"""Checks across a club: doubtful sessions, and rows that hide nobody or hide several people."""

import polars as pl

from transforms.intake.check import check, judged, says
from transforms.intake.findings import sorted_findings
from transforms.official.doubts import SessionDoubts, session_doubts
from transforms.official.rules_search import Evidence, better_rules, rule_findings
from transforms.privacy.hidden_people import hidden_people, ids_of
from transforms.tables import schemas as t
from transforms.tables.messages import FILES_LEFT_OUT
from transforms.tables.schemas import CLUB, COMPETITION, Frame, Rows


def findings_of_seasons(
    differences: Frame[t.OfficialDifferences],
    results: Frame[t.Results],
    official_results: Frame[t.OfficialResults],
    matches: Frame[t.Matches],
    *,
    stated: Frame[t.Stated],
    entries: Frame[t.Entries],
    sessions: Frame[t.Sessions],
    settings: Frame[t.SessionSettings],
    match_results: Frame[t.MatchResults],
    players: Frame[t.Players],
    partnerships: Frame[t.Partnerships],
    games: Frame[t.Games],
    ratings: Frame[t.Ratings],
    awards: Frame[t.ImportedAwards],
    earned: Frame[t.EarnedPoints],
    people: Frame[t.People],
    findings: Frame[t.Findings],
    files: Frame[t.Files],
    competitions: Frame[t.Competitions],
    adjustments: Frame[t.Adjustments],
    totals: Frame[t.Totals],
    profiles: pl.DataFrame,
) -> SessionDoubts:
    """Return `session_doubts`, and add the findings for which a whole club is compared.

    They report scoring rules that agree better with the files, rows that hide nobody, and files in two folders. Rows
    that hide nobody are not reported while a competition of the club is left out because of wrong settings: the hidden
    people may occur in that competition.
    """
    differing = differences.lazy().filter(pl.col("value") != "rank").select(COMPETITION).unique().collect()
    by_other_rules, rules = None, t.Findings.create_empty(lazy=True)
    if not differing.is_empty():
        evidence = Evidence(results, sessions, competitions, entries, adjustments, matches, official_results, totals)
        better = better_rules(evidence.of(differing, COMPETITION), profiles)
        sure = better.filter(pl.col("variant").is_in(["whole", "sessions"]))
        by_other_rules = sure.select(*COMPETITION, session_id="sessions").explode("session_id")
        rules = rule_findings(better, results)
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
        by_other_rules=by_other_rules,
    )
    of: dict[str, Rows] = {"entries": entries, "games": games, "partnerships": partnerships, "ratings": ratings}
    of |= {"awards": awards, "ranking_points": earned}
    listed = players.lazy().collect()
    seen = ids_of(lambda name: of[name.removeprefix("raw.")].lazy().collect(), (f"raw.{name}" for name in of))
    in_club = hidden_people(listed, people.lazy().collect(), seen)
    half_read = findings.lazy().filter(pl.col("arguments").str.contains(f'"{FILES_LEFT_OUT}"', literal=True))
    tables = {
        "players": players.lazy(),
        "entries": entries.lazy(),
        "seen": seen,
        "asked": players.lazy().join(half_read, on="club", how="anti"),
        "hidden": in_club.select("club", "player_id"),
        "hidden_too": in_club.filter(pl.col("hidden").is_not_null()),
        "files": files,
        "holding": pl.concat(rows.lazy().select(_FILE) for rows in (results, official_results, matches)).unique(),
    }
    return of_sessions._replace(findings=sorted_findings([of_sessions.findings, rules, judged("clubs", tables)[1]]))


_FILE = (*CLUB, "file_id")
_INTENDED = 0.5
"""If more than one file of a competition, and more than this share of its files, is also in another competition, the
copies are probably intended."""


@check("landing.in_two_folders", stage="clubs", field=pl.lit(None, pl.String))
@says(
    "this file is exactly the same as {first}, and its results count in both competitions: delete the file in the"
    " wrong folder"
)
def in_two_folders(files: pl.LazyFrame, holding: pl.LazyFrame) -> pl.LazyFrame:
    """Find files with results that are in two competitions; the finding is about the file that changed later."""
    played = files.join(holding, on=_FILE, how="semi")
    of_bytes = ("club", "sha256")
    in_order = played.sort("club", "modified_at", "competition", "file_id", nulls_last=False)
    shared = in_order.filter(pl.col("competition").n_unique().over(of_bytes) > 1)
    copies = shared.group_by(CLUB).agg(copies=pl.len()).join(played.group_by(CLUB).agg(files=pl.len()), on=CLUB)
    intended = copies.filter(pl.col("copies") > 1, pl.col("copies") > _INTENDED * pl.col("files"))
    again = shared.with_columns(first=pl.col("path").first().over(of_bytes), line_no=pl.lit(None, pl.Int64))
    of_intended = shared.join(intended, on=CLUB, how="semi").select(of_bytes)
    return again.filter(pl.col("path") != pl.col("first")).join(of_intended, on=of_bytes, how="anti")
