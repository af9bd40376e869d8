"""Rankings: how strong a player, a pair or a trio is now.

Source: the club ranking's chapter on rankings of players, pairs and trios.
"""

import polars as pl

from transforms.tables import COMPETITION, SESSION, Frame, PairRankings, PlayerRankings

PLAYER = (*COMPETITION, "player_id")
IN_TIME = ("date", "session_id")


def player_rankings(ranking_points: Frame, players: Frame, competitions: Frame) -> pl.LazyFrame:
    """The ranking of each player after each session played, in the shape of `PlayerRankings`.

    It is the mean of the last `window` ranking points earned this season, in order of date and session;
    absence never counts. The substitute ranking, the player's own or else the competition's, stands in for
    sessions of the window not yet played.
    """
    window = pl.col("window").first()
    earned = pl.col("points").cum_sum()
    in_window = (earned - earned.shift(window, fill_value=0.0)).over(PLAYER, order_by=IN_TIME)
    counted = pl.min_horizontal(pl.int_range(1, pl.len() + 1), window).over(PLAYER, order_by=IN_TIME)
    return (
        ranking_points.lazy()
        .select(*SESSION, "player_id", "date", "points")
        .join(competitions.lazy().select(*COMPETITION, "window"), on=COMPETITION, maintain_order="left")
        .pipe(_with_substitute_ranking, players, competitions)
        .with_columns(in_window=in_window, sessions_counted=counted.cast(pl.Int32))
        .with_columns(missing=pl.col("window") - pl.col("sessions_counted"))
        .with_columns(
            ranking=(pl.col("in_window") + pl.col("missing") * pl.col("substitute_ranking")) / pl.col("window")
        )
        .select(PlayerRankings.column_names())
        .sort(*SESSION, "player_id")
    )


def pair_rankings(
    player_rankings: Frame, season_partnerships: Frame, players: Frame, competitions: Frame
) -> pl.LazyFrame:
    """The ranking now of each pair (R1 + R2) and trio (2/3 of R1 + R2 + R3), in the shape of `PairRankings`.

    A player who has not played this season stands in it with the substitute ranking.
    """
    latest = player_rankings.lazy().group_by(PLAYER).agg(pl.col("ranking").sort_by(*IN_TIME).last())
    return (
        season_partnerships.lazy()
        .join(latest, on=PLAYER, how="left")
        .pipe(_with_substitute_ranking, players, competitions)
        .group_by(*COMPETITION, "partnership_id")
        .agg(ranking=2 * pl.col("ranking").fill_null(pl.col("substitute_ranking")).mean())
        .select(PairRankings.column_names())
        .sort(*COMPETITION, "partnership_id")
    )


def _with_substitute_ranking(rows: pl.LazyFrame, players: Frame, competitions: Frame) -> pl.LazyFrame:
    """Rows of players of a season, each beside the ranking that stands in for sessions not played."""
    own = players.lazy().select("club", "competition", "player_id", own="substitute_ranking")
    usual = competitions.lazy().select(*COMPETITION, usual="substitute_ranking")
    return (
        rows.join(own, on=["club", "competition", "player_id"], how="left", maintain_order="left")
        .join(usual, on=COMPETITION, maintain_order="left")
        .with_columns(substitute_ranking=pl.coalesce("own", "usual"))
        .drop("own", "usual")
    )
