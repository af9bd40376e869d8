"""Stage 2: what each result line was worth, and the result list of each session."""

import polars as pl

from pipelines.table_assets import table_asset
from transforms import board_scores as scoring
from transforms import official, session_results
from transforms.tables import MatchResults


@table_asset(
    "scored.board_scores",
    group="scoring",
    results="raw.results",
    sessions="raw.sessions",
    competitions="raw.competitions",
)
def board_scores(results: pl.DataFrame, sessions: pl.DataFrame, competitions: pl.DataFrame) -> pl.LazyFrame:
    """What each result line was worth under the competition's scoring rules."""
    return scoring.board_scores(results, sessions, competitions)


@table_asset(
    "scored.session_results",
    group="scoring",
    board_scores="scored.board_scores",
    entries="raw.entries",
    sessions="raw.sessions",
    competitions="raw.competitions",
    results="raw.results",
    adjustments="raw.adjustments",
)
def result_lists(
    board_scores: pl.DataFrame,
    entries: pl.DataFrame,
    sessions: pl.DataFrame,
    competitions: pl.DataFrame,
    *,
    results: pl.DataFrame,
    adjustments: pl.DataFrame,
) -> pl.LazyFrame:
    """Points, score, rank and club points of every entrant."""
    return session_results.session_results(
        board_scores,
        entries,
        sessions,
        competitions,
        results=results,
        adjustments=adjustments,
        match_results=MatchResults.create_empty(),
    )


@table_asset(
    "scored.official_differences",
    group="scoring",
    board_scores="scored.board_scores",
    results="raw.results",
    session_results="scored.session_results",
    official_results="raw.official_results",
    competitions="raw.competitions",
    given_matches="raw.matches",
)
def official_differences(**tables: pl.DataFrame) -> pl.LazyFrame:
    """Where the files publish results of their own: every value in which ours differ, and why."""
    return official.official_differences(**tables, match_results=MatchResults.create_empty())
