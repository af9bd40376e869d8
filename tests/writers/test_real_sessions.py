"""Real sessions, written in each format and read again, are the same."""

from pathlib import Path

import pytest
from result_files import needs_real_data, real_files, real_reading
from writers.round_trips import FORMS, assert_comes_back, of_session

from pipelines.intake.writers import Form

SPIREN = real_files("pbn/spiren/*")
ALIKE = [path for number, path in enumerate(SPIREN) if number % 8]
FILES = [
    *real_files("usebio/*.xml"),
    *real_files("bws/*.bws"),
    *real_files("pbn/bridgekam/*"),
    *(pytest.param(path, marks=pytest.mark.nightly) if path in ALIKE else path for path in SPIREN),
]
"""Every session; those of the club of which there are many by night, but for every eighth."""


@pytest.mark.long
@needs_real_data
@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_a_real_session_comes_back_as_it_was(path: Path, form: Form) -> None:
    tables = real_reading(path).tables
    sessions = tables["sessions"]["session_id"].to_list()
    assert sessions
    for session_id in sessions:
        assert_comes_back(of_session(tables, session_id), form)


@needs_real_data
def test_a_usual_evening_needs_no_remark() -> None:
    from pipelines.intake.writers import written

    for path in real_files("usebio/*howell.xml"):
        tables = real_reading(path).tables
        assert b"<?barometer" not in written(tables, "usebio")
