"""Boards and result lines: what is missing, out of place or there twice, and what scores and points say."""

import json
from collections.abc import Mapping
from typing import Any

import polars as pl
import pytest
from checks.alone import Row, found, meetings, said, season, together
from each import cases, items
from factories import competitions, frame
from result_files import needs_real_data, real_files, real_reading

from pipelines.intake.readers import read_file
from transforms.bridge.contracts import contract_score
from transforms.checks.assembly import checked_results
from transforms.intake.check import judged
from transforms.intake.result_lines import (
    as_given,
    ends_of_files,
    lines_of_meetings,
    phantoms,
    settled_results,
    without_phantoms,
)
from transforms.scoring import board_scores
from transforms.tables import schemas as tables
from transforms.tables.schemas import OfficialResults, SessionSettings

PAIRS = (("1", "2"), ("3", "4"), ("5", "6"), ("7", "8"))
TURNED = (("1", "4"), ("3", "6"), ("5", "8"), ("7", "2"))
NO_LIST = frame(OfficialResults)


def lines(left_out: set[tuple[int, str, int]] | None = None, **of: Any) -> list[Row]:
    """Two rounds of four tables and three boards a table; without those of this round, pair North-South and board."""
    rows = [
        {"round": round_no, "table": str(table + 1), "board": board, "ns": ns, "ew": ew, "score": 100, **of}
        for round_no, pairs in ((1, PAIRS), (2, TURNED))
        for table, (ns, ew) in enumerate(pairs)
        for board in range(3 * ((table + 2 * round_no) % 4) + 1, 3 * ((table + 2 * round_no) % 4) + 4)
        if (round_no, ns, board) not in (left_out or set())
    ]
    return [{**row, "line_no": number} for number, row in enumerate(rows, start=2)]


def changed(results: list[Row], *where: tuple[int, str, int], ew: str | None = None) -> list[Row]:
    """The lines; those of this round, pair North-South and board turned, or against another pair."""
    return [
        line
        if (line["round"], line["ns"], line["board"]) not in where
        else {**line, **({"ew": ew} if ew else {"ns": line["ew"], "ew": line["ns"]})}
        for line in results
    ]


def without(results: list[Row], column: str) -> list[Row]:
    return [{**line, column: None} for line in results]


def messages(name: str, results: list[Row], **session: Any) -> list[str]:
    return found(name, **meetings(results, **session))["message"].to_list()


def missing(results: list[Row], listed: pl.DataFrame = NO_LIST, **session: Any) -> pl.DataFrame:
    asked = meetings(results, **session)["meetings"]
    return found("results.missing", meetings=asked, official_results=listed, unplayed=asked.clear())


def test_a_result_that_is_not_there_is_reported_with_its_pairs_and_board_next_to_a_row_and_at_none() -> None:
    (finding,) = missing(lines({(2, "3", 4)})).rows(named=True)
    row = next(line["line_no"] for line in lines({(2, "3", 4)}) if (line["round"], line["ns"]) == (2, "3"))
    assert finding["message"].startswith(
        f"results seem to be missing (in all: 1): board 4 of 3 - 6 (line A, round 2, next to row {row});"
    )
    assert finding["line_no"] is None


def test_one_finding_for_all_of_a_session() -> None:
    (message,) = missing(lines({(1, "3", 11), (2, "3", 5), (2, "3", 4)}))["message"]
    assert "results seem to be missing (in all: 3): " in message
    assert "board 11 of 3 - 4 (line A, round 1" in message
    assert "; board 4, 5 of 3 - 6 (line A, round 2" in message


SHORT = lines({(2, "3", 5)})
RULED = {**SHORT[0], "round": 2, "board": 5, "ns": "3", "ew": "6", "score": None, "ruling": "not_played"}
MOVED = [{**line, "round": 2} if line["ns"] == "3" and line["board"] == 11 else line for line in lines()]


@items((lines(), {}), ([*SHORT, RULED], {}), (lines({(2, "3", 5), (2, "5", 8)}), {}), (without(SHORT, "round"), {}),
     (SHORT, {"kind": "teams"}), (MOVED, {}),
    ids=["whole", "ruled", "half the tables", "no rounds", "teams", "in another round"],
)  # fmt: skip
def test_what_others_lack_too_or_is_elsewhere_is_not_missing(results: list[Row], session: Row) -> None:
    assert missing(results, **session).is_empty()


def test_a_result_list_says_itself_what_is_missing() -> None:
    assert missing(SHORT, frame(OfficialResults, {"entrant": "9"})).height == 1
    assert missing(SHORT, frame(OfficialResults, {"entrant": "9", "score": 50.0})).is_empty()


WHOLE = [*lines(line="A"), *lines(line="B")]
CUT = [row for row in WHOLE if row["line"] == "A" or (row["round"] == 1 and row["board"] % 3 != 0)]
"""Of two rounds of three boards the second line has the first two boards of the first."""


def short(rows: list[Row], given: list[Row] | None = None) -> list[tuple[int, str]]:
    """Line and message of lines that the file breaks off, where these rows count of those `given`."""
    numbered, read = ([{**row, "line_no": n} for n, row in enumerate(some, start=2)] for some in (rows, given or rows))
    tables, results = season(results=read, sessions=[{}]), season(results=numbered)["results"]
    of_meetings = lines_of_meetings(results, tables["sessions"])
    ends = ends_of_files(tables["results"], tables["results"].filter(session_id="1"))
    return found("results.missing/short_line", results=results, meetings=of_meetings, ends=ends).select(
        "line_no", "message"
    ).rows()  # fmt: skip


def test_a_file_that_ends_before_half_of_a_line_is_reported_at_its_last_row() -> None:
    ((line_no, message),) = short(CUT)
    assert line_no == len(CUT) + 1
    assert message == (
        "the file ends here, but line B of session 1 has only 2 boards, while another line has 6: if "
        "the file is incomplete, hand in the whole file"
    )
    assert short([{**CUT[0], "board": 99, "ns": "9", "ew": None}, *CUT]), "a row of nobody"


def test_lines_that_were_played_so_or_lost_a_row_are_not_short() -> None:
    assert short(WHOLE) == []
    assert short([row for row in WHOLE if row["line"] == "A" or row["round"] == 1]) == [], "half as many"
    assert short(CUT, [*CUT, {**CUT[-1], "ns": "1", "ew": "1"}]) == [], "that row is reported"
    assert short(CUT, [*CUT, {**CUT[-1], "session_id": "another"}]) == [], "the file goes on"
    before = [row for row in WHOLE if row["line"] == "B" or (row["round"] == 1 and row["board"] % 3 != 0)]
    assert short(before) == [], "it is not the last line"


def barometer(number: int = 5, tables: int = 4) -> list[Row]:
    """Two rounds in which all tables play the same three boards; at one of them this number stands for board 5."""
    return [
        {
            **{"round": round_no, "table": str(table), "ns": ns, "ew": ew, "score": 100},
            "board": number if (board, table) == (5, 1) else board,
        }
        for round_no, pairs in ((1, PAIRS), (2, TURNED))
        for table, (ns, ew) in enumerate(pairs[:tables])
        for board in range(3 * round_no - 2, 3 * round_no + 1)
    ]


def stray(board: int, **of: Any) -> Row:
    return {"round": 3, "table": "1", "board": board, "ns": "1", "ew": "2", "score": 100, **of}


def tiny(*numbers: int) -> list[Row]:
    places = [("1", "2", number) for number in numbers] + [("3", "4", number) for number in (*numbers[:-1], 33)]
    return [{"board": number, "ns": ns, "ew": ew, "score": 100} for ns, ew, number in places]


def lone(results: list[Row], **session: Any) -> list[str]:
    return messages("results.lone_board", results, **session)


def test_a_wrong_number_of_a_board_is_reported_with_the_right_one() -> None:
    (message,) = lone(barometer(55))
    assert message.startswith(
        "only 3 - 6 of line A have this board in round 2; all others with the same set of boards have board 5 "
    )
    (message,) = lone(barometer(2))
    assert message.startswith("only 3 - 6 of line A have this board in round 2; "), "another round has that board"
    assert lone(barometer(9, tables=2)) == [], "of two sets, each played once, none is wrong"


@pytest.mark.parametrize(("slipped", "lone_by", "two_by"), [("0", 30, 0), ("12", 0, 30)], ids=["one", "two of three"])
@pytest.mark.parametrize("wrong", [(2,), (1, 2, 3)])
def test_a_slip_at_three_tables(slipped: str, lone_by: int, two_by: int, wrong: tuple[int, ...]) -> None:
    at_three = [line for line in barometer() if line["table"] != "3"]
    at_three += [{**line, "board": line["board"] + 6} for line in at_three]
    results = [
        {**line, "round": None, "board": line["board"] + 30 * (line["table"] in slipped and line["board"] in wrong)}
        for line in at_three
    ]
    of_session = found("results.lone_board", **meetings(results))
    assert sorted(said(of_session)) == sorted(("results.lone_board/or_two", str(board + lone_by)) for board in wrong)
    others = ", ".join(str(board + two_by) for board in wrong)
    assert all(
        f"only two pairs of opponents have a result on board {others};" in message for message in of_session["message"]
    )


@pytest.mark.parametrize("round_no", [3, None])
def test_a_board_that_one_table_alone_has_is_reported_whatever_the_round(round_no: int | None) -> None:
    (message,) = lone([*barometer(), stray(25, round=round_no)])
    assert message.startswith("only 1 - 2 have a result on this board in line A;")


LONE = [stray(board) for board in (25, 26, 27)]
TWICE = [stray(board, ns=ns, ew=ew) for board in range(21, 25) for ns, ew in (("1", "2"), ("3", "4"))]


@items((barometer(), 0), (barometer(55), 1), ([*barometer(), stray(6)], 0), ([*barometer(5, tables=2), stray(25)], 0),
     ([*barometer(), *LONE], 3), ([*barometer(), *LONE, *TWICE], 0), ([*barometer(), *LONE, *TWICE[:2]], 3),
    ids=["sound", "one", "one of theirs", "two tables", "a set", "a schedule that ended early", "one board with two"],
)  # fmt: skip
def test_a_lone_board_is_reported_unless_the_schedule_ended_early(results: list[Row], count: int) -> None:
    assert len(lone(results)) == count
    assert lone(results, kind="teams") == []


@pytest.mark.parametrize("numbers", [(1, 2, 3), (1, 2, *range(4, 25), 3), (41, 42, 43)])
def test_at_two_tables_a_number_far_away_from_all_others_is_reported(numbers: tuple[int, ...]) -> None:
    (message,) = lone(tiny(*numbers))
    assert message.startswith(
        "only 3 - 4 have a result on this board in line A, and its number is far from the other boards of the line,"
        f" {min(numbers)} to {max(numbers)};"
    )


@items(
    tiny(*range(1, 31)),
    tiny(28, 29, 30),
    tiny(1, 2, 3)[:3] + tiny(33)[1:],
    [*tiny(1, 2, 3), {**tiny(1)[1], "ns": "1", "ew": "2"}],
    [*tiny(1, 2, 3), {**tiny(1)[1], "board": 34}],
    [line for line in lines() if line["ns"] == "1"] + [{**stray(40), "round": 2}],
    ids=["near", "nearer", "one each", "two have it", "two such boards", "one table"],
)
def test_another_number_is_no_far_board(results: list[Row]) -> None:
    assert lone(results) == []


def turned(results: list[Row], **session: Any) -> list[tuple[str, str]]:
    return found("results.turned", **meetings(results, **session)).select("value", "message").rows()


@pytest.mark.parametrize(("column", "shown"), [("table", "A, round 2, board 5: 6 - 3"), ("round", "A, board 5: 6 - 3")])
def test_pairs_turned_on_one_board_are_reported_with_round_and_board(column: str, shown: str) -> None:
    ((value, message),) = turned(without(changed(lines(), (2, "3", 5)), column))
    assert value == "6"
    assert f"(1 in all): {shown};" in message


def test_of_two_boards_one_each_way_both_are_reported_as_one_of_two() -> None:
    of_two = [line for line in changed(lines(), (2, "3", 5)) if line["board"] % 3]
    ((_, message),) = turned(of_two)
    assert "one way round on one board" in message
    assert "(1 in all): A, round 2, board 4 / 5: 3 - 6;" in message
    assert turned(without(of_two, "round")) == []


def test_a_finding_has_the_numbers_of_all_its_rows_and_is_of_one_file() -> None:
    files = {"A": "a.csv", "B": "b.csv", "C": "b.csv"}
    of_lines = [{**line, "line": letter, "file_id": files[letter]} for letter in files for line in lines()]
    rows = changed([{**line, "line_no": place} for place, line in enumerate(of_lines, 1)], (2, "3", 5))
    a, b, c = (line["line_no"] for line in rows if (line["ns"], line["ew"]) == ("6", "3"))
    arguments = (pl.col("arguments").str.json_path_match(f"$.{name}").alias(name) for name in ("times", "at_lines"))
    assert found("results.turned", **meetings(rows)).select("file_id", "line_no", *arguments).rows() == [
        ("a.csv", a, "1", f"{a}"),
        ("b.csv", b, "2", f"{b}, {c}"),
    ]


@items(
    lines(),
    without(lines(), "round"),
    changed(lines(), *((2, ns, board) for ns in "1357" for board in range(1, 13))),
    changed(lines(), *((2, "3", board) for board in range(1, 13))),
    changed(lines(), (2, "3", 5), (2, "5", 8)),
    [{**line, "ns": f"{line['ns']}+a", "ew": f"{line['ew']}+b"} for line in changed(lines(), (2, "3", 5))],
    ids=["sound", "without rounds", "a whole round", "a whole round of one", "half the tables", "single players"],
)
def test_pairs_that_turn_otherwise_are_not_reported(results: list[Row]) -> None:
    assert turned(results) == []


EXCHANGED = changed(changed(lines(), (1, "1", 7), ew="4"), (1, "3", 10), ew="2")
"""In round 1, 1 plays 4 on a board in place of 2, and 3 plays 2 on another."""


def test_pairs_exchanged_on_one_board_are_reported_where_no_table_shows_it() -> None:
    two_lines = [*EXCHANGED, *({**line, "line": "B"} for line in lines())]
    (message,) = messages("results.turned/other_opponents", without(two_lines, "table"))
    assert "(2 in all): A, round 1, board 7: 1 - 4; A, round 1, board 10: 3 - 2;" in message
    assert messages("results.turned/other_opponents", two_lines) == []
    assert [code for code, _ in placed(EXCHANGED)] == ["results.out_of_place/two_tables"]


@needs_real_data
@cases(
    ("pbn/spiren/2015-06-18.pbn", "A, round 9, board 26: 7 - 1"),
    ("pbn/bridgekam/2015-09-24.pbn", "A, round 8, board 24: 9 - 18"),
    ("usebio/compscore-mp_pairs_howell.xml", "A, board 15: 2 - 4"),
    ("pbn/spiren/2016-0[1-3]-*.pbn", None),
    ("usebio/multi-section.xml", None),
    ("bws/*.bws", None),
)
def test_real_evenings_are_reported_only_where_one_board_is_turned(pattern: str, named: str | None) -> None:
    ids = {"club": pl.lit("c"), "competition": pl.lit("c"), "season": pl.lit("s")}
    for path in real_files(pattern):
        results, sessions = (
            real_reading(path).tables[name].with_columns(**ids).lazy() for name in ("results", "sessions")
        )
        asked = {"meetings": lines_of_meetings(results, sessions), "settled": results.clear()}
        names = ("results.turned", "results.turned/other_opponents")
        reported = pl.concat(found(name, **asked) for name in names)["message"].to_list()
        assert len(reported) == (named is not None)
        assert all(f"(1 in all): {named};" in message for message in reported)


def at(table: int | None, ns: str, ew: str, **given: Any) -> Row:
    return {"board": 1, "score": 400, "round": 1, "table": table, "ns": ns, "ew": ew, **given}


def placed(results: list[Row], **session: Any) -> list[tuple[str, Any]]:
    tables = season(results=results, sessions=[session])
    return said(found("results.out_of_place/two_tables", results=as_given(tables["results"], tables["sessions"])))


SOUND = [at(1, "1", "2"), at(2, "3", "4"), at(1, "2", "1", board=2), at(2, "1", "4", board=3, round=2)]


@pytest.mark.parametrize(
    ("results", "reported"),
    [
        ([*SOUND, at(2, "1", "4", board=9)], [("results.out_of_place/two_tables", "1, 2")]),
        ([at(1, "1+2", "3+4"), at(2, "1+5", "6+7", board=2)], [("results.out_of_place/two_tables", "1, 2")]),
        (SOUND, []),
        ([*SOUND, at(2, "1", "4", board=9, line="B")], []),
        ([*SOUND, at(2, "1", "4", board=9, round=2)], []),
        ([*SOUND, at(2, "1", "4", board=9, round=None)], []),
        ([*SOUND, at(None, "1", "4", board=9)], []),
        ([*SOUND, at(2, "1", "4", board=9, file_id="second half.csv")], []),
    ],
)
def test_a_pair_at_two_tables_is_reported_once_a_file(results: list[Row], reported: list[tuple[str, str]]) -> None:
    assert placed(results) == reported
    assert placed(results, kind="teams") == []


MADE = {"board": 1, "ns": "1", "ew": "2", "contract": "3N", "declarer": "N", "tricks": 9, "score": 400}
NO_RESULT: Row = {"contract": None, "declarer": None, "tricks": None, "score": None}
TABLE = {**MADE, "ns": "1+2", "ew": "3+4"}


def checked(*results: Row, **session: Any) -> tuple[pl.DataFrame, pl.DataFrame]:
    given = season(results=results, sessions=[session])
    settings = frame(SessionSettings).lazy()
    kept, _, _, findings = checked_results(given["results"], given["sessions"], given["schedule"], settings)
    return kept, together(findings)


@cases(
    ({"ns": None, "ew": None}, ("results.left_out/ns", None)),
    ({"ew": "1"}, ("results.left_out/against_itself", "1")),
    (NO_RESULT, ("results.left_out/score", None)),
    ({"tricks": None, "score": None}, ("results.left_out/tricks", None)),
    ({"declarer": None, "score": None}, ("results.left_out/tricks", None)),
    ({"ns": "1+2", "ew": "2+3"}, ("results.left_out/player_twice", "1")),
    ({"ns": "1+1", "ew": "3+4"}, ("results.left_out/player_twice", "1")),
    ({"ns": "1+2", "ew": "2"}, ("results.left_out/player_twice", "1")),
)
def test_a_line_that_cannot_be_scored_is_left_out(change: Row, reported: tuple[str, str | None]) -> None:
    usual = TABLE if "+" in str(change) else MADE
    kept, findings = checked({**usual, "board": 8}, {**usual, **change})
    assert said(findings) == [reported]
    assert findings.select("line_no", "severity").rows() == [(2, "error")]
    assert kept["board"].to_list() == [8]


def test_a_seat_without_a_player_leaves_its_line_out() -> None:
    sides = [{"ns": "1+3", "ew": "2+4"}, {"ns": "1", "ew": "2+4"}, {"ns": "1", "ew": "2"}, {"ns": "1+4", "ew": "3+2"}]
    kept, findings = checked(*({**MADE, **side, "board": board} for board, side in enumerate(sides, start=1)))
    assert said(findings) == [("results.left_out/mixed", "2"), ("results.left_out/mixed", "3")]
    assert kept["board"].to_list() == [1, 4]


@items({"ew": None}, {"ruling": "not_played"}, {"ruling": "a60_40"}, {"contract": "PASS"}, {"score": -50},
     {**MADE, "score": None},
    ids=["sit-out", "not played", "ruled", "passed out", "score alone", "contract alone"],
)  # fmt: skip
def test_what_needs_no_score_or_contract_stays(line: Row) -> None:
    kept, findings = checked({"board": 1, "ns": "1", "ew": "2", **line})
    assert (kept.height, findings.height) == (1, 0)


@items(
    ([MADE, {**MADE, "ns": "3", "ew": "1"}], {}, 1),
    ([MADE, {**MADE, "ns": "2", "ew": "1"}], {}, 1),
    ([MADE, {**MADE, "ns": "2", "ew": "1"}], {"kind": "teams"}, 2),
    ([MADE, {**MADE, "line": "B"}], {}, 2),
    ([{**MADE, "round": number} for number in (0, None)], {"kind": "teams"}, 2),
    ([{**MADE, "ns": ns, "ew": ew} for ns, ew in ("12", "13", "34")], {}, 2),
    ([TABLE, {**TABLE, "ns": "5+1", "ew": "8+9"}], {}, 1),
    ids=["twice", "turned", "teams", "another line", "round 0", "clash with one left out", "single players"],
)
def test_a_pair_has_a_board_once(results: list[Row], session: Row, count: int) -> None:
    kept, findings = checked(*results, **session)
    assert kept.height == count
    assert said(findings) == [("results.seen_before", "1")] * (len(results) - count)


@pytest.mark.parametrize(("boards", "findings"), [(20, 20), (21, 1)])
def test_many_results_given_twice_in_a_file_are_reported_as_one(boards: int, findings: int) -> None:
    rows = [{**MADE, "board": board} for board in range(1, boards + 1)]
    kept, reported = checked(*rows, *rows)
    assert (kept.height, reported.height) == (boards, findings)
    arguments = json.loads(reported["arguments"][0])
    assert reported["line_no"][0] == boards + 1
    assert arguments.get("variant") == (None if findings > 1 else "many")
    if findings == 1:
        assert (arguments["lines"], arguments["others"]) == (str(boards), "23, 24, 25, 26, 27")
        assert f"such rows are left out ({boards} in all" in reported["message"].item()


ROW = {"board": 1, "ns": "1", "ew": "2", "round": 1, "contract": "4S", "declarer": "N", "tricks": 10, "score": 420}
UNTOLD = dict.fromkeys(("contract", "declarer", "tricks"))


def in_two_files(kind: str = "pairs", **other: Any) -> Row:
    rows = [{**ROW, "file_id": "one.csv", "line_no": 7}, {**ROW, **other, "file_id": "two.csv", "line_no": 9}]
    return again(rows, kind).row(0, named=True)


def again(rows: list[Row], kind: str = "pairs") -> pl.DataFrame:
    given = frame(tables.Results, *rows).with_columns(kind=pl.lit(kind), from_contract=pl.lit(420))
    first = pl.when(file_id="two.csv").then(pl.lit("one.csv"))
    return found("results.seen_before/in_two_files", results=given.with_columns(first_file_id=first))


@cases({}, {"round": None}, {"round": 3}, {"score": None}, UNTOLD, {"ns": "2", "ew": "1", "score": -420} | UNTOLD)
def test_the_same_results_are_the_same_however_they_are_written(other: Row) -> None:
    assert " also has rows of " in in_two_files(**other)["message"]


def test_where_they_differ_is_reported_with_the_row_of_the_other_file() -> None:
    differing = in_two_files(tricks=9, score=-50)
    assert (differing["file_id"], differing["line_no"]) == ("two.csv", 9)
    assert (
        "; the first of these, here / there: A, board 1, 1 - 2: 4S N 9 -50 / 4S N 10 420 (row 7)):"
        in (differing["message"])
    )
    of_teams = (in_two_files("teams", ns="2", ew="1"), in_two_files("teams", round=2))
    assert all('"variant":"differing"' in row["arguments"] for row in of_teams)


FOUR_TABLES = [("1", "1", "2", 420), ("2", "2", "1", 170), ("3", "1", "2", 450), ("4", "2", "1", -50)]
"""Table, North-South, East-West, score."""


def of_teams(places: list[tuple[str, str, str, int]], **others: Any) -> list[Row]:
    return [
        {"round": 1, "board": 1, "table": table, "ns": ns, "ew": ew, "score": score, **others}
        for table, ns, ew, score in places
    ]


def test_a_match_at_four_tables_is_left_out_and_says_what_to_give() -> None:
    others = of_teams([("5", "3", "4", 420), ("6", "4", "3", 170)])
    kept, findings = checked(*of_teams(FOUR_TABLES), *of_teams(FOUR_TABLES[:2], board=2), *others, kind="teams")
    assert kept["ns"].to_list() == ["3", "4"]
    assert findings["message"].to_list() == [
        "teams 1 and 2 have this board at more than two tables, as teams of eight do; such a match is not scored from"
        " its boards, and its 6 rows are left out: give its result in a table matches (boards, imps or vp)"
    ]


@cases(
    (FOUR_TABLES, False, "results.left_out/more_than_two_tables"),
    (2 * FOUR_TABLES[:2], True, "results.seen_before"),
    (2 * FOUR_TABLES[:2], False, "results.seen_before"),
)
def test_unnamed_tables_are_told_apart(places: list[tuple[str, str, str, int]], named: bool, code: str) -> None:
    rows = [row if named else {**row, "table": None} for row in of_teams(places)]
    assert {kind for kind, _ in said(checked(*rows, kind="teams")[1])} == {code}


ONE_SIDE: list[tuple[Row, str, str]] = [
    ({"score": 420}, "score", "counts"),
    ({"contract": "PASS"}, "contract", "counts"),
    ({"contract": "4S", "declarer": "N", "tricks": 10}, "contract", "counts"),
    ({"contract": "4S", "declarer": "N", "tricks": 10, "score": 420}, "score", "counts"),
    ({"ruling": "w30:420/70:-50"}, "ruling", "counts"),
    ({"contract": "4S", "declarer": "N"}, "contract", "sits_out"),
    ({"score": 420, "ruling": "not_played"}, "score", "sits_out"),
    ({"ruling": "a60_40"}, "ruling", "ruled"),
    ({"ruling": "average", "score": 420}, "ruling", "ruled"),
]


def one_side(*results: Row, **session: Any) -> pl.DataFrame:
    given = season(results=results, sessions=[session])
    return found("results.one_side", results=as_given(given["results"], given["sessions"]))


@pytest.mark.parametrize(("absent", "where"), [("ns", "North-South"), ("ew", "East-West")])
@pytest.mark.parametrize(("line", "field", "variant"), ONE_SIDE)
def test_a_one_sided_line_is_reported(line: Row, field: str, variant: str, *, absent: str, where: str) -> None:
    findings = one_side({"board": 1, "ns": "1", "ew": "2", **line, absent: None})
    assert said(findings) == [(f"results.one_side/{variant}", str(line[field]))]
    assert findings["field"].item() == field
    assert where in findings["message"].item()


@pytest.mark.parametrize(("line", "variant"), [(line, variant) for line, _, variant in ONE_SIDE])
def test_a_line_with_one_side_brings_points_exactly_where_it_is_reported_as_a_result(line: Row, variant: str) -> None:
    rows = [{"board": 1, "ns": "1", "ew": None, **line}, {"board": 1, "ns": "3", "ew": "4", "score": 50}]
    sessions = frame(tables.Sessions, {})
    scores = board_scores(frame(tables.Results, *rows), sessions, competitions()).collect()
    assert scores.filter(ns="1").height == (variant == "counts")
    assert scores["top"].to_list() == ([2, 2] if variant == "counts" else [0])


def test_the_sign_for_nobody_is_an_empty_side_and_a_result_of_one_team_counts_for_neither() -> None:
    line = {"board": 1, "ns": "1", "ew": "-", "score": 420}
    assert said(one_side(line)) == [("results.one_side/counts", "420")]
    assert said(one_side(line, kind="teams")) == [("results.one_side/sits_out", "420")]
    assert checked(line)[0]["ew"].to_list() == [None]


EMPTY = {"board": 1, "contract": None, "score": None}
ENTRIES = [{"entrant": entrant, "player_id": f"{entrant}{seat}"} for entrant in "12" for seat in "ab"]


def played(*results: Row, entries: list[Row] = ENTRIES) -> tuple[list[str], list[Any]]:
    given = season(results=results, entries=entries, sessions=[{}])
    absent = phantoms(given["results"], given["entries"], given["official_results"], given["sessions"])
    kept = without_phantoms(given["results"], absent).collect()
    assert found("results.one_side/phantom", phantoms=absent)["value"].to_list() == absent["entrant"].to_list()
    return absent["entrant"].to_list(), kept.select("board", "ns", "ew").rows()


@cases(
    (
        [
            {**EMPTY, "ns": "1", "ew": "14"},
            {**EMPTY, "board": 2, "ns": "14", "ew": "2", "ruling": "not_played"},
            {**MADE, "board": 3},
        ],
        ["14"],
        [(1, "1", None), (2, None, "2"), (3, "1", "2")],
    ),
    (
        [{**EMPTY, "ns": "13", "ew": "14"}, {**EMPTY, "board": 2, "ns": "13", "ew": None}, {**MADE, "board": 3}],
        ["13", "14"],
        [(3, "1", "2")],
    ),
    ([{**EMPTY, "ns": "1", "ew": "14"}, {**EMPTY, "ns": "2", "ew": "14", "score": 50}], [], None),
    ([{**EMPTY, "ns": "1", "ew": "14"}, {**EMPTY, "ns": "2", "ew": "14", "contract": "PASS"}], [], None),
    ([{**EMPTY, "ns": "1", "ew": "14"}, {**EMPTY, "ns": "2", "ew": "14", "ruling": "average"}], [], None),
)
def test_a_pair_without_players_and_results_is_a_phantom(results: list[Row], reported: list[str], kept: Any) -> None:
    absent, left = played(*results)
    assert sorted(absent) == reported
    assert left == (kept or [(row["board"], row["ns"], row["ew"]) for row in results])
    assert played(*results, entries=[])[0] == [], "where nobody has an entry nobody is one"


def test_entrants_with_results_and_no_players_are_reported_each_or_by_line() -> None:
    rows = [{**MADE, "ew": "14"}, {**MADE, "board": 2, "ns": "14"}, {**MADE, "line": "B", "ns": "7", "ew": "8"}]

    def reported(*named: Row) -> list[tuple[str, Any]]:
        given = season(results=rows, entries=[{**row, "player_id": "a"} for row in named])
        return said(found("results.without_players", results=given["results"], named=given["entries"]))

    assert reported({"entrant": "1"}, {"entrant": "2"}) == [
        ("results.without_players", "14"),
        ("results.without_players/nobody", "B"),
    ]
    assert reported({"entrant": "1"}, {"entrant": "1", "line": "C"}) == [
        ("results.without_players", "14"),
        ("results.without_players", "2"),
    ], "those of C may be for B"


def test_single_players_are_looked_for_apart() -> None:
    given = season(results=[TABLE], entries=[{"entrant": one, "player_id": one} for one in "123"])
    assert said(found("results.without_players", results=given["results"], named=given["entries"])) == [
        ("results.without_players", "4")
    ]


# --- scores: questions that `settled` ends ---------------------------------------------------------------------------


def asked(results: list[Row], *settled: str) -> pl.DataFrame:
    given = season(results=results, sessions=[{}])
    of_session: Row = {"session_id": "1", "settled": [*settled], "files": [], "supersedes": [], "keep_both": False}
    settings = frame(tables.SessionSettings, {**of_session, "place": 1}).lazy()
    kept = as_given(given["results"], given["sessions"])
    of_meetings = meetings(results)["meetings"]
    all_settled = settled_results(settings, given["results"])
    at_hand = {"results": kept, "meetings": of_meetings, "settled": all_settled, "settings": settings}
    at_hand |= {"sessions": given["sessions"]}
    nothing = found("settings.settled/nothing", **{name: at_hand[name] for name in ("settings", "settled", "sessions")})
    return together([judged("questions", at_hand)[1], nothing])


SETTLED = [
    (changed(lines(), (2, "3", 5)), "results.turned", "A 5 3"),
    (changed(lines(), (2, "3", 5)), "results.turned", "A 5 6"),
    ([{**MADE, "score": 430}], "results.score_of_contract", "A 1 2"),
    ([{**MADE, **NO_RESULT, "score": 425}], "results.impossible_score", "A 1 1"),
    ([{**MADE, **NO_RESULT, "ruling": "s30:425/70:-50_425"}], "results.impossible_score", "A 1 1"),
]


@pytest.mark.parametrize(("results", "code", "settled"), SETTLED)
def test_what_the_director_settled_is_asked_about_no_more(results: list[Row], code: str, settled: str) -> None:
    assert {kind for kind, _ in said(asked(results))} == {code}
    assert asked(results, settled).is_empty()
    (other,) = asked(results, "A 99 1").filter(code="settings.settled")["message"]
    assert other.startswith(
        "session 1 has no such result: write the line, the board and one of its pairs, such as A 3 12"
    )


def test_a_score_on_a_board_passed_out_is_asked_about_though_nobody_declared() -> None:
    (finding,) = asked([{**MADE, "contract": "PASS", "declarer": None, "tricks": None, "score": 420}]).rows(named=True)
    assert (finding["code"], finding["severity"]) == ("results.score_of_contract", "warning")
    assert finding["message"].startswith("PASS by – on board")


def test_of_several_the_others_are_reported_alone() -> None:
    two = [{**line, "line": letter} for letter in "AB" for line in lines()]
    assert "(1 in all): B, round 2, board 5: 6 - 3;" in asked(changed(two, (2, "3", 5)), "A 5 3")["message"].item()
    both = without([*EXCHANGED, *({**line, "line": "B"} for line in lines())], "table")
    assert "(1 in all): A, round 1, board 10: 3 - 2;" in asked(both, "A 7 1")["message"].item()
    assert asked(both, "A 7 4", "A 10 2").is_empty()


@pytest.mark.parametrize(("board", "score"), [(1, 425), (1, -20000), (1, 620), (2, -420 - 200)])
def test_a_score_that_no_contract_brings_on_that_board_is_reported(board: int, score: int) -> None:
    findings = asked([{**MADE, **NO_RESULT, "board": board, "score": score}])
    assert said(findings) == [("results.impossible_score", str(score))]
    assert f"no contract on board {board} scores {score}" in findings["message"].item()


def scores(count: int, turned: int = -1, added: int = 0, settled: int = 0) -> pl.DataFrame:
    vulnerable = [(board - 1 + (board - 1) // 4) % 4 in (1, 3) for board in range(1, count + 1)]
    results = [{**MADE, "board": board, "score": turned * (600 if is_vulnerable else 400) + added}
               for board, is_vulnerable in enumerate(vulnerable, start=1)]  # fmt: skip
    return asked(results, *(f"A {board} 1" for board in range(1, settled + 1)))


def test_many_scores_that_are_not_those_of_their_contracts_are_one_finding() -> None:
    (message,) = scores(30)["message"]
    assert "30 rows have the score of the other side (the next: 2, 3," in message
    assert "as in 30 rows in all" in scores(30, turned=1, added=30)["message"].item()
    assert "26 rows have the score of the other side (the next: 6, 7," in scores(30, settled=4)["message"].item()
    assert [scores(count).height for count in (20, 21)] == [20, 1]
    assert scores(30, settled=28).height == 2
    assert scores(30, turned=1).is_empty()
    assert (
        scores(1)["message"]
        .item()
        .endswith("scores 400, but the row has another score, which counts: correct one of them")
    )


def passed(board: int, table: int, **result: Any) -> Row:
    usual = {"line": "A", "round": (board + 1) // 2, "ns": str(table), "ew": str(table + 10), "file_id": "a.csv"}
    return {**usual, "board": board, "contract": "PASS", "score": 0, "line_no": 10 * board + table, **result}


PLAYED = [passed(board, table, contract="3NT", score=400) for board in (1, 2) for table in range(1, 6)]
NOT_PLAYED = [passed(board, table) for board in (3, 4) for table in range(1, 6)]
EACH_ITS_OWN = [
    passed(board, table, round=1)
    if board == 2 * table
    else passed(board, table, round=2) | {"contract": "2H", "score": 110}
    for board in range(2, 20, 2)
    for table in range(1, 10)
]
"""A round that all passed out, whose boards others played."""


def passed_out(*rows: Row, settled: list[Row] | None = None) -> pl.DataFrame:
    done = frame(tables.Results, *(settled or []))
    return found("results.passed_out", results=frame(tables.Results, *rows), settled=done)


def test_a_round_that_all_passed_out_is_asked_about_once_with_the_first_of_its_results() -> None:
    (finding,) = passed_out(*PLAYED, *NOT_PLAYED).rows(named=True)
    assert "in line A every result on board 3, 4 is a pass (10 results)" in finding["message"]
    assert finding["line_no"] == 31
    assert json.loads(finding["arguments"])["at_lines"] == ", ".join(str(one["line_no"]) for one in NOT_PLAYED)
    assert passed_out(*PLAYED, *({**one, "contract": None} for one in NOT_PLAYED)).height == 1, "points alone"
    boards = "board 2, 4, 6, 8, 10, 12, 14, 16, 18 is a pass (9 results)"
    assert boards in passed_out(*EACH_ITS_OWN)["message"].item()


@items(
    [{**one, "contract": "1S", "score": 80} if one["ns"] == "1" else one for one in NOT_PLAYED],
    [one for one in NOT_PLAYED if one["board"] == 3],
    [{**one, "contract": None, "score": None, "ruling": "A5050"} for one in NOT_PLAYED],
    ids=["one table played", "one flat board", "rulings"],
)
def test_what_somebody_played_is_no_question(rows: list[Row]) -> None:
    assert passed_out(*PLAYED, *rows).is_empty()
    assert all(passed_out(*PLAYED, *NOT_PLAYED, settled=[one]).is_empty() for one in (NOT_PLAYED[0], NOT_PLAYED[-1]))


def printed(number: int, score: int | None, points: tuple[float, float], **given: Any) -> Row:
    return {
        **{"line_no": number, "board": 1, "ns": f"n{number}", "ew": f"e{number}", "score": score},
        **{"official_ns_points": points[0], "official_ew_points": points[1], "official_centred": False},
        **given,
    }


def contradicting(*rows: Row, kind: str = "pairs") -> list[tuple[int, str]]:
    given = frame(tables.Results, *rows).with_columns(kind=pl.lit(kind))
    return found("points.contradicting", results=given).select("line_no", "value").rows()


SAME = [printed(1, 420, (3, 1)), printed(2, 420, (3, 1)), printed(3, -50, (0, 4))]


def test_the_same_score_brings_the_same_points() -> None:
    assert contradicting(*SAME) == []
    assert contradicting(*SAME, printed(4, 420, (4, 0))) == [(4, "4 / 0")]
    for apart in ({"board": 2}, {"line": "B"}, {"subfield": "b"}, {"ruling": "reversed"}):
        assert contradicting(*SAME[:2], printed(3, 420, (4, 0), **apart)) == []
    assert contradicting(printed(1, 420, (5, -5)), printed(2, 420, (-3, 3)), kind="teams") == []


@cases(("average", (20, 20), False), ("average", (23, 11), True), ("a60_40", (24, 16), False),
     ("a60_40", (16, 24), True), ("a60_60", (24, 24), False), ("a60_40", (8, 5), False), ("a+_-", (26, 14), False),
     ("not_played", (0, 0), False),
)  # fmt: skip
def test_points_go_with_the_ruling(ruling: str, points: tuple[int, int], contradicts: bool) -> None:
    expected = [(1, f"{points[0]} / {points[1]}")] if contradicts else []
    assert contradicting(printed(1, None, points, ruling=ruling)) == expected
    assert contradicting(printed(1, None, points, ruling=ruling, official_centred=True)) == []


@needs_real_data
def test_the_file_edited_by_hand_is_reported() -> None:
    """Board 3 has A5050 and points of 57.5 and 27.5 percent; on board 4 one of many -650 has two points more."""
    [path] = real_files("usebio/compscore-mp_pairs_mitchell_adjusted_02.xml")
    given: Mapping[str, pl.DataFrame] = read_file(path, path.name).tables
    results = given["results"].with_columns(club=pl.lit("c"), competition=pl.lit("c"), season=pl.lit("s"))
    assert results.height == path.read_bytes().count(b"<TRAVELLER_LINE>") == 567
    reported = found("points.contradicting", results=results.with_columns(kind=pl.lit("pairs")))
    assert reported.select("line_no", "value").rows() == [(1287, "23 / 11"), (1517, "21 / 19")]


def of_column(*changes: pl.Expr) -> list[tuple[str, Any]]:
    """What is asked about 12 boards at four tables, where each seat plays at the level of two."""
    seats, made = ("N", "E", "S", "W"), (8, 9, 7, 8, 6, 10)
    rows = [
        {
            "board": board,
            "ns": f"{table}",
            "ew": f"{table + 4}",
            "table": f"{table}",
            "contract": "2" + "SDNC"[board % 4],
        }
        | {"declarer": seats[(board + table) % 4], "tricks": made[(3 * board + table) % 6]}
        for board in range(1, 13)
        for table in range(1, 5)
    ]
    lines = frame(tables.Results, *rows).lazy().with_columns(kind=pl.lit("pairs"))
    due = contract_score(pl.col("board"), pl.col("contract"), pl.col("declarer"), pl.col("tricks"))
    scored = lines.with_columns(score=due).with_columns(*changes).with_columns(from_contract=due)
    given = {"results": scored, "meetings": scored.with_columns(one="ns", other="ew"), "settled": scored.clear()}
    return said(judged("questions", given)[1].collect())


@items(
    (
        pl.when(pl.col("declarer").is_in(["E", "W"])).then(-pl.col("score")).otherwise("score").alias("score"),
        "declarers",
    ),
    (pl.col("score").abs(), "unsigned"),
    ((pl.col("tricks") - 6).clip(0), "tricks"),
    ids=["from the declarer's side", "minus signs lost", "tricks over book"],
)
def test_a_slip_of_a_whole_column_is_one_finding(change: pl.Expr, variant: str) -> None:
    assert of_column() == []
    assert of_column(change) == [(f"results.column/{variant}", None)]


def test_a_table_at_which_everything_is_passed_out_is_asked_about_once() -> None:
    here, null = pl.col("table") == "3", pl.lit(None)
    empty = [pl.when(~here).then(name).otherwise(null).alias(name) for name in ("contract", "declarer", "tricks")]
    assert of_column(*empty, pl.when(here).then(0).otherwise("score").alias("score")) == [
        ("results.passed_out/table", "1")
    ]
