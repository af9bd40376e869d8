"""Rows that say who came for whom: which cannot be right beside the files, what is told of them, and what counts."""

import polars as pl
import pytest
from factories import Tables, competitions
from intake.evenings import Row, assembled_by_kind, read

FILE = "2025-09-09.pbn"
SAT = [
    {"entrant": pair, "player_id": player, "file_id": FILE}
    for pair, two in enumerate((("11", "12"), ("21", "22"), ("31", "32")), start=1)
    for player in two
]
SAT = [{**row, "entrant": str(row["entrant"])} for row in SAT]
NAMES = [{"player_id": "32", "name": "Vera Guidotti"}, {"player_id": "41", "name": "Lotte Akkerman"}]


def came(pair: str, player: str, absent: str, file: str = "stand-ins.csv") -> Row:
    return {"entrant": pair, "player_id": player, "substitutes_for": absent, "file_id": file, "line_no": 2}


def told(*rows: Row, sat: list[Row] | None = None, **session: str) -> tuple[list[tuple[str, str]], Tables, list[str]]:
    """The codes and values of what is told at the rows, the tables, and the messages."""
    raw = read(sessions=[session], entries=[*(SAT if sat is None else sat), *rows], players=NAMES)
    tables, findings = assembled_by_kind(raw, competitions())
    at_rows = findings.filter(pl.col("code").str.contains("stand_in"))
    assert set(at_rows.select("file_id", "line_no").rows()) <= {("stand-ins.csv", 2)}
    return at_rows.select("code", "value").rows(), tables, at_rows["message"].to_list()


def seats(tables: Tables) -> list[tuple[str, str, str | None]]:
    return sorted(tables["entries"].select("entrant", "player_id", "substitutes_for").rows())


AS_FILE = sorted((row["entrant"], row["player_id"], None) for row in SAT)


@pytest.mark.parametrize("file", ["2025-09-09.pbn", "z.pbn"])
@pytest.mark.parametrize(
    ("row", "code", "value"),
    [
        (came("1", "21", "41"), "entries.stand_in/other_pair", "21"),
        (came("1", "42", "31"), "entries.stand_in/full_pair", "31"),
        (came("1", "42", "41"), "entries.stand_in/third", "1"),
        (came("3", "Vera", "31"), "entries.stand_in/near", "Vera"),
        (came("3", "vera guidotti", "41"), "entries.stand_in/name", "vera guidotti"),
        (came("1", "11", "31"), "entries.stand_in/replaced_elsewhere", "31"),
        (came("3", "32", "31"), "entries.stand_in/partner", "31"),
    ],
)
def test_a_row_that_cannot_be_right_is_told_and_left_out(row: Row, code: str, value: str, file: str) -> None:
    """All of these passed, and pages had a pair of three."""
    sat = [{**seat, "file_id": file} for seat in SAT]
    findings, tables, _ = told(row, sat=sat)
    assert findings == [(code, value)]
    assert seats(tables) == AS_FILE


def test_the_mend_is_named() -> None:
    assert "write 32" in told(came("3", "Vera Guidotti", "41"))[2][0]
    assert "did you mean 32 (Vera Guidotti)?" in told(came("3", "Vera", "31"))[2][0]
    (other_pair,) = told(came("1", "42", "31"))[2]
    assert "if 42 came for 31, write pair 3 of line A; else write who was absent" in other_pair
    (elsewhere,) = told(came("1", "32", "41"))[2]
    assert elsewhere.startswith(
        "Vera Guidotti (32) sits in pair 3 of line A in session 1, so came for nobody in pair 1"
    )


@pytest.mark.parametrize(
    "row",
    [
        came("1", "11", "41"),
        came("1", "42", "11"),
        came("1", "Zoe Zand", "11"),
    ],
)
def test_a_row_that_can_be_right_counts(row: Row) -> None:
    """Of the two of the file; or a third who came for one of them, also one of whom no file has heard."""
    findings, tables, _ = told(row)
    assert findings == []
    assert (row["entrant"], row["player_id"], row["substitutes_for"]) in seats(tables)


def test_who_sits_by_the_row_alone_stays_in_an_own_place() -> None:
    sat = [row for row in SAT if row["player_id"] != "12"]
    findings, tables, _ = told(came("1", "12", "31"), sat=sat)
    assert findings == [("entries.stand_in/replaced_elsewhere", "31")]
    assert seats(tables) == AS_FILE


def test_a_guest_may_be_named_like_somebody_where_the_pair_lacks_a_player() -> None:
    sat = [row for row in SAT if row["player_id"] != "12"]
    assert told(came("1", "Vera", "12"), sat=sat)[0] == []


def test_who_came_for_another_may_be_replaced_in_turn_and_teams_are_left_alone() -> None:
    without = [row for row in SAT if row["player_id"] not in ("31", "11")]
    chain = [came("1", "31", "11"), came("3", "42", "31")]
    assert told(*chain, sat=without)[0] == []
    came_for = {"11": "31", "31": "42"}
    who_sat = [{**row, "player_id": came_for.get(str(row["player_id"]), row["player_id"])} for row in SAT]
    findings, tables, _ = told(*chain, sat=who_sat)
    assert findings == []
    assert {("1", "31", "11"), ("3", "42", "31")} <= set(seats(tables))
    assert len(seats(tables)) == len(SAT)
    assert told(came("1", "42", "31"), kind="teams")[0] == []


def test_two_partners_who_came_for_each_other_did_not() -> None:
    each = [came("3", "31", "32"), came("3", "32", "31")]
    findings, tables, _ = told(*each)
    assert [code for code, _ in findings] == ["entries.stand_in/partner"] * 2
    assert seats(tables) == AS_FILE


@pytest.mark.parametrize(
    ("lacking", "code"),
    [("12", "entries.stand_in/replaced_elsewhere"), ("", "entries.stand_in/full_pair")],
)
def test_a_row_that_is_wrong_itself_excuses_no_other(lacking: str, code: str) -> None:
    """31 sat in pair 3, and for nobody: what is told of the second row does not come only once the first is mended."""
    sat = [row for row in SAT if row["player_id"] != lacking]
    findings, tables, _ = told(came("3", "31", "32"), came("1", "42", "31"), sat=sat)
    assert sorted(findings) == sorted([("entries.stand_in/partner", "32"), (code, "31")])
    assert ("1", "42", "31") not in seats(tables)


@pytest.mark.parametrize(("sat_too", "wrong"), [((), 0), (("11", "13"), 3)])
def test_three_who_came_for_one_another_are_right_if_the_first_is(sat_too: tuple[str, ...], wrong: int) -> None:
    """21 came for 11, 31 for 21, and 42 for 31; for nobody where 11 sat in pair 4."""
    came_for = {"11": "21", "21": "31", "31": "42"}
    who_sat = [{**row, "player_id": came_for.get(str(row["player_id"]), row["player_id"])} for row in SAT]
    in_pair_4 = [{"entrant": "4", "player_id": player, "file_id": FILE} for player in sat_too]
    chain = [came("1", "21", "11"), came("2", "31", "21"), came("3", "42", "31")]
    findings, _, _ = told(*chain, sat=[*who_sat, *in_pair_4])
    assert [code for code, _ in findings] == ["entries.stand_in/replaced_elsewhere"] * wrong


@pytest.mark.parametrize("name", ["Lotte", "Vera Guidotto", "Vera Guidotti"])
@pytest.mark.parametrize("times", [1, 2])
def test_a_name_is_a_slip_however_often_it_is_written(name: str, times: int) -> None:
    """Written again, it made the row of the first evening count, which was published without it."""
    findings, entries = _of_evenings(times, name, NAMES)
    assert findings["code"].str.contains("stand_in").sum() == times
    assert entries.filter(player_id=name).is_empty()


@pytest.mark.parametrize("name", ["Lotte", "Vera Guidotto"])
def test_a_guest_who_is_nearly_named_like_somebody_counts_once_the_table_of_players_says_who_it_is(name: str) -> None:
    findings, entries = _of_evenings(2, name, [*NAMES, {"player_id": name, "name": name}])
    assert not findings["code"].str.contains("stand_in").any()
    assert entries.filter(player_id=name).height == 2


def _of_evenings(times: int, name: str, players: list[Row]) -> tuple[pl.DataFrame, pl.DataFrame]:
    evenings = [str(number) for number in range(1, times + 1)]
    entries = [{**row, "session_id": evening} for evening in evenings for row in (*SAT, came("1", name, "11"))]
    tables, findings = assembled_by_kind(
        read(sessions=[{"session_id": evening} for evening in evenings], entries=entries, players=players),
        competitions(),
    )
    return findings, tables["entries"]
