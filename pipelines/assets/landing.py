"""Stage 1: the landing folder as raw tables, with findings about what could not be used."""

from collections.abc import Iterator

import dagster as dg
import polars as pl

from pipelines.assets.table_asset import SAY_WHO_IS_SHOWN, asset_key, described
from pipelines.build_record import can_be_kept, record_start
from pipelines.display.progress import Progress
from pipelines.landing.raw_tables import RAW, read_landing
from pipelines.paths import Paths
from pipelines.warehouse import Warehouse


@dg.multi_asset(
    outs={
        name: dg.AssetOut(key=asset_key(f"raw.{name}"), group_name="landing", **described(f"raw.{name}"))
        for name in RAW
    },
    required_resource_keys={"paths", "warehouse", "progress", "listed"},
)
def raw_tables(context: dg.AssetExecutionContext) -> Iterator[dg.Output[pl.DataFrame]]:
    """Every file of the landing folder, read once; competitions without a changed file keep their rows."""
    paths: Paths = context.resources.paths
    warehouse: Warehouse = context.resources.warehouse
    progress: Progress = context.resources.progress
    kept = {name: warehouse.read(f"raw.{name}") for name in RAW}
    if not can_be_kept(warehouse):
        kept = {name: table.clear() for name, table in kept.items()}
    tables = read_landing(paths.landing, kept, progress, context.resources.listed)
    record_start(paths, warehouse)
    first = [name.removeprefix("raw.") for name in SAY_WHO_IS_SHOWN]
    for name in [*first, *(name for name in RAW if name not in first)]:
        yield dg.Output(tables[name], output_name=name)
