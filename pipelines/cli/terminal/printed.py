"""Tables on standard output: for people; and as CSV and JSON for programs, the same in a pipe and on a terminal."""

import sys
from enum import StrEnum
from typing import TYPE_CHECKING

import typer

from pipelines.words.streams import plain

if TYPE_CHECKING:
    from collections.abc import Sequence

    import polars as pl


class Format(StrEnum):
    """How a table is printed."""

    TABLE = "table"
    CSV = "csv"
    JSON = "json"


def print_rows(rows: "pl.DataFrame", output: Format, title: str) -> None:
    """Print a table; its title is for people only."""
    match output:
        case Format.CSV:
            print_csv(rows)
        case Format.JSON:
            print_json(rows.write_json())
        case Format.TABLE:
            from pipelines.words.terminal import print_table

            print_table(rows, title)


def print_lines(title: str, lines: "Sequence[str]") -> None:
    """Print lines under a title, for people."""
    from pipelines.words.terminal import console, text, titled

    console().print(titled(title, text("\n".join(lines))))


def print_csv(rows: "pl.DataFrame") -> None:
    """Print a table as CSV, with nothing in it that a spreadsheet would run or that steers a terminal."""
    from pipelines.words.for_programs import as_csv

    csv = as_csv(rows)
    # A terminal also gets no marks that turn or hide text, which a file may need.
    typer.echo("\n".join(map(plain, csv.split("\n"))) if _on_terminal() else csv, nl=False, color=True)


def print_json(json: str) -> None:
    """Print JSON, with all that cannot be seen written as an escape of JSON."""
    from pipelines.words.for_programs import escaped

    typer.echo(escaped(json), color=True)


def print_text(text: str) -> None:
    """Print a file; a terminal gets no marks that steer it, or that turn or hide text."""
    typer.echo("\n".join(map(plain, text.split("\n"))) if _on_terminal() else text, nl=False, color=True)


def _on_terminal() -> bool:
    return sys.stdout.isatty()
