"""Where DuckDB puts what it cannot keep in memory: a folder for each connection, since two would mix their files."""

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
"""How the folders in the temporary folder begin, and the file in each that is locked as long as its process lives."""


def next_to(file: Path) -> dict[str, Any]:
    """The setting for a writer of a file: its disk has room, and `clear` finds what was left there."""
    return {"temp_directory": str(file.with_name(f"{file.name}{_SPILLED}{uuid4().hex}"))}


def elsewhere() -> dict[str, Any]:
    """The setting for readers, whose folder may be read-only, and for lakes."""
    try:
        return {"temp_directory": str(folder_of_this_process() / uuid4().hex)}
    except OSError as error:
        raise WarehouseError(
            "no temporary folder can be made ({strerror}); name one where there is room with TMPDIR",
            strerror=why(error),
        ) from None


def clear(file: Path) -> None:
    """Remove what killed processes left next to a file that they wrote; this one alone has it open now."""
    for folder in file.parent.glob(f"{glob.escape(file.name)}{_SPILLED}*"):
        shutil.rmtree(folder, ignore_errors=True)


@cache
def folder_of_this_process() -> Path:
    """A folder that nobody else may read, removed at the end of the process, or by the next one where it is killed."""
    for folder in Path(tempfile.gettempdir()).glob(f"{_OF_PROCESSES}*"):
        with suppress(OSError):  # those of other users, and those that somebody else removes
            if (folder / _ALIVE).exists() and not is_claimed(folder / _ALIVE):
                shutil.rmtree(folder)
    folder = Path(tempfile.mkdtemp(prefix=_OF_PROCESSES))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    alive = ExitStack()
    alive.enter_context(claimed(folder / _ALIVE))
    atexit.register(alive.close)
    return folder
