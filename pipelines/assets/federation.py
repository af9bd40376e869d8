"""Assets of all clubs together, and two assets outside builds: the record of publications, and solved deals.

Every run of a group makes those of all clubs; they have a run only if their code changed or a page was lost.
"""

from collections.abc import Iterator
from typing import Any

import dagster as dg

from pipelines.assets.clubs import (
    CLUB_KEYS,
    OWNERS,
    asset_key,
    beginning,
    code_version,
    described,
    going_on,
    table_spec,
)
from pipelines.assets.group_run import GroupRun
from pipelines.assets.metadata import OF_ALL_CLUBS, of_all_clubs
from pipelines.building.changes import FIRST
from pipelines.building.solving.solver import solve_deals
from pipelines.building.solving.store import store_of
from pipelines.machine.paths import Paths
from pipelines.machine.source import code_of
from pipelines.warehouse import Warehouse, exists
from transforms.tables.schemas import RECORDED

FROM_CLUBS = [dg.AssetDep(key, partition_mapping=dg.AllPartitionMapping()) for key in CLUB_KEYS]
FEDERATION_KEYS = [*map(asset_key, OF_ALL_CLUBS), asset_key(FIRST)]
_MADE_ANEW = ("ratings.published",)
SOLVED = "deals.solved"
_LOGGED_EVERY = 100


def _specs() -> list[dg.AssetSpec]:
    tables = [table_spec(table).replace_attributes(deps=FROM_CLUBS) for table in OF_ALL_CLUBS]
    first = dg.AssetSpec(
        asset_key(FIRST),
        deps=FROM_CLUBS,
        description="The first page of the site, and the pages of all clubs together.",
        group_name="reports",
        kinds={"html"},
        owners=OWNERS,
        code_version=code_version(FIRST),
    )
    return [*tables, first]


@dg.multi_asset(name="federation", specs=_specs(), required_resource_keys={"group_run"})
def federation(context: dg.AssetExecutionContext) -> Iterator[dg.MaterializeResult[Any]]:
    """Make the tables and pages of all clubs together from what the clubs publish, if anything changed."""
    run: GroupRun = context.resources.group_run
    with beginning(context):
        begun = run.start_federation(context.log.info)
    with going_on(context):
        if begun:
            run.build.make_federation()
            run.build.publish()
        else:
            context.log.info("What all clubs show agrees with what they publish, so there is nothing to do.")
        run.close()
        with Warehouse(run.paths.warehouse, read_only=True) as warehouse:
            tables = of_all_clubs(warehouse)
    for table, metadata in tables.items():
        yield dg.MaterializeResult(asset_key=asset_key(table), metadata=metadata)
    page = dg.MetadataValue.path(run.paths.reports / "index.html")
    yield dg.MaterializeResult(asset_key=asset_key(FIRST), metadata={"first page": page})


def published_specs() -> list[dg.AssetSpec]:
    """Return one asset spec per table of publications; commands and builds write these tables, not Dagster runs."""
    return [
        dg.AssetSpec(key=asset_key(table), group_name=table.partition(".")[0], owners=OWNERS, **described(table))
        for table in RECORDED
        if table not in _MADE_ANEW
    ]


@dg.asset(
    key=asset_key(SOLVED),
    deps=FROM_CLUBS,
    group_name="deals",
    kinds={"sqlite"},
    owners=OWNERS,
    code_version=code_of("pipelines.building.solving.worker")[:16],
    required_resource_keys={"paths"},
    description=(
        "Double-dummy tables of the deals that have none yet, in a file next to the warehouse. The sensor of the "
        "landing folder then has their clubs built. This can be stopped at any time: what is solved stays solved."
    ),
)
def solved_deals(context: dg.AssetExecutionContext) -> dg.MaterializeResult[Any]:
    """Solve the deals of the last build that have no double-dummy table."""
    paths: Paths = context.resources.paths
    logged = 0

    def progress(what: str, done: int, total: int) -> None:
        nonlocal logged
        if done >= logged + _LOGGED_EVERY or done == total:
            logged = done
            context.log.info(f"{what}: {done:,} of {total:,}")

    if not exists(paths.warehouse):
        context.log.info("There is no build yet.")
        return dg.MaterializeResult()
    done = solve_deals(paths.warehouse, progress=progress, say=context.log.warning)
    return dg.MaterializeResult(
        metadata={
            "solved now": done.here,
            "without a table": done.wanted - done.known,
            "file": str(store_of(paths.warehouse)),
        }
    )
