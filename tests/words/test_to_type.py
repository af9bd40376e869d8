"""Commands that messages tell to type can be copied: they name what is not usual, and nothing else."""

from pathlib import Path

import pytest

from pipelines.words.languages import speaking
from pipelines.words.plain_text import folder_word, to_type


@pytest.fixture(autouse=True)
def _usual_places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BAROMETER_WAREHOUSE", str(tmp_path / "usual.duckdb"))
    monkeypatch.setenv("BAROMETER_REPORTS", str(tmp_path / "reports"))
    monkeypatch.chdir(tmp_path)


def test_the_usual_places_are_left_out_however_they_are_written(tmp_path: Path) -> None:
    assert to_type("people", warehouse=tmp_path / "usual.duckdb", reports=None) == "barometer people"
    assert to_type("people", warehouse=Path("usual.duckdb"), reports=tmp_path / "reports") == "barometer people"


def test_other_places_are_named_and_what_has_blanks_stands_between_quotes() -> None:
    said = to_type("history", "Ann Ames", competition="club/monday", warehouse=Path("other.duckdb"), season=None)
    assert said == "barometer history 'Ann Ames' --competition club/monday --warehouse other.duckdb"


def test_what_is_to_be_filled_in_is_in_the_language_that_is_spoken() -> None:
    with speaking("nl"):
        assert to_type("build", folder_word()) == "barometer build MAP"
