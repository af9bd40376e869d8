"""The Dagster definitions: `dagster dev` loads `defs`, and tests call `build_defs`."""

from collections.abc import Iterator

import dagster as dg

from pipelines.assets.alerts import alerts
from pipelines.assets.automation import (
    build_federation,
    build_group,
    landing,
    nightly,
    publish_ratings,
    solve_deals,
    solved_before_the_night_build,
)
from pipelines.assets.clubs import (
    club_assets,
    federation,
    recorded_specs,
    shows_what_was_handed_in,
    solved_deals,
)
from pipelines.assets.group_run import GroupRun
from pipelines.assets.history import clean_history, history_cleaned
from pipelines.assets.season_end import season_end, season_ends
from pipelines.machine.paths import Lake, Paths, keep_caches_out_of_packages


def build_defs(paths: Paths) -> dg.Definitions:
    """Return the assets, checks, jobs, schedules and sensors for these folders and this warehouse."""

    @dg.resource(description="The build under way, from the first asset of a run to the last.")
    def group_run(context: dg.InitResourceContext) -> Iterator[GroupRun]:
        run = GroupRun(paths, f"run {context.run.run_id[:8] if context.run else ''} of Dagster")
        try:
            yield run
        finally:
            run.close()

    # Builds of one file wait for each other, so a backfill is one run; in a lake, groups are computed side by side.
    is_lake = isinstance(paths.warehouse, Lake)
    policy = dg.BackfillPolicy.multi_run(1) if is_lake else dg.BackfillPolicy.single_run()
    return dg.Definitions(
        assets=[club_assets(policy), federation, solved_deals, *recorded_specs()],
        asset_checks=[shows_what_was_handed_in],
        jobs=[build_group, build_federation, publish_ratings, season_end, solve_deals, clean_history],
        schedules=[nightly, solved_before_the_night_build, season_ends, history_cleaned],
        sensors=[landing, alerts],
        executor=dg.in_process_executor,
        resources={"group_run": group_run, "paths": dg.ResourceDefinition.hardcoded_resource(paths)},
    )


@dg.definitions
def defs() -> dg.Definitions:
    """Return the definitions that `dagster dev` and `dg` load."""
    keep_caches_out_of_packages()
    return build_defs(Paths.from_environment())
