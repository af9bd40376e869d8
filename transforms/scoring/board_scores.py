"""The points of all result lines in one table, for all ways of scoring."""

from functools import reduce

import dataframely as dy
import polars as pl

from transforms.scoring.imp_scoring import butler_scores, cross_imp_scores
from transforms.scoring.matchpoints import matchpoint_scores
from transforms.scoring.teams import team_scores
from transforms.tables.arithmetic.rounding import zero_without_sign
from transforms.tables.schemas import SESSION, BoardScores, Competitions, Frame, Results, Sessions
from transforms.tables.shared import in_shape

_BY_KIND = {"pairs": matchpoint_scores, "butler": butler_scores, "cross_imp": cross_imp_scores, "teams": team_scores}


def board_scores(
    results: Frame[Results], sessions: Frame[Sessions], competitions: Frame[Competitions]
) -> dy.LazyFrame[BoardScores]:
    """Score every result line, by the kind of its session."""
    kinds = _BY_KIND.keys() & set(sessions.lazy().select("kind").unique().collect()["kind"]) or {"pairs"}
    scored = [score(results, sessions, competitions) for kind, score in _BY_KIND.items() if kind in kinds]
    # Each frame is sorted, and a session is in only one of them.
    together = reduce(lambda some, others: some.merge_sorted(others, SESSION), scored)
    return in_shape(BoardScores, together.with_columns(zero_without_sign(pl.col("ns_points", "ew_points", "datum"))))
