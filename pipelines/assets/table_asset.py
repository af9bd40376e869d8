"""Warehouse tables as Dagster assets: `scored.board_scores` is the asset `scored/board_scores`."""

import inspect
from collections.abc import Iterable
from typing import Any

import dagster as dg

from pipelines.building.changes import RAW, versions
from pipelines.warehouse.column_words import column_words
from transforms.tables.schemas import WAREHOUSE

OWNERS = ["team:federation"]
_GROUPS = {"scored": "scoring", "raw": "landing"}
"""Prefix of tables -> the stage of the asset graph, where the two have different names."""


def asset_key(table: str) -> dg.AssetKey:
    """`scored.board_scores` -> scored/board_scores."""
    return dg.AssetKey(table.split("."))


def table_spec(
    table: str,
    reads: Iterable[str] = (),
    purpose: str | None = None,
    partitions: dg.PartitionsDefinition[str] | None = None,
) -> dg.AssetSpec:
    """A table in the asset graph; the purpose is what the transform says of it, where that makes this table only."""
    stage = table.partition(".")[0]
    return dg.AssetSpec(
        asset_key(table),
        deps=[asset_key(read) for read in reads],
        group_name=_GROUPS.get(stage, stage),
        code_version=code_version(table),
        owners=OWNERS,
        partitions_def=partitions,
        **described(table, purpose),
    )


def code_version(table: str) -> str | None:
    """The first letters of the hash by which a build knows that the code of this table changed; None for records."""
    known = versions()
    version = known.get(RAW if table.startswith("raw.") else table)
    return version and version[:16]


def described(table: str, purpose: str | None = None) -> dict[str, Any]:
    """The description of a table in the asset graph: its purpose, columns, and the tools that make it."""
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
