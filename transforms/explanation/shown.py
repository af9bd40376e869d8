"""Explain a player's published numbers for pages: one row per number, with the formula filled in."""

import dataframely as dy
import polars as pl

from transforms.explanation.points import explained_championship, explained_points, explained_rankings
from transforms.explanation.scores import explained_scores
from transforms.tables import schemas
from transforms.tables.arithmetic.as_shown import shown
from transforms.tables.arithmetic.rounding import to_decimals
from transforms.tables.report_of_deals import ExplainedChampionshipShown, ExplainedPointsShown, ExplainedRankingsShown
from transforms.tables.schemas import ENTRANT, PLAYER
from transforms.tables.season_players import with_own
from transforms.tables.shared import IN_TURN


def rankings_explained(
    ranking_points: dy.DataFrame[schemas.RankingPoints],
    rankings: dy.DataFrame[schemas.PlayerRankings],
    competitions: dy.DataFrame[schemas.Competitions],
    starts: dy.DataFrame[schemas.StartingRankings],
    players: dy.DataFrame[schemas.Players],
) -> dy.LazyFrame[ExplainedRankingsShown]:
    """Explain the current ranking of every player, and the origin of the substitute ranking."""
    explained = explained_rankings(ranking_points, rankings, competitions)
    started = explained.lazy().join(starts.drop("substitute_ranking").lazy(), on=PLAYER, how="left")
    return shown(ExplainedRankingsShown, with_own(started, players, "substitute_ranking").sort(PLAYER))


def points_explained(
    ranking_points: dy.DataFrame[schemas.RankingPoints],
    results: dy.DataFrame[schemas.SessionResults],
    sessions: dy.DataFrame[schemas.Sessions],
    competitions: dy.DataFrame[schemas.Competitions],
    *,
    rankings: dy.DataFrame[schemas.PlayerRankings],
    entries: dy.DataFrame[schemas.Entries],
    match_results: dy.DataFrame[schemas.MatchResults],
    board_scores: dy.DataFrame[schemas.BoardScores],
    lines: dy.DataFrame[schemas.Results],
) -> dy.LazyFrame[ExplainedPointsShown]:
    """Explain the ranking points of every player per session, and the score behind them; the last session first."""
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
        # Its last digits may differ from build to build.
        exact=pl.struct(to_decimals(pl.col("before_rounding"), 9), "middle", "score", "best", "worst")
    )
    in_order = explained.sort(*PLAYER, *IN_TURN, descending=[False] * len(PLAYER) + [True] * len(IN_TURN))
    return shown(ExplainedPointsShown, in_order)


def championship_explained(
    standing: dy.DataFrame[schemas.IndividualChampionship], sessions: dy.DataFrame[schemas.IndividualSessions]
) -> dy.LazyFrame[ExplainedChampionshipShown]:
    """Explain the average of every player in the individual championship."""
    return shown(ExplainedChampionshipShown, explained_championship(standing, sessions, "player_id"))
