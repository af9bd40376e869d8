"""Seasons in which more lines are played than the settings say."""

import dataframely as dy
import polars as pl

from transforms.bridge.sessions import field_of
from transforms.intake.findings import IN_SETTINGS, warning_on
from transforms.tables import CLUB, COMPETITION, SESSION, Findings

_FEWEST = 2
"""Sessions with more lines: a single one may be the exception, for which the points of its lines move together."""


def more_lines(results: pl.LazyFrame, sessions: pl.LazyFrame, competitions: pl.LazyFrame) -> dy.LazyFrame[Findings]:
    """A warning where most sessions of a competition's last season have more lines than its `lines`.

    Such a session spreads the points of `lines` lines over those played (`line_spans`), which is meant for an
    exceptional evening. Where all lines are scored together they are one, since their span is that of one line; else
    each of them counts, as in `line_spans`. Fewer lines are told by nobody: a club that plays in one line leaves
    `lines` as it is.

    Args:
        results: `Results`.
        sessions: `Sessions`.
        competitions: `Competitions`, for `lines` and the order of seasons.
    """
    field = field_of(pl.col("together"), pl.col("line"))
    rules = competitions.select(*COMPETITION, "start", "lines")
    of_last = (
        results.select(*SESSION, "line")
        .unique()
        .join(sessions.select(*SESSION, "together"), on=SESSION)
        .group_by(SESSION)
        .agg(played=pl.when(field.n_unique() > 1).then(pl.col("line").n_unique()).otherwise(1))
        .join(rules, on=COMPETITION)
        .filter(pl.col("start") == pl.col("start").max().over(CLUB))
    )
    is_more = pl.col("played") > pl.col("lines")
    counted = (
        of_last.group_by(*COMPETITION, "lines")
        .agg(
            number=is_more.sum(),
            total=pl.len(),
            most=pl.col("played").filter(is_more).mode().max(),
        )
        .filter(pl.col("number") >= _FEWEST, pl.col("number") * 2 > pl.col("total"))
        .sort(COMPETITION)
    )
    return warning_on(
        counted.with_columns(**IN_SETTINGS),
        "settings.more_lines",
        "{number} of the {total} sessions of {season} have more lines than this, mostly {most}: the ranking points"
        " meant for {lines} are spread over all of them, so an average score earns other points than usual; write"
        " lines = {most} below [ranking], or leave it if that is meant",
        field="ranking.lines",
        value="lines",
    )
