"""Compare our results with those that the files publish, and explain every value that differs.

Values are equal if they agree to the last decimal that the file prints for that session. Points are compared on the
scale of the file: from 0 to the top, or from the average (points - top / 2).
"""

from collections.abc import Sequence
from functools import reduce

import dataframely as dy
import polars as pl

from transforms.official import entrants, lines
from transforms.official.lines import UNEXPLAINED
from transforms.tables import schemas as t
from transforms.tables.schemas import COMPETITION, ENTRANT, SESSION, Frame, Rows
from transforms.tables.shared import is_empty

_MATCH = (*SESSION, "line", "round", "entrant", "opponent")
"""The key of a match of a team. It includes the opponent, because a team may meet two opponents in one round."""

__all__ = ["UNEXPLAINED", "official_agreement", "official_differences"]


def official_differences(
    board_scores: Frame[t.BoardScores],
    results: Frame[t.Results],
    *,
    session_results: Frame[t.SessionResults],
    official_results: Frame[t.OfficialResults],
    sessions: Frame[t.Sessions],
    competitions: Frame[t.Competitions],
    match_results: Frame[t.MatchResults],
    given_matches: Frame[t.Matches],
) -> dy.LazyFrame[t.OfficialDifferences]:
    """Return `OfficialDifferences`: every value that differs from the official value, with the reason if known.

    The rule `shown` of a competition gives the top for which a file prints points, and `sit_out` the value of a
    sit-out.
    """
    of_lines = results.lazy().filter(pl.any_horizontal(pl.col("official_ns_points", "official_datum").is_not_null()))
    if is_empty(official_results, given_matches, of_lines):
        return t.OfficialDifferences.create_empty(lazy=True)
    # These are read several times below, and a lazy frame would be computed each time.
    points = lines.points(board_scores, results, competitions).collect().lazy()
    datums = lines.datums(board_scores, results)
    listed = entrants.with_ours(session_results, official_results, competitions)
    explained = lines.explained(points, board_scores, results).collect().lazy()
    by_lines = entrants.by_lines(explained).collect().lazy()
    moved = entrants.with_moved_sit_outs(by_lines, board_scores, results, sessions, competitions).collect().lazy()
    scores = entrants.explained(entrants.scores(listed), "score", moved)
    totals = entrants.explained(entrants.totals(listed), "points", moved)
    compared = [explained, datums, scores, totals, entrants.match_scores(match_results, given_matches)]
    differing = [rows.filter("differs") for rows in compared]
    differences = pl.concat([*differing, entrants.ranks(listed, scores)], how="diagonal_relaxed")
    in_order = differences.sort(
        *SESSION, "line", "value", "board", "round", "ns", "ew", "entrant", "file_id", "line_no"
    )
    return t.OfficialDifferences.cast(in_order)


def official_agreement(
    board_scores: Frame[t.BoardScores],
    results: Frame[t.Results],
    *,
    session_results: Frame[t.SessionResults],
    official_results: Rows,
    competitions: Frame[t.Competitions],
    match_results: Frame[t.MatchResults],
    given_matches: Rows,
    per: Sequence[str] = COMPETITION,
) -> pl.LazyFrame:
    """Count how many of the values that the files publish are equal to ours.

    Returns one row per season, or per key of the columns `per`, sorted by that key. For each kind, such as `lines`, it
    has the number of values in the files (`lines`) and the number of those equal to ours (`lines_equal`). Both are null
    if the files have no such value. The kinds are `lines` (points of both sides), `datums`, `scores` and `totals`
    (IMPs, victory points or points) of entrants, and `matches`.
    """
    listed = entrants.with_ours(session_results, official_results, competitions)
    compared = {
        "lines": (lines.points(board_scores, results, competitions), ("file_id", "line_no")),
        "datums": (lines.datums(board_scores, results), (*SESSION, "line", "board")),
        "scores": (entrants.scores(listed), ENTRANT),
        "totals": (entrants.totals(listed), ENTRANT),
        "matches": (entrants.match_scores(match_results, given_matches), _MATCH),
    }
    counts = (_counted(what, rows, key, per) for what, (rows, key) in compared.items())
    return reduce(lambda one, other: one.join(other, on=per, how="full", coalesce=True), counts).sort(per)


def _counted(what: str, rows: pl.LazyFrame, key: Sequence[str], per: Sequence[str]) -> pl.LazyFrame:
    once = rows.group_by(list(dict.fromkeys([*per, *key]))).agg(pl.col("differs").any())
    equal = pl.col("differs").not_().sum()
    return once.group_by(per).agg(pl.len().alias(what), equal.alias(f"{what}_equal"))
