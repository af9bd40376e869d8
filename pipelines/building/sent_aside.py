"""The folder in a site in which what is being sent stands, and what a sending that was killed left of it."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from filelock import FileLock, Timeout

ASIDE = ".sending-"
"""How such folders begin. Files and folders whose name starts with a dot are no part of a site."""
_LOCK = ".sending"


@contextmanager
def sending(site: Path, *, patience: float = 0) -> Iterator[None]:
    """Be the only one who sends a site; what a sending before left is removed.

    Args:
        site: its folder.
        patience: seconds to wait for another one.

    Raises:
        Timeout: another one sends it.
        OSError: no lock can be made there.
    """
    with FileLock(site / _LOCK, is_singleton=False).acquire(timeout=patience):
        for left_by_a_crash in site.glob(f"{ASIDE}*"):
            shutil.rmtree(left_by_a_crash, ignore_errors=True)
        yield


def forget_killed(site: Path) -> None:
    """Remove what a sending that was killed left, unless one is under way: it has pages as they were.

    Whoever asked since then not to be named may be in them by name.
    """
    if next(iter(site.glob(f"{ASIDE}*")), None) is not None:
        with suppress(Timeout, OSError), sending(site):
            pass
