"""Lines of a session with far fewer boards than another: their file may break off, at the end of a row."""

import dataframely as dy
import polars as pl

from transforms.bridge.sessions import by_entrant
from transforms.intake.findings import PLACE, warning_on
from transforms.tables import CLUB, LINE, SESSION, Findings

_FILE = (*CLUB, "file_id")


def short_lines(met: pl.LazyFrame, results: pl.LazyFrame) -> dy.LazyFrame[Findings]:
    """A warning on the last row of a file where it is of a line with less than half as many boards as another line.

    A file that breaks off in the middle of a row, or of what all others of a round have, is told by that.

    Args:
        met: `lines_of_meetings` of every session.
        results: `Results` that count, for the last row of each file.
    """
    seats = pl.concat([by_entrant(met.select(*LINE, "board", side), side) for side in ("one", "other")])
    played = (
        seats.group_by(*LINE, "entrant")
        .agg(pl.col("board").n_unique())
        .group_by(LINE)
        .agg(boards=pl.col("board").max())
        .with_columns(most=pl.col("boards").max().over(SESSION))
    )
    last = results.drop_nulls("line_no").sort("line_no").group_by(_FILE).agg(pl.col(*LINE[2:], "line_no").last())
    short = last.join(played, on=LINE).filter(2 * pl.col("boards") < pl.col("most")).sort(*CLUB, *PLACE)
    return warning_on(
        short,
        "results.short_line",
        "the file ends here, where line {line} of session {session} has {boards} boards and another line {most}: if it"
        " breaks off, hand in the whole file",
        field="line",
        session="session_id",
    )
