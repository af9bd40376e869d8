"""How a command ends: its exit status, and its messages on standard error where it cannot go on."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import islice
from pathlib import Path

import typer

from pipelines.machine import stopping
from pipelines.machine.disks import full, is_full
from pipelines.machine.errors import UnusableError
from pipelines.machine.system_errors import why
from pipelines.words.streams import plain
from transforms.messages import gettext

DONE, DONE_WITH_ERRORS, UNUSABLE = 0, 1, 2

_MOST_FILES = 1000
"""So many files of a folder are looked at for a name that is similar."""


@contextmanager
def explained() -> Iterator[None]:
    """Turn an error that a user can mend into one line per message on standard error, and exit status 2.

    Raises:
        typer.Exit: an `UnusableError` or an `OSError` was raised inside, or the command was stopped.
    """
    try:
        yield
    except KeyboardInterrupt:
        raise typer.Exit(stopping.say_and_status()) from None
    except Exception as error:
        if stopping.asked():  # native code makes other errors of a signal
            raise typer.Exit(stopping.say_and_status()) from None
        messages = _messages(error)
        if not messages:
            raise
        for message in messages:
            say(f"barometer: {message}")
        raise typer.Exit(UNUSABLE) from None


def _messages(error: Exception) -> list[str]:
    """What to say of an error that a user can mend; nothing of any other."""
    if isinstance(error, UnusableError):
        return [str(message) for message in error.args]
    if is_full(error):
        named = getattr(error, "filename2", None) or getattr(error, "filename", None)
        return [str(full(None if named is None else Path(named), error))]
    if isinstance(error, OSError):
        where = gettext("the system") if error.filename is None else error.filename
        said = f"{why(error)}{_named_nearly(error)}"
        return [gettext("{place}: {error}; mend that, or name another place", place=where, error=said)]
    return []


def _named_nearly(error: OSError) -> str:
    """What is in the folder of a file that is not there, under a similar name; empty where nothing is."""
    if not isinstance(error, FileNotFoundError) or not isinstance(error.filename, str | Path):
        return ""
    from pipelines.words.suggestions import nearest

    missing = Path(error.filename)
    try:
        return nearest(missing.name, [file.name for file in islice(missing.parent.iterdir(), _MOST_FILES)])
    except OSError:
        return ""


def say(words: str) -> None:
    """Print words on standard error, on one line and without control characters, behind all that was printed before."""
    with suppress(OSError, ValueError):  # nobody reads it any more, which whoever prints next is told
        sys.stdout.flush()
    typer.echo(plain(words), err=True)
