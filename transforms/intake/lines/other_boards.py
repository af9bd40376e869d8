"""A board that two pairs have beside others of a set, of which all who have that set have another: a wrong number."""

import dataframely as dy
import polars as pl

from transforms.intake.findings import PLACE, warning_on
from transforms.tables import LINE, SESSION, Findings

_MEETING = (*LINE, "round", "one", "other")
_FEWEST_OTHERS = 2
"""So many other meetings of the line, at least, have the set. Of 4,647 meetings of real evenings none was told."""


def other_boards(met: pl.LazyFrame, settled: pl.LazyFrame) -> dy.LazyFrame[Findings]:
    """A warning for each board that is alone in the place of another, in a set of two boards or more.

    Args:
        met: `lines_of_meetings`; those without a round are passed over.
        settled: (`SESSION`, file_id, line_no) of results about which nobody is asked any more.
    """
    lines = met.filter(pl.col("round").is_not_null())
    meetings = lines.group_by(_MEETING).agg(boards=pl.col("board").unique().sort()).collect()
    sets = meetings.group_by(*LINE, "boards").agg(times=pl.len())
    alone = meetings.join(sets.filter(times=1).drop("times"), on=[*LINE, "boards"]).filter(
        pl.col("boards").list.len() > 1
    )
    usual = sets.filter(pl.col("times") >= _FEWEST_OTHERS).select(*LINE, usual="boards")
    wrong = (
        alone.join(usual, on=LINE)
        .with_columns(
            here=pl.col("boards").list.set_difference("usual"), there=pl.col("usual").list.set_difference("boards")
        )
        .filter(pl.all_horizontal(pl.col("here", "there").list.len() == 1))
        .filter(pl.len().over(_MEETING) == 1)
        .select(*_MEETING, pl.col("here").list.first().alias("board"), pl.col("there").list.first().alias("usual"))
    )
    asked = lines.join(wrong.lazy(), on=[*_MEETING, "board"])
    rows = asked.join(settled, on=[*SESSION, *PLACE], how="anti").sort(*_MEETING, *PLACE)
    return warning_on(
        rows,
        "results.other_board",
        "{ns} - {ew} of line {line} alone have this board in round {round} where all others have board {usual} with the"
        " same boards; it counts as given: mend the board; or, if it was so, say it with settled in competition.toml",
        field="board",
    )
