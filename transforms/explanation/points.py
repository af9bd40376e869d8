"""Ranking points by the formula of their method, with its numbers filled in.

Source of the formulas: the club ranking's chapters on ranking points for pairs and butler sessions, and for teams.
"""

import polars as pl

from transforms.bridge.sessions import field_of
from transforms.explanation.formulas import filled_in, worked_out
from transforms.explanation.rankings import in_window
from transforms.explanation.strength import explained_fields, explained_matches
from transforms.rankings.methods import EARNED_BY, RANKING_METHODS, TEAMS, of_field
from transforms.rankings.ranking_points import TOP_SCORES, scale
from transforms.tables.arithmetic.sums import steady_mean
from transforms.tables.schemas import (
    COMPETITION,
    ENTRANT,
    FIELD,
    SEATED,
    SESSION,
    Competitions,
    Entries,
    Frame,
    MatchResults,
    PlayerRankings,
    RankingPoints,
    SessionResults,
    Sessions,
)

FORMULAS = {**{name: method.formula for name, method in EARNED_BY.items()}, "middle": "(high + low) / 2"}
"""Method -> formula. `middle` is for fields in which a method cannot rank: one entrant, or all scores equal."""


def explained_points(
    ranking_points: Frame[RankingPoints],
    session_results: Frame[SessionResults],
    sessions: Frame[Sessions],
    competitions: Frame[Competitions],
    *,
    player_rankings: Frame[PlayerRankings],
    entries: Frame[Entries],
    match_results: Frame[MatchResults],
) -> pl.DataFrame:
    """What every session earned every player, and how.

    Args:
        ranking_points: `RankingPoints`.
        session_results: `SessionResults`, for the entrants with whom the player was ranked.
        sessions: `Sessions`.
        competitions: `Competitions`.
        player_rankings: `PlayerRankings`, for what methods that start from rankings start from.
        entries: `Entries`, for the rounds that a player of a team played.
        match_results: `MatchResults`.

    Returns:
        `RankingPoints` sorted by key, with these columns: `in_window`; `rule`, the name of the formula in `FORMULAS`;
        `entrants`, `place`, `best` and `worst` among those ranked together; `top_score`, `average_score`, `width`;
        `formula`, and its value, `before_rounding`. Methods that start from rankings also have `strength_formula`, with
        the value `middle`. In a team `score` is the mean of the matches that the player played in, the value of
        `matches_formula`.
    """
    ranked = (
        session_results.lazy()
        .filter(pl.col("score").is_not_null())
        .select(
            *ENTRANT,
            "field",
            **of_field(FIELD),
        )
    )
    rules = competitions.lazy().select(*COMPETITION, "width", *TOP_SCORES)
    rows = (
        in_window(ranking_points, competitions)
        .join(ranked, on=ENTRANT, how="left", maintain_order="left")
        .join(sessions.lazy().select(*SESSION, "kind", "together"), on=SESSION)
        .join(rules, on=COMPETITION)
        .with_columns(
            met=field_of(pl.col("together"), pl.col("line")),
            **scale(pl.col("kind")),
            rule=_rule(),
        )
        .drop(*TOP_SCORES, "together")
        .pipe(_with_strengths, ranking_points, player_rankings, sessions)
        .pipe(_with_matches, explained_matches(ranking_points, player_rankings, entries, match_results, competitions))
        .sort(*SESSION, "player_id")
        .collect()
    )
    by_rule = [(rule, rows.filter(rule=rule)) for rule in FORMULAS]
    return pl.concat(
        of_rule.with_columns(before_rounding=worked_out(of_rule, FORMULAS[rule])).pipe(_with_formula, FORMULAS[rule])
        for rule, of_rule in by_rule
    ).sort(*SESSION, "player_id")


def _with_formula(rows: pl.DataFrame, formula: str) -> pl.DataFrame:
    return rows.with_columns(formula=filled_in(rows, formula, "before_rounding"))


def _rule() -> pl.Expr:
    cannot_rank = pl.any_horizontal(
        (pl.col("method") == name) & method.cannot_rank
        for name, method in RANKING_METHODS.items()
        if method.cannot_rank is not None
    )
    return pl.when(cannot_rank).then(pl.lit("middle")).otherwise("method")


def _with_strengths(
    rows: pl.LazyFrame,
    ranking_points: Frame[RankingPoints],
    player_rankings: Frame[PlayerRankings],
    sessions: Frame[Sessions],
) -> pl.LazyFrame:
    fields = explained_fields(ranking_points, player_rankings, sessions).lazy()
    formulas = fields.select(*SESSION, "met", "players", of_field="formula")
    return rows.join(formulas, on=(*SESSION, "met"), how="left", maintain_order="left")


def _with_matches(rows: pl.LazyFrame, matches: pl.DataFrame) -> pl.LazyFrame:
    """The rows with the formula of the mean strength of the opponents, and with the player's own mean score.

    That score, over the matches the player sat in, replaces the score of the team.
    """
    of_players = matches.group_by(SEATED, maintain_order=True).agg(
        strengths="strength",
        scores="match_score",
        matches=pl.len(),
        middle=steady_mean(pl.col("strength")),
        own_score=steady_mean(pl.col("match_score")),
    )
    formulas = of_players.select(
        *SEATED,
        "own_score",
        of_matches=filled_in(of_players, "(strengths) / matches", "middle"),
        matches_formula=filled_in(of_players, "(scores) / matches", "own_score"),
    ).lazy()
    return (
        rows.join(formulas, on=SEATED, how="left", maintain_order="left")
        .with_columns(
            score=pl.when(pl.col("rule") == TEAMS.name).then(pl.coalesce("own_score", "score")).otherwise("score"),
            strength_formula=pl.coalesce("of_field", "of_matches"),
        )
        .drop("own_score", "of_field", "of_matches")
    )
