"""Everything is wired here and nowhere else.

`build_defs` is the seam: the command line and the tests call it with their own paths; `dagster dev` takes
`defs`, whose paths come from the environment (`pipelines/paths.py`).
"""

import dagster as dg

from pipelines.assets import landing, operations, ratings, reports
from pipelines.assets.season import season_assets
from pipelines.assets.table_asset import WarehouseIOManager
from pipelines.automation import build_season, nightly, publish_ratings, yearly_ratings
from pipelines.checks import checks
from pipelines.display.progress import Progress
from pipelines.paths import Paths
from pipelines.warehouse import Warehouse


def build_defs(paths: Paths, warehouse: Warehouse, progress: Progress = lambda *_: None) -> dg.Definitions:
    """The asset graph on these paths.

    Args:
        paths: the landing folder, and where the reports go.
        warehouse: where the tables stand.
        progress: told as files are read, tables written and pages made.
    """
    return dg.Definitions(
        assets=[*dg.load_assets_from_modules([landing, ratings, reports, operations]), *season_assets()],
        asset_checks=checks,
        jobs=[build_season, publish_ratings],
        schedules=[nightly, yearly_ratings],
        executor=dg.in_process_executor,
        resources={
            "io_manager": WarehouseIOManager(warehouse, progress),
            "warehouse": dg.ResourceDefinition.hardcoded_resource(warehouse),
            "paths": dg.ResourceDefinition.hardcoded_resource(paths),
            "progress": dg.ResourceDefinition.hardcoded_resource(progress),
        },
    )


@dg.definitions
def defs() -> dg.Definitions:
    """What `dagster dev` and `dg` load."""
    paths = Paths.from_environment()
    return build_defs(paths, Warehouse(paths.warehouse))
