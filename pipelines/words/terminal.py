"""Tables for the terminal. Texts from files are shown as they are: nothing in them can steer the terminal."""

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
"""A width in characters that is larger than that of any table."""
_NARROWEST_WORDS = 16
_BETWEEN = 3
"""What a column takes besides its words: a space on both sides, and one between two columns."""


def console() -> Console:
    """Standard output, as wide as the terminal or as COLUMNS says; in a file or a pipe no line is folded."""
    usual = Console()
    return usual if usual.is_terminal or "COLUMNS" in os.environ else Console(width=_UNBOUNDED)


def is_unbounded(console: Console) -> bool:
    """Whether the width of the output has no limit."""
    return console.width >= _UNBOUNDED


def print_table(rows: pl.DataFrame, title: str, narrowest: int = _NARROWEST_WORDS) -> None:
    """Print a table under its title, every value in it; `narrowest` as in `table`.

    Where the terminal is too narrow for all columns, the last ones stand below the one before them, with their heading.
    """
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
    """How many columns fit next to each other; the others go below the last of them, which is one of words."""
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
    """A table for the terminal.

    Columns whose headings are in `words` are aligned left, and folded where the table is too wide, to no fewer than
    `narrowest` characters; all others are aligned right and never folded.
    """
    laid_out = Table(box=box.SIMPLE_HEAD, show_edge=False)
    lines = list(rows)
    for number, named in enumerate(headings):
        is_words = named in words
        longest = max((len(line[number]) for line in lines), default=0)
        laid_out.add_column(
            named,
            justify="left" if is_words else "right",
            no_wrap=not is_words,
            overflow="fold",
            min_width=min(longest, narrowest) if is_words else None,
        )
    for row in lines:
        laid_out.add_row(*map(text, row))
    return laid_out


def titled(title: str, what: RenderableType) -> RenderableType:
    """Something to print, under its title."""
    return Group(text(title, "bold"), what)


def text(words: str, style: str = "") -> Text:
    """Words from a file as text: markup in them has no effect, and no character in them steers the terminal."""
    return Text("\n".join(plain(line) for line in words.split("\n")), style)
