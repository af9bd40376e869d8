"""Where DuckDB puts data that does not fit in memory: one folder per connection, so that files do not mix."""

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
"""The prefix of the folders in the temporary folder, and the file in each that is locked while its process lives."""


def next_to(file: Path) -> dict[str, Any]:
    """Return the setting for a writer of a file: its disk has room, and `clear` finds what was left there."""
    return {"temp_directory": str(file.with_name(f"{file.name}{_SPILLED}{uuid4().hex}"))}


def elsewhere() -> dict[str, Any]:
    """Return the setting for lakes, and for readers, whose folder may be read-only."""
    try:
        return {"temp_directory": str(folder_of_this_process() / uuid4().hex)}
    except OSError as error:
        raise WarehouseError(
            "no temporary folder can be made ({strerror}); name one where there is room with TMPDIR",
            strerror=why(error),
        ) from None


def clear(file: Path) -> None:
    """Remove what killed processes left next to a file that they wrote; only this process has the file open now."""
    for folder in file.parent.glob(f"{glob.escape(file.name)}{_SPILLED}*"):
        shutil.rmtree(folder, ignore_errors=True)


@cache
def folder_of_this_process() -> Path:
    """Return a private folder, removed at the end of the process, or by the next process after a kill."""
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
