"""Checks of totals and of ranking points that were earned under another program."""

from functools import partial

import polars as pl

from transforms.intake.check import check, first_of, says, which
from transforms.tables.arithmetic.rounding import short_column
from transforms.tables.schemas import DECIMALS, ENTRANT, SESSION

_that_count = partial(check, stage="totals that count")
_SO = "so the row is left out"


@check("totals.impossible", stage="totals", row="left out", field="needed", value="value", merged=True)
@says(
    f"session {{session}} is scored at {{scoring}}, which needs {{needed}}, but this row has none, {_SO}: give"
    " {needed}, or the right kind in the table sessions",
    many="session {session} is scored at {scoring}, which needs {needed}, but this row has none, so {lines} rows are"
    " left out (the next: {others}): give {needed}, or the right kind in the table sessions",
    vp=f"entrant {{entrant}} has more victory points than the maximum, {{maximum}}, {_SO}: correct vp or maximum, which"
    " must both be for all matches together",
)
def impossible_total(totals: pl.LazyFrame) -> pl.LazyFrame:
    wrong = totals.filter(pl.col("fault").is_not_null()).sort("line_no", maintain_order=True)
    return wrong.with_columns(
        which("", vp=pl.col("fault") == "vp"), scoring=pl.col("scoring").str.replace_all("_", " ")
    )


@_that_count("totals.fractions", severity="error", field="percentage", one_per=(*SESSION, "file_id"), rows="lines")
@says("these percentages are fractions of 1 (rows: {rows}), and count as given: write {percent} for {percentage}")
def fractions(totals: pl.LazyFrame) -> pl.LazyFrame:
    """Find sessions whose percentages are all at most 1. The percentages of a field have a mean of about 50."""
    of_session = totals.drop_nulls("percentage").sort("line_no", maintain_order=True)
    highest, mean = (getattr(pl.col("percentage"), name)().over(SESSION) for name in ("max", "mean"))
    percent = short_column(100 * pl.col("percentage"), DECIMALS)
    return of_session.filter(pl.len().over(SESSION) >= 4, highest <= 1, mean.is_between(1 / 4, 3 / 4)).with_columns(
        percent=percent
    )


@_that_count("totals.without_players", field="entrant")
@says(
    "entrant {entrant} of line {line} is in the result list of session {session} but has no players, so nobody earns"
    " its points: add it to the entries, or correct its number"
)
def total_without_players(totals: pl.LazyFrame, entries: pl.LazyFrame) -> pl.LazyFrame:
    nameless = totals.join(entries, on=ENTRANT, how="anti", maintain_order="left")
    return nameless.join(entries, on=SESSION, how="semi", maintain_order="left")


@_that_count("totals.without_players/no_total", field="entrant")
@says(
    "entrant {entrant} has players, but is not on line {line} of the result list of session {session}, so they have no"
    " result: add it to the totals, or correct line or entrant"
)
def players_without_total(entries: pl.LazyFrame, listed: pl.LazyFrame) -> pl.LazyFrame:
    of_lists = entries.join(listed, on=SESSION, how="semi").join(listed, on=ENTRANT, how="anti")
    return first_of(of_lists, ENTRANT)


@check("ranking_points.computed", row="left out", field="session_id", one_per=(*SESSION, "file_id"), rows="lines")
@says(
    "session {session} has results, from which ranking points are computed, so the ranking points given here are left"
    " out (rows: {rows}): delete them, or remove the results"
)
def computed_points(ranking_points: pl.LazyFrame, known: pl.LazyFrame) -> pl.LazyFrame:
    given = ranking_points.join(known, on=SESSION, how="semi", maintain_order="left")
    return given.sort("line_no", maintain_order=True)
