"""Boards of meetings: missing, under a wrong number, or the other way round; and pairs out of place."""

from typing import Any

import polars as pl
import pytest
from checks.alone import Row, found, meetings, said, season
from factories import frame
from result_files import needs_real_data, real_files, real_reading

from transforms.intake.result_lines import as_given, ends_of_files, lines_of_meetings
from transforms.tables.schemas import OfficialResults

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
    return found("results.missing", meetings=meetings(results, **session)["meetings"], official_results=listed)


def test_a_result_that_is_not_there_is_told_with_its_pairs_and_board_beside_a_row_and_at_none() -> None:
    (finding,) = missing(lines({(2, "3", 4)})).rows(named=True)
    row = next(line["line_no"] for line in lines({(2, "3", 4)}) if (line["round"], line["ns"]) == (2, "3"))
    assert finding["message"].startswith(
        f"results seem to be missing: board 4 of 3 - 6 (line A, round 2, beside row {row}); how many: 1;"
    )
    assert finding["line_no"] is None


def test_one_finding_for_all_of_a_session() -> None:
    (message,) = missing(lines({(1, "3", 11), (2, "3", 5), (2, "3", 4)}))["message"]
    assert "how many: 3;" in message
    assert "board 11 of 3 - 4 (line A, round 1" in message
    assert "; board 4, 5 of 3 - 6 (line A, round 2" in message


SHORT = lines({(2, "3", 5)})
RULED = {**SHORT[0], "round": 2, "board": 5, "ns": "3", "ew": "6", "score": None, "ruling": "not_played"}
MOVED = [{**line, "round": 2} if line["ns"] == "3" and line["board"] == 11 else line for line in lines()]


@pytest.mark.parametrize(
    ("results", "session"),
    [
        (lines(), {}),
        ([*SHORT, RULED], {}),
        (lines({(2, "3", 5), (2, "5", 8)}), {}),
        (without(SHORT, "round"), {}),
        (SHORT, {"kind": "teams"}),
        (MOVED, {}),
    ],
    ids=["whole", "ruled", "half the tables", "no rounds", "teams", "in another round"],
)
def test_what_others_lack_too_or_is_elsewhere_is_not_missing(results: list[Row], session: Row) -> None:
    assert missing(results, **session).is_empty()


def test_a_result_list_says_itself_what_is_missing() -> None:
    """A pair of guests on the list without a value is none."""
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


def test_a_file_that_ends_before_half_of_a_line_is_told_at_its_last_row() -> None:
    ((line_no, message),) = short(CUT)
    assert line_no == len(CUT) + 1
    assert message == (
        "the file ends here, where line B of session 1 has 2 boards and another line 6: if it breaks off, hand in the"
        " whole file"
    )
    assert short([{**CUT[0], "board": 99, "ns": "9", "ew": None}, *CUT]), "a row of nobody"


def test_lines_that_were_played_so_or_lost_a_row_are_not_short() -> None:
    assert short(WHOLE) == []
    assert short([row for row in WHOLE if row["line"] == "A" or row["round"] == 1]) == [], "half as many"
    assert short(CUT, [*CUT, {**CUT[-1], "ns": "1", "ew": "1"}]) == [], "that row is told"
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
    """Two tables, at which these boards are played; at the second the last of them has the number 33."""
    places = [("1", "2", number) for number in numbers] + [("3", "4", number) for number in (*numbers[:-1], 33)]
    return [{"board": number, "ns": ns, "ew": ew, "score": 100} for ns, ew, number in places]


def lone(results: list[Row], **session: Any) -> list[str]:
    return messages("results.lone_board", results, **session)


def test_a_wrong_number_of_a_board_is_told_with_the_right_one() -> None:
    (message,) = lone(barometer(55))
    assert message.startswith("3 - 6 of line A alone have this board in round 2 where all others have board 5 ")
    (message,) = lone(barometer(2))
    assert message.startswith("3 - 6 of line A alone have this board in round 2 "), "another round has that board"
    assert lone(barometer(9, tables=2)) == [], "of two sets, each played once, none is wrong"


@pytest.mark.parametrize(("slipped", "lone_by", "two_by"), [("0", 30, 0), ("12", 0, 30)], ids=["one", "two of three"])
@pytest.mark.parametrize("wrong", [(2,), (1, 2, 3)])
def test_at_three_tables_the_slip_may_be_that_of_the_one_or_of_the_two(
    slipped: str, lone_by: int, two_by: int, wrong: tuple[int, ...]
) -> None:
    at_three = [line for line in barometer() if line["table"] != "3"]
    at_three += [{**line, "board": line["board"] + 6} for line in at_three]
    results = [
        {**line, "round": None, "board": line["board"] + 30 * (line["table"] in slipped and line["board"] in wrong)}
        for line in at_three
    ]
    of_session = found("results.lone_board", **meetings(results))
    assert sorted(said(of_session)) == sorted(("results.lone_board/or_two", str(board + lone_by)) for board in wrong)
    others = ", ".join(str(board + two_by) for board in wrong)
    assert all(f"where two have one on board {others}:" in message for message in of_session["message"])


@pytest.mark.parametrize("round_no", [3, None])
def test_a_board_that_one_table_alone_has_is_told_whatever_the_round(round_no: int | None) -> None:
    (message,) = lone([*barometer(), stray(25, round=round_no)])
    assert message.startswith("1 - 2 alone have a result on this board in line A;")


LONE = [stray(board) for board in (25, 26, 27)]
TWICE = [stray(board, ns=ns, ew=ew) for board in range(21, 25) for ns, ew in (("1", "2"), ("3", "4"))]


@pytest.mark.parametrize(
    ("results", "count"),
    [
        (barometer(), 0),
        (barometer(55), 1),
        ([*barometer(), stray(6)], 0),
        ([*barometer(5, tables=2), stray(25)], 0),
        ([*barometer(), *LONE], 3),
        ([*barometer(), *LONE, *TWICE], 0),
        ([*barometer(), *LONE, *TWICE[:2]], 3),
    ],
    ids=["sound", "one", "one of theirs", "two tables", "a set", "a schedule that ended early", "one board with two"],
)
def test_a_lone_board_is_told_unless_the_schedule_ended_early(results: list[Row], count: int) -> None:
    assert len(lone(results)) == count
    assert lone(results, kind="teams") == []


@pytest.mark.parametrize("numbers", [(1, 2, 3), (1, 2, *range(4, 25), 3), (41, 42, 43)])
def test_at_two_tables_a_number_far_away_from_all_others_is_told(numbers: tuple[int, ...]) -> None:
    (message,) = lone(tiny(*numbers))
    assert message.startswith(
        "3 - 4 alone have a result on this board in line A, far away from its other boards, which are"
        f" {min(numbers)} to {max(numbers)};"
    )


@pytest.mark.parametrize(
    "results",
    [
        tiny(*range(1, 31)),
        tiny(28, 29, 30),
        tiny(1, 2, 3)[:3] + tiny(33)[1:],
        [*tiny(1, 2, 3), {**tiny(1)[1], "ns": "1", "ew": "2"}],
        [*tiny(1, 2, 3), {**tiny(1)[1], "board": 34}],
        [line for line in lines() if line["ns"] == "1"] + [{**stray(40), "round": 2}],
    ],
    ids=["near", "nearer", "one each", "two have it", "two such boards", "one table"],
)
def test_another_number_is_no_far_board(results: list[Row]) -> None:
    assert lone(results) == []


def turned(results: list[Row], **session: Any) -> list[tuple[str, str]]:
    return found("results.turned", **meetings(results, **session)).select("value", "message").rows()


@pytest.mark.parametrize(("column", "shown"), [("table", "A, round 2, board 5: 6 - 3"), ("round", "A, board 5: 6 - 3")])
def test_pairs_turned_on_one_board_are_told_with_round_and_board(column: str, shown: str) -> None:
    ((value, message),) = turned(without(changed(lines(), (2, "3", 5)), column))
    assert value == "6"
    assert f"how often: 1 ({shown})" in message


def test_of_two_boards_one_each_way_both_are_told_as_one_of_two() -> None:
    of_two = [line for line in changed(lines(), (2, "3", 5)) if line["board"] % 3]
    ((_, message),) = turned(of_two)
    assert "one way round on one board" in message
    assert "how often: 1 (A, round 2, board 4 / 5: 3 - 6)" in message
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


@pytest.mark.parametrize(
    "results",
    [
        lines(),
        without(lines(), "round"),
        changed(lines(), *((2, ns, board) for ns in "1357" for board in range(1, 13))),
        changed(lines(), *((2, "3", board) for board in range(1, 13))),
        changed(lines(), (2, "3", 5), (2, "5", 8)),
        [{**line, "ns": f"{line['ns']}+a", "ew": f"{line['ew']}+b"} for line in changed(lines(), (2, "3", 5))],
    ],
    ids=["sound", "without rounds", "a whole round", "a whole round of one", "half the tables", "single players"],
)
def test_pairs_that_turn_otherwise_are_not_told(results: list[Row]) -> None:
    assert turned(results) == []


EXCHANGED = changed(changed(lines(), (1, "1", 7), ew="4"), (1, "3", 10), ew="2")
"""In round 1, 1 plays 4 on a board in place of 2, and 3 plays 2 on another."""


def test_pairs_exchanged_on_one_board_are_told_where_no_table_shows_it() -> None:
    two_lines = [*EXCHANGED, *({**line, "line": "B"} for line in lines())]
    (message,) = messages("results.turned/other_opponents", without(two_lines, "table"))
    assert "how often: 2 (A, round 1, board 7: 1 - 4; A, round 1, board 10: 3 - 2)" in message
    assert messages("results.turned/other_opponents", two_lines) == []
    assert [code for code, _ in placed(EXCHANGED)] == ["results.out_of_place/two_tables"]


@needs_real_data
@pytest.mark.parametrize(
    ("pattern", "named"),
    [
        ("pbn/spiren/2015-06-18.pbn", "A, round 9, board 26: 7 - 1"),
        ("pbn/bridgekam/2015-09-24.pbn", "A, round 8, board 24: 9 - 18"),
        ("usebio/compscore-mp_pairs_howell.xml", "A, board 15: 2 - 4"),
        ("pbn/spiren/2016-0[1-3]-*.pbn", None),
        ("usebio/multi-section.xml", None),
        ("bws/*.bws", None),
    ],
)
def test_real_evenings_are_told_only_where_one_board_is_turned(pattern: str, named: str | None) -> None:
    ids = {"club": pl.lit("c"), "competition": pl.lit("c"), "season": pl.lit("s")}
    for path in real_files(pattern):
        results, sessions = (
            real_reading(path).tables[name].with_columns(**ids).lazy() for name in ("results", "sessions")
        )
        asked = {"meetings": lines_of_meetings(results, sessions), "settled": results.clear()}
        names = ("results.turned", "results.turned/other_opponents")
        told = pl.concat(found(name, **asked) for name in names)["message"].to_list()
        assert len(told) == (named is not None)
        assert all(f"({named})" in message for message in told)


def at(table: int | None, ns: str, ew: str, **given: Any) -> Row:
    return {"board": 1, "score": 400, "round": 1, "table": table, "ns": ns, "ew": ew, **given}


def placed(results: list[Row], **session: Any) -> list[tuple[str, Any]]:
    tables = season(results=results, sessions=[session])
    return said(found("results.out_of_place", results=as_given(tables["results"], tables["sessions"])))


SOUND = [at(1, "1", "2"), at(2, "3", "4"), at(1, "2", "1", board=2), at(2, "1", "4", board=3, round=2)]
AT_ONE = [at(1, ns, ew, board=board) for board in (1, 2) for ns, ew in (("1", "2"), ("3", "4"))]


@pytest.mark.parametrize(
    ("results", "told"),
    [
        ([*SOUND, at(2, "1", "4", board=9)], [("results.out_of_place/two_tables", "1, 2")]),
        ([at(1, "1+2", "3+4"), at(2, "1+5", "6+7", board=2)], [("results.out_of_place/two_tables", "1, 2")]),
        ([*AT_ONE, *({**line, "round": 2} for line in AT_ONE)], [("results.out_of_place/one_table", "1")]),
        (SOUND, []),
        ([*SOUND, at(2, "1", "4", board=9, line="B")], []),
        ([*SOUND, at(2, "1", "4", board=9, round=2)], []),
        ([*SOUND, at(2, "1", "4", board=9, round=None)], []),
        ([*SOUND, at(None, "1", "4", board=9)], []),
        ([*SOUND, at(2, "1", "4", board=9, file_id="second half.csv")], []),
    ],
)
def test_a_pair_at_two_tables_and_more_than_two_at_one_are_told_once_a_file(
    results: list[Row], told: list[tuple[str, str]]
) -> None:
    assert placed(results) == told
    assert placed(results, kind="teams") == []


APART = [at(1, "1", "2"), at(1, "1", "2", board=2)]
BOTH_WAYS = [at(1, "1", "2"), at(1, "2", "1", board=2)]
ONE, OTHER = (f"entries.impossible_seat/{variant}" for variant in ("one_seat", "other_direction"))


def seats(*seated: str | None, results: list[Row] = BOTH_WAYS, more: Row | None = None, **of: Any) -> list[Any]:
    of_entries = {"direction": of.pop("direction", None)}
    entries = [
        {"entrant": entrant, "player_id": player, "seat": seat, **of_entries}
        for entrant, player, seat in zip("1122", ("ann", "bob", "cy", "di"), seated, strict=True)
    ]
    given = season(entries=[*entries, *([more] if more else [])], results=results, sessions=[of])
    return said(found("entries.impossible_seat", **{name: given[name] for name in ("entries", "results", "sessions")}))


SUBSTITUTE = {"entrant": "1", "player_id": "eve", "substitutes_for": "ann"}


@pytest.mark.parametrize(
    ("seated", "more", "told"),
    [
        ("NSEW", {}, []),
        ("NNEW", {}, [(ONE, "N, N")]),
        ("NSWS", {}, [(ONE, "W, S")]),
        ("NESW", {}, [(ONE, "N, E"), (ONE, "S, W")]),
        ("NNEW", {"kind": "teams"}, []),
        ("NSEW", {"more": {**SUBSTITUTE, "seat": "N"}}, []),
        ("NSEW", {"more": {**SUBSTITUTE, "seat": "S"}}, [(ONE, "S, S")]),
        ("NSNS", {"direction": "NS", "winners": 2}, []),
        ("NSES", {"direction": "NS", "winners": 2}, [(OTHER, "E")]),
        ("NSEW", {"winners": 2, "results": APART}, []),
        ("EWES", {"winners": 2, "results": APART}, [(OTHER, "E"), (OTHER, "W"), (OTHER, "S")]),
        ("EWES", {"winners": 1, "results": APART}, []),
        ("EWEW", {"winners": 2}, []),
    ],
)
def test_partners_sit_opposite_each_other_and_as_their_pair(seated: str, more: Row, told: list[Any]) -> None:
    assert seats(*seated, **more) == told
