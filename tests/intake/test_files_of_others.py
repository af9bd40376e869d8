"""An evening or a table of another club, and last year's file: told once, and not where it may well be right."""

import datetime as dt
from typing import Any

import polars as pl
import pytest
from checks.alone import found
from factories import competitions, frame
from intake.evenings import assembled_by_kind, by_kind, read
from intake.handed_in import settings

from transforms.tables.schemas import Entries, Players

FIRST = dt.date(2025, 9, 2)
OURS = ("Ann Ames", "Bob Burr", "Cy Cole", "Di Dunn", "Ed Eads", "Flo Finn")
THEIRS = ("Ole Lie", "Ida Moe", "Nils Vik", "Eva Dahl", "Jan Kok", "Pia Smit")


def told(*evenings: tuple[str | None, ...], table: tuple[str, ...] = OURS) -> list[tuple[str, ...]]:
    """Code, file and value of `said`."""
    return said(*evenings, table=table).select("code", "file_id", "value").rows()


def said(
    *evenings: tuple[str | None, ...], table: tuple[str, ...] = OURS, more: dict[str, Any] | None = None
) -> pl.DataFrame:
    """What is said of names: the players 1, 2, ... have these names in evenings and table."""
    files = [f"{number}.pbn" for number, _ in enumerate(evenings)]
    named = [
        {"player_id": str(player), "name": name, "file_id": file, "line_no": player}
        for file, names in zip((*files, "players.csv"), (*evenings, table), strict=True)
        for player, name in enumerate(names, 1)
    ]
    _, findings = assembled_by_kind(
        read(
            sessions=[
                {"session_id": file, "file_id": file, "date": FIRST + dt.timedelta(weeks=week)}
                for week, file in enumerate(files)
            ],
            official_results=[{"session_id": file, "entrant": "1", "file_id": file} for file in files],
            players=[*named, *([more] if more else [])],
        ),
        competitions(),
    )
    return findings.filter(pl.col("code").str.starts_with("players."))


def test_an_evening_of_others_is_told_once() -> None:
    assert told(OURS, THEIRS, OURS) == [("players.other_name/of_others", "1.pbn", "Ole Lie")]


def test_a_table_of_others_is_told_once_however_many_evenings_there_are() -> None:
    assert told(OURS, OURS, OURS, table=THEIRS) == [("players.other_name/of_others", "0.pbn", "Ann Ames")]


def test_numbers_that_are_given_anew_each_evening_are_told_once_for_the_competition() -> None:
    third = ("Siv Ask", "Per Bo", "Kari Lund", "Gro Moen", "Lars Ness", "Tor Rud")
    assert told(OURS, THEIRS, third, table=()) == [("players.other_name/of_others", "0.pbn", "Ann Ames")]


@pytest.mark.parametrize(
    "written",
    [
        ("A. Ames", "B. Burr", "C. Cole", "D. Dunn", "E. Eads", "F. Finn"),  # initials
        ("Ann Lie", "Bob Moe", "Cy Vik", "Di Dahl", "Ed Kok", "Flo Smit"),  # married
        ("A", "B", "C", "D", "E", "F"),
        ("Puck", "Bobbie", "Koos", "Dirkje", "Teddy", "Floor"),  # call names
        ("Анна", "Боб", "Сай", "Ди", "Эд", "Фло"),
        ("Speler 1", "Speler 2", "Speler 3", "Speler 4", "Speler 5", "Speler 6"),
    ],
)
def test_the_same_people_written_otherwise_are_no_strangers(written: tuple[str, ...]) -> None:
    codes = {code for code, _, _ in told(OURS, OURS, table=written)} | {code for code, _, _ in told(OURS, written)}
    assert "players.other_name/of_others" not in codes


def test_what_is_told_of_others_takes_nothing_away_and_names_the_person_of_the_line() -> None:
    (row,) = said(OURS, (*OURS[:1], *THEIRS[1:]), OURS).rows(named=True)
    assert (row["line_no"], row["value"]) == (2, THEIRS[1])
    assert f"2: {THEIRS[1]} here, {OURS[1]} in players.csv:2 (such files: 1)" in row["message"]
    assert "take" not in row["message"]
    again = said((*THEIRS[:5], "Flo Finn"), (*THEIRS[:5], "Flo Finn"))
    assert again["line_no"].to_list() == [1]
    assert "(such files: 2)" in again["message"][0]


def test_a_few_other_names_are_told_one_by_one() -> None:
    three = (*THEIRS[:3], *OURS[3:])
    assert told(OURS, three) == [("players.other_name", "1.pbn", name) for name in THEIRS[:3]]


def test_the_names_of_two_that_are_exchanged_are_told_together() -> None:
    assert told(OURS, (OURS[1], OURS[0], *OURS[2:])) == [("players.other_name/exchanged", "1.pbn", OURS[1])]
    assert told((OURS[1], OURS[2], OURS[0], *OURS[3:]))[0][0] == "players.other_name", "three are in no pair"


def test_two_that_are_exchanged_are_told_where_one_of_them_missed_the_last_evening() -> None:
    swapped, without_bob = (OURS[1], OURS[0], *OURS[2:]), (OURS[0], None, *OURS[2:])
    (row,) = said(OURS, OURS, swapped, without_bob, table=()).rows(named=True)
    assert (row["code"], row["file_id"], row["value"]) == ("players.other_name/exchanged", "2.pbn", OURS[1])
    assert "1 is Ann Ames in 3.pbn and 2 is Bob Burr in 1.pbn, and here" in row["message"]


def test_two_that_are_exchanged_are_told_where_one_of_them_missed_the_first_evening_with_it() -> None:
    without_other, swapped = (OURS[1], None, *OURS[2:]), (OURS[1], OURS[0], *OURS[2:])
    (row,) = said(OURS, OURS, without_other, swapped).rows(named=True)
    assert (row["code"], row["file_id"], row["value"]) == ("players.other_name/exchanged", "3.pbn", OURS[1])
    apart = said(OURS, OURS, without_other, (None, OURS[0], *OURS[2:]))["code"].to_list()
    assert apart == ["players.other_name"] * 2, "no file has both"


def test_of_two_evenings_neither_is_told_to_be_the_wrong_one() -> None:
    (row,) = said(OURS, (OURS[1], OURS[0], *OURS[2:]), table=()).rows(named=True)
    assert "where it is wrong, exchange" in row["message"]
    assert "here, or" not in row["message"]


def test_a_third_name_beside_exchanged_ones_is_told() -> None:
    swapped = (OURS[1], OURS[0], *OURS[2:])
    third = {"player_id": "1", "name": "Ole Lie", "file_id": "0.pbn", "line_no": 9}
    codes = said(swapped, more=third)["code"].to_list()
    assert codes == ["players.other_name/exchanged", "players.other_name"]


OTHERS = ("21", "22", "23", "24")


def whose_table(*lines: dict[str, Any], sessions: int = 3, seated: int = 8, **of_all: Any) -> list[str]:
    """What is said of a table with these lines, where 501, 502, ... have played."""
    rows = [{"name": f"Name {n}", "file_id": "players.csv", "line_no": n} | of_all | one for n, one in enumerate(lines)]
    places = [
        {"session_id": str(session), "entrant": "1", "player_id": str(500 + one), "file_id": f"{session}.pbn"}
        for session in range(sessions)
        for one in range(1, seated + 1)
    ]
    entries, players = frame(Entries, *places).lazy(), frame(Players, *rows)
    seen = entries.select("club", "competition", "player_id")
    told = by_kind(found("players.of_nobody", players=players, seen=seen, entries=entries))
    return told.filter(code="players.of_nobody/table")["message"].to_list()


def numbered(*numbers: str) -> list[dict[str, Any]]:
    return [{"player_id": number} for number in numbers]


def test_a_table_of_whom_nobody_plays() -> None:
    (message,) = whose_table(*numbered(*OTHERS))
    assert "leave it if they have yet to play" in message
    assert not whose_table(*numbered("501", *OTHERS)), "one of them plays"
    seated = {"player_id": "25", "name": "501"}
    assert len(whose_table(*numbered(*OTHERS), seated)) == 1, "one of them sat down by name"
    assert not whose_table(*({"player_id": number, "name": f"50{number[1]}"} for number in OTHERS)), "all of them did"
    assert not whose_table(*numbered(*OTHERS[:3])), "a few"


def test_a_table_that_may_hide_people_is_never_told_to_name_nobody() -> None:
    assert not whose_table(*numbered(*OTHERS), public=False)
    assert not whose_table(*numbered(*OTHERS), {"player_id": "25", "public": False}), "for one of them"
    assert not whose_table(*numbered(*OTHERS), {"player_id": "25", "name": None, "public": False})
    assert not whose_table(*numbered(*OTHERS), federation_id="9")


def test_members_who_have_not_played_yet_are_no_slip() -> None:
    assert not whose_table(*numbered(*OTHERS), seated=9), "newcomers, fewer than half of those who play"
    assert not whose_table(*numbered(*OTHERS), sessions=2), "the first evenings of a season"
    ours = {"player_id": "501", "file_id": "members.csv"}
    assert not whose_table(*numbered(*OTHERS), ours), "another table has those who play"


def test_a_result_file_of_no_season_is_no_table() -> None:
    last_year = [{"player_id": str(one), "file_id": "2024-09-03.pbn"} for one in range(31, 36)]
    assert len(whose_table(*numbered(*OTHERS), *last_year)) == 1, "the only table"
    assert not whose_table(*last_year)
    for name in ("MEMBERS.XLSX", "members.csv.txt", "members.txt", "members"):
        assert len(whose_table(*numbered(*OTHERS), file_id=name)) == 1, name
    for name in ("2024-09-03.PBN.txt", "2024-09-03.html", "ladder.pgn"):
        assert not whose_table(*numbered(*OTHERS), file_id=name), name


@pytest.mark.parametrize("written", ["0{}", "{}.0", "'{}"])
def test_numbers_in_another_form_are_told_as_such_alone(written: str) -> None:
    assert not whose_table(*numbered(*(written.format(500 + one) for one in range(1, 6))))


def days(*files: tuple[str, dt.date], **given: dt.date) -> list[str]:
    """The files whose name is told to say another day."""
    dates = [{"files": [f"{name}.pbn"], "date": day} for name, day in given.items()]
    return of_days(*files, given=dates)["file_id"].to_list()


def of_days(*files: tuple[str, dt.date], given: list[dict[str, Any]]) -> pl.DataFrame:
    _, findings = assembled_by_kind(
        {
            **read(sessions=[{"session_id": name, "file_id": f"{name}.pbn", "date": day} for name, day in files]),
            "session_settings": settings(*given),
        },
        competitions(),
    )
    return findings.filter(pl.col("code").str.starts_with("sessions.another_day"))


def test_a_name_that_says_another_day_is_told() -> None:
    assert days(("2024-09-02", FIRST)) == ["2024-09-02.pbn"]
    assert days(("evening 20250916", FIRST), ("2025-09-09", dt.date(2025, 9, 9))) == ["evening 20250916.pbn"]


def test_a_day_of_no_season_is_not_offered() -> None:
    (last_year,) = of_days(("2024-09-02", FIRST), given=[]).rows(named=True)
    assert last_year["code"] == "sessions.another_day/no_season"
    assert "date = " not in last_year["message"]
    assert "if 2024-09-02 is right, add its season" in last_year["message"]
    (within,) = of_days(("2025-11-02", FIRST), given=[]).rows(named=True)
    assert "date = 2025-09-02, or date = 2025-11-02" in within["message"]


def test_the_date_of_an_evening_that_another_replaces_does_not_count() -> None:
    replaced = {"files": ["newer.pbn"], "supersedes": ["2024-09-02.pbn"]}
    assert of_days(("2024-09-02", FIRST), ("newer", FIRST), given=[replaced]).is_empty()


def test_the_day_of_an_export_and_numbers_that_are_no_days_are_not_told() -> None:
    assert days(("2025-09-05", FIRST), ("20259999", FIRST), ("2025-09-02 and 2025-09-30", FIRST)) == []
    assert days(("2025-09-02_2025-09-30", dt.date(2025, 9, 30)), ("20250902-20250930", dt.date(2025, 9, 30))) == []
    assert days(("20250916193000", FIRST), ("2025-09-161", FIRST)) == [], "longer numbers"
    assert days(("2025-09-16 20250916", FIRST)) == ["2025-09-16 20250916.pbn"], "the same day twice"
    others = [(f"2024-10-{day:02}", FIRST + dt.timedelta(weeks=day)) for day in range(1, 5)]
    assert days(*others) == [], "the names of most files say something else"


def test_a_day_that_the_director_gave_is_not_told() -> None:
    assert days(("2024-09-02", FIRST), **{"2024-09-02": FIRST}) == []
