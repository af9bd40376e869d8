"""Warehouse tables as Dagster assets: their keys, their inputs, and how they are stored and shown.

The table `scored.board_scores` is the asset `scored/board_scores`. For all assets, reading, checking, writing, row
counts and previews happen here.
"""

import inspect
from typing import Any

import dagster as dg
import polars as pl

from pipelines.assets.column_words import column_words
from pipelines.assets.markdown_table import markdown_table
from pipelines.display.progress import Progress
from pipelines.warehouse import Warehouse
from transforms.privacy import Withheld
from transforms.tables import WAREHOUSE

_PREVIEW_ROWS = 10
_ALL_SEASONS = "all_seasons"


def asset_key(table: str) -> dg.AssetKey:
    """`scored.board_scores` -> scored/board_scores."""
    return dg.AssetKey(table.split("."))


def read_from(table: str, *, all_seasons: bool = False) -> dg.AssetIn:
    """A table as an input; with `all_seasons`, the whole table even if only one season is built."""
    return dg.AssetIn(key=asset_key(table), metadata={_ALL_SEASONS: all_seasons})


def described(table: str, purpose: str | None = None) -> dict[str, Any]:
    """The description of a table in the asset graph: purpose, columns, and the tools that make it."""
    schema = WAREHOUSE[table]
    said, key = column_words(schema), schema.primary_key()
    columns = [
        dg.TableColumn(
            name,
            str(column.dtype),
            description=said.get(name),
            constraints=dg.TableColumnConstraints(
                nullable=column.nullable and not column.primary_key,
                unique=key == [name],
                other=["part of the key"] if name in key and len(key) > 1 else None,
            ),
        )
        for name, column in schema.columns().items()
    ]
    once = dg.TableConstraints([f"each once: {', '.join(key)}"]) if key else None
    texts = [inspect.cleandoc(text) for text in (purpose, schema.__doc__) if text]
    return {
        "description": "\n\n".join(texts),
        "kinds": {"polars", "duckdb"},
        "metadata": {
            "dagster/column_schema": dg.TableSchema(columns=columns, constraints=once),
            "dagster/table_name": table,
        },
    }


class WarehouseIOManager(dg.IOManager):
    """Reads and writes assets as warehouse tables, and reports the progress of a build."""

    def __init__(self, warehouse: Warehouse, progress: Progress) -> None:
        self._warehouse = warehouse
        self._progress = progress
        self._written = 0
        self._withheld: Withheld | None = None

    def load_input(self, context: dg.InputContext) -> pl.DataFrame:
        """The whole table, or its rows of the season that is being built."""
        table = ".".join(context.asset_key.path)
        if context.definition_metadata.get(_ALL_SEASONS):
            return self._warehouse.read_all_seasons(table)
        return self._warehouse.read(table)

    def handle_output(self, context: dg.OutputContext, obj: pl.DataFrame | pl.LazyFrame) -> None:
        """Check and write the table; show the number of its rows, and the first of them."""
        table = ".".join(context.asset_key.path)
        rows = self._warehouse.write(table, obj)
        self._written += 1
        self._progress(table, self._written, len(WAREHOUSE))
        if table in SAY_WHO_IS_SHOWN:
            self._withheld = None
        preview = dg.MetadataValue.md(self.preview(table, rows.head(_PREVIEW_ROWS)))
        context.add_output_metadata({"dagster/row_count": len(rows), "preview": preview})

    def preview(self, table: str, rows: pl.DataFrame) -> str:
        """Some rows of a table as Markdown, without the people who are not shown."""
        if self._withheld is None:
            self._withheld = withheld(self._warehouse)
        return markdown(self._withheld.shown(table, rows))


SAY_WHO_IS_SHOWN = ("raw.players", "raw.people", "raw.partnerships")
"""Written in this order, before all tables that may name people who are not shown."""


def withheld(warehouse: Warehouse) -> Withheld:
    """The people whom the warehouse holds, but who are not shown."""
    return Withheld(*(warehouse.read_all_seasons(name) for name in SAY_WHO_IS_SHOWN))


def markdown(rows: pl.DataFrame) -> str:
    """The rows as a Markdown table, with all columns, and safe to show."""
    return markdown_table(rows)
