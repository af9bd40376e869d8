"""Whom the pages of a club are drawn without, by the players of all clubs."""

import datetime as dt
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import polars as pl
import pytest
from factories import frame

from pipelines.building.failures import Failure
from pipelines.building.hiding import Hiding, asked_in, not_named
from pipelines.warehouse import Warehouse
from transforms.privacy.withheld import Withheld
from transforms.tables.schemas import WAREHOUSE, Builds, Entries, HiddenOnPages, Partnerships, People, Players

SITE = Path("/site")
ADA = {"player_id": "1", "name": "Ada Alder", "federation_id": "900001"}


@pytest.fixture
def warehouse(tmp_path: Path) -> Iterator[Warehouse]:
    with Warehouse(tmp_path / "warehouse.duckdb") as opened:
        opened.describe()
        yield opened


def drawn(warehouse: Warehouse, club: str, *players: dict[str, Any]) -> pl.DataFrame:
    """The players of a club as its pages show them, drawn in a run of the clubs of these players."""
    read = frame(Players, *players)
    made = {"raw.players": read}

    def table(name: str, clubs: Any = None) -> pl.DataFrame:
        rows = made.get(name, WAREHOUSE[name].create_empty())
        return rows if clubs is None else rows.filter(pl.col("club").is_in(list(clubs)))

    run: Any = SimpleNamespace(clubs=dict.fromkeys(read["club"]), table=table)
    elsewhere = Hiding(warehouse, SITE).elsewhere(run, [club])
    own, people = table("raw.players", [club]), table("raw.people", [club])
    hidden = Withheld(pl.concat([own, elsewhere]), people, Partnerships.create_empty())
    return hidden.shown("raw.players", pl.concat([own, elsewhere]).filter(club=club))


def test_who_is_hidden_in_two_clubs_has_one_row_in_each(warehouse: Warehouse) -> None:
    before = [{**ADA, "club": club, "public": False, "line_no": 2} for club in ("ash", "fir")]
    warehouse.write("raw.players", frame(Players, *before))
    now = [{**row, "line_no": 3} for row in before]
    assert drawn(warehouse, "ash", *now)["player_id"].to_list() == ["member-1"]
    assert drawn(warehouse, "ash", {**now[0], "public": None})["player_id"].to_list() == ["member-1"]


def test_a_number_that_another_competition_of_the_club_gives_counts_elsewhere(warehouse: Warehouse) -> None:
    asks = {"club": "fir", "player_id": "1", "competition": "noon", "public": False}
    warehouse.write("raw.players", frame(Players, {**ADA, "club": "fir"}, asks))
    in_ash, in_fir = {**ADA, "club": "ash"}, {**ADA, "club": "fir"}
    assert drawn(warehouse, "ash", in_ash)["player_id"].to_list() == ["member-1"]
    assert drawn(warehouse, "ash", in_ash, in_fir, asks)["player_id"].to_list() == ["member-1"]
    assert drawn(warehouse, "ash", in_ash, in_fir)["player_id"].to_list() == ["1"]


def test_a_number_in_place_of_an_id_hides_elsewhere_too(warehouse: Warehouse) -> None:
    asks = {"club": "fir", "player_id": "900001", "public": False}
    warehouse.write("raw.players", frame(Players, {**ADA, "club": "fir"}, asks))
    assert drawn(warehouse, "ash", {**ADA, "club": "ash"})["player_id"].to_list() == ["member-1"]
    warehouse.write("raw.players", frame(Players, {**ADA, "club": "fir"}, {**ADA, "club": "ash"}, asks))
    assert {*Hiding(warehouse, SITE).to_hide()["club"]} == {"ash", "fir"}


def test_a_number_of_several_people_of_a_club_hides_nobody_of_another_name(warehouse: Warehouse) -> None:
    asks = {"club": "fir", "player_id": "2", "name": "Bo Birch", "federation_id": "0", "public": False}
    ada = {**ADA, "federation_id": "0"}
    here = [{**ada, "club": "ash"}, {**asks, "club": "ash", "player_id": "3", "name": "Birch, B.", "public": None}]
    there = [{**ada, "club": "fir"}, asks]
    assert drawn(warehouse, "ash", *here, *there)["player_id"].to_list() == ["1", "member-1"]
    assert drawn(warehouse, "fir", *here, *there)["player_id"].to_list() == ["1", "member-1"]
    warehouse.write("raw.players", frame(Players, *there))
    assert drawn(warehouse, "ash", *here)["player_id"].to_list() == ["1", "member-1"]
    assert drawn(warehouse, "ash", here[0])["player_id"].to_list() == ["1"]
    warehouse.write("raw.players", frame(Players, {**asks, "name": None}, there[0]))
    assert drawn(warehouse, "ash", here[0])["player_id"].to_list() == ["member-1"]


def test_a_club_that_hands_in_foreign_numbers_hides_nobody_elsewhere_and_both_are_warned(warehouse: Warehouse) -> None:
    """Such a list emptied the pages of the other club, and nobody had a finding."""
    foreign = [{"club": "fir", "player_id": f"x{n}", "federation_id": f"90000{n}", "public": False} for n in (1, 2)]
    named = {"club": "fir", "player_id": "x3", "name": "Zed", "federation_id": "900003", "public": False}
    here = [{**ADA, "club": "ash", "player_id": str(n), "federation_id": f"90000{n}"} for n in (1, 2, 3)]
    asks = {**named, "competition": "noon", "federation_id": None}
    warehouse.write("raw.players", frame(Players, *foreign, {**named, "public": None}, asks, *here))
    hiding = Hiding(warehouse, SITE)
    assert set(hiding.to_hide().select("club", "player_id").rows()) == {("fir", "x1"), ("fir", "x2"), ("fir", "x3")}
    warned = hiding.in_other_names().select("club", "severity", "code", "value").rows()
    numbers = ("900001", "900002", "900003")
    assert warned == [(club, "warning", "hidden.other_name", one) for club in ("ash", "fir") for one in numbers]


def test_a_person_under_two_ids_is_known_by_the_number(warehouse: Warehouse) -> None:
    asks = {"club": "fir", "player_id": "77", "name": "A. Alder", "federation_id": "900001", "public": False}
    there = [{**ADA, "club": "fir"}, asks]
    assert (
        drawn(warehouse, "ash", {**ADA, "club": "ash", "name": "Ada Birch"}, *there)["player_id"].item() == "member-1"
    )
    assert drawn(warehouse, "fir", *there)["player_id"].to_list() == ["member-1", "member-2"]


@pytest.mark.parametrize(("site", "known"), [("/site", ["1"]), ("/preview", [])])
def test_whom_the_pages_in_another_folder_hide_is_not_known(warehouse: Warehouse, site: str, known: list[str]) -> None:
    moment = dt.datetime(2025, 9, 1, tzinfo=dt.UTC)
    build = {"build": 1, "started_at": moment, "finished_at": moment, "landing": "", "clubs": 1, "failed": 0}
    build |= {"why": "", "code_sha256": "", "reports": site, "pages": 1, "errors": 0, "warnings": 0}
    warehouse.write("operations.builds", frame(Builds, build))
    hidden = {"club": "fir", "player_id": "1", "known_as": "1"}
    warehouse.write("operations.hidden_on_pages", frame(HiddenOnPages, hidden))
    Hiding(warehouse, SITE).begin()
    assert warehouse.read("operations.hidden_on_pages")["player_id"].to_list() == known


def to_hide(warehouse: Warehouse, players: list[dict[str, Any]], people: list[dict[str, Any]]) -> set[str]:
    """Whom the pages of a club hide that failed after these of its files were read."""
    made = {"raw.players": frame(Players, *players), "raw.people": frame(People, *people)}
    failed = [Failure("club", "ratings.elo", "")]
    run: Any = SimpleNamespace(failures=failed, made_for=dict.fromkeys(made, frozenset({"club"})), made=made)
    hiding = Hiding(warehouse, SITE)
    hiding.keep(run, [])
    return set(hiding.to_hide()["player_id"])


def test_who_is_hidden_is_so_under_the_ids_of_before_where_the_club_fails(warehouse: Warehouse) -> None:
    before = [{"player_id": "1", "name": "A. Alderson"}, {"player_id": "2"}, {"player_id": "3"}]
    warehouse.write("raw.players", frame(Players, *before))
    asks = {"player_id": "77", "name": "Ada Alder", "public": False}
    ended = {"alias": "2", "player_id": "77", "until": dt.date(2025, 9, 1)}
    lines = [{"alias": "1", "player_id": "7"}, {"alias": "7", "player_id": "77"}, ended]
    for _ in range(2):
        assert to_hide(warehouse, [asks], lines) == {"77", "1"}
        assert warehouse.read("raw.players").filter(player_id="1")["name"].item() == "A. Alderson"


def test_who_is_not_distinguished_any_more_is_hidden_where_the_club_fails(warehouse: Warehouse) -> None:
    asks = {"player_id": "1", "name": "Ada Alder", "public": False}
    by_word, by_line = {"player_id": "2", "name": "Ada Alder", "public": True}, {"player_id": "Alder Ada"}
    line = {"alias": "Alder Ada", "player_id": "Alder Ada"}
    warehouse.write("raw.players", frame(Players, asks, by_word, by_line))
    warehouse.write("raw.people", frame(People, line))
    assert to_hide(warehouse, [asks, by_word, by_line], [line]) == {"1"}
    assert to_hide(warehouse, [asks, by_line], []) == {"1", "2", "Alder Ada"}


def test_everybody_hidden_is_listed_with_the_reason_also_without_a_row(warehouse: Warehouse) -> None:
    asks = {"public": False, "federation_id": "900007"}
    elsewhere = {"club": "fir", "player_id": "1", "name": "Ada Alder", **asks}
    here = {"club": "ash", "player_id": "7", "name": "A. Alder", "federation_id": "900007"}
    asked = {"club": "ash", "player_id": "2", "name": "Bo Birch", "public": False}
    nobody_else = {"club": "ash", "player_id": "3", "name": "Cy Cedar"}
    warehouse.write("raw.players", frame(Players, elsewhere, here, asked, nobody_else))
    warehouse.write("raw.entries", frame(Entries, {"club": "ash", "player_id": "Birch, Bo", "entrant": "1"}))
    own = {name: warehouse.read_all_seasons(name, ["ash"]) for name in ("raw.players", "raw.people")}
    found = not_named(warehouse, ["ash"], asked_in(warehouse), own)
    assert found.rows() == [
        ("ash", "7", "A. Alder", False, None, "900007"),
        ("ash", "2", "Bo Birch", True, None, None),
        ("ash", "Birch, Bo", None, False, "2", None),
    ]
