"""Who is who: aliases and spellings become persons before anything counts."""

import datetime as dt
import unicodedata
from typing import Any

import dataframely as dy
import polars as pl
import pytest
from factories import Tables, competitions, frame
from hypothesis import given, settings
from hypothesis import strategies as st
from intake.evenings import FOUR, MADE, Row, assembled_by_kind, pairs, read
from polars.testing import assert_frame_equal

from transforms.intake.people.aliases import Aliases, compared_lines
from transforms.season import season_tables
from transforms.tables.schemas import WAREHOUSE, Competitions, People

FIRST, SECOND = dt.date(2025, 9, 2), dt.date(2025, 9, 9)


def assembled(**rows: list[Row]) -> tuple[dict[str, pl.DataFrame], pl.DataFrame]:
    return assembled_by_kind(read(**rows), competitions())


def seated(*people: Row, entries: list[Row] | None = None) -> list[str]:
    raw, _ = assembled(sessions=[{}], entries=entries or FOUR, people=list(people))
    return raw["entries"]["player_id"].to_list()


def codes(*people: Row, entries: list[Row] | None = None) -> list[tuple[str, str]]:
    _, findings = assembled(sessions=[{}], entries=entries or FOUR, people=list(people))
    return findings.select("code", "value").rows()


def line(alias: str, player_id: str, since: dt.date | None = None, until: dt.date | None = None) -> Row:
    return {"alias": alias, "player_id": player_id, "since": since, "until": until}


def test_an_alias_is_its_person_in_every_table() -> None:
    raw, findings = assembled(
        sessions=[{"kind": "teams"}],
        entries=[
            *pairs(("1", "ann"), ("1", "bob"), ("2", "cy")),
            {"entrant": "2", "player_id": "di", "substitutes_for": "ann"},
        ],
        people=[line("ann", "1001"), line("bob", "1002")],
        partnerships=[{"partnership_id": "7", "player_id": player} for player in ("ann", "bob")],
        players=[{"player_id": "1001", "name": "Ann Ames"}, {"player_id": "ann", "name": "A. Ames", "member": False}],
        games=[{"game_id": "1", "player_id": "ann", "opponent_id": "bob", "points": 2.0, "opponent_points": 0.0}],
        ratings=[{"player_id": "ann", "rating": 1000.0, "list_date": FIRST}],
        awards=[{"scheme": "tbf", "player_id": "ann", "points": 1.0}],
    )
    assert raw["entries"].select("player_id", "substitutes_for").rows() == [
        ("1001", None),
        ("1002", None),
        ("cy", None),
        ("di", "1001"),
    ]
    assert raw["partnerships"]["player_id"].to_list() == ["1001", "1002"]
    assert raw["ratings"]["player_id"].to_list() == ["1001"]
    assert raw["awards"]["player_id"].to_list() == ["1001"]
    assert raw["players"].filter(player_id="1001").select("name", "member").rows() == [("Ann Ames", False)]
    assert "ann" not in raw["players"]["player_id"]
    assert raw["people"].select("alias", "player_id").rows() == [("ann", "1001"), ("bob", "1002")]
    assert "people" not in " ".join(findings["code"])
    assert "players.other_name" not in findings["code"].to_list()


def test_a_line_with_dates_holds_on_its_days() -> None:
    evenings = [{"session_id": "1", "date": FIRST}, {"session_id": "2", "date": SECOND}]
    sat = [{"session_id": session, "entrant": "1", "player_id": "7"} for session in ("1", "2")]
    raw, findings = assembled(
        sessions=evenings, entries=sat, people=[line("7", "ann", until=FIRST), line("7", "bob", since=SECOND)]
    )
    assert raw["entries"].select("session_id", "player_id").rows() == [("1", "ann"), ("2", "bob")]
    assert findings.is_empty()


def test_a_day_outside_the_dates_leaves_the_alias_as_it_is() -> None:
    assert seated(line("ann", "eve", since=SECOND)) == ["ann", "bob", "cy", "di"]
    assert seated(line("ann", "eve", until=FIRST)) == ["bob", "cy", "di", "eve"]


def test_a_game_is_played_by_who_has_the_number_on_its_day() -> None:
    played = [
        {"game_id": str(day), "date": day, "player_id": "7", "opponent_id": "8", "points": 2.0, "opponent_points": 0.0}
        for day in (FIRST, SECOND)
    ]
    listed = [{"player_id": "zoe", "file_id": "players"}]
    raw, findings = assembled(games=played, people=[line("7", "ann", since=SECOND)], players=listed)
    # Without a season of ratings no game stays; the findings name who is not known.
    unknown = findings.filter(pl.col("field") == "player_id")["value"].to_list()
    assert raw["games"].is_empty()
    assert unknown == ["7", "ann"]


def test_a_chain_leads_to_its_end() -> None:
    assert seated(line("ann", "x"), line("x", "y"), line("y", "z"))[-1] == "z"


def test_lines_in_a_circle_are_left_out_and_all_others_hold() -> None:
    people = (line("ann", "bob"), line("bob", "ann"), line("cy", "ann"), line("di", "dee"))
    assert [found for found in codes(*people) if found[0] == "people.impossible/circle"] == [
        ("people.impossible/circle", "ann")
    ]
    # The line for cy holds; ann sits already, so what is left of cy is a finding.
    assert seated(*people) == ["ann", "bob", "dee"]


def test_each_circle_is_told_once_with_its_rows() -> None:
    circles = (("ann", "bob"), ("cy", "di"), ("bob", "eve"), ("di", "cy"), ("eve", "ann"))
    people = [{**line(*of), "line_no": number} for number, of in enumerate(circles, 2)]
    findings = assembled(sessions=[{}], entries=FOUR, people=people)[1].filter(code="people.impossible/circle")
    assert findings.select("line_no", "value").rows() == [(2, "ann"), (3, "cy")]
    first, second = findings["message"]
    assert first.startswith(
        "bob, who this is to be, leads back to this alias by other rows (file, line 4; file, line 6);"
    )
    assert "(file, line 5);" in second


def test_a_line_from_one_circle_to_another_is_in_none() -> None:
    joined = (line("ann", "cy", until=FIRST), line("ann", "bob", since=SECOND), line("bob", "ann"))
    people = [{**row, "line_no": at} for at, row in enumerate((*joined, line("cy", "di"), line("di", "cy")), 2)]
    findings = assembled(sessions=[{}], entries=FOUR, people=people)[1].filter(code="people.impossible/circle")
    assert findings.select("line_no", "value").rows() == [(3, "ann"), (5, "cy")]
    assert ["line 4)" in told for told in findings["message"]] == [True, False]
    assert "cy" in seated(*joined, line("cy", "di"), line("di", "cy"))


def test_a_line_that_contradicts_another_is_left_out() -> None:
    later = line("ann", "eve", since=FIRST)
    assert codes(line("ann", "zoe"), later) == [("people.impossible/twice", "ann")]
    assert "zoe" in seated(line("ann", "zoe"), later)
    assert codes(line("ann", "zoe", until=FIRST), line("ann", "eve", since=SECOND)) == []


def days(*spans: tuple[str, int, int]) -> dy.DataFrame[People]:
    """Lines of one alias: who it is from one day of January to another."""
    given = ((player, dt.date(2026, 1, first), dt.date(2026, 1, last)) for player, first, last in spans)
    return frame(People, *(line("x", player, since=since, until=until) for player, since, until in given))


@pytest.mark.parametrize(
    ("spans", "counting", "told"),
    [
        pytest.param([("a", 1, 10), ("b", 5, 20), ("c", 15, 30)], [1, 3], [(2, 1)], id="not beaten by one left out"),
        pytest.param([("a", 1, 30), ("b", 5, 6), ("c", 10, 12)], [1], [(2, 1), (3, 1)], id="the one that overlaps"),
        pytest.param([("a", 1, 5), ("b", 6, 9), ("c", 9, 12)], [1, 2], [(3, 2)], id="the later of two that count"),
    ],
)
def test_a_line_is_left_out_for_one_that_counts(
    spans: list[tuple[str, int, int]], counting: list[int], told: list[tuple[int, int]]
) -> None:
    people = days(*spans)
    lines = compared_lines(people)
    assert lines.filter(pl.col("variant").is_null())["line_no"].to_list() == counting
    assert lines.filter(variant="twice").select("line_no", "line_that_counts").rows() == told


def test_only_those_of_whom_a_line_speaks_are_looked_up(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def person(_: Aliases, _club: str, _competition: str, alias: str, _day: dt.date | None) -> str:
        asked.append(alias)
        return "zoe"

    monkeypatch.setattr(Aliases, "person", person)
    assert "zoe" in seated(line("ann", "zoe"))
    assert asked == ["ann"]


def test_a_line_given_twice_says_nothing_new() -> None:
    assert codes(line("ann", "zoe"), line("ann", "zoe")) == []


def test_a_line_that_ends_before_it_begins_is_left_out() -> None:
    assert codes(line("ann", "zoe", SECOND, FIRST)) == [("people.impossible/backwards", str(FIRST))]


def test_an_alias_of_nobody_is_told_with_the_nearest() -> None:
    people = pairs(("1", "Ann Ames"), ("1", "bob"))
    assert codes(line("nobody", "bob"), entries=people) == [("people.nobody", "nobody")]
    _, findings = assembled(sessions=[{}], entries=people, people=[line("Anne Ames", "bob"), line("ames ánn", "bob")])
    assert findings["code"].to_list() == ["people.nobody/near"] * 2
    assert all("Ann Ames" in message for message in findings["message"])


def test_a_file_of_the_club_may_name_people_of_other_competitions() -> None:
    people = pairs(("1", "Ann Ames"), ("1", "bob"))
    of_club = {"file_id": "../people.csv"}
    assert codes({**line("nobody", "bob"), **of_club}, entries=people) == []
    assert codes({**line("Anne Ames", "bob"), **of_club}, entries=people) == [("people.nobody/near", "Anne Ames")]


def test_who_would_sit_twice_is_told_once_at_the_line_that_says_who_is_who() -> None:
    assert codes(line("ann", "bob")) == [("people.both_sit", "ann")]
    evenings = [{"session_id": day, "date": FIRST} for day in ("1", "2", "3")]
    sat = [{"session_id": day, **seat} for day in ("1", "2") for seat in FOUR]
    third = {"session_id": "3", "entrant": "1", "player_id": "ann"}
    _, findings = assembled(sessions=evenings, entries=[*sat, third], people=[line("ann", "di")])
    (row,) = findings.filter(code="people.both_sit").rows(named=True)
    assert (row["file_id"], row["line_no"], row["severity"]) == ("file", 1, "error")
    assert "both ann and di sit down in session 1 (such sessions: 2)" in row["message"]
    assert [code for code in findings["code"] if code.startswith("entries.seated_twice")] == []


def test_two_who_sit_together_only_outside_the_dates_of_a_line_are_not_told() -> None:
    assert codes(line("ann", "bob", since=SECOND)) == []


NUMBERED = pairs(("1", "1027"), ("1", "1028"), ("2", "1040"), ("2", "7"))
NAMED = [
    {"player_id": "1027", "name": "Hugo Pradier"},
    {"player_id": "1028", "name": "Burak Karaca"},
    {"player_id": "1040", "name": "Liv Aasgaard"},
    {"player_id": "7", "name": "Zoe Zand", "public": False},
    {"player_id": "7", "name": "Zoe Zand", "file_id": "evening.bws"},
]


def said(code: str, **rows: Any) -> str:
    """The one message of this code, where the files have numbers."""
    _, findings = assembled(sessions=[{}], players=NAMED, **{"entries": NUMBERED, **rows})
    (message,) = findings.filter(code=code)["message"]
    return str(message)


@pytest.mark.parametrize(
    ("alias", "code", "told"),
    [
        ("Hugo Pradier", "people.nobody/name", "this is the name of player 1027, and the files have numbers"),
        ("Hugo Pradeir", "people.nobody/near", "did you mean 1027 (Hugo Pradier)?"),
        ("Karaca?", "people.nobody/near", "did you mean 1028 (Burak Karaca)?"),
        ("01027", "people.nobody/near", "did you mean 1027 (Hugo Pradier)?"),
        ("1082", "people.nobody/near", "did you mean 1028 (Burak Karaca)?"),
        ("1029", "people.nobody", "mend the alias, or take the row away"),
        ("Zand", "people.nobody", "mend the alias, or take the row away"),
    ],
)
def test_an_alias_of_nobody_is_told_with_the_number_that_is_meant(alias: str, code: str, told: str) -> None:
    assert told in said(code, people=[line(alias, "1040")])


@pytest.mark.parametrize(
    ("person", "code", "told"),
    [
        ("Hugo Pradier", "people.nobody/to_name", "so 1040 becomes somebody new: write 1027"),
        ("Hugo Pradeir", "people.nobody/to_near", "did you mean 1027 (Hugo Pradier)?"),
        ("1082", "people.nobody/to_near", "did you mean 1028 (Burak Karaca)?"),
    ],
)
def test_a_line_that_leads_to_nobody_is_told_with_the_number_that_is_meant(person: str, code: str, told: str) -> None:
    assert told in said(code, people=[line("1040", person)])


@pytest.mark.parametrize("person", ["Kari Lund", "1029", "Liv Aasgaard"])
def test_a_person_whom_no_file_names_may_well_be_meant(person: str) -> None:
    _, findings = assembled(sessions=[{}], entries=NUMBERED, players=NAMED, people=[line("1040", person)])
    assert [code for code in findings["code"] if code.startswith("people")] == []


@pytest.mark.parametrize(
    ("replaced", "code", "told"),
    [
        ("hugo  pradier", "entries.replaced/name", "write 1027"),
        ("Karaca?", "entries.replaced/near", "did you mean 1028 (Burak Karaca)?"),
        ("Kari Lund", "entries.replaced", "if it is right, nothing is amiss"),
    ],
)
def test_who_was_replaced_is_told_with_the_number_that_is_meant(replaced: str, code: str, told: str) -> None:
    guest = {"entrant": "3", "player_id": "Mia Rask", "substitutes_for": replaced}
    assert told in said(code, entries=[*NUMBERED, guest])


def test_who_would_replace_himself_sits_in_his_own_place() -> None:
    entries = [{"entrant": "1", "player_id": "ann", "substitutes_for": "1001"}]
    raw, findings = assembled(sessions=[{}], entries=entries, people=[line("ann", "1001")])
    assert raw["entries"].select("player_id", "substitutes_for").rows() == [("1001", None)]
    assert findings["code"].to_list() == ["entries.replaced/himself"]


def test_a_partnership_with_a_person_and_his_alias_names_him_once() -> None:
    members = [{"partnership_id": "7", "player_id": player} for player in ("ann", "1001", "bob")]
    raw, findings = assembled(partnerships=members, people=[line("ann", "1001")])
    assert raw["partnerships"]["player_id"].to_list() == ["1001", "bob"]
    assert [code for code in findings["code"] if code.startswith("partner")] == []


# --- spellings ----------------------------------------------------------------------------------

ZOE = unicodedata.normalize("NFC", "Zoë Élan")


@pytest.mark.parametrize(
    "other",
    ["zoë élan", "ZOË ÉLAN", "Zoë  Élan", "Zoë\N{NO-BREAK SPACE}Élan", unicodedata.normalize("NFD", ZOE), " Zoë Élan"],
)
def test_spellings_of_one_name_are_one_person(other: str) -> None:
    evenings = [{"session_id": session} for session in ("1", "2", "3")]
    names = [(ZOE, "1"), (ZOE, "2"), (other, "3")]
    sat = [{"session_id": session, "entrant": "1", "player_id": name} for name, session in names]
    raw, _ = assembled(sessions=evenings, entries=sat)
    assert raw["entries"]["player_id"].to_list() == [ZOE] * 3
    assert raw["players"]["player_id"].to_list() == [ZOE]


@pytest.mark.parametrize(
    ("one", "other"),
    [("007", "7"), ("A12", "a12"), ("Zoë", "Zoe"), ("Ann Ames", "Ames, Ann"), ("Strauß", "Strauss"), ("Ann", "Anna")],
)
def test_nothing_else_is_merged(one: str, other: str) -> None:
    assert sorted(seated(entries=pairs(("1", one), ("1", other)))) == sorted([one, other])


def test_of_equally_frequent_spellings_the_first_by_name_is_shown() -> None:
    sat = [{"session_id": session, "entrant": "1", "player_id": name} for session, name in (("1", "ann"), ("2", "Ann"))]
    raw, _ = assembled(sessions=[{"session_id": "1"}, {"session_id": "2"}], entries=sat)
    assert raw["entries"]["player_id"].to_list() == ["Ann", "Ann"]


def test_a_line_of_people_chooses_the_spelling() -> None:
    assert seated(line("ANN", "ann"), entries=pairs(("1", "ANN"), ("1", "bob"))) == ["ann", "bob"]


def test_an_alias_is_found_in_any_spelling() -> None:
    assert seated(line("Ann  Ames", "1001"), entries=pairs(("1", "ann ames"), ("1", "bob"))) == ["1001", "bob"]


# --- names of players ---------------------------------------------------------------------------


def test_two_names_under_one_id_are_said_with_the_days_of_the_other() -> None:
    evenings = [{"session_id": "1", "date": FIRST, "file_id": "a"}, {"session_id": "2", "date": SECOND, "file_id": "b"}]
    sat = [
        {"session_id": key, "entrant": "1", "player_id": "7", "file_id": file} for key, file in (("1", "a"), ("2", "b"))
    ]
    official = [{"session_id": key, "entrant": "1", "file_id": file} for key, file in (("1", "a"), ("2", "b"))]
    names = [{"player_id": "7", "name": name, "file_id": file} for name, file in (("Piet", "a"), ("Ann", "b"))]
    raw, findings = assembled(sessions=evenings, entries=sat, official_results=official, players=names)
    assert raw["players"]["name"].to_list() == ["Ann"]
    assert findings.select("code", "value").rows() == [("players.other_name", "Piet")]
    assert f'"since":"{FIRST}"' in findings["arguments"][0]


def test_names_that_differ_in_spelling_alone_are_not_told() -> None:
    names = [{"player_id": "7", "name": name, "file_id": name} for name in ("Ann Ames", "ann  ames")]
    _, findings = assembled(players=names)
    assert findings.is_empty()


def test_one_line_that_says_no_hides_a_player() -> None:
    names = [{"player_id": "7", "public": public, "file_id": str(public)} for public in (True, False, None)]
    raw, _ = assembled(players=[*names, {"player_id": "8"}])
    assert raw["players"]["public"].to_list() == [False, None]


# --- properties ---------------------------------------------------------------------------------

IDS = st.sampled_from(["ann", "Ann", "ANN", "bob", "bob ", "cy", "7", "007"])
DAYS = st.one_of(st.none(), st.sampled_from([FIRST, SECOND]))
LINES = st.lists(st.builds(line, IDS, IDS, DAYS, DAYS), max_size=6)
ALWAYS = st.lists(st.builds(line, IDS, IDS), max_size=6)
SEATS = st.lists(st.tuples(st.sampled_from(["1", "2"]), IDS), min_size=1, max_size=8)

Club = tuple[list[Row], list[tuple[str, str]]]
"""The lines of its people, and who sits in its two sessions."""


def clubs(lines: st.SearchStrategy[list[Row]]) -> st.SearchStrategy[list[Club]]:
    """Many cases in one frame: to assemble it takes no longer than to assemble one of them."""
    return st.lists(st.tuples(lines, SEATS), min_size=8, max_size=24)


few = settings(max_examples=6)
"""Each example is a case for every one of its clubs."""


def season_of(of_clubs: list[Club], first: int = 0) -> tuple[Tables, dy.DataFrame[Competitions]]:
    """Their tables and their rules; the clubs are numbered, all else is named alike."""
    names = [f"club {number:02}" for number in range(first, first + len(of_clubs))]
    tables = [_season_of_one(club, *given_rows) for club, given_rows in zip(names, of_clubs, strict=True)]
    rules = pl.concat(competitions(club=club) for club in names)
    return {name: pl.concat(of[name] for of in tables) for name in tables[0]}, Competitions.cast(rules)


def _season_of_one(club: str, people: list[Row], seats: list[tuple[str, str]]) -> Tables:
    sessions = [{"session_id": "1", "date": FIRST}, {"session_id": "2", "date": SECOND}]
    sat = [
        {"session_id": session, "entrant": str(place), "player_id": player}
        for place, (session, player) in enumerate(seats)
    ]
    numbered = [{**row, "line_no": number} for number, row in enumerate(people, start=1)]
    rows = {"sessions": sessions, "entries": sat, "people": numbered}
    return {name: table.with_columns(club=pl.lit(club)) for name, table in read(**rows).items()}


@pytest.mark.long
@few
@given(clubs(ALWAYS))
def test_identifying_twice_changes_nothing(of_clubs: list[Club]) -> None:
    given_rows, rules = season_of(of_clubs)
    once, _ = assembled_by_kind(given_rows, rules)
    again, _ = assembled_by_kind({**given_rows, "entries": once["entries"].drop("season")}, rules)
    assert_frame_equal(once["entries"], again["entries"])


@pytest.mark.long
@few
@given(clubs(LINES), st.randoms())
def test_the_order_of_rows_does_not_matter(of_clubs: list[Club], random: Any) -> None:
    given_rows, rules = season_of(of_clubs)
    shuffled = {
        name: table.sample(fraction=1, shuffle=True, seed=random.randint(0, 999)) for name, table in given_rows.items()
    }
    one, found = assembled_by_kind(given_rows, rules)
    other, found_too = assembled_by_kind(shuffled, rules)
    assert_frame_equal(found, found_too)
    for name in one:
        assert_frame_equal(one[name], other[name])


@pytest.mark.long
@few
@given(clubs(LINES), st.data())
def test_clubs_together_are_clubs_apart(of_clubs: list[Club], data: st.DataObject) -> None:
    """On whichever side of the cut a club is, the clubs on the other side change nothing for it."""
    cut = data.draw(st.integers(1, len(of_clubs) - 1))
    together, _ = assembled_by_kind(*season_of(of_clubs))
    apart = [
        assembled_by_kind(*season_of(part, first))[0] for first, part in ((0, of_clubs[:cut]), (cut, of_clubs[cut:]))
    ]
    for name in ("entries", "players", "people"):
        assert_frame_equal(together[name], pl.concat([part[name] for part in apart]))


@pytest.mark.parametrize("people", [[], [line("ann", "1001")], [line("ann", "1001"), line("1001", "Ann")]])
def test_points_are_conserved(people: list[Row]) -> None:
    raw, _ = assembled(sessions=[{}], entries=FOUR, results=[MADE, {**MADE, "board": 2, "score": 420}], people=people)
    empty = {name: schema.create_empty() for name, schema in WAREHOUSE.items() if name.startswith("raw.")}
    given_rows = empty | {f"raw.{name}": table for name, table in raw.items()} | {"raw.competitions": competitions()}
    made = season_tables(given_rows, ["scored.session_results", "rankings.ranking_points"])
    plain = season_tables(
        {**given_rows, "raw.entries": assembled(sessions=[{}], entries=FOUR)[0]["entries"]},
        ["scored.session_results", "rankings.ranking_points"],
    )
    assert_frame_equal(made["scored.session_results"], plain["scored.session_results"])
    assert made["rankings.ranking_points"]["points"].sum() == plain["rankings.ranking_points"]["points"].sum()
