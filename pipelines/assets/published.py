"""What is remembered of publications, in the asset graph: commands and builds write it, and no run makes it anew."""

import dagster as dg

from pipelines.assets.table_asset import OWNERS, asset_key, described
from transforms.tables.schemas import RECORDED

_MADE_ANEW = ("ratings.published",)
"""The one that has an asset that runs."""


def published_specs() -> list[dg.AssetSpec]:
    """One asset a table of publications, none of which a run makes."""
    return [
        dg.AssetSpec(key=asset_key(table), group_name=table.partition(".")[0], owners=OWNERS, **described(table))
        for table in RECORDED
        if table not in _MADE_ANEW
    ]
