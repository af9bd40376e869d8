"""Matches of teams that play at more than two tables, as teams of eight do: they are not scored from their boards.

How four results a board become one depends on the rules of the event (added before or after the IMPs, table by table),
and no file says which. So nothing is scored in silence from two of the tables: the whole match is left out, by name.
"""

import dataframely as dy
import polars as pl

from transforms.intake.findings import PLACE, error_on
from transforms.tables import SESSION, Findings

_MATCH = (*SESSION, "line", "round", "team", "other")
_RESULT = ("ns", "contract", "declarer", "tricks", "score", "ruling")
_IN_EACH_DIRECTION = 2


def at_more_tables(results: pl.LazyFrame) -> pl.DataFrame:
    """The lines of matches in which a board was played at more than two tables.

    On such a board each team has at least two lines in each direction, at more than two tables by their names; or,
    where tables have no names, with more than two different results. A file that holds its results twice has neither.

    Args:
        results: `Results` with the `kind` of their session.

    Returns:
        The key of the session, `line`, `round`, `board`, `file_id`, `line_no`, and the teams, `team` and `other`.
    """
    team, other = pl.min_horizontal("ns", "ew"), pl.max_horizontal("ns", "ew")
    lines = results.filter(pl.col("kind") == "teams", pl.all_horizontal(pl.col("ns", "ew").is_not_null())).with_columns(
        team=team, other=other
    )
    one_way = (pl.col("ns") == pl.col("team")).sum()
    several = (pl.col("table").n_unique() > 2) | (pl.col("table").is_null().all() & (pl.struct(_RESULT).n_unique() > 2))
    boards = (
        lines.group_by(*_MATCH, "board")
        .agg(one_way=one_way, other_way=pl.len() - one_way, several=several)
        .filter("several", pl.min_horizontal("one_way", "other_way") >= _IN_EACH_DIRECTION)
    )
    matches = boards.select(_MATCH).unique()
    return (
        lines.join(matches, on=_MATCH, how="semi", nulls_equal=True)
        .select(*_MATCH, "board", *PLACE)
        .sort(*PLACE)
        .collect()
    )


def told(lines: pl.DataFrame) -> dy.LazyFrame[Findings]:
    """An error for each match of `at_more_tables`."""
    matches = (
        lines.lazy()
        .group_by(_MATCH, maintain_order=True)
        .agg(pl.col(PLACE).first(), pl.col("board").first(), lines=pl.len())
    )
    return error_on(
        matches,
        "results.more_than_two_tables",
        "teams {team} and {other} have this board at more than two tables, as teams of eight have; such a match is not"
        " scored from its boards, and its {lines} rows are left out: give its result in a table matches (boards, imps"
        " or vp)",
        field="board",
    )
