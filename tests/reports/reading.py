"""What tests read of pages, charts and downloads, and the report's tables of a few rows."""

import zipfile
from collections.abc import Iterator, Mapping
from pathlib import Path

import polars as pl
from factories import Tables, competitions
from lxml import etree
from page_files import root_of

from pipelines.reports.charts.drawing import Chart, Drawing, house_style
from pipelines.reports.tables.columns import report_tables
from transforms.tables.schemas import WAREHOUSE

EMPTY: Tables = {
    name: schema.create_empty() for name, schema in WAREHOUSE.items() if not name.startswith("operations.")
}


def warehouse(**given: pl.DataFrame) -> Tables:
    """One competition with these tables, named `schema_table`, and all others empty."""
    named = {name.replace("_", ".", 1): table for name, table in given.items()}
    return {**EMPTY, "raw.competitions": competitions(), **named}


def report(**given: pl.DataFrame) -> Tables:
    return report_tables(warehouse(**given))


def text_of(place: Path | etree._Element) -> str:
    """What is to be read on a page or in an element; blanks made one."""
    return " ".join("".join((root_of(place) if isinstance(place, Path) else place).itertext()).split())


def cells(page: Path, table: str = "table") -> list[list[str]]:
    """The text of every cell of the tables of a page that have this class."""
    found = [each for each in root_of(page).iter("table") if table in ("table", each.get("class"))]
    return [[text_of(cell) for cell in row if cell.tag in ("td", "th")] for each in found for row in each.iter("tr")]


def drawn(drawings: Mapping[str, Drawing]) -> dict[str, Chart]:
    with house_style():
        return {name: chart for name, drawing in drawings.items() if (chart := drawing())}


def downloads(season: Path) -> set[str]:
    return {name for file in season.glob("downloads/*.zip") for name, _ in parts(file)}


def downloaded(season: Path, name: str) -> pl.DataFrame:
    (file,) = season.glob("downloads/*.zip")
    return pl.read_csv(dict(parts(file))[f"{name}.csv"])


def parts(file: Path) -> Iterator[tuple[str, bytes]]:
    with zipfile.ZipFile(file) as archive:
        yield from ((name, archive.read(name)) for name in archive.namelist())
