"""Evenings that are in several files: sections, halves, and corrections of one of the files."""

import datetime as dt
import itertools
from typing import Any

import polars as pl
import pytest
from factories import Tables
from intake.evenings import OTHER, Row, codes, evening, folder, lines, placed, sessions

from transforms.intake.evenings.parts import seated_on

Handed = dict[str, list[Row]]
LATER = dt.date(2025, 9, 9)
ONE = {"files": ["a.pbn", "b.pbn"]}
WED = {"files": ["wed 1.pbn", "wed 2.pbn"]}


def sections(**given: Any) -> Tables:
    other = lines({(board, "1"): 90 for board in range(1, 9)})
    of_a, of_b = ({"session_id": name, "file_id": f"{name}.pbn"} for name in "ab")
    return folder(
        evening("a.pbn"),
        evening("b.pbn", people="ijklmnop", results=other, **given),
        official_results=[{**of, "entrant": "1"} for of in (of_a, of_b)],
        adjustments=[{**of_b, "entrant": "1", "amount": -5.0, "unit": "points"}],
        stated=[{**of, "what": "sections", "value": 1} for of in (of_b, of_a)],
        awards=[{**of_b, "scheme": "tbf", "line": "A", "entrant": "1", "points": 1.0}],
    )


def section(name: str, people: str) -> Handed:
    shift: dict[tuple[int, str], int] = {
        (board, ns): 100 * board + 10 * ord(name) for board in range(1, 9) for ns in "13"
    }
    return evening(f"{name}.pbn", people=people, results=lines(shift))


@pytest.mark.parametrize("session", [None, "tuesday"])
def test_files_that_are_one_evening_are_one_session_with_lines_of_their_own(session: str | None) -> None:
    tables, findings = placed(sections(), {**ONE, "session_id": session})
    assert (sessions(tables), findings.height) == ([(session or "a", "a.pbn")], 0)
    at = pl.col("line").unique().sort().str.join("")
    for name in ("entries", "results", "official_results"):
        assert tables[name].group_by("file_id").agg(at).sort("file_id").rows() == [("a.pbn", "A"), ("b.pbn", "B")]
        assert set(tables[name]["session_id"]) == {session or "a"}
    assert [tables[name]["line"].to_list() for name in ("adjustments", "awards")] == [["B"]] * 2
    assert tables["stated"].height == 2
    assert tables["session_settings"]["session_id"].to_list() == [session or "a"]


@pytest.mark.parametrize(
    ("settled", "by_file", "expected"),
    [
        ({**ONE, "together": "A+B"}, None, ["A+B"]),
        ({"files": ["b.pbn"], "together": "A+C"}, None, [None, "A+C"]),
        ({"session_id": "a", "files": [], "together": "A+C;B+D"}, None, ["A+C;B+D", None]),
        (ONE, None, [None]),
        ({**ONE, "together": "A+B"}, "A+C", ["A+B"]),
    ],
)
def test_lines_of_an_evening_are_one_field_where_that_is_settled(
    settled: Row, by_file: str | None, expected: list[Any]
) -> None:
    tables, _ = placed(sections(together=by_file), settled)
    assert tables["sessions"].sort("session_id")["together"].to_list() == expected


def test_matches_of_teams_go_with_their_line() -> None:
    def of(file: str, imps: float) -> Handed:
        row = {"session_id": file, "file_id": f"{file}.pbn", "round": 1, "boards": 8}
        sides = [("1", "2", imps), ("2", "1", -imps)]
        matches = [{**row, "team": own, "opponent": other, "imps": points} for own, other, points in sides]
        return {**evening(f"{file}.pbn", people="", kind="teams", results=[]), "matches": matches}

    tables, _ = placed(folder(of("a", 13.0), of("b", 2.0)), ONE)
    lines_of = tables["matches"].select("file_id", "line").unique().sort("file_id").rows()
    assert lines_of == [("a.pbn", "A"), ("b.pbn", "B")]


def test_files_in_another_order_have_other_letters() -> None:
    tables, _ = placed(sections(), {"files": ["b.pbn", "a.pbn"]})
    assert sessions(tables) == [("b", "b.pbn")]
    assert set(tables["results"].filter(file_id="a.pbn")["line"]) == {"B"}


def test_letters_that_do_not_clash_stay_and_groups_go_with_their_lines() -> None:
    raw = folder(
        evening("a.pbn", together="A+B"),
        evening("a.pbn", people="qrstuvwx", line="B"),
        evening("b.pbn", people="ijklmnop", together="A+D"),
        evening("b.pbn", people="12345678", line="D"),
    )
    raw["sessions"] = raw["sessions"].drop_nulls("together")
    tables, findings = placed(raw, ONE)
    assert (tables["sessions"]["together"].to_list(), findings.height) == (["A+B;C+D"], 0)
    letters = tables["results"].group_by("file_id").agg(pl.col("line").unique().sort()).sort("file_id")
    assert letters["line"].to_list() == [["A", "B"], ["C", "D"]]


@pytest.mark.parametrize(
    ("unlike", "what"), [({"kind": "butler"}, "kind"), ({"winners": 2}, "winners"), ({"date": LATER}, "date")]
)
def test_files_that_cannot_be_one_evening_stay_apart(unlike: Row, what: str) -> None:
    tables, findings = placed(sections(**unlike), ONE)
    assert tables["sessions"].height == 2
    apart = findings.filter(code="settings.parts/differ")
    assert apart.select("file_id", "severity", "value").rows() == [("competition.toml", "error", "a.pbn, b.pbn")]
    assert f"differ in {what}" in apart["message"].item()


def test_a_part_without_a_date_takes_that_of_the_other() -> None:
    tables, findings = placed(sections(date=None), ONE)
    assert (tables["sessions"].height, findings.height) == (1, 0)


def test_a_file_is_part_of_one_evening_only() -> None:
    raw = folder(section("a", "abcdefgh"), section("b", "ijklmnop"), section("c", "qrstuvwx"))
    tables, findings = placed(raw, ONE, {"files": ["b.pbn", "c.pbn"], "keep_both": True})
    assert (sessions(tables), codes(findings)) == ([("a", "a.pbn"), ("c", "c.pbn")], ["settings.parts/of_two"])


def test_a_file_that_is_part_of_another_evening_replaces_nothing_in_its_own() -> None:
    raw = folder(section("a", "abcdefgh"), section("b", "ijklmnop"), section("c", "ijklmnop"))
    tables, findings = placed(raw, ONE, {"files": ["c.pbn", "a.pbn"], "supersedes": ["b.pbn"]})
    assert codes(findings) == ["settings.parts/of_two"]
    assert set(tables["results"]["file_id"]) == {"a.pbn", "c.pbn"}


def test_an_id_that_another_session_has_is_not_given_to_files() -> None:
    raw = folder(evening("a.pbn"), evening("b.pbn", date=LATER, results=lines(OTHER)))
    tables, findings = placed(raw, {"files": ["a.pbn"], "session_id": "b"})
    assert (sessions(tables), codes(findings)) == ([("a", "a.pbn"), ("b", "b.pbn")], ["settings.parts/id_taken"])


def test_an_id_in_the_place_of_a_file_is_reported_with_what_it_is() -> None:
    _, findings = placed(sections(), {"files": ["a", "b"]})
    found = findings.filter(code="settings.no_session/id_among_files")
    assert found["value"].to_list() == ["a", "b"]
    assert "write what holds it (a.pbn)" in found["message"][0]
    _, findings = placed(sections(), {"files": ["a.pbn"], "session_id": "first"}, {"files": ["first", "b.pbn"]})
    assert "write what holds it (a.pbn)" in findings.filter(code="settings.no_session/id_among_files")["message"].item()


@pytest.mark.parametrize(
    ("raw", "kind", "named"),
    [
        (folder(section("a", "abcdefgh"), section("b", "ijklmnop")), "sections", ONE),
        (
            folder(
                evening("wed 1.pbn", results=lines(boards=range(1, 5))),
                evening("wed 2.pbn", results=lines(boards=range(5, 9))),
            ),
            "halves",
            WED,
        ),
    ],
    ids=["sections", "halves"],
)
def test_two_files_that_fit_are_reported_until_it_is_settled(raw: Tables, kind: str, named: Row) -> None:
    _, findings = placed(raw)
    one, other = named["files"]
    assert findings.select("file_id", "severity", "code").rows() == [(other, "warning", f"evenings.in_parts/{kind}")]
    assert f'[[session]], and below it files = ["{one}", "{other}"]' in findings["message"].item()
    assert placed(raw, {"files": [other], "keep_both": True})[1].is_empty()
    assert placed(raw, named)[1].is_empty()


def halves(people: str = "abcdefgh", second: range = range(5, 9), **others: list[Row]) -> Tables:
    first = evening("wed 1.pbn", results=lines(boards=range(1, 5)))
    return folder(first, evening("wed 2.pbn", people=people, results=lines(boards=second)), **others)


@pytest.mark.parametrize(
    ("people", "letters", "seated", "found"),
    [
        ("abcdefgh", {"A"}, 8, []),
        ("", {"A"}, 8, []),
        ("xbcdefgh", {"A"}, 9, []),
        ("ijklmnop", {"A", "B"}, 16, []),
        ("abcdexyz", {"A"}, 11, ["evenings.in_parts/other_pair"]),
    ],
    ids=["the same", "nobody", "one more player", "others", "another pair"],
)
def test_pairs_play_on_in_their_line(people: str, letters: set[str], seated: int, found: list[str]) -> None:
    tables, findings = placed(halves(people), WED)
    assert (set(tables["results"]["line"]), tables["results"].height) == (letters, 16)
    assert (tables["sessions"].height, codes(findings)) == (1, found)
    assert seated_on(tables["entries"].lazy()).collect().height == seated


def seats(tables: Tables, entrant: str) -> list[str]:
    return tables["entries"].filter(entrant=entrant)["player_id"].unique().sort().to_list()


def test_who_comes_for_the_second_half_is_of_the_pair_and_another_pair_has_a_free_number() -> None:
    assert seats(placed(halves("xbcdefgh"), WED)[0], "1") == ["a", "b", "x"]
    tables, _ = placed(halves("abcdexyz"), WED)
    assert (seats(tables, "5"), seats(tables, "3")) == (["y", "z"], ["e", "f", "x"])


def test_two_whole_evenings_of_a_date_are_no_halves() -> None:
    first = evening("day.pbn")["results"][0]
    day, night = (
        evening(f"{name}.pbn", results=[{**first, "board": board} for board in range(start, start + 24)])
        for name, start in (("day", 1), ("night", 31))
    )
    assert "evenings.in_parts/halves" not in codes(placed(folder(day, night))[1])


def test_official_results_of_halves_are_left_out_and_reported_but_guests_were_there() -> None:
    of = [{"session_id": f"wed {half}", "file_id": f"wed {half}.pbn"} for half in (1, 2)]
    official = [{**one, "entrant": str(pair), "line_no": 50 + pair, "points": 9.0} for one in of for pair in (1, 2)]
    tables, findings = placed(halves(official_results=official), WED)
    listed = tables["official_results"].select("entrant", "points", "score", "rank", "penalty")
    assert listed.rows() == [("1", None, None, None, None), ("2", None, None, None, None)], "they were there"
    found = findings.select("file_id", "line_no", "code").rows()
    assert found == [(f"wed {half}.pbn", 51, "evenings.in_parts/official") for half in (1, 2)]
    guests = [{**one, "entrant": "7", "line_no": 60} for one in of]
    tables, findings = placed(halves(official_results=guests), WED)
    assert tables["official_results"].select("line", "entrant", "file_id").rows() == [("A", "7", "wed 1.pbn")]
    assert findings.is_empty()


def renumbered(numbers: dict[str, str]) -> Handed:
    second = evening("wed 2.pbn", results=lines(boards=range(5, 9)))
    for row in (*second["entries"], *second["results"]):
        row |= {side: numbers.get(row[side], row[side]) for side in ("ns", "ew", "entrant") if side in row}
    return second


FIRST_HALF = evening("wed 1.pbn", results=lines(boards=range(1, 5)))


@pytest.mark.parametrize("numbers", [{"1": "3", "3": "1"}, {"1": "11", "2": "12", "3": "13", "4": "14"}])
def test_pairs_who_play_on_under_other_numbers_keep_the_first(numbers: dict[str, str]) -> None:
    raw = folder(FIRST_HALF, renumbered(numbers))
    assert codes(placed(raw)[1]) == ["evenings.in_parts/halves"]
    (tables, findings), (plain, _) = placed(raw, WED), placed(halves(), WED)
    assert findings.is_empty()
    for name, columns in (("results", ["line", "board", "ns", "ew", "score"]), ("entries", ["entrant", "player_id"])):
        assert tables[name].select(columns).sort(columns).equals(plain[name].select(columns).sort(columns))


def test_strangers_with_the_number_of_a_pair_who_plays_on_get_a_free_one() -> None:
    second = renumbered({"1": "9", "2": "1"})
    for row in second["entries"]:
        row["player_id"] += "x" if row["entrant"] == "1" else ""
    tables, findings = placed(folder(FIRST_HALF, second), WED)
    assert set(tables["results"]["line"]) == {"A"}
    assert tables["entries"].filter(pl.col("player_id").str.contains("x"))["entrant"].to_list() == ["10", "10"]
    assert findings.select("file_id", "code", "value").rows() == [("wed 2.pbn", "evenings.in_parts/other_pair", "1")]


def test_a_pair_with_another_number_and_one_name_misspelt_plays_on() -> None:
    second = renumbered({str(pair): str(pair + 10) for pair in range(1, 5)})
    for row in second["entries"]:
        row["player_id"] = row["player_id"].replace("c", "cc")
    tables, _ = placed(folder(FIRST_HALF, second), WED)
    assert (set(tables["results"]["line"]), seats(tables, "2")) == ({"A"}, ["c", "cc", "d"])


def test_a_board_that_pairs_play_in_both_halves_is_named() -> None:
    _, findings = placed(halves(second=range(4, 9)), WED)
    [found] = findings.filter(code="evenings.in_parts/board_again").rows(named=True)
    assert (found["file_id"], found["value"]) == ("wed 2.pbn", "4")


def test_the_board_at_the_break_may_be_in_both_halves() -> None:
    first = [row for row in lines(boards=range(1, 6)) if row["board"] < 5 or row["ns"] == "1"]
    second = [row for row in lines(boards=range(5, 9)) if row["board"] > 5 or row["ns"] == "3"]
    raw = folder(evening("wed 1.pbn", results=first), evening("wed 2.pbn", results=second))
    assert codes(placed(raw)[1]) == ["evenings.in_parts/halves"]
    tables, findings = placed(raw, WED)
    assert (set(tables["results"]["line"]), tables["results"].height, findings.height) == ({"A"}, 16, 0)


@pytest.mark.parametrize("order", [(0, 1, 2, 3), (3, 1, 2, 0), (0, 2, 1, 3)])
def test_two_sections_of_two_halves_each_are_one_evening_of_two_lines(order: tuple[int, ...]) -> None:
    files = [
        evening(f"{people[0]} {boards.start}.pbn", people=people, results=lines({}, boards))
        for people in ("abcdefgh", "ijklmnop")
        for boards in (range(1, 5), range(5, 9))
    ]
    tables, findings = placed(folder(*files), {"files": [files[place]["sessions"][0]["file_id"] for place in order]})
    assert findings.is_empty()
    assert tables["entries"].group_by("player_id").agg(pl.col("line").n_unique())["line"].to_list() == [1] * 16
    assert tables["results"].group_by("line").len().sort("line").rows() == [("A", 16), ("B", 16)]


def test_a_whole_export_of_a_named_evening_keeps_its_address() -> None:
    first, second = (lines(boards=boards) for boards in (range(1, 5), range(5, 9)))
    raw = folder(evening("h1.pbn", results=first), evening("h2.pbn", results=second), evening("whole.pbn"))
    joined = {"files": ["h1.pbn", "h2.pbn"], "session_id": "eve"}
    for settled in ([joined, {"files": ["whole.pbn"], "supersedes": ["eve"]}], [joined]):
        assert sessions(placed(raw, *settled)[0]) == [("eve", "whole.pbn")]


OF_B = lines({(board, ns): 90 + board for board in range(1, 9) for ns in "13"})
JOINED = {"files": ["A.pbn", "B.pbn"], "session_id": "tuesday"}
PART_OF_A = lines(boards=range(1, 6))
CORRECTS_A = {"files": ["A (1).pbn"], "supersedes": ["A.pbn"]}


def with_corrections(*corrections: list[Row]) -> Tables:
    again = (evening(f"A ({number}).pbn", results=results) for number, results in enumerate(corrections, start=1))
    return folder(evening("A.pbn"), evening("B.pbn", people="ijklmnop", results=OF_B), *again)


WITH_ONE = with_corrections(lines({(1, "1"): 90}))


def with_all() -> Tables:
    again = (
        evening("all.pbn", results=lines({(1, "1"): 90})),
        evening("all.pbn", "", "ijklmnop", results=OF_B, line="B"),
    )
    for rows in again[1].values():
        rows[:] = [{**row, "session_id": "all"} for row in rows]
    raw = folder(evening("A.pbn"), evening("B.pbn", people="ijklmnop", results=OF_B), *again)
    return raw | {"sessions": raw["sessions"].unique("file_id", keep="first", maintain_order=True)}


@pytest.mark.parametrize("order", [1, -1])
@pytest.mark.parametrize("number", [1, 3])
def test_the_last_of_corrections_of_one_file_takes_its_place_and_the_other_still_counts(
    number: int, order: int
) -> None:
    raw = with_corrections(*(lines({(1, "1"): 80 + n}) for n in range(number)))
    names = ["A.pbn", *(f"A ({n}).pbn" for n in range(1, number + 1))]
    corrections = [{"files": [name], "supersedes": [before]} for before, name in itertools.pairwise(names)]
    tables, findings = placed(raw, JOINED, *corrections[::order])
    assert (sessions(tables), findings.height) == ([("tuesday", names[-1])], 0)
    assert tables["results"].group_by("file_id").len().sort("file_id").rows() == [(names[-1], 16), ("B.pbn", 16)]


def test_what_a_correction_lacks_is_reported_of_each_file_before() -> None:
    """Pairs of section B, of the same numbers, stood in for those of section A, and six results went in silence."""
    tables, findings = placed(with_corrections(PART_OF_A), JOINED, CORRECTS_A)
    assert tables["results"].filter(file_id="A (1).pbn").height == 10
    assert findings.select("file_id", "severity", "code").rows() == [("A.pbn", "warning", "settings.supersedes/more")]
    message = findings["message"].item()
    assert (
        "supersedes this session, but results of A.pbn, of line A, are not there and do not count (6 of 16)" in message
    )
    assert 'files = ["A (1).pbn", "B.pbn", "A.pbn"]' in message
    again = {"files": ["A (2).pbn"], "supersedes": ["A (1).pbn"]}
    _, findings = placed(with_corrections(lines({(1, "1"): 90}), PART_OF_A), JOINED, CORRECTS_A, again)
    assert codes(findings) == ["settings.supersedes/more"] * 2
    assert sorted(findings["file_id"]) == ["A (1).pbn", "A.pbn"]


def test_corrections_in_a_circle_replace_no_part_of_an_evening() -> None:
    tables, findings = placed(WITH_ONE, JOINED, CORRECTS_A, {"files": ["A.pbn"], "supersedes": ["A (1).pbn"]})
    assert set(tables["results"]["file_id"]) == {"A.pbn", "B.pbn", "A (1).pbn"}
    assert set(codes(findings)) == {"settings.supersedes/circle"}


def test_what_supersedes_all_files_of_an_evening_is_reported_with_what_it_does_not_hold() -> None:
    tables, findings = placed(WITH_ONE, JOINED, {"files": ["A (1).pbn"], "supersedes": ["A.pbn", "B.pbn"]})
    assert set(tables["results"]["file_id"]) == {"A (1).pbn"}
    (message,) = findings.filter(code="settings.supersedes/more")["message"]
    assert "results of B.pbn, of line A, are not there and do not count (16 of 16)" in message
    assert '[[session]], and below it files = ["A (1).pbn", "B.pbn"]' in message


@pytest.mark.parametrize("order", [1, -1])
@pytest.mark.parametrize("settled", [{"accept": "r"}, {}, {"date": LATER}])
def test_an_evening_can_be_named_by_the_id_that_its_files_are_given(settled: Row, order: int) -> None:
    tables, findings = placed(with_corrections(), *[JOINED, {"session_id": "tuesday", **settled}][::order])
    assert (sessions(tables), findings.height) == ([("tuesday", "A.pbn")], 0)
    assert set(tables["session_settings"]["session_id"]) == {"tuesday"}
    assert tables["sessions"]["date"].to_list() == [settled.get("date", dt.date(2025, 9, 2))]


def test_an_id_that_two_give_is_nobodys_and_the_nearest_given_id_is_named() -> None:
    _, findings = placed(with_corrections(), JOINED, {"session_id": "tusday", "keep_both": True})
    assert "nearest: tuesday" in findings.filter(code="settings.no_session/nearest")["message"].item()
    twice = [{"files": [f"{name}.pbn"], "session_id": "tuesday"} for name in "AB"]
    _, findings = placed(with_corrections(), *twice, {"session_id": "tuesday", "accept": "r"})
    assert "settings.no_session/nearest" in codes(findings)


@pytest.mark.parametrize("minutes", [(1, 2, 3), (2, 1, 3), (2, 3, 1), (1, 1, 1)])
def test_an_unsettled_correction_of_one_file_takes_no_other_file_with_it(minutes: tuple[int, int, int]) -> None:
    tables, findings = placed(WITH_ONE, JOINED, minutes=dict(zip(("A", "B", "A (1)"), minutes, strict=True)))
    assert set(tables["results"]["file_id"]) == {"A.pbn", "B.pbn"}
    lost = ("A (1).pbn", "error", "evenings.lines_lost/corrects_part")
    assert findings.select("file_id", "severity", "code").rows() == [lost]
    message = findings["message"].item()
    assert "a correction of A.pbn, which is one evening with other files (A.pbn, B.pbn)" in message
    assert 'files = ["A (1).pbn", "B.pbn"]' in message


def test_an_export_of_all_files_replaces_them_where_it_is_newer_or_that_is_settled() -> None:
    tables, findings = placed(with_all(), JOINED, {"files": ["all.pbn"], "supersedes": ["tuesday"]})
    assert (set(tables["results"]["file_id"]), findings.height) == ({"all.pbn"}, 0)
    tables, findings = placed(with_all(), JOINED, minutes={"A": 1, "B": 1, "all": 2})
    assert set(tables["results"]["file_id"]) == {"all.pbn"}
    found = findings.select("file_id", "code").rows()
    assert found == [("A.pbn", "evenings.twice"), ("B.pbn", "evenings.twice")], "each file is named, none is lost"
    assert all('files = ["A.pbn", "B.pbn"]' in message for message in findings["message"])
