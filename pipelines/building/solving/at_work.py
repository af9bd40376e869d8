"""Whether a solver is at work for a file of solved deals: the first one there holds a lock beside the file."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from filelock import FileLock, Timeout


@contextmanager
def alone(path: Path | None) -> Iterator[bool]:
    """Whether no other solver works for this file, nor begins to while this goes on."""
    if path is None:
        yield True
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    lock = FileLock(_lock_of(path), is_singleton=False)
    try:
        lock.acquire(timeout=0)
    except Timeout:
        yield False
        return
    try:
        yield True
    finally:
        lock.release()


def is_at_work(path: Path | None) -> bool:
    """Whether a solver works for this file."""
    if path is None or not _lock_of(path).exists():
        return False
    with alone(path) as is_alone:
        return not is_alone


def what_is_solved(path: Path | None) -> str:
    """A text that is another one after deals were solved; it stays as it is for as long as a solver works on more."""
    if is_at_work(path):
        return "at work"
    if path is None or not path.exists():
        return "nothing"
    now = path.stat()
    return f"{now.st_mtime_ns} {now.st_size}"


def _lock_of(path: Path) -> Path:
    return path.with_name(f".{path.name}.lock")
