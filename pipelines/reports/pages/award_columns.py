"""Federation points as columns: a column a scheme, in result lists and in the sessions on the page of a player."""

from collections.abc import Sequence
from typing import NamedTuple

import polars as pl

from pipelines.reports.rows import one_after_another, with_parts, written
from pipelines.reports.tables.columns import each
from pipelines.words.words import scheme_heading, scheme_in_full
from transforms.awards import SCHEMES
from transforms.awards.schemes import CLUB_POINTS
from transforms.tables.messages import between_parts, labelled, one_behind_the_other
from transforms.tables.phrases import phrase
from transforms.tables.schemas import ENTRANT, FIELD, SEATED, Tables

_ROWS = "session_rows.html"


class AwardColumns(NamedTuple):
    """What result lists show of federation points."""

    headings: pl.DataFrame
    """The columns of `FIELD`; `award_headings`, markup; `has_club_points`, whether club points are among them;
    `meant`, what each heading stands for; and `without`, the schemes by which some earn nothing, null where everybody
    earns something."""
    cells: pl.DataFrame
    """The columns of `ENTRANT` and field; `awards`, the cells as markup; `in_awards`, the same as a text,
    without those that earn nothing: `without` says who."""


def award_columns(report: Tables) -> AwardColumns:
    """The columns of every result list that has awards, from the tables of the report."""
    cells = report["award_cells"]
    schemes = cells.unique([*FIELD, "scheme"], keep="first", maintain_order=True)
    named = schemes.select(
        heading=each(schemes["scheme"], scheme_heading), title=each(schemes["scheme"], scheme_in_full)
    )
    nothing = pl.col("heading").filter("some_nothing").str.join(", ")
    headings = (
        pl.concat([schemes, named], how="horizontal")
        .with_columns(
            award_headings=written(_ROWS, "award_heading", named),
            meaning=phrase(labelled("{}", "{}"), "heading", "title"),
        )
        .group_by(FIELD, maintain_order=True)
        .agg(
            one_after_another(pl.col("award_headings")),
            has_club_points=(pl.col("scheme") == CLUB_POINTS.name).any(),
            meant=pl.col("meaning").str.join(between_parts()),
            without=pl.when(pl.col("some_nothing").any()).then(nothing),
        )
    )
    form = labelled("{}", "{}").replace(" ", "\N{NO-BREAK SPACE}")
    return AwardColumns(headings, _in_columns(cells, [*ENTRANT, "field"], form, " · "))


def with_awards(sessions: pl.DataFrame, report: Tables) -> pl.DataFrame:
    """`player_sessions` with what each brought.

    `awards` is a cell of points for each scheme of the season, as markup; `in_awards` the same as a text, a line for
    each, without what is nothing.
    """
    seat = [*SEATED, "line", "entrant"]
    cells = _in_columns(report["player_awards"], seat, labelled("{}", "{}"), "\n")
    return with_parts(sessions, cells)


def _in_columns(cells: pl.DataFrame, by: Sequence[str], form: str, between: str) -> pl.DataFrame:
    """The columns of `by`; `awards`, as markup; `in_awards`, what each earned as one text: `FFB: 108.59 · CP: 64`."""
    is_earned = pl.col("text").is_not_null() & ~pl.col("is_nothing")
    return (
        cells.with_columns(
            awards=written(_ROWS, "award", cells.select(points="text")),
            said=phrase(form, pl.lit(each(cells["scheme"], scheme_heading)), "text"),
        )
        .group_by(by, maintain_order=True)
        .agg(
            one_after_another(pl.col("awards")),
            in_awards=pl.when(is_earned.any()).then(pl.col("said").filter(is_earned).str.join(between)),
        )
    )


class AwardEvenings(NamedTuple):
    """The schemes by which evenings of a season are awarded, and what their abbreviations stand for."""

    schemes: list[str]
    meant: str


def award_evenings(report: Tables) -> AwardEvenings:
    """The schemes of one season, in the order of the documentation, from the tables of the report."""
    order = {scheme: number for number, scheme in enumerate(SCHEMES)}
    made = set(report["award_points"].filter(of="session")["scheme"])
    schemes = sorted(made, key=lambda scheme: (order.get(scheme, len(order)), scheme))
    return AwardEvenings(
        schemes, one_behind_the_other(labelled(scheme_heading(one), scheme_in_full(one)) for one in schemes)
    )
