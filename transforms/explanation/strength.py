"""The strength from which ranking points start: the mean ranking of a field, or of the opponents of a team."""

import polars as pl

from transforms.bridge.sessions import field_of, match_score
from transforms.explanation.formulas import filled_in
from transforms.rankings.methods import RANKING_METHODS, TEAMS
from transforms.tables.arithmetic.sums import steady_mean, steady_sum
from transforms.tables.schemas import (
    COMPETITION,
    MATCH,
    SEATED,
    SESSION,
    Competitions,
    Entries,
    Frame,
    MatchResults,
    PlayerRankings,
    RankingPoints,
    Sessions,
)

_MEAN = "total / players"
_FROM_FIELDS = [name for name, method in RANKING_METHODS.items() if method.from_rankings]


def explained_fields(
    ranking_points: Frame[RankingPoints], player_rankings: Frame[PlayerRankings], sessions: Frame[Sessions]
) -> pl.DataFrame:
    """The mean ranking of every field under a method that starts from it.

    Returns:
        One row per field: the key of the session, `met` (the lines of the field), `players` (how many), the `total` of
        their rankings before the session, the mean `strength` and its `formula`.
    """
    return _explained_means(
        _with_rankings(ranking_points, player_rankings)
        .filter(pl.col("method").is_in(_FROM_FIELDS))
        .join(sessions.lazy().select(*SESSION, "together"), on=SESSION)
        .with_columns(met=field_of(pl.col("together"), pl.col("line"))),
        (*SESSION, "met"),
    )


def explained_matches(
    ranking_points: Frame[RankingPoints],
    player_rankings: Frame[PlayerRankings],
    entries: Frame[Entries],
    match_results: Frame[MatchResults],
    competitions: Frame[Competitions],
) -> pl.DataFrame:
    """The matches of every player in a team, and how strong the opponents were.

    Returns:
        One row per player and match played, sorted by session, player and round: the key of the session, `player_id`,
        `line`, `round`, `team`, `opponent`, `boards`, `imps`, `points`, `match_score` (victory points, or points scaled
        to a maximum of 20), `players` (how many opponents sat there), their mean `strength`, and its `formula`. Where
        no opponent is known, the formula is null and the strength is the substitute ranking of the competition.
    """
    score = match_score(pl.col("vp"), pl.col("points"), pl.col("boards"))
    played = (
        match_results.lazy()
        .select(*MATCH, "boards", "imps", "points", match_score=score)
        .filter(pl.col("match_score").is_finite())
    )
    listed = pl.col("rounds").str.split("+").list.contains(pl.col("round").cast(pl.String))
    seats = (
        _with_rankings(ranking_points, player_rankings)
        .filter(pl.col("method") == TEAMS.name)
        .join(entries.lazy().select(*SESSION, "player_id", "rounds"), on=SEATED)
        .rename({"entrant": "team"})
        .select(*SESSION, "player_id", "line", "team", "rounds", "ranking_before")
        .join(played, on=(*SESSION, "line", "team"))
        .filter(pl.col("rounds").is_null() | listed)
    )
    strengths = _explained_means(seats, MATCH)
    opponents = strengths.lazy().rename({"team": "opponent", "opponent": "team"})
    usual = competitions.lazy().select(*COMPETITION, usual="substitute_ranking")
    return (
        seats.drop("rounds", "ranking_before")
        .join(opponents, on=MATCH, how="left")
        .join(usual, on=COMPETITION)
        .with_columns(pl.coalesce("strength", "usual"))
        .drop("usual", "total")
        .sort(*SESSION, "player_id", "round", "opponent")
        .collect()
    )


def _with_rankings(ranking_points: Frame[RankingPoints], player_rankings: Frame[PlayerRankings]) -> pl.LazyFrame:
    before = player_rankings.lazy().select(*SESSION, "player_id", "ranking_before")
    return ranking_points.lazy().join(before, on=SEATED)


def _explained_means(rows: pl.LazyFrame, of: tuple[str, ...]) -> pl.DataFrame:
    """One row per group: the number of `players`, the `total` of their rankings, the mean `strength`, its `formula`."""
    rankings = pl.col("ranking_before")
    means = (
        rows.group_by(of)
        .agg(players=pl.len(), total=steady_sum(rankings), strength=steady_mean(rankings))
        .sort(of)
        .collect()
    )
    return means.with_columns(formula=filled_in(means, _MEAN, "strength"))
