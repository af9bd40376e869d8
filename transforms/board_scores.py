"""What each result line was worth, however its session is scored: one table for all."""

import polars as pl

from transforms.matchpoints import matchpoint_scores
from transforms.tables import Frame


def board_scores(results: Frame, sessions: Frame, competitions: Frame) -> pl.LazyFrame:
    """Score every result line of every session by the kind of its session.

    Args:
        results: `Results`.
        sessions: `Sessions`.
        competitions: `Competitions`, for the scoring rules.

    Returns:
        `BoardScores`, sorted by key.
    """
    return matchpoint_scores(results, sessions, competitions)
