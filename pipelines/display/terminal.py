"""Tables to read in a terminal: whatever stands in the names of a file, it is shown and does nothing."""

import os
from collections.abc import Collection, Iterable, Sequence

import polars as pl
from rich import box
from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from pipelines.display.plain_text import plain, shown

_UNBOUNDED = 10_000
"""Characters in a line that no table has."""
_NARROWEST_WORDS = 16


def console() -> Console:
    """Standard output: as wide as the terminal or as COLUMNS says; in a file or a pipe nothing is folded."""
    usual = Console()
    return usual if usual.is_terminal or "COLUMNS" in os.environ else Console(width=_UNBOUNDED)


def is_unbounded(console: Console) -> bool:
    """Whether there is no width to lay things out in."""
    return console.width >= _UNBOUNDED


def print_table(rows: pl.DataFrame, title: str) -> None:
    """Print a table under its title, every value in it."""
    words = [name.replace("_", " ") for name, dtype in rows.schema.items() if not dtype.is_numeric()]
    headings = [name.replace("_", " ") for name in rows.columns]
    cells = ([shown(value) for value in row] for row in rows.iter_rows())
    console().print(titled(title, table(headings, cells, words)))


def table(
    headings: Sequence[str],
    rows: Iterable[Sequence[str]],
    words: Collection[str],
    narrowest: int = _NARROWEST_WORDS,
) -> Table:
    """A table to read: columns of words to the left and folded where it gets too wide, all others to the right.

    No column of words is folded to fewer characters than `narrowest`.
    """
    laid_out = Table(box=box.SIMPLE_HEAD, show_edge=False)
    lines = list(rows)
    for number, heading in enumerate(headings):
        is_words = heading in words
        longest = max((len(line[number]) for line in lines), default=0)
        laid_out.add_column(
            heading,
            justify="left" if is_words else "right",
            no_wrap=not is_words,
            overflow="fold",
            min_width=min(longest, narrowest) if is_words else None,
        )
    for row in lines:
        laid_out.add_row(*map(text, row))
    return laid_out


def titled(title: str, what: RenderableType) -> RenderableType:
    """What is to be printed, under its title."""
    return Group(text(title, "bold"), what)


def text(words: str, style: str = "") -> Text:
    """Words that came from a file: no markup in them counts, and no letter in them steers the terminal."""
    return Text("\n".join(plain(line) for line in words.split("\n")), style)
