"""Files by which a process shows that it lives: locked as long as it does, whatever it dies of."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from filelock import FileLock, Timeout


@contextmanager
def claimed(place: Path) -> Iterator[None]:
    """Hold a lock of one's own, by which others see that this process lives."""
    claim = FileLock(place, is_singleton=False)
    with suppress(OSError):  # where no lock can be made, that of the build says so
        place.parent.mkdir(parents=True, exist_ok=True)
        claim.acquire()
    try:
        yield
    finally:
        claim.release()
        with suppress(OSError):
            place.unlink(missing_ok=True)


def is_claimed(place: Path) -> bool:
    """Whether somebody holds this lock of `claimed`; where he was killed, it goes."""
    try:
        with FileLock(place, timeout=0, is_singleton=False):
            pass
    except Timeout:
        return True
    with suppress(OSError):  # Windows: somebody else is asking just now
        place.unlink(missing_ok=True)
    return False


def forget_dead(places: Iterable[Path]) -> None:
    """Remove the files of `claimed` whose process was killed."""
    for place in places:
        is_claimed(place)
