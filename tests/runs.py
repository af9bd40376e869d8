"""A run of Dagster for all clubs of a landing folder, whatever their groups are called."""

import dagster as dg

from pipelines.assets.clubs import GROUPS_NAME
from pipelines.assets.group_run import wanted
from pipelines.definitions import build_defs
from pipelines.intake.landing.folders import competition_folders
from pipelines.machine.paths import Paths


def run_of_all(paths: Paths, job: str) -> dg.ExecuteInProcessResult:
    """Run a job for all groups at once, as a backfill in one run does; raise what the run raises."""
    groups = wanted(paths, competition_folders(paths.landing)).groups
    tags = {"dagster/asset_partition_range_start": groups[0], "dagster/asset_partition_range_end": groups[-1]}
    with dg.DagsterInstance.ephemeral() as instance:
        instance.add_dynamic_partitions(GROUPS_NAME, groups)
        return build_defs(paths).resolve_job_def(job).execute_in_process(instance=instance, tags=tags)
