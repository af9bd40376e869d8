"""Whom and what a row of the desk names beside its finding."""

import datetime as dt
import json
import re
from pathlib import Path

import polars as pl
import pytest
from checks.test_boards import EXCHANGED, lines, without
from checks.test_results import asked as asked_about
from factories import Tables, competitions, frame
from intake.evenings import read
from page_files import root_of
from reports.test_desk import CLUB, OF_SESSION, RESULT, drawn, finding, tables, text

from pipelines.reports.desk.pages import HIDDEN
from pipelines.words.languages import speaking
from transforms.checks import assemble
from transforms.official.findings_in_place import PLACES
from transforms.tables.schemas import (
    Competitions,
    Doubts,
    Entries,
    Findings,
    OfficialDifferences,
    PublishedCorrections,
    Sessions,
)


@pytest.fixture
def quiet() -> Tables:
    """A club of which there is nothing to say."""
    return tables(Competitions.create_empty)


def row(desk: Path) -> str:
    """The text beside the only finding."""
    [cell] = root_of(desk / CLUB / "index.html").xpath("//td[@class='file']")
    return " ".join(cell.xpath("string()").split())


def test_the_desk_names_who_is_not_named_on_the_site(quiet: Tables, tmp_path: Path) -> None:
    assert "not named on the site" not in text(drawn(quiet, tmp_path / "none") / CLUB / "index.html")
    of_club = {"club": CLUB}
    rows = [
        {**of_club, "player_id": "7", "name": "Ann Ames", "said": True},
        {**of_club, "player_id": "12", "said": False, "hidden": "7"},
        {**of_club, "player_id": "30", "said": False, "federation_id": "900007"},
    ]
    page = text(drawn(quiet | {"hidden": pl.DataFrame(rows, schema=HIDDEN)}, tmp_path) / CLUB / "index.html")
    assert "Who is not named on the site: 3 7 Ann Ames12 for a name like that of 7" in page
    assert "30 for the federation_id 900007, which somebody has who is not named" in page


def test_of_a_pair_of_one_known_player_the_desk_says_that_the_other_is_not_named(quiet: Tables, tmp_path: Path) -> None:
    of_file = {**OF_SESSION, "file_id": "a.pbn"}
    seats = (("15", "7"), ("16", "x"), ("16", "y"), ("17", "v"), ("17", "w"))
    at = ({"entrant": entrant, "player_id": player, "line_no": line} for line, (entrant, player) in enumerate(seats, 7))
    of_club = {
        "findings": frame(Findings, finding(competition="c", file_id="a.pbn", line_no=7, code="entries.not_two")),
        "raw.entries": frame(Entries, *({**of_file, "line": "A", **seat} for seat in at)),
        "raw.sessions": frame(Sessions, of_file),
    }
    assert "Result list · 15 Ann Ames & a partner not named" in row(drawn(quiet | of_club, tmp_path))


def test_of_a_row_that_does_not_count_the_desk_leads_to_its_evening(quiet: Tables, tmp_path: Path) -> None:
    """Who sits down twice has one row in a file of one evening, and that row is left out."""
    entries = frame(Entries, {**OF_SESSION, "file_id": "entries.csv", "line_no": 7, "entrant": "2"})
    told = {"competition": "c", "file_id": "entries.csv", "line_no": 48}
    twice, other = (
        quiet | {"findings": frame(Findings, finding(**told, code=code)), "raw.entries": entries}
        for code in ("entries.seated_twice", "entries.no_session")
    )
    assert not row(drawn(other, tmp_path / "other")).endswith("Result list"), "it may be of a session of another name"
    desk = drawn(twice, tmp_path / "twice")
    assert row(desk).endswith("Result list")
    assert root_of(desk / CLUB / "index.html").xpath("//td[@class='file']//a/@href")[0].endswith("/2026-01-06.html")


def test_of_a_finding_on_several_results_the_others_are_counted_and_their_boards_named(
    quiet: Tables, tmp_path: Path
) -> None:
    """Three boards that all passed out had the board and the table of the first result alone."""
    lines = [(9, 22, "6", "7"), (10, 22, "3", "4"), (11, 23, "6", "7"), (12, 24, "6", "7")]
    places = [
        {**RESULT, **OF_SESSION, "line": "A", "line_no": line, "board": board, "ns": ns, "ew": ew, "shown": board < 24}
        for line, board, ns, ew in lines
    ]
    told = finding(**RESULT, code="results.passed_out", arguments=json.dumps({"at_lines": "9, 10, 11, 12"}))
    of_club = {"findings": frame(Findings, told), "places": pl.DataFrame(places, schema=PLACES)}
    desk = drawn(quiet | of_club, tmp_path)
    assert row(desk).endswith("board 22 · 6 – 7 3 more results: board 22 · board 23 · board 24")
    assert 'settled = ["A 22 6"] This settles all 4 results.' in text(desk / CLUB / "index.html")
    links = root_of(desk / CLUB / "index.html").xpath("//td[@class='file']//a/@href")
    assert [link.partition("#")[2] for link in links] == ["board-22", "board-22", "board-23"], "24 has no page"


def test_the_desk_names_a_pair_as_its_result_list_does(quiet: Tables, tmp_path: Path) -> None:
    sat = {**RESULT, **OF_SESSION, "line": "A", "line_no": 9, "board": 22, "ns": "3NS", "ew": "4EW"}
    told = finding(**RESULT, code="results.lone_board", arguments=json.dumps({"at_lines": "9"}))
    of_club = {"findings": frame(Findings, told), "places": pl.DataFrame([sat], schema=PLACES)}
    with speaking("nl"):
        desk = drawn(quiet | of_club, tmp_path)
    assert row(desk).endswith("spel 22 · 3NZ – 4OW")
    assert 'settled = ["A 22 3NZ"]' in text(desk / CLUB / "index.html")


def test_what_the_desk_says_to_write_settles_each_meeting_that_is_asked_about(quiet: Tables, tmp_path: Path) -> None:
    """One of two meetings alone was said to settle both, and the question came back for the other."""
    results = without([*EXCHANGED, *({**line, "line": "B"} for line in lines())], "table")
    raw = read(sessions=[{}], results=results)
    _, findings = assemble(raw, competitions())
    asked = findings.filter(code="results.turned")
    places = raw["results"].with_columns(season=pl.lit("2025-26"), shown=pl.lit(value=True))
    of_club = {
        "findings": asked.with_columns(club=pl.lit(CLUB)),
        "places": places.select(pl.col(name).cast(dtype) for name, dtype in PLACES.items()),
    }
    page = root_of(drawn(quiet | of_club, tmp_path) / CLUB / "index.html").xpath("string()")
    assert "This settles all" not in page
    [settled] = re.findall(r"settled = (\[[^]]*\])", page)
    assert len(json.loads(settled)) == 2
    assert asked_about(results, *json.loads(settled)).is_empty()


def test_the_first_of_what_differs_is_no_number_of_them(quiet: Tables, tmp_path: Path) -> None:
    """Of pair 4 the desk said in Dutch that the first four differ."""
    doubt = {
        "what": "scores",
        "first": "4",
        "differing": 1,
        "of": 48,
        "official": 60.0,
        "computed": 62.0,
        "severe": True,
    }
    with speaking("nl"):
        page = text(drawn(quiet | {"scored.doubts": frame(Doubts, doubt)}, tmp_path) / CLUB / "index.html")
    assert "; de eerste: 4" in page


def test_a_direction_in_a_number_is_said_in_the_language(quiet: Tables, tmp_path: Path) -> None:
    differs = frame(
        OfficialDifferences,
        {"value": "rank", "entrant": "3EW", "official": 1.0, "computed": 2.0, "reason": "unexplained"},
        {"value": "ns_points", "board": 1, "ns": "1NS", "ew": "2EW", "official": 1.0, "reason": "unexplained"},
    )
    of_evening = {"kind": "results", "session_id": "1", "line": "A", "entrant": "4EW", "field": "rank"}
    changes = frame(PublishedCorrections, {**of_evening, "since_at": dt.datetime(2026, 7, 2, tzinfo=dt.UTC)})
    with speaking("nl"):
        desk = drawn({**quiet, "scored.official_differences": differs, "corrections": changes}, tmp_path)
    page = text(desk / CLUB / "index.html")
    assert all(number in page for number in ("3OW", "1NZ–2OW", "A 4OW"))


def test_who_may_be_who_is_told_by_ids_with_their_names(quiet: Tables, tmp_path: Path) -> None:
    """One id in two places stands alone, with its name behind it."""
    usual = {"club": CLUB, "kind": "two", "name": "Ann Ames"}
    rows = [
        {**usual, "alias": "7", "player_id": "8", "other_name": "Bo By", "why": "two people? 7 is named A, and here B"},
        {
            **usual,
            "other_name": "7",
            "why": "two people? sat down in a, b on one day, first on 2025-11-04 (2 such days)",
        },
    ]
    found = pl.DataFrame(rows, schema=quiet["people"].schema)
    page = drawn({**quiet, "people": found}, tmp_path) / CLUB / "index.html"
    rows_of_page = root_of(page).xpath("//section[@id='people']//tbody/tr")
    listed = [["".join(cell.itertext()) for cell in row][:2] for row in rows_of_page]
    assert [len(row[1]) for row in rows_of_page] == [1, 0], "an empty cell has no label on a phone"
    assert listed == [["7 (Ann Ames)", "8 (Bo By)"], ["7 (Ann Ames)", ""]]
