"""How well the rankings by each method predict the results of the next session, and how similar two orders are.

In every field, each entrant is compared with each other entrant: the one whose players had the higher mean ranking
should have the better score. Kendall's tau-b is computed from the numbers of comparisons predicted right and wrong.
"""

from collections.abc import Iterable, Sequence

import dataframely as dy
import polars as pl

from transforms.tables import schemas
from transforms.tables.arithmetic.rounding import quotient
from transforms.tables.arithmetic.sums import steady_mean, steady_means, steady_sum
from transforms.tables.schemas import COMPETITION, DECIMALS, ENTRANT, SESSION, Frame, Rows


def rank_correlation(rows: Rows, one: str, other: str, of: Sequence[str] = COMPETITION) -> pl.LazyFrame:
    """Return (the group, compared, spearman, kendall): how similar the orders by two columns are, sorted by group."""
    # Numbers are compared to nine decimals; rows with a null are left out. `spearman` is the correlation of the places,
    # and `kendall` is tau-b; both are null if one column has only one value. Both are computed from whole numbers, so
    # that equal orders give exactly 1.
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
    """Compare each row of a group with each other row, by two columns of numbers. Return one row per group."""
    # `one` and `other` are the numbers of comparisons in which these columns differ. `balance` is the number in which
    # both have the same order, minus the number with opposite orders. All are Int64, and may be added up over groups.
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
    """Return Kendall's tau-b from columns of `compared_two_by_two`; null if all numbers in either column are equal."""
    return _ratio(pl.col("balance"), pl.col(one), pl.col(other))


def _ratio(together: pl.Expr, one: pl.Expr, other: pl.Expr) -> pl.Expr:
    product = one.cast(pl.Float64) * other.cast(pl.Float64)
    return pl.when(product > 0).then(quotient(together, product.sqrt()))


_ENOUGH = 5  # the fewest sessions from which a standard error is computed; from fewer, it could be anything


def backtest(each: pl.LazyFrame, competitions: Frame[schemas.Competitions]) -> dy.LazyFrame[schemas.Backtest]:
    """Return how well the rankings by each method predicted the results of each season.

    `each` has the rows of `foretold` for each method, with the column `method`.
    """
    # `share` is over all comparisons of the season, and `tau` the mean over the sessions that have one. `share_error`
    # treats whole sessions as the sample, because the comparisons within one session are not independent. It is null
    # with fewer than five sessions that have a tau. `difference_error` is the error of the difference within each
    # session.
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
    """Return a session's number minus the number that it would have at the average share of the season."""
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
    """Compare the rankings before each session, by one method, with the order of the results in that session.

    Returns (`SESSION`, compared, right, share, tau), sorted. `compared` counts every two entrants of a field with
    different scores, and `right` those predicted by the rankings (equal rankings count half); `share` is right /
    compared. `tau` is Kendall's tau-b, null if all scores or all rankings are equal.
    """
    ranked = entries.lazy().join(player_rankings.lazy(), on=schemas.SEATED)
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
