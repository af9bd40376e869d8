"""One person has one name: that of the table of players, or the spelling that most files have."""

import datetime as dt

import polars as pl
import pytest
from factories import competitions, frame
from intake.evenings import Row, assembled_by_kind, read
from intake.test_people import assembled, line

from transforms.tables.schemas import Files

FIRST = dt.date(2025, 9, 2)


def named(*names: str, table: list[Row] | None = None, people: list[Row] | None = None) -> tuple[str, pl.DataFrame]:
    """The name of player 7, who has these in the result files of as many evenings, one a week; and the findings."""
    evenings = [
        {"session_id": file, "date": FIRST + dt.timedelta(weeks=week), "file_id": file}
        for week, file in enumerate("abcdefgh"[: len(names)])
    ]
    seat = {"entrant": "1", "player_id": "7"}
    raw, findings = assembled(
        sessions=evenings,
        entries=[{**seat, "session_id": each["session_id"], "file_id": each["file_id"]} for each in evenings],
        official_results=[
            {"entrant": "1", "session_id": each["session_id"], "file_id": each["file_id"]} for each in evenings
        ],
        players=[
            *(
                {"player_id": "7", "name": name, "file_id": each["file_id"], "line_no": 60}
                for name, each in zip(names, evenings, strict=True)
            ),
            *({"player_id": "7", "file_id": "players.csv", "line_no": 2, **row} for row in table or []),
        ],
        people=people or [],
    )
    return raw["players"]["name"][0], findings


@pytest.mark.parametrize(
    ("names", "shown"),
    [
        (["Ann Ames", "Ann Ames", "Ann Amse"], "Ann Ames"),
        (["Ann Amse", "Ann Ames", "Ann Ames"], "Ann Ames"),
        (["Ann Ames", "ann  ames", "Ann Amse", "Ann Amse", "ANN AMES"], "ANN AMES"),
        (["Ann Ames", "Ann Amse"], "Ann Amse"),
        (["Ann Ames", "Ann Ames", "Ann Bloom"], "Ann Ames"),
    ],
)
def test_most_files_have_the_spelling_that_is_shown_and_of_as_many_the_newest(names: list[str], shown: str) -> None:
    assert named(*names)[0] == shown


def test_what_else_is_known_of_a_player_is_that_of_the_newest_file_however_the_name_is_spelled() -> None:
    names, years = ("Ann Ames", "Ann Ames", "Ann Amse"), (1950, 1951, 1952)
    evenings = [
        {"session_id": file, "date": FIRST + dt.timedelta(weeks=week), "file_id": file}
        for week, file in enumerate("abc")
    ]
    of_files = [{"session_id": file, "file_id": file} for file in "abc"]
    raw, _ = assembled(
        sessions=evenings,
        entries=[{"entrant": "1", "player_id": "7", **of_file} for of_file in of_files],
        official_results=[{"entrant": "1", **of_file} for of_file in of_files],
        players=[
            {"player_id": "7", "name": name, "birth_year": year, "file_id": file, "line_no": 60}
            for name, year, file in zip(names, years, "abc", strict=True)
        ],
    )
    assert raw["players"].select("name", "birth_year").rows() == [("Ann Ames", 1952)]


def test_a_misspelt_name_is_told_where_it_stands_with_where_the_other_does() -> None:
    shown, findings = named("Ann Ames", "Ann Ames", "Ann Amse")
    assert shown == "Ann Ames"
    assert findings.select("code", "file_id", "line_no", "value").rows() == [
        ("players.other_name/spelling", "c", 60, "Ann Amse")
    ]
    assert "in b:60: Ann Ames, which is shown" in findings["message"][0]


@pytest.mark.parametrize("other", ["Ann Amse", "Ames, Ann", "Ánn Ames"])
def test_a_table_of_players_settles_a_spelling_for_good(other: str) -> None:
    shown, findings = named(other, other, "Ann Ames", table=[{"name": "Ann Ames"}])
    assert shown == "Ann Ames"
    assert findings.is_empty()


def test_another_name_is_told_until_somebody_says_who_it_is() -> None:
    table = [{"name": "Ann Ames"}]
    shown, findings = named("Tom Bloom", table=table)
    assert shown == "Ann Ames"
    assert findings.select("code", "file_id", "value").rows() == [("players.other_name", "a", "Tom Bloom")]
    assert "players.csv:2: Ann Ames" in findings["message"][0]
    assert named("Tom Bloom", table=table, people=[line("7", "7")])[1].is_empty()


def test_two_tables_that_spell_a_name_otherwise_settle_nothing() -> None:
    _, findings = named("Ann Ames", table=[{"name": "Ann Ames"}, {"name": "Ann Amse", "file_id": "guests.csv"}])
    assert findings.select("code", "file_id").rows() == [("players.other_name/spelling", "guests.csv")]


@pytest.mark.parametrize("file_format", ["bws", "pbn", "acbl", "json"])
def test_a_result_file_without_totals_is_no_table_of_players(file_format: str) -> None:
    evenings = [{"session_id": file, "date": FIRST, "file_id": file} for file in "abc"]
    tables = read(
        sessions=evenings,
        entries=[{"entrant": "1", "player_id": "7", "session_id": file, "file_id": file} for file in "abc"],
        players=[
            {"player_id": "7", "name": name, "file_id": file}
            for name, file in zip(("Ann Ames", "Ann Ames", "Ann Amse"), "abc", strict=True)
        ]
        + [{"player_id": "7", "name": "Anna Ames", "file_id": "players.csv"}],
    )
    now = dt.datetime(2026, 1, 1, tzinfo=dt.UTC)
    known = {"path": "", "sha256": "", "ingested_at": now, "rows": 1, "findings": 0}
    files = frame(Files, *({**known, "file_id": file, "format": file_format} for file in "abc"))
    raw, findings = assembled_by_kind(tables | {"files": files}, competitions())
    assert raw["players"]["name"].to_list() == ["Anna Ames"]
    assert "players.other_name/spelling" not in findings["code"]
