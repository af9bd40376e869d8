"""Print the output of a command, on standard output and standard error, and end the command."""

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from enum import StrEnum
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from pipelines.machine import stopping
from pipelines.machine.disks import full, is_full
from pipelines.machine.errors import UnusableError, why
from pipelines.words.streams import plain
from transforms.tables.messages import gettext

if TYPE_CHECKING:
    import polars as pl

DONE, DONE_WITH_ERRORS, UNUSABLE = 0, 1, 2

_MOST_FILES = 1000


@contextmanager
def explained() -> Iterator[None]:
    """Print an error that a user can correct on standard error, one line per message, and exit with status 2."""
    try:
        yield
    except (KeyboardInterrupt, Exception) as error:
        if isinstance(error, KeyboardInterrupt) or stopping.asked():  # native code turns a signal into other errors
            raise typer.Exit(stopping.say_and_status()) from None
        messages = _messages(error)
        if not messages:
            raise
        for message in messages:
            say(f"barometer: {message}")
        raise typer.Exit(UNUSABLE) from None


def _messages(error: Exception) -> list[str]:
    if isinstance(error, UnusableError):
        return [str(message) for message in error.args]
    if is_full(error):
        named = getattr(error, "filename2", None) or getattr(error, "filename", None)
        return [str(full(None if named is None else Path(named), error))]
    if not isinstance(error, OSError):
        return []
    where, near = gettext("the system") if error.filename is None else error.filename, ""
    if isinstance(error, FileNotFoundError) and isinstance(where, str | Path):
        from pipelines.words.suggestions import nearest

        with suppress(OSError):
            near = nearest(Path(where).name, [file.name for file in islice(Path(where).parent.iterdir(), _MOST_FILES)])
    return [gettext("{place}: {error}; correct this, or name another place", place=where, error=f"{why(error)}{near}")]


def say(words: str) -> None:
    """Print words on standard error, on one line, without control characters, and after all previous output."""
    with suppress(OSError, ValueError):  # nobody reads the output any more; the next print reports that
        sys.stdout.flush()
    typer.echo(plain(words), err=True)


class Format(StrEnum):
    """The format in which a table is printed."""

    TABLE = "table"
    CSV = "csv"
    JSON = "json"


def print_as(
    output: Format, *, table: Callable[[], None], csv: "Callable[[], pl.DataFrame]", json: Callable[[], str]
) -> None:
    """Print a result in the chosen format. CSV cells are escaped, so that no spreadsheet runs them as formulas."""
    from pipelines.words import for_programs

    if output is Format.TABLE:
        table()
    elif output is Format.CSV:
        print_text(for_programs.as_csv(csv()))
    else:
        print_json(json())


def print_rows(
    rows: "pl.DataFrame",
    output: Format,
    title: str,
    at_a_glance: "Callable[[pl.DataFrame], pl.DataFrame]" = lambda rows: rows,
) -> None:
    """Print rows in a format. Only the format for people has the title and the columns chosen by `at_a_glance`."""
    from pipelines.words.terminal import print_table

    print_as(output, table=lambda: print_table(at_a_glance(rows), title), csv=lambda: rows, json=rows.write_json)


def print_lines(title: str, lines: Sequence[str]) -> None:
    """Print lines under a title, for people."""
    from pipelines.words.terminal import console, text, titled

    console().print(titled(title, text("\n".join(lines))))


def print_json(json: str) -> None:
    """Print JSON, with invisible characters as escapes."""
    from pipelines.words.for_programs import escaped

    typer.echo(escaped(json), color=True)


def print_text(text: str) -> None:
    """Print a text. On a terminal, leave out characters that control the terminal, or that reverse or hide text."""
    typer.echo("\n".join(map(plain, text.split("\n"))) if _on_terminal() else text, nl=False, color=True)


def _on_terminal() -> bool:
    return sys.stdout.isatty()
