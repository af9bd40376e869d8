"""Print tables in the terminal. Texts from files are shown literally, and nothing in them can control the terminal."""

import os
from collections.abc import Collection, Iterable, Sequence

import polars as pl
from rich import box
from rich.cells import cell_len
from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from pipelines.words.headings import heading
from pipelines.words.plain_text import shown
from pipelines.words.streams import plain
from transforms.tables.messages import labelled

_UNBOUNDED = 10_000
"""A width, in characters, that no table reaches."""
_NARROWEST_WORDS = 16
_BETWEEN = 3
"""The extra width of a column: a space on each side of its text, and one between columns."""


def console() -> Console:
    """Return the console for standard output, as wide as the terminal or COLUMNS. In a file, no line is wrapped."""
    usual = Console()
    return usual if usual.is_terminal or "COLUMNS" in os.environ else Console(width=_UNBOUNDED)


def is_unbounded(console: Console) -> bool:
    """Return whether the width of the output has no limit."""
    return console.width >= _UNBOUNDED


def print_table(rows: pl.DataFrame, title: str, narrowest: int = _NARROWEST_WORDS) -> None:
    """Print a table with all its values. Columns that do not fit into the terminal go below the last one that does."""
    words = [heading(name) for name, dtype in rows.schema.items() if not dtype.is_numeric()]
    headings = [heading(name) for name in rows.columns]
    cells = [[shown(value) for value in row] for row in rows.iter_rows()]
    out = console()
    number = _how_many_fit(headings, cells, words, narrowest, out.width)
    if number < len(headings):
        for row in cells:
            below = [labelled(of, cell) for of, cell in zip(headings[number:], row[number:], strict=True) if cell]
            row[number - 1 :] = ["\n".join(line for line in (row[number - 1], *below) if line)]
    out.print(titled(title, table(headings[:number], cells, words, narrowest)))


def _how_many_fit(
    headings: Sequence[str], rows: Sequence[Sequence[str]], words: Collection[str], narrowest: int, width: int
) -> int:
    """Return how many columns fit next to each other. The last must be one of `words`: all others go below it."""
    number, taken = 0, 0
    for at, named in enumerate(headings):
        longest = max(cell_len(line) for cell in (named, *(row[at] for row in rows)) for line in cell.split("\n"))
        taken += _BETWEEN + (min(longest, narrowest) if named in words else longest)
        if taken - 1 > width:
            return number or len(headings)
        number = at + 1 if named in words or at + 1 == len(headings) else number
    return number


def table(
    headings: Sequence[str], rows: Iterable[Sequence[str]], words: Collection[str], narrowest: int = _NARROWEST_WORDS
) -> Table:
    """Return a table for the terminal.

    Columns with a heading in `words` are left-aligned, and wrapped to a width of `narrowest` or more if needed. All
    others are right-aligned and never wrapped.
    """
    laid_out = Table(box=box.SIMPLE_HEAD, show_edge=False)
    lines = list(rows)
    for number, named in enumerate(headings):
        if named in words:
            longest = max((len(line[number]) for line in lines), default=0)
            laid_out.add_column(named, overflow="fold", min_width=min(longest, narrowest))
        else:
            laid_out.add_column(named, justify="right", no_wrap=True, overflow="fold")
    for row in lines:
        laid_out.add_row(*map(text, row))
    return laid_out


def titled(title: str, what: RenderableType) -> RenderableType:
    """Return something printable with a title above it."""
    return Group(text(title, "bold"), what)


def text(words: str, style: str = "") -> Text:
    """Return a text from a file as literal text, in which no markup has an effect and nothing controls the terminal."""
    return Text("\n".join(plain(line) for line in words.split("\n")), style)
