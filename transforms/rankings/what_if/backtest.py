"""Seasons by each method of ranking points, and how well each method predicts the order in the next session.

In every field the entrants are compared two by two: the one whose players had the higher mean ranking should have the
better score. Kendall's tau-b weighs the comparisons predicted right against those predicted wrong.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import dataframely as dy
import polars as pl

from transforms.rankings.ranking_points import ranking_points
from transforms.rankings.rankings import player_rankings
from transforms.tables import schemas
from transforms.tables.arithmetic.rounding import quotient
from transforms.tables.arithmetic.sums import steady_mean, steady_means, steady_sum
from transforms.tables.schemas import COMPETITION, DECIMALS, ENTRANT, METHODS, SEATED, SESSION, Frame, Rows
from transforms.tables.shared import in_shape


def rank_correlation(rows: Rows, one: str, other: str, of: Sequence[str] = COMPETITION) -> pl.LazyFrame:
    """(the group, compared, spearman, kendall): how similar the orders by two columns of numbers are; sorted by group.

    Numbers are compared to nine decimals; rows with null in either are left out. `spearman` is the correlation of the
    places (equal numbers share the mean of theirs) and `kendall` tau-b; both are null where either column has one value
    only. Both are computed from whole numbers, so that equal orders give exactly 1.
    """
    known = pl.col(one).is_not_null() & pl.col(other).is_not_null()
    # A mean of places may end in a half; twice the mean is a whole number.
    places = {name: (2 * pl.col(name).round(DECIMALS).rank("average").over(of)).cast(pl.Int64) for name in (one, other)}
    placed = (
        rows.lazy()
        .filter(known)
        .select(*of, x=places[one], y=places[other])
        .with_columns(group=pl.struct(of).rank("dense"))
        .collect()
    )
    x, y, n = pl.col("x"), pl.col("y"), pl.len().cast(pl.Int64)
    spread_x, spread_y = (n * (column**2).sum() - column.sum() ** 2 for column in (x, y))
    rho = (
        placed.lazy()
        .group_by(of)
        .agg(
            pl.col("group").first(),
            compared=n,
            spearman=_ratio(n * (x * y).sum() - x.sum() * y.sum(), spread_x, spread_y),
        )
    )
    tau = compared_two_by_two(placed, "group", "x", "y").select("group", kendall=tau_b("x", "y"))
    return rho.join(tau, on="group", how="left").select(*of, "compared", "spearman", "kendall").sort(of)


def compared_two_by_two(rows: pl.DataFrame, group: str, one: str, other: str) -> pl.LazyFrame:
    """Compare all rows of a group with one another, by two columns of numbers: one row per group of two rows or more.

    `one` and `other` count the comparisons that are of different numbers there, and `balance` how many more of them go
    the same way in both columns than the opposite way: Int64. They may be added up over groups.
    """
    numbers = rows.lazy().select(group, one, other).with_row_index("number")
    by_one, by_other = ((pl.col(name) - pl.col(f"{name}_right")).sign().cast(pl.Int64) for name in (one, other))
    return (
        numbers.join(numbers, on=group)
        .filter(pl.col("number") < pl.col("number_right"))
        .group_by(group)
        .agg(
            by_one.abs().sum().alias(one), by_other.abs().sum().alias(other), (by_one * by_other).sum().alias("balance")
        )
    )


def tau_b(one: str, other: str) -> pl.Expr:
    """Kendall's tau-b, of the columns of `compared_two_by_two`; null where either column of numbers is all the same."""
    return _ratio(pl.col("balance"), pl.col(one), pl.col(other))


def _ratio(together: pl.Expr, one: pl.Expr, other: pl.Expr) -> pl.Expr:
    product = one.cast(pl.Float64) * other.cast(pl.Float64)
    return pl.when(product > 0).then(quotient(together, product.sqrt()))


class ByMethod(NamedTuple):
    """Points and rankings of every season by one method."""

    method: str
    rules: dy.LazyFrame[schemas.Competitions]
    """The rules of every season, with this method in place of the competition's own."""
    points: dy.DataFrame[schemas.RankingPoints]
    rankings: dy.DataFrame[schemas.PlayerRankings]


def by_each_method(
    session_results: Frame[schemas.SessionResults],
    entries: Frame[schemas.Entries],
    sessions: Frame[schemas.Sessions],
    competitions: Frame[schemas.Competitions],
    *,
    players: Frame[schemas.Players],
    match_results: Frame[schemas.MatchResults],
) -> Iterator[ByMethod]:
    """Points and rankings by each of `METHODS`, one method after the other."""
    for method in METHODS:
        rules = in_shape(schemas.Competitions, competitions.lazy().with_columns(method=pl.lit(method)))
        points = ranking_points(
            session_results, entries, sessions, rules, players=players, match_results=match_results
        ).collect()
        yield ByMethod(method, rules, points, player_rankings(points, players, rules).collect())


_ENOUGH = 5  # sessions that show how much sessions differ: fewer give an error that may be anything


def backtest(
    by_method: Iterable[ByMethod],
    session_results: Frame[schemas.SessionResults],
    entries: Frame[schemas.Entries],
    competitions: Frame[schemas.Competitions],
) -> dy.LazyFrame[schemas.Backtest]:
    """How well each season's rankings predicted results by each method, whatever the competition's own method is.

    `share` is over all comparisons of the season, `tau` the mean over the sessions that have one. `share_error` takes
    sessions as drawn, since the comparisons of one hang together; with fewer than five that have a tau there is none.
    `difference_error` is that of the difference within each session.
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
        .with_columns(_off(number, of_season).alias(off) for number, off in (("right", "off"), ("more", "more_off")))
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
    return schemas.Backtest.cast(summed)


def _off(number: str, of_season: Iterable[str]) -> pl.Expr:
    """How far a session is from what all sessions of the season together let expect of as many comparisons."""
    share = quotient(steady_sum(pl.col(number)), pl.col("compared").sum())
    return pl.col(number) - share.over(*of_season) * pl.col("compared")


def _error(off: str) -> pl.Expr:
    number = (pl.col("compared") > 0).sum()
    variance = steady_sum(pl.col(off).pow(2)) * number / (number - 1)
    return quotient(variance.sqrt(), pl.col("compared").sum())


def foretold(
    session_results: Frame[schemas.SessionResults],
    entries: Frame[schemas.Entries],
    player_rankings: Frame[schemas.PlayerRankings],
) -> pl.LazyFrame:
    """Compare the rankings before each session, by one method, with the order in it.

    One row per session with two entrants or more in a field, sorted: the key, `compared` (how many pairs of entrants of
    one field have different scores), `right` (how many of them the rankings predicted; equal rankings count half),
    `share` (right / compared) and `tau` (Kendall's tau-b over all fields; null also where all rankings are equal).
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
