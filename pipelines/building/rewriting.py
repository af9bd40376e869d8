"""Change something in a warehouse as a build does: under its lock, unseen by others until all is done."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from pipelines.building.lock import build_lock
from pipelines.building.writing import writing
from pipelines.paths import Lake, Place
from pipelines.warehouse import Warehouse


@contextmanager
def rewriting(place: Place, who: str, say: Callable[[str], None] = lambda _: None) -> Iterator[Warehouse]:
    """A warehouse whose changes are seen if nothing is raised inside.

    Args:
        place: the warehouse.
        who: what holds the lock meanwhile, for whoever waits: `barometer publish`.
        say: called with the name of a build for which this has to wait.

    Raises:
        LockedError: a build does not come to its end.
        WarehouseError: the warehouse cannot be opened or written.
    """
    if isinstance(place, Lake):
        with build_lock(place, who, say=say), Warehouse(place) as warehouse:
            warehouse.hold_back()
            yield warehouse
            warehouse.save()
        return
    file = place.resolve()
    with writing(file, file.with_name(f".{file.name}.no-pages"), who=who, say=say) as into:
        yield into.warehouse
        into.publish({})
