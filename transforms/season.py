"""A whole season at once: every table that follows from the raw ones, one from the other.

The assets make the same tables one by one. This is for whoever wants them all in memory: a season under other
rules (`transforms/what_if/side_by_side.py`), and the tests.
"""

from collections.abc import Mapping

import polars as pl

from transforms import championships
from transforms.rankings.partnerships import season_partnerships
from transforms.rankings.ranking_points import ranking_points
from transforms.rankings.rankings import pair_rankings, player_rankings
from transforms.results.match_results import match_results
from transforms.results.session_results import session_results
from transforms.scoring.board_scores import board_scores
from transforms.tables import Frame

Tables = Mapping[str, pl.DataFrame]
"""By their names in the warehouse."""

RAW = ("competitions", "sessions", "entries", "results", "adjustments", "matches", "players", "partnerships")
"""The raw tables that a season follows from."""

SCORED = ("scored.board_scores", "scored.match_results", "scored.session_results")
"""What it makes of the boards; the sheets to check them by are not among them."""


def season_tables(raw: Mapping[str, Frame], scored: Tables | None = None) -> dict[str, pl.DataFrame]:
    """Every table from the boards to the championships, by its name in the warehouse, in the order they are made.

    Args:
        raw: the tables of `RAW`, named without `raw.`.
        scored: tables of the scoring stage, as they were made before; the boards are then not scored again, and
            `results`, `adjustments` and `matches` are not asked for. None: score the boards.
    """
    of_boards = dict(scored_tables(raw) if scored is None else scored)
    rules, players, sessions, entries = (raw[name] for name in ("competitions", "players", "sessions", "entries"))
    results, matches = of_boards["scored.session_results"], of_boards["scored.match_results"]
    points = ranking_points(results, entries, sessions, rules, players=players, match_results=matches).collect()
    rankings = player_rankings(points, players, rules).collect()
    partnerships = season_partnerships(raw["partnerships"], entries, sessions, rules).collect()
    of_players = championships.individual_sessions(points, rules).collect()
    of_pairs = championships.pair_sessions(points, entries, partnerships, rules).collect()
    return of_boards | {
        "rankings.ranking_points": points,
        "rankings.player_rankings": rankings,
        "rankings.partnerships": partnerships,
        "rankings.pair_rankings": pair_rankings(rankings, partnerships, players, rules).collect(),
        "championships.individual_sessions": of_players,
        "championships.pair_sessions": of_pairs,
        "championships.individual": championships.individual(of_players, players, rules).collect(),
        "championships.pairs": championships.pairs(of_pairs, partnerships, rules).collect(),
    }


def scored_tables(raw: Mapping[str, Frame]) -> dict[str, pl.DataFrame]:
    """The tables of `SCORED`: what each line was worth, and the results of matches and sessions."""
    rules, sessions = raw["competitions"], raw["sessions"]
    scores = board_scores(raw["results"], sessions, rules).collect()
    matches = match_results(scores, raw["matches"], sessions, rules).collect()
    results = session_results(
        scores,
        raw["entries"],
        sessions,
        rules,
        results=raw["results"],
        adjustments=raw["adjustments"],
        match_results=matches,
    ).collect()
    return dict(zip(SCORED, (scores, matches, results), strict=True))
