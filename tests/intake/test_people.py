"""Who is who: aliases, spellings and stand-ins become persons, each has one name, and who may be one is proposed."""

import datetime as dt
import json
import unicodedata
from typing import Any

import dataframely as dy
import polars as pl
import pytest
from each import cases, cases_at_once, items
from examples import by_night
from factories import Tables, competitions, frame
from hypothesis import given, settings
from hypothesis import strategies as st
from intake.evenings import (
    FOUR,
    Row,
    as_one,
    assembled_by_kind,
    by_date,
    kinds,
    pairs,
    read,
    rules,
    same_in_any_order_and_apart,
    with_kinds,
)
from polars.testing import assert_frame_equal

from pipelines.cli.people import as_lines
from transforms.checks.assembly import checked_people, checked_stand_ins
from transforms.intake.findings import sorted_findings
from transforms.intake.people.likely_people import likely_people
from transforms.intake.people.names import one_letter_off
from transforms.intake.people.people import compared_lines
from transforms.tables.schemas import LANDING, Entries, Files, Findings, People, Players, Sessions

FIRST, SECOND = dt.date(2025, 9, 2), dt.date(2025, 9, 9)


def identified(**rows: list[Row]) -> tuple[Tables, pl.DataFrame]:
    full: dict[str, pl.LazyFrame] = {
        name: frame(schema, *rows.get(name, [])).lazy() for name, schema in LANDING.items()
    }
    given_rows = {name: table.drop(by_date(name)) for name, table in full.items()}
    who, found = checked_people(given_rows | {"files": frame(Files).lazy()}, full["sessions"], full)
    tables = {"entries": who.of_session["entries"], "awards": who.of_session["awards"]}
    tables |= {name: who.read[name] for name in ("partnerships", "players", "ratings")}
    *collected, findings = pl.collect_all([*tables.values(), sorted_findings(found)])
    return dict(zip(tables, collected, strict=True)), with_kinds(findings)


def assembled(**rows: list[Row]) -> tuple[dict[str, pl.DataFrame], pl.DataFrame]:
    return assembled_by_kind(read(**rows), competitions())


def seated(*people: Row, entries: list[Row] | None = None) -> list[str]:
    tables, _ = identified(sessions=[{}], entries=entries or FOUR, people=list(people))
    return tables["entries"]["player_id"].sort().to_list()


def codes(*people: Row, entries: list[Row] | None = None) -> list[tuple[str, str]]:
    _, findings = identified(sessions=[{}], entries=entries or FOUR, people=list(people))
    return findings.select("code", "value").rows()


def line(alias: str, player_id: str, since: dt.date | None = None, until: dt.date | None = None) -> Row:
    return {"alias": alias, "player_id": player_id, "since": since, "until": until}


def test_an_alias_is_its_person_in_every_table() -> None:
    tables, findings = identified(
        sessions=[{"kind": "teams"}],
        entries=[
            *pairs(("1", "ann"), ("1", "bob"), ("2", "cy")),
            {"entrant": "2", "player_id": "di", "substitutes_for": "ann"},
        ],
        people=[line("ann", "1001"), line("bob", "1002")],
        partnerships=[{"partnership_id": "7", "player_id": player} for player in ("ann", "bob")],
        players=[{"player_id": "1001", "name": "Ann Ames"}, {"player_id": "ann", "name": "A. Ames"}],
        ratings=[{"player_id": "ann", "rating": 1000.0, "list_date": FIRST}],
        awards=[{"scheme": "tbf", "player_id": "ann", "points": 1.0}],
    )
    said = tables["entries"].select("player_id", "substitutes_for").rows()
    assert said == [("1001", None), ("1002", None), ("cy", None), ("di", "1001")]
    assert tables["partnerships"]["player_id"].to_list() == ["1001", "1002"]
    assert [tables[name]["player_id"].to_list() for name in ("ratings", "awards")] == [["1001"]] * 2
    assert tables["players"].select("player_id", "renamed").rows() == [("1001", False), ("1001", True)]
    assert findings.is_empty()


def test_a_line_with_dates_holds_on_its_days() -> None:
    evenings = [{"session_id": "1", "date": FIRST}, {"session_id": "2", "date": SECOND}]
    sat = [{"session_id": session, "entrant": "1", "player_id": "7"} for session in ("1", "2")]
    people = [line("7", "ann", until=FIRST), line("7", "bob", since=SECOND)]
    tables, findings = identified(sessions=evenings, entries=sat, people=people)
    assert tables["entries"].select("session_id", "player_id").rows() == [("1", "ann"), ("2", "bob")]
    assert findings.is_empty()


CIRCLE = (line("ann", "bob"), line("bob", "ann"), line("cy", "ann"), line("di", "dee"))
JOINED = (line("ann", "cy", until=FIRST), line("ann", "bob", since=SECOND), line("bob", "ann"))
OF_TWO = (line("cy", "di"), line("di", "cy"))


@items(
    ([line("ann", "eve", since=SECOND)], ["ann", "bob", "cy", "di"]),
    ([line("ann", "eve", until=FIRST)], ["bob", "cy", "di", "eve"]),
    ([line("ann", "x"), line("x", "y"), line("y", "z")], ["bob", "cy", "di", "z"]),
    (CIRCLE, ["ann", "ann", "bob", "dee"]),
    ((*JOINED, *OF_TWO), ["bob", "cy", "cy", "di"]),
    ([line("ann", "zoe"), line("ann", "eve", since=FIRST)], ["bob", "cy", "di", "zoe"]),
    ids=["another day", "its day", "a chain", "a circle", "to a circle", "twice"],
)
def test_who_sits_by_the_lines_that_hold(people: list[Row], who: list[str]) -> None:
    assert seated(*people) == who


def test_each_circle_is_reported_once_with_its_rows_and_lines_between_circles_are_in_none() -> None:
    circles = (("ann", "bob"), ("cy", "di"), ("bob", "eve"), ("di", "cy"), ("eve", "ann"))
    for people, found, in_message in (
        ([line(*of) for of in circles], [(2, "ann"), (3, "cy")], ["(file, line 4; file, line 6)", "(file, line 5)"]),
        ([*JOINED, *OF_TWO], [(3, "ann"), (5, "cy")], ["line 4)", "line 6)"]),
    ):
        numbered = [{**row, "line_no": number} for number, row in enumerate(people, 2)]
        _, findings = identified(sessions=[{}], entries=FOUR, people=numbered)
        reported = findings.filter(code="people.impossible/circle")
        assert reported.select("line_no", "value").rows() == found
        assert all(text in message for text, message in zip(in_message, reported["message"], strict=True))


@cases(
    ([line("ann", "zoe"), line("ann", "eve", since=FIRST)], [("people.impossible/twice", "ann")]),
    ([line("ann", "zoe", until=FIRST), line("ann", "eve", since=SECOND)], []),
    ([line("ann", "zoe"), line("ann", "zoe")], []),
    ([line("ann", "zoe", SECOND, FIRST)], [("people.impossible/backwards", str(FIRST))]),
    ([line("ann", "bob")], [("people.both_sit", "ann")]),
    ([line("ann", "bob", since=SECOND)], []),
)
def test_contradicting_lines_are_reported(people: list[Row], found: list[tuple[str, str]]) -> None:
    assert codes(*people) == found


def days(*spans: tuple[str, int, int]) -> dy.DataFrame[People]:
    given_lines = ((player, dt.date(2026, 1, first), dt.date(2026, 1, last)) for player, first, last in spans)
    return frame(People, *(line("x", player, since=since, until=until) for player, since, until in given_lines))


@items(
    pytest.param([("a", 1, 10), ("b", 5, 20), ("c", 15, 30)], [1, 3], [(2, 1)], id="not beaten by one left out"),
    pytest.param([("a", 1, 30), ("b", 5, 6), ("c", 10, 12)], [1], [(2, 1), (3, 1)], id="the one that overlaps"),
    pytest.param([("a", 1, 5), ("b", 6, 9), ("c", 9, 12)], [1, 2], [(3, 2)], id="the later of two that count"),
)
def test_a_line_is_left_out_for_one_that_counts(
    spans: list[tuple[str, int, int]], counting: list[int], reported: list[tuple[int, int]]
) -> None:
    lines = compared_lines(days(*spans))
    assert lines.filter(pl.col("variant").is_null())["line_no"].to_list() == counting
    assert lines.filter(variant="twice").select("line_no", "line_that_counts").rows() == reported


NUMBERED = pairs(("1", "1027"), ("1", "1028"), ("2", "1040"), ("2", "7"))
NAMED = [
    {"player_id": "1027", "name": "Hugo Pradier"},
    {"player_id": "1028", "name": "Burak Karaca"},
    {"player_id": "1040", "name": "Liv Aasgaard"},
    {"player_id": "7", "name": "Zoe Zand", "public": False},
    {"player_id": "7", "name": "Zoe Zand", "file_id": "evening.bws"},
]
WITH_NAMES = pairs(("1", "Ann Ames"), ("1", "bob"))
OF_CLUB = {"file_id": "../people.csv"}
HUGO, BURAK = "did you mean 1027 (Hugo Pradier)?", "did you mean 1028 (Burak Karaca)?"


@cases(
    (line("Hugo Pradier", "1040"), "/name", "this is the name of player 1027, but the files use numbers"),
    (line("Hugo Pradeir", "1040"), "/near", HUGO),
    (line("Karaca?", "1040"), "/near", BURAK),
    (line("01027", "1040"), "/near", HUGO),
    (line("1082", "1040"), "/near", BURAK),
    (line("1029", "1040"), "", "correct the alias, or delete the row"),
    (line("Zand", "1040"), "", "correct the alias, or delete the row"),
    (line("1040", "Hugo Pradier"), "/to_name", "so 1040 becomes a new person: write 1027"),
    (line("1040", "Hugo Pradeir"), "/to_near", HUGO),
    (line("1040", "1082"), "/to_near", BURAK),
    *((line("1040", person), None, "") for person in ("Kari Lund", "1029", "Liv Aasgaard")),
)
def test_a_line_of_nobody_is_reported_with_the_number(of: Row, code: str | None, reported: str) -> None:
    _, findings = identified(sessions=[{}], entries=NUMBERED, players=NAMED, people=[of])
    assert findings["code"].to_list() == ([] if code is None else [f"people.nobody{code}"])
    assert all(reported in message for message in findings["message"])


@cases(
    (line("nobody", "bob"), [("people.nobody", "nobody")]),
    (line("Anne Ames", "bob"), [("people.nobody/near", "Anne Ames")]),
    (line("ames ánn", "bob"), [("people.nobody/near", "ames ánn")]),
    (line("nobody", "bob") | OF_CLUB, []),
    (line("bob", "Ann Amse") | OF_CLUB, [("people.nobody/to_near", "Ann Amse")]),
    (line("bob", "Charlotte van Buren"), []),
    (line("Anne Ames", "bob") | OF_CLUB, [("people.nobody/near", "Anne Ames")]),
)
def test_a_file_of_the_club_may_name_people_of_other_competitions(of: Row, found: list[tuple[str, str]]) -> None:
    assert codes(of, entries=WITH_NAMES) == found


def test_who_would_replace_himself_sits_in_his_own_place_and_is_named_once_in_a_partnership() -> None:
    tables, findings = identified(
        sessions=[{}],
        entries=[{"entrant": "1", "player_id": "ann", "substitutes_for": "1001"}],
        partnerships=[{"partnership_id": "7", "player_id": player} for player in ("ann", "1001", "bob")],
        people=[line("ann", "1001")],
    )
    assert tables["entries"].select("player_id", "substitutes_for").rows() == [("1001", None)]
    assert tables["partnerships"]["player_id"].to_list() == ["1001", "bob"]
    assert "entries.replaced/himself" in findings["code"].to_list()


ZOE = unicodedata.normalize("NFC", "Zoë Élan")


@cases(
    *(
        ([ZOE, ZOE, other], [], [ZOE] * 3)
        for other in (
            *("zoë élan", "ZOË ÉLAN", "Zoë  Élan", "Zoë\N{NO-BREAK SPACE}Élan", " Zoë Élan"),
            unicodedata.normalize("NFD", ZOE),
        )
    ),
    *(
        (list(two), [], list(two))
        for two in (("007", "7"), ("A12", "a12"), ("Zoë", "Zoe"), ("Ann Ames", "Ames, Ann"), ("Ann", "Anna"))
    ),
    (["ann", "Ann"], [], ["Ann", "Ann"]),
    (["ANN", "bob"], [line("ANN", "ann")], ["ann", "bob"]),
    (["ann ames", "bob"], [line("Ann  Ames", "1001")], ["1001", "bob"]),
)
def test_spellings_of_one_name_are_one_person(names: list[str], people: list[Row], shown: list[str]) -> None:
    sat = [{"session_id": str(place), "entrant": "1", "player_id": name} for place, name in enumerate(names)]
    evenings = [{"session_id": row["session_id"]} for row in sat]
    tables, _ = identified(sessions=evenings, entries=sat, people=people)
    assert tables["entries"].sort("session_id")["player_id"].to_list() == shown


def named(
    *names: str, table: list[Row] | None = None, people: list[Row] | None = None, formats: str | None = None
) -> tuple[Tables, pl.DataFrame]:
    of_files = [{"session_id": file, "file_id": file} for file in "abcdefgh"[: len(names)]]
    raw = read(
        sessions=[{**of, "date": FIRST + dt.timedelta(weeks=week)} for week, of in enumerate(of_files)],
        entries=[{"entrant": "1", "player_id": "7", **of} for of in of_files],
        official_results=[] if formats else [{"entrant": "1", **of} for of in of_files],
        players=[
            *(
                {"player_id": "7", "name": name, "birth_year": 1950 + week, "file_id": of["file_id"], "line_no": 60}
                for week, (name, of) in enumerate(zip(names, of_files, strict=True))
            ),
            *({"player_id": "7", "file_id": "players.csv", "line_no": 2, **row} for row in table or []),
        ],
        people=people or [],
    )
    if formats:
        raw["files"] = frame(Files, *({"file_id": of["file_id"], "format": formats} for of in of_files))
    return assembled_by_kind(raw, competitions())


@cases_at_once(
    (["Ann Ames", "Ann Ames", "Ann Amse"], "Ann Ames"),
    (["Ann Amse", "Ann Ames", "Ann Ames"], "Ann Ames"),
    (["Ann Ames", "ann  ames", "Ann Amse", "Ann Amse", "ANN AMES"], "ANN AMES"),
    (["Ann Ames", "Ann Amse"], "Ann Amse"),
    (["Ann Ames", "Ann Ames", "Ann Bloom"], "Ann Ames"),
)
def test_most_files_have_the_spelling_that_is_shown_and_of_as_many_the_newest(names: list[str], shown: str) -> None:
    tables, _ = named(*names)
    assert tables["players"].select("name", "birth_year").rows() == [(shown, 1949 + len(names))]


TABLE = [{"name": "Ann Ames"}]


@cases_at_once(
    (
        ["Ann Ames", "Ann Ames", "Ann Amse"],
        [],
        [],
        [("c", "Ann Amse", "/spelling")],
        "in b:60: Ann Ames, and pages show that spelling",
    ),
    *(([other, other, "Ann Ames"], TABLE, [], [], "") for other in ("Ann Amse", "Ames, Ann", "Ánn Ames")),
    (["Tom Bloom"], TABLE, [], [("a", "Tom Bloom", "")], "players.csv:2: Ann Ames"),
    (["Tom Bloom"], TABLE, [line("7", "7")], [], ""),
    (["Ann Ames", "ann  ames"], [], [], [], ""),
    (
        ["Ann Ames"],
        [*TABLE, {"name": "Ann Amse", "file_id": "guests.csv"}],
        [],
        [("guests.csv", "Ann Amse", "/spelling")],
        "",
    ),
)
def test_another_name_is_reported_until_a_table_or_a_line_of_people_settles_it(
    names: list[str], table: list[Row], people: list[Row], found: list[tuple[str, str, str]], said: str
) -> None:
    tables, findings = named(*names, table=table, people=people)
    assert tables["players"]["name"].to_list() == ["Ann Ames" if len(names) != 2 else "ann  ames"]
    reported = findings.select("file_id", "value", "code").rows()
    assert reported == [(file, value, f"players.other_name{variant}") for file, value, variant in found]
    assert all(said in message for message in findings["message"])


def test_two_names_under_one_id_are_said_with_the_days_of_the_other() -> None:
    tables, findings = named("Piet", "Ann")
    assert tables["players"]["name"].to_list() == ["Ann"]
    assert findings.select("code", "value").rows() == [("players.other_name", "Piet")]
    assert f'"since":"{FIRST}"' in findings["arguments"][0]


@cases_at_once("bws", "pbn", "acbl", "json")
def test_a_result_file_without_totals_is_no_table_of_players(file_format: str) -> None:
    tables, findings = named("Ann Ames", "Ann Ames", "Ann Amse", table=[{"name": "Anna Ames"}], formats=file_format)
    assert tables["players"]["name"].to_list() == ["Anna Ames"]
    assert "players.other_name/spelling" not in findings["code"]


def test_one_line_that_says_no_hides_a_player() -> None:
    names = [{"player_id": "7", "public": public, "file_id": str(public)} for public in (True, False, None)]
    raw, _ = assembled(players=[*names, {"player_id": "8"}])
    assert raw["players"]["public"].to_list() == [False, None]


IDS = st.sampled_from(["ann", "Ann", "ANN", "bob", "bob ", "cy", "7", "007"])
DAYS = st.one_of(st.none(), st.sampled_from([FIRST, SECOND]))
LINES = st.lists(st.builds(line, IDS, IDS, DAYS, DAYS), max_size=6)
ALWAYS = st.lists(st.builds(line, IDS, IDS), max_size=6)
SEATS = st.lists(st.tuples(st.sampled_from(["1", "2"]), IDS), min_size=1, max_size=8)


def season_of(people: list[Row], seats: list[tuple[str, str]]) -> Tables:
    sat = [
        {"session_id": session, "entrant": str(place), "player_id": player}
        for place, (session, player) in enumerate(seats)
    ]
    numbered = [{**row, "line_no": number} for number, row in enumerate(people, start=1)]
    sessions = [{"session_id": "1", "date": FIRST}, {"session_id": "2", "date": SECOND}]
    return read(sessions=sessions, entries=sat, people=numbered)


def clubs(lines: st.SearchStrategy[list[Row]]) -> st.SearchStrategy[list[Tables]]:
    return st.lists(st.builds(season_of, lines, SEATS), min_size=8, max_size=24)


few = settings(max_examples=by_night(6))
"""Each example is a case for every one of its clubs."""


@pytest.mark.long
@few
@given(clubs(ALWAYS))
def test_identifying_twice_changes_nothing(of_clubs: list[Tables]) -> None:
    given_rows, of_all = as_one(of_clubs), rules(len(of_clubs))
    once, _ = assembled_by_kind(given_rows, of_all)
    again, _ = assembled_by_kind({**given_rows, "entries": once["entries"].drop("season")}, of_all)
    assert_frame_equal(once["entries"], again["entries"])


@pytest.mark.long
@few
@given(clubs(LINES), st.integers(0, 99), st.integers(0, 999))
def test_neither_the_order_of_rows_nor_other_clubs_matter(of_clubs: list[Tables], cut: int, seed: int) -> None:
    same_in_any_order_and_apart(of_clubs, cut, seed)


BY_NAME = [{**seat, "file_id": "a.pbn"} for seat in FOUR]
NUMBERS = {"ann": "1001", "bob": "1002", "cy": "1003", "di": "1004"}
PEOPLE = [{"alias": name, "player_id": number} for name, number in NUMBERS.items()]


def both_sitting(entries: list[Row], people: list[Row], **more: Any) -> pl.DataFrame:
    _, findings = assembled_by_kind(
        read(sessions=[{"date": FIRST}], entries=entries, people=people, **more), competitions()
    )
    return findings


def _numbered(**changed: Any) -> list[Row]:
    return [{**seat, "player_id": NUMBERS[seat["player_id"]], "file_id": "entries.csv", **changed} for seat in FOUR]


def test_a_place_that_one_file_gives_by_name_and_another_by_number_is_one_and_two_places_are_two() -> None:
    findings = both_sitting([*BY_NAME, *_numbered()], PEOPLE)
    assert findings.select("code", "severity").rows() == [("entries.seated_twice/in_two_files", "error")]
    findings = both_sitting([*BY_NAME, *_numbered(entrant="3")], PEOPLE)
    assert findings["code"].to_list() == ["people.both_sit"] * 4


def test_a_place_too_many_of_somebody_whose_place_two_files_give_is_reported_there_and_at_no_line() -> None:
    slip = {**_numbered()[0], "entrant": "3", "line_no": 9}
    findings = both_sitting([*BY_NAME, *_numbered(), slip], PEOPLE)
    assert "people.both_sit" not in findings["code"]
    (row,) = findings.filter(code="entries.seated_twice").rows(named=True)
    assert (row["file_id"], row["line_no"]) == ("entries.csv", 9)


def test_a_line_is_reported_only_on_its_own_days() -> None:
    seven = [{**seat, "player_id": "7"} if seat["player_id"] == "di" else seat for seat in FOUR]
    people = [
        {"alias": "7", "player_id": "ann", "until": FIRST, "line_no": 1},
        {"alias": "7", "player_id": "bob", "since": SECOND, "line_no": 2},
    ]
    findings = both_sitting(seven, people).filter(code="people.both_sit")
    assert findings["line_no"].to_list() == [1]
    assert "this row makes 7 the same person as ann, but both 7 and ann sit in" in findings["message"].item()


def likely(
    seats: list[tuple[str, str, str]],
    *,
    names: dict[str, str] | None = None,
    decided: list[tuple[str, str]] | None = None,
    findings: list[dict[str, Any]] | None = None,
    competition: dict[str, str] | None = None,
) -> pl.DataFrame:
    of = competition or {}
    entries = [
        {"session_id": session, "entrant": entrant, "player_id": player, "competition": of.get(session, "evening")}
        for session, entrant, player in seats
    ]
    sessions = {session: {"session_id": session, "competition": of.get(session, "evening")} for session, _, _ in seats}
    players = {player: {"player_id": player, "name": (names or {}).get(player)} for _, _, player in seats}
    return likely_people(
        frame(Players, *players.values()),
        frame(Entries, *entries),
        frame(Sessions, *sessions.values()),
        frame(People, *({"alias": alias, "player_id": player} for alias, player in decided or [])),
        frame(Findings, *(findings or [])),
    )


def together(session: str, *players: str) -> list[tuple[str, str, str]]:
    return [(session, "1", player) for player in players]


def likely_pairs(found: pl.DataFrame, kind: str = "one") -> list[tuple[str, str]]:
    return found.filter(kind=kind).select("alias", "player_id").rows()


ANN = {"1001": "Ann Ames"}
WITH_BOB = [*together("1", "1001", "bob"), *together("2", "Ann Ames", "bob")]
WITHOUT_NAME = [seat for evening in "123" for seat in together(evening, "1001", "bob")]
WITHOUT_NAME += [seat for evening in "456" for seat in together(evening, "Ann Ames", "bob")]


@cases(("Ann Ames", "Ames, Ann"), ("Zoë Élan", "Zoe Elan"), ("Ann Ames", "Anne Ames"), ("Ann Ames", "Ann Amse"),
     ("Ann Ames", "Ann Anes"), ("Ann Ames", "ann ames"), ("Ann-Marie Ames", "Ann Marie Ames"),
)  # fmt: skip
def test_a_name_here_and_a_number_there(one: str, other: str) -> None:
    found = likely([*together("1", "1001", "bob"), *together("2", other, "bob")], names={"1001": one})
    assert likely_pairs(found) == [(other, "1001")]
    assert "evenings with the same partner bob: 1 and 1; " in found["why"][0]


@cases(
    *(
        ([*together("1", "1001", "bob"), *together("2", other, "bob")], ANN, [], [])
        for other in ("Ann Bloom", "Tom Ames", "Annabel Ames", "1002")
    ),
    ([("1", "1", "P 100001"), ("2", "1", "P 100002"), ("3", "1", "2001"), ("4", "1", "2002")], {}, [], []),
    (WITH_BOB, ANN, [], [("Ann Ames", "1001")]),
    ([*WITH_BOB, ("2", "2", "1001")], ANN, [], []),
    (WITH_BOB, ANN, [("Ann Ames", "Ann Ames")], []),
    (WITHOUT_NAME, {}, [], [("Ann Ames", "1001")]),
    (WITHOUT_NAME[:-2], {}, [], []),
    (
        [*WITH_BOB, *together("3", "1002", "x"), *together("4", "Tom Bloon", "y")],
        {**ANN, "1002": "Tom Bloom"},
        [],
        [("Ann Ames", "1001"), ("Tom Bloon", "1002")],
    ),
    (
        [*WITH_BOB, *together("3", "1002", "bob")],
        {**ANN, "1002": "Ann Ames"},
        [],
        [("1002", "1001"), ("Ann Ames", "1001")],
    ),
)
def test_who_may_be_one_person(
    seats: list[tuple[str, str, str]],
    names: dict[str, str],
    decided: list[tuple[str, str]],
    found: list[tuple[str, str]],
) -> None:
    assert likely_pairs(likely(seats, names=names, decided=decided)) == found


def other_name(value: str, **arguments: str) -> dict[str, Any]:
    reported = {"player": "7", "shown": "Ann Ames", **arguments}
    of = {"severity": "warning", "code": "players.other_name", "message": "-"}
    return of | {"value": value, "arguments": json.dumps(reported)}


def test_two_names_under_one_id_may_be_two() -> None:
    reported, seats = other_name("Piet Puk", since="2025-09-02", until="2025-09-09"), together("1", "7", "bob")
    found = likely(seats, names={"7": "Ann Ames"}, findings=[reported])
    days = dt.date(2025, 9, 2), dt.date(2025, 9, 9)
    assert found.select("kind", "alias", "player_id", "since", "until").rows() == [("two", "7", "Piet Puk", *days)]
    known = likely([*seats, *together("2", "12")], names={"7": "Ann Ames", "12": "Piet Puk"}, findings=[reported])
    assert likely_pairs(known, "two") == [("7", "12")]


def test_two_spellings_under_one_id_are_one_person_whom_no_line_of_people_splits() -> None:
    reported = other_name("Ann Amse", place="a.pbn:60", variant="spelling")
    found = likely(together("1", "7", "bob"), names={"7": "Ann Ames"}, findings=[reported])
    expected = ("one", None, "7", "Ann Ames", "Ann Amse")
    assert found.select("kind", "alias", "player_id", "name", "other_name").rows() == [expected]
    assert as_lines(found).is_empty()


def test_two_competitions_on_one_day_may_be_two() -> None:
    found = likely([*together("1", "7"), *together("2", "7")], competition={"1": "noon", "2": "evening"})
    assert found.select("kind", "alias", "other_name").rows() == [("two", None, "7")]
    assert "they played in evening, noon on one day" in found["why"][0]


LETTERS = st.text("abc ", min_size=6, max_size=9)


def distance(one: str, other: str) -> int:
    """How many letters are put in, taken out, changed or exchanged with their neighbour (plainly, by a table)."""
    rows = [list(range(len(other) + 1))]
    for i, letter in enumerate(one, 1):
        row = [i]
        for j, with_ in enumerate(other, 1):
            least = min(rows[-1][j] + 1, row[-1] + 1, rows[-1][j - 1] + (letter != with_))
            if i > 1 and j > 1 and letter == other[j - 2] and one[i - 2] == with_:
                least = min(least, rows[-2][j - 2] + 1)
            row.append(least)
        rows.append(row)
    return rows[-1][-1]


@given(st.lists(LETTERS, min_size=2, max_size=6, unique=True))
def test_one_letter_off_is_a_distance_of_one(words: list[str]) -> None:
    table = pl.DataFrame({"words": words, "club": "c"})
    found = one_letter_off(table, table, ["club"]).select("words", "other_words").rows()
    assert sorted(found) == sorted((a, b) for a in words for b in words if distance(a, b) == 1)


FILE = "2025-09-09.pbn"
SAT: list[Row] = [
    {"entrant": pair, "player_id": f"{pair}{place}", "file_id": FILE} for pair in "123" for place in (1, 2)
]
NAMES = [{"player_id": "32", "name": "Vera Guidotti"}, {"player_id": "41", "name": "Lotte Akkerman"}]
Seats = list[tuple[str, str, str | None]]


def came(pair: str, player: str, absent: str) -> Row:
    row = {"entrant": pair, "player_id": player, "substitutes_for": absent}
    return row | {"file_id": "stand-ins.csv", "line_no": 2}


def seated_with(
    *rows: Row, sat: list[Row] = SAT, players: list[Row] = NAMES, **session: str
) -> tuple[list[tuple[str, str]], Seats, list[str]]:
    given = frame(Entries, *sat, *rows).lazy().with_columns(goes_on=pl.lit(value=False))
    sessions = frame(Sessions, session).lazy()
    entries, found = checked_stand_ins(given, frame(Players, *players).lazy(), sessions)
    kept, findings = pl.collect_all([entries, sorted_findings(found)])
    assert set(findings.select("file_id", "line_no").rows()) <= {("stand-ins.csv", 2)}
    seats = sorted(kept.select("entrant", "player_id", "substitutes_for").rows(), key=str)
    return list(zip(kinds(findings), findings["value"], strict=True)), seats, findings["message"].to_list()


AS_FILE = sorted(((row["entrant"], row["player_id"], None) for row in SAT), key=str)


@pytest.mark.parametrize("file", [FILE, "z.pbn"])
@pytest.mark.parametrize(
    ("row", "code", "value", "said"),
    [
        (came("1", "21", "41"), "other_pair", "21", ""),
        (
            came("1", "32", "41"),
            "other_pair",
            "32",
            "Vera Guidotti (32) sits in pair 3 of line A in session 1 and cannot",
        ),
        (
            came("1", "42", "31"),
            "full_pair",
            "31",
            "if 42 came for 31, write pair 3 of line A; otherwise write who was absent",
        ),
        (came("1", "42", "41"), "third", "1", ""),
        (came("3", "Vera", "31"), "near", "Vera", "did you mean 32 (Vera Guidotti)?"),
        (came("3", "vera guidotti", "41"), "name", "vera guidotti", "write 32"),
        (came("1", "11", "31"), "replaced_elsewhere", "31", ""),
        (came("3", "32", "31"), "partner", "31", ""),
    ],
)
def test_an_impossible_row_is_left_out(row: Row, code: str, value: str, said: str, file: str) -> None:
    findings, seats, (message,) = seated_with(row, sat=[{**seat, "file_id": file} for seat in SAT])
    assert findings == [(f"entries.stand_in/{code}", value)]
    assert seats == AS_FILE
    assert said in message


@pytest.mark.parametrize("row", [came("1", "11", "41"), came("1", "42", "11"), came("1", "Zoe Zand", "11")])
def test_a_row_that_can_be_right_counts(row: Row) -> None:
    findings, seats, _ = seated_with(row)
    assert findings == []
    assert (row["entrant"], row["player_id"], row["substitutes_for"]) in seats


def without(*players: str) -> list[Row]:
    return [row for row in SAT if row["player_id"] not in players]


def replaced_by(came_for: dict[str, str]) -> list[Row]:
    return [{**row, "player_id": came_for.get(row["player_id"], row["player_id"])} for row in SAT]


def test_who_sits_by_the_row_alone_stays_in_an_own_place_and_may_be_named_like_somebody() -> None:
    findings, seats, _ = seated_with(came("1", "12", "31"), sat=without("12"))
    assert (findings, seats) == ([("entries.stand_in/replaced_elsewhere", "31")], AS_FILE)
    assert seated_with(came("1", "Vera", "12"), sat=without("12"))[0] == []


def test_who_came_for_another_may_be_replaced_in_turn_and_teams_are_left_alone() -> None:
    chain = [came("1", "31", "11"), came("3", "42", "31")]
    assert seated_with(*chain, sat=without("31", "11"))[0] == []
    findings, seats, _ = seated_with(*chain, sat=replaced_by({"11": "31", "31": "42"}))
    assert findings == []
    assert {("1", "31", "11"), ("3", "42", "31")} <= set(seats)
    assert seated_with(came("1", "42", "31"), kind="teams")[0] == []


def test_two_partners_who_came_for_each_other_did_not() -> None:
    findings, seats, _ = seated_with(came("3", "31", "32"), came("3", "32", "31"))
    assert [code for code, _ in findings] == ["entries.stand_in/partner"] * 2
    assert seats == AS_FILE


@pytest.mark.parametrize(("lacking", "code"), [("12", "replaced_elsewhere"), ("", "full_pair")])
def test_a_row_that_is_wrong_itself_excuses_no_other(lacking: str, code: str) -> None:
    findings, seats, _ = seated_with(came("3", "31", "32"), came("1", "42", "31"), sat=without(lacking))
    assert sorted(findings) == sorted([("entries.stand_in/partner", "32"), (f"entries.stand_in/{code}", "31")])
    assert ("1", "42", "31") not in seats


@pytest.mark.parametrize(("sat_too", "wrong"), [((), 0), (("11", "13"), 3)])
def test_three_who_came_for_one_another_are_right_if_the_first_is(sat_too: tuple[str, ...], wrong: int) -> None:
    """21 came for 11, 31 for 21, and 42 for 31; for nobody where 11 sat in pair 4."""
    in_pair_4 = [{"entrant": "4", "player_id": player, "file_id": FILE} for player in sat_too]
    chain = [came("1", "21", "11"), came("2", "31", "21"), came("3", "42", "31")]
    findings, _, _ = seated_with(*chain, sat=[*replaced_by({"11": "21", "21": "31", "31": "42"}), *in_pair_4])
    assert [code for code, _ in findings] == ["entries.stand_in/replaced_elsewhere"] * wrong


@pytest.mark.parametrize("name", ["Lotte", "Vera Guidotto", "Vera Guidotti"])
@pytest.mark.parametrize("times", [1, 2])
@pytest.mark.parametrize("listed", [False, True])
def test_a_name_is_a_slip_until_the_players_have_it(name: str, times: int, *, listed: bool) -> None:
    """Written again, it made the row of the first evening count, which was published without it."""
    evenings = [str(number) for number in range(1, times + 1)]
    entries = [{**row, "session_id": evening} for evening in evenings for row in (*SAT, came("1", name, "11"))]
    sessions = frame(Sessions, *({"session_id": evening} for evening in evenings)).lazy()
    players = frame(Players, *NAMES, *([{"player_id": name, "name": name}] if listed else [])).lazy()
    given = frame(Entries, *entries).lazy().with_columns(goes_on=pl.lit(value=False))
    kept, found = checked_stand_ins(given, players, sessions)
    assert len(sorted_findings(found).collect()) == (0 if listed else times)
    assert len(kept.collect().filter(player_id=name)) == (times if listed else 0)
