"""Halves of an evening in two files, and evenings that a date sets apart."""

import datetime as dt

import polars as pl
import pytest
from factories import Tables
from intake.evenings import Row
from intake.handed_in import assembled, codes, evening, folder, lines, sessions
from intake.test_evenings_in_parts import sections, sections_of


def halves(people: str = "abcdefgh", second: range = range(5, 9), **others: list[Row]) -> Tables:
    first = evening("wed 1.pbn", results=lines(boards=range(1, 5)))
    return folder(first, evening("wed 2.pbn", people=people, results=lines(boards=second)), **others)


def test_a_second_half_is_told_and_how_to_put_it_together() -> None:
    tables, findings = assembled(halves())
    assert tables["sessions"].height == 2
    assert codes(findings) == ["evenings.in_parts/halves"]
    assert '[[session]], and below it files = ["wed 1.pbn", "wed 2.pbn"]' in findings["message"].item()


@pytest.mark.parametrize(
    "settled", [{"files": ["wed 2.pbn"], "keep_both": True}, {"files": ["wed 1.pbn", "wed 2.pbn"]}], ids=["two", "one"]
)
def test_halves_that_a_director_settled_are_not_told(settled: Row) -> None:
    assert assembled(halves(), settled)[1].is_empty()


def test_the_pairs_of_a_second_half_play_on_in_their_line() -> None:
    tables, findings = assembled(halves(), {"files": ["wed 1.pbn", "wed 2.pbn"]})
    assert findings.is_empty()
    assert tables["sessions"].height == 1
    assert set(tables["results"]["line"]) == {"A"}
    assert tables["results"].height == 16
    assert (
        tables["entries"].select("entrant", "player_id").rows()
        == tables["entries"].select("entrant", "player_id").unique(maintain_order=True).rows()
    )
    assert tables["entries"].height == 8


def test_where_one_half_names_nobody_its_numbers_tell() -> None:
    tables, findings = assembled(halves(people=""), {"files": ["wed 1.pbn", "wed 2.pbn"]})
    assert set(tables["results"]["line"]) == {"A"}
    assert (tables["entries"].height, findings.height) == (8, 0)


def test_who_comes_for_the_second_half_is_a_third_player_of_the_pair() -> None:
    tables, findings = assembled(halves(people="xbcdefgh"), {"files": ["wed 1.pbn", "wed 2.pbn"]})
    assert set(tables["results"]["line"]) == {"A"}
    assert tables["entries"].filter(entrant="1")["player_id"].sort().to_list() == ["a", "b", "x"]
    assert codes(findings) == ["entries.not_two"]


def test_other_people_on_other_boards_are_a_section_not_a_half() -> None:
    tables, findings = assembled(halves(people="ijklmnop"), {"files": ["wed 1.pbn", "wed 2.pbn"]})
    assert set(tables["results"]["line"]) == {"A", "B"}
    assert findings.is_empty()


def test_two_whole_evenings_of_a_date_are_no_halves() -> None:
    afternoon, night = evening("day.pbn"), evening("night.pbn", results=[])
    for board in range(1, 25):
        night["results"].append(
            {**afternoon["results"][0], "session_id": "night", "file_id": "night.pbn", "board": board + 30}
        )
        afternoon["results"].append({**afternoon["results"][0], "board": board + 8})
    _, findings = assembled(folder(afternoon, night))
    assert "evenings.in_parts/halves" not in codes(findings)


def test_official_results_of_halves_are_left_out_and_told() -> None:
    official = [
        {
            "session_id": f"wed {half}",
            "file_id": f"wed {half}.pbn",
            "entrant": str(pair),
            "line_no": 50 + pair,
            "points": 9.0,
        }
        for half in (1, 2)
        for pair in (1, 2)
    ]
    tables, findings = assembled(halves(official_results=official), {"files": ["wed 1.pbn", "wed 2.pbn"]})
    listed = tables["official_results"].select("entrant", "points", "score", "rank", "penalty")
    assert listed.rows() == [("1", None, None, None, None), ("2", None, None, None, None)], "they were there"
    told = findings.select("file_id", "line_no", "code").rows()
    assert told == [(f"wed {half}.pbn", 51, "evenings.in_parts/official") for half in (1, 2)]


def test_guests_whom_a_file_names_were_there_in_the_whole_evening() -> None:
    guests = [
        {"session_id": f"wed {half}", "file_id": f"wed {half}.pbn", "entrant": "7", "line_no": 60} for half in (1, 2)
    ]
    tables, findings = assembled(halves(official_results=guests), {"files": ["wed 1.pbn", "wed 2.pbn"]})
    assert tables["official_results"].select("line", "entrant", "file_id").rows() == [("A", "7", "wed 1.pbn")]
    assert findings.is_empty()


def renumbered(numbers: dict[str, str], name: str = "wed 2.pbn") -> dict[str, list[Row]]:
    """The second half, in which pairs have other numbers."""
    second = evening(name, results=lines(boards=range(5, 9)))
    for row in second["entries"]:
        row["entrant"] = numbers.get(row["entrant"], row["entrant"])
    for row in second["results"]:
        row |= {side: numbers.get(row[side], row[side]) for side in ("ns", "ew")}
    return second


@pytest.mark.parametrize("numbers", [{"1": "3", "3": "1"}, {"1": "11", "2": "12", "3": "13", "4": "14"}])
def test_pairs_who_play_on_under_other_numbers_keep_the_first(numbers: dict[str, str]) -> None:
    """By the numbers of the second half the results of one pair went to another."""
    raw = folder(evening("wed 1.pbn", results=lines(boards=range(1, 5))), renumbered(numbers))
    assert codes(assembled(raw)[1]) == ["evenings.in_parts/halves"]
    joined = {"files": ["wed 1.pbn", "wed 2.pbn"]}
    (tables, findings), (plain, _) = assembled(raw, joined), assembled(halves(), joined)
    assert findings.is_empty()
    for name, columns in (("results", ["line", "board", "ns", "ew", "score"]), ("entries", ["entrant", "player_id"])):
        assert tables[name].select(columns).sort(columns).equals(plain[name].select(columns).sort(columns))


def test_strangers_with_the_number_of_a_pair_who_plays_on_get_a_free_one() -> None:
    """Pair 1 plays on as 9, and strangers sit down as 1."""
    second = renumbered({"1": "9", "2": "1"})
    for row in second["entries"]:
        row["player_id"] += "x" if row["entrant"] == "1" else ""
    raw = folder(evening("wed 1.pbn", results=lines(boards=range(1, 5))), second)
    tables, findings = assembled(raw, {"files": ["wed 1.pbn", "wed 2.pbn"]})
    assert set(tables["results"]["line"]) == {"A"}
    assert tables["entries"].filter(pl.col("player_id").str.contains("x"))["entrant"].to_list() == ["10", "10"]
    assert findings.select("file_id", "code", "value").rows() == [("wed 2.pbn", "evenings.in_parts/other_pair", "1")]


def test_other_people_under_a_number_of_the_first_half_are_another_pair() -> None:
    """They were one pair of four people, and won."""
    joined = {"files": ["wed 1.pbn", "wed 2.pbn"]}
    tables, findings = assembled(halves(people="abcdexyz"), joined)
    assert set(tables["results"]["line"]) == {"A"}
    assert tables["entries"].group_by("entrant").len().sort("entrant")["len"].to_list() == [2, 2, 3, 2, 2]
    assert tables["entries"].filter(entrant="5")["player_id"].sort().to_list() == ["y", "z"]
    assert sorted(codes(findings)) == ["entries.not_two", "evenings.in_parts/other_pair"]


def test_a_pair_with_another_number_and_one_name_misspelt_plays_on() -> None:
    second = renumbered({str(pair): str(pair + 10) for pair in range(1, 5)})
    for row in second["entries"]:
        row["player_id"] = row["player_id"].replace("c", "cc")
    raw = folder(evening("wed 1.pbn", results=lines(boards=range(1, 5))), second)
    tables, findings = assembled(raw, {"files": ["wed 1.pbn", "wed 2.pbn"]})
    assert set(tables["results"]["line"]) == {"A"}
    assert tables["entries"].filter(player_id="cc")["entrant"].to_list() == ["2"]
    assert codes(findings) == ["entries.not_two"]


def test_a_board_that_pairs_play_in_both_halves_is_named() -> None:
    _, findings = assembled(halves(second=range(4, 9)), {"files": ["wed 1.pbn", "wed 2.pbn"]})
    [told] = findings.filter(code="evenings.in_parts/board_again").rows(named=True)
    assert (told["file_id"], told["value"]) == ("wed 2.pbn", "4")


@pytest.mark.parametrize("order", [(0, 1, 2, 3), (3, 1, 2, 0), (0, 2, 1, 3)])
def test_two_sections_of_two_halves_each_are_one_evening_of_two_lines(order: tuple[int, ...]) -> None:
    files = [
        evening(f"{people[0]} {boards.start}.pbn", people=people, results=lines({}, boards))
        for people in ("abcdefgh", "ijklmnop")
        for boards in (range(1, 5), range(5, 9))
    ]
    names = [files[place]["sessions"][0]["file_id"] for place in order]
    tables, findings = assembled(folder(*files), {"files": names})
    assert findings.is_empty()
    lines_of = tables["entries"].group_by("player_id").agg(pl.col("line").n_unique())["line"].to_list()
    assert lines_of == [1] * 16
    assert tables["results"].group_by("line").len().sort("line").rows() == [("A", 16), ("B", 16)]


def test_the_board_at_the_break_may_be_in_both_halves() -> None:
    first = [row for row in lines(boards=range(1, 6)) if row["board"] < 5 or row["ns"] == "1"]
    second = [row for row in lines(boards=range(5, 9)) if row["board"] > 5 or row["ns"] == "3"]
    raw = folder(evening("wed 1.pbn", results=first), evening("wed 2.pbn", results=second))
    assert codes(assembled(raw)[1]) == ["evenings.in_parts/halves"]
    tables, findings = assembled(raw, {"files": ["wed 1.pbn", "wed 2.pbn"]})
    assert (set(tables["results"]["line"]), tables["results"].height, findings.height) == ({"A"}, 16, 0)


def test_entries_of_halves_in_files_of_their_own_are_said_once() -> None:
    raw = halves()
    of_entries = pl.col("file_id").str.strip_suffix(".pbn") + "/entries.csv"
    tables, findings = assembled(
        raw | {"entries": raw["entries"].with_columns(file_id=of_entries)}, {"files": ["wed 1.pbn", "wed 2.pbn"]}
    )
    assert (tables["entries"].height, findings.height) == (8, 0)


def test_a_whole_export_of_a_named_evening_keeps_its_address() -> None:
    first, second = (lines(boards=boards) for boards in (range(1, 5), range(5, 9)))
    raw = folder(evening("h1.pbn", results=first), evening("h2.pbn", results=second), evening("whole.pbn"))
    joined = {"files": ["h1.pbn", "h2.pbn"], "session_id": "eve"}
    for settled in ([joined, {"files": ["whole.pbn"], "supersedes": ["eve"]}], [joined]):
        tables, _ = assembled(raw, *settled)
        assert sessions(tables) == [("eve", "whole.pbn")]


def test_a_date_that_sets_a_twin_apart_is_told() -> None:
    """The twin moved to another date and both counted, without a word."""
    twins = folder(evening("wed.pbn"), evening("export.pbn"))
    other = dt.date(2025, 9, 9)
    tables, findings = assembled(twins, {"files": ["export.pbn"], "date": other})
    assert tables["sessions"].height == 2
    assert codes(findings) == ["evenings.both_count/set_apart"]
    assert "have 16 results in common; a date in [[session]]" in findings["message"].item()
    assert assembled(twins, {"files": ["export.pbn"], "date": other, "keep_both": True})[1].is_empty()


def test_a_date_for_a_twin_whose_file_gives_none_is_told() -> None:
    twins = folder(evening("wed.pbn"), evening("export.pbn", date=None), sections_of("t", "ijklmnop"))
    _, findings = assembled(twins, {"files": ["export.pbn"], "date": dt.date(2025, 9, 9)})
    assert codes(findings.filter(~pl.col("code").str.contains("in_parts/sections"))) == [
        "evenings.both_count/set_apart"
    ]


def test_an_id_in_the_place_of_a_file_is_told_what_it_is() -> None:
    _, findings = assembled(sections(), {"files": ["a", "b"]})
    told = findings.filter(code="settings.no_session/id_among_files")
    assert told.select("value").to_series().to_list() == ["a", "b"]
    assert "write what holds it (a.pbn)" in told["message"][0]
    named = {"files": ["a.pbn"], "session_id": "first"}
    _, findings = assembled(sections(), named, {"files": ["first", "b.pbn"]})
    assert "write what holds it (a.pbn)" in findings.filter(code="settings.no_session/id_among_files")["message"].item()


def test_a_date_that_only_mends_an_evening_is_not_told() -> None:
    _, findings = assembled(
        folder(evening("wed.pbn"), evening("thu.pbn", people="ijklmnop", results=[])),
        {"files": ["wed.pbn"], "date": dt.date(2025, 9, 9)},
    )
    assert findings.is_empty()
