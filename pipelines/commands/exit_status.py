"""How a command ends, and what it says on standard error when it cannot go on."""

from collections.abc import Iterator
from contextlib import contextmanager

import typer

from pipelines.display.plain_text import plain
from pipelines.errors import UnusableError

DONE, DONE_WITH_ERRORS, UNUSABLE = 0, 1, 2


@contextmanager
def explained() -> Iterator[None]:
    """Turn what a user can mend into a line each on standard error, and exit status 2."""
    try:
        yield
    except UnusableError as error:
        for told in error.args:
            say(f"barometer: {told}")
        raise typer.Exit(UNUSABLE) from None
    except OSError as error:
        say(f"barometer: {error.filename}: {error.strerror}; mend that, or name another place")
        raise typer.Exit(UNUSABLE) from None


def say(words: str) -> None:
    """Say something on standard error, whatever stands in it."""
    typer.echo(plain(words), err=True)
