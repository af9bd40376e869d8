"""What ranking points start from: the mean ranking of a field, or of the opponents that a team met."""

import polars as pl

from transforms.arithmetic.sums import steady_mean, steady_sum
from transforms.bridge.sessions import field_of, match_score
from transforms.explanation.formulas import filled_in
from transforms.tables import COMPETITION, MATCH, SEATED, SESSION, Frame

_MEAN = "total / players"


def explained_fields(ranking_points: Frame, player_rankings: Frame, sessions: Frame) -> pl.DataFrame:
    """The mean ranking of every field under the method `dynamic`.

    Returns:
        One row a field: the key of the session, `met` (its lines), `players`, `total` of their rankings before the
        session, the mean `strength` and its `formula`.
    """
    return _explained_means(
        _with_rankings(ranking_points, player_rankings)
        .filter(pl.col("method") == "dynamic")
        .join(sessions.lazy().select(*SESSION, "together"), on=SESSION)
        .with_columns(met=field_of(pl.col("together"), pl.col("line"))),
        (*SESSION, "met"),
    )


def explained_matches(
    ranking_points: Frame, player_rankings: Frame, entries: Frame, match_results: Frame, competitions: Frame
) -> pl.DataFrame:
    """The matches of every player in a team, and how strong the opponents were.

    Returns:
        One row a player a match that was played, in order: the key of the session, `player_id`, `line`, `round`,
        `team`, `opponent`, `boards`, `imps`, `points`, `match_score` (victory points, or parts of 20),
        `strength` of the opponents who sat there and its `formula` (null where none of them is known, and the
        substitute ranking of the competition stands in).
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
        .filter(pl.col("method") == "teams")
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


def _with_rankings(ranking_points: Frame, player_rankings: Frame) -> pl.LazyFrame:
    before = player_rankings.lazy().select(*SESSION, "player_id", "ranking_before")
    return ranking_points.lazy().join(before, on=SEATED)


def _explained_means(rows: pl.LazyFrame, of: tuple[str, ...]) -> pl.DataFrame:
    """Of each group: how many `players`, the `total` of their rankings, the mean `strength`, and its `formula`."""
    rankings = pl.col("ranking_before")
    means = (
        rows.group_by(of)
        .agg(players=pl.len(), total=steady_sum(rankings), strength=steady_mean(rankings))
        .sort(of)
        .collect()
    )
    return means.with_columns(formula=filled_in(means, _MEAN, "strength"))
