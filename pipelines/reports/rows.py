"""Turn the rows of tables into markup, by columns. A macro is filled once with placeholders and serves all rows.

The type of a column decides how its values appear:

- String: escaped text; null is "". A macro can insert the text, or test whether it is empty (`{% if title %}`). Any
  other use of the text is an error.
- Whole numbers and dates: their text, `−3` and `2026-11-29`.
- Boolean: a condition whose value the macro sees; null is false.
- `MARKUP`: markup made by this module, inserted unchanged. No table of data has a column of this type.
"""

import re
from collections import defaultdict
from collections.abc import Hashable, Mapping, Sequence
from secrets import token_hex
from typing import Any, NoReturn

import polars as pl
from markupsafe import Markup, escape

from pipelines.reports.html import filled, macro_of, shortened

MARKUP = pl.Struct({"markup": pl.String})  # a type of its own, so that no join or group turns text into markup

_ESCAPED = {character: str(escape(character)) for character in "&<>\"'"}
_MARK = token_hex(8)  # in every placeholder: no text from a file can look like one
_TOKEN = re.compile(
    f"\x00{_MARK}([^\x00]+)\x00"
)  # a placeholder in the output of a macro; no template has this character
_ASKED = defaultdict[tuple[str, str], set[str]](set)  # for each macro, the texts that it asks for


def written(template: str, macro: str, table: pl.DataFrame, **shared: object) -> pl.Series:
    """Fill a macro of `templates/` with each row of a table; return `MARKUP`. `shared` must not hold data."""
    texts = table.select(_as_markup(name, dtype) for name, dtype in table.schema.items() if dtype != pl.Boolean)
    while True:
        try:
            return _filled(template, macro, table, texts, shared)
        except _AskedError as found:
            _ASKED[template, macro].add(str(found))


def _filled(
    template: str, macro: str, table: pl.DataFrame, texts: pl.DataFrame, shared: dict[str, object]
) -> pl.Series:
    row = macro_of(template, macro)
    conditions = [name for name, dtype in table.schema.items() if dtype == pl.Boolean]
    flags = table.select(
        *(pl.col(name).fill_null(value=False) for name in conditions),
        *(texts[name] != "" for name in texts.columns if name in _ASKED[template, macro]),
    )

    def like(values: dict[str, bool]) -> pl.Expr:
        """Return the markup of rows with these truth values: of conditions, and of whether each text is present."""
        places = {name: _Place(name, name in values) if values.get(name, True) else "" for name in texts.columns}
        pieces = _TOKEN.split(str(row(**places, **{name: values[name] for name in conditions}, **shared)))
        # Shortened here only once, not in every row of a page.
        return pl.concat_str(
            pl.col(piece) if number % 2 else pl.lit(shortened(piece)) for number, piece in enumerate(pieces)
        )

    if table.is_empty():
        return pl.Series("markup", dtype=MARKUP)
    if not flags.width:
        return _typed(texts.select(markup=like({})).to_series())
    kinds = flags.with_row_index("kind").group_by(flags.columns, maintain_order=True).agg("kind")
    parts = [
        texts[numbers].select(like(dict(zip(flags.columns, values, strict=True))).alias("markup"), row=numbers)
        for *values, numbers in zip(*kinds.get_columns(), strict=True)
    ]
    return _typed(pl.concat(parts).sort("row")["markup"])


def pages(template: str, content: Mapping[str, object], table: pl.DataFrame) -> list[str]:
    """Fill a template of a whole page with each row of a table. It can only insert the columns, which hold no nulls."""
    texts = table.select(_as_markup(name, dtype) for name, dtype in table.schema.items())
    shell = filled(template, {**content, **{name: _Place(name, is_given=False) for name in texts.columns}})
    pieces = enumerate(_TOKEN.split(shell))
    page = pl.concat_str(pl.col(piece) if number % 2 else pl.lit(piece) for number, piece in pieces)
    return texts.select(page).to_series().to_list()


def joined(markup: pl.Series, rows: pl.DataFrame, by: Sequence[str], name: str = "markup") -> pl.DataFrame:
    """Return per group the columns `by` and the markup of all its rows; groups in order of first appearance."""
    table = rows.select(by).with_columns(markup.alias(name))
    return table.group_by(by, maintain_order=True).agg(one_after_another(pl.col(name)).alias(name))


def texts_joined(table: pl.DataFrame, by: Sequence[str], column: str, between: str) -> pl.DataFrame:
    """Return per group the columns `by` and the texts of `column`, joined; groups in order of first appearance."""
    return table.group_by(by, maintain_order=True).agg(pl.col(column).str.join(between))


def with_parts(table: pl.DataFrame, *parts: pl.DataFrame) -> pl.DataFrame:
    """Return the table with the columns of the parts, each joined on the columns that it shares with the table."""
    for part in parts:
        key = [column for column in part.columns if column in table.columns]
        table = table.join(part, on=key, how="left", maintain_order="left", nulls_equal=True)
    return table


def one_after_another(column: pl.Expr) -> pl.Expr:
    """Return the markup of the rows of a group, joined in their order."""
    return pl.struct(column.struct.field("markup").str.join("").alias("markup")).alias(column.meta.output_name())


def is_given(column: str) -> pl.Expr:
    """Return whether a column of markup has a value that is not empty."""
    return pl.col(column).struct.field("markup").fill_null("") != ""


def by_key(table: pl.DataFrame, column: str = "markup") -> dict[Any, Markup]:
    """Return each row's markup, for a template, by the tuple of its other columns, or by a single column's value."""
    others = table.drop(column)
    keys: Sequence[Hashable] = others.to_series().to_list() if others.width == 1 else others.rows()
    return dict(zip(keys, as_markup(table[column]), strict=True))


def with_markup(table: pl.DataFrame) -> list[dict[str, Any]]:
    """Return the rows of a table as `to_dicts` does, but values of type `MARKUP` as `Markup` for a template."""
    columns = [as_markup(column) if column.dtype == MARKUP else column.to_list() for column in table]
    return [dict(zip(table.columns, row, strict=True)) for row in zip(*columns, strict=True)]


def as_markup(column: pl.Series) -> list[Markup]:
    """Return the values of a column of type `MARKUP` as `Markup`, for a template."""
    return [Markup(text) for text in column.struct.field("markup").fill_null("")]  # noqa: S704 - `written` escaped it


def _as_markup(name: str, dtype: pl.DataType) -> pl.Expr:
    if dtype == MARKUP:
        return pl.col(name).struct.field("markup").fill_null("").alias(name)
    if dtype.is_integer() or dtype == pl.Date:
        text = pl.col(name).cast(pl.String).fill_null("")
        return text.str.replace("-", "−", literal=True) if dtype.is_integer() else text
    if dtype != pl.String:
        raise TypeError(f"{name} is {dtype}: a column is text, a whole number, a date, a condition, or markup")
    return pl.col(name).fill_null("").str.replace_many(_ESCAPED)


def _typed(markup: pl.Series) -> pl.Series:
    return markup.alias("markup").to_frame().to_struct("markup")


class _AskedError(Exception):
    """A macro tests, for the first time, whether the text of this name is empty."""


class _Place:
    """A placeholder for the values of a column. A macro can only insert it, or test whether it is empty."""

    def __init__(self, name: str, is_given: bool) -> None:
        self._name, self._is_given = name, is_given

    def __html__(self) -> str:
        return f"\x00{_MARK}{self._name}\x00"

    def __bool__(self) -> bool:
        if not self._is_given:
            raise _AskedError(self._name)
        return True

    def _refuse(self, *_: object) -> NoReturn:
        raise TypeError(f"{self._name} is a column of text: a macro can put it somewhere, and ask whether there is any")

    __str__ = __eq__ = __hash__ = __len__ = __iter__ = __contains__ = __lt__ = __add__ = __mod__ = _refuse
