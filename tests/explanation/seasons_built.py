"""Every table of a warehouse in memory, from the raw ones."""

import polars as pl

from transforms import championships
from transforms.board_scores import board_scores
from transforms.match_results import match_results
from transforms.partnerships import season_partnerships
from transforms.ranking_points import ranking_points
from transforms.rankings import player_rankings
from transforms.session_results import session_results

Tables = dict[str, pl.DataFrame]
"""By their names in the warehouse."""


def built(raw: Tables) -> Tables:
    """The tables that an explanation reads."""
    rules, players, sessions, entries = (raw[name] for name in ("competitions", "players", "sessions", "entries"))
    scores = board_scores(raw["results"], sessions, rules).collect()
    matches = match_results(scores, raw["matches"], sessions, rules).collect()
    results = session_results(
        scores,
        entries,
        sessions,
        rules,
        results=raw["results"],
        adjustments=raw["adjustments"],
        match_results=matches,
    ).collect()
    points = ranking_points(results, entries, sessions, rules, players=players, match_results=matches).collect()
    partnerships = season_partnerships(raw["partnerships"], entries, sessions, rules).collect()
    individual = championships.individual_sessions(points, rules).collect()
    pairs = championships.pair_sessions(points, entries, partnerships, rules).collect()
    return {
        **{f"raw.{name}": table for name, table in raw.items()},
        "scored.board_scores": scores,
        "scored.match_results": matches,
        "scored.session_results": results,
        "rankings.ranking_points": points,
        "rankings.player_rankings": player_rankings(points, players, rules).collect(),
        "rankings.partnerships": partnerships,
        "championships.individual_sessions": individual,
        "championships.pair_sessions": pairs,
        "championships.individual": championships.individual(individual, players, rules).collect(),
        "championships.pairs": championships.pairs(pairs, partnerships, rules).collect(),
    }
