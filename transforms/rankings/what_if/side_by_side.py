"""Compare a season with itself under other rules: places, champions, lines, and how well rankings predict results."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import dataframely as dy
import polars as pl

from transforms.rankings.championships import individual, individual_sessions
from transforms.rankings.line_assignment import even_lines, strongest_first
from transforms.rankings.ranking_points import ranking_points
from transforms.rankings.rankings import last_rankings, pair_rankings_of, player_rankings
from transforms.tables import schemas
from transforms.tables.arithmetic.rounding import quotient
from transforms.tables.arithmetic.sums import steady_mean, steady_means, steady_sum
from transforms.tables.schemas import COMPETITION, DECIMALS, ENTRANT, PARTNERSHIP, PLAYER, SESSION, Frame, Rows, Tables
from transforms.tables.shared import in_shape


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


class ByMethod(NamedTuple):
    """Points and rankings of every season by one method."""

    method: str
    rules: dy.LazyFrame[schemas.Competitions]  # with this method instead of the competition's own
    points: dy.DataFrame[schemas.RankingPoints]
    rankings: dy.DataFrame[schemas.PlayerRankings]


_ENOUGH = 5  # sessions that show how much sessions differ: fewer give an error that may be anything


def backtest(
    by_method: Iterable[ByMethod],
    session_results: Frame[schemas.SessionResults],
    entries: Frame[schemas.Entries],
    competitions: Frame[schemas.Competitions],
) -> dy.LazyFrame[schemas.Backtest]:
    """Return how well the rankings by each method predicted the results of each season."""
    # `share` is over all comparisons of the season, and `tau` the mean over the sessions that have one. `share_error`
    # treats whole sessions as the sample, because the comparisons within one session are not independent. It is null
    # with fewer than five sessions that have a tau. `difference_error` is the error of the difference within each
    # session.
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
    """Return how far a session's number is from the one expected from the share in the whole season."""
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

    Returns (`SESSION`, compared, right, share, tau), sorted: the pairs of entrants in one field with different scores,
    how many of them the rankings predicted (equal ones count half), right / compared, and Kendall's tau-b, null if all
    scores or all rankings are equal.
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


@dataclass(frozen=True)
class SideBySide:
    """Every season under its own rules and under other rules. The columns for the other rules are named `other_…`.

    Every frame starts with (club, competition, season) and is sorted by key. If a row exists only under one set of
    rules, the columns for the other set are null.
    """

    players: pl.DataFrame
    """`player_id`, `ranking`, `place`, `other_ranking`, `other_place`, `moved`: the number of places gained, negative
    if lost."""
    individual: pl.DataFrame
    """`player_id`, `average`, `rank`, `other_average`, `other_rank`: the individual championship."""
    pairs: pl.DataFrame  # `partnership_id`, and the other columns of `individual`: the championship of pairs and trios
    lines: pl.DataFrame
    """`partnership_id`, `ranking`, `line`, `other_ranking`, `other_line`, `change` (`promoted`, `demoted` or null)."""
    champions: pl.DataFrame
    """`championship` (`individual`, `pairs`), `champions`, `other_champions`: lists of ids, empty if nobody is
    eligible."""
    summary: pl.DataFrame
    """`compared` and `moved` are numbers of players; `promoted` and `demoted` are numbers of pairs and trios.
    `spearman` and `kendall` are correlations of the two rankings, null if there is no order to compare."""


def side_by_side(tables: Tables, other: Tables) -> SideBySide:
    """Compare tables of `transforms/season.py`, and `raw.competitions`, with those of the season under other rules."""
    of_both = (tables, other)
    rankings = (final_rankings(of["rankings.player_rankings"]).collect() for of in of_both)
    players = _joined(rankings, PLAYER).with_columns(moved=pl.col("place") - pl.col("other_place"))
    standings = {
        name: _joined((of[f"championships.{name}"].select(*key, "average", "rank") for of in of_both), key)
        for name, key in (("individual", PLAYER), ("pairs", PARTNERSHIP))
    }
    read = ("rankings.pair_rankings", "rankings.partnerships", "championships.pairs", "raw.competitions")
    in_lines = (_in_lines(*(of[name] for name in read)).collect() for of in of_both)
    promoted = pl.when(pl.col("other_line") < pl.col("line")).then(pl.lit("promoted"))
    demoted = pl.when(pl.col("other_line") > pl.col("line")).then(pl.lit("demoted"))
    lines = _joined(in_lines, PARTNERSHIP).with_columns(change=pl.coalesce(promoted, demoted))
    return SideBySide(
        players=players,
        individual=standings["individual"],
        pairs=standings["pairs"],
        lines=lines,
        champions=_champions(tables["raw.competitions"], standings),
        summary=_summary(tables["raw.competitions"], players, lines),
    )


def other_methods(by_method: Iterable[ByMethod], players: Frame[schemas.Players]) -> dy.LazyFrame[schemas.OtherMethods]:
    """Return the final ranking and the individual championship of every season by each method."""
    at_the_end = []
    for method, rules, points, rankings in by_method:
        standing = individual(individual_sessions(points, rules), players, rules).select(*PLAYER, "average", "rank")
        ranked = final_rankings(rankings).join(standing, on=PLAYER)
        at_the_end.append(ranked.with_columns(method=pl.lit(method)))
    return schemas.OtherMethods.cast(pl.concat(at_the_end).sort(*COMPETITION, "method", "player_id"))


def other_lines(
    by_method: Frame[schemas.OtherMethods],
    partnerships: Frame[schemas.SeasonPartnerships],
    pairs_championship: Frame[schemas.PairsChampionship],
    players: Frame[schemas.Players],
    competitions: Frame[schemas.Competitions],
) -> dy.LazyFrame[schemas.OtherLines]:
    """Return the line of every pair and trio that competes, by each method."""
    in_lines = pl.concat(
        _in_lines(
            pair_rankings_of(by_method.lazy().filter(method=method), partnerships, players, competitions),
            partnerships,
            pairs_championship,
            competitions,
        ).with_columns(method=pl.lit(method))
        for method in schemas.METHODS
    )
    own = competitions.lazy().select(*COMPETITION, "method")
    today = in_lines.join(own, on=(*COMPETITION, "method")).select(*PARTNERSHIP, line_today="line")
    return schemas.OtherLines.cast(in_lines.join(today, on=PARTNERSHIP).sort(schemas.OtherLines.primary_key()))


def final_rankings(player_rankings: Frame[schemas.PlayerRankings]) -> pl.LazyFrame:
    """Return (club, competition, season, player_id, ranking, place) after each player's last session of the season."""
    return last_rankings(player_rankings).with_columns(
        place=pl.col("ranking").round(DECIMALS).rank("min", descending=True).over(COMPETITION).cast(pl.Int32)
    )


def _in_lines(
    pair_rankings: Rows,
    partnerships: Frame[schemas.SeasonPartnerships],
    pairs_championship: Frame[schemas.PairsChampionship],
    competitions: Frame[schemas.Competitions],
) -> pl.LazyFrame:
    """Assign the partnerships that were declared or played together to the lines of the competition, by ranking."""
    declared = partnerships.lazy().group_by(PARTNERSHIP).agg(pl.col("declared").any())
    played = pairs_championship.lazy().select(*PARTNERSHIP, "played")
    return (
        pair_rankings.lazy()
        .join(declared, on=PARTNERSHIP)
        .join(played, on=PARTNERSHIP, how="left")
        .filter(pl.col("declared") | (pl.col("played") > 0))
        .join(competitions.lazy().select(*COMPETITION, "lines"), on=COMPETITION)
        .pipe(strongest_first, ("partnership_id",))
        .with_columns(line=even_lines(pl.col("place"), pl.col("present"), pl.col("lines").cast(pl.Int64)))
        .select(*PARTNERSHIP, "ranking", "line")
    )


def _joined(both: Iterable[pl.DataFrame], key: tuple[str, ...]) -> pl.DataFrame:
    one, other = both
    renamed = other.rename({name: f"other_{name}" for name in other.columns if name not in key})
    return one.join(renamed, on=key, how="full", coalesce=True).sort(key)


def _champions(competitions: pl.DataFrame, standings: Mapping[str, pl.DataFrame]) -> pl.DataFrame:
    ids, ranks = {"individual": "player_id", "pairs": "partnership_id"}, ("rank", "other_rank")
    of_each = []
    for championship, who in ids.items():
        champions, others = (pl.col(who).filter(pl.col(rank) == 1).sort() for rank in ranks)
        first = standings[championship].group_by(COMPETITION).agg(champions=champions, other_champions=others)
        seasons = competitions.select(*COMPETITION, championship=pl.lit(championship))
        of_each.append(seasons.join(first, on=COMPETITION, how="left"))
    lists = pl.col("champions", "other_champions").fill_null([])
    return pl.concat(of_each).with_columns(lists).sort(*COMPETITION, "championship")


def _summary(competitions: pl.DataFrame, players: pl.DataFrame, lines: pl.DataFrame) -> pl.DataFrame:
    movers = players.group_by(COMPETITION).agg(moved=(pl.col("moved") != 0).sum())
    ways = {way: (pl.col("change") == way).sum() for way in ("promoted", "demoted")}
    changes = lines.group_by(COMPETITION).agg(**ways)
    correlation = rank_correlation(players, "ranking", "other_ranking").collect()
    summary = competitions.select(COMPETITION)
    for part in (correlation, movers, changes):
        summary = summary.join(part, on=COMPETITION, how="left")
    return summary.with_columns(pl.col("compared", "moved", "promoted", "demoted").fill_null(0)).sort(COMPETITION)


class EveryMethod(NamedTuple):
    """Each season by each method, whichever method the competition uses."""

    backtest: dy.LazyFrame[schemas.Backtest]
    other_methods: dy.LazyFrame[schemas.OtherMethods]


def every_method(
    session_results: Frame[schemas.SessionResults],
    entries: Frame[schemas.Entries],
    sessions: Frame[schemas.Sessions],
    competitions: Frame[schemas.Competitions],
    *,
    players: Frame[schemas.Players],
    match_results: Frame[schemas.MatchResults],
    earned: Frame[schemas.EarnedPoints],
) -> EveryMethod:
    """Return how well each method predicts, and the standings by each method, from one computation."""
    by_method: list[ByMethod] = []
    for method in schemas.METHODS:
        rules = in_shape(schemas.Competitions, competitions.lazy().with_columns(method=pl.lit(method)))
        points = ranking_points(
            session_results, entries, sessions, rules, players=players, match_results=match_results, earned=earned
        ).collect()
        by_method.append(ByMethod(method, rules, points, player_rankings(points, players, rules).collect()))
    return EveryMethod(backtest(by_method, session_results, entries, competitions), other_methods(by_method, players))
