"""Rows that say who came for whom: which cannot be right beside the files, what is reported, and what counts."""

import polars as pl
import pytest
from factories import frame
from intake.evenings import Row, kinds

from transforms.checks.assembly import checked_stand_ins
from transforms.intake.findings import sorted_findings
from transforms.tables.schemas import Entries, Players, Sessions

FILE = "2025-09-09.pbn"
SAT: list[Row] = [
    {"entrant": pair, "player_id": f"{pair}{place}", "file_id": FILE} for pair in "123" for place in (1, 2)
]
NAMES = [{"player_id": "32", "name": "Vera Guidotti"}, {"player_id": "41", "name": "Lotte Akkerman"}]
Seats = list[tuple[str, str, str | None]]


def came(pair: str, player: str, absent: str) -> Row:
    row = {"entrant": pair, "player_id": player, "substitutes_for": absent}
    return row | {"file_id": "stand-ins.csv", "line_no": 2}


def seated(
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
            "Vera Guidotti (32) sits in pair 3 of line A in session 1, so came",
        ),
        (
            came("1", "42", "31"),
            "full_pair",
            "31",
            "if 42 came for 31, write pair 3 of line A; else write who was absent",
        ),
        (came("1", "42", "41"), "third", "1", ""),
        (came("3", "Vera", "31"), "near", "Vera", "did you mean 32 (Vera Guidotti)?"),
        (came("3", "vera guidotti", "41"), "name", "vera guidotti", "write 32"),
        (came("1", "11", "31"), "replaced_elsewhere", "31", ""),
        (came("3", "32", "31"), "partner", "31", ""),
    ],
)
def test_a_row_that_cannot_be_right_is_reported_and_left_out(
    row: Row, code: str, value: str, said: str, file: str
) -> None:
    """All of these passed, and pages had a pair of three."""
    findings, seats, (message,) = seated(row, sat=[{**seat, "file_id": file} for seat in SAT])
    assert findings == [(f"entries.stand_in/{code}", value)]
    assert seats == AS_FILE
    assert said in message


@pytest.mark.parametrize("row", [came("1", "11", "41"), came("1", "42", "11"), came("1", "Zoe Zand", "11")])
def test_a_row_that_can_be_right_counts(row: Row) -> None:
    """Of the two of the file; or a third who came for one of them, also one of whom no file has heard."""
    findings, seats, _ = seated(row)
    assert findings == []
    assert (row["entrant"], row["player_id"], row["substitutes_for"]) in seats


def without(*players: str) -> list[Row]:
    return [row for row in SAT if row["player_id"] not in players]


def replaced_by(came_for: dict[str, str]) -> list[Row]:
    return [{**row, "player_id": came_for.get(row["player_id"], row["player_id"])} for row in SAT]


def test_who_sits_by_the_row_alone_stays_in_an_own_place_and_may_be_named_like_somebody() -> None:
    findings, seats, _ = seated(came("1", "12", "31"), sat=without("12"))
    assert (findings, seats) == ([("entries.stand_in/replaced_elsewhere", "31")], AS_FILE)
    assert seated(came("1", "Vera", "12"), sat=without("12"))[0] == []


def test_who_came_for_another_may_be_replaced_in_turn_and_teams_are_left_alone() -> None:
    chain = [came("1", "31", "11"), came("3", "42", "31")]
    assert seated(*chain, sat=without("31", "11"))[0] == []
    findings, seats, _ = seated(*chain, sat=replaced_by({"11": "31", "31": "42"}))
    assert findings == []
    assert {("1", "31", "11"), ("3", "42", "31")} <= set(seats)
    assert seated(came("1", "42", "31"), kind="teams")[0] == []


def test_two_partners_who_came_for_each_other_did_not() -> None:
    findings, seats, _ = seated(came("3", "31", "32"), came("3", "32", "31"))
    assert [code for code, _ in findings] == ["entries.stand_in/partner"] * 2
    assert seats == AS_FILE


@pytest.mark.parametrize(("lacking", "code"), [("12", "replaced_elsewhere"), ("", "full_pair")])
def test_a_row_that_is_wrong_itself_excuses_no_other(lacking: str, code: str) -> None:
    """31 sat in pair 3, and for nobody: the finding of the second row does not come only once the first is mended."""
    findings, seats, _ = seated(came("3", "31", "32"), came("1", "42", "31"), sat=without(lacking))
    assert sorted(findings) == sorted([("entries.stand_in/partner", "32"), (f"entries.stand_in/{code}", "31")])
    assert ("1", "42", "31") not in seats


@pytest.mark.parametrize(("sat_too", "wrong"), [((), 0), (("11", "13"), 3)])
def test_three_who_came_for_one_another_are_right_if_the_first_is(sat_too: tuple[str, ...], wrong: int) -> None:
    """21 came for 11, 31 for 21, and 42 for 31; for nobody where 11 sat in pair 4."""
    in_pair_4 = [{"entrant": "4", "player_id": player, "file_id": FILE} for player in sat_too]
    chain = [came("1", "21", "11"), came("2", "31", "21"), came("3", "42", "31")]
    findings, _, _ = seated(*chain, sat=[*replaced_by({"11": "21", "21": "31", "31": "42"}), *in_pair_4])
    assert [code for code, _ in findings] == ["entries.stand_in/replaced_elsewhere"] * wrong


@pytest.mark.parametrize("name", ["Lotte", "Vera Guidotto", "Vera Guidotti"])
@pytest.mark.parametrize("times", [1, 2])
@pytest.mark.parametrize("listed", [False, True])
def test_a_name_is_a_slip_however_often_it_is_written_until_the_table_of_players_has_it(
    name: str, times: int, *, listed: bool
) -> None:
    """Written again, it made the row of the first evening count, which was published without it."""
    evenings = [str(number) for number in range(1, times + 1)]
    entries = [{**row, "session_id": evening} for evening in evenings for row in (*SAT, came("1", name, "11"))]
    sessions = frame(Sessions, *({"session_id": evening} for evening in evenings)).lazy()
    players = frame(Players, *NAMES, *([{"player_id": name, "name": name}] if listed else [])).lazy()
    given = frame(Entries, *entries).lazy().with_columns(goes_on=pl.lit(value=False))
    kept, found = checked_stand_ins(given, players, sessions)
    assert len(sorted_findings(found).collect()) == (0 if listed else times)
    assert len(kept.collect().filter(player_id=name)) == (times if listed else 0)
