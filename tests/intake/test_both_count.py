"""Sessions that both count, though results are in both or the director said two things."""

import datetime as dt

import pytest
from intake.evenings import Row
from intake.handed_in import OTHER, assembled, evening, folder, lines


def test_a_corrected_date_under_the_same_name_is_told() -> None:
    later = dt.date(2025, 9, 9)
    raw = folder(evening("monday.pbn"), evening("monday_v2.pbn", date=later))
    tables, findings = assembled(raw)
    assert tables["sessions"].height == 2
    assert findings.select("file_id", "severity", "code").rows() == [
        ("monday_v2.pbn", "warning", "evenings.both_count/two_dates")
    ]
    assert "monday.pbn of 2025-09-02 has 16 of these results, by the same pairs" in findings["message"].item()
    assert assembled(raw, {"files": ["monday_v2.pbn"], "keep_both": True})[1].is_empty()


@pytest.mark.parametrize("scores", [{}, {(1, "1"): 620, (2, "1"): -50}])
def test_the_same_results_under_another_date_and_another_name_are_told(scores: dict[tuple[int, str], int]) -> None:
    """A folder was copied from the week before and given a new date, and the results were forgotten."""
    other = evening("export.pbn", date=dt.date(2025, 9, 16), results=lines(scores))
    raw = folder(evening("monday.pbn"), other, evening("other.pbn", date=dt.date(2025, 9, 9), results=lines(OTHER)))
    tables, findings = assembled(raw)
    assert tables["sessions"].height == 3
    [told] = findings.filter(code="evenings.both_count/two_dates")["file_id"].to_list()
    assert told in {"monday.pbn", "export.pbn"}
    assert assembled(raw, {"files": [told], "keep_both": True})[1].is_empty()


def test_another_evening_of_the_same_people_under_the_same_name_is_no_doubt() -> None:
    raw = folder(evening("x/1.pbn"), evening("x/1 (1).pbn", date=dt.date(2025, 9, 9), results=lines(OTHER)))
    assert assembled(raw)[1].is_empty()


def test_boards_in_two_files_of_one_evening_are_told_as_counting_twice() -> None:
    raw = folder(
        evening("first.pbn", results=lines(boards=range(1, 6))),
        evening("second.pbn", results=lines(boards=range(4, 9))),
    )
    tables, findings = assembled(raw)
    assert tables["results"].height == 20
    assert findings.select("severity", "code").rows() == [("warning", "evenings.both_count/overlapping")]
    assert "4 results of first.pbn, of the same date and people, are here too" in findings["message"].item()


@pytest.mark.parametrize(
    "given",
    [
        [{"files": ["b.pbn"], "supersedes": ["a.pbn"], "keep_both": True}],
        [{"files": ["b.pbn"], "supersedes": ["a.pbn"]}, {"files": ["a.pbn"], "keep_both": True}],
    ],
)
def test_keep_both_beside_supersedes_is_a_contradiction(given: list[Row]) -> None:
    tables, findings = assembled(folder(evening("a.pbn"), evening("b.pbn")), *given)
    assert tables["sessions"]["file_id"].to_list() == ["b.pbn"]
    assert findings.select("file_id", "severity", "code").rows() == [
        ("competition.toml", "warning", "settings.supersedes/keep_both")
    ]
