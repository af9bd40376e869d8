"""Our results beside those that the files publish themselves: every value that differs, and why.

Values are equal when they agree to the last decimal that a file prints for that session. Points are compared
on the scale on which the file prints them: from 0 to the top, or from the average (points - top / 2).
"""

from collections.abc import Sequence

import polars as pl

from transforms.official import entrants, lines, matches
from transforms.official.printed import UNEXPLAINED
from transforms.tables import COMPETITION, ENTRANT, SESSION, Frame, OfficialDifferences

_MATCH = (*SESSION, "line", "round", "entrant", "opponent")
"""A team may meet two others in one round."""

__all__ = ["UNEXPLAINED", "official_agreement", "official_differences"]


def official_differences(
    board_scores: Frame,
    results: Frame,
    *,
    session_results: Frame,
    official_results: Frame,
    competitions: Frame,
    match_results: Frame,
    given_matches: Frame,
) -> pl.LazyFrame:
    """List every value that differs from the official one, with the reason as far as it can be derived.

    Args:
        board_scores: `BoardScores`.
        results: `Results`, with the points that the file prints beside a line, and the datum of its board.
        session_results: `SessionResults`.
        official_results: `OfficialResults`.
        competitions: `Competitions`; rule `shown` says for which top a file prints the points of a line.
        match_results: `MatchResults`.
        given_matches: `Matches`, with the IMPs or points that the file gives for a match.

    Returns:
        `OfficialDifferences`, sorted by session, line, value, board, round and entrants; both values on the
        scale of the file.
    """
    points = lines.points(board_scores, results, competitions)
    datums = lines.datums(board_scores, results)
    listed = entrants.beside_official(session_results, official_results)
    scores = entrants.scores(listed, points)
    compared = [points, datums, scores, entrants.totals(listed, points), matches.scores(match_results, given_matches)]
    differing = [rows.filter("differs") for rows in compared]
    differences = pl.concat([*differing, entrants.ranks(listed, scores)], how="diagonal_relaxed")
    return OfficialDifferences.cast(differences).sort(
        *SESSION, "line", "value", "board", "round", "ns", "ew", "entrant"
    )


def official_agreement(
    board_scores: Frame,
    results: Frame,
    *,
    session_results: Frame,
    official_results: Frame,
    competitions: Frame,
    match_results: Frame,
    given_matches: Frame,
) -> pl.LazyFrame:
    """How much of what the files publish is equal to ours, a row a season of a competition.

    Takes what `official_differences` takes. Returns (club, competition, season) and, of each kind of value, how
    many the files give and how many of these are equal: `lines` (points of both sides), `datums`, `scores`
    (percentages), `totals` (of entrants, where there are no percentages) and `matches`; null where the files
    give none of a kind in any season. Sorted by that key.
    """
    points = lines.points(board_scores, results, competitions)
    listed = entrants.beside_official(session_results, official_results)
    counts = [
        _counted("lines", points, ("file_id", "line_no")),
        _counted("datums", lines.datums(board_scores, results), (*SESSION, "line", "board")),
        _counted("scores", entrants.scores(listed, points), ENTRANT),
        _counted("totals", entrants.totals(listed, points), ENTRANT),
        _counted("matches", matches.scores(match_results, given_matches), _MATCH),
    ]
    everything, *others = counts
    for other in others:
        everything = everything.join(other, on=COMPETITION, how="full", coalesce=True)
    return everything.sort(COMPETITION)


def _counted(what: str, rows: pl.LazyFrame, key: Sequence[str]) -> pl.LazyFrame:
    """How many there are, and how many of them are equal, a season of a competition."""
    once = rows.group_by(list(dict.fromkeys([*COMPETITION, *key]))).agg(pl.col("differs").any())
    equal = pl.col("differs").not_().sum()
    return once.group_by(COMPETITION).agg(pl.len().alias(what), equal.alias(f"{what}_equal"))
