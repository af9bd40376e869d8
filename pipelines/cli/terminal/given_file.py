"""A file that a command is given, read at once."""

from pathlib import Path

from pipelines.machine.errors import UnusableError
from transforms.messages import Message


def read_at_most(most: int, path: Path, kind: Message) -> bytes:
    """The content of a file; reads no more bytes than are allowed, so that a device without an end is no problem.

    Args:
        most: bytes.
        path: the file; a pipe will do.
        kind: what it is to be.

    Raises:
        UnusableError: the file is larger.
        OSError: it cannot be read.
    """
    with path.open("rb") as file:
        content = file.read(most + 1)
    if len(content) > most:
        raise UnusableError(
            "{path}: larger than any {kind} ({most} bytes): name a {kind}", path=path, kind=kind, most=most
        )
    return content
