"""Whom and what a row of the desk names beside its finding."""

import json
from pathlib import Path

import polars as pl
import pytest
from factories import Tables, frame
from page_files import root_of
from reports.test_desk import CLUB, OF_SESSION, RESULT, drawn, finding, tables, text

from pipelines.reports.desk.pages import HIDDEN
from transforms.official.findings_in_place import PLACES
from transforms.tables.schemas import Competitions, Entries, Findings, Sessions


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
