"""Every column that can be downloaded is described, in the zip file and in the workbook."""

import zipfile
from pathlib import Path

import polars as pl
import pytest

from pipelines.reports.column_list import COLUMNS, column_list, columns_of
from pipelines.reports.downloads import to_download, write_season_downloads
from pipelines.reports.files import Files
from pipelines.reports.tables.columns import report_tables
from pipelines.words.for_programs import as_csv
from pipelines.words.languages import speaking
from transforms.tables.schemas import WAREHOUSE


@pytest.fixture(scope="module")
def offered() -> dict[str, pl.DataFrame]:
    """Every table that a season can offer, without rows."""
    warehouse: dict[str, pl.DataFrame] = {name: schema.create_empty() for name, schema in WAREHOUSE.items()}
    report = {f"report.{name}": table for name, table in report_tables(warehouse).items()}
    return to_download({**report, **warehouse})


def test_every_column_has_words(offered: dict[str, pl.DataFrame]) -> None:
    listed = column_list(offered)
    assert listed.height == sum(len(table.columns) for table in offered.values()) > 1000
    assert listed.filter(pl.col("words").str.len_chars() < 8).is_empty()
    assert set(listed["type"]) == {"text", "number", "whole number", "true or false", "date", "time"}


def test_words_are_those_of_the_schema_or_of_the_page(offered: dict[str, pl.DataFrame]) -> None:
    said = {(table, column): (words, unit) for table, column, _, words, unit in column_list(offered).iter_rows()}
    assert said["rankings.backtest", "share"][0].endswith("from 0 to 1, not in percent.")
    assert said["report.foretold", "share"][0].endswith("in percent.")
    assert said["report.session_results", "rank"][0].startswith("Place as text")
    assert said["scored.session_results", "rank"][0].startswith("Place, 1 the best")
    assert said["report.player_ranking", "ranking"][1] == "ranking points"
    assert said["report.at_the_table", "declarer_gained"][1] == "tricks a board"
    assert said["report.luck", "score"] == said["movements.luck", "score"]


def test_columns_of_the_pages_are_told_in_their_language(offered: dict[str, pl.DataFrame]) -> None:
    of_pages = pl.col("table").str.starts_with("report.")
    english = column_list(offered)
    with speaking("nl"):
        dutch = column_list(offered)
    assert dutch.filter(~of_pages).equals(english.filter(~of_pages))
    assert dutch.select("table", "column").equals(english.select("table", "column"))
    said = {(table, column): rest for table, column, *rest in dutch.iter_rows()}
    assert said["report.player_ranking", "ranking"] == [
        "getal",
        "Voortschrijdende ranking, in rankingpunten.",
        "rankingpunten",
    ]
    same = dutch.filter(of_pages)["words"] == english.filter(of_pages)["words"]
    assert not same.any()


def test_a_page_of_columns_has_those_of_the_tables_that_pages_show(offered: dict[str, pl.DataFrame]) -> None:
    with speaking("nl"):
        columns = columns_of("report.luck", offered["report.luck"])
    assert [column.name for column in columns][:4] == ["session_id", "field", "line", "entrant"]
    assert {column.name: column.words for column in columns}["line"].startswith("Letter van de lijn")
    assert columns_of("raw.results", offered["raw.results"]) == []


def test_it_is_in_both_files(tmp_path: Path) -> None:
    shown = pl.DataFrame({"club": ["a"], "rank": ["1="], "ranking": [80.5]})
    tables = {"report.player_ranking": shown, "raw.players": pl.DataFrame({"club": ["a"], "name": ["Ann"]})}
    texts = {name: as_csv(table) for name, table in tables.items()}
    found = write_season_downloads("2025", tables, texts, Files(tmp_path))
    assert [row.table for row in found.tables] == [*tables]
    with zipfile.ZipFile(tmp_path / "2025.zip") as archive:
        assert archive.namelist() == ["report.player_ranking.csv", "raw.players.csv", f"{COLUMNS}.csv"]
        listed = pl.read_csv(archive.read(f"{COLUMNS}.csv"))
    assert listed.equals(column_list(tables))
    sheets = pl.read_excel(tmp_path / "2025.xlsx", sheet_id=0)
    assert list(sheets) == ["player_ranking", COLUMNS]
    assert sheets[COLUMNS]["column"].to_list() == ["club", "rank", "ranking"]
    assert set(sheets[COLUMNS]["table"]) == {"player_ranking"}
