"""Find the next result that lifts a championship average, and the scores that lift a ranking."""

import dataframely as dy
import polars as pl

from transforms.bridge.sessions import VICTORY_POINTS
from transforms.rankings.methods import SCORE_FOR
from transforms.rankings.ranking_points import line_spans
from transforms.tables import report_standings
from transforms.tables.arithmetic.as_shown import shown
from transforms.tables.arithmetic.rounding import to_decimals
from transforms.tables.arithmetic.sums import steady_mean
from transforms.tables.report_of_deals import ExplainedPointsShown, ExplainedRankingsShown
from transforms.tables.schemas import COMPETITION, PLAYER, SESSION, Competitions, IndividualSessions
from transforms.tables.shared import IN_TURN

_MOST = {"matchpoints": 100, "butler": 24, "vp": VICTORY_POINTS}
"""The highest score for each scoring. Cross-IMPs are not included, because they may be a sum."""
_SCORES = ("rises", "passes", "first", "lifts")


def lifting_next(
    sessions: dy.DataFrame[IndividualSessions], competitions: dy.DataFrame[Competitions]
) -> dy.LazyFrame[report_standings.LiftingShown]:
    """Return the result that lifts the championship average next time, for every player with a counting result.

    Players who may then drop one more result must beat their lowest counting result; all others must beat their
    average. If a share of the days of play must count, there are no rows, because the number of days is not yet known.
    """
    rules = competitions.lazy().filter(pl.col("individual_min_share").is_null())
    required = rules.select(*COMPETITION, required=pl.col("individual_min").fill_null(0), drop="individual_drop")
    played = pl.len().over(PLAYER).cast(pl.Int64)
    left_out, next_time = (
        pl.min_horizontal((number - pl.col("required")).clip(lower_bound=0), "drop") for number in (played, played + 1)
    )
    return shown(
        report_standings.LiftingShown,
        sessions.lazy()
        .join(required, on=COMPETITION)
        .with_columns(replaces=next_time > left_out)
        .filter("counts")
        .sort("points", "date", "session_id")
        .group_by(PLAYER, maintain_order=True)
        .agg(pl.col("points", "date", "replaces").first(), average=steady_mean(pl.col("points")))
        .with_columns(
            lifts=pl.when("replaces").then("points").otherwise("average"), lowest_on=pl.when("replaces").then("date")
        )
        .sort(PLAYER),
    )


def needed_next(
    earned: dy.DataFrame[ExplainedPointsShown],
    rankings: dy.DataFrame[ExplainedRankingsShown],
    places: dy.DataFrame[report_standings.PlayerPlacesShown],
    pair_ranking: dy.DataFrame[report_standings.PairRankingShown],
    next_lines: dy.DataFrame[report_standings.NextLinesShown],
    *,
    regular_lines: dy.DataFrame[report_standings.RegularLinesShown],
    lifting: dy.DataFrame[report_standings.LiftingShown],
    competitions: dy.DataFrame[Competitions],
) -> dy.LazyFrame[report_standings.NeededShown]:
    """Return the scores that lift a player's ranking next time, if the same pairs come and the lines are as usual."""
    in_order = earned.sort(*COMPETITION, *IN_TURN, maintain_order=True)
    last = in_order.unique(PLAYER, keep="last").select(
        *PLAYER, "rule", "scoring", "average_score", "top_score", played="line"
    )
    oldest = in_order.filter("in_window").unique(PLAYER, keep="first", maintain_order=True)
    out = pl.when(pl.col("missing") > 0).then("substitute_ranking").otherwise("oldest")
    is_lower = pl.col("to_first") > pl.col("behind").fill_null(0)
    scores = (
        rankings.select(*PLAYER, "missing", "substitute_ranking", "window")
        .join(places.select(*PLAYER, "behind", "to_first"), on=PLAYER)
        .join(last, on=PLAYER)
        .join(oldest.select(*PLAYER, oldest="points"), on=PLAYER, how="left")
        .join(_lines(pair_ranking, next_lines, regular_lines), on=PLAYER, how="left")
        .with_columns(pl.coalesce("line", "played").alias("line"), pl.col("by").fill_null("played"))
        .join(_spans(in_order, next_lines, competitions), on=[*COMPETITION, "line"])
        .filter(pl.col("rule").is_in(list(SCORE_FOR)))
        .join(lifting.select(*PLAYER, "lifts"), on=PLAYER, how="left")
        .with_columns(
            rises=_score(out),
            lifts=_score(pl.col("lifts")),
            passes=_score(out + pl.col("behind") * pl.col("window")),
            first=_score(out + pl.col("to_first") * pl.col("window")),
        )
        .filter(_can_be("rises"))
    )
    is_percent = pl.col("scoring") == "matchpoints"
    return shown(
        report_standings.NeededShown,
        scores.with_columns(
            passes=pl.when(_can_be("passes") & (pl.col("behind") > 0)).then("passes"),
            first=pl.when(is_lower & _can_be("first")).then("first"),
            out_of_reach=(is_lower & ~_can_be("first")).fill_null(value=False),
            lifts=pl.when(_can_be("lifts")).then("lifts"),
        )
        .with_columns(
            pl.when(is_percent).then(to_decimals(pl.col(name), 1)).otherwise(to_decimals(pl.col(name))).alias(name)
            for name in _SCORES
        )
        .sort(PLAYER),
    )


def _lines(pair_ranking: pl.DataFrame, next_lines: pl.DataFrame, regular_lines: pl.DataFrame) -> pl.DataFrame:
    """Return the line of each player next time. `by` is `next` for players whose line is known, and else `ranking`."""
    # With `ranking`, it is the line of the strongest planned pair that is not stronger than the player's own pair.
    weaker = next_lines.select(*COMPETITION, "line", "ranking").sort("ranking", "line", descending=[False, True])
    lowest = weaker.group_by(COMPETITION).agg(pl.col("line").max(), ranking=pl.lit(-float("inf")))
    from_lowest = pl.concat([lowest, weaker], how="diagonal")
    in_order = most_together(pair_ranking).with_row_index("order").sort("ranking")
    ranked = in_order.join_asof(from_lowest, on="ranking", by=COMPETITION, check_sortedness=False).sort("order")
    players = pl.col("players").list.eval(pl.element().struct["player_id"])
    of_each = pl.concat(
        rows.select(*COMPETITION, "line", player_id=players, by=pl.lit(by))
        for rows, by in ((next_lines, "next"), (regular_lines, "next"), (ranked, "ranking"))
    ).explode("player_id", empty_as_null=False, keep_nulls=False)
    return of_each.drop_nulls("line").unique(PLAYER, keep="first", maintain_order=True)


def most_together(pair_ranking: pl.DataFrame) -> pl.DataFrame:
    """Return the pairs and trios, sorted so that those that played together most often come first."""
    return pair_ranking.sort("together", descending=True, nulls_last=True, maintain_order=True)


def _spans(
    in_order: pl.DataFrame,
    next_lines: dy.DataFrame[report_standings.NextLinesShown],
    competitions: dy.DataFrame[Competitions],
) -> pl.DataFrame:
    """Return the most and the least points of each line of the next session: season, `line`, `high`, `low`, `alone`."""
    # Lines are `alone` if they are assumed to be scored separately, although some sessions scored lines together. A
    # season has no rows if lines shared a span and the number of lines has changed.
    shares = pl.struct("high", "low").n_unique() < pl.col("line").n_unique()
    is_usual = (2 * pl.col("shares").sum() > pl.len()).over(COMPETITION)
    usual = (
        in_order.group_by(SESSION, maintain_order=True)
        .agg(shares=shares)
        .with_columns(alone=pl.col("shares").any().over(COMPETITION) & ~is_usual)
        .filter(pl.col("shares") == is_usual)
        .unique(COMPETITION, keep="last")
    )
    number = pl.col("line").rank("dense").over(COMPETITION)
    many = pl.col("line").n_unique().over(COMPETITION)
    played = (
        in_order.join(usual, on=SESSION)
        .select(*COMPETITION, "line", "high", "low", "shares", "alone")
        .unique()
        .with_columns(number=number, many=many)
    )
    unplanned = played.join(next_lines, on=COMPETITION, how="anti")
    planned = (
        pl.concat([rows.select(*COMPETITION, "line") for rows in (next_lines, unplanned)])
        .unique()
        .with_columns(number=number, planned=many)
        .join(played.select(*COMPETITION, "shares", "alone", "many").unique(), on=COMPETITION)
        .filter(~pl.col("shares") | (pl.col("planned") == pl.col("many")))
    )
    # Only the order of the letters matters.
    together = (
        planned.select(*COMPETITION, "line", "number")
        .join(played.filter("shares").drop("line"), on=[*COMPETITION, "number"])
        .sort("line")
        .group_by(*COMPETITION, "high", "low", maintain_order=True)
        .agg(pl.col("line").str.join("+"))
        .group_by(COMPETITION)
        .agg(together=pl.col("line").str.join(";"))
    )
    lines = planned.select(*COMPETITION, "line", "alone", session_id=pl.lit(""))
    sessions = lines.select(SESSION).unique().join(together, on=COMPETITION, how="left")
    spans = line_spans(lines, sessions, competitions).collect()
    return spans.join(lines, on=[*SESSION, "line"]).drop("session_id")


def _score(points: pl.Expr) -> pl.Expr:
    return pl.coalesce(pl.when(rule=name).then(score_for(points)) for name, score_for in SCORE_FOR.items())


def _can_be(score: str) -> pl.Expr:
    scoring, column = pl.col("scoring"), pl.col(score)
    most = scoring.replace_strict(_MOST, default=None, return_dtype=pl.Int64)
    return most.is_null() | ((column < most) & ((column > 0) | (scoring != "matchpoints")))
