"""The lines of the next session, if those who came last come again.

Source: the club ranking's chapter on rankings of pairs. Lines are of pairs and trios (`last_pairs`).
"""

import dataframely as dy
import polars as pl

from transforms.rankings.last_pairs import last_pairs
from transforms.rankings.line_assignment import line_assignment
from transforms.results.who_came import entries_of_who_came
from transforms.tables.schemas import (
    COMPETITION,
    SESSION,
    Competitions,
    Entries,
    Frame,
    LineAssignment,
    MatchResults,
    PlayerRankings,
    Players,
    RegularLines,
    SeasonPartnerships,
    SessionResults,
    Sessions,
)
from transforms.tables.shared import in_shape


def next_lines(
    entries: Frame[Entries],
    sessions: Frame[Sessions],
    player_rankings: Frame[PlayerRankings],
    season_partnerships: Frame[SeasonPartnerships],
    *,
    players: Frame[Players],
    competitions: Frame[Competitions],
    session_results: Frame[SessionResults] | None = None,
    match_results: Frame[MatchResults] | None = None,
) -> dy.LazyFrame[LineAssignment]:
    """The pairs of the last session in the lines of the next, in the shape of `LineAssignment`, for every season.

    With both results, who is entered and did not come is not expected again (`who_came`). A substitute counts as
    himself or herself, not as the absent player: the substitute is expected to come again.
    """
    came = entries_of_who_came(entries, session_results, match_results)
    pairs = last_pairs(came, sessions, season_partnerships)
    return line_assignment(pairs, player_rankings, season_partnerships, players, competitions)


def regular_lines(
    entries: Frame[Entries],
    sessions: Frame[Sessions],
    player_rankings: Frame[PlayerRankings],
    season_partnerships: Frame[SeasonPartnerships],
    *,
    players: Frame[Players],
    competitions: Frame[Competitions],
    as_seated: Frame[LineAssignment],
    session_results: Frame[SessionResults] | None = None,
    match_results: Frame[MatchResults] | None = None,
) -> dy.LazyFrame[RegularLines]:
    """The same if all who were replaced come themselves: `RegularLines`, of the pairs that are not `as_seated`."""
    came = entries_of_who_came(entries, session_results, match_results)
    lines = next_lines(
        *(with_regulars(came), sessions, player_rankings, season_partnerships),
        players=players,
        competitions=competitions,
    )
    pair = [*COMPETITION, "player_id", "partner_id"]
    return in_shape(RegularLines, lines.join(as_seated.lazy(), on=pair, how="anti", maintain_order="left"))


def with_regulars(entries: Frame[Entries]) -> dy.LazyFrame[Entries]:
    """The entries as if all who were replaced had come themselves, in the shape of `Entries`.

    Who sat elsewhere in the session, or was replaced twice in it, is not put in the place of a substitute.
    """
    absent = [*SESSION, "substitutes_for"]
    seated = entries.lazy().select(*SESSION, substitutes_for="player_id", sat=pl.lit(value=True)).unique()
    comes = pl.col("substitutes_for").is_not_null() & pl.col("sat").is_null() & (pl.len().over(absent) == 1)
    return in_shape(
        Entries,
        entries.lazy()
        .join(seated, on=absent, how="left", maintain_order="left")
        .with_columns(
            player_id=pl.when(comes).then("substitutes_for").otherwise("player_id"),
            substitutes_for=pl.when(~comes).then("substitutes_for"),
        )
        .select(Entries.column_names()),
    )
