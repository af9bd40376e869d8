"""The tables that show where a player's published numbers come from: one row per number, with its formula filled in.

What belongs here: which explanations (`transforms/explanation`) a page shows, and what it links to. Formulas are made
for all competitions at once; the boards themselves are on the control sheet.
"""

import polars as pl

from transforms.explanation.championship import explained_championship
from transforms.explanation.points import explained_points
from transforms.explanation.rankings import explained_rankings
from transforms.explanation.scores import explained_scores
from transforms.tables import ENTRANT, PERSON, PLAYER, Tables
from transforms.tables.arithmetic.rounding import to_decimals
from transforms.tables.shared import IN_TURN


def explained_tables(tables: Tables) -> dict[str, pl.DataFrame]:
    """`explained_rankings`, `explained_points` and `explained_championship`, from the tables of the warehouse."""
    return {
        "explained_rankings": _rankings(tables),
        "explained_points": _points(tables),
        "explained_championship": explained_championship(
            tables["championships.individual"], tables["championships.individual_sessions"], "player_id"
        ).with_columns(to_decimals(pl.col("average"))),
    }


def _rankings(tables: Tables) -> pl.DataFrame:
    """The current ranking of every player, and where the substitute ranking is from; `own` is that of the player."""
    starts = tables["rankings.starting_rankings"].drop("substitute_ranking")
    own = tables["raw.players"].select("club", "competition", "player_id", own="substitute_ranking")
    return (
        explained_rankings(
            tables["rankings.ranking_points"], tables["rankings.player_rankings"], tables["raw.competitions"]
        )
        .with_columns(to_decimals(pl.col("ranking", "recomputed", "came_in", "dropped_out", "change")))
        .join(starts, on=PLAYER, how="left")
        .join(own, on=PERSON, how="left")
        .sort(PLAYER)
    )


def _points(tables: Tables) -> pl.DataFrame:
    """The ranking points of every player in every session, and the score behind them; the last session first.

    `exact` holds the numbers of which sentences make others, before they are rounded.
    """
    points = explained_points(
        tables["rankings.ranking_points"],
        tables["scored.session_results"],
        tables["raw.sessions"],
        tables["raw.competitions"],
        player_rankings=tables["rankings.player_rankings"],
        entries=tables["raw.entries"],
        match_results=tables["scored.match_results"],
    )
    scores = explained_scores(
        tables["scored.session_results"], tables["scored.board_scores"], tables["raw.results"]
    ).select(*ENTRANT, "scoring", "rank", "made_of", session_score="score", score_formula="formula")
    return (
        points.join(scores, on=ENTRANT, how="left")
        .with_columns(exact=pl.struct("before_rounding", "middle", "score", "best", "worst"))
        .with_columns(
            to_decimals(pl.col(name))
            for name in ("before_rounding", "points", "middle", "session_score", "score", "best", "worst")
        )
        .drop("kind", "met", "width")
        .sort(*PLAYER, *IN_TURN, descending=[False] * len(PLAYER) + [True] * len(IN_TURN))
    )
