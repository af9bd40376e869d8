"""Tables to download: as CSV, in workbooks, and in a season's zip file, with a description of every column."""

import hashlib
import io
import re
import zipfile
from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from itertools import accumulate
from typing import Any, NamedTuple

import polars as pl
import polars.selectors as cs
import xlsxturbo

from pipelines.reports.files import Files
from pipelines.warehouse.column_words import column_words
from pipelines.words.for_programs import as_csv, harmless
from pipelines.words.headings import TITLED, shown_on, table_title
from pipelines.words.languages import language
from transforms.published.noted import OF_NOTES
from transforms.tables.messages import pgettext
from transforms.tables.schemas import COMPETITION, METHODS, WAREHOUSE
from transforms.tables.shown import REPORT

COLUMNS = "columns"
OF_COLUMN = "of a column"
_SHOWN = "report."
_UNITS = {
    "ranking points": "ranking ranking_before ranking_points substitute_ranking own_substitute_ranking high low middle "
    "before_rounding recomputed ranking_above_mean own came_in dropped_out",
    "percent": "qf qc qo qf_absent_mean qf_highest_absent qc_before qc_after qo_before qo_after "
    "handicap handicap_score",
    "victory points": "vp",
    "IMPs": "imps",
    "tricks": "tricks double_dummy_tricks gained",
    "tricks a board": "declarer_gained declarer_of_field declarer_sd defence_gained defence_of_field defence_sd",
    "points of the score": "par_score par_difference double_dummy_score datum",
    "depends on the scoring": "ns_points ew_points top maximum best_score session_score",
}
_UNIT_OF = {column: unit for unit, columns in _UNITS.items() for column in columns.split()}
_UNIT_OF |= {f"{method}_ranking": "ranking points" for method in METHODS}
_MOST_ROWS = 200_000  # in a workbook: it could hold far more, but it already opens slowly
_END = "\x1e"  # the end of a record: a character that `harmless` removes from texts
_OF_DIRECTOR = {
    *("raw.files", "raw.findings", "scored.findings", "awards.findings", "deals.findings"),
    *("scored.official_differences", *OF_NOTES),
}  # tables about the files of a club, which only the director's desk shows
_LEFT_OUT = {
    *("raw.looks", *(f"scored.{name}" for name in ("boards", "control_sheet", "frequencies", "session_rounds"))),
    *(f"strength.{name}" for name in ("forecasts", "sessions", "players", "pairs", "contest", "handicap_results")),
}
"""How pages look, which is nothing about bridge; and tables whose rows the tables of pages have too (`report.rounds`
has those of `scored.session_rounds`), and whose points `scored.board_scores` has to the last digit. Those of strength
are on pages; the contest of rating systems is for directors."""
_PERSONAL = ("nationality", "federation_id", "birth_year", "namesake_of")  # no result or ranking depends on these
_PERSONAL_OF = {"raw.players": ("handicap",)}  # pages show only what it does to the score of a pair
_DRAWN = ("exact_score", "ns_share", "ew_share", "of_fair", "several", "in_question", "often", "has_card")
"""Columns that only pages use. Readers can derive them from other columns."""
_MOST_ROWS_OF_SEASON = 5_000  # in a workbook, the shortest tables first; the zip file has all tables
_TIME = (2000, 1, 1, 0, 0, 0)  # the time of each file in the zip file, so that equal tables give equal bytes
_MOST_CHARACTERS = 32_767
_WIDEST = 60
_COMPRESSION = 5  # of 9; 2 takes half as long, for a fifth more
_PROPERTIES = "docProps/core.xml"
_MADE_AT = re.compile(rb"\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z")
_NO_TIME = b"2000-01-01T00:00:00Z"


class Column(NamedTuple):
    """The description of a column, and its unit if it has one. Tables of pages have both in the reader's language."""

    table: str
    column: str
    type: str
    words: str
    unit: str | None


def columns_of(name: str, table: pl.DataFrame) -> list[Column]:
    """Return the columns of a table of the pages, without the key of the season; [] for any other table."""
    listed = _of_table(name, tuple(table.schema.items()), language()) if name.startswith(_SHOWN) else []
    return [column for column in listed if column.column not in COMPETITION]


def column_list(tables: Mapping[str, pl.DataFrame]) -> pl.DataFrame:
    """Return a row per column of these tables, with the fields of `Column`. Each column must have a description."""
    spoken = language()
    rows = [row for name, table in tables.items() for row in _of_table(name, tuple(table.schema.items()), spoken)]
    return pl.DataFrame(rows, schema=dict.fromkeys(Column._fields, pl.String), orient="row")


@cache
def _of_table(name: str, columns: tuple[tuple[str, pl.DataType], ...], _language: str) -> list[Column]:
    is_of_page = name.startswith(_SHOWN)
    words = column_words(WAREHOUSE.get(name) or REPORT[name])
    said = partial(pgettext, OF_COLUMN) if is_of_page else str
    units = {column: _UNIT_OF[column] for column, dtype in columns if dtype.is_numeric() and column in _UNIT_OF}
    return [
        Column(name, column, said(_kind(dtype)), said(words[column]), said(units[column]) if column in units else None)
        for column, dtype in columns
    ]


def _kind(dtype: pl.DataType) -> str:
    if dtype.is_integer():
        return "whole number"
    if dtype.is_numeric():
        return "number"
    if dtype == pl.Boolean:
        return "true or false"
    return "date" if dtype == pl.Date else "time" if dtype.is_temporal() else "text"


class Download(NamedTuple):
    """A table with its files. `workbook` is None for a long table, and `title` is "" for a table without a title."""

    title: str
    table: str
    rows: int
    csv: str
    workbook: str | None


def write_downloads(
    tables: Mapping[str, pl.DataFrame], files: Files, texts: Mapping[str, str] | None = None
) -> list[Download]:
    """Write each table that has rows as CSV (`texts`, if given), and short tables also in a workbook per schema."""
    flat = {name: table.drop(cs.nested()) for name, table in tables.items() if table.height}
    csv = texts or {name: as_csv(table) for name, table in flat.items()}
    digests = {name: files.write(f"{name}.csv", csv[name].encode()) for name in flat}
    workbook_of: dict[str, str] = {}
    for schema in sorted({name.split(".")[0] for name in flat}):
        own = _shortest({name: table for name, table in flat.items() if name.split(".")[0] == schema}, _MOST_ROWS)
        workbook_of |= dict.fromkeys(own, f"{schema}.xlsx")
        sheets = {name.split(".")[1]: table for name, table in own.items()}
        _offered(f"{schema}.xlsx", {name: digests[name] for name in own}, partial(workbook, sheets), files)
    rows = ((name, table.height) for name, table in flat.items())
    return [Download(table_title(name), name, many, f"{name}.csv", workbook_of.get(name)) for name, many in rows]


def csv_parts(table: pl.DataFrame, columns: Sequence[str]) -> dict[tuple[Any, ...], str]:
    """Return the rows of a table as CSV texts with a heading, one text per combination of values in these columns."""
    if table.is_empty():
        return {}
    flat = table.drop(cs.nested())
    if all(table[column].n_unique() == 1 for column in columns):
        return {table.select(columns).row(0): as_csv(flat)}
    heading, *records = harmless(flat).write_csv(line_terminator=_END).split(_END)[:-1]
    lines = table.select(columns).with_columns(record=pl.Series(records))
    parts = lines.group_by(columns).agg(pl.col("record").str.join("\n"))
    return {tuple(key): f"{heading}\n{rows}\n" for *key, rows in parts.iter_rows()}


def _shortest(tables: Mapping[str, pl.DataFrame], most: int) -> dict[str, pl.DataFrame]:
    by_rows = sorted(tables, key=lambda name: tables[name].height)
    so_far = dict(zip(by_rows, accumulate(tables[name].height for name in by_rows), strict=True))
    return {name: table for name, table in tables.items() if so_far[name] <= most}


class Table(NamedTuple):
    """A table to download. `page` is the page that shows it or links to it; `shown` is the name of that page, or ""."""

    title: str
    table: str
    rows: int
    sheet: str | None
    csv: str
    page: str
    shown: str
    columns: list[Column]


def to_download(tables: Mapping[str, pl.DataFrame]) -> dict[str, pl.DataFrame]:
    """Return the tables that everybody may download, without personal and nested columns, and without `_DRAWN`."""
    of_warehouse = (name for name in tables if not name.startswith(_SHOWN) and name not in _OF_DIRECTOR | _LEFT_OUT)
    return {
        name: tables[name].drop(_PERSONAL, _DRAWN, _PERSONAL_OF.get(name, ()), cs.nested(), strict=False)
        for name in (*(name for name in TITLED if name.startswith(_SHOWN) and name in tables), *of_warehouse)
    }


def write_season_downloads(
    stem: str, tables: Mapping[str, pl.DataFrame], texts: Mapping[str, str], files: Files
) -> dict[str, Any]:
    """Write the workbook and the zip file of a season; return both (None without rows), and their `tables`."""
    offered = {name: table for name, table in tables.items() if name in texts}
    of_pages = {name: table for name, table in offered.items() if name.startswith(_SHOWN)}
    sheets = _shortest(of_pages, _MOST_ROWS_OF_SEASON)
    listed = column_list(sheets).with_columns(pl.col("table").str.strip_prefix(_SHOWN))
    by_title = {name.removeprefix(_SHOWN): table for name, table in sheets.items()} | {COLUMNS: listed}
    with_list = {**texts, COLUMNS: as_csv(column_list(offered))} if texts else {}
    digests = {name: hashlib.sha256(text.encode()).hexdigest() for name, text in with_list.items()}
    of_sheets = {name: digests[name] for name in (*sheets, COLUMNS) if sheets}
    listed_of = []
    for name, table in offered.items():
        sheet = name.removeprefix(_SHOWN) if name in sheets else None
        of_page = (*shown_on(name), columns_of(name, table))
        listed_of.append(Table(table_title(name), name, table.height, sheet, f"{name}.csv", *of_page))
    return {
        "workbook": _offered(f"{stem}.xlsx", of_sheets, partial(workbook, by_title), files),
        "archive": _offered(f"{stem}.zip", digests, partial(_archive, with_list), files),
        "tables": listed_of,
    }


def _offered(name: str, digests: Mapping[str, str], make: Callable[[], bytes], files: Files) -> dict[str, Any] | None:
    if not digests:
        return None

    def draw() -> tuple[bytes, list[Any]]:
        content = make()
        return content, [len(content)]

    sizes = files.drawn(name, [*digests.items()], draw)
    return {"file": name, "megabytes": sizes[0] / 1e6} if sizes else None


def _archive(texts: Mapping[str, str]) -> bytes:
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w") as archive:
        for name, text in texts.items():
            archive.writestr(zipfile.ZipInfo(f"{name}.csv", _TIME), text.encode(), zipfile.ZIP_DEFLATED)
    return written.getvalue()


def workbook(sheets: Mapping[str, pl.DataFrame]) -> bytes:
    """Return a workbook with one sheet per table. Values keep their type or become text; NaN becomes an empty cell."""
    cells = {name: _as_cells(table) for name, table in sheets.items()}
    with_widths = [(table, name, {"column_widths": _widths(table)}) for name, table in cells.items()]
    written, timeless = io.BytesIO(), io.BytesIO()
    xlsxturbo.dfs_to_xlsx(with_widths, written, freeze_panes=True, header_format={"bold": True}, compression_level=1)
    with zipfile.ZipFile(written) as made, zipfile.ZipFile(timeless, "w", zipfile.ZIP_DEFLATED) as archive:
        for part in made.infolist():
            content = made.read(part)
            if part.filename == _PROPERTIES:
                content = _MADE_AT.sub(_NO_TIME, content)
            archive.writestr(zipfile.ZipInfo(part.filename), content, zipfile.ZIP_DEFLATED, _COMPRESSION)
    return timeless.getvalue()


def _widths(table: pl.DataFrame) -> dict[int, int]:
    longest = table.select(pl.all().cast(pl.String).str.len_chars().max().fill_null(0)).row(0)
    widths = (min(max(len(name), width), _WIDEST) for name, width in zip(table.columns, longest, strict=True))
    return dict(enumerate(widths))


def _as_cells(table: pl.DataFrame) -> pl.DataFrame:
    plain = cs.numeric() | cs.boolean() | cs.date()
    return table.with_columns(
        pl.when(cs.float().is_finite()).then(cs.float()),
        (~plain)
        .cast(pl.String)
        .str.slice(0, _MOST_CHARACTERS)
        .str.replace_all(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x{fffe}\x{ffff}]", "")
        .replace("", None),
    )
