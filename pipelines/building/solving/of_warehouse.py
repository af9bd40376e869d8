"""The deals of a warehouse that have no table are solved, and kept beside it for builds to read."""

from collections.abc import Callable
from typing import NamedTuple

from pipelines.building.solving.solver import solve
from pipelines.building.solving.store import Solved, StoreError, fault_of, store_of
from pipelines.building.solving.wanted import without_table
from pipelines.machine.cores import cores
from pipelines.machine.environment import DEALS
from pipelines.machine.paths import Place
from pipelines.warehouse import Warehouse
from pipelines.words.progress import Progress
from transforms.tables.messages import Message


class SolvedNow(NamedTuple):
    """What came of it."""

    wanted: int
    """How many deals had no table in the last build, or one that was to be verified."""
    known: int
    """How many of these are solved by now."""
    here: int
    """How many of those were not, before."""


def solve_deals(
    warehouse: Place,
    workers: int | None = None,
    progress: Progress = lambda *_: None,
    say: Callable[[str], None] = lambda _: None,
    *,
    verify: bool = False,
) -> SolvedNow:
    """Solve the deals of the last build that have no table.

    Args:
        warehouse: that of the build.
        workers: how many processes; None: one a core.
        progress: called as they are solved.
        say: called with a line on what cannot be solved.
        verify: also those whose table is that of a file; the next build tells where the two differ.

    Raises:
        WarehouseError: there is no build to read.
        StoreError, DiskError: what is solved cannot be kept.
    """
    path = store_of(warehouse)
    if path is None:
        raise StoreError(
            Message(
                "there is no place for solved deals beside {warehouse}; name a file with {variable}",
                warehouse=warehouse,
                variable=DEALS,
            )
        )
    with Warehouse(warehouse, read_only=True) as tables:
        wanted = without_table(tables, verify=verify)
    store = Solved(path)
    before = len(store.known(wanted))
    if fault := fault_of(path):
        say(fault)
    known = solve(wanted, store, workers or cores(), progress, say) if before < len(wanted) else before
    return SolvedNow(len(wanted), known, known - before)
