"""What the files of a landing folder say together."""

import datetime as dt
from typing import Any

import polars as pl
import pytest
from factories import competitions, frame
from hypothesis import given, settings
from hypothesis import strategies as st
from polars.testing import assert_frame_equal

from transforms import intake, tables
from transforms.intake import assemble, causes_first
from transforms.tables import LANDING

Row = dict[str, Any]


def read(**rows: list[Row]) -> dict[str, pl.DataFrame]:
    """Tables as the readers give them: with club and competition, without season."""
    return {name: frame(LANDING[name], *given).drop("season", strict=False) for name, given in rows.items()}


def told(findings: pl.DataFrame) -> list[tuple[str, int | None, str, str | None, str | None]]:
    return findings.select("file_id", "line_no", "severity", "field", "value").rows()


def pairs(*players: tuple[str, str]) -> list[Row]:
    return [{"entrant": entrant, "player_id": player} for entrant, player in players]


FOUR = pairs(("1", "ann"), ("1", "bob"), ("2", "cy"), ("2", "di"))
MADE = {"board": 1, "ns": "1", "ew": "2", "contract": "3N", "declarer": "N", "tricks": 9, "score": 400}


def test_a_sound_evening_comes_through_whole() -> None:
    raw = read(sessions=[{}], entries=FOUR, results=[MADE], players=[{"player_id": "ann", "name": "Ann"}])
    assembled, findings = assemble(raw, competitions())
    assert findings.is_empty()
    for name, schema in LANDING.items():
        schema.validate(assembled[name])
    assert assembled["results"].select("season", *MADE).rows(named=True) == [{"season": "2025-26", **MADE}]
    assert assembled["entries"]["season"].to_list() == ["2025-26"] * 4
    assert assembled["players"].select("player_id", "name").rows() == [
        ("ann", "Ann"),
        ("bob", None),
        ("cy", None),
        ("di", None),
    ]


def test_nothing_read_gives_empty_tables() -> None:
    assembled, findings = assemble({}, competitions())
    assert {name: table.height for name, table in assembled.items()} == dict.fromkeys(LANDING, 0)
    assert findings.schema == tables.Findings.create_empty().schema


def test_each_session_gets_the_season_of_its_date() -> None:
    later = competitions().with_columns(
        season=pl.lit("2026-27"), start=pl.lit(dt.date(2026, 9, 1)), end=pl.lit(dt.date(2027, 8, 31))
    )
    raw = read(
        sessions=[
            {"session_id": "first", "date": dt.date(2025, 9, 1)},
            {"session_id": "last", "date": dt.date(2026, 8, 31)},
            {"session_id": "next", "date": dt.date(2026, 9, 1)},
        ],
        entries=[{"session_id": "next", "entrant": "1", "player_id": "ann"}],
    )
    assembled, findings = assemble(raw, pl.concat([competitions(), later]))
    assert findings.is_empty()
    assert assembled["sessions"].select("session_id", "season").rows() == [
        ("first", "2025-26"),
        ("last", "2025-26"),
        ("next", "2026-27"),
    ]
    assert assembled["entries"]["season"].to_list() == ["2026-27"]


def test_a_date_outside_every_season_is_told_once() -> None:
    raw = read(sessions=[{"date": dt.date(2024, 9, 2)}], entries=FOUR, results=[MADE])
    assembled, findings = assemble(raw, competitions())
    assert told(findings) == [("file", 1, "error", "date", "2024-09-02")]
    assert [assembled[name].height for name in ("sessions", "entries", "results")] == [0, 0, 0]


def test_a_session_given_by_two_files_counts_once_with_all_that_goes_with_it() -> None:
    raw = read(
        sessions=[{"file_id": "a.pbn"}, {"file_id": "b.xml", "line_no": 7}],
        entries=[
            {"entrant": "1", "player_id": player, "file_id": file} for player, file in (("x", "a.pbn"), ("y", "b.xml"))
        ],
        results=[{**MADE, "file_id": "a.pbn"}, {**MADE, "score": 430, "file_id": "b.xml"}],
    )
    assembled, findings = assemble(raw, competitions())
    assert told(findings)[-1] == ("b.xml", 7, "error", "session_id", "1")
    assert "a.pbn" in findings["message"][-1]
    assert assembled["entries"]["player_id"].to_list() == ["x"]
    assert assembled["results"]["score"].to_list() == [400]


def test_a_session_twice_in_one_table_keeps_its_rows() -> None:
    raw = read(
        sessions=[{"file_id": "sessions.csv"}, {"file_id": "sessions.csv"}],
        entries=[{**entry, "file_id": "entries.csv"} for entry in FOUR],
    )
    assembled, findings = assemble(raw, competitions())
    assert told(findings) == [("sessions.csv", 2, "error", "session_id", "1")]
    assert assembled["entries"].height == 4


def test_rows_of_a_session_that_does_not_exist_are_told_once_a_file() -> None:
    raw = read(
        sessions=[{}], entries=[{**entry, "session_id": "9", "line_no": 5 + place} for place, entry in enumerate(FOUR)]
    )
    assembled, findings = assemble(raw, competitions())
    assert told(findings) == [("file", 5, "error", "session_id", "9")]
    assert "4 lines of entries" in findings["message"].item()
    assert assembled["entries"].is_empty()


def test_a_player_twice_in_a_session_keeps_the_first_place() -> None:
    raw = read(sessions=[{}], entries=[*FOUR, {"entrant": "3", "player_id": "ann"}])
    assembled, findings = assemble(raw, competitions())
    assert told(findings) == [("file", 5, "error", "player_id", "ann")]
    assert assembled["entries"].select("player_id", "entrant").rows()[0] == ("ann", "1")
    assert assembled["entries"].height == 4


def test_standing_in_for_someone_unknown_is_told() -> None:
    raw = read(
        sessions=[{}],
        players=[{"player_id": "bob"}],
        entries=[
            {"entrant": "1", "player_id": "ann", "substitutes_for": "bob"},
            {"entrant": "1", "player_id": "cy", "substitutes_for": "ann"},
            {"entrant": "2", "player_id": "di", "substitutes_for": "nobody"},
        ],
    )
    assembled, findings = assemble(raw, competitions())
    assert told(findings) == [("file", 3, "warning", "substitutes_for", "nobody")]
    assert assembled["entries"].height == 3


NO_RESULT: Row = {"contract": None, "declarer": None, "tricks": None, "score": None}


@pytest.mark.parametrize(
    ("change", "field", "value", "reason"),
    [
        ({"ns": None, "ew": None}, "ns", None, "neither side"),
        ({"ew": "1"}, "board", "1", "against itself"),
        (NO_RESULT, "score", None, "no score, contract or ruling"),
        ({"tricks": None, "score": None}, "tricks", None, "no declarer or no tricks"),
        ({"declarer": None, "score": None}, "tricks", None, "no declarer or no tricks"),
    ],
)
def test_a_line_that_cannot_be_scored_is_left_out(change: Row, field: str, value: str | None, reason: str) -> None:
    raw = read(sessions=[{}], entries=FOUR, results=[{**MADE, "board": 8}, {**MADE, **change}])
    assembled, findings = assemble(raw, competitions())
    assert told(findings) == [("file", 2, "error", field, value)]
    assert reason in findings["message"].item()
    assert assembled["results"]["board"].to_list() == [8]


def of_cell(line_no: int, field: str, value: str) -> Row:
    message = "not understood; taken as empty: write another"
    named = {"club": "club", "competition": "evening", "file_id": "file", "severity": "error", "message": message}
    return {**named, "line_no": line_no, "field": field, "value": value}


def test_a_line_left_out_for_a_cell_not_understood_is_told_by_that_cell() -> None:
    _, across = assemble(read(sessions=[{}], entries=FOUR, results=[{**MADE, **NO_RESULT}]), competitions())
    findings = causes_first(frame(tables.Findings, of_cell(1, "contract", "8NT")), across)
    assert told(findings) == [("file", 1, "error", "contract", "8NT")]
    assert findings["message"].item() == "not understood; the line is left out: write another"


@pytest.mark.parametrize(("line_no", "field"), [(1, "round"), (2, "contract")])
def test_a_cell_that_is_not_why_a_line_is_left_out_is_told_beside_it(line_no: int, field: str) -> None:
    _, across = assemble(read(sessions=[{}], entries=FOUR, results=[{**MADE, **NO_RESULT}]), competitions())
    findings = causes_first(frame(tables.Findings, of_cell(line_no, field, "?")), across)
    assert told(findings) == [("file", line_no, "error", field, "?"), ("file", 1, "error", "score", None)]
    assert "taken as empty" in findings["message"][0]


def test_lines_that_lack_the_same_are_told_as_one_behind_what_was_found_in_their_file() -> None:
    lines = [{**MADE, **NO_RESULT, "board": board} for board in (1, 2, 3)]
    _, across = assemble(read(sessions=[{}], entries=FOUR, results=lines), competitions())
    findings = causes_first(frame(tables.Findings, of_cell(9, "round", "x")), across)
    assert told(findings) == [("file", 9, "error", "round", "x"), ("file", 1, "error", "score", None)]
    assert findings["message"][1].endswith("(3 such lines; the next: 2, 3)")


@pytest.mark.parametrize(
    "line",
    [
        {"board": 1, "ns": "1", "ew": None},
        {"board": 1, "ns": "1", "ew": "2", "ruling": "not_played"},
        {"board": 1, "ns": "1", "ew": "2", "ruling": "a60_40"},
        {"board": 1, "ns": "1", "ew": "2", "contract": "PASS"},
        {"board": 1, "ns": "1", "ew": "2", "score": -50},
        {**MADE, "score": None},
    ],
    ids=["sit-out", "not played", "ruled", "passed out", "score alone", "contract alone"],
)
def test_what_needs_no_score_or_contract_stays(line: Row) -> None:
    assembled, findings = assemble(read(sessions=[{}], entries=FOUR, results=[line]), competitions())
    assert findings.is_empty()
    assert assembled["results"].height == 1


def test_a_score_that_the_contract_does_not_give_is_told_and_counts() -> None:
    assembled, findings = assemble(read(sessions=[{}], entries=FOUR, results=[{**MADE, "score": 600}]), competitions())
    assert told(findings) == [("file", 1, "warning", "score", "600")]
    assert "3N by N with 9 tricks on board 1 scores 400" in findings["message"].item()
    assert assembled["results"]["score"].to_list() == [600]


@pytest.mark.parametrize(("board", "score"), [(1, 425), (1, -20000), (1, 620), (2, -420 - 200)])
def test_a_score_that_no_contract_brings_on_that_board_is_told_and_counts(board: int, score: int) -> None:
    line = {"board": board, "ns": "1", "ew": "2", "score": score}
    assembled, findings = assemble(read(sessions=[{}], entries=FOUR, results=[line]), competitions())
    assert told(findings) == [("file", 1, "warning", "score", str(score))]
    assert f"no contract on board {board}" in findings["message"].item()
    assert assembled["results"]["score"].to_list() == [score]


def test_an_outcome_of_a_ruling_that_no_contract_brings_is_told_once() -> None:
    line = {"board": 1, "ns": "1", "ew": "2", "ruling": "s30:425/70:-50_425"}
    assembled, findings = assemble(read(sessions=[{}], entries=FOUR, results=[line]), competitions())
    assert told(findings) == [("file", 1, "warning", "ruling", "s30:425/70:-50_425")]
    assert "no contract on board 1 brings 425" in findings["message"].item()
    assert assembled["results"].height == 1


@pytest.mark.parametrize(
    ("said", "field", "value"),
    [
        ({"score": 420}, "score", "420"),
        ({"contract": "4S", "declarer": "N", "tricks": 10}, "contract", "4S"),
        ({"contract": "4S", "declarer": "N", "tricks": 10, "score": 420}, "score", "420"),
        ({"ruling": "a60_40"}, "ruling", "a60_40"),
        ({"ruling": "w30:420/70:-50"}, "ruling", "w30:420/70:-50"),
    ],
)
@pytest.mark.parametrize(("absent", "where"), [("ns", "North-South"), ("ew", "East-West")])
def test_a_result_without_one_side_is_told_and_is_a_sit_out(
    said: Row, field: str, value: str, absent: str, where: str
) -> None:
    line = {"board": 1, "ns": "1", "ew": "2", **said, absent: None}
    assembled, findings = assemble(read(sessions=[{}], entries=FOUR, results=[line]), competitions())
    assert told(findings) == [("file", 1, "warning", field, value)]
    assert f"fill in who sat {where}" in findings["message"].item()
    assert assembled["results"].height == 1


@pytest.mark.parametrize("kind", tables.KINDS)
def test_a_session_of_any_kind_comes_through_whole(kind: str) -> None:
    assembled, findings = assemble(read(sessions=[{"kind": kind}], entries=FOUR, results=[MADE]), competitions())
    assert findings.is_empty()
    assert assembled["results"].height == 1


def test_a_second_result_of_a_pair_on_a_board_is_left_out() -> None:
    raw = read(
        sessions=[{}],
        entries=[*FOUR, *pairs(("3", "ed"))],
        results=[MADE, {**MADE, "ns": "3", "ew": "1"}, {"line": "B", "board": 1, "ns": "1"}],
    )
    assembled, findings = assemble(raw, competitions())
    assert told(findings)[0] == ("file", 2, "error", "board", "1")
    assert assembled["results"].select("line", "ns", "ew").rows() == [("A", "1", "2"), ("B", "1", None)]


def test_a_session_in_two_files_is_told_once_a_table() -> None:
    lines = [{**MADE, "board": board} for board in (1, 3, 6)]
    raw = read(
        sessions=[{}],
        entries=[{**entry, "file_id": file} for file in ("a.csv", "b.csv") for entry in FOUR],
        results=[{**line, "file_id": file} for file in ("a.csv", "b.csv") for line in lines],
    )
    corrected = raw["results"].with_columns(
        score=pl.when(file_id=pl.lit("b.csv"), board=3).then(430).otherwise("score"),
        tricks=pl.when(file_id=pl.lit("b.csv"), board=3).then(10).otherwise("tricks"),
    )
    assembled, findings = assemble({**raw, "results": corrected}, competitions())
    assert told(findings) == [("b.csv", line_no, "error", "session_id", "1") for line_no in (4, 5)]
    assert all("a.csv" in message for message in findings["message"])
    assert [message[:18] for message in findings["message"]] == ["3 lines of results", "4 lines of entries"]
    assert assembled["results"].select("file_id", "score").rows() == [("a.csv", 400)] * 3
    assert assembled["entries"]["file_id"].to_list() == ["a.csv"] * 4


def test_one_line_in_two_files_is_one_line() -> None:
    raw = read(sessions=[{}], entries=FOUR, results=[{**MADE, "file_id": file} for file in ("a.csv", "b.csv")])
    _, findings = assemble(raw, competitions())
    assert any(message.startswith("1 line of results of this session") for message in findings["message"])


def test_a_player_seated_elsewhere_in_another_file_is_told_of_by_name() -> None:
    entries = [{**FOUR[0], "file_id": "a.csv"}, {**FOUR[0], "entrant": "9", "file_id": "b.csv"}]
    _, findings = assemble(read(sessions=[{}], entries=entries), competitions())
    assert told(findings) == [("b.csv", 2, "error", "player_id", "ann")]


def test_a_team_has_each_board_twice() -> None:
    lines = [MADE, {**MADE, "ns": "2", "ew": "1"}]
    raw = read(sessions=[{"kind": "teams"}], entries=FOUR, results=lines)
    assert assemble(raw, competitions())[0]["results"].height == 2
    raw = read(sessions=[{"kind": "pairs"}], entries=FOUR, results=lines)
    assert assemble(raw, competitions())[0]["results"].height == 1


def test_a_line_that_clashes_only_with_one_left_out_counts() -> None:
    meetings = (("1", "2"), ("1", "3"), ("3", "4"))
    raw = read(
        sessions=[{}],
        entries=pairs(*((entrant, f"player {entrant}") for entrant in "1234")),
        results=[{**MADE, "ns": ns, "ew": ew} for ns, ew in meetings],
    )
    assembled, findings = assemble(raw, competitions())
    assert told(findings) == [("file", 2, "error", "board", "1")]
    assert "pair 1 has a result on this board before" in findings["message"].item()
    assert assembled["results"].select("ns", "ew").rows() == [("1", "2"), ("3", "4")]


# --- pairs that did not come --------------------------------------------------------------------

EMPTY = {"board": 1, "contract": None, "score": None}


def test_a_phantom_pair_is_told_once_and_its_opponents_sit_out() -> None:
    raw = read(
        sessions=[{}],
        entries=FOUR,
        results=[
            {**EMPTY, "ns": "1", "ew": "14"},
            {**EMPTY, "board": 2, "ns": "14", "ew": "2", "ruling": "not_played"},
            {**MADE, "board": 3},
        ],
    )
    assembled, findings = assemble(raw, competitions())
    assert told(findings) == [("file", 1, "warning", "entrant", "14")]
    assert findings["message"].item() == "pair 14 has no players and no results: its opponents sit out"
    assert assembled["results"].select("board", "ns", "ew", "ruling").rows() == [
        (1, "1", None, None),
        (2, None, "2", None),
        (3, "1", "2", None),
    ]


def test_nothing_stays_of_a_line_between_phantoms_or_of_the_sit_out_of_one() -> None:
    lines = [{**EMPTY, "ns": "13", "ew": "14"}, {**EMPTY, "board": 2, "ns": "13", "ew": None}, {**MADE, "board": 3}]
    assembled, findings = assemble(read(sessions=[{}], entries=FOUR, results=lines), competitions())
    assert told(findings) == [("file", 1, "warning", "entrant", "13"), ("file", 1, "warning", "entrant", "14")]
    assert assembled["results"]["board"].to_list() == [3]


@pytest.mark.parametrize("result", [{"score": 50}, {"contract": "PASS"}, {"ruling": "average"}])
def test_a_pair_with_any_result_is_no_phantom(result: Row) -> None:
    lines = [{**EMPTY, "ns": "1", "ew": "14", "ruling": "not_played"}, {**EMPTY, "board": 2, "ns": "2", "ew": "14"}]
    lines[1] |= result
    assembled, findings = assemble(read(sessions=[{}], entries=FOUR, results=lines), competitions())
    assert told(findings) == [("file", 1, "warning", "entrant", "14")]
    assert "has results but no players" in findings["message"].item()
    assert assembled["results"]["ew"].to_list() == ["14", "14"]


def test_where_nobody_has_an_entry_nobody_is_a_phantom() -> None:
    lines = [{**EMPTY, "ns": "1", "ew": "14", "ruling": "not_played"}]
    assembled, findings = assemble(read(sessions=[{}], results=lines), competitions())
    assert told(findings) == [("file", 1, "warning", "line", "A")]
    assert assembled["results"]["ew"].to_list() == ["14"]


# --- individuals --------------------------------------------------------------------------------

FIVE = pairs(*((entrant, f"player {entrant}") for entrant in "12345"))
TABLE = {**MADE, "ns": "1+2", "ew": "3+4"}


def test_single_players_are_looked_for_apart() -> None:
    raw = read(sessions=[{}], entries=FIVE[:3], results=[TABLE])
    assembled, findings = assemble(raw, competitions())
    assert told(findings) == [("file", 1, "warning", "entrant", "4")]
    assert assembled["results"]["ns"].to_list() == ["1+2"]


def test_a_single_player_has_a_board_once_whoever_sits_opposite() -> None:
    raw = read(sessions=[{}], entries=FIVE, results=[TABLE, {**TABLE, "ns": "5+1", "ew": "8+9"}])
    assembled, findings = assemble(raw, competitions())
    assert told(findings)[0] == ("file", 2, "error", "board", "1")
    assert assembled["results"]["ns"].to_list() == ["1+2"]


@pytest.mark.parametrize(("ns", "ew"), [("1+2", "2+3"), ("1+1", "3+4"), ("1+2", "2")])
def test_a_single_player_sits_in_one_place(ns: str, ew: str) -> None:
    raw = read(sessions=[{}], entries=FIVE, results=[{**TABLE, "ns": ns, "ew": ew}])
    assembled, findings = assemble(raw, competitions())
    assert told(findings) == [("file", 1, "error", "board", "1")]
    assert "two places" in findings["message"].item()
    assert assembled["results"].is_empty()


def test_two_single_players_are_not_one_entrant() -> None:
    raw = read(sessions=[{}], entries=[*FIVE, *pairs(("6+7", "player 6"))], results=[TABLE])
    assembled, findings = assemble(raw, competitions())
    assert told(findings) == [("file", 6, "error", "entrant", "6+7")]
    assert assembled["entries"].height == 5


# --- adjustments and events ---------------------------------------------------------------------


def adjustment(amount: float = -5, unit: str = "points", **others: Any) -> Row:
    return {"entrant": "1", "amount": amount, "unit": unit, **others}


def test_an_adjustment_of_nobody_is_left_out() -> None:
    given = [adjustment(), adjustment(entrant="9"), adjustment(line="B")]
    assembled, findings = assemble(read(sessions=[{}], entries=FOUR, results=[MADE], adjustments=given), competitions())
    assert told(findings) == [("file", 2, "error", "entrant", "9"), ("file", 3, "error", "entrant", "1")]
    assert assembled["adjustments"]["line_no"].to_list() == [1]


def test_an_adjustment_may_be_for_anyone_with_an_entry_a_line_or_a_match() -> None:
    raw = read(
        sessions=[{}],
        entries=FOUR[:1],
        results=[{**MADE, "ns": "2", "ew": "3+4"}],
        matches=[{"round": 1, "team": "5", "opponent": "6"}],
        adjustments=[adjustment(entrant=entrant) for entrant in "12345"],
    )
    assert assemble(raw, competitions())[0]["adjustments"].height == 5


@pytest.mark.parametrize(
    ("session", "without_meaning"),
    [
        ({"kind": "pairs"}, []),
        ({"kind": "butler"}, ["percent", "percent_of_top"]),
        ({"kind": "cross_imp"}, ["percent", "percent_of_top"]),
        ({"kind": "teams"}, ["percent_of_top"]),
        ({"kind": "teams", "team_scoring": "point_a_board"}, []),
    ],
)
def test_a_percentage_needs_something_to_be_a_percentage_of(session: Row, without_meaning: list[str]) -> None:
    given = [adjustment(unit=unit) for unit in tables.ADJUSTMENT_UNITS]
    assembled, findings = assemble(read(sessions=[session], entries=FOUR, adjustments=given), competitions())
    assert findings.select("field", "value").sort("value").rows() == [("unit", unit) for unit in without_meaning]
    assert sorted(assembled["adjustments"]["unit"]) == sorted(set(tables.ADJUSTMENT_UNITS) - set(without_meaning))


def test_a_session_scored_otherwise_than_its_event_stands_by_itself() -> None:
    raw = read(
        sessions=[
            {"session_id": "1", "event": "cup", "date": dt.date(2025, 9, 9)},
            {"session_id": "2", "event": "cup", "kind": "butler", "date": dt.date(2025, 9, 16)},
            {"session_id": "3", "event": "league", "kind": "teams"},
            {"session_id": "4", "event": "league", "kind": "teams", "team_scoring": "imps"},
            {"session_id": "5", "kind": "butler"},
        ]
    )
    assembled, findings = assemble(raw, competitions())
    assert told(findings) == [("file", 2, "error", "event", "cup")]
    assert "butler cannot be added to the matchpoints" in findings["message"].item()
    assert assembled["sessions"]["event"].to_list() == ["cup", None, "league", "league", None]


def test_an_entrant_without_players_is_told_once() -> None:
    raw = read(sessions=[{}], entries=FOUR[:2], results=[{**MADE, "board": board} for board in (1, 2, 3)])
    results = raw["results"].with_columns(contract=None, declarer=None, tricks=None)
    assembled, findings = assemble({**raw, "results": results}, competitions())
    assert told(findings) == [("file", 1, "warning", "entrant", "2")]
    assert assembled["results"].height == 3


def test_a_line_without_any_entries_is_told_once() -> None:
    lines = [{**MADE, "line": line, "board": board} for line in "AB" for board in (1, 3, 6)]
    assembled, findings = assemble(read(sessions=[{}], entries=FOUR, results=lines), competitions())
    assert told(findings) == [("file", 4, "warning", "line", "B")]
    assert findings["message"].item().startswith("2 entrants have results in session 1")
    assert assembled["results"].height == 6


def test_lines_scored_together_must_exist() -> None:
    raw = read(
        sessions=[{"together": "A+C;B+D"}],
        entries=[{"line": line, "entrant": "1", "player_id": line} for line in "ABC"],
    )
    assembled, findings = assemble(raw, competitions())
    assert told(findings) == [("file", 1, "warning", "together", "A+C;B+D")]
    assert "line D" in findings["message"].item()
    assert assembled["sessions"]["together"].to_list() == ["A+C;B+D"]


def test_a_table_of_players_wins_over_names_in_result_files() -> None:
    evenings = [("old.pbn", dt.date(2025, 9, 2)), ("new.pbn", dt.date(2025, 10, 2))]
    raw = read(
        sessions=[{"session_id": file, "file_id": file, "date": date} for file, date in evenings],
        official_results=[{"session_id": file, "file_id": file, "entrant": "1"} for file, _ in evenings],
        players=[
            {"player_id": "1", "name": "A. Old", "file_id": "old.pbn"},
            {"player_id": "1", "name": "Ann New", "file_id": "new.pbn"},
            {"player_id": "2", "name": "Bob N", "file_id": "new.pbn"},
            {"player_id": "2", "name": "Bob", "member": True, "file_id": "players.csv"},
        ],
    )
    assembled, findings = assemble(raw, competitions())
    assert assembled["players"].select("player_id", "name", "member", "file_id").rows() == [
        ("1", "Ann New", None, "new.pbn"),
        ("2", "Bob", True, "players.csv"),
    ]
    assert told(findings) == [
        ("new.pbn", 3, "warning", "name", "Bob N"),
        ("old.pbn", 1, "warning", "name", "A. Old"),
    ]


@pytest.mark.parametrize(
    ("name", "row", "field"),
    [
        ("matches", {"round": 1, "team": "1", "opponent": "2"}, "team"),
        ("official_results", {"entrant": "1"}, "entrant"),
        ("partnerships", {"partnership_id": "x", "player_id": "ann"}, "player_id"),
        ("ratings", {"list_date": dt.date(2025, 1, 1), "player_id": "a", "rating": 1500.0}, "player_id"),
    ],
)
def test_what_is_given_twice_counts_once(name: str, row: Row, field: str) -> None:
    assembled, findings = assemble(read(sessions=[{}], **{name: [row, row]}), competitions())
    assert told(findings) == [("file", 2, "error", field, str(row[field]))]
    LANDING[name].validate(assembled[name])
    assert assembled[name].height == 1


# --- any number of competitions, in any order ---------------------------------------------------

ENTRIES = st.fixed_dictionaries(
    {
        "session_id": st.sampled_from("123"),
        "line": st.sampled_from("AB"),
        "entrant": st.sampled_from("12"),
        "player_id": st.sampled_from("abcd"),
        "substitutes_for": st.sampled_from([None, "a", "z"]),
        "file_id": st.sampled_from("xy"),
    }
)
RESULTS = st.fixed_dictionaries(
    {
        "session_id": st.sampled_from("123"),
        "line": st.sampled_from("AB"),
        "board": st.integers(1, 3),
        "ns": st.sampled_from([None, "1", "2"]),
        "ew": st.sampled_from([None, "1", "2", "3", "1+2", "3+4"]),
        "contract": st.sampled_from([None, "4S", "PASS"]),
        "declarer": st.sampled_from([None, "N", "E"]),
        "tricks": st.sampled_from([None, 9, 10]),
        "score": st.sampled_from([None, 420, -50]),
        "ruling": st.sampled_from([None, "average", "not_played"]),
        "file_id": st.sampled_from("xy"),
    }
)
PLAYERS = st.fixed_dictionaries(
    {"player_id": st.sampled_from("abcd"), "name": st.sampled_from(["Ann", "Bo"]), "file_id": st.sampled_from("xy")}
)
SESSIONS = st.fixed_dictionaries(
    {
        "session_id": st.sampled_from("1234"),
        "date": st.sampled_from([dt.date(2025, 10, 1), dt.date(2025, 10, 8), dt.date(2024, 1, 1)]),
        "together": st.sampled_from([None, "A+B"]),
        "event": st.sampled_from([None, "cup"]),
        "kind": st.sampled_from(["pairs", "teams"]),
        "file_id": st.sampled_from("xy"),
    }
)
ADJUSTMENTS = st.fixed_dictionaries(
    {
        "session_id": st.sampled_from("123"),
        "entrant": st.sampled_from("1239"),
        "amount": st.just(-5.0),
        "unit": st.sampled_from(tables.ADJUSTMENT_UNITS),
    }
)
FOLDER = st.fixed_dictionaries(
    {
        "sessions": st.lists(SESSIONS, min_size=1, max_size=5),
        "entries": st.lists(ENTRIES, min_size=1, max_size=12),
        "results": st.lists(RESULTS, min_size=1, max_size=12),
        "players": st.lists(PLAYERS, min_size=1, max_size=4),
        "adjustments": st.lists(ADJUSTMENTS, min_size=1, max_size=3),
    }
)


@given(first=FOLDER, second=FOLDER, order=st.randoms(use_true_random=False))
@settings(max_examples=25)
def test_many_competitions_in_any_order_are_each_as_if_apart(
    first: dict[str, list[Row]], second: dict[str, list[Row]], order: Any
) -> None:
    one, other = (
        {name: table.with_columns(club=pl.lit(club)) for name, table in read(**folder).items()}
        for club, folder in (("one", first), ("other", second))
    )
    settings_of_both = pl.concat([competitions(club="one"), competitions(club="other")])
    apart = [assemble(tables_of_club, settings_of_both) for tables_of_club in (one, other)]
    mixed = {
        name: pl.concat([one[name], other[name]]).sample(fraction=1, shuffle=True, seed=order.randrange(1000))
        for name in one
    }
    assembled, findings = assemble({name: table.lazy() for name, table in mixed.items()}, settings_of_both.lazy())
    for name, schema in LANDING.items():
        schema.validate(assembled[name])
        assert_frame_equal(assembled[name], pl.concat([tables_of_club[name] for tables_of_club, _ in apart]))
    assert_frame_equal(findings, pl.concat([told_of_club for _, told_of_club in apart]))


def test_every_raw_table_that_files_hold_is_assembled() -> None:
    raw = {name.removeprefix("raw.") for name in tables.WAREHOUSE if name.startswith("raw.")}
    assert set(intake.assemble({}, competitions())[0]) == raw - {
        *("competitions", "files", "findings", "rating_seasons", "award_choices")
    }
