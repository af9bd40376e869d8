"""A warehouse without rows, kept in the user's cache folder.

To make all tables and views of a warehouse and say the 2,300 comments on them takes DuckDB a tenth of the time of a
small club's first build; to copy them takes a hundredth of that.
"""

import os
import shutil
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path

import duckdb
from platformdirs import user_cache_path

from pipelines.machine.errors import UnusableError
from pipelines.machine.files import put_whole
from pipelines.machine.source import code_of

_MAKING = "making-"
_MAKING_SECONDS = 600
"""It takes a second; a folder that is so old is nobody's."""


def lay(file: Path, make: Callable[[Path], None]) -> bool:
    """Put a blank warehouse where there is none yet, and say whether it is there: where none can be kept, it is not.

    Args:
        file: the warehouse, of which the folder exists.
        make: makes a blank warehouse in a file.
    """
    with suppress(OSError, UnusableError):
        kept = user_cache_path("barometer", appauthor=False) / f"blank-{_version()}.duckdb"
        _clear(kept.parent)
        if not kept.exists():
            _keep(kept, make)
        put_whole(file, kept.read_bytes())
        return True
    return False


def _keep(kept: Path, make: Callable[[Path], None]) -> None:
    """Make it, and let those of other versions go."""
    kept.parent.mkdir(parents=True, exist_ok=True)
    # In a folder of its own: others may make theirs at this moment.
    with tempfile.TemporaryDirectory(dir=kept.parent, prefix=_MAKING) as folder:
        made = Path(folder) / "blank.duckdb"
        make(made)
        for other in kept.parent.glob("blank-*.duckdb"):
            other.unlink(missing_ok=True)
        with made.open("r+b") as file:
            os.fsync(file.fileno())
        made.replace(kept)


def _clear(caches: Path) -> None:
    """Remove what somebody left who was killed while making one."""
    for left in caches.glob(f"{_MAKING}*"):
        if time.time() - left.stat().st_mtime > _MAKING_SECONDS:
            shutil.rmtree(left, ignore_errors=True)


@cache
def _version() -> str:
    """It changes with all code of ours that has a say in what a blank warehouse is, and with DuckDB."""
    return f"{code_of('pipelines.warehouse.warehouse')[:16]}-{duckdb.__version__}"
