from pathlib import Path

import polars as pl

from pipelines.reports.downloads import write_downloads
from pipelines.reports.files import Files

NAMES = ["=1+1", "+1", "-1", "@x", "\t=x", "\r=x", "a;=x", "plain", "a=b", None]


def test_only_text_that_looks_like_a_formula_gets_an_apostrophe(tmp_path: Path) -> None:
    table = pl.DataFrame({"club": "a", "name": NAMES, "change": [-1.5] * len(NAMES)})
    write_downloads({"report.players": table}, Files(tmp_path))
    read = pl.read_csv(tmp_path / "report.players.csv")
    assert read["name"].to_list() == ["'=1+1", "+1", "-1", "'@x", "\t'=x", "\r'=x", "a;'=x", "plain", "a=b", None]
    assert read["change"].to_list() == [-1.5] * len(NAMES)


def test_a_workbook_has_the_tables_of_its_schema_that_have_rows(tmp_path: Path) -> None:
    table = pl.DataFrame({"rank": [1, 2]})
    downloads = write_downloads(
        {"raw.ratings": table, "raw.games": table.clear(), "scored.results": table}, Files(tmp_path)
    )
    assert [(row.title, row.table, row.rows, row.csv, row.workbook) for row in downloads] == [
        ("Ratings from elsewhere", "raw.ratings", 2, "raw.ratings.csv", "raw.xlsx"),
        ("", "scored.results", 2, "scored.results.csv", "scored.xlsx"),
    ]
    assert {file.name for file in tmp_path.iterdir()} == {name for row in downloads for name in (row.csv, row.workbook)}


def test_the_longest_tables_are_in_no_workbook(tmp_path: Path) -> None:
    """150,000 and 50,001 rows are too many for one workbook, and each alone is not."""
    rows = pl.DataFrame({"rank": pl.int_range(150_000, eager=True)})
    long, short, other = write_downloads(
        {"raw.games": rows, "raw.players": rows.head(50_001), "scored.results": rows}, Files(tmp_path)
    )
    assert (long.workbook, short.workbook, other.workbook) == (None, "raw.xlsx", "scored.xlsx")
    assert (tmp_path / long.csv).read_text().count("\n") == 150_001
    assert list(pl.read_excel(tmp_path / "raw.xlsx", sheet_id=0)) == ["players"]


def test_nested_columns_stay_out(tmp_path: Path) -> None:
    table = pl.DataFrame({"names": ["Ann & Bob"], "players": [[{"player_id": "1"}]]})
    write_downloads({"report.pairs": table}, Files(tmp_path))
    assert pl.read_csv(tmp_path / "report.pairs.csv").columns == ["names"]
