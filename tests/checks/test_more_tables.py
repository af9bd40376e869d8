"""Teams of eight: a match at more than two tables is left out by name, and nothing else is."""

from typing import Any

import polars as pl
import pytest
from factories import competitions
from intake.evenings import Row, read

from transforms.checks import assemble

Table = tuple[str | None, str, str, int]
TABLES: list[Table] = [("1", "1", "2", 420), ("2", "2", "1", 170), ("3", "1", "2", 450), ("4", "2", "1", -50)]
"""Table, North-South, East-West, score."""


def lines(tables: list[Table], **others: Any) -> list[Row]:
    return [
        {"round": 1, "board": 1, "table": table, "ns": ns, "ew": ew, "score": score, **others}
        for table, ns, ew, score in tables
    ]


def assembled(*rows: Row, **others: list[Row]) -> tuple[dict[str, pl.DataFrame], list[tuple[str, str]]]:
    numbered = [{**row, "line_no": number} for number, row in enumerate(rows, start=2)]
    tables, findings = assemble(read(sessions=[{"kind": "teams"}], results=numbered, **others), competitions())
    about = findings.filter(pl.col("code") != "results.without_players")
    return tables, about.select("code", "message").rows()


def test_a_match_at_four_tables_is_left_out_and_says_what_to_give() -> None:
    tables, findings = assembled(*lines(TABLES), *lines(TABLES[:2], board=2))
    assert tables["results"].is_empty()
    assert findings == [
        (
            "results.left_out/more_than_two_tables",
            "teams 1 and 2 have this board at more than two tables, as teams of eight have; such a match is not scored"
            " from its boards, and its 6 rows are left out: give its result in a table matches (boards, imps or vp)",
        )
    ]


def test_tables_without_a_name_are_told_apart_by_their_results() -> None:
    tables, findings = assembled(*lines([(None, ns, ew, score) for _, ns, ew, score in TABLES]))
    assert (tables["results"].height, [code for code, _ in findings]) == (0, ["results.left_out/more_than_two_tables"])


@pytest.mark.parametrize("named", [True, False])
def test_a_file_with_its_results_twice_is_told_as_such(named: bool) -> None:
    twice: list[Table] = [(name if named else None, ns, ew, score) for name, ns, ew, score in 2 * TABLES[:2]]
    tables, findings = assembled(*lines(twice))
    assert tables["results"].height == 2
    assert {code for code, _ in findings} == {"results.seen_before"}


def test_another_match_of_the_session_stays() -> None:
    other = lines([("5", "3", "4", 420), ("6", "4", "3", 170)])
    tables, _ = assembled(*lines(TABLES), *other)
    assert tables["results"]["ns"].to_list() == ["3", "4"]


def test_the_result_of_the_match_may_be_given_instead() -> None:
    given = [
        {"round": 1, "line": "A", "team": "1", "opponent": "2", "boards": 1, "imps": 6.0, "line_no": 2},
        {"round": 1, "line": "A", "team": "2", "opponent": "1", "boards": 1, "imps": -6.0, "line_no": 3},
    ]
    tables, findings = assembled(*lines(TABLES), matches=given)
    assert tables["matches"]["imps"].to_list() == [6, -6]
    assert [code for code, _ in findings if code.startswith("results.more")] == ["results.left_out/more_than_two_tables"]
