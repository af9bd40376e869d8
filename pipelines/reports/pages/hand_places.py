"""Where the boards and scorecards of an evening stand: the names of their pages, and places on them."""

import polars as pl

from pipelines.reports.page_names import page_name
from pipelines.reports.tables.columns import each
from transforms.tables.arithmetic.as_shown import lines_of_field, number_said
from transforms.tables.phrases import phrase


def stem(field: str) -> str:
    """The name of the page of a field: `a`, or `a-b` of lines that are scored together."""
    return field.lower().replace("+", "-")


def card_at(table: pl.DataFrame) -> pl.Expr:
    """Where the scorecard of each entrant is, seen from the folder `hands`; null: nowhere.

    Args:
        table: the columns of `ENTRANT`, `field`, of a result list, and `has_card`.
    """
    session = pl.lit(each(table["session_id"], page_name))
    card = phrase("{}/{}-cards.html#{}", session, _stem(lines_of_field()), anchor(table, "entrant"))
    return pl.when("has_card").then(card)


def cards_page(field: str) -> pl.Expr:
    """The name of the page of scorecards of a column of fields."""
    return phrase("{}-cards.html", _stem(pl.col(field)))


def _stem(field: pl.Expr) -> pl.Expr:
    """`stem` of a column."""
    return field.str.to_lowercase().str.replace_all("+", "-", literal=True)


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
