"""Stage 1: the landing folder as raw tables, and what could not be used of it."""

from collections.abc import Iterator

import dagster as dg
import polars as pl

from pipelines.landing import RAW, Progress, read_landing
from pipelines.paths import Paths
from pipelines.table_assets import asset_key, described
from pipelines.versions import code_sha256
from pipelines.warehouse import Warehouse


@dg.multi_asset(
    outs={
        name: dg.AssetOut(key=asset_key(f"raw.{name}"), group_name="landing", **described(f"raw.{name}"))
        for name in RAW
    },
    required_resource_keys={"paths", "warehouse", "progress"},
)
def raw_tables(context: dg.AssetExecutionContext) -> Iterator[dg.Output[pl.DataFrame]]:
    """Every file of the landing folder, read once; competitions without a changed file keep their rows."""
    paths: Paths = context.resources.paths
    progress: Progress = context.resources.progress
    tables = read_landing(paths.landing, rows_to_keep(context.resources.warehouse), progress)
    for name in RAW:
        yield dg.Output(tables[name], output_name=name)


def rows_to_keep(warehouse: Warehouse) -> dict[str, pl.DataFrame]:
    """The raw tables as they stand, if the last build can be relied on; else none.

    It cannot where other code read the files, where it kept to one season, or where a later build read
    files and did not come to its end.
    """
    tables = {name: warehouse.read(f"raw.{name}") for name in RAW}
    builds = warehouse.read("operations.builds").sort("built_at")
    if not builds.is_empty():
        last = builds.row(-1, named=True)
        whole = last["only_season"] is None and last["code_sha256"] == code_sha256()
        finished = tables["files"].filter(pl.col("ingested_at") > last["built_at"]).is_empty()
        if whole and finished:
            return tables
    return {name: table.clear() for name, table in tables.items()}
