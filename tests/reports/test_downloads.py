"""What is offered for download: tables, workbooks and the list of their columns."""

import datetime as dt
import re
import zipfile
from pathlib import Path

import polars as pl
import pytest
from examples import by_night
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from lxml import etree
from polars.testing import assert_frame_equal
from reports.reading import EMPTY, parts

from pipelines.reports.downloads import (
    COLUMNS,
    column_list,
    columns_of,
    to_download,
    workbook,
    write_downloads,
    write_season_downloads,
)
from pipelines.reports.files import Files
from pipelines.reports.tables.columns import report_tables
from pipelines.words.for_programs import as_csv
from pipelines.words.languages import speaking

NAMES = ["=1+1", "+1", "-1", "@x", "\t=x", "\r=x", "a;=x", "plain", "a=b", None]


def test_only_text_that_looks_like_a_formula_gets_an_apostrophe(tmp_path: Path) -> None:
    table = pl.DataFrame({"club": "a", "name": NAMES, "change": [-1.5] * len(NAMES)})
    write_downloads({"report.players": table}, Files(tmp_path))
    read = pl.read_csv(tmp_path / "report.players.csv")
    assert read["name"].to_list() == ["'=1+1", "+1", "-1", "'@x", "\t'=x", "\r'=x", "a;'=x", "plain", "a=b", None]
    assert read["change"].to_list() == [-1.5] * len(NAMES)


def test_a_workbook_has_the_tables_of_its_schema_that_have_rows(tmp_path: Path) -> None:
    table = pl.DataFrame({"rank": [1, 2]})
    tables = {"raw.ratings": table, "raw.games": table.clear(), "scored.results": table}
    downloads = write_downloads(tables, Files(tmp_path))
    assert [(row.title, row.table, row.rows, row.csv, row.workbook) for row in downloads] == [
        ("Ratings from elsewhere", "raw.ratings", 2, "raw.ratings.csv", "raw.xlsx"),
        ("", "scored.results", 2, "scored.results.csv", "scored.xlsx"),
    ]
    assert {file.name for file in tmp_path.iterdir()} == {name for row in downloads for name in (row.csv, row.workbook)}


def test_the_longest_tables_are_in_no_workbook(tmp_path: Path) -> None:
    """150,000 and 50,001 rows are too many for one workbook, and each alone is not."""
    rows = pl.DataFrame({"rank": pl.int_range(150_000, eager=True)})
    tables = {"raw.games": rows, "raw.players": rows.head(50_001), "scored.results": rows}
    long, short, other = write_downloads(tables, Files(tmp_path))
    assert (long.workbook, short.workbook, other.workbook) == (None, "raw.xlsx", "scored.xlsx")
    assert (tmp_path / long.csv).read_text().count("\n") == 150_001
    assert list(pl.read_excel(tmp_path / "raw.xlsx", sheet_id=0)) == ["players"]


def test_nested_columns_stay_out(tmp_path: Path) -> None:
    table = pl.DataFrame({"names": ["Ann & Bob"], "players": [[{"player_id": "1"}]]})
    write_downloads({"report.pairs": table}, Files(tmp_path))
    assert pl.read_csv(tmp_path / "report.pairs.csv").columns == ["names"]


TABLE = pl.DataFrame(
    {
        "name": ["=cmd()", "<b> & \"q\" 'a'", " _x0041_ ", None],
        "score": [61.25, -0.5, None, 1e-9],
        "rank": [1, None, 3, -4],
        "date": [dt.date(2025, 9, 2), None, dt.date(1970, 1, 1), dt.date(2026, 12, 31)],
        "counts": [True, None, False, True],
    }
)


def test_a_workbook_reads_back_as_it_was_written(tmp_path: Path) -> None:
    (tmp_path / "a.xlsx").write_bytes(workbook({"results": TABLE, "more & <more>": TABLE.head(1)}))
    read = pl.read_excel(tmp_path / "a.xlsx", sheet_id=0)
    assert_frame_equal(read["results"], TABLE)
    assert list(read) == ["results", "more & <more>"]


@settings(max_examples=by_night(25), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1).filter(str.strip), min_size=1))
def test_text_reads_back_whatever_it_says(tmp_path: Path, texts: list[str]) -> None:
    table = pl.DataFrame({"text": texts})
    (tmp_path / "a.xlsx").write_bytes(workbook({"sheet": table}))
    book = dict(parts(tmp_path / "a.xlsx"))
    shared = [text.text or "" for text in etree.fromstring(book["xl/sharedStrings.xml"]).iterfind("{*}si/{*}t")]
    cells = etree.fromstring(book["xl/worksheets/sheet1.xml"]).iterfind(".//{*}row/{*}c/{*}v")
    read = [shared[int(cell.text or "")] for cell in cells][1:]
    assert [re.sub("_x005F_", "_", text) for text in read] == [re.sub("_x005F_", "_", text) for text in texts]


def test_every_part_is_xml_and_no_cell_is_a_formula(tmp_path: Path) -> None:
    (tmp_path / "a.xlsx").write_bytes(workbook({"sheet": TABLE.with_columns(name=pl.lit("\x00\x07=1+1\ufffe"))}))
    for part in dict(parts(tmp_path / "a.xlsx")).values():
        assert not list(etree.fromstring(part).iterfind(".//{*}f"))


def test_an_empty_text_is_an_empty_cell_and_the_same_tables_give_the_same_bytes() -> None:
    made = workbook({"sheet": pl.DataFrame({"text": ["a", "", "\x07", None], "day": [dt.date(1890, 1, 1)] * 4})})
    as_well = pl.DataFrame({"text": ["a", None, None, None], "day": [dt.date(1890, 1, 1)] * 4})
    assert made == workbook({"sheet": as_well})
    assert pl.read_excel(made)["day"].to_list() == ["1890-01-01"] * 4


@pytest.mark.parametrize("text", ["x" * 40_000, "é" * 40_000])
def test_a_cell_holds_no_more_than_a_spreadsheet_allows(tmp_path: Path, text: str) -> None:
    (tmp_path / "a.xlsx").write_bytes(workbook({"sheet": pl.DataFrame({"text": [text]})}))
    assert pl.read_excel(tmp_path / "a.xlsx")["text"].item() == text[:32_767]


@pytest.fixture(scope="module")
def offered() -> dict[str, pl.DataFrame]:
    """Every table that a season can offer, without rows."""
    return to_download({**{f"report.{name}": table for name, table in report_tables(EMPTY).items()}, **EMPTY})


def test_every_column_has_words(offered: dict[str, pl.DataFrame]) -> None:
    listed = column_list(offered)
    assert listed.height == sum(len(table.columns) for table in offered.values()) > 1000
    assert listed.filter(pl.col("words").str.len_chars() < 8).is_empty()
    assert set(listed["type"]) == {"text", "number", "whole number", "true or false", "date", "time"}


def test_words_are_those_of_the_schema_or_of_the_page(offered: dict[str, pl.DataFrame]) -> None:
    said = {(table, column): (words, unit) for table, column, _, words, unit in column_list(offered).iter_rows()}
    assert said["rankings.backtest", "share"][0].endswith("0 to 1, not percent.")
    assert said["report.foretold", "share"][0].endswith("in percent.")
    assert said["report.session_results", "rank"][0].startswith("Place as text")
    assert said["scored.session_results", "rank"][0].startswith("Rank in the list, 1 the best")
    assert said["report.player_ranking", "ranking"][1] == "ranking points"
    assert said["report.at_the_table", "declarer_gained"][1] == "tricks a board"
    assert said["report.luck", "score"] == said["movements.luck", "score"]


def test_columns_of_the_pages_are_reported_in_their_language(offered: dict[str, pl.DataFrame]) -> None:
    of_pages = pl.col("table").str.starts_with("report.")
    english = column_list(offered)
    with speaking("nl"):
        dutch = column_list(offered)
    assert dutch.filter(~of_pages).equals(english.filter(~of_pages))
    assert dutch.select("table", "column").equals(english.select("table", "column"))
    said = {(table, column): rest for table, column, *rest in dutch.iter_rows()}
    of_ranking = ["getal", "Voortschrijdende ranking, in rankingpunten.", "rankingpunten"]
    assert said["report.player_ranking", "ranking"] == of_ranking
    same = dutch.filter(of_pages)["words"] == english.filter(of_pages)["words"]
    assert not same.any()


def test_a_page_of_columns_has_those_of_the_tables_that_pages_show(offered: dict[str, pl.DataFrame]) -> None:
    with speaking("nl"):
        columns = columns_of("report.luck", offered["report.luck"])
    assert [column.column for column in columns][:4] == ["session_id", "field", "line", "entrant"]
    assert {column.column: column.words for column in columns}["line"].startswith("Letter van de lijn")
    assert columns_of("raw.results", offered["raw.results"]) == []


def test_it_is_in_both_files(tmp_path: Path) -> None:
    shown = pl.DataFrame({"club": ["a"], "rank": ["1="], "ranking": [80.5]})
    tables = {"report.player_ranking": shown, "raw.players": pl.DataFrame({"club": ["a"], "name": ["Ann"]})}
    texts = {name: as_csv(table) for name, table in tables.items()}
    found = write_season_downloads("2025", tables, texts, Files(tmp_path))
    assert [row.table for row in found["tables"]] == [*tables]
    with zipfile.ZipFile(tmp_path / "2025.zip") as archive:
        assert archive.namelist() == ["report.player_ranking.csv", "raw.players.csv", f"{COLUMNS}.csv"]
        listed = pl.read_csv(archive.read(f"{COLUMNS}.csv"))
    assert listed.equals(column_list(tables))
    sheets = pl.read_excel(tmp_path / "2025.xlsx", sheet_id=0)
    assert list(sheets) == ["player_ranking", COLUMNS]
    assert sheets[COLUMNS]["column"].to_list() == ["club", "rank", "ranking"]
    assert set(sheets[COLUMNS]["table"]) == {"player_ranking"}
