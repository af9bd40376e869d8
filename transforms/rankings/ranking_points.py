"""Ranking points: what a session earns each player who sat down.

Source: the club ranking's chapters on ranking points for pairs and butler sessions, and for teams of four.

The methods are in `transforms/rankings/methods.py`. Those that have `points` need the session alone. The others, and
every session of teams, start from the rankings before the session: `transforms/rankings/strength_of_field.py` computes
those, session by session in order of time.
"""

import dataframely as dy
import polars as pl

from transforms.bridge.sessions import average_score, field_of, scoring_of
from transforms.rankings.line_spans import line_spans
from transforms.rankings.methods import MIDDLE, RANKING_METHODS, TEAMS, of_field
from transforms.rankings.numbering import in_order, of_session
from transforms.rankings.seats import SEAT
from transforms.rankings.strength_of_field import from_rankings
from transforms.tables.beside import beside_in_order, where_known
from transforms.tables.runs import facts_of_runs, first_of_runs
from transforms.tables.schemas import (
    COMPETITION,
    LINE,
    SESSION,
    Competitions,
    Entries,
    Frame,
    MatchResults,
    Players,
    RankingPoints,
    SessionResults,
    Sessions,
)
from transforms.tables.shared import in_shape

_OF_ENTRANTS = ("date", "method", "met", "score", "points", "above", "high", "low")
"""What `from_rankings` reads of the entrant of a player."""
TOP_SCORES = ("top_score_pairs", "top_score_butler", "top_score_teams")
"""The columns of `Competitions` that `scale` reads."""


def ranking_points(
    session_results: Frame[SessionResults],
    entries: Frame[Entries],
    sessions: Frame[Sessions],
    competitions: Frame[Competitions],
    *,
    players: Frame[Players],
    match_results: Frame[MatchResults],
) -> dy.LazyFrame[RankingPoints]:
    """One row per player and session played, in the shape of `RankingPoints`; points on the competition's scale.

    All players of an entrant earn the same, except in a team of which some sat out a match. An entrant without a score
    did not play, and its players have no rows. The source leaves some cases open. Here equal scores share the mean of
    their places. A single entrant in a field earns the middle of the span; so does, under `proportional`, everybody in
    a field whose scores are all equal. Cross-IMPs are measured like butler, against `top_score_butler` IMPs per board.
    With two winners each direction is a field with the span of its line; under `dynamic` the strength of the field is
    the mean of both directions together.
    """
    seated = in_order(entries, ("line", "entrant", "rounds"))
    numbers = first_of_runs(seated.select(*SESSION, "session"), ["session"]).lazy()
    numbered = sessions.lazy().join(numbers, on=SESSION)
    of_entrants = _with_points(_scored(session_results, numbered, competitions))
    of_seats = of_entrants.select(*_OF_ENTRANTS, seat=SEAT).collect()
    earned = where_known(beside_in_order(seated.with_columns(seat=SEAT), of_seats, "seat"), "method")
    return in_shape(RankingPoints, from_rankings(earned, match_results, players, competitions).lazy())


def _scored(
    session_results: Frame[SessionResults], sessions: pl.LazyFrame, competitions: Frame[Competitions]
) -> pl.LazyFrame:
    """The entrants with a score, the span of their line (`high`, `low`), and the two scores that set the scale.

    `field` is a number here, unique for each field of each session.
    """
    with_score = session_results.lazy().filter(pl.col("score").is_not_null())
    results = with_score.select(*LINE, "entrant", "field", "score").collect()
    evenings = sessions.select(*SESSION, "session", "date", "kind", "together")
    rules = competitions.lazy().select(*COMPETITION, "method", "width", *TOP_SCORES)
    facts = (
        line_spans(first_of_runs(results.select(LINE), LINE), sessions, competitions)
        .join(evenings, on=SESSION)
        .join(rules, on=COMPETITION)
        .with_columns(
            method=pl.when(pl.col("kind") == "teams").then(pl.lit(TEAMS.name)).otherwise("method"),
            **scale(pl.col("kind")),
            met=field_of(pl.col("together"), pl.col("line")),
        )
        .drop("kind", "together", *TOP_SCORES)
    )
    of_lines = facts_of_runs(results, LINE, facts.collect())
    of_entrants = where_known(pl.concat([results.drop(SESSION), of_lines], how="horizontal"), "session")
    return of_entrants.lazy().with_columns(field=of_session(pl.col("field")))


def scale(kind: pl.Expr) -> dict[str, pl.Expr]:
    """`average_score` and `top_score` of a session, by its `kind` and the columns `TOP_SCORES`: Float64.

    Teams are measured in victory points, even where they play point-a-board.
    """
    scoring = scoring_of(kind, pl.lit("imps"))
    top_score = (
        pl.when(scoring == "matchpoints")
        .then("top_score_pairs")
        .when(scoring == "imps")
        .then("top_score_teams")
        .otherwise("top_score_butler")
    )
    return {"average_score": average_score(scoring), "top_score": top_score}


def _with_points(scored: pl.LazyFrame) -> pl.LazyFrame:
    """The entrants, method by method, with the `points` and `above` of each; `above` is null for teams."""
    method = pl.col("method")
    by_method = [scored.filter(method == TEAMS.name).with_columns(above=pl.lit(None, pl.Float64))]
    for name, of in RANKING_METHODS.items():
        rows = scored.filter(method == name)
        if of.points is None:
            by_method.append(rows.with_columns(above=of.above))
        else:
            points = of.points if of.cannot_rank is None else pl.when(of.cannot_rank).then(MIDDLE).otherwise(of.points)
            by_method.append(rows.with_columns(**of_field("field")).with_columns(points=points))
    return pl.concat(by_method, how="diagonal")
