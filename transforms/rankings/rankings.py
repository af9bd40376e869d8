"""Rankings: how strong a player, a pair or a trio is now.

Source: the club ranking's chapter on rankings of players, pairs and trios.
"""

import numpy as np
import polars as pl

from transforms.arithmetic.sums import steady_mean
from transforms.rankings.numbering import in_order
from transforms.rankings.rolling import InTurn, substitute_rankings
from transforms.tables import COMPETITION, PERSON, PLAYER, SESSION, Frame, PairRankings, PlayerRankings


def player_rankings(ranking_points: Frame, players: Frame, competitions: Frame) -> pl.LazyFrame:
    """The ranking of each player before and after each session played, in the shape of `PlayerRankings`.

    It is the mean of the last `window` ranking points earned this season, in order of date and session;
    absence never counts. The substitute ranking stands in for sessions of the window not yet played: the
    player's own, or else the competition's; where seasons hand their rankings on (`hand_on`), the player's final
    ranking of the last season played.
    """
    rows = in_order(ranking_points.lazy().select(*SESSION, "player_id", "date", "points"))
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


def current_rankings(rows: pl.LazyFrame, player_rankings: Frame, players: Frame, competitions: Frame) -> pl.LazyFrame:
    """The rows of players of a season in any order, with one more column: `ranking`, as it stands now.

    It is the ranking after the last session played this season. Before the first it is the substitute ranking:
    the player's own, or else the competition's; where seasons hand their rankings on, the one after the last
    session of the last season played.

    Args:
        rows: (club, competition, season, player_id) and whatever else.
        player_rankings: `PlayerRankings`.
        players: `Players`.
        competitions: `Competitions`.
    """
    return _as_they_stand(rows, last_rankings(player_rankings), players, competitions)


def last_rankings(player_rankings: Frame) -> pl.LazyFrame:
    """(club, competition, season, player_id, ranking) after the last session that each played in the season."""
    return player_rankings.lazy().group_by(PLAYER).agg(pl.col("ranking").max_by(pl.struct("date", "session_id")))


def pair_rankings(
    player_rankings: Frame, season_partnerships: Frame, players: Frame, competitions: Frame
) -> pl.LazyFrame:
    """The ranking now of each pair (R1 + R2) and trio (2/3 of R1 + R2 + R3), in the shape of `PairRankings`."""
    return pair_rankings_of(last_rankings(player_rankings), season_partnerships, players, competitions)


def pair_rankings_of(last: Frame, season_partnerships: Frame, players: Frame, competitions: Frame) -> pl.LazyFrame:
    """As `pair_rankings`, from the last ranking of each player: (club, competition, season, player_id, ranking)."""
    return (
        _as_they_stand(season_partnerships.lazy(), last, players, competitions)
        .group_by(*COMPETITION, "partnership_id")
        .agg(ranking=2 * steady_mean(pl.col("ranking")))
        .select(PairRankings.column_names())
        .sort(*COMPETITION, "partnership_id")
    )


def _as_they_stand(rows: pl.LazyFrame, last: Frame, players: Frame, competitions: Frame) -> pl.LazyFrame:
    asked = substitute_rankings(rows.select(PLAYER).unique(), players, competitions)
    starts = competitions.lazy().select(*COMPETITION, "start")
    latest = last.lazy().join(starts, on=COMPETITION).select(*PERSON, "start", "ranking", season_played="season")
    counts = pl.col("hand_on") | (pl.col("season_played") == pl.col("season"))
    now = (
        asked.join(starts, on=COMPETITION)
        .sort("start")
        .join_asof(latest.sort("start"), on="start", by=PERSON, check_sortedness=False)
        .select(*PLAYER, ranking=pl.coalesce(pl.when(counts).then("ranking"), "substitute_ranking"))
    )
    return rows.join(now, on=PLAYER)
