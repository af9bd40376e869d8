"""A comparison printed in a terminal: first a summary in words, then the places under both sets of rules."""

from collections.abc import Iterator

import polars as pl
from rich.console import RenderableType

from pipelines.cli.compare.compare import Comparison
from pipelines.cli.compare.words import in_words
from pipelines.words.plain_text import shown
from pipelines.words.terminal import console, table, text, titled
from transforms.messages import gettext, gettext_noop
from transforms.tables.arithmetic.as_shown import place

_AVERAGES = ("average", "other_average")
_TABLES = {
    gettext_noop("Rankings"): ("players", ("place", "other_place", "moved", "name", "ranking", "other_ranking")),
    gettext_noop("Individual championship"): ("individual", ("rank", "other_rank", "name", *_AVERAGES)),
    gettext_noop("Championship of pairs"): ("pairs", ("rank", "other_rank", "names", *_AVERAGES)),
    gettext_noop("Lines that change"): ("lines", ("line", "other_line", "change", "names", "ranking", "other_ranking")),
}
"""Title -> the table, and those of its columns that are printed."""
_HEADINGS = {"name": "player", "names": "pair"}
_PLACES = ("place", "other_place", "rank", "other_rank")
_WORDS = ("player", "pair", "line", "line then", "change")


def print_comparison(comparison: Comparison) -> None:
    """Print a comparison to standard output."""
    out = console()
    for part in _parts(comparison):
        out.print(part, "")


def _parts(comparison: Comparison) -> Iterator[RenderableType]:
    tables = comparison.tables
    yield titled(comparison.title, text("\n".join(in_words(comparison))))
    for title, (name, columns) in _TABLES.items():
        rows: pl.DataFrame = getattr(tables, name)
        shown_rows = rows.filter(pl.col("change").is_not_null()) if name == "lines" else rows
        if not shown_rows.is_empty():
            places = (place(pl.col(column)).alias(column) for column in columns if column in _PLACES)
            yield _table(gettext(title), shown_rows.select(columns).with_columns(places))


def _table(title: str, rows: pl.DataFrame) -> RenderableType:
    headings = [_heading(column) for column in rows.columns]
    cells = ([_cell(column, value) for column, value in row.items()] for row in rows.iter_rows(named=True))
    return titled(title, table(headings, cells, _WORDS))


def _heading(column: str) -> str:
    """The heading of a column: `place`, and `place then` for `other_place`."""
    known = column.removeprefix("other_")
    return _HEADINGS.get(known, known) + (" then" if known != column else "")


def _cell(column: str, value: object) -> str:
    if column == "moved" and isinstance(value, int):
        return f"{value:+d}" if value else "="
    return shown(value)
