"""Dates in `[[session]]` of competition.toml that cannot be right: told there, and not at the file of the evening."""

import datetime as dt

import pytest
from intake.evenings import Row
from intake.handed_in import assembled, evening, folder

RIGHT, WRONG = dt.date(2025, 9, 9), dt.date(2062, 9, 9)
TOLD = ("file_id", "code", "field", "value")


def test_a_date_of_no_season_is_told_where_it_was_written() -> None:
    """It was told at line 1 of the file, with the advice to write a `[[session]]`."""
    tables, findings = assembled(folder(evening("a.pbn")), {"files": ["a.pbn"], "date": WRONG})
    assert findings.select(TOLD).rows() == [("competition.toml", "settings.date/no_season", "session.date", str(WRONG))]
    assert "gives session a this date" in findings["message"].item()
    assert tables["sessions"].is_empty()
    _, of_file = assembled(folder(evening("a.pbn", date=WRONG)), {"files": ["a.pbn"], "together": "A+B"})
    assert of_file.filter(file_id="a.pbn")["code"].to_list() == ["sessions.no_season"]


@pytest.mark.parametrize(
    ("named", "told"),
    [
        ({"files": ["a.pbn"], "date": dt.date(2025, 9, 10)}, ["settings.date/two"]),
        ({"session_id": "a", "date": dt.date(2025, 9, 10)}, ["settings.date/two"]),
        ({"session_id": "a", "date": RIGHT}, []),
        ({"session_id": "a"}, []),
    ],
)
def test_a_second_date_of_a_session_is_told_with_the_one_that_counts(named: Row, told: list[str]) -> None:
    """Nothing was said, and it counted for nothing."""
    tables, findings = assembled(folder(evening("a.pbn")), {"files": ["a.pbn"], "date": RIGHT}, named)
    assert findings["code"].to_list() == told
    assert all("gives session a the date 2025-09-09, which counts" in message for message in findings["message"])
    assert tables["sessions"]["date"].to_list() == [RIGHT]
