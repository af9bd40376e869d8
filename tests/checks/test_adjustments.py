"""Penalties that are of nobody, come in twice, or are too large."""

from typing import Any

import polars as pl
import pytest
from checks.alone import Row, found, said, season, together
from each import cases
from factories import competitions, frame
from intake.evenings import assembled, evening, folder

from transforms.bridge.sessions import with_scoring
from transforms.checks.assembly import checked_adjustments
from transforms.intake.matches import rounds_of_teams
from transforms.tables.raw import SessionSettings
from transforms.tables.schemas import ADJUSTMENT_UNITS, Files

ENTRIES = [{"entrant": entrant, "player_id": f"{entrant}{seat}"} for entrant in "12" for seat in "ab"]
MADE = {"board": 1, "ns": "1", "ew": "2", "score": 400}


def penalty(file: str = "adjustments.csv", amount: float = -10.0, **given: Any) -> Row:
    return {"entrant": "1", "amount": amount, "unit": "percent_of_top", "reason": "late", "file_id": file, **given}


def adjusted(
    *rows: Row, files: dict[str, str] | None = None, session: Row | None = None, **tables: list[Row]
) -> tuple[list[float], pl.DataFrame]:
    """The amounts that count, and the findings; `files` has the formats of files by their names."""
    given = season(adjustments=rows, sessions=[session or {}], **{"entries": ENTRIES, "results": [MADE], **tables})
    given["adjustments"] = given["adjustments"].with_columns(given_id="session_id")
    listed = frame(Files, *({"file_id": name, "format": form} for name, form in (files or {}).items())).lazy()
    sessions = with_scoring(given["sessions"], given["matches"], competitions().lazy())
    met = rounds_of_teams(given["matches"], given["results"], sessions)
    checked = checked_adjustments(given, sessions, listed, met, frame(SessionSettings).lazy())
    return checked.rows.collect()["amount"].to_list(), together(checked.findings)


def codes(*rows: Row, **given: Any) -> tuple[list[float], list[str]]:
    amounts, findings = adjusted(*rows, **given)
    return amounts, [kind.removeprefix("adjustments.") for kind, _ in said(findings)]


AGAIN = "adjustments (1).csv"
DIRECTOR = [penalty("evening.txt", line_no=line, reason="director") for line in (40, 90)]
SIXTY = penalty(amount=-60.0, unit="percent")


@cases(
    ([penalty(), penalty(AGAIN), penalty(AGAIN, -5.0, reason="slow")], {}, [-10, -5], ["left_out/given_again"]),
    ([penalty(), penalty()], {}, [-10, -10], ["doubtful/twice"]),
    ([penalty(), penalty(), penalty(reason="slow")], {}, [-10] * 3, ["doubtful/twice"]),
    ([penalty(), penalty(), *[penalty("b")] * 3], {}, [-10] * 3, None),
    ([penalty(), penalty(reason="late again")], {}, [-10, -10], []),
    ([penalty(), penalty("b", reason="too late")], {}, [-10, -10], ["doubtful/in_other_words"]),
    ([penalty(), penalty("b", -5.0, reason="slow")], {}, [-10, -5], []),
    (DIRECTOR, {"evening.txt": "pbn"}, [-10, -10], []),
    (DIRECTOR, {"evening.txt": "csv"}, [-10, -10], ["doubtful/twice"]),
    ([SIXTY, {**SIXTY, "reason": "slow"}], {}, [], ["left_out/together"] * 2),
    ([penalty(unit="percent_of_top"), penalty(amount=5.0)], {}, [-10, 5], []),
)
def test_what_is_given_twice_counts_once_or_is_reported(
    rows: list[Row], files: dict[str, str], counts: list[float], reported: list[str] | None
) -> None:
    amounts, kinds = codes(*rows, files=files)
    assert sorted(amounts) == sorted(counts)
    assert reported is None or kinds == reported


def test_a_penalty_for_an_evening_and_for_its_correction_counts_once() -> None:
    given = [penalty(session_id="a"), penalty(session_id="a (1)")]
    tables, findings = assembled(folder(evening("a.pbn"), evening("a (1).pbn"), adjustments=given))
    assert tables["adjustments"]["amount"].to_list() == [-10.0]
    (message,) = findings.filter(code="adjustments.left_out/given_again")["message"]
    assert "also has this adjustment in adjustments.csv for session a, for the same evening" in message


NAMES = [f"{number}" for number in range(2, 46, 2)] + ["N1"]
MANY = [{"entrant": name, "player_id": f"{name} {place}"} for name in NAMES for place in "ab"]


@cases(
    ({"entrant": "22"}, ENTRIES, "line A of this session has no such entrant, only 1–2; "),
    ({"entrant": "1+2"}, ENTRIES, "line A of this session has no such entrant, only 1–2; "),
    ({"line": "B"}, ENTRIES, "this session has no such line, only line A; "),
    ({"session_id": "1", "entrant": "x"}, MANY, ", 32, 34, 36, 38, 40, …; "),
)
def test_a_penalty_of_nobody_is_reported_with_the_others(given: Row, entries: list[Row], reported: str) -> None:
    amounts, findings = adjusted(penalty(**given), entries=entries, results=[])
    assert amounts == []
    assert reported in findings["message"].item()


def test_a_penalty_of_a_session_without_anybody_is_left_out_and_one_of_a_single_player_counts() -> None:
    assert codes(penalty(), entries=[], results=[]) == ([], ["left_out/session_id"])
    assert codes(penalty(entrant="4"), entries=[], results=[{**MADE, "ew": "3+4"}])[0] == [-10]


@cases(
    ({"kind": "pairs"}, set()),
    ({"kind": "butler"}, {"percent", "percent_of_top"}),
    ({"kind": "cross_imp"}, {"percent", "percent_of_top"}),
    ({"kind": "teams"}, {"percent_of_top"}),
    ({"kind": "teams", "team_scoring": "point_a_board"}, set()),
)
def test_a_percentage_needs_something_to_be_a_percentage_of(session: Row, without_meaning: set[str]) -> None:
    given = (penalty(amount=-1.0, unit=unit) for unit in ADJUSTMENT_UNITS)
    reported = adjusted(*given, session=session, results=[])[1].filter(pl.col("field") == "unit")
    assert {unit for _, unit in said(reported)} == without_meaning


@cases((-500.0, "left_out/too_much"), (101.0, "left_out/too_much"), (-100.0, "doubtful/very_large"),
     (100.0, "doubtful/very_large"), (90.0, "doubtful/very_large"), (-50.0, None),
)  # fmt: skip
def test_nobody_loses_more_than_all_and_more_than_half_is_reported(amount: float, reported: str | None) -> None:
    counts = [amount] * (reported != "left_out/too_much")
    assert codes(penalty(amount=amount, unit="percent")) == (counts, [reported] if reported else [])


def of_tables(amount: float, unit: str, **session: Any) -> tuple[list[float], list[str]]:
    """The same for pair 1 of three pairs of pairs, on eight boards: a top of 4 matchpoints."""
    lines = [{**MADE, "board": board, "ns": ns, "ew": ew} for board in range(1, 9) for ns, ew in ("12", "34", "56")]
    return codes(penalty(amount=amount, unit=unit), session=session, results=lines)


@cases(("points", "pairs", 32.0), ("percent_of_top", "pairs", 800.0), ("points", "butler", 192.0),
     ("points", "cross_imp", 384.0),
)  # fmt: skip
def test_penalties_are_bounded_by_the_boards(unit: str, kind: str, most: float) -> None:
    """5000 points were taken from a pair, which had -31187.50 percent."""
    assert of_tables(-most - 1, unit, kind=kind) == ([], ["left_out/too_much"])
    assert of_tables(-most, unit, kind=kind) == ([-most], ["doubtful/very_large"])
    above_a_board = ["doubtful/board"] * (unit == "percent_of_top")
    assert of_tables(-most / 2, unit, kind=kind) == ([-most / 2], above_a_board)


def test_points_carried_into_an_event_may_be_more_than_a_session_has() -> None:
    assert of_tables(300.0, "points", event="cup") == ([300.0], [])
    assert of_tables(-300.0, "points", event="cup") == ([], ["left_out/too_much"])


@pytest.mark.parametrize(("scoring", "most"), [("imps", 40.0), ("point_a_board", 48.0)])
def test_points_of_teams_are_bounded_by_their_matches(scoring: str, most: float) -> None:
    values = {"imps": 0.0} if scoring == "imps" else {"points": 12.0}
    met = [(1, "1", "2"), (1, "2", "1"), (2, "1", "3"), (2, "3", "1")]
    rows = [{"round": number, "team": team, "opponent": other, "boards": 12, **values} for number, team, other in met]
    session = {"kind": "teams", "team_scoring": scoring}
    for amount, is_counted in ((-most - 1, False), (-most, True)):
        given = penalty(amount=amount, unit="points")
        assert adjusted(given, session=session, matches=rows, entries=[], results=[])[0] == [amount] * is_counted


@cases(("penalties.csv", 10.0, True), ("2025/Straffen.csv", 10.0, True), ("pénalités.csv", 10.0, True),
     ("boetes najaar.xlsx", 10.0, True), ("straffer.csv", 10.0, True), ("penalties.csv", -10.0, False),
     ("adjustments.csv", 10.0, False), ("penaltyless.csv", 10.0, False), ("penalties/bonus.csv", 10.0, False),
)  # fmt: skip
def test_points_given_in_a_file_of_penalties_are_reported_and_count(name: str, amount: float, reported: bool) -> None:
    given = frame_of(penalty(name, amount))
    findings = found("adjustments.doubtful/penalty_gives", adjustments=given)
    assert ["if they should be taken off, write -10" in message for message in findings["message"]] == [True] * reported


def frame_of(*rows: Row) -> pl.LazyFrame:
    return season(adjustments=rows)["adjustments"]
