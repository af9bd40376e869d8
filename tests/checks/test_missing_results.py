"""A result that is not there is told where all others of the round have their whole set of boards."""

from typing import Any

import polars as pl
import pytest
from factories import competitions
from intake.evenings import kinds, read

from transforms.checks import assemble

PAIRS = (("1", "2"), ("3", "4"), ("5", "6"), ("7", "8"))
TURNED = (("1", "4"), ("3", "6"), ("5", "8"), ("7", "2"))


def lines(left_out: set[tuple[int, str, int]] | None = None, **of: Any) -> list[dict[str, Any]]:
    """Two rounds of four tables and three boards a table; without those of this round, pair North-South and board."""
    return [
        {"round": round_no, "table": str(table + 1), "board": board, "ns": ns, "ew": ew, "score": 100, **of}
        for round_no, pairs in ((1, PAIRS), (2, TURNED))
        for table, (ns, ew) in enumerate(pairs)
        for board in range(3 * ((table + 2 * round_no) % 4) + 1, 3 * ((table + 2 * round_no) % 4) + 4)
        if (round_no, ns, board) not in (left_out or set())
    ]


def told(results: list[dict[str, Any]], code: str = "results.missing", **given: Any) -> list[str]:
    found = assembled(results, **given)
    return found.filter(pl.Series(kinds(found), dtype=pl.String) == code)["message"].to_list()


def assembled(results: list[dict[str, Any]], **given: Any) -> pl.DataFrame:
    """The findings."""
    entries = [{"entrant": str(number), "player_id": f"p{number}{seat}"} for number in range(1, 9) for seat in "ab"]
    raw = read(sessions=[given.pop("session", {})], entries=entries, results=results, **given)
    return assemble(raw, competitions())[1]


def test_an_evening_with_all_its_results_is_not_told() -> None:
    assert told(lines()) == []


def test_a_result_that_is_not_there_is_told_with_its_pairs_and_board() -> None:
    (message,) = told(lines({(2, "3", 5)}))
    assert message.startswith("results seem to be missing: board 5 of 3 - 6 (line A, round 2")
    assert "how many: 1;" in message


def test_the_row_beside_is_named_as_such_and_the_finding_is_at_none() -> None:
    """The rows that are there are right."""
    (finding,) = assembled(numbered(lines({(2, "3", 4)}))).filter(code="results.missing").to_dicts()
    row = next(line["line_no"] for line in numbered(lines({(2, "3", 4)})) if (line["round"], line["ns"]) == (2, "3"))
    assert finding["message"].startswith(
        f"results seem to be missing: board 4 of 3 - 6 (line A, round 2, beside row {row});"
    )
    assert finding["line_no"] is None


def numbered(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [{**row, "line_no": number} for number, row in enumerate(rows, start=2)]


def test_one_finding_for_all_of_a_session() -> None:
    (message,) = told(lines({(1, "3", 11), (2, "3", 5), (2, "3", 4)}))
    assert "how many: 3;" in message
    assert "board 11 of 3 - 4 (line A, round 1" in message
    assert "; board 4, 5 of 3 - 6 (line A, round 2" in message


def test_a_pair_of_guests_on_the_list_without_a_value_is_no_result_list() -> None:
    guests = {"entrant": "9", "file_id": "file"}
    assert len(told(lines({(2, "3", 5)}), official_results=[guests])) == 1
    assert told(lines({(2, "3", 5)}), official_results=[{**guests, "score": 50.0}]) == []


@pytest.mark.parametrize("ruling", ["not_played", "average", "a60_40"])
def test_a_board_with_a_ruling_is_there(ruling: str) -> None:
    whole = lines({(2, "3", 5)})
    ruled = {**whole[0], "round": 2, "table": "2", "board": 5, "ns": "3", "ew": "6", "score": None, "ruling": ruling}
    assert told([*whole, ruled]) == []


def test_a_round_that_half_the_tables_did_not_finish_was_played_so() -> None:
    assert told(lines({(2, "3", 5), (2, "5", 8)})) == []


def test_nothing_is_told_without_rounds_or_of_teams() -> None:
    short = {(2, "3", 5)}
    assert told(lines(short, round=None)) == []
    assert told(lines(short), session={"kind": "teams"}) == []


def test_a_result_that_stands_in_another_round_is_not_missing() -> None:
    """The pairs have it there, and what they lack in that round they have here."""
    moved = [
        {**line, "round": 2} if (line["round"], line["ns"], line["board"]) == (1, "3", 11) else line for line in lines()
    ]
    assert told(moved) == []


def barometer(number: int, tables: int = 4) -> list[dict[str, Any]]:
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


def test_a_wrong_number_of_a_board_is_told_with_the_right_one() -> None:
    assert told(barometer(5), "results.other_board") == []
    (message,) = told(barometer(55), "results.other_board")
    assert message.startswith("3 - 6 of line A alone have this board in round 2 where all others have board 5 ")
    assert told(barometer(55)) == []


def stray(board: int, **of: Any) -> dict[str, Any]:
    return {"round": 3, "table": "1", "board": board, "ns": "1", "ew": "2", "score": 100, **of}


def test_a_board_that_one_table_alone_has_is_told_whatever_the_round() -> None:
    for round_no in (3, None):
        (message,) = told([*barometer(5), stray(25, round=round_no)], "results.lone_board")
        assert message.startswith("1 - 2 alone have a result on this board in line A;")
    assert told(barometer(5), "results.lone_board") == []
    assert told([*barometer(5), stray(6)], "results.lone_board") == []


def test_a_lone_board_is_told_once_and_where_others_have_several_results() -> None:
    assert told(barometer(55), "results.lone_board") == []
    assert told([*barometer(5, tables=2), stray(25)], "results.lone_board") == []
    assert told([*barometer(5), stray(25)], "results.lone_board", session={"kind": "teams"}) == []


def tiny(*numbers: int) -> list[dict[str, Any]]:
    """Two tables, at which these boards are played; at the second the last of them has the number 33."""
    places = [("1", "2", number) for number in numbers] + [("3", "4", number) for number in (*numbers[:-1], 33)]
    return [{"board": number, "ns": ns, "ew": ew, "score": 100} for ns, ew, number in places]


@pytest.mark.parametrize("numbers", [(1, 2, 3), (1, 2, *range(4, 25), 3), (41, 42, 43)])
def test_at_two_tables_a_number_far_away_from_all_others_is_told(numbers: tuple[int, ...]) -> None:
    (message,) = told(tiny(*numbers), "results.lone_board/far")
    lowest, highest = min(numbers), max(numbers)
    assert message.startswith(
        "3 - 4 alone have a result on this board in line A, far away from its other boards, which are"
        f" {lowest} to {highest};"
    )


@pytest.mark.parametrize(
    "results",
    [
        tiny(*range(1, 31)),
        tiny(28, 29, 30),
        tiny(1, 2, 3)[:3] + tiny(33)[1:],
        [*tiny(1, 2, 3), {**tiny(1)[1], "ns": "1", "ew": "2"}],
        [*tiny(1, 2, 3), {**tiny(1)[1], "board": 34}],
        [*barometer(5, tables=2), stray(25)],
        [*barometer(5), stray(25)],
        [line for line in lines() if line["ns"] == "1"] + [{**stray(40), "round": 2}],
    ],
    ids=["near", "nearer", "one each", "two have it", "two such boards", "none lacks", "told as alone", "one table"],
)
def test_another_number_is_no_far_board(results: list[dict[str, Any]]) -> None:
    assert told(results, "results.lone_board/far") == []


def test_a_set_that_comes_to_one_table_is_told_unless_the_schedule_ended_early() -> None:
    """Boards 1 to 6 come to four tables. A set under a wrong number is alone; where play ended, others have two."""
    lone = [stray(board) for board in (25, 26, 27)]
    assert len(told([*barometer(5), *lone], "results.lone_board")) == 3
    twice = [stray(board, ns=ns, ew=ew) for board in range(21, 25) for ns, ew in (("1", "2"), ("3", "4"))]
    assert told([*barometer(5), *lone, *twice], "results.lone_board") == []
    assert len(told([*barometer(5), *lone, *twice[:2]], "results.lone_board")) == 3, (
        "one board with two for another reason"
    )


@pytest.mark.parametrize(("slipped", "lone", "two"), [("0", 30, 0), ("12", 0, 30)], ids=["one", "two of three"])
@pytest.mark.parametrize("wrong", [(2,), (1, 2, 3)])
def test_at_three_tables_the_slip_may_be_that_of_the_one_or_of_the_two(
    slipped: str, lone: int, two: int, wrong: tuple[int, ...]
) -> None:
    at_three = [line for line in barometer(5) if line["table"] != "3"]
    at_three += [{**line, "board": line["board"] + 6} for line in at_three]
    of_slip = [
        {**line, "round": None, "board": line["board"] + 30 * (line["table"] in slipped and line["board"] in wrong)}
        for line in at_three
    ]
    of_session = assembled(of_slip).filter(code="results.lone_board")
    assert set(kinds(of_session)) == {"results.lone_board/or_two"}
    assert sorted(of_session["value"]) == sorted(str(board + lone) for board in wrong)
    others = ", ".join(str(board + two) for board in wrong)
    assert all(f"where two have one on board {others}:" in message for message in of_session["message"])


def test_of_two_sets_of_which_each_is_played_once_none_is_wrong() -> None:
    assert told(barometer(55, tables=2), "results.other_board") == []


def test_no_round_and_no_pairs_no_wrong_number() -> None:
    assert told([{**line, "round": None} for line in barometer(55)], "results.other_board") == []
    assert told(barometer(55), "results.other_board", session={"kind": "teams"}) == []
