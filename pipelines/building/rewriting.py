"""Change something in a warehouse as a build does: under its lock, unseen by others until all is done."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from pipelines.building import beside, drawing
from pipelines.building.lock import build_lock
from pipelines.building.writing import places_of, writing
from pipelines.machine.paths import Lake, Place
from pipelines.warehouse import Warehouse


@contextmanager
def standing(place: Place, who: str, say: Callable[[str], None] = lambda _: None) -> Iterator[Warehouse]:
    """A warehouse to read, which nothing writes meanwhile, nor the pages that belong to it.

    Args:
        place: the warehouse; it must exist.
        who: what holds the lock meanwhile.
        say: called with the name of a build for which this has to wait.

    Raises:
        LockedError: a build does not come to its end.
        WarehouseError: the warehouse cannot be opened.
    """
    where = place if isinstance(place, Lake) else place.resolve()
    with build_lock(where, who, say=say):
        if isinstance(where, Path):
            beside.complete(places_of(where, _no_pages(where)), drawing.put)
        with Warehouse(where, read_only=True) as warehouse:
            yield warehouse


@contextmanager
def rewriting(
    place: Place, who: str, say: Callable[[str], None] = lambda _: None, put: Callable[[], None] = lambda: None
) -> Iterator[Warehouse]:
    """A warehouse whose changes are seen if nothing is raised inside.

    Args:
        place: the warehouse.
        who: what holds the lock meanwhile, for whoever waits: `barometer publish`.
        say: called with the name of a build for which this has to wait.
        put: called once the changes stand, or will once the next build has completed them; whatever is raised then.

    Raises:
        LockedError: a build does not come to its end.
        WarehouseError: the warehouse cannot be opened or written.
    """
    if isinstance(place, Lake):
        with build_lock(place, who, say=say), Warehouse(place) as warehouse:
            warehouse.hold_back()
            yield warehouse
            warehouse.save()
            put()
        return
    file = place.resolve()
    with writing(file, _no_pages(file), who=who, say=say) as into:
        yield into.warehouse
        try:
            into.publish({})
        finally:
            if beside.is_put(places_of(file, _no_pages(file))):
                put()


def _no_pages(file: Path) -> Path:
    return file.with_name(f".{file.name}.no-pages")
