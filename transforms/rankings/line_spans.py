"""The lines of a session, and the span of ranking points that can be earned in each line.

Source: the club ranking's chapters on its basic principles and on flexible lines. The numbers (top, width,
step, lines) are rules of the competition.
"""

import polars as pl

from transforms.bridge.sessions import field_of
from transforms.rankings.numbering import of_session
from transforms.tables.arithmetic.division import quotient
from transforms.tables.arithmetic.rounding import half_up
from transforms.tables.runs import run_number
from transforms.tables.schemas import COMPETITION, SESSION, Competitions, Frame, Rows


def line_spans(lines_played: Rows, sessions: Rows, competitions: Frame[Competitions]) -> pl.LazyFrame:
    """(`SESSION`, line, high, low): the ends of the span of each line under the static methods; sorted.

    The strongest line of a session starts at `top`, and each next line one step lower. If a session has more or fewer
    lines than the competition's `lines`, width and step are multiplied by one factor, so that all lines together span
    as many points as usual. Lines scored as one field share one span: from the top of the first of them to the bottom
    of the last. Only the alphabetical order of the letters counts: the first letter is the strongest line, and a group
    of lines scored together takes the place of its first letter. With `round_stretch` the stretched width and step are
    whole numbers, as the source prints them. `lines_played` has (`SESSION`, line), one or more rows for each line in
    which anybody has a score.
    """
    played = lines_played.lazy().select(*SESSION, "line").unique()
    rules = competitions.lazy().select(*COMPETITION, "lines", "top", "width", "step", "round_stretch")
    ordered = (
        played.join(sessions.lazy().select(*SESSION, "together"), on=SESSION)
        .sort(*SESSION, "line")
        .with_columns(session=run_number(SESSION))
        .with_columns(group=of_session(field_of(pl.col("together"), pl.col("line"))))
        .with_columns(first_letter=pl.col("line").min().over("group"))
        .sort("session", "first_letter", "line")
        .with_columns(place=pl.int_range(pl.len()).over("session"), lines_played=pl.len().over("session"))
        .with_columns(first=pl.col("place").min().over("group"), size=pl.len().over("group"))
        .join(rules, on=COMPETITION)
    )
    # Points below the top, not yet stretched. The stretch comes last and in a single division, so that the lowest
    # line ends exactly where the lowest nominal line does.
    highest = pl.col("first") * pl.col("step")
    lowest = highest + (pl.col("size") - 1) * pl.col("step") + pl.col("width")
    nominal = (pl.col("lines") - 1) * pl.col("step") + pl.col("width")
    as_played = (pl.col("lines_played").cast(pl.Int64) - 1) * pl.col("step") + pl.col("width")
    stretched = (quotient(highest * nominal, as_played), quotient(lowest * nominal, as_played))
    width, step = (half_up(quotient(pl.col(name) * nominal, as_played)) for name in ("width", "step"))
    rounded = (pl.col("first") * step, (pl.col("first") + pl.col("size") - 1) * step + width)
    high, low = (
        pl.col("top") - pl.when("round_stretch").then(in_whole_points).otherwise(exact)
        for in_whole_points, exact in zip(rounded, stretched, strict=True)
    )
    return ordered.sort("session", "line").select(*SESSION, "line", high=high, low=low)
