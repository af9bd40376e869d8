"""What is said across the files of a club: doubtful sessions, and people who are hidden: nobody, or more than one.

Who leaves is hidden in all competitions of the club, so only all of them together show whether there is such a person.
"""

import dataframely as dy
import polars as pl

from transforms.doubts import SessionDoubts, session_doubts
from transforms.intake.aliases import nearest_ids
from transforms.intake.findings import finding, sorted_findings
from transforms.intake.hidden_too import hidden_too
from transforms.privacy import hidden_people
from transforms.tables import (
    Entries,
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
) -> SessionDoubts:
    """`session_doubts`, and with its findings those on people who are hidden, but whom nobody has seen.

    The last six, and the entries, say who is in the files; the others are those of `session_doubts`.
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
    seen = pl.concat(
        frame.lazy().select("club", player_id=column)
        for frame, columns in (
            (entries, ("player_id", "substitutes_for")),
            (games, ("player_id", "opponent_id")),
            (partnerships, ("player_id",)),
            (ratings, ("player_id",)),
            (awards, ("player_id",)),
        )
        for column in columns
    )
    in_club = hidden_people(players.lazy().collect(), people.lazy().collect())
    too = in_club.lazy().filter(pl.col("hidden").is_not_null())
    found = [of_sessions.findings, *leavers_of_nobody(players.lazy(), seen), hidden_too(too)]
    return of_sessions._replace(findings=sorted_findings(found))


def leavers_of_nobody(players: pl.LazyFrame, seen: pl.LazyFrame) -> list[dy.LazyFrame[Findings]]:
    """Findings on lines of players who are not public and whom nobody in the club has as an id.

    A line with a `federation_id` may be for another club.

    Args:
        players: `Players`.
        seen: (club, player_id) of everybody in the files, once or more often.
    """
    known = seen.drop_nulls("player_id").unique().collect()
    unknown = (
        players.filter(~pl.col("public"), pl.col("federation_id").is_null())
        .collect()
        .join(known, on=["club", "player_id"], how="anti", maintain_order="left")
        .with_columns(alias="player_id")
    )
    of_competitions = unknown.select("club", "competition").unique().join(known, on="club")
    guessed = unknown.join(
        nearest_ids(unknown, of_competitions), on=["club", "competition", "alias"], how="left", maintain_order="left"
    ).lazy()
    return [
        finding(
            guessed.filter(pl.col("near").is_not_null()),
            "error",
            "player_id",
            pl.col("player_id"),
            "nobody in the files of the club has this id, so this line hides nobody: write the id as the files have it;"
            " did you mean {near}?",
            code="players.hides_nobody_but",
            near=pl.col("near"),
        ),
        finding(
            guessed.filter(pl.col("near").is_null()),
            "warning",
            "player_id",
            pl.col("player_id"),
            "nobody in the files of the club has this id, so this line hides nobody: write the id as the files have it",
            code="players.hides_nobody",
        ),
    ]
