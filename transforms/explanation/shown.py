"""Where a player's published numbers come from, as pages show it: one row per number, with its formula filled in."""

import dataframely as dy
import polars as pl

from transforms.explanation.points import explained_points
from transforms.explanation.rankings import explained_championship, explained_rankings
from transforms.explanation.scores import explained_scores
from transforms.tables.arithmetic.as_shown import shown
from transforms.tables.report_of_deals import ExplainedChampionshipShown, ExplainedPointsShown, ExplainedRankingsShown
from transforms.tables.schemas import (
    ENTRANT,
    PERSON,
    PLAYER,
    BoardScores,
    Competitions,
    Entries,
    IndividualChampionship,
    IndividualSessions,
    MatchResults,
    PlayerRankings,
    Players,
    RankingPoints,
    Results,
    SessionResults,
    Sessions,
    StartingRankings,
)
from transforms.tables.shared import IN_TURN


def rankings_explained(
    ranking_points: dy.DataFrame[RankingPoints],
    rankings: dy.DataFrame[PlayerRankings],
    competitions: dy.DataFrame[Competitions],
    starts: dy.DataFrame[StartingRankings],
    players: dy.DataFrame[Players],
) -> dy.LazyFrame[ExplainedRankingsShown]:
    """The current ranking of every player, and where the substitute ranking is from."""
    explained = (
        explained_rankings(ranking_points, rankings, competitions)
        .join(starts.drop("substitute_ranking"), on=PLAYER, how="left")
        .join(players.select(*PERSON, own="substitute_ranking"), on=PERSON, how="left")
    )
    return shown(ExplainedRankingsShown, explained.sort(PLAYER))


def points_explained(
    ranking_points: dy.DataFrame[RankingPoints],
    results: dy.DataFrame[SessionResults],
    sessions: dy.DataFrame[Sessions],
    competitions: dy.DataFrame[Competitions],
    *,
    rankings: dy.DataFrame[PlayerRankings],
    entries: dy.DataFrame[Entries],
    match_results: dy.DataFrame[MatchResults],
    board_scores: dy.DataFrame[BoardScores],
    lines: dy.DataFrame[Results],
) -> dy.LazyFrame[ExplainedPointsShown]:
    """The ranking points of every player in every session, and the score behind them; the last session first."""
    points = explained_points(
        *(ranking_points, results, sessions, competitions),
        player_rankings=rankings,
        entries=entries,
        match_results=match_results,
    )
    scores = explained_scores(results, board_scores, lines).select(
        *ENTRANT, "scoring", "rank", "made_of", session_score="score", score_formula="formula"
    )
    explained = points.join(scores, on=ENTRANT, how="left").with_columns(
        exact=pl.struct("before_rounding", "middle", "score", "best", "worst")
    )
    in_order = explained.sort(*PLAYER, *IN_TURN, descending=[False] * len(PLAYER) + [True] * len(IN_TURN))
    return shown(ExplainedPointsShown, in_order)


def championship_explained(
    standing: dy.DataFrame[IndividualChampionship], sessions: dy.DataFrame[IndividualSessions]
) -> dy.LazyFrame[ExplainedChampionshipShown]:
    """The average of every player in the individual championship."""
    return shown(ExplainedChampionshipShown, explained_championship(standing, sessions, "player_id"))
