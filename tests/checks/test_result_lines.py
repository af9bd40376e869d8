"""Result lines: which can be scored, which are left out, and who sat opposite whom."""

import json
from collections.abc import Mapping

import polars as pl
import pytest
from factories import competitions, frame
from intake.evenings import FOUR, MADE, Row, kinds, pairs, read, told

from transforms.checks import assemble
from transforms.intake import causes_first
from transforms.scoring.board_scores import board_scores
from transforms.tables import schemas as tables


def test_standing_in_for_someone_unknown_is_told() -> None:
    raw = read(
        sessions=[{}],
        players=[{"player_id": "bob"}],
        entries=[
            {"entrant": "1", "player_id": "ann", "substitutes_for": "bob"},
            {"entrant": "1", "player_id": "cy", "substitutes_for": "ann"},
            {"entrant": "2", "player_id": "di", "substitutes_for": "nobody"},
            {"entrant": "2", "player_id": "ed"},
        ],
    )
    assembled, findings = assemble(raw, competitions())
    assert told(findings) == [("file", 3, "warning", "substitutes_for", "nobody")]
    assert assembled["entries"].height == 4


NO_RESULT: Row = {"contract": None, "declarer": None, "tricks": None, "score": None}


@pytest.mark.parametrize(
    ("change", "field", "value", "reason"),
    [
        ({"ns": None, "ew": None}, "ns", None, "neither side"),
        ({"ew": "1"}, "ew", "1", "against itself"),
        ({"ew": "1"}, "ew", "1", "or, where both sides have numbers of their own, write 1NS and 1EW"),
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


def test_a_seat_without_a_player_leaves_its_line_out() -> None:
    sides = [{"ns": "1+3", "ew": "2+4"}, {"ns": "1", "ew": "2+4"}, {"ns": "1", "ew": "2"}, {"ns": "1+4", "ew": "3+2"}]
    lines = [{**MADE, **side, "board": board} for board, side in enumerate(sides, start=1)]
    assembled, findings = assemble(read(sessions=[{}], entries=FOUR, results=lines), competitions())
    assert told(findings.filter(code="results.left_out/mixed")) == [
        ("file", 2, "error", "board", "2"),
        ("file", 3, "error", "board", "3"),
    ]
    assert assembled["results"]["board"].to_list() == [1, 4]


def of_cell(line_no: int, field: str, value: str, code: str = "cells.taken_as_empty") -> Row:
    message = "not understood; taken as empty: write another"
    named = {"club": "club", "competition": "evening", "file_id": "file", "severity": "error", "message": message}
    named["code"] = code
    return {**named, "line_no": line_no, "field": field, "value": value}


def test_a_line_left_out_for_a_cell_not_understood_is_told_by_that_cell() -> None:
    _, across = assemble(read(sessions=[{}], entries=FOUR, results=[{**MADE, **NO_RESULT}]), competitions())
    cell = of_cell(1, "contract", "8NT")
    findings = causes_first(frame(tables.Findings, cell), across)
    assert told(findings) == [("file", 1, "error", "contract", "8NT")]
    assert findings["code"].to_list() == ["cells.left_out"]
    assert findings["message"].item() == "not understood; the row is left out: write another"


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
    assert findings["message"][1].endswith("(3 such rows; the next: 2, 3)")


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
    assert findings.is_empty(), findings["message"].to_list()
    assert assembled["results"].height == 1


def test_a_score_that_the_contract_does_not_give_is_told_and_counts() -> None:
    assembled, findings = assemble(read(sessions=[{}], entries=FOUR, results=[{**MADE, "score": 600}]), competitions())
    assert told(findings) == [("file", 1, "warning", "score", "600")]
    assert "3N by N on board 1 (tricks: 9) scores 400" in findings["message"].item()
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


ONE_SIDE: list[tuple[Row, str, str, str]] = [
    ({"score": 420}, "score", "420", "results.one_side/counts"),
    ({"contract": "PASS"}, "contract", "PASS", "results.one_side/counts"),
    ({"contract": "4S", "declarer": "N", "tricks": 10}, "contract", "4S", "results.one_side/counts"),
    ({"contract": "4S", "declarer": "N", "tricks": 10, "score": 420}, "score", "420", "results.one_side/counts"),
    ({"ruling": "w30:420/70:-50"}, "ruling", "w30:420/70:-50", "results.one_side/counts"),
    ({"contract": "4S", "declarer": "N"}, "contract", "4S", "results.one_side/sits_out"),
    ({"score": 420, "ruling": "not_played"}, "score", "420", "results.one_side/sits_out"),
    ({"ruling": "a60_40"}, "ruling", "a60_40", "results.one_side/ruled"),
    ({"ruling": "average", "score": 420}, "ruling", "average", "results.one_side/ruled"),
]


@pytest.mark.parametrize(("absent", "where"), [("ns", "North-South"), ("ew", "East-West")])
@pytest.mark.parametrize("case", ONE_SIDE)
def test_a_line_with_one_side_that_says_more_is_told(case: tuple[Row, str, str, str], absent: str, where: str) -> None:
    said, field, value, code = case
    line = {"board": 1, "ns": "1", "ew": "2", **said, absent: None}
    assembled, findings = assemble(read(sessions=[{}], entries=FOUR, results=[line]), competitions())
    assert told(findings) == [("file", 1, "warning", field, value)]
    assert kinds(findings) == [code]
    assert where in findings["message"].item()
    assert assembled["results"].height == 1


def points(assembled: Mapping[str, pl.DataFrame]) -> pl.DataFrame:
    lines, sessions = tables.Results.cast(assembled["results"]), tables.Sessions.cast(assembled["sessions"])
    return board_scores(lines, sessions, competitions()).collect()


@pytest.mark.parametrize("said", [said for said, *_ in ONE_SIDE])
def test_a_line_with_one_side_brings_points_exactly_where_it_is_told_as_a_result(said: Row) -> None:
    rows = [{"board": 1, "ns": "1", "ew": None, **said}, {"board": 1, "ns": "3", "ew": "4", "score": 50}]
    assembled, findings = assemble(read(sessions=[{}], results=rows), competitions())
    scores = points(assembled)
    is_result = "results.one_side/counts" in kinds(findings)
    assert scores.filter(ns="1").height == is_result
    assert scores["top"].to_list() == ([2, 2] if is_result else [0])


def test_the_sign_for_nobody_is_an_empty_side() -> None:
    line = {"board": 1, "ns": "1", "ew": "-", "score": 420}
    assembled, findings = assemble(read(sessions=[{}], entries=FOUR, results=[line]), competitions())
    assert kinds(findings) == ["results.one_side/counts"]
    assert assembled["results"]["ew"].to_list() == [None]


def test_a_result_of_one_team_counts_for_neither() -> None:
    raw = read(sessions=[{"kind": "teams"}], entries=FOUR, results=[{"board": 1, "ns": "1", "ew": None, "score": 420}])
    assembled, findings = assemble(raw, competitions())
    assert kinds(findings) == ["results.one_side/sits_out"]
    assert points(assembled).is_empty()


@pytest.mark.parametrize("kind", tables.KINDS)
def test_a_session_of_any_kind_comes_through_whole(kind: str) -> None:
    results = [MADE, {**MADE, "ns": "2", "ew": "1"}] if kind == "teams" else [MADE]
    assembled, findings = assemble(read(sessions=[{"kind": kind}], entries=FOUR, results=results), competitions())
    assert findings.is_empty(), findings["message"].to_list()
    assert assembled["results"].height == len(results)


def test_a_second_result_of_a_pair_on_a_board_is_left_out() -> None:
    raw = read(
        sessions=[{}],
        entries=[*FOUR, *pairs(("3", "ed"))],
        results=[MADE, {**MADE, "ns": "3", "ew": "1"}, {"line": "B", "board": 1, "ns": "1"}],
    )
    assembled, findings = assemble(raw, competitions())
    assert told(findings)[0] == ("file", 2, "error", "board", "1")
    assert assembled["results"].select("line", "ns", "ew").rows() == [("A", "1", "2"), ("B", "1", None)]


def test_of_a_mistyped_number_the_pair_is_named_that_lacks_the_board() -> None:
    """On the second board 3 was typed as 1, so the row that is right is the one that is left out."""
    meetings = ((1, "1", "2"), (1, "3", "4"), (2, "1", "4"), (2, "1", "2"))
    given = [{**MADE, "board": board, "ns": ns, "ew": ew} for board, ns, ew in meetings]
    players = pairs(*((entrant, f"player {entrant}") for entrant in "1234"))
    raw = read(sessions=[{}], entries=players, results=given)
    (message,) = assemble(raw, competitions())[1].filter(code="results.seen_before")["message"]
    assert message == (
        "pair 1 has a result on this board in row 3 too, which counts; this row is left out: mend pair or board in one"
        " of them; only pair 3 has none on this board"
    )
    of_more = read(sessions=[{}], entries=players, results=[*given[:1], *given[2:]])
    assert kinds(assemble(of_more, competitions())[1].filter(field="board")) == ["results.seen_before"], "two lack it"


def test_of_a_row_given_twice_nobody_is_said_to_lack_the_board() -> None:
    """Of five pairs one sits out, as it does on every board."""
    meetings = ((1, "1", "2"), (1, "3", "5"), (2, "1", "2"), (2, "3", "4"), (2, "1", "2"))
    given = [{**MADE, "board": board, "ns": ns, "ew": ew} for board, ns, ew in meetings]
    players = pairs(*((entrant, f"player {entrant}") for entrant in "12345"))
    found = assemble(read(sessions=[{}], entries=players, results=given), competitions())[1]
    assert kinds(found.filter(field="board")) == ["results.seen_before"]


@pytest.mark.parametrize(("boards", "findings"), [(20, 20), (21, 1), (40, 1)])
def test_many_results_given_twice_in_a_file_are_told_as_one(boards: int, findings: int) -> None:
    lines = [{**MADE, "board": board, "contract": "PASS", "declarer": None, "tricks": None, "score": 0}
             for board in range(1, boards + 1)]  # fmt: skip
    elsewhere = [{**lines[0], "ns": ns, "ew": ew, "file_id": "x", "session_id": "2"} for ns, ew in ("12", "21")]
    raw = read(sessions=[{}, {"session_id": "2", "file_id": "x"}], entries=FOUR, results=[*lines, *lines, *elsewhere])
    assembled, found = assemble(raw, competitions())
    assert assembled["results"].height == boards + 1
    apart = found.filter(code="results.seen_before")
    assert apart.filter(file_id="x").height == 1
    of_file = found.filter(file_id="file", field="board")
    assert of_file.height == findings
    if findings > 1:
        assert of_file["line_no"].to_list() == list(range(boards + 1, 2 * boards + 1))
        return
    assert of_file.select("severity", "code", "line_no", "value").row(0) == (
        "error",
        "results.seen_before",
        boards + 1,
        "1",
    )
    arguments = json.loads(of_file["arguments"].item())
    assert arguments["lines"] == str(boards)
    assert arguments["others"].startswith(f"{boards + 2}, {boards + 3}, ")
    assert arguments["variant"] == "many"
    assert f"so {boards} rows are left out" in of_file["message"].item()


@pytest.mark.parametrize(("people", "findings"), [(20, 20), (21, 1), (26, 1)])
def test_many_entries_given_twice_in_a_file_are_told_as_one(people: int, findings: int) -> None:
    entries = pairs(*((str(number // 2), f"player {number:02}") for number in range(people)))
    elsewhere = [{"entrant": entrant, "player_id": "ann", "session_id": "2", "file_id": "x"} for entrant in "12"]
    raw = read(sessions=[{}, {"session_id": "2", "file_id": "x"}], entries=[*entries, *entries, *elsewhere])
    assembled, found = assemble(raw, competitions())
    assert assembled["entries"].height == people + 1
    assert found.filter(file_id="x")["code"].to_list() == ["entries.seated_twice"]
    of_file = found.filter(file_id="file", field="player_id")
    assert of_file.height == findings
    assert of_file["line_no"][0] == people + 1
    assert ("entries.seated_twice/in_pair_twice many" in kinds(of_file)) == (findings == 1)
    if findings == 1:
        others = ", ".join(str(people + number) for number in range(2, 7))
        told_of = {"lines": str(people), "others": others, "variant": "many"}
        assert json.loads(of_file["arguments"].item()) == told_of


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
    assert told(findings) == [("b.csv", line_no, "error", "session_id", "1") for line_no in (5, 5)]
    assert all("a.csv" in message for message in findings["message"])
    of_entries, of_results = sorted(findings["message"].to_list(), reverse=True)
    assert "rows of entries" in of_entries
    assert "too: 4" in of_entries
    assert of_results.startswith(
        "results of this session are in a.csv too, which counts, so they are left out here (how many: 3)"
    )
    named = "there: 1 (here / there, the first of them: A, board 3, 1 - 2: 3N N 10 430 / 3N N 9 400 (row 2));"
    assert named in of_results
    assert assembled["results"].select("file_id", "score").rows() == [("a.csv", 400)] * 3
    assert assembled["entries"]["file_id"].to_list() == ["a.csv"] * 4


def test_one_line_in_two_files_is_one_line() -> None:
    raw = read(sessions=[{}], entries=FOUR, results=[{**MADE, "file_id": file} for file in ("a.csv", "b.csv")])
    _, findings = assemble(raw, competitions())
    assert any("gives too: 1;" in message for message in findings["message"])


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


def test_round_0_of_a_team_match_is_not_a_line_without_a_round() -> None:
    lines = [{**MADE, "round": number} for number in (0, None)]
    raw = read(sessions=[{"kind": "teams"}], entries=FOUR, results=lines)
    assert assemble(raw, competitions())[0]["results"].height == 2


def test_a_line_that_clashes_only_with_one_left_out_counts() -> None:
    meetings = (("1", "2"), ("1", "3"), ("3", "4"))
    raw = read(
        sessions=[{}],
        entries=pairs(*((entrant, f"player {entrant}") for entrant in "1234")),
        results=[{**MADE, "ns": ns, "ew": ew} for ns, ew in meetings],
    )
    assembled, findings = assemble(raw, competitions())
    assert told(findings) == [("file", 2, "error", "board", "1")]
    assert (
        findings["message"].item().startswith("pair 1 has a result on this board in row 1 too, which counts; this row")
    )
    assert assembled["results"].select("ns", "ew").rows() == [("1", "2"), ("3", "4")]


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
