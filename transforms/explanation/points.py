"""Ranking points as the method's formula makes them, its numbers filled in.

Source of the formulas: the club ranking's chapters on ranking points for pairs and butler sessions, and for teams.
"""

import polars as pl

from transforms.arithmetic.sums import steady_mean
from transforms.bridge.sessions import field_of
from transforms.explanation.formulas import filled_in, worked_out
from transforms.explanation.rankings import in_window
from transforms.explanation.strength import explained_fields, explained_matches
from transforms.rankings.ranking_points import TOP_SCORES, scale
from transforms.tables import COMPETITION, DECIMALS, ENTRANT, FIELD, SEATED, SESSION, Frame

_FROM_AVERAGE = "(score - average_score) / (top_score - average_score) *"
FORMULAS = {
    "place": "high - (high - low) / (entrants - 1) * (place - 1)",
    "proportional": "high - (high - low) * (best - score) / (best - worst)",
    "balanced": f"(high + low) / 2 + {_FROM_AVERAGE} (high - low) / 2",
    "dynamic": f"middle + {_FROM_AVERAGE} width / 2",
    "teams": f"middle + {_FROM_AVERAGE} width / 2",
    "middle": "(high + low) / 2",
}
"""What is filled in, by method; `middle` is the way out of a field in which nobody can be told apart."""


def explained_points(
    ranking_points: Frame,
    session_results: Frame,
    sessions: Frame,
    competitions: Frame,
    *,
    player_rankings: Frame,
    entries: Frame,
    match_results: Frame,
) -> pl.DataFrame:
    """What every session earned every player, and how.

    Args:
        ranking_points: `RankingPoints`.
        session_results: `SessionResults`: those whom the player was ranked with.
        sessions: `Sessions`.
        competitions: `Competitions`.
        player_rankings: `PlayerRankings`, for what the methods `dynamic` and `teams` start from.
        entries: `Entries`, for who sat in which match.
        match_results: `MatchResults`.

    Returns:
        `RankingPoints` in order of its key, with `in_window`; `rule`, the name of the formula in `FORMULAS`;
        `entrants`, `place`, `best`, `worst` among those ranked together; `top_score`, `average_score`, `width`;
        `formula`, and `before_rounding`, what it makes; and of those methods that start from rankings
        `strength_formula`, which makes `middle`. In a team `score` is the mean of the matches that the player
        played in, and `matches_formula` makes it.
    """
    score = pl.col("score").round(DECIMALS)
    ranked = (
        session_results.lazy()
        .filter(pl.col("score").is_not_null())
        .select(
            *ENTRANT,
            "field",
            entrants=pl.len().over(FIELD),
            place=score.rank("average", descending=True).over(FIELD),
            best=pl.col("score").max().over(FIELD),
            worst=pl.col("score").min().over(FIELD),
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
    alone = (pl.col("method") == "place") & (pl.col("entrants") == 1)
    all_equal = (pl.col("method") == "proportional") & ((pl.col("best") - pl.col("worst")).round(DECIMALS) == 0)
    return pl.when(alone | all_equal).then(pl.lit("middle")).otherwise("method")


def _with_strengths(rows: pl.LazyFrame, ranking_points: Frame, player_rankings: Frame, sessions: Frame) -> pl.LazyFrame:
    fields = explained_fields(ranking_points, player_rankings, sessions).lazy()
    told = fields.select(*SESSION, "met", method=pl.lit("dynamic"), of_field="formula", players="players")
    return rows.join(told, on=(*SESSION, "met", "method"), how="left", maintain_order="left")


def _with_matches(rows: pl.LazyFrame, matches: pl.DataFrame) -> pl.LazyFrame:
    """The mean strength of the opponents, and the mean score against them in place of the team's."""
    of_players = matches.group_by(SEATED, maintain_order=True).agg(
        strengths="strength",
        scores="match_score",
        matches=pl.len(),
        middle=steady_mean(pl.col("strength")),
        own_score=steady_mean(pl.col("match_score")),
    )
    told = of_players.select(
        *SEATED,
        "own_score",
        of_matches=filled_in(of_players, "(strengths) / matches", "middle"),
        matches_formula=filled_in(of_players, "(scores) / matches", "own_score"),
    ).lazy()
    return (
        rows.join(told, on=SEATED, how="left", maintain_order="left")
        .with_columns(
            score=pl.when(pl.col("rule") == "teams").then(pl.coalesce("own_score", "score")).otherwise("score"),
            strength_formula=pl.coalesce("of_field", "of_matches"),
        )
        .drop("own_score", "of_field", "of_matches")
    )
