"""A board of which a line has one result, and several of the others: a slip in its number, or a stray row."""

import dataframely as dy
import polars as pl

from transforms.intake.findings import PLACE, warning_on
from transforms.intake.lines.meetings import lines_of_meetings
from transforms.tables import CLUB, LINE, SESSION, Findings

_MEETING = (*LINE, "round", "one", "other")
_FEWEST_USUAL = 3
"""So many results, at least, the board in the middle has. In none of 100 lines of real evenings was a board alone."""


def lone_boards(
    results: pl.LazyFrame, sessions: pl.LazyFrame, settled: pl.LazyFrame, told: pl.LazyFrame
) -> dy.LazyFrame[Findings]:
    """A warning for each result that is the only one of its board in its line, unless its whole set of boards is alone.

    Args:
        results: `Results` that count.
        sessions: `Sessions`; those of teams are passed over.
        settled: (`SESSION`, file_id, line_no) of results about which nobody is asked any more.
        told: `Findings` about boards with a wrong number, of which nothing more is to be said.
    """
    met = lines_of_meetings(results, sessions)
    counts = met.group_by(*LINE, "board").agg(results=pl.len())
    counts = counts.with_columns(usual=pl.col("results").median().over(LINE))
    is_lone = (pl.col("results") == 1) & (pl.col("usual") >= _FEWEST_USUAL)
    meetings = (
        met.join(counts, on=[*LINE, "board"])
        .group_by(_MEETING)
        .agg(boards=pl.len(), lone=is_lone.sum())
        .with_columns(usual_set=pl.col("boards").median().over(LINE))
    )
    # A set that comes to one table only is how a movement goes that ends early; a set of one board is a row too many.
    in_part = (pl.col("lone") < pl.col("boards")) | ((pl.col("boards") == 1) & (pl.col("usual_set") > 1))
    rows = (
        met.join(counts.filter(is_lone), on=[*LINE, "board"])
        .join(meetings.filter(in_part), on=_MEETING, how="semi", nulls_equal=True)
        .join(settled, on=[*SESSION, *PLACE], how="anti")
        .join(told, on=[*CLUB, *PLACE], how="anti")
        .sort(*LINE, "board")
    )
    return warning_on(
        rows,
        "results.lone_board",
        "{ns} - {ew} alone have a result on this board in line {line}; it counts as given: mend the number of the"
        " board, delete the row if the board was not played, or leave it if it was so",
        field="board",
    )
