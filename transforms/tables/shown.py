"""Declare the tables that pages show. They are computed on demand and never stored."""

from collections.abc import Callable, Mapping
from copy import copy

import dataframely as dy

from transforms.tables.shared import S, warehouse_table

REPORT: dict[str, type[dy.Schema]] = {}
"""The schemas of the tables that pages show, by name, such as `report.boards`, in the order in which `report_table`
adds them."""

FOLLOWED: dict[type[dy.Schema], tuple[type[dy.Schema], ...]] = {}
"""For each schema in `REPORT`, the schemas from which it takes the descriptions of columns with the same name. The most
specific schema comes last."""

DECIMALS_SHOWN = "decimals"
"""The metadata key for the number of decimals to which a column is rounded."""


def report_table(
    name: str, *followed: type[dy.Schema], columns: str, also: Mapping[str, dy.Column] | None = None
) -> Callable[[type[S]], type[S]]:
    """Return a decorator that registers a schema in `REPORT`, and adds columns that the schema does not declare.

    Args:
        name: the name in `REPORT`, such as `report.boards`.
        followed: schemas that define the missing columns; if several have a column, the last one counts. Numbers are
        rounded to two decimals, and ranks become text. Names and players need no schema.
        columns: the names of all columns except the inherited ones, in order.
        also: further columns, such as one for every method.
    """
    taken = {column: _as_shown(kind) for schema in followed for column, kind in schema.columns().items()}

    def enter(schema: type[S]) -> type[S]:
        known = _usual() | taken | {"rank": text()} | dict(also or {}) | schema.columns()
        inherited = [column for base in schema.__bases__ for column in base.column_names()]
        kinds = {column: known[column] for column in (*inherited, *columns.split())}
        whole = type(schema)(
            schema.__name__, (dy.Schema,), {"__module__": schema.__module__, "__doc__": schema.__doc__, **kinds}
        )
        REPORT[name], FOLLOWED[whole] = whole, followed
        warehouse_table(name)(whole)
        return whole

    return enter


def rounded(description: str | None = None, *, decimals: int = 2) -> dy.Float64:
    """Return a nullable column of numbers that are rounded to this number of decimals for readers."""
    return dy.Float64(nullable=True, metadata={DECIMALS_SHOWN: decimals}, description=description)


def exact(description: str | None = None) -> dy.Float64:
    """Return a nullable column of numbers that stay unrounded, because pages compute with them."""
    return dy.Float64(nullable=True, metadata={DECIMALS_SHOWN: None}, description=description)


def _as_shown(column: dy.Column) -> dy.Column:
    is_number = isinstance(column, dy.Float64)
    taken = rounded() if is_number and DECIMALS_SHOWN not in (column.metadata or {}) else copy(column)
    taken.nullable = is_number or not column.primary_key
    taken.description = None  # descriptions come from the texts for all tables on pages, or else from `FOLLOWED`
    return taken


def text(description: str | None = None) -> dy.String:
    """Return a nullable column of text."""
    return dy.String(nullable=True, description=description)


def people() -> dy.List:
    """Return a column with the players of an entrant or partnership, in the order of their names."""
    person: dict[str, dy.Column] = {
        "player_id": text(),
        "name": text(),
        "instead_of": text(),
        "linked": dy.Bool(nullable=True),
    }
    return dy.List(dy.Struct(person, nullable=True), nullable=True)


def exact_numbers(*names: str) -> dy.Struct:
    """Return a column with the named numbers before rounding."""
    return dy.Struct({name: dy.Float64(nullable=True) for name in names}, nullable=True)


_TEXTS = ("name", "names", "other_names", "instead_of", "came_from", "anchor", "opponent_names", "made_of")


def _usual() -> dict[str, dy.Column]:
    texts = {name: text() for name in _TEXTS}
    flags = {name: dy.Bool(nullable=True) for name in ("guest", "linked", "known")}
    return {**texts, **flags, "has_card": dy.Bool(), "players": people()}
