"""A line that hides nobody is reported: a leaver with a slip in the id would stay named."""

import json
from typing import Any

import polars as pl
import pytest
from checks.alone import found
from each import cases
from factories import frame
from intake.evenings import with_kinds

from pipelines.settings.scoring import profile_table
from transforms.season import season_tables
from transforms.tables.schemas import WAREHOUSE, Entries, Findings, Frame, Games, Players

LEFT = {"player_id": "Eve Eest", "public": False}
SEEN = ("Eve East", "Ann Ames")


def said(*players: dict[str, Any], seen: tuple[str, ...] = SEEN, club: str = "club") -> list[tuple[str, str, str]]:
    ids = pl.DataFrame(
        {"club": [club] * len(seen), "player_id": seen}, schema={"club": pl.String, "player_id": pl.String}
    )
    lines = frame(Players, *players).lazy()
    hidden = lines.filter(~pl.col("public")).select("club", "player_id").unique()
    findings = with_kinds(found("hidden.nobody", asked=lines, seen=ids, hidden=hidden))
    return findings.select("severity", "code", "value").rows()


NUMBERS = ("1000", "10000", "100")


@cases(
    *((name, SEEN) for name in ("Eve Eest", "East, Eve", "Ève East")),
    *((id, NUMBERS) for id in ("1000.0", "1000,00", "'1000", "1000 Jan Jansen", "Jan Jansen (1000)", "001000")),
    *((id, NUMBERS) for id in ("1E+03", "１０００", "Ann Smyth", "Jansen Piet")),
)
def test_a_leaver_whose_id_is_near_that_of_somebody_is_an_error(written: str, seen: tuple[str, ...]) -> None:
    line = {"player_id": written, "public": False}
    named = {"player_id": "1000", "name": "Ann Smith"}, {"player_id": "100", "name": "Piet Janssen"}
    elsewhere = [{**one, "competition": "another evening"} for one in named]
    assert said(line, *elsewhere, seen=seen) == [("error", "hidden.nobody/near", written)]


@cases(
    *((id, ("1000", "00"), "club") for id in ("1001", "10 00", "A", "0")),
    *(("Cy", SEEN, "club"), ("Eve Eest", (), "club"), ("Eve Eest", SEEN, "other")),
)
def test_a_leaver_whom_nobody_resembles_is_an_error_too(written: str, seen: tuple[str, ...], club: str) -> None:
    """Publication went on after a warning."""
    line = {"player_id": written, "public": False}
    assert said(line, seen=seen, club=club) == [("error", "hidden.nobody", written)]
    in_list = {**line, "name": "Di Dee", "file_id": "lists/hidden.csv"}
    assert said(in_list, seen=seen, club=club) == [("error", "hidden.nobody", written)]


def test_a_member_who_asks_and_has_not_played_yet_is_a_warning() -> None:
    member = {"player_id": "77", "name": "Di Dee", "public": False, "file_id": "players.csv"}
    assert said(member) == [("warning", "hidden.nobody/member", "77")]


def test_the_federation_id_of_somebody_may_stand_for_the_id() -> None:
    ann = {"player_id": "Ann Ames", "name": "Ann Ames", "federation_id": "900001"}
    assert said(ann, {"player_id": "900001", "public": False}) == []
    assert said(ann, {"player_id": "900002", "public": False}) == [("error", "hidden.nobody", "900002")]


def mangled_among(*written: str, seen: pl.DataFrame) -> pl.DataFrame:
    players = frame(Players, *({"player_id": number, "file_id": "players.csv"} for number in written))
    return of_nobody(players, seen)


def of_nobody(players: Frame[Players], seen: pl.DataFrame) -> pl.DataFrame:
    return with_kinds(found("players.of_nobody", players=players, seen=seen, entries=Entries.create_empty()))


@cases(
    ("1.00203E+05", "100203"),
    ("1,00203E+05", "100203"),
    ("100203.0", "100203"),
    ("'100203", "100203"),
    ("7", "007"),
    ("1.23457E+11", "123456789012"),
    ("1E+05", "100203"),
)
def test_an_id_that_a_spreadsheet_changed_is_reported_with_the_right_one(written: str, near: str) -> None:
    seen = pl.DataFrame({"club": "club", "player_id": ["100203", "100", "007", "123456789012", "Ann"]})
    findings = mangled_among(written, seen=seen)
    assert findings.select("severity", "code", "value").rows() == [("warning", "players.of_nobody/mangled", written)]
    assert f"somebody does under {near}" in findings["message"][0]


@pytest.mark.parametrize("written", ["100204", "A100203", "Ann Ames", "100203", "2.00203E+05", "1.00203E+06", "007"])
def test_a_member_who_has_not_played_yet_is_no_slip(written: str) -> None:
    seen = pl.DataFrame({"club": "club", "player_id": ["100203", "100", "007"]})
    assert mangled_among(written, seen=seen).is_empty()


def test_more_than_a_few_ids_of_a_file_are_reported_once() -> None:
    seen = pl.DataFrame({"club": "club", "player_id": ["1", "2", "3", "4"]})
    assert mangled_among("01", "02", "03", seen=seen)["value"].to_list() == ["01", "02", "03"]
    together = mangled_among("01", "02", "03", "04", seen=seen)
    assert together.select("code", "value").rows() == [("players.of_nobody/several", "01")]
    assert "4 rows of this file have this fault" in together["message"][0]


def test_many_changed_numbers_name_the_person_of_the_line_that_is_reported() -> None:
    seen = pl.DataFrame({"club": "club", "player_id": ["11", "12", "13", "14"]})
    lines = [{"player_id": f"{n}.0", "file_id": "players.csv", "line_no": 16 - n} for n in range(11, 15)]
    reported = of_nobody(frame(Players, *lines), seen)
    assert reported.select("line_no", "value").rows() == [(2, "14.0")]
    assert "under 14;" in reported["message"][0]


def test_a_line_under_which_another_id_is_hidden_hides_somebody() -> None:
    raw = {name: table.create_empty() for name, table in WAREHOUSE.items() if name.startswith("raw.")}
    lines = [{"player_id": "East, Eve", "public": False}, {"player_id": "Bo, By", "public": False}]
    raw["raw.players"] = frame(Players, *lines, {"player_id": "Eve East"})
    raw["raw.entries"] = frame(Entries, {"entrant": "1", "player_id": "Eve East"})
    findings = season_tables({**raw, "profiles": profile_table()}, ["scored.findings"])["scored.findings"]
    assert sorted(findings.select("code", "value").rows()) == [
        ("hidden.nobody", "Bo, By"),
        ("players.hidden_too", "Eve East"),
    ]


@cases(
    {"player_id": "Eve East", "public": False},
    {"player_id": "Eve East", "competition": "another evening", "public": False},
    {"player_id": "Eve Eest", "public": True},
    {"player_id": "Eve Eest", "public": None},
    {"player_id": "Eve Eest", "name": "Eve Eest", "public": False, "federation_id": "F1"},
)
def test_a_line_that_hides_somebody_or_nobody_at_all_is_no_finding(player: dict[str, Any]) -> None:
    assert said(player) == []


def test_the_findings_of_a_season_have_it() -> None:
    raw = {name: table.create_empty() for name, table in WAREHOUSE.items() if name.startswith("raw.")}
    raw["raw.players"] = frame(
        Players, LEFT, {"player_id": "Bo By", "public": False}, {"player_id": "Di", "public": False}
    )
    raw["raw.entries"] = frame(Entries, {"entrant": "1", "player_id": "Eve East", "substitutes_for": "Di"})
    raw["raw.games"] = frame(Games, {"game_id": "g", "player_id": "Eve East", "opponent_id": "Bo By", "points": 2.0})
    findings = season_tables({**raw, "profiles": profile_table()}, ["scored.findings"])["scored.findings"]
    assert findings.select("code", "value", "arguments").rows() == [
        ("hidden.nobody", "Eve Eest", '{"near":"Eve East","variant":"near"}')
    ]
    assert "did you mean Eve East?" in findings["message"].item()


def test_a_number_of_several_people_is_reported_without_it() -> None:
    people = {"1": "Ada Alder", "2": "Bo Birch", "3": "Alder, A.", "4": None}

    def reported(*ids: str) -> list[tuple[str, str]]:
        rows = [{"player_id": one, "name": people[one], "federation_id": "900001"} for one in ids]
        findings = found("players.hidden_too/number_of_several", players=frame(Players, *rows))
        return findings.select("code", "value").rows()

    assert reported("1", "2", "3") == [("players.hidden_too", "1")]
    assert reported("1", "3") == reported("2", "4") == reported("1") == []


def test_where_a_competition_of_the_club_is_left_out_nobody_knows_whom_a_line_hides() -> None:
    """The id stood in files that were left out for a comma in the settings, and the finding said to correct the id."""
    raw = {name: table.create_empty() for name, table in WAREHOUSE.items() if name.startswith("raw.")}
    raw["raw.players"] = frame(Players, {"player_id": "1027", "public": False})
    broken = {"file_id": "competition.toml", "severity": "error", "code": "settings.value", "message": "fix it"}

    def codes(**arguments: str) -> list[str]:
        raw["raw.findings"] = frame(Findings, broken | {"arguments": json.dumps(arguments)})
        return season_tables({**raw, "profiles": profile_table()}, ["scored.findings"])["scored.findings"][
            "code"
        ].to_list()

    assert codes(key="lines") == ["hidden.nobody"]
    assert codes(**{"key": "lines", "files_beside": "2"}) == []
