"""How well the rankings before a session predict the order in it: a test of each method of ranking points.

In every field the entrants are compared two by two: the one whose players had the higher mean ranking before the
session should have the better score. Kendall's tau-b weighs the comparisons predicted right against those predicted
wrong, and leaves aside those with equal rankings or equal scores.
"""

from collections.abc import Iterable

import dataframely as dy
import polars as pl

from transforms.rankings.what_if.each_method import ByMethod
from transforms.rankings.what_if.rank_correlation import compared_two_by_two, tau_b
from transforms.tables.arithmetic.division import quotient
from transforms.tables.arithmetic.sums import steady_mean, steady_means, steady_sum
from transforms.tables.schemas import (
    COMPETITION,
    DECIMALS,
    ENTRANT,
    SEATED,
    SESSION,
    Backtest,
    Competitions,
    Entries,
    Frame,
    PlayerRankings,
    SessionResults,
)

_ENOUGH = 5
"""Sessions that tell how much sessions differ: the error that fewer of them give is itself anything."""


def backtest(
    by_method: Iterable[ByMethod],
    session_results: Frame[SessionResults],
    entries: Frame[Entries],
    competitions: Frame[Competitions],
) -> dy.LazyFrame[Backtest]:
    """Each season by each method, whatever the competition's own method is, in the shape of `Backtest`.

    `share` is taken over all comparisons of the season, so that a large session weighs more than a small one; `tau` is
    the mean over the sessions that have one. `share_error` takes sessions as drawn, not comparisons, since those of one
    evening hang together; with fewer than five that have a tau there is none. While all rankings are equal they predict
    nothing: the share is a half, and there is no tau. So it is before the first session if no player has a substitute
    ranking of his or her own.

    Two methods are tried on the same sessions, so `difference_error` is that of the difference within each.
    """
    of_sessions = [
        foretold(session_results, entries, of.rankings).with_columns(method=pl.lit(of.method)) for of in by_method
    ]
    each = pl.concat(of_sessions)
    of_season, compared, sessions = (*COMPETITION, "method"), pl.col("compared").sum(), pl.col("tau").count()
    in_use = each.join(competitions.lazy(), on=of_season, how="semi").select(*SESSION, in_use="right")
    is_another = pl.col("more").count() > 0
    summed = (
        each.join(in_use, on=SESSION, how="left")
        .join(competitions.lazy().select(*COMPETITION, own="method"), on=COMPETITION)
        .with_columns(more=pl.when(pl.col("method") != pl.col("own")).then(pl.col("right") - pl.col("in_use")))
        .with_columns(_beside(number, of_season).alias(off) for number, off in (("right", "off"), ("more", "more_off")))
        .group_by(of_season)
        .agg(
            right=steady_sum(pl.col("right")),
            compared=compared,
            share=pl.when(compared > 0).then(quotient(steady_sum(pl.col("right")), compared)),
            share_error=pl.when(sessions >= _ENOUGH).then(_error("off")),
            difference=pl.when(is_another, compared > 0).then(quotient(steady_sum(pl.col("more")), compared)),
            difference_error=pl.when(is_another, sessions >= _ENOUGH).then(_error("more_off")),
            sessions=sessions,
            tau=steady_mean(pl.col("tau")),
        )
        .sort(of_season)
    )
    return Backtest.cast(summed)


def _beside(number: str, of_season: Iterable[str]) -> pl.Expr:
    """How far that of a session is from what all sessions of the season together let expect of as many comparisons."""
    share = quotient(steady_sum(pl.col(number)), pl.col("compared").sum())
    return pl.col(number) - share.over(*of_season) * pl.col("compared")


def _error(off: str) -> pl.Expr:
    """The standard error of a share of all comparisons: sqrt(k / (k - 1) * sum of the squares of `off`) / comparisons.

    k is how many sessions compare anybody.
    """
    number = (pl.col("compared") > 0).sum()
    variance = steady_sum(pl.col(off).pow(2)) * number / (number - 1)
    return quotient(variance.sqrt(), pl.col("compared").sum())


def foretold(
    session_results: Frame[SessionResults], entries: Frame[Entries], player_rankings: Frame[PlayerRankings]
) -> pl.LazyFrame:
    """Compare the rankings before each session with the order in it.

    Args:
        session_results: `SessionResults`.
        entries: `Entries`.
        player_rankings: `PlayerRankings`, by the method to test.

    Returns:
        One row per session with two entrants or more in a field, sorted by key: the key, `compared` (how many pairs of
        entrants of one field have different scores), `right` (how many of them the rankings predicted; equal rankings
        count half), `share` (right / compared; null where nothing can be compared) and `tau` (Kendall's tau-b over all
        fields of the session; null also where all rankings in each field are equal).
    """
    ranked = entries.lazy().join(player_rankings.lazy(), on=SEATED)
    means = steady_means(ranked, ENTRANT, "ranking_before")
    strength = means.select(*ENTRANT, strength=pl.col("ranking_before").round(DECIMALS))
    entrants = (
        session_results.lazy()
        .filter(pl.col("score").is_not_null())
        .select(*ENTRANT, "field", score=pl.col("score").round(DECIMALS))
        .join(strength, on=ENTRANT)
        .with_columns(meeting=pl.struct(*SESSION, "field").rank("dense"))
        .collect()
    )
    of_fields = compared_two_by_two(entrants, "meeting", "score", "strength")
    compared = pl.col("score")
    right = (compared + pl.col("balance")) / 2  # equal rankings are neither for nor against, and count half
    return (
        entrants.lazy()
        .select(*SESSION, "meeting")
        .unique("meeting")
        .join(of_fields, on="meeting")
        .group_by(SESSION)
        .agg(pl.col("score", "strength", "balance").sum())
        .select(
            *SESSION,
            compared=compared,
            right=right,
            share=pl.when(compared > 0).then(quotient(right, compared)),
            tau=tau_b("score", "strength"),
        )
        .sort(SESSION)
    )
