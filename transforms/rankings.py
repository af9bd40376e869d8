"""Rankings: how strong a player, a pair or a trio is now.

Source: the club ranking's chapter on rankings of players, pairs and trios.
"""

import numpy as np
import polars as pl

from transforms.in_order import in_order
from transforms.standing import InTurn, substitute_rankings
from transforms.sums import steady_mean
from transforms.tables import COMPETITION, Frame, PairRankings, PlayerRankings

PLAYER = (*COMPETITION, "player_id")


def player_rankings(ranking_points: Frame, players: Frame, competitions: Frame) -> pl.LazyFrame:
    """The ranking of each player before and after each session played, in the shape of `PlayerRankings`.

    It is the mean of the last `window` ranking points earned this season, in order of date and session;
    absence never counts. The substitute ranking stands in for sessions of the window not yet played: the
    player's own, or else the competition's; where a season hands its rankings on (`hand_on`), the player's
    final ranking of the season before.
    """
    rows = in_order(ranking_points)
    in_turn = InTurn(rows, players, competitions)
    standing = in_turn.standing
    points = rows["points"].to_numpy()
    before, after = np.empty(len(rows)), np.empty(len(rows))
    counted = np.empty(len(rows), dtype=np.int32)
    for _, these in in_turn.steps():
        seated = in_turn.players[these]
        before[these] = standing.rankings(seated)
        standing.earn(seated, points[these])
        after[these] = standing.rankings(seated)
        counted[these] = standing.sessions_counted(seated)
    return (
        rows.lazy()
        .with_columns(ranking_before=pl.Series(before), ranking=pl.Series(after), sessions_counted=pl.Series(counted))
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
        .pipe(substitute_rankings, players, competitions)
        .group_by(*COMPETITION, "partnership_id")
        .agg(ranking=2 * steady_mean(pl.col("ranking").fill_null(pl.col("substitute_ranking"))))
        .select(PairRankings.column_names())
        .sort(*COMPETITION, "partnership_id")
    )
