"""Compare a season with itself under other rules, and every season by every method: places, champions, lines."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

import dataframely as dy
import polars as pl

from transforms.rankings.championships import individual, individual_sessions
from transforms.rankings.line_assignment import even_lines, strongest_first
from transforms.rankings.ranking_points import ranking_points
from transforms.rankings.rankings import last_rankings, pair_rankings_of, player_rankings
from transforms.rankings.what_if.backtest import backtest, foretold, rank_correlation
from transforms.tables import schemas
from transforms.tables.schemas import COMPETITION, DECIMALS, PARTNERSHIP, PLAYER, SEATED, Frame, Rows, Tables
from transforms.tables.shared import S, in_shape


@dataclass(frozen=True)
class SideBySide:
    """Every season under its own rules and under other rules. The columns for the other rules are named `other_…`.

    Every frame starts with (club, competition, season) and is sorted by key. If a row exists only under one set of
    rules, the columns for the other set are null.
    """

    players: pl.DataFrame
    """`player_id`, `ranking`, `rank`, `other_ranking`, `other_rank`, `moved`: the number of places gained, negative
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
    foretold: pl.DataFrame
    """`sessions`, `compared`, `share`, `other_share`, `difference` (`other_share` minus `share`), `difference_error`:
    how well the rankings before each session predicted today's results, as in `Backtest`. `sessions` are
    those in which anybody is compared."""


def side_by_side(tables: Tables, other: Tables) -> SideBySide:
    """Compare tables of `transforms/season/`, and `raw.competitions`, with the same tables under other rules."""
    of_both = (tables, other)
    rankings = (final_rankings(of["rankings.player_rankings"]).collect() for of in of_both)
    players = _joined(rankings, PLAYER).with_columns(moved=pl.col("rank") - pl.col("other_rank"))
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
        foretold=_foretold(tables, other),
    )


def other_lines(
    by_method: Frame[schemas.OtherMethods],
    partnerships: Frame[schemas.SeasonPartnerships],
    pairs_championship: Frame[schemas.PairsChampionship],
    players: Frame[schemas.Players],
    competitions: Frame[schemas.Competitions],
) -> dy.LazyFrame[schemas.OtherLines]:
    """Return the line of every pair and trio that competes, by each method."""
    formed = _under_each_method(schemas.SeasonPartnerships, partnerships)
    rules = _under_each_method(schemas.Competitions, competitions)
    last = by_method.lazy().with_columns(club=_UNDER_METHOD)
    ranked = pair_rankings_of(last, formed, _under_each_method(schemas.Players, players), rules)
    standing = _under_each_method(schemas.PairsChampionship, pairs_championship)
    in_lines = _apart(_in_lines(ranked, formed, standing, rules))
    own = competitions.lazy().select(*COMPETITION, "method")
    today = in_lines.join(own, on=(*COMPETITION, "method")).select(*PARTNERSHIP, line_today="line")
    return schemas.OtherLines.cast(in_lines.join(today, on=PARTNERSHIP).sort(schemas.OtherLines.primary_key()))


def final_rankings(player_rankings: Frame[schemas.PlayerRankings]) -> pl.LazyFrame:
    """Return (club, competition, season, player_id, ranking, rank) after each player's last session of the season."""
    return last_rankings(player_rankings).with_columns(
        rank=pl.col("ranking").round(DECIMALS).rank("min", descending=True).over(COMPETITION).cast(pl.Int32)
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


def _foretold(tables: Tables, other: Tables) -> pl.DataFrame:
    """Compare how both rankings predict the same results: today's, of the entrants that both rankings know."""
    rankings = [schemas.PlayerRankings.cast(of["rankings.player_rankings"]) for of in (tables, other)]
    results, entries = tables["scored.session_results"], tables["raw.entries"]
    for ranked in rankings:
        entries = entries.join(ranked, on=SEATED, how="semi")
    today, then = (foretold(results, entries, ranked) for ranked in rankings)
    each = pl.concat([today.with_columns(method=pl.lit("today")), then.with_columns(method=pl.lit("then"))])
    # A session counts if anybody is compared, even where all rankings are equal and there is no tau.
    each = each.with_columns(tau=pl.when(pl.col("compared") > 0).then(0.0))
    found = backtest(each, tables["raw.competitions"].with_columns(method=pl.lit("today"))).collect()
    columns = (*COMPETITION, "sessions", "compared", pl.col("share").alias("other_share"))
    of_today = found.filter(method="today").select(*COMPETITION, "share")
    of_both = found.filter(method="then").select(*columns, "difference", "difference_error")
    return of_both.join(of_today, on=COMPETITION).sort(COMPETITION)


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
    # Each club is computed as one club for each method, so all methods need only one computation.
    results = _under_each_method(schemas.SessionResults, session_results)
    seated = _under_each_method(schemas.Entries, entries)
    people = _under_each_method(schemas.Players, players)
    rules = _under_each_method(schemas.Competitions, competitions)
    points = ranking_points(
        results,
        seated,
        _under_each_method(schemas.Sessions, sessions),
        rules,
        players=people,
        match_results=_under_each_method(schemas.MatchResults, match_results),
        earned=_under_each_method(schemas.EarnedPoints, earned),
    ).collect()
    rankings = player_rankings(points, people, rules).collect()
    standing = individual(individual_sessions(points, rules), people, rules)
    standing = standing.select(*PLAYER, "average", championship_rank="rank")
    at_the_end = _apart(final_rankings(rankings).join(standing, on=PLAYER))
    return EveryMethod(
        backtest(_apart(foretold(results, seated, rankings)), competitions),
        schemas.OtherMethods.cast(at_the_end.sort(*COMPETITION, "method", "player_id")),
    )


_UNDER_METHOD = pl.concat_str("method", "club", separator="#")


_EACH_METHOD = pl.LazyFrame({"copy": sorted(schemas.METHODS), "method": sorted(schemas.METHODS)})


def _under_each_method(schema: type[S], table: Frame[S]) -> dy.DataFrame[S]:
    return under_each(_EACH_METHOD, schema, table)


def under_each(copies: pl.LazyFrame, schema: type[S], table: Frame[S]) -> dy.DataFrame[S]:
    """Return the rows once for each row of `copies`, with clubs such as `balanced#harbour`.

    `copies` has the name of each in `copy`. Its other columns replace those of the table, such as rules.
    """
    named = copies.sort(pl.col("copy") + "#")  # sorted, so that sorted tables stay sorted
    others = table.lazy().drop(named.collect_schema().names(), strict=False)
    rows = named.join(others, how="cross", maintain_order="left_right")
    return in_shape(schema, rows.with_columns(club=pl.concat_str("copy", "club", separator="#")).collect())


def apart(rows: pl.LazyFrame, copy: str = "copy") -> pl.LazyFrame:
    """Return rows computed from copies of `under_each`, with the club and the `copy` in columns of their own."""
    copy_and_club = pl.col("club").str.splitn("#", 2).struct
    return rows.with_columns(copy_and_club[0].alias(copy), club=copy_and_club[1])


def _apart(rows: pl.LazyFrame) -> pl.LazyFrame:
    return apart(rows, "method")
