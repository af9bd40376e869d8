"""Last: the record of the build, by which the next one knows what changed."""

import datetime as dt

import dagster as dg
import polars as pl

from pipelines.landing import CONTENTS, fingerprint
from pipelines.paths import Paths
from pipelines.table_assets import asset_key, described
from pipelines.versions import code_sha256
from pipelines.warehouse import Warehouse
from transforms.tables import Builds


@dg.asset(
    key=asset_key("operations.builds"),
    ins={name: dg.AssetIn(key=asset_key(f"raw.{name}")) for name in ("files", "findings")},
    deps=[dg.AssetKey(["reports", "site"])],
    **described("operations.builds"),
    group_name="operations",
    required_resource_keys={"paths", "warehouse"},
)
def builds(context: dg.AssetExecutionContext, files: pl.DataFrame, findings: pl.DataFrame) -> pl.DataFrame:
    """Every build that came to its end; this one is the last row."""
    paths: Paths = context.resources.paths
    warehouse: Warehouse = context.resources.warehouse
    this_build = {
        "built_at": dt.datetime.now(dt.UTC),
        "landing": str(paths.landing.resolve()),
        "landing_sha256": fingerprint(files.select(CONTENTS).iter_rows()),
        "code_sha256": code_sha256(),
        "reports": str(paths.reports.resolve()),
        "only_season": warehouse.season,
        "errors": findings.filter(pl.col("severity") == "error").height,
        "warnings": findings.filter(pl.col("severity") == "warning").height,
    }
    earlier = warehouse.read("operations.builds")
    return pl.concat([earlier, pl.DataFrame([this_build], schema=Builds.create_empty().schema)])
