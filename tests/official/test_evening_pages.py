"""An evening in several files: it is put together, and its own result list is compared with it."""

from pathlib import Path

import pytest
from club_folders import tables_of

CORPUS = Path(__file__).parents[1] / "fuzz" / "corpus"
DIFFERENCES = "scored.official_differences"
DATE = '[[session]]\nfiles = ["evening/H-wb-1.html"]\ndate = 2026-01-06\n'


@pytest.mark.long
@pytest.mark.parametrize(("name", "listed"), [("ffbridge", 4), ("bbo", 4), ("acbl_live", 4), ("jfr", 0)])
def test_the_files_of_an_evening_are_one_session_and_agree(name: str, listed: int) -> None:
    files = {f"evening/{path.name}": path.read_bytes() for path in (CORPUS / name).iterdir()}
    tables = tables_of(files, DATE if name == "jfr" else "", wanted=(DIFFERENCES,))
    assert set(tables["raw.findings"]["code"]) <= {"entries.not_two"}
    assert (tables["raw.sessions"].height, tables["raw.entries"].height) == (1, 8)
    assert (tables["raw.official_results"].height, tables[DIFFERENCES].height) == (listed, 0)
