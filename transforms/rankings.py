"""Rankings: how strong a player, a pair or a trio is now.

Source: the club ranking's chapter on rankings of players, pairs and trios.
"""

import polars as pl

from transforms.in_order import in_order
from transforms.tables import COMPETITION, Frame, PairRankings, PlayerRankings

PLAYER = (*COMPETITION, "player_id")


def player_rankings(ranking_points: Frame, players: Frame, competitions: Frame) -> pl.LazyFrame:
    """The ranking of each player after each session played, in the shape of `PlayerRankings`.

    It is the mean of the last `window` ranking points earned this season, in order of date and session;
    absence never counts. The substitute ranking, the player's own or else the competition's, stands in for
    sessions of the window not yet played.
    """
    points = in_order(ranking_points).lazy()
    of_players = points.select(PLAYER).unique().pipe(_with_rules, players, competitions).with_row_index("player")
    window = pl.col("window").first()
    earned = pl.col("points").cum_sum()
    in_window = pl.struct(
        earned=earned - earned.shift(window, fill_value=0.0),
        sessions_counted=pl.min_horizontal(pl.int_range(1, pl.len() + 1, dtype=pl.Int32), window),
    )
    missing = pl.col("window") - pl.col("sessions_counted")
    return (
        points.join(of_players, on=PLAYER, maintain_order="left")
        .with_columns(in_window=in_window.over("player", order_by=("date", "session")))
        .unnest("in_window")
        .with_columns(ranking=(pl.col("earned") + missing * pl.col("substitute_ranking")) / pl.col("window"))
        .select(PlayerRankings.column_names())
    )


def pair_rankings(
    player_rankings: Frame, season_partnerships: Frame, players: Frame, competitions: Frame
) -> pl.LazyFrame:
    """The ranking now of each pair (R1 + R2) and trio (2/3 of R1 + R2 + R3), in the shape of `PairRankings`.

    A player who has not played this season stands in it with the substitute ranking.
    """
    latest = player_rankings.lazy().group_by(PLAYER).agg(pl.col("ranking").sort_by("date", "session_id").last())
    return (
        season_partnerships.lazy()
        .join(latest, on=PLAYER, how="left")
        .pipe(_with_rules, players, competitions)
        .group_by(*COMPETITION, "partnership_id")
        .agg(ranking=2 * pl.col("ranking").fill_null(pl.col("substitute_ranking")).mean())
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
