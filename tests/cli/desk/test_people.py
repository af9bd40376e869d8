"""Who is hidden, who is a guest, who is the same person."""

from pathlib import Path

import polars as pl
import pytest
from cli.desk.visitor import Visitor

from pipelines.cli.desk.changes import Cells
from pipelines.machine.errors import UnusableError
from pipelines.reports.desk import HIDDEN

pytestmark = pytest.mark.long

PERSON = {"club": "harbour", "person": "Vera Guidotti"}


def test_a_person_is_hidden_and_named_again(begun: Visitor) -> None:
    assert "The pages name this person." in begun.gets("/people?club=harbour&person=Vera+Guidotti")
    begun.posts("/people/hide", **PERSON)
    hidden = begun.desk.paths.landing / "harbour" / "hidden.csv"
    assert hidden.read_text() == "player_id,public\nVera Guidotti,false\n"
    tables = begun.desk.tables.of("harbour")  # after a build
    tables["hidden"] = pl.DataFrame([{"club": "harbour", "player_id": "Vera Guidotti", "said": True}], schema=HIDDEN)
    assert "The pages call this person “a member”." in begun.gets("/people?club=harbour&person=Vera+Guidotti")
    begun.posts("/people/hide", **PERSON)
    assert hidden.read_text() == "player_id,public\n"


def test_a_guest_and_one_person_with_two_names(begun: Visitor) -> None:
    begun.posts("/people/member", **PERSON)
    players = begun.desk.paths.landing / "harbour" / "thursday" / "players.csv"
    assert players.read_text() == "player_id,member\nVera Guidotti,false\n"
    assert "write the name of one other person" in begun.posts("/people/same", **PERSON, other="Nobody")
    begun.posts("/people/same", **PERSON, other="Hugo Pradier")
    people = begun.desk.paths.landing / "harbour" / "people.csv"
    assert people.read_text() == "alias,player_id\nVera Guidotti,Hugo Pradier\n"
    begun.posts("/undo", entry=2)
    assert not people.exists()


def test_nobody_is_not_hidden(begun: Visitor) -> None:
    for person in ("", "Nobody", "../x"):
        assert "choose the person" in begun.posts("/people/hide", club="harbour", person=person)
    assert begun.desk.journal.entries() == []


@pytest.mark.parametrize(
    ("text", "cells", "after"),
    [
        ("player_id,member\n1,true\n2,true\n", {"member": "false"}, "player_id,member\n1,false\n2,true\n"),
        ("player_id;name\r\n1;Ann\r\n", {"member": "false"}, "player_id;name;member\r\n1;Ann;false\r\n"),
        ("player_id,member\n2,true\n", {"member": "false"}, "player_id,member\n2,true\n1,false\n"),
        ("\ufeffplayer_id,public\n1,false\n2,false\n", None, "\ufeffplayer_id,public\n2,false\n"),
    ],
)
def test_the_cells_of_one_row(tmp_path: Path, text: str, cells: dict[str, str] | None, after: str) -> None:
    table = tmp_path / "table.csv"
    table.write_bytes(text.encode())
    assert Cells(table, "player_id", "1", cells).content() == after.encode()


def test_a_row_that_is_not_there_is_not_removed(tmp_path: Path) -> None:
    table = tmp_path / "hidden.csv"
    table.write_text("player_id,public\n2,false\n")
    with pytest.raises(UnusableError, match="has no row for 1"):
        Cells(table, "player_id", "1", None).content()
