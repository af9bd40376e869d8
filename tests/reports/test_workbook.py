import datetime as dt
import re
import zipfile
from pathlib import Path

import polars as pl
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from lxml import etree
from polars.testing import assert_frame_equal

from pipelines.reports.downloads import workbook

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


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1).filter(str.strip), min_size=1))
def test_text_reads_back_whatever_it_says(tmp_path: Path, texts: list[str]) -> None:
    table = pl.DataFrame({"text": texts})
    (tmp_path / "a.xlsx").write_bytes(workbook({"sheet": table}))
    book = parts(tmp_path / "a.xlsx")
    shared = [text.text or "" for text in etree.fromstring(book["xl/sharedStrings.xml"]).iterfind("{*}si/{*}t")]
    cells = etree.fromstring(book["xl/worksheets/sheet1.xml"]).iterfind(".//{*}row/{*}c/{*}v")
    read = [shared[int(cell.text or "")] for cell in cells][1:]
    assert [re.sub("_x005F_", "_", text) for text in read] == [re.sub("_x005F_", "_", text) for text in texts]


def test_every_part_is_xml_and_no_cell_is_a_formula(tmp_path: Path) -> None:
    (tmp_path / "a.xlsx").write_bytes(workbook({"sheet": TABLE.with_columns(name=pl.lit("\x00\x07=1+1\ufffe"))}))
    for part in parts(tmp_path / "a.xlsx").values():
        assert not list(etree.fromstring(part).iterfind(".//{*}f"))


def test_an_empty_text_is_an_empty_cell_and_the_same_tables_give_the_same_bytes() -> None:
    made = workbook({"sheet": pl.DataFrame({"text": ["a", "", "\x07", None], "day": [dt.date(1890, 1, 1)] * 4})})
    assert made == workbook(
        {"sheet": pl.DataFrame({"text": ["a", None, None, None], "day": [dt.date(1890, 1, 1)] * 4})}
    )
    assert pl.read_excel(made)["day"].to_list() == ["1890-01-01"] * 4


@pytest.mark.parametrize("text", ["x" * 40_000, "é" * 40_000])
def test_a_cell_holds_no_more_than_a_spreadsheet_allows(tmp_path: Path, text: str) -> None:
    (tmp_path / "a.xlsx").write_bytes(workbook({"sheet": pl.DataFrame({"text": [text]})}))
    assert pl.read_excel(tmp_path / "a.xlsx")["text"].item() == text[:32_767]


def parts(workbook: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(workbook) as archive:
        return {name: archive.read(name) for name in archive.namelist()}
