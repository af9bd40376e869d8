"""How a warehouse table is a Dagster asset: its key, its inputs, and how it is stored and shown.

The table `scored.board_scores` is the asset `scored/board_scores`. Reading, checking, writing, row counts and previews
happen here, once for all.
"""

from typing import Any

import dagster as dg
import polars as pl

from pipelines.display.progress import Progress
from pipelines.warehouse import Warehouse
from transforms.tables import WAREHOUSE

_PREVIEW_ROWS = 10
_ALL_SEASONS = "all_seasons"


def asset_key(table: str) -> dg.AssetKey:
    """`scored.board_scores` -> scored/board_scores."""
    return dg.AssetKey(table.split("."))


def read_from(table: str, *, all_seasons: bool = False) -> dg.AssetIn:
    """A table as an input, whole also where one season is built if `all_seasons`."""
    return dg.AssetIn(key=asset_key(table), metadata={_ALL_SEASONS: all_seasons})


def described(table: str, purpose: str | None = None) -> dict[str, Any]:
    """What the asset graph says of a table: description, columns, and what it is made with."""
    schema = WAREHOUSE[table]
    columns = [
        dg.TableColumn(
            name,
            str(column.dtype),
            constraints=dg.TableColumnConstraints(nullable=column.nullable and not column.primary_key),
        )
        for name, column in schema.columns().items()
    ]
    texts = [text.strip() for text in (purpose, schema.__doc__) if text]
    return {
        "description": "\n\n".join(texts),
        "kinds": {"polars", "duckdb"},
        "metadata": {"dagster/column_schema": dg.TableSchema(columns=columns), "dagster/table_name": table},
    }


class WarehouseIOManager(dg.IOManager):
    """Reads and writes assets as warehouse tables; tells the progress of a build."""

    def __init__(self, warehouse: Warehouse, progress: Progress) -> None:
        self._warehouse = warehouse
        self._progress = progress
        self._written = 0

    def load_input(self, context: dg.InputContext) -> pl.DataFrame:
        """The whole table, or its rows of the season that is built."""
        table = ".".join(context.asset_key.path)
        if context.definition_metadata.get(_ALL_SEASONS):
            return self._warehouse.read_all_seasons(table)
        return self._warehouse.read(table)

    def handle_output(self, context: dg.OutputContext, obj: pl.DataFrame | pl.LazyFrame) -> None:
        """Check, write, and show how many rows there are and the first of them."""
        table = ".".join(context.asset_key.path)
        rows = self._warehouse.write(table, obj)
        self._written += 1
        self._progress(table, self._written, len(WAREHOUSE))
        context.add_output_metadata(
            {"dagster/row_count": len(rows), "preview": dg.MetadataValue.md(markdown(rows.head(_PREVIEW_ROWS)))}
        )


def markdown(rows: pl.DataFrame) -> str:
    """The rows as a Markdown table."""
    with pl.Config(
        tbl_formatting="MARKDOWN", tbl_hide_dataframe_shape=True, tbl_hide_column_data_types=True, tbl_cols=-1
    ):
        return str(rows)
