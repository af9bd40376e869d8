"""Penalties that come in twice or are too large; pairs that are not two; boards with one table."""

from typing import Any

import polars as pl
import pytest
from factories import competitions
from intake.evenings import FOUR, MADE, Row, pairs, read
from intake.handed_in import assembled, codes, evening, folder

from transforms.intake import assemble


def penalty(file: str = "adjustments.csv", amount: float = -10.0, **given: Any) -> Row:
    return {"entrant": "1", "amount": amount, "unit": "percent_of_top", "reason": "late", "file_id": file, **given}


def adjusted(*rows: Row) -> tuple[list[float], list[str]]:
    """The amounts that count, and the codes of the findings."""
    raw = read(sessions=[{}], entries=FOUR, results=[MADE], adjustments=[*rows])
    tables, findings = assemble(raw, competitions())
    return tables["adjustments"]["amount"].to_list(), codes(findings)


def test_a_penalty_in_a_copy_of_its_file_counts_once() -> None:
    again = "adjustments (1).csv"
    rows = [penalty(), penalty(again), penalty(again, reason="slow", amount=-5.0)]
    assert adjusted(*rows) == ([-10.0, -5.0], ["adjustments.given_again"])


def test_one_file_may_give_the_same_penalty_twice() -> None:
    assert adjusted(penalty(), penalty()) == ([-10.0, -10.0], [])
    assert adjusted(penalty(), penalty(), penalty("b"), penalty("b"), penalty("b"))[0] == [-10.0] * 3


def test_a_penalty_for_an_evening_and_for_its_correction_counts_once() -> None:
    given = [penalty(session_id="a"), penalty(session_id="a (1)")]
    tables, findings = assembled(folder(evening("a.pbn"), evening("a (1).pbn"), adjustments=given))
    assert tables["adjustments"]["amount"].to_list() == [-10.0]
    (message,) = findings.filter(code="adjustments.given_again")["message"]
    assert "is given in adjustments.csv for session a too" in message


@pytest.mark.parametrize(("amount", "counts"), [(-500.0, False), (101.0, False), (-100.0, True), (100.0, True)])
def test_nobody_loses_more_than_all(amount: float, counts: bool) -> None:
    found = adjusted(penalty(amount=amount, unit="percent"))
    assert found == (([amount], []) if counts else ([], ["adjustments.too_much"]))


def of_players(*entries: Row) -> list[str | None]:
    """The entrants of which it is told that they are not two."""
    raw = read(sessions=[{}], entries=[*entries], results=[MADE])
    return assemble(raw, competitions())[1].filter(code="entries.not_two")["value"].to_list()


OTHERS = pairs(*((pair, f"{pair}{player}") for pair in "34567" for player in "ab"))


def test_a_pair_of_three_and_a_pair_of_one_are_told() -> None:
    one_and_three = pairs(("1", "ann"), ("1", "bob"), ("1", "cy"), ("2", "di"))
    assert of_players(*one_and_three, *OTHERS) == ["1", "2"]
    assert of_players(*FOUR, *OTHERS) == []


def test_whoever_comes_for_another_makes_no_third_and_single_players_are_no_pairs() -> None:
    three = [*pairs(("1", "ann"), ("1", "bob")), {"entrant": "1", "player_id": "cy", "substitutes_for": "ann"}]
    assert of_players(*three, *OTHERS) == []
    assert of_players(*pairs(*((str(place), f"p{place}") for place in range(1, 9)))) == []


def test_a_board_of_a_match_with_one_table_is_told() -> None:
    def at(board: int, ns: str, ew: str, **given: Any) -> Row:
        return {**MADE, "board": board, "ns": ns, "ew": ew, "round": 1, **given}

    missing = {"score": None, "contract": None, "declarer": None, "tricks": None, "ruling": "not_played"}
    lines = [at(1, "1", "2"), at(1, "2", "1"), at(2, "1", "2"), at(3, "2", "1"), at(4, "1", "2")]
    raw = read(sessions=[{"kind": "teams"}], results=[*lines, at(4, "2", "1", **missing)])
    found = assemble(raw, competitions())[1].filter(code="matches.one_table")
    assert found.select("severity", "value").rows() == [("warning", "2")]
    assert "boards 2, 3 of teams 1 and 2 have a result at one table only" in found["message"].item()


def test_who_sits_down_twice_is_told_with_both_lines() -> None:
    raw = read(sessions=[{}], entries=[*FOUR, {"entrant": "1", "player_id": "ann", "line": "B"}], results=[MADE])
    (message,) = assemble(raw, competitions())[1].filter(pl.col("code") == "entries.seated_twice")["message"]
    assert "for entrant 1 of line A it counts, for 1 of line B it does not" in message
