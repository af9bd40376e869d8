"""The asset of solved deals: it runs by itself, and no build waits for it."""

from typing import Any

import dagster as dg

from pipelines.assets.federation import FROM_CLUBS
from pipelines.assets.table_asset import OWNERS, asset_key
from pipelines.building.solving.of_warehouse import solve_deals
from pipelines.building.solving.store import store_of
from pipelines.machine.paths import Paths
from pipelines.machine.source import code_of
from pipelines.warehouse import exists

SOLVED = "deals.solved"
_TOLD_EVERY = 100


@dg.asset(
    key=asset_key(SOLVED),
    deps=FROM_CLUBS,
    group_name="deals",
    kinds={"sqlite"},
    owners=OWNERS,
    code_version=code_of("pipelines.building.solving.worker")[:16],
    required_resource_keys={"paths"},
    description=(
        "Double-dummy tables of the deals that have none yet, in a file beside the warehouse. The sensor of the landing"
        " folder then has their clubs built. It may be stopped at any time: what is solved stays solved."
    ),
)
def solved_deals(context: dg.AssetExecutionContext) -> dg.MaterializeResult[Any]:
    """Solve the deals of the last builds that have no table."""
    paths: Paths = context.resources.paths
    told = 0

    def progress(what: str, done: int, total: int) -> None:
        nonlocal told
        if done >= told + _TOLD_EVERY or done == total:
            told = done
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
