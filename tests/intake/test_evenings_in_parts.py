"""Evenings that are in two files."""

import datetime as dt
from typing import Any

import polars as pl
import pytest
from factories import Tables
from intake.evenings import Row
from intake.handed_in import (
    OTHER,
    assembled,
    codes,
    evening,
    folder,
    lines,
    sessions,
)

# --- two files that are one evening -------------------------------------------------------------


def sections(**given: Any) -> Tables:
    """Sections in two files, both with line A, with numbers that both have, and all that goes with a session."""
    other = lines({(board, "1"): 90 for board in range(1, 9)})
    one, two = evening("a.pbn"), evening("b.pbn", people="ijklmnop", results=other, **given)
    of_b = {"session_id": "b", "file_id": "b.pbn"}
    return folder(
        one,
        two,
        official_results=[{"session_id": "a", "file_id": "a.pbn", "entrant": "1"}, {**of_b, "entrant": "1"}],
        adjustments=[{**of_b, "entrant": "1", "amount": -5.0, "unit": "points"}],
        stated=[
            {**of_b, "what": "sections", "value": 1},
            {"session_id": "a", "file_id": "a.pbn", "what": "sections", "value": 1},
        ],
        awards=[{**of_b, "scheme": "tbf", "line": "A", "entrant": "1", "points": 1.0}],
    )


@pytest.mark.parametrize("session", [None, "tuesday"])
def test_files_that_are_one_evening_are_one_session_with_lines_of_their_own(session: str | None) -> None:
    tables, findings = assembled(sections(), {"files": ["a.pbn", "b.pbn"], "session_id": session})
    assert findings.is_empty()
    assert sessions(tables) == [(session or "a", "a.pbn")]
    at = pl.col("line").unique().sort().str.join("")
    for name in ("entries", "results", "official_results"):
        assert tables[name].group_by("file_id").agg(at).sort("file_id").rows() == [("a.pbn", "A"), ("b.pbn", "B")]
        assert set(tables[name]["session_id"]) == {session or "a"}
    assert [tables[name]["line"].to_list() for name in ("adjustments", "awards")] == [["B"]] * 2
    assert tables["stated"].height == 2
    assert tables["session_settings"]["session_id"].to_list() == [session or "a"]


ONE = {"files": ["a.pbn", "b.pbn"]}


@pytest.mark.parametrize(
    ("session", "named", "expected"),
    [
        (ONE, {"together": "A+B"}, ["A+B"]),
        ({"files": ["b.pbn"]}, {"together": "A+C"}, [None, "A+C"]),
        ({"session_id": "a", "files": []}, {"together": "A+C;B+D"}, ["A+C;B+D", None]),
        (ONE, {}, [None]),
    ],
)
def test_lines_of_an_evening_are_one_field_where_that_is_settled(session: Row, named: Row, expected: list[Any]) -> None:
    tables, _ = assembled(sections(), {**session, **named})
    assert tables["sessions"].sort("session_id")["together"].to_list() == expected


def test_what_is_settled_of_fields_counts_before_what_a_file_says() -> None:
    tables, _ = assembled(sections(together="A+C"), {**ONE, "together": "A+B"})
    assert tables["sessions"]["together"].to_list() == ["A+B"]


def test_matches_of_teams_go_with_their_line() -> None:
    def of(file: str) -> dict[str, list[Row]]:
        row = {"session_id": file, "file_id": f"{file}.pbn", "round": 1, "boards": 8}
        sides = [("1", "2", 13.0 if file == "a" else 2.0), ("2", "1", -13.0 if file == "a" else -2.0)]
        return {"matches": [{**row, "team": own, "opponent": other, "imps": imps} for own, other, imps in sides]}

    raw = folder(
        *({**evening(f"{file}.pbn", people="", kind="teams", results=[]), **of(file)} for file in "ab"),
    )
    tables, _ = assembled(raw, {"files": ["a.pbn", "b.pbn"]})
    assert tables["matches"].select("file_id", "line").unique().sort("file_id").rows() == [
        ("a.pbn", "A"),
        ("b.pbn", "B"),
    ]


def test_files_in_another_order_have_other_letters() -> None:
    tables, _ = assembled(sections(), {"files": ["b.pbn", "a.pbn"]})
    assert sessions(tables) == [("b", "b.pbn")]
    assert set(tables["results"].filter(file_id="a.pbn")["line"]) == {"B"}


def test_letters_that_do_not_clash_stay_and_groups_go_with_their_lines() -> None:
    one = folder(
        evening("a.pbn", together="A+B"),
        evening("a.pbn", people="qrstuvwx", line="B"),
        evening("b.pbn", people="ijklmnop", together="A+D"),
        evening("b.pbn", people="12345678", line="D"),
    )
    one["sessions"] = one["sessions"].filter(pl.col("together").is_not_null())
    tables, findings = assembled(one, {"files": ["a.pbn", "b.pbn"]})
    assert tables["sessions"]["together"].to_list() == ["A+B;C+D"]
    assert findings.is_empty()
    assert tables["results"].group_by("file_id").agg(pl.col("line").unique().sort()).sort("file_id")[
        "line"
    ].to_list() == [
        ["A", "B"],
        ["C", "D"],
    ]


@pytest.mark.parametrize(
    ("unlike", "what"),
    [({"kind": "butler"}, "kind"), ({"winners": 2}, "winners"), ({"date": dt.date(2025, 9, 9)}, "date")],
)
def test_files_that_cannot_be_one_evening_stay_apart(unlike: Row, what: str) -> None:
    tables, findings = assembled(sections(**unlike), {"files": ["a.pbn", "b.pbn"]})
    assert tables["sessions"].height == 2
    told = findings.filter(code="settings.parts/differ")
    assert told.select("file_id", "severity", "value").rows() == [("competition.toml", "error", "a.pbn, b.pbn")]
    assert f"differ in {what}" in told["message"].item()


def test_a_part_without_a_date_takes_that_of_the_other() -> None:
    tables, findings = assembled(sections(date=None), {"files": ["a.pbn", "b.pbn"]})
    assert (tables["sessions"].height, findings.height) == (1, 0)


def test_a_file_is_part_of_one_evening_only() -> None:
    raw = folder(sections_of("a", "abcdefgh"), sections_of("b", "ijklmnop"), sections_of("c", "qrstuvwx"))
    tables, findings = assembled(raw, {"files": ["a.pbn", "b.pbn"]}, {"files": ["b.pbn", "c.pbn"], "keep_both": True})
    assert sessions(tables) == [("a", "a.pbn"), ("c", "c.pbn")]
    assert codes(findings) == ["settings.parts/of_two"]


def sections_of(name: str, people: str) -> dict[str, list[Row]]:
    shift: dict[tuple[int, str], int] = {
        (board, ns): 100 * board + 10 * ord(name) for board in range(1, 9) for ns in "13"
    }
    return evening(f"{name}.pbn", people=people, results=lines(shift))


def test_an_id_that_another_session_has_is_not_given_to_files() -> None:
    raw = folder(evening("a.pbn"), evening("b.pbn", date=dt.date(2025, 9, 9), results=lines(OTHER)))
    tables, findings = assembled(raw, {"files": ["a.pbn"], "session_id": "b"})
    assert sessions(tables) == [("a", "a.pbn"), ("b", "b.pbn")]
    assert codes(findings) == ["settings.parts/id_taken"]


def test_two_files_that_fit_are_told_until_it_is_settled() -> None:
    raw = folder(sections_of("a", "abcdefgh"), sections_of("b", "ijklmnop"))
    _, findings = assembled(raw)
    assert findings.select("file_id", "severity", "code").rows() == [("b.pbn", "warning", "evenings.in_parts/sections")]
    assert '[[session]], and below it files = ["a.pbn", "b.pbn"]' in findings["message"].item()
    assert assembled(raw, {"files": ["b.pbn"], "keep_both": True})[1].is_empty()
    assert assembled(raw, {"files": ["a.pbn", "b.pbn"]})[1].is_empty()


# --- one of the files is corrected --------------------------------------------------------------


OF_B = lines({(board, ns): 90 + board for board in range(1, 9) for ns in "13"})


def with_correction(**given: Any) -> Tables:
    """Sections A and B in two files, and section A again with one other score."""
    return folder(
        evening("A.pbn"),
        evening("B.pbn", people="ijklmnop", results=OF_B),
        evening("A (1).pbn", results=lines({(1, "1"): 90}), **given),
    )


JOINED = {"files": ["A.pbn", "B.pbn"], "session_id": "tuesday"}


def test_a_correction_that_supersedes_one_of_the_files_takes_its_place() -> None:
    """The results of the other file counted no more, and nothing was said."""
    tables, findings = assembled(with_correction(), JOINED, {"files": ["A (1).pbn"], "supersedes": ["A.pbn"]})
    assert findings.is_empty()
    assert sessions(tables) == [("tuesday", "A (1).pbn")]
    counted = tables["results"].group_by("file_id").len().sort("file_id").rows()
    assert counted == [("A (1).pbn", 16), ("B.pbn", 16)]


def test_a_correction_that_lacks_boards_of_its_file_is_told_what_it_lost() -> None:
    """Pairs of section B, of the same numbers, stood in for those of section A, and six results went in silence."""
    raw = folder(
        evening("A.pbn"),
        evening("B.pbn", people="ijklmnop", results=OF_B),
        evening("A (1).pbn", results=lines(boards=range(1, 6))),
    )
    tables, findings = assembled(raw, JOINED, {"files": ["A (1).pbn"], "supersedes": ["A.pbn"]})
    assert tables["results"].filter(file_id="A (1).pbn").height == 10
    assert findings.select("file_id", "severity", "code").rows() == [("A.pbn", "warning", "settings.supersedes/more")]
    message = findings["message"].item()
    assert (
        "A (1).pbn supersedes this session, but results of A.pbn, of line A, are not there and do not count (6 of 16)"
        in message
    )
    assert 'files = ["A (1).pbn", "B.pbn", "A.pbn"]' in message


def test_a_correction_of_a_correction_takes_its_place_and_the_other_file_still_counts() -> None:
    """Only one step was followed: all results of the other section stopped counting."""
    raw = folder(
        evening("A.pbn"),
        evening("B.pbn", people="ijklmnop", results=OF_B),
        *(evening(f"A ({n}).pbn", results=lines({(1, "1"): 80 + n})) for n in (1, 2, 3)),
    )
    corrections = [
        {"files": [f"A ({n}).pbn"], "supersedes": [before]}
        for n, before in enumerate(("A.pbn", "A (1).pbn", "A (2).pbn"), start=1)
    ]
    for settled in (corrections, corrections[::-1]):
        tables, findings = assembled(raw, JOINED, *settled)
        assert findings.is_empty()
        assert sessions(tables) == [("tuesday", "A (3).pbn")]
        assert tables["results"].group_by("file_id").len().sort("file_id").rows() == [("A (3).pbn", 16), ("B.pbn", 16)]


def test_what_the_last_of_several_corrections_lacks_is_told_of_each_before() -> None:
    raw = folder(
        evening("A.pbn"),
        evening("B.pbn", people="ijklmnop", results=OF_B),
        evening("A (1).pbn", results=lines({(1, "1"): 90})),
        evening("A (2).pbn", results=lines(boards=range(1, 6))),
    )
    corrections = [
        {"files": ["A (1).pbn"], "supersedes": ["A.pbn"]},
        {"files": ["A (2).pbn"], "supersedes": ["A (1).pbn"]},
    ]
    _, findings = assembled(raw, JOINED, *corrections)
    told = findings.select("file_id", "code").rows()
    assert told == [(file, "settings.supersedes/more") for file in ("A (1).pbn", "A.pbn")]


def test_corrections_in_a_circle_replace_no_part_of_an_evening() -> None:
    circle = {"files": ["A.pbn"], "supersedes": ["A (1).pbn"]}
    tables, findings = assembled(with_correction(), JOINED, {"files": ["A (1).pbn"], "supersedes": ["A.pbn"]}, circle)
    assert set(tables["results"]["file_id"]) == {"A.pbn", "B.pbn", "A (1).pbn"}
    assert set(codes(findings)) == {"settings.supersedes/circle"}


def test_what_supersedes_all_files_of_an_evening_is_told_what_it_does_not_hold() -> None:
    settled = {"files": ["A (1).pbn"], "supersedes": ["A.pbn", "B.pbn"]}
    tables, findings = assembled(with_correction(), JOINED, settled)
    assert set(tables["results"]["file_id"]) == {"A (1).pbn"}
    (message,) = findings.filter(code="settings.supersedes/more")["message"]
    assert "results of B.pbn, of line A, are not there and do not count (16 of 16)" in message
    assert '[[session]], and below it files = ["A (1).pbn", "B.pbn"]' in message


@pytest.mark.parametrize("settled", [{"session_id": "tuesday", "accept": "r"}, {"session_id": "tuesday"}])
def test_an_evening_can_be_named_by_the_id_that_its_files_are_given(settled: Row) -> None:
    """There was "no such session" by this id, and what was settled under it held nevertheless."""
    raw = folder(evening("A.pbn"), evening("B.pbn", people="ijklmnop", results=OF_B))
    for order in ([JOINED, settled], [settled, JOINED]):
        tables, findings = assembled(raw, *order)
        assert findings.is_empty()
        assert sessions(tables) == [("tuesday", "A.pbn")]
        assert set(tables["session_settings"]["session_id"]) == {"tuesday"}


def test_all_files_of_an_evening_are_superseded_by_its_given_id() -> None:
    raw = folder(
        evening("A.pbn"),
        evening("B.pbn", people="ijklmnop", results=OF_B),
        evening("all.pbn", results=lines({(1, "1"): 90})),
        evening("all.pbn", people="ijklmnop", results=OF_B, line="B"),
    )
    raw["sessions"] = raw["sessions"].unique(["file_id"], keep="first", maintain_order=True)
    tables, findings = assembled(raw, JOINED, {"files": ["all.pbn"], "supersedes": ["tuesday"]})
    assert findings.is_empty()
    assert set(tables["results"]["file_id"]) == {"all.pbn"}


def test_a_date_for_a_given_id_is_that_of_all_its_files() -> None:
    raw = folder(evening("A.pbn"), evening("B.pbn", people="ijklmnop", results=OF_B))
    other = dt.date(2025, 9, 9)
    tables, findings = assembled(raw, JOINED, {"session_id": "tuesday", "date": other})
    assert findings.is_empty()
    assert tables["sessions"].select("session_id", "date").rows() == [("tuesday", other)]


def test_an_id_that_two_give_is_nobodys_and_the_nearest_given_id_is_named() -> None:
    raw = folder(evening("A.pbn"), evening("B.pbn", people="ijklmnop", results=OF_B))
    _, findings = assembled(raw, JOINED, {"session_id": "tusday", "keep_both": True})
    assert "nearest: tuesday" in findings.filter(code="settings.no_session/nearest")["message"].item()
    twice = [{"files": [f"{name}.pbn"], "session_id": "tuesday"} for name in "AB"]
    _, findings = assembled(raw, *twice, {"session_id": "tuesday", "accept": "r"})
    assert "settings.no_session/nearest" in codes(findings)


@pytest.mark.parametrize("minutes", [(1, 2, 3), (2, 1, 3), (2, 3, 1), (1, 1, 1)])
def test_an_unsettled_correction_of_one_file_takes_no_other_file_with_it(minutes: tuple[int, int, int]) -> None:
    """It replaced both, or lost against both by a time that was not its own; the way out was not named."""
    one, other, corrected = minutes
    tables, findings = assembled(with_correction(), JOINED, **{"A": one, "B": other, "A (1)": corrected})
    assert set(tables["results"]["file_id"]) == {"A.pbn", "B.pbn"}
    assert findings.select("file_id", "severity", "code").rows() == [
        ("A (1).pbn", "error", "evenings.lines_lost/corrects_part")
    ]
    message = findings["message"].item()
    assert "a correction of a file of one evening (A.pbn, B.pbn)" in message


def test_a_newer_export_of_all_files_replaces_them() -> None:
    raw = folder(
        evening("A.pbn"),
        evening("B.pbn", people="ijklmnop", results=OF_B),
        evening("all.pbn", results=lines({(1, "1"): 90})),
        evening("all.pbn", people="ijklmnop", results=OF_B, line="B"),
    )
    raw["sessions"] = raw["sessions"].unique(["file_id"], keep="first", maintain_order=True)
    tables, findings = assembled(raw, JOINED, **{"A": 1, "B": 1, "all": 2})
    assert set(tables["results"]["file_id"]) == {"all.pbn"}
    told = findings.select("file_id", "code").rows()
    assert told == [("A.pbn", "evenings.twice"), ("B.pbn", "evenings.twice")], "each file is named, none is lost"
    assert all('files = ["A.pbn", "B.pbn"]' in message for message in findings["message"])
