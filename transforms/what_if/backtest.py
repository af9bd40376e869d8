"""How well the rankings before a session foretell the order in it: what a method of ranking points is worth.

In every field the entrants are compared two by two: the one whose players had the higher mean ranking before
the session should have the better score. Kendall's tau-b weighs the orders right against those wrong, and
leaves aside what was tied on either side.
"""

import polars as pl

from transforms.arithmetic.sums import steady_mean, steady_sum
from transforms.tables import COMPETITION, DECIMALS, ENTRANT, SEATED, SESSION, Backtest, Frame
from transforms.what_if.each_method import by_each_method


def backtest(
    session_results: Frame,
    entries: Frame,
    sessions: Frame,
    competitions: Frame,
    *,
    players: Frame,
    match_results: Frame,
) -> pl.LazyFrame:
    """Each competition by each method, whatever its own, in the shape of `Backtest`.

    The share is that of all comparisons of the season, so that a large session weighs more than a small one;
    `tau` is the mean of the sessions that have one. While all rankings are equal, as before the first session
    where nobody has a substitute ranking of his own, they foretell nothing: a share of a half, and no tau.
    """
    by_method = []
    for method, _, _, rankings in by_each_method(
        session_results, entries, sessions, competitions, players=players, match_results=match_results
    ):
        of_sessions = foretold(session_results, entries, rankings)
        by_method.append(of_sessions.with_columns(method=pl.lit(method)))
    right, compared = steady_sum(pl.col("right")), pl.col("compared").sum()
    summed = (
        pl.concat(by_method)
        .group_by(*COMPETITION, "method")
        .agg(
            right=right,
            compared=compared,
            share=pl.when(compared > 0).then(right / compared),
            sessions=pl.col("tau").count(),
            tau=steady_mean(pl.col("tau")),
        )
        .sort(*COMPETITION, "method")
    )
    return Backtest.cast(summed)


def foretold(session_results: Frame, entries: Frame, player_rankings: Frame) -> pl.LazyFrame:
    """Compare the rankings before each session with the order in it.

    Args:
        session_results: `SessionResults`.
        entries: `Entries`.
        player_rankings: `PlayerRankings`, by the method that is tried.

    Returns:
        One row a session with two entrants or more in a field: its key, `compared` (pairs of entrants of one
        field with different scores), `right` (ordered as their rankings foretold; equal rankings count half),
        `share` (right / compared) and `tau` (Kendall's tau-b over all fields of the session); null where nothing
        can be compared, or the rankings tell nobody apart. Sorted by key.
    """
    ranked = entries.lazy().join(player_rankings.lazy(), on=SEATED)
    strength = ranked.group_by(ENTRANT).agg(strength=steady_mean(pl.col("ranking_before")).round(DECIMALS))
    entrants = (
        session_results.lazy()
        .filter(pl.col("score").is_not_null())
        .select(*ENTRANT, "field", score=pl.col("score").round(DECIMALS))
        .join(strength, on=ENTRANT)
        .with_columns(meeting=pl.struct(*SESSION, "field").rank("dense"))
        .with_row_index("number")
        .collect()
    )
    numbers = entrants.lazy().select("meeting", "number", "score", "strength")
    by_score, by_strength = (
        (pl.col(name) - pl.col(f"{name}_right")).sign().cast(pl.Int64) for name in ("score", "strength")
    )
    agree = by_score * by_strength
    of_fields = (
        numbers.join(numbers, on="meeting")
        .filter(pl.col("number") < pl.col("number_right"))
        .group_by("meeting")
        .agg(
            compared=by_score.abs().sum(),
            told_apart=by_strength.abs().sum(),
            right=(agree > 0).sum() + (by_score.abs() * (1 - by_strength.abs())).sum() / 2,
            balance=agree.sum(),
        )
    )
    compared, told_apart = pl.col("compared").cast(pl.Float64), pl.col("told_apart").cast(pl.Float64)
    return (
        entrants.lazy()
        .select(*SESSION, "meeting")
        .unique("meeting")
        .join(of_fields, on="meeting")
        .group_by(SESSION)
        .agg(pl.col("compared", "told_apart", "right", "balance").sum())
        .select(
            *SESSION,
            "compared",
            "right",
            share=pl.when(compared > 0).then(pl.col("right") / compared),
            tau=pl.when(compared * told_apart > 0).then(pl.col("balance") / (compared * told_apart).sqrt()),
        )
        .sort(SESSION)
    )
