"""Points and rankings of every season by each method of ranking points, whatever the competition's own method is."""

from collections.abc import Iterator
from typing import NamedTuple

import dataframely as dy
import polars as pl

from transforms.rankings.ranking_points import ranking_points
from transforms.rankings.rankings import player_rankings
from transforms.tables.schemas import (
    METHODS,
    Competitions,
    Entries,
    Frame,
    MatchResults,
    PlayerRankings,
    Players,
    RankingPoints,
    SessionResults,
    Sessions,
)
from transforms.tables.shared import in_shape


class ByMethod(NamedTuple):
    """Points and rankings of every season by one method."""

    method: str
    rules: dy.LazyFrame[Competitions]
    """The rules of every season, with this method in place of the competition's own."""
    points: dy.DataFrame[RankingPoints]
    rankings: dy.DataFrame[PlayerRankings]


def by_each_method(
    session_results: Frame[SessionResults],
    entries: Frame[Entries],
    sessions: Frame[Sessions],
    competitions: Frame[Competitions],
    *,
    players: Frame[Players],
    match_results: Frame[MatchResults],
) -> Iterator[ByMethod]:
    """Points and rankings by each of `METHODS`, one method after the other."""
    for method in METHODS:
        rules = in_shape(Competitions, competitions.lazy().with_columns(method=pl.lit(method)))
        points = ranking_points(
            session_results, entries, sessions, rules, players=players, match_results=match_results
        ).collect()
        yield ByMethod(method, rules, points, player_rankings(points, players, rules).collect())
