"""An evening in several files: it is put together, and its own result list is compared with it."""

from pathlib import Path

import pytest
from club_folders import tables_of

CORPUS = Path(__file__).parents[1] / "fuzz" / "corpus"
DIFFERENCES = "scored.official_differences"


@pytest.mark.long
@pytest.mark.parametrize(("name", "pairs"), [("ffbridge", 4), ("bbo", 4), ("acbl_live", 4)])
def test_the_files_of_an_evening_are_one_session_and_agree(name: str, pairs: int) -> None:
    files = {f"evening/{path.name}": path.read_bytes() for path in (CORPUS / name).iterdir()}
    tables = tables_of(files, wanted=(DIFFERENCES,))
    assert set(tables["raw.findings"]["code"]) <= {"entries.not_two"}
    assert (tables["raw.sessions"].height, tables["raw.entries"].height) == (1, 2 * pairs)
    assert (tables["raw.official_results"].height, tables[DIFFERENCES].height) == (pairs, 0)
