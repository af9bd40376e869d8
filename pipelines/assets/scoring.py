"""Stage 2: what each result line was worth, the result lists that follow, and the sheets to check them by."""

import polars as pl

from pipelines.assets.table_asset import table_asset
from transforms import official
from transforms.results import control_sheet
from transforms.results.event_results import event_results
from transforms.results.match_results import match_results
from transforms.results.session_results import session_results
from transforms.results.session_rounds import session_rounds
from transforms.scoring import board_scores as scoring


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
    "scored.match_results",
    group="scoring",
    board_scores="scored.board_scores",
    matches="raw.matches",
    sessions="raw.sessions",
    competitions="raw.competitions",
)
def matches_of_teams(**tables: pl.DataFrame) -> pl.LazyFrame:
    """IMPs, points and victory points of every match between teams."""
    return match_results(**tables)


@table_asset(
    "scored.session_results",
    group="scoring",
    board_scores="scored.board_scores",
    entries="raw.entries",
    sessions="raw.sessions",
    competitions="raw.competitions",
    results="raw.results",
    adjustments="raw.adjustments",
    match_results="scored.match_results",
)
def result_lists(**tables: pl.DataFrame) -> pl.LazyFrame:
    """Points, score, rank and club points of every entrant."""
    return session_results(**tables)


@table_asset("scored.session_rounds", group="scoring", board_scores="scored.board_scores")
def rounds_of_entrants(board_scores: pl.DataFrame) -> pl.LazyFrame:
    """What every round brought each entrant, against whom and in which direction."""
    return session_rounds(board_scores)


@table_asset(
    "scored.event_results",
    group="scoring",
    session_results="scored.session_results",
    entries="raw.entries",
    sessions="raw.sessions",
)
def standings_of_events(**tables: pl.DataFrame) -> pl.LazyFrame:
    """The standing of events that run over several sessions."""
    return event_results(**tables)


@table_asset("scored.control_sheet", group="scoring", board_scores="scored.board_scores", sessions="raw.sessions")
def control_sheets(board_scores: pl.DataFrame, sessions: pl.DataFrame) -> pl.LazyFrame:
    """Every meeting on every board, as the control sheet prints it."""
    return control_sheet.control_sheet(board_scores, sessions)


@table_asset(
    "scored.boards",
    group="scoring",
    board_scores="scored.board_scores",
    sessions="raw.sessions",
    competitions="raw.competitions",
)
def boards(**tables: pl.DataFrame) -> pl.LazyFrame:
    """Every board of every field, and whether its sheet balances."""
    return control_sheet.boards(**tables)


@table_asset("scored.frequencies", group="scoring", board_scores="scored.board_scores", sessions="raw.sessions")
def frequencies(board_scores: pl.DataFrame, sessions: pl.DataFrame) -> pl.LazyFrame:
    """How often every score came on a board."""
    return control_sheet.frequencies(board_scores, sessions)


@table_asset(
    "scored.official_differences",
    group="scoring",
    board_scores="scored.board_scores",
    results="raw.results",
    session_results="scored.session_results",
    official_results="raw.official_results",
    competitions="raw.competitions",
    match_results="scored.match_results",
    given_matches="raw.matches",
)
def official_differences(**tables: pl.DataFrame) -> pl.LazyFrame:
    """Where the files publish results of their own: every value in which ours differ, and why."""
    return official.official_differences(**tables)
