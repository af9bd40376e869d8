"""Lines of a session with far fewer boards than another: their file may break off, at the end of a row."""

import dataframely as dy
import polars as pl

from transforms.intake.findings import PLACE, warning_on
from transforms.tables import CLUB, LINE, SESSION, Findings, Rows

_FILE = (*CLUB, "file_id")


def short_lines(met: pl.LazyFrame, results: pl.LazyFrame, *, given: pl.LazyFrame, read: Rows) -> dy.LazyFrame[Findings]:
    """A warning on the last row of a file where it is of a line with less than half as many boards as another line.

    A file that breaks off in the middle of a row, or of what all others of a round have, is told by that; and one of
    which a row does not count by what is told of that row. Teams and players who are each an entrant meet otherwise.

    Args:
        met: `lines_of_meetings` of every session.
        results: `Results` that count.
        given: `Results` of sessions, before those are left out that do not count.
        read: `Results` of all files, as they were read.
    """
    seats = pl.concat(met.select(*LINE, "board", entrant=side) for side in ("one", "other"))
    played = (
        seats.group_by(*LINE, "entrant")
        .agg(pl.col("board").n_unique())
        .group_by(LINE)
        .agg(boards=pl.col("board").max())
        .with_columns(most=pl.col("boards").max().over(SESSION))
    )
    ends = read.lazy().group_by(_FILE).agg(end=pl.col("line_no").max())
    rows = given.group_by(_FILE).agg(given=pl.len())
    last = results.sort("line_no").group_by(_FILE).agg(pl.col(*LINE[len(CLUB) :], "line_no").last(), counted=pl.len())
    whole = last.join(rows, on=_FILE).join(ends, on=_FILE).filter(given=pl.col("counted"), line_no=pl.col("end"))
    short = whole.join(played, on=LINE).filter(2 * pl.col("boards") < pl.col("most")).sort(*CLUB, *PLACE)
    return warning_on(
        short,
        "results.short_line",
        "the file ends here, where line {line} of session {session} has {boards} boards and another line {most}: if it"
        " breaks off, hand in the whole file",
        field="line",
        session="session_id",
    )
