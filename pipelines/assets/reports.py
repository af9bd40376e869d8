"""The stage before the last: the site, which people read."""

import dagster as dg

from pipelines.assets.table_asset import asset_key
from pipelines.paths import Paths
from pipelines.reports.site import write_site
from pipelines.warehouse import Warehouse
from transforms.tables import WAREHOUSE

SHOWN = [table for table in WAREHOUSE if not table.startswith(("operations.", "published."))]


@dg.asset(
    key=["reports", "site"],
    deps=[asset_key(table) for table in SHOWN],
    group_name="reports",
    kinds={"html", "matplotlib"},
    required_resource_keys={"paths", "warehouse", "progress"},
)
def site(context: dg.AssetExecutionContext) -> None:
    """A static site per competition: standings, championships, sessions, players, charts and downloads."""
    paths: Paths = context.resources.paths
    warehouse: Warehouse = context.resources.warehouse
    shown = {table: warehouse.read_all_seasons(table) for table in SHOWN}
    index = write_site(shown, paths.reports, context.resources.progress)
    context.add_output_metadata({"index": dg.MetadataValue.path(index)})
