"""Seasons by each method of ranking points, whatever a competition's own: points and rankings, to be compared."""

from collections.abc import Iterator
from typing import NamedTuple

import polars as pl

from transforms.rankings.ranking_points import ranking_points
from transforms.rankings.rankings import player_rankings
from transforms.tables import METHODS, Frame


class ByMethod(NamedTuple):
    """What one method makes of every season."""

    method: str
    rules: pl.LazyFrame
    """`Competitions`, each with this method."""
    points: pl.DataFrame
    """`RankingPoints`."""
    rankings: pl.LazyFrame
    """`PlayerRankings`."""


def by_each_method(
    session_results: Frame,
    entries: Frame,
    sessions: Frame,
    competitions: Frame,
    *,
    players: Frame,
    match_results: Frame,
) -> Iterator[ByMethod]:
    """Each of `METHODS` in turn."""
    for method in METHODS:
        rules = competitions.lazy().with_columns(method=pl.lit(method))
        points = ranking_points(
            session_results, entries, sessions, rules, players=players, match_results=match_results
        ).collect()
        yield ByMethod(method, rules, points, player_rankings(points, players, rules))
