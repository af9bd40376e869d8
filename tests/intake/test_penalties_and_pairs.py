"""Penalties that come in twice or are too large; pairs that are not two; boards with one table."""

import json
from typing import Any

import polars as pl
import pytest
from factories import competitions, frame
from intake.evenings import FOUR, MADE, Row, kinds, pairs, read
from intake.handed_in import assembled, evening, folder

from transforms.checks import assemble
from transforms.tables.schemas import Files, Players


def penalty(file: str = "adjustments.csv", amount: float = -10.0, **given: Any) -> Row:
    return {"entrant": "1", "amount": amount, "unit": "percent_of_top", "reason": "late", "file_id": file, **given}


def adjusted(*rows: Row, **formats: str) -> tuple[list[float], list[str]]:
    """The amounts that count, and the codes of the findings."""
    raw = read(sessions=[{}], entries=FOUR, results=[MADE], adjustments=[*rows])
    raw["files"] = frame(Files, *({"file_id": name, "format": form} for name, form in formats.items()))
    tables, findings = assemble(raw, competitions())
    return tables["adjustments"]["amount"].to_list(), kinds(findings)


def test_a_penalty_in_a_copy_of_its_file_counts_once() -> None:
    again = "adjustments (1).csv"
    rows = [penalty(), penalty(again), penalty(again, reason="slow", amount=-5.0)]
    assert adjusted(*rows) == ([-10.0, -5.0], ["adjustments.left_out/given_again"])


def test_one_file_may_give_the_same_penalty_twice() -> None:
    twice = [penalty(line_no=2), penalty(line_no=3)]
    assert adjusted(*twice) == ([-10.0, -10.0], ["adjustments.doubtful/twice"])
    assert adjusted(*twice, penalty(line_no=4, reason="slow"))[1] == ["adjustments.doubtful/twice"]
    assert adjusted(penalty(reason="late again"), penalty()) == ([-10.0, -10.0], [])
    assert adjusted(penalty(), penalty(), penalty("b"), penalty("b"), penalty("b"))[0] == [-10.0] * 3


@pytest.mark.parametrize("name", ["2025-09-02.pbn", "evening.txt", "evening.pbn.bak", "evening.usebio"])
def test_a_program_may_give_the_same_penalty_on_two_boards(name: str) -> None:
    """Its file can give neither another reason, nor be mended by hand; its name need not say what it is."""
    of_program = [penalty(name, line_no=line, reason="director") for line in (40, 90)]
    assert adjusted(*of_program, **{name: "pbn"}) == ([-10.0, -10.0], [])
    assert adjusted(*of_program, **{name: "csv"}) == ([-10.0, -10.0], ["adjustments.doubtful/twice"])


def test_a_penalty_for_an_evening_and_for_its_correction_counts_once() -> None:
    given = [penalty(session_id="a"), penalty(session_id="a (1)")]
    tables, findings = assembled(folder(evening("a.pbn"), evening("a (1).pbn"), adjustments=given))
    assert tables["adjustments"]["amount"].to_list() == [-10.0]
    (message,) = findings.filter(code="adjustments.left_out/given_again")["message"]
    assert "is given in adjustments.csv for session a too" in message


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"entrant": "22"}, "there is no such entrant on line A of this session, which has 1–2; "),
        ({"entrant": "1+2"}, "there is no such entrant on line A of this session, which has 1–2; "),
        ({"line": "B"}, "there is nobody on such a line of this session, which has line A; "),
    ],
)
def test_a_penalty_of_nobody_is_told_with_those_who_are_there(given: Row, told: str) -> None:
    raw = read(sessions=[{}], entries=FOUR, results=[MADE], adjustments=[penalty(**given)])
    tables, findings = assemble(raw, competitions())
    assert tables["adjustments"].is_empty()
    (message,) = findings["message"]
    assert message.startswith(told)


def test_entrants_that_are_not_numbered_in_a_row_are_named() -> None:
    names = [f"{number}" for number in range(2, 46, 2)] + ["N1"]
    entries = [{"entrant": name, "player_id": f"{name} {place}"} for name in names for place in "ab"]
    raw = read(sessions=[{}], entries=entries, results=[], adjustments=[penalty(entrant="x")])
    (message,) = assemble(raw, competitions())[1].filter(code="adjustments.of_nobody")["message"]
    assert "which has 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30, 32, 34, 36, 38, 40, …; " in message


LARGE = ["adjustments.doubtful/very_large"]


@pytest.mark.parametrize(
    ("amount", "counts", "told"),
    [
        (-500.0, False, ["adjustments.left_out/too_much"]),
        (101.0, False, ["adjustments.left_out/too_much"]),
        (-100.0, True, LARGE),
        (100.0, True, LARGE),
        (90.0, True, LARGE),
        (-50.0, True, []),
    ],
)
def test_nobody_loses_more_than_all_and_more_than_half_is_told(amount: float, counts: bool, told: list[str]) -> None:
    assert adjusted(penalty(amount=amount, unit="percent")) == ([amount] if counts else [], told)


def of_tables(amount: float, unit: str, boards: int = 8, **session: Any) -> tuple[list[float], list[str]]:
    """The same for pair 1 of three pairs of pairs, on so many boards: a top of 4 matchpoints."""
    lines = [
        {**MADE, "board": board, "ns": ns, "ew": ew} for board in range(1, boards + 1) for ns, ew in ("12", "34", "56")
    ]
    given = [penalty(amount=amount, unit=unit)]
    tables, findings = assemble(read(sessions=[session], results=lines, adjustments=given), competitions())
    about = findings.filter(pl.col("code").str.starts_with("adjustments."))
    return tables["adjustments"]["amount"].to_list(), kinds(about)


@pytest.mark.parametrize(
    ("unit", "kind", "most"),
    [
        ("points", "pairs", 32.0),
        ("percent_of_top", "pairs", 800.0),
        ("points", "butler", 192.0),
        ("points", "cross_imp", 384.0),
    ],
)
def test_points_and_percents_of_a_top_are_bounded_by_what_the_boards_can_bring(
    unit: str, kind: str, most: float
) -> None:
    """5000 points were taken from a pair, which had -31187.50 percent."""
    assert of_tables(-most - 1, unit, kind=kind) == ([], ["adjustments.left_out/too_much"])
    assert of_tables(-most, unit, kind=kind) == ([-most], LARGE)
    above_a_board = ["adjustments.doubtful/board"] * (unit == "percent_of_top")
    assert of_tables(-most / 2, unit, kind=kind) == ([-most / 2], above_a_board)


@pytest.mark.parametrize(("scoring", "most"), [("imps", 40.0), ("point_a_board", 48.0)])
def test_points_of_teams_are_bounded_by_their_matches(scoring: str, most: float) -> None:
    def met(round_: int, team: str, opponent: str) -> Row:
        values = {"imps": 0.0} if scoring == "imps" else {"points": 12.0}
        return {"round": round_, "team": team, "opponent": opponent, "boards": 12, **values}

    rows = [met(1, "1", "2"), met(1, "2", "1"), met(2, "1", "3"), met(2, "3", "1")]
    session = {"kind": "teams", "team_scoring": scoring}
    for amount, is_counted in ((-most - 1, False), (-most, True)):
        raw = read(sessions=[session], matches=rows, adjustments=[penalty(amount=amount, unit="points")])
        assert assemble(raw, competitions())[0]["adjustments"].height == int(is_counted)


def test_penalties_that_are_more_than_all_together_are_left_out_together() -> None:
    """Each was small enough, and both were more than a session has."""
    sixty = penalty(amount=-60.0, unit="percent")
    assert adjusted(sixty, {**sixty, "reason": "slow"}) == ([], ["adjustments.left_out/together"] * 2)


def test_points_carried_into_an_event_may_be_more_than_a_session_has() -> None:
    assert of_tables(300.0, "points", event="cup") == ([300.0], [])
    assert of_tables(-300.0, "points", event="cup") == ([], ["adjustments.left_out/too_much"])


def test_the_same_penalty_in_other_words_in_another_file_is_told() -> None:
    """It counted twice in silence, since one file said "late" and the other "too late"."""
    assert adjusted(penalty(), penalty("b", reason="too late")) == (
        [-10.0, -10.0],
        ["adjustments.doubtful/in_other_words"],
    )
    assert adjusted(penalty(), penalty(reason="too late")) == ([-10.0, -10.0], [])
    assert adjusted(penalty(), penalty("b", reason="slow", amount=-5.0)) == ([-10.0, -5.0], [])


def of_players(*entries: Row) -> list[str | None]:
    """The entrants of which it is told that they are not two."""
    raw = read(sessions=[{}], entries=[*entries], results=[MADE])
    return assemble(raw, competitions())[1].filter(code="entries.not_two")["value"].to_list()


def test_a_line_that_the_evening_does_not_have_is_told_once_and_not_as_pairs_that_lack_a_player() -> None:
    """One of a pair had B where there is no line B: of two pairs one player each was told, and nothing of the line."""
    half = [{"entrant": "3", "player_id": "3a"}, {"entrant": "3", "player_id": "3b", "line": "B"}]
    whole = pairs(("1", "1a"), ("1", "1b"), ("2", "2a"), ("2", "2b"))
    raw = read(sessions=[{}], entries=[*whole, *half], results=[MADE, {**MADE, "board": 2, "ew": "3"}])
    told = assemble(raw, competitions())[1].filter(pl.col("code").str.starts_with("entries."))
    assert told.select("code", "field", "value").rows() == [
        ("entries.not_two", "entrant", "3"),
        ("entries.no_such_pair/line", "line", "B"),
    ]
    assert "nobody has a result on line B of session 1, which has line A" in told["message"][1]


OTHERS = pairs(*((pair, f"{pair}{player}") for pair in "34567" for player in "ab"))


def test_a_pair_of_three_and_a_pair_of_one_are_told() -> None:
    one_and_three = pairs(("1", "ann"), ("1", "bob"), ("1", "cy"), ("2", "di"))
    assert of_players(*one_and_three, *OTHERS) == ["1", "2"]
    assert of_players(*FOUR, *OTHERS) == []


def test_a_number_that_did_not_play_and_has_one_player_may_be_mistyped() -> None:
    """Both 2 and 12 were said to lack a player, and nothing of the number."""
    slip = pairs(("1", "ann"), ("1", "bob"), ("2", "cy"), ("12", "di"))
    found = assemble(read(sessions=[{}], entries=[*slip, *OTHERS], results=[MADE]), competitions())[1]
    told = found.filter(pl.col("code").str.starts_with("entries.")).sort("value")
    assert [*zip(kinds(told), told["value"], strict=True)] == [
        ("entries.not_two/unplayed", "12"),
        ("entries.not_two", "2"),
    ]
    assert "mend the number, if di played in another pair" in told["message"][0]


def test_who_sits_alone_is_told_by_name() -> None:
    """The number stood there alone, as the column of the file has it."""
    raw = read(sessions=[{}], entries=[*pairs(("2", "12"), ("1", "cy")), *OTHERS], results=[MADE])
    raw["players"] = frame(Players, {"player_id": "12", "name": "Ann Ames"}, {"player_id": "cy", "name": "cy"})
    told = assemble(raw, competitions())[1].filter(code="entries.not_two").sort("value")["message"]
    assert "should have two players, and has 1: cy; each" in told[0]
    assert "should have two players, and has 1: Ann Ames (12); each" in told[1]


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
    found = assemble(raw, competitions())[1].filter(code="matches.contradicting/one_table")
    assert found.select("severity", "value").rows() == [("warning", "2")]
    assert "teams 1 and 2 have a result at one table only (boards: 2, 3)" in found["message"].item()


def test_who_sits_down_twice_is_told_with_both_lines() -> None:
    raw = read(sessions=[{}], entries=[*FOUR, {"entrant": "1", "player_id": "ann", "line": "B"}], results=[MADE])
    (message,) = assemble(raw, competitions())[1].filter(pl.col("code") == "entries.seated_twice")["message"]
    assert "for entrant 1 (ann & bob) of line A it counts, for 1 (ann) of line B it does not" in message


def test_who_sits_with_somebody_who_sits_down_twice_is_named_once_however_often_listed() -> None:
    twice = {"entrant": "3", "player_id": "ann", "line": "B"}
    rows = [*FOUR, twice, {**twice, "player_id": "zoe"}, {**twice, "player_id": "zoe"}]
    raw = read(sessions=[{}], entries=rows, results=[MADE])
    (told,) = assemble(raw, competitions())[1].filter(code="entries.seated_twice").rows(named=True)
    assert "for entrant 1 (ann & bob) of line A it counts, for 3 (ann & zoe) of line B it does not" in told["message"]
    assert json.loads(told["arguments"])["numbers"] == "ann, bob, ann, zoe"


@pytest.mark.parametrize(
    ("amount", "unit", "told"),
    [(-150.0, "percent_of_top", True), (-100.0, "percent_of_top", False), (-40.0, "percent", False)],
)
def test_a_penalty_of_more_than_a_board_is_told_and_counts(amount: float, unit: str, told: bool) -> None:
    """-150 for -15 counted without a word."""
    boards = [{**MADE, "board": board} for board in range(1, 21)]
    raw = read(sessions=[{}], entries=FOUR, results=boards, adjustments=[penalty(amount=amount, unit=unit)])
    tables, findings = assemble(raw, competitions())
    assert tables["adjustments"]["amount"].to_list() == [amount]
    messages = findings.filter(code="adjustments.doubtful/very_large")["message"].to_list()
    assert [message.partition(":")[0] for message in messages] == [
        "-150 percent of a board is more than all of it; it counts"
    ] * told
