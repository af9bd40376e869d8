"""How a command ends: its exit status, and its messages on standard error where it cannot go on."""

from collections.abc import Iterator
from contextlib import contextmanager

import typer

from pipelines.display.plain_text import plain
from pipelines.errors import UnusableError

DONE, DONE_WITH_ERRORS, UNUSABLE = 0, 1, 2


@contextmanager
def explained() -> Iterator[None]:
    """Turn an error that a user can mend into one line per message on standard error, and exit status 2.

    Raises:
        typer.Exit: an `UnusableError` or an `OSError` was raised inside, or the user stopped the command.
    """
    try:
        yield
    except UnusableError as error:
        for message in error.args:
            say(f"barometer: {message}")
        raise typer.Exit(UNUSABLE) from None
    except OSError as error:
        where = "the disk" if error.filename is None else error.filename
        say(f"barometer: {where}: {error.strerror or error}; mend that, or name another place")
        raise typer.Exit(UNUSABLE) from None
    except KeyboardInterrupt:
        say("barometer: stopped before the end; nothing is half-written, and the next time begins afresh")
        raise typer.Exit(UNUSABLE) from None


def say(words: str) -> None:
    """Print words on standard error, on one line and without control characters."""
    typer.echo(plain(words), err=True)
