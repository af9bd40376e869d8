"""Choose where DuckDB puts data that does not fit in memory: one folder per connection, so that files do not mix."""

import atexit
import glob
import shutil
import tempfile
from contextlib import ExitStack, suppress
from functools import cache
from pathlib import Path
from typing import Any
from uuid import uuid4

from pipelines.machine.errors import why
from pipelines.machine.files import claimed, is_claimed
from pipelines.warehouse.errors import WarehouseError

_SPILLED = ".spilled-"
_OF_PROCESSES, _ALIVE = "barometer.", ".alive"
"""The prefix of our folders in the temporary folder, and the file in each that is locked while its process is alive."""


def next_to(file: Path) -> dict[str, Any]:
    """Return the setting for a writer of this file: a folder next to it, where its disk has room and `clear` looks."""
    return {"temp_directory": str(file.with_name(f"{file.name}{_SPILLED}{uuid4().hex}"))}


def elsewhere() -> dict[str, Any]:
    """Return the setting for lakes and readers, whose folder may be read-only: a folder in the temporary folder."""
    try:
        return {"temp_directory": str(folder_of_this_process() / uuid4().hex)}
    except OSError as error:
        raise WarehouseError(
            "no temporary folder can be made ({strerror}); use TMPDIR to name a folder with enough room",
            strerror=why(error),
        ) from None


def clear(file: Path) -> None:
    """Remove what killed writers left next to this file. Call this only while no other process has the file open."""
    for folder in file.parent.glob(f"{glob.escape(file.name)}{_SPILLED}*"):
        shutil.rmtree(folder, ignore_errors=True)


@cache
def folder_of_this_process() -> Path:
    """Return a private temporary folder. It goes when the process ends, or with the next one if it is killed."""
    for folder in Path(tempfile.gettempdir()).glob(f"{_OF_PROCESSES}*"):
        with suppress(OSError):  # folders of other users, and folders that another process removes
            if (folder / _ALIVE).exists() and not is_claimed(folder / _ALIVE):
                shutil.rmtree(folder)
    folder = Path(tempfile.mkdtemp(prefix=_OF_PROCESSES))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    alive = ExitStack()
    alive.enter_context(claimed(folder / _ALIVE))
    atexit.register(alive.close)
    return folder
