"""The Dagster definitions: assets, checks, jobs, schedules and resources are put together only here.

The command line and the tests call `build_defs` with their own paths. `dagster dev` loads `defs`, whose paths come
from the environment (`pipelines/paths.py`).
"""

import dagster as dg

from pipelines.assets import landing, operations, ratings, reports
from pipelines.assets.published import published_specs
from pipelines.assets.season import season_assets
from pipelines.assets.table_asset import WarehouseIOManager
from pipelines.automation import build_season, nightly, publish_ratings, yearly_ratings
from pipelines.checks import checks
from pipelines.display.progress import Progress
from pipelines.landing.folders import Folder
from pipelines.paths import Paths, keep_caches_out_of_packages
from pipelines.warehouse import Warehouse


def build_defs(
    paths: Paths, warehouse: Warehouse, progress: Progress = lambda *_: None, listed: list[Folder] | None = None
) -> dg.Definitions:
    """The assets, checks, jobs and schedules for these paths.

    Args:
        paths: the landing folder, and the folder for the reports.
        warehouse: the warehouse that holds the tables.
        progress: called as files are read, tables are written and pages are made.
        listed: what is in the landing folder, for definitions that run at once; without it each run lists it anew.
    """
    return dg.Definitions(
        assets=[
            *dg.load_assets_from_modules([landing, ratings, reports, operations]),
            *season_assets(),
            *published_specs(),
        ],
        asset_checks=checks,
        jobs=[build_season, publish_ratings],
        schedules=[nightly, yearly_ratings],
        executor=dg.in_process_executor,
        resources={
            "io_manager": WarehouseIOManager(warehouse, progress),
            "warehouse": dg.ResourceDefinition.hardcoded_resource(warehouse),
            "paths": dg.ResourceDefinition.hardcoded_resource(paths),
            "progress": dg.ResourceDefinition.hardcoded_resource(progress),
            "listed": dg.ResourceDefinition.hardcoded_resource(listed),
        },
    )


@dg.definitions
def defs() -> dg.Definitions:
    """The definitions that `dagster dev` and `dg` load."""
    keep_caches_out_of_packages()
    paths = Paths.from_environment()
    return build_defs(paths, Warehouse(paths.warehouse))
