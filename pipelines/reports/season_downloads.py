"""The downloads of a season: a workbook with what its pages show, and a zip file of all its tables as CSV."""

import hashlib
import io
import zipfile
from collections.abc import Mapping
from functools import partial
from typing import Any, NamedTuple

import polars as pl
import polars.selectors as cs

from pipelines.reports.column_list import COLUMNS, Column, column_list, columns_of
from pipelines.reports.downloads import workbook
from pipelines.reports.files import Files
from pipelines.words.for_programs import as_csv
from pipelines.words.headings import TITLED, shown_on, table_title

_OF_DIRECTOR = frozenset(
    {
        *("raw.files", "raw.findings", "scored.findings", "awards.findings", "deals.findings"),
        *("scored.official_differences", "published.corrections", "published.past_corrections"),
    }
)
"""Tables about the files that were handed in: they are on the director's desk."""
_OF_PAGES = frozenset({"raw.looks"})  # how pages look, which says nothing about bridge
_PERSONAL = ("nationality", "federation_id", "birth_year", "namesake_of")
"""Columns about persons on which no result, ranking or standing of a season rests."""
_DRAWN = ("exact_score", "ns_share", "ew_share", "of_fair", "several", "in_question", "often", "has_card")
"""Columns from which pages are drawn; they follow from others that are offered."""
_SHOWN = "report."
_MOST_ROWS = 5_000
"""The most rows of the workbook, in all its sheets: the shortest tables go first, and the zip file has them all."""
_COMPRESSION = 9
_TIME = (2000, 1, 1, 0, 0, 0)  # of every file in the zip file, so that the same tables give the same bytes


class Offered(NamedTuple):
    """A file to download."""

    file: str
    megabytes: float


class Table(NamedTuple):
    """A table in the downloads: the name of its sheet, and of its file in the zip file.

    `page` is the page of the season that shows it, and `shown` what that is called; "" for what only programs read.
    """

    title: str
    table: str
    rows: int
    sheet: str | None
    csv: str
    page: str
    shown: str
    columns: list[Column]


class Downloads(NamedTuple):
    """What a season offers; a file is None where no table has rows."""

    workbook: Offered | None
    archive: Offered | None
    tables: list[Table]


def to_download(tables: Mapping[str, pl.DataFrame]) -> dict[str, pl.DataFrame]:
    """The tables that everybody may download, without columns about persons, nested ones and those of `_DRAWN`."""
    of_warehouse = (name for name in tables if not name.startswith(_SHOWN) and name not in _OF_DIRECTOR | _OF_PAGES)
    return {
        name: tables[name].drop(_PERSONAL, _DRAWN, cs.nested(), strict=False)
        for name in (*(name for name in TITLED if name.startswith(_SHOWN) and name in tables), *of_warehouse)
    }


def write_season_downloads(
    stem: str, tables: Mapping[str, pl.DataFrame], texts: Mapping[str, str], files: Files
) -> Downloads:
    """Write the workbook and the zip file of a season."""
    offered = {name: table for name, table in tables.items() if name in texts}
    sheets = {name: tables[name] for name in _sheets(offered)}
    by_title = {name.removeprefix(_SHOWN): table for name, table in sheets.items()}
    if sheets:
        by_title[COLUMNS] = column_list(sheets).with_columns(pl.col("table").str.strip_prefix(_SHOWN))
    with_list = {**texts, COLUMNS: as_csv(column_list(offered))} if texts else {}
    digests = {name: hashlib.sha256(text.encode()).hexdigest() for name, text in with_list.items()}
    of_sheets = [(name, digests[name]) for name in (*sheets, COLUMNS) if sheets]
    return Downloads(
        _written(f"{stem}.xlsx", of_sheets, partial(workbook, by_title), files),
        _written(f"{stem}.zip", list(digests.items()), partial(_archive, with_list), files),
        [
            Table(
                table_title(name),
                name,
                table.height,
                name.removeprefix(_SHOWN) if name in sheets else None,
                f"{name}.csv",
                *shown_on(name),
                columns_of(name, table),
            )
            for name, table in tables.items()
            if name in texts
        ],
    )


def _sheets(tables: Mapping[str, pl.DataFrame]) -> list[str]:
    rows, chosen = 0, set[str]()
    for name in sorted(tables, key=lambda name: tables[name].height):
        if name.startswith(_SHOWN) and rows + tables[name].height <= _MOST_ROWS:
            rows += tables[name].height
            chosen.add(name)
    return [name for name in tables if name in chosen]


def _written(name: str, made_from: list[tuple[str, str]], make: partial[bytes], files: Files) -> Offered | None:
    if not made_from:
        return None

    def draw() -> tuple[bytes, list[Any]]:
        content = make()
        return content, [len(content)]

    told = files.drawn(name, made_from, draw)
    return Offered(name, told[0] / 1e6) if told else None


def _archive(texts: Mapping[str, str]) -> bytes:
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED, compresslevel=_COMPRESSION) as archive:
        for name, text in texts.items():
            part = zipfile.ZipInfo(f"{name}.csv", _TIME)
            archive.writestr(part, text.encode(), zipfile.ZIP_DEFLATED, _COMPRESSION)
    return written.getvalue()
