"""Ranking points: what a session earns each player who sat down.

Source: the club ranking's chapter on ranking points for pairs and butler sessions. Each method is one
expression over the columns of `_scored`; a new one is a line in `METHODS_PER_LINE`. The methods that start
from the rankings before the session (`dynamic`, and every session of teams) do not belong among them: they
advance session by session.
"""

import polars as pl

from transforms.in_order import beside, in_order
from transforms.lines import line_spans
from transforms.rounding import half_up
from transforms.tables import COMPETITION, DECIMALS, SESSION, Frame, RankingPoints

FIELD = ("session", "field")
ENTRANT = ("session", "line", "entrant")


def ranking_points(session_results: Frame, entries: Frame, sessions: Frame, competitions: Frame) -> pl.LazyFrame:
    """One row a player a session played, in the shape of `RankingPoints`; points on the competition's scale.

    All players of an entrant earn the same. An entrant without a score earns nothing and did not play. Where
    the source is silent: equal scores share the mean of their places; a field of one entrant, and under
    `proportional` one whose scores are all equal, earns the middle of its span. Cross-IMPs are measured as
    butler is, against `top_score_butler` IMPs a board. With two winners each direction is a field with the
    span of its line.
    """
    points = pl.coalesce(
        pl.when(pl.col("method") == method).then(earned) for method, earned in METHODS_PER_LINE.items()
    )
    seated = in_order(entries.lazy().select(*SESSION, "line", "entrant", "player_id"))
    numbers = seated.lazy().select(*SESSION, "session").unique("session")
    numbered = sessions.lazy().join(numbers, on=SESSION)
    of_entrants = (
        _scored(session_results, numbered, competitions)
        .select(*ENTRANT, "date", "method", points=points)
        .filter(pl.col("points").is_not_null())
        .collect()
    )
    earned = beside(seated, of_entrants, ENTRANT).filter(pl.col("points").is_not_null())
    return earned.select(RankingPoints.column_names())


def _scored(session_results: Frame, sessions: pl.LazyFrame, competitions: Frame) -> pl.LazyFrame:
    """The entrants with a score, beside it the span they play for and the scores that set the scale."""
    line = [*SESSION, "line"]
    results = session_results.lazy().select(*line, "entrant", "field", "score", run=pl.struct(line).rle_id()).collect()
    runs = results.lazy().select(*line, "run").unique("run")
    in_percent = pl.col("kind") == "pairs"
    evenings = sessions.filter(pl.col("kind") != "teams").select(*SESSION, "session", "date", "kind")
    rules = competitions.lazy().select(*COMPETITION, "method", "top_score_pairs", "top_score_butler")
    facts = (
        line_spans(runs, sessions, competitions)
        .join(evenings, on=SESSION)
        .join(rules, on=COMPETITION)
        .with_columns(
            average_score=pl.when(in_percent).then(50.0).otherwise(0.0),
            top_score=pl.when(in_percent).then("top_score_pairs").otherwise("top_score_butler"),
        )
        .join(runs, on=line)
        .drop(line)
    )
    with_score = results.filter(pl.col("score").is_not_null()).drop(SESSION)
    return beside(with_score, facts.collect(), "run").filter(pl.col("session").is_not_null())


def _middle() -> pl.Expr:
    return (pl.col("high") + pl.col("low")) / 2


def _by_place() -> pl.Expr:
    """Equal steps from place to place, to the nearest whole point, halves up."""
    entrants = pl.len().over(FIELD)
    place = pl.col("score").round(DECIMALS).rank("average", descending=True).over(FIELD)
    points = pl.col("high") - (pl.col("high") - pl.col("low")) * (place - 1) / (entrants - 1)
    return pl.when(entrants == 1).then(_middle()).otherwise(half_up(points))


def _proportional() -> pl.Expr:
    """The best score earns the most, the worst the least, the others in proportion."""
    best, worst = pl.col("score").max().over(FIELD), pl.col("score").min().over(FIELD)
    points = pl.col("high") - (pl.col("high") - pl.col("low")) * (best - pl.col("score")) / (best - worst)
    return pl.when((best - worst).round(DECIMALS) == 0).then(_middle()).otherwise(points)


def _balanced() -> pl.Expr:
    """An average score earns the middle, the top score the most; a better score earns more than that."""
    above_average = (pl.col("score") - pl.col("average_score")) / (pl.col("top_score") - pl.col("average_score"))
    return _middle() + above_average * (pl.col("high") - pl.col("low")) / 2


METHODS_PER_LINE: dict[str, pl.Expr] = {
    "place": _by_place(),
    "proportional": _proportional(),
    "balanced": _balanced(),
}
"""Method -> ranking points of an entrant, from its score and the span of its line."""
