"""Where the boards and scorecards of an evening stand: the names of their pages, and places on them."""

import polars as pl

from pipelines.reports.page_names import page_name
from pipelines.reports.tables.columns import each
from transforms.bridge.sessions import by_entrant
from transforms.tables import BOARD, ENTRANT, LINE, Tables
from transforms.tables.arithmetic.as_shown import lines_of_field, number_said
from transforms.tables.phrases import phrase


def stem(field: str) -> str:
    """The name of the page of a field: `a`, or `a-b` of lines that are scored together."""
    return field.lower().replace("+", "-")


def with_card(table: pl.DataFrame, report: Tables) -> pl.DataFrame:
    """The table with `card`, where the scorecard of each entrant is, seen from the folder `hands`; null: nowhere.

    Args:
        table: the columns of `ENTRANT`, and `field`, of a result list.
        report: `control_sheet` and `boards`, of the report or of the warehouse.
    """
    sheet = report["control_sheet"].join(report["boards"], on=BOARD, how="semi")
    with_boards = seated(sheet).with_columns(has_card=pl.lit(value=True))
    known = table.with_columns(of=lines_of_field()).join(with_boards, on=ENTRANT, how="left", maintain_order="left")
    card = phrase("{}/{}#{}", pl.lit(each(table["session_id"], page_name)), cards_page("of"), anchor(table, "entrant"))
    return known.with_columns(card=pl.when("has_card").then(card)).drop("of", "has_card")


def seated(sheet: pl.DataFrame) -> pl.DataFrame:
    """Who sat down at any table of a control sheet, in an individual each of two by themselves: `ENTRANT`."""
    sides = pl.concat(sheet.lazy().select(*LINE, side=side) for side in ("ns", "ew"))
    return by_entrant(sides, "side").unique().select(ENTRANT).collect()


def cards_page(field: str) -> pl.Expr:
    """The name of the page of scorecards of a column of fields."""
    return phrase("{}-cards.html", stem_of(field))


def stem_of(field: str) -> pl.Expr:
    """`stem` of a column."""
    return pl.col(field).str.to_lowercase().str.replace_all("+", "-", literal=True)


def anchor(table: pl.DataFrame, entrant: str) -> pl.Expr:
    """The place of an entrant on the page of scorecards: `a-12`."""
    return phrase("{}-{}", pl.col("line").str.to_lowercase(), pl.lit(each(table[entrant], page_name)))


def numbered(entrant: str) -> pl.Expr:
    """The number of an entrant, behind its line where lines are scored together: `A7`."""
    number = number_said(pl.col(entrant))
    return pl.when(of_line()).then(phrase("{}{}", "line", number)).otherwise(number)


def of_line() -> pl.Expr:
    """Whether a field has several lines, each with numbers of its own."""
    return pl.col("field").str.contains("+", literal=True)
