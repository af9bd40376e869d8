"""The score that lifts a ranking next time, where the score of an entrant alone says what it earns."""

from typing import NamedTuple, cast

import polars as pl

from pipelines.reports.content import Season
from pipelines.reports.tables.columns import each
from pipelines.words.words import unit
from transforms.explanation.next_counting import next_counting
from transforms.rankings.line_spans import line_spans
from transforms.tables import COMPETITION, SESSION, Competitions, Frame, Tables
from transforms.tables.arithmetic.as_shown import aligned
from transforms.tables.arithmetic.rounding import to_decimals
from transforms.tables.shared import IN_TURN

_ALONE = "balanced"
"""The only method by which a score earns the same, whoever else is there."""
_MOST = {"matchpoints": 100, "butler": 24}
"""Scoring -> the highest score: a percentage, or IMPs a board; cross-IMPs may be a sum."""
FIRST = 10
"""The places that count as those at the top of a ranking."""
_SCALE = ("rule", "scoring", "unit", "average_score", "top_score")
_RULES = ("lines", "top", "width", "step", "round_stretch")


class Needed(NamedTuple):
    """On which line, above which score the ranking rises, passes the one above, and is among the first; as texts."""

    line: str
    by: str
    """What says that line: `next`, where the next session has the player; else `ranking`, that of the pair that the
    player was in most often (`most_together`), or `played`, the last session that the player played."""
    rises: str
    passes: str | None
    """None for the first, and where no score is enough."""
    first: str | None
    """None for those who are among the `FIRST` or just below them, and where no score is enough."""
    out_of_reach: bool
    """Whether no score is enough to be among the first."""
    lifts: str | None
    """The score above which the average of the championship rises; None where that is not told."""
    alone: bool
    """Whether lines are taken to be scored each by itself, though in some sessions they were scored together."""


def needed_next(season: Season, lifting: pl.DataFrame) -> dict[str, Needed]:
    """Player id -> what is needed next time, of those of whom it can be told: if the same pairs come.

    Where lines shared a span in most sessions, since they were scored together, they are taken to share one again as in
    the last of these.

    Args:
        season: of its report `explained_points`, `explained_rankings`, `player_ranking`, `pair_ranking`, `next_lines`
            and `regular_lines`.
        lifting: `lifting_next` of the season.
    """
    report = season.report
    earned = report["explained_points"].sort(IN_TURN, maintain_order=True)
    if earned.is_empty():
        return {}
    sharing = _sharing(earned)
    of_scale = earned.with_columns(unit=each(earned["scoring"], unit)).lazy()
    last = of_scale.unique("player_id", keep="last").select("player_id", *_SCALE, played="line")
    first = earned.lazy().filter("in_window").unique("player_id", keep="first", maintain_order=True)
    out = pl.when(pl.col("missing") > 0).then("substitute_ranking").otherwise("oldest")
    passes = pl.when(_can_be("passes") & (pl.col("behind") > 0)).then(_told("passes"))
    is_lower = pl.col("to_first") > pl.col("behind").fill_null(0)
    to_first = pl.when(is_lower & _can_be("first")).then(_told("first"))
    told = (
        report["explained_rankings"]
        .lazy()
        .select("player_id", "missing", "substitute_ranking", "window")
        .join(behind_the_first(report["player_ranking"]).lazy(), on="player_id")
        .join(last, on="player_id")
        .join(first.select("player_id", oldest="points"), on="player_id", how="left")
        .join(_lines(report), on="player_id", how="left")
        .with_columns(line=pl.coalesce("line", "played"), by=pl.col("by").fill_null("played"))
        .join(_spans(season, earned, sharing), on="line")
        .filter(rule=_ALONE)
        .join(lifting.lazy().select("player_id", "lifts"), on="player_id", how="left")
        .with_columns(
            rises=_score(out),
            lifts=_score(pl.col("lifts")),
            passes=_score(out + pl.col("behind") * pl.col("window")),
            first=_score(out + pl.col("to_first") * pl.col("window")),
        )
        .filter(_can_be("rises"))
        .with_columns(_rounded("rises"), _rounded("passes"), _rounded("first"), _rounded("lifts"))
        .select(
            *("player_id", "line", "by"),
            _told("rises").alias("rises"),
            passes.alias("passes"),
            to_first.alias("first"),
            (is_lower & ~_can_be("first")).fill_null(value=False).alias("out_of_reach"),
            pl.when(_can_be("lifts") & pl.col("lifts").is_not_null()).then(_told("lifts")),
        )
    )
    shares = sharing["shares"]
    alone = bool(shares.any()) and not _is_usual(shares)
    return {player: Needed(*needed, alone=alone) for player, *needed in told.collect().iter_rows()}


def _lines(report: Tables) -> pl.LazyFrame:
    """The line of each player in the next session, and `by` what: its pairs, or where the pair ranking would put them.

    A pair that did not come last time plays in the line of the strongest of the next session that is no stronger.
    """
    lines, pairs = report["next_lines"], most_together(report["pair_ranking"])
    weaker = lines.select("line", "ranking").sort("ranking", "line", descending=[False, True])
    ranked = pairs.with_row_index("order").sort("ranking").join_asof(weaker, on="ranking")
    ranked = ranked.sort("order").with_columns(pl.coalesce("line", pl.lit(lines["line"].max(), pl.String)))
    players = pl.col("players").list.eval(pl.element().struct["player_id"])
    told = [
        table.select("line", player_id=players, by=pl.lit(by))
        for table, by in ((lines, "next"), (report["regular_lines"], "next"), (ranked, "ranking"))
    ]
    of_each = pl.concat(told).explode("player_id", empty_as_null=False, keep_nulls=False)
    return of_each.drop_nulls("line").unique("player_id", keep="first", maintain_order=True).lazy()


def most_together(pair_ranking: pl.DataFrame) -> pl.DataFrame:
    """The pairs and trios, those that played together most often first."""
    return pair_ranking.sort("together", descending=True, nulls_last=True, maintain_order=True)


def lifting_next(season: Season) -> pl.DataFrame:
    """`next_counting` of the individual championship; nobody where how many must count is a share of the evenings.

    A share is of the evenings so far, and nobody knows how many of these the next result will be one of. The points are
    those of the warehouse: rounded ones may be equal, where one of them is the lowest.
    """
    rules, rows = season.competition, season.tables["championships.individual_sessions"]
    told = next_counting(rows, rules["individual_min"] or 0, rules["individual_drop"]).collect()
    return told if rules["individual_min_share"] is None else told.clear()


def behind_the_first(ranking: pl.DataFrame) -> pl.DataFrame:
    """Behind the next higher ranking, and `to_first`, behind the last of the `FIRST`.

    `to_first` is null where there are no more, and for those below twice as many places: they have nearer aims.
    """
    last = ranking["ranking"].sort(descending=True)[FIRST - 1] if ranking.height > FIRST else None
    is_near = pl.col("ranking").rank("min", descending=True) <= 2 * FIRST
    return ranking.select(
        *("player_id", "behind"),
        to_first=pl.when(is_near).then(to_decimals(pl.lit(last, dtype=pl.Float64) - pl.col("ranking"))),
    )


def _spans(season: Season, earned: pl.DataFrame, sharing: pl.DataFrame) -> pl.LazyFrame:
    """The most and the least points of the span of each line of the next session: `line`, `high`, `low`."""
    usual = sharing.filter(shares=_is_usual(sharing["shares"]))
    last = earned.filter(pl.col("session_id") == usual["session_id"].last())
    lines = season.report["next_lines"]["line"]
    if lines.is_empty():
        lines = last["line"]
    planned = lines.unique().sort()
    played = last.select("line", "high", "low").unique().sort("line")
    shared = played.select(pl.struct("high", "low").n_unique()).item() < played.height
    if shared and played.height != planned.len():
        return pl.LazyFrame(schema={"line": pl.String, "high": pl.Float64, "low": pl.Float64})
    # Which letters there are says nothing, only their order.
    of_span = (played.with_columns(line=planned) if shared else played).group_by("high", "low", maintain_order=True)
    together_again = ";".join(of_span.agg(pl.col("line").str.join("+"))["line"])
    of_competition = {name: [season.competition[name]] for name in COMPETITION}
    session = pl.DataFrame({**of_competition, "session_id": [""]})
    together = session.with_columns(together=pl.lit(together_again if shared else None, dtype=pl.String))
    rules = pl.DataFrame({**of_competition, **{name: [season.competition[name]] for name in _RULES}})
    next_played = session.join(planned.to_frame(), how="cross").select(*SESSION, "line")
    of_rules = cast("Frame[Competitions]", rules)  # the columns that are read
    return line_spans(next_played, together, of_rules).select("line", "high", "low")


def _sharing(earned: pl.DataFrame) -> pl.DataFrame:
    """(session_id, shares): whether lines of the session shared a span."""
    shares = pl.struct("high", "low").n_unique() < pl.col("line").n_unique()
    return earned.group_by("session_id", maintain_order=True).agg(shares=shares)


def _is_usual(shares: pl.Series) -> bool:
    return 2 * int(shares.sum()) > shares.len()


def _score(points: pl.Expr) -> pl.Expr:
    """The score that earns just so many points."""
    high, low, average = pl.col("high"), pl.col("low"), pl.col("average_score")
    share = pl.when(high > low).then((points - (high + low) / 2) / ((high - low) / 2)).otherwise(0.0)
    return average + share * (pl.col("top_score") - average)


def _can_be(score: str) -> pl.Expr:
    scoring, column = pl.col("scoring"), pl.col(score)
    most = scoring.replace_strict(_MOST, default=None, return_dtype=pl.Int64)
    return most.is_null() | ((column < most) & ((column > 0) | (scoring != "matchpoints")))


def _rounded(score: str) -> pl.Expr:
    is_percent, column = pl.col("scoring") == "matchpoints", pl.col(score)
    return pl.when(is_percent).then(to_decimals(column, 1)).otherwise(to_decimals(column)).alias(score)


def _told(score: str) -> pl.Expr:
    column, scoring = pl.col(score), pl.col("scoring")
    decimals = pl.when(scoring == "matchpoints").then(1).otherwise(2)
    sign = pl.when(scoring.is_in(["butler", "cross_imps"]) & (column > 0)).then(pl.lit("+")).otherwise(pl.lit(""))
    number = sign + aligned(column, decimals)
    return pl.concat_str(number, "unit", separator="\N{NO-BREAK SPACE}")
