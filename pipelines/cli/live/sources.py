"""Where the results of tonight come from: a file that grows, a folder of files, or the Bridgemates themselves."""

from pathlib import Path
from typing import Protocol

from pipelines.machine.errors import UnusableError
from transforms.tables.messages import gettext_noop


class SilentError(UnusableError):
    """The source does not answer now. It is asked again; what was read before still counts."""


class Source(Protocol):
    """Something that has the results of the evening so far."""

    def look(self) -> Path | None:
        """Ask for what is new, and return the file or folder that then has all results so far, in any known format.

        None: there are no results yet.

        Raises:
            SilentError: the source does not answer.
        """
        ...


class OnDisk:
    """A file or a folder that another program writes while it is read."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def look(self) -> Path:
        """Return the path, whatever it holds now."""
        if not self._path.exists():
            raise SilentError(gettext_noop("{path}: there is no such file or folder now"), path=self._path)
        return self._path


def is_address(name: str) -> bool:
    """Return whether a source is named by an address, not by a path."""
    return name.lower().startswith(("http://", "https://"))
