"""Turn disk errors into messages: which disk is full or read-only, and what to do."""

import errno
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pipelines.machine.errors import MachineError
from transforms.tables.messages import Message, gettext, gettext_noop

_FULL = {
    errno.ENOSPC: (
        ("No space left on device", "os error 28", "not enough space on the disk", "os error 112"),
        gettext_noop("{path}: the disk at {disk} is full ({free} MB free): {fix}"),
    ),
    errno.EDQUOT: (
        ("Disk quota exceeded", "os error 122"),
        gettext_noop("{path}: your quota on the disk at {disk} is used up: {fix}"),
    ),
    errno.EFBIG: (
        ("File too large", "os error 27"),
        gettext_noop(
            "{path}: the file cannot become larger, because of the disk at {disk} or a limit (ulimit -f): {fix}"
        ),
    ),
}
"""For each error number: texts of libraries' own errors that mean the same, and our message."""


class DiskError(MachineError):
    """A disk is full or not writable."""


@contextmanager
def naming(path: Path) -> Iterator[None]:
    """If a disk is full in this context, raise `DiskError` with `path`; add `path` to other errors that have none."""
    try:
        yield
    except Exception as wrong:
        if isinstance(wrong, DiskError):
            raise
        named = wrong.filename2 or wrong.filename if isinstance(wrong, OSError) else None
        place = Path(os.fsdecode(named)) if isinstance(named, str | bytes) else path
        if is_full(wrong):
            raise DiskError(full(place, wrong)) from wrong
        if isinstance(wrong, OSError) and wrong.errno is not None and wrong.filename is None:
            raise OSError(wrong.errno, wrong.strerror, str(path)) from wrong
        raise


def is_full(wrong: BaseException) -> bool:
    """Return whether this error means a full disk, judged by its number or its text."""
    return _why_full(wrong) is not None


def full(path: Path | None, wrong: BaseException) -> Message:
    """Return a message that names the full disk and says what to do. `path` is the path that was written, if known."""
    if path is None:
        return Message(
            "a disk is full, either that of {folder} or that of the output; free some space there, and run this again",
            folder=tempfile.gettempdir(),
        )
    there = next(place for place in (path.absolute(), *path.absolute().parents) if place.exists())
    disk = next(place for place in (there, *there.parents) if place.is_mount() or place == place.parent)
    free = shutil.disk_usage(there).free // 1_000_000
    _, said = _FULL[_why_full(wrong) or errno.ENOSPC]
    fix = Message("free some space there, and run this again; the existing numbers and pages stay as they were")
    return Message(said, path=path, disk=disk, free=free, fix=fix)


def check_writable(folder: Path, what: Message | str, fix: Message) -> None:
    """Make the folder for `what` and check that it is writable; if not, raise `DiskError` with the advice `fix`."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=folder).close()
    except OSError as wrong:
        why = {errno.EROFS: gettext("the disk is read-only"), errno.EACCES: gettext("no permission")}
        said = why.get(wrong.errno or 0, wrong.strerror or str(wrong))
        if is_full(wrong):
            raise DiskError(full(folder, wrong)) from wrong
        raise DiskError(
            "{folder}: {what} cannot be written in this folder ({said}); {fix}",
            folder=folder,
            what=what,
            said=said,
            fix=fix,
        ) from wrong


def _why_full(wrong: BaseException) -> int | None:
    if isinstance(wrong, OSError) and wrong.errno is not None:
        return wrong.errno if wrong.errno in _FULL else None
    said = str(wrong)
    return next((number for number, (words, _) in _FULL.items() if any(word in said for word in words)), None)
