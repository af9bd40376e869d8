"""The last stage: the record of the build, completed."""

import dagster as dg
import polars as pl

from pipelines.assets.table_asset import asset_key, described
from pipelines.build_record import completed


@dg.asset(
    key=asset_key("operations.builds"),
    ins={
        "findings": dg.AssetIn(key=asset_key("raw.findings")),
        "of_scores": dg.AssetIn(key=asset_key("scored.findings")),
        "of_awards": dg.AssetIn(key=asset_key("awards.findings")),
    },
    deps=[asset_key("raw.files"), dg.AssetKey(["reports", "site"])],
    **described("operations.builds"),
    group_name="operations",
    required_resource_keys={"paths", "warehouse"},
)
def builds(
    context: dg.AssetExecutionContext, findings: pl.DataFrame, of_scores: pl.DataFrame, of_awards: pl.DataFrame
) -> pl.DataFrame:
    """Every build; the last row is the one that ends here."""
    found = pl.concat([findings, of_scores, of_awards])
    return completed(context.resources.paths, context.resources.warehouse, found)
