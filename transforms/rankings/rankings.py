"""Rankings: how strong a player, a pair or a trio is now.

Source: the club ranking's chapter on rankings of players, pairs and trios.
"""

import dataframely as dy
import numpy as np
import polars as pl

from transforms.rankings.numbering import in_order, times
from transforms.rankings.rolling import InTurn, substitute_rankings
from transforms.tables.arithmetic.sums import steady_means
from transforms.tables.runs import first_of_runs
from transforms.tables.schemas import (
    COMPETITION,
    PARTNERSHIP,
    PERSON,
    PLAYER,
    SESSION,
    Competitions,
    Frame,
    PairRankings,
    PlayerRankings,
    Players,
    RankingPoints,
    Rows,
    SeasonPartnerships,
)
from transforms.tables.shared import in_shape


def player_rankings(
    ranking_points: Frame[RankingPoints], players: Frame[Players], competitions: Frame[Competitions]
) -> dy.LazyFrame[PlayerRankings]:
    """The ranking of each player before and after each session played, in the shape of `PlayerRankings`.

    A ranking is the mean of the last `window` ranking points that the player earned this season, in order of date and
    session; sessions that the player missed do not count. The substitute ranking stands in for sessions of the window
    not yet played: the player's own, or else the competition's. Where seasons hand their rankings on (`hand_on`), it is
    the player's final ranking of the last season that he or she played.
    """
    rows = in_order(ranking_points, ("date", "points"))
    in_turn = InTurn(rows, players, competitions)
    rankings = in_turn.rankings
    points = rows["points"].to_numpy()
    before, after = np.empty(len(rows)), np.empty(len(rows))
    counted = np.empty(len(rows), dtype=np.int32)
    for _, these in in_turn.steps():
        seated = in_turn.players[these]
        before[these] = rankings.of(seated)
        rankings.earn(seated, points[these])
        after[these] = rankings.of(seated)
        counted[these] = rankings.sessions_counted(seated)
    return in_shape(
        PlayerRankings,
        rows.with_columns(
            ranking_before=pl.Series(before), ranking=pl.Series(after), sessions_counted=pl.Series(counted)
        ).lazy(),
    )


def current_rankings(
    rows: pl.LazyFrame,
    player_rankings: Frame[PlayerRankings],
    players: Frame[Players],
    competitions: Frame[Competitions],
) -> pl.LazyFrame:
    """The rows in any order, with one more column: `ranking`, the player's ranking now.

    It is the ranking after the last session that the player played this season. Before the first session it is the
    substitute ranking: the player's own, or else the competition's. Where seasons hand their rankings on (`hand_on`),
    it is the ranking after the last session of the last season that the player played.

    Args:
        rows: (club, competition, season, player_id) and any other columns.
        player_rankings: `PlayerRankings`.
        players: `Players`, for their own substitute rankings.
        competitions: `Competitions`, for the usual substitute ranking, `hand_on` and the order of the seasons.
    """
    return _as_they_stand(rows, last_rankings(player_rankings), players, competitions)


def last_rankings(player_rankings: Frame[PlayerRankings]) -> pl.LazyFrame:
    """(club, competition, season, player_id, ranking): the ranking after each player's last session of the season."""
    rows = in_order(player_rankings, ("date", "ranking"))
    time = times(first_of_runs(rows.select("session", *SESSION, "date"), ["session"])).gather(rows["session"])
    last = (
        rows.lazy()
        .with_row_index("row")
        .select("player", "row", time.alias("time"))
        .group_by("player")
        .agg(pl.col("row").max_by("time"))
        .collect()
    )
    return rows.select(pl.col(*PLAYER, "ranking").gather(last["row"])).lazy()


def pair_rankings(
    player_rankings: Frame[PlayerRankings],
    season_partnerships: Frame[SeasonPartnerships],
    players: Frame[Players],
    competitions: Frame[Competitions],
) -> dy.LazyFrame[PairRankings]:
    """The ranking now of each pair, R1 + R2, and trio, 2/3 * (R1 + R2 + R3), in the shape of `PairRankings`."""
    return in_shape(
        PairRankings, pair_rankings_of(last_rankings(player_rankings), season_partnerships, players, competitions)
    )


def pair_rankings_of(
    last: Rows,
    season_partnerships: Frame[SeasonPartnerships],
    players: Frame[Players],
    competitions: Frame[Competitions],
) -> pl.LazyFrame:
    """The same as `pair_rankings`, from `last`: (club, competition, season, player_id, ranking), as `last_rankings`."""
    members = in_order(season_partnerships, of=PARTNERSHIP, number="partnership")
    ranked = _as_they_stand(members.lazy(), last, players, competitions)
    means = steady_means(ranked, ["partnership"], "ranking").with_columns(pl.col("ranking") * 2)
    pairs = first_of_runs(members.select("partnership", *PARTNERSHIP), ["partnership"])
    return pairs.lazy().join(means, on="partnership", maintain_order="left").select(PairRankings.column_names())


def _as_they_stand(
    rows: pl.LazyFrame, last: Rows, players: Frame[Players], competitions: Frame[Competitions]
) -> pl.LazyFrame:
    with_substitutes = substitute_rankings(rows.select(PLAYER).unique(), players, competitions)
    starts = competitions.lazy().select(*COMPETITION, "start")
    latest = last.lazy().join(starts, on=COMPETITION).select(*PERSON, "start", "ranking", season_played="season")
    counts = pl.col("hand_on") | (pl.col("season_played") == pl.col("season"))
    now = (
        with_substitutes.join(starts, on=COMPETITION)
        .sort("start")
        .join_asof(latest.sort("start"), on="start", by=PERSON, check_sortedness=False)
        .select(*PLAYER, ranking=pl.coalesce(pl.when(counts).then("ranking"), "substitute_ranking"))
    )
    return rows.join(now, on=PLAYER)
