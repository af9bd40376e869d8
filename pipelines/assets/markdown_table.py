"""Rows of a table as Markdown, for the previews in Dagster.

Names come from files that anybody may have written. So nothing in a cell may end the cell, act as markup or be taken
for HTML: every character that could is written as a character reference.
"""

import datetime as dt
import json
import math
import re
from collections.abc import Iterable

import polars as pl

_DECIMALS = 4
_MOST_SIGNS = 500
"""The most characters shown in a cell; the number of further characters is shown in their place."""
_LARGE = 1e15
"""Floats from here on are shown by `repr`: they have no decimals to show."""
_MARKUP = re.compile(r"[&<>|\\`*\[\]~$]|(?<![^\W_])_|_(?![^\W_])")
"""An underscore counts as markup only where it is not inside a word, as it is in `session_id`."""
_MOST_COLUMNS = 8
"""Dagster squeezes a table into the width of its window: with more columns, headers are cut to three letters."""
_LAST = ("file_id", "line_no", "sha256")
"""Columns that give way to others."""


def readable(rows: pl.DataFrame) -> str:
    """The rows as Markdown that fits a window: what is the same in all of them, a table of what differs, and the rest.

    Returns:
        A line with the columns that have one value in all rows, a table of at most eight of the others, and a line that
        names those that are left out. A single row is a table of two columns: column and value.
    """
    if rows.height == 1:
        cells = zip(map(_escaped, rows.columns), map(_cell, rows.row(0)), strict=True)
        return "\n".join(_line(cells) for cells in (("column", "value"), ("---", "---"), *cells))
    same = [name for name in rows.columns if rows.height and rows[name].n_unique() == 1]
    differ = [name for name in rows.columns if name not in same]
    kept = sorted(differ, key=lambda name: name in _LAST)[:_MOST_COLUMNS]
    shown = [name for name in differ if name in kept]
    values = rows.select(same).row(0) if same else ()
    said = [f"{_escaped(name)} {_cell(value) or 'empty'}" for name, value in zip(same, values, strict=True)]
    left_out = [_escaped(name) for name in differ if name not in kept]
    parts = [
        f"In all rows: {'; '.join(said)}" if said else "",
        markdown_table(rows.select(shown)) if shown else "",
        f"Not shown: {', '.join(left_out)}" if left_out else "",
    ]
    return "\n\n".join(part for part in parts if part)


def markdown_table(rows: pl.DataFrame) -> str:
    """The rows as a Markdown table with all columns.

    Returns:
        A line of headers, a line that aligns columns of numbers to the right, and one line per row. Null is empty. A
        float has up to four decimals, or four significant digits if it is smaller than 0.0001. Lists and structs are
        JSON. A text of more than 500 characters is cut, and the number of characters left out is shown.
    """
    rule = ["---:" if dtype.is_numeric() else "---" for dtype in rows.dtypes]
    lines = [map(_escaped, rows.columns), rule, *(map(_cell, row) for row in rows.iter_rows())]
    return "\n".join(_line(cells) for cells in lines)


def _line(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _cell(value: object) -> str:
    match value:
        case None:
            return ""
        case bool():
            return str(value).lower()
        case float():
            return _short(value)
        case dt.datetime():
            return value.isoformat(sep=" ", timespec="seconds")
        case list() | dict():
            return _escaped(json.dumps(value, default=str, ensure_ascii=False))
        case _:
            return _escaped(str(value))


def _short(number: float) -> str:
    """The number without trailing zeros: `50`, `62.5`, `0.3333`, `1.235e-05`."""
    if not math.isfinite(number) or abs(number) >= _LARGE:
        return repr(number)
    if 0 < abs(number) < 10**-_DECIMALS:
        return f"{number:.{_DECIMALS}g}"
    shown = f"{number:.{_DECIMALS}f}".rstrip("0").rstrip(".")
    return "0" if shown == "-0" else shown


def _escaped(text: str) -> str:
    """The text on one line, with characters of markup escaped, and spaces for characters that cannot be printed."""
    printable = "".join(sign if sign.isprintable() else " " for sign in text)
    shown, more = printable[:_MOST_SIGNS], len(printable) - _MOST_SIGNS
    escaped = _MARKUP.sub(lambda found: f"&#{ord(found[0])};", shown)
    return f"{escaped}… ({more} more characters)" if more > 0 else escaped
