"""Federation points as columns of result lists: a column a scheme, and what each entrant has in it."""

from collections.abc import Sequence
from typing import NamedTuple

import polars as pl

from pipelines.reports.rows import joined, written
from pipelines.reports.tables.columns import each
from pipelines.words.words import scheme_heading, scheme_in_full
from transforms.awards import SCHEMES
from transforms.messages import between_parts, labelled
from transforms.tables import ENTRANT, FIELD, Tables
from transforms.tables.arithmetic.as_shown import aligned, decimals_of
from transforms.tables.phrases import phrase

_ROWS = "session_rows.html"
_LISTED = [*ENTRANT, "field"]
_CLUB_POINTS = "club_points"


class AwardColumns(NamedTuple):
    """What result lists show of federation points."""

    headings: pl.DataFrame
    """The columns of `FIELD`; `award_headings`, markup; `has_club_points`, whether club points are among them;
    `meant`, what each heading stands for; and `without`, the schemes by which some earn nothing, null where everybody
    earns something."""
    cells: pl.DataFrame
    """The columns of `ENTRANT` and field; `awards`, the cells as markup; `in_awards`, the same as a text,
    without those that earn nothing: `without` tells."""


def award_columns(report: Tables, entrants: pl.DataFrame) -> AwardColumns:
    """The columns of every result list that has awards.

    Args:
        report: the tables of `report_tables`.
        entrants: the columns of `ENTRANT`, and `field`, the result list.
    """
    made = report["award_points"].filter(of="session").drop_nulls("field")
    several = pl.len().over(*_LISTED, "scheme") > 1
    points = (
        made.with_columns(text=text_of_points(FIELD), several=several)
        .with_columns(text=pl.when("several").then(phrase("{} {}", "text", "names")).otherwise("text"))
        .group_by(*_LISTED, "scheme", maintain_order=True)
        .agg(pl.col("text").str.join(", "), is_nothing=(pl.col("points") == 0).all())
    )
    schemes = in_order(made, FIELD)
    named = schemes.select(
        heading=each(schemes["scheme"], scheme_heading), title=each(schemes["scheme"], scheme_in_full)
    )
    headings = joined(
        schemes.select(FIELD).with_columns(written(_ROWS, "award_heading", named).alias("award_headings")),
        FIELD,
        "award_headings",
    )
    without = (
        made.filter(pl.col("points") == 0)
        .select(*FIELD, "scheme")
        .join(schemes.with_columns(heading=named["heading"]), on=[*FIELD, "scheme"], how="inner")
        .unique()
        .sort(*FIELD, "order")
        .group_by(FIELD)
        .agg(without=pl.col("heading").str.join(", "))
    )
    meanings = named.select(meaning=phrase(labelled("{}", "{}"), "heading", "title"))
    meant = (
        schemes.select(FIELD)
        .with_columns(meanings)
        .group_by(FIELD, maintain_order=True)
        .agg(meant=pl.col("meaning").str.join(between_parts()))
    )
    with_club_points = schemes.group_by(FIELD).agg(has_club_points=(pl.col("scheme") == _CLUB_POINTS).any())
    grid = entrants.join(schemes.with_columns(heading=named["heading"]), on=FIELD, maintain_order="left_right").join(
        points, on=[*_LISTED, "scheme"], how="left", maintain_order="left"
    )
    cells = joined(
        grid.select(_LISTED).with_columns(written(_ROWS, "award", grid.select(points="text")).alias("awards")),
        _LISTED,
        "awards",
    )
    return AwardColumns(
        headings.join(with_club_points, on=FIELD, how="left")
        .join(meant, on=FIELD, how="left")
        .join(without, on=FIELD, how="left"),
        cells.join(
            told(grid, _LISTED, labelled("{}", "{}").replace(" ", "\N{NO-BREAK SPACE}"), " · "),
            on=_LISTED,
            how="left",
            maintain_order="left",
        ),
    )


def in_order(made: pl.DataFrame, of: Sequence[str]) -> pl.DataFrame:
    """The schemes of each group, in the order of the documentation: the columns `of`, `scheme` and `order`."""
    order = {scheme: number for number, scheme in enumerate(SCHEMES)}
    number = pl.col("scheme").replace_strict(order, default=len(order), return_dtype=pl.Int64)
    return made.select(*of, "scheme").unique().with_columns(order=number).sort(*of, "order", "scheme")


def text_of_points(of: Sequence[str]) -> pl.Expr:
    """Points as a text, with two decimals where any of the same scheme and group has some."""
    is_whole = (decimals_of(pl.col("points")) == 0).all().over(*of, "scheme")
    return aligned(pl.col("points"), pl.when(is_whole).then(0).otherwise(2))


def told(grid: pl.DataFrame, by: Sequence[str], form: str, between: str) -> pl.DataFrame:
    """`in_awards`, what each earned in one text, `FFB: 108.59 · CP: 64`, without what is nothing."""
    return (
        grid.drop_nulls("text")
        .filter(~pl.col("is_nothing"))
        .group_by(by, maintain_order=True)
        .agg(in_awards=phrase(form, "heading", "text").str.join(between))
    )
