"""Rankings: how strong a player, a pair or a trio is now.

Source: the club ranking's chapter on rankings of players, pairs and trios.
"""

import polars as pl

from transforms.in_order import IN_TIME, beside, in_order
from transforms.sums import steady_mean
from transforms.tables import COMPETITION, Frame, PairRankings, PlayerRankings

PLAYER = (*COMPETITION, "player_id")


def player_rankings(ranking_points: Frame, players: Frame, competitions: Frame) -> pl.LazyFrame:
    """The ranking of each player after each session played, in the shape of `PlayerRankings`.

    It is the mean of the last `window` ranking points earned this season, in order of date and session;
    absence never counts. The substitute ranking, the player's own or else the competition's, stands in for
    sessions of the window not yet played.
    """
    points = in_order(ranking_points)
    of_players = points.lazy().select("player", *PLAYER).unique("player").pipe(_with_rules, players, competitions)
    earned = pl.col("points").cum_sum()
    before_window = earned.shift(pl.col("window").first(), fill_value=0.0)
    so_far = pl.struct(earned=earned, before_window=before_window, played=pl.col("points").cum_count())
    substituted = (pl.col("window") - pl.col("sessions_counted")) * pl.col("substitute_ranking")
    return (
        beside(points, of_players.drop(PLAYER).collect(), "player")
        .with_columns(so_far=so_far.over("player", order_by=IN_TIME))
        .unnest("so_far")
        .with_columns(sessions_counted=pl.min_horizontal("played", "window").cast(pl.Int32))
        .with_columns(
            ranking=(pl.col("earned") - pl.col("before_window") + substituted) / pl.col("window"),
        )
        .select(PlayerRankings.column_names())
    )


def pair_rankings(
    player_rankings: Frame, season_partnerships: Frame, players: Frame, competitions: Frame
) -> pl.LazyFrame:
    """The ranking now of each pair (R1 + R2) and trio (2/3 of R1 + R2 + R3), in the shape of `PairRankings`.

    A player who has not played this season stands in it with the substitute ranking.
    """
    latest = player_rankings.lazy().group_by(PLAYER).agg(pl.col("ranking").max_by(pl.struct("date", "session_id")))
    return (
        season_partnerships.lazy()
        .join(latest, on=PLAYER, how="left")
        .pipe(_with_rules, players, competitions)
        .group_by(*COMPETITION, "partnership_id")
        .agg(ranking=2 * steady_mean(pl.col("ranking").fill_null(pl.col("substitute_ranking"))))
        .select(PairRankings.column_names())
        .sort(*COMPETITION, "partnership_id")
    )


def _with_rules(rows: pl.LazyFrame, players: Frame, competitions: Frame) -> pl.LazyFrame:
    """Players of a season, beside each the window and the ranking that stands in for sessions not played."""
    own = players.lazy().select("club", "competition", "player_id", own="substitute_ranking")
    usual = competitions.lazy().select(*COMPETITION, "window", usual="substitute_ranking")
    return (
        rows.join(usual, on=COMPETITION)
        .join(own, on=["club", "competition", "player_id"], how="left")
        .with_columns(substitute_ranking=pl.coalesce("own", "usual"))
        .drop("own", "usual")
    )
