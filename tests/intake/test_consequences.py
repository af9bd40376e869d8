"""What follows from an error is not told as a fault of what is right; what does not follow is told as ever."""

import json
from typing import Any

import polars as pl
import pytest
from factories import competitions, frame
from intake.evenings import read

from transforms.checks import assemble
from transforms.intake import consequences_marked, cut_offs_accepted, told_by_rows
from transforms.tables import schemas as tables

Row = dict[str, Any]
PLACE = {"club": "club", "competition": "evening", "file_id": "a.pbn", "line_no": 1, "severity": "error"}


def found(code: str, **more: Any) -> Row:
    row = {name: more.pop(name) for name in list(more) if name in tables.Findings.column_names()}
    arguments = json.dumps(more) if more else None
    return {**PLACE, "field": None, "value": None, "message": "said", "code": code, "arguments": arguments, **row}


def marked(of_files: list[Row], across: list[Row]) -> tuple[list[str], list[str]]:
    single, several = consequences_marked(*(frame(tables.Findings, *rows) for rows in (of_files, across)))
    assert single.columns == several.columns == tables.Findings.column_names()
    return single["code"].to_list(), several["message"].to_list()


NOBODY = found("results.without_players", variant="nobody")
ONE = found("entries.not_two", file_id="x/entries.csv", players="1")


@pytest.mark.parametrize("code", ["pbn.cut_off", "xml.not_sound"])
def test_what_a_file_that_breaks_off_lacks_is_reported_with_that_and_all_else_by_itself(code: str) -> None:
    of_file = [found(code), found("pbn.no_names"), found("usebio.no_result_lines")]
    assert marked(of_file, [NOBODY, found("results.without_players")]) == ([code], [])
    other = found("pbn.no_names", file_id="b.pbn")
    wrong = found("results.left_out", message="a line without sides")
    kept = ([code, "pbn.no_names"], ["said", "a line without sides"])
    assert marked([found(code), other], [{**NOBODY, "file_id": "b.pbn"}, wrong]) == kept


def left_out(file: str, table: str, code: str = "cells.left_out", **more: Any) -> Row:
    return found(code, file_id=file, table=table, **more)


@pytest.mark.parametrize(
    ("cause", "finding", "follows"),
    [
        (
            left_out("x/entries.csv", "entries", "tables.lacks", variant="renamed"),
            {**NOBODY, "file_id": "x/results.csv"},
            True,
        ),
        (left_out("entries.csv", "entries", "tables.below_title"), {**NOBODY, "file_id": "x/a.pbn"}, True),
        (left_out("x/entries.csv", "entries"), ONE, True),
        (left_out("sessions.csv", "sessions", variant="nearly"), found("sessions.none"), True),
        (left_out("sessions.csv", "sessions", "tables.cells", variant="more"), found("sessions.none"), True),
        (left_out("y/entries.csv", "entries", "tables.lacks"), {**NOBODY, "file_id": "x/results.csv"}, False),
        (left_out("entries.csv", "players", "tables.lacks"), NOBODY, False),
        (left_out("entries.csv", "entries", "cells.taken_as_empty"), ONE, False),
        (left_out("x/entries.csv", "entries"), {**ONE, "arguments": '{"players": "3"}'}, False),
        (left_out("x/entries.csv", "entries", club="other"), ONE, False),
        (left_out("entries.csv", "entries"), found("sessions.none"), False),
        (left_out("entries.csv", "entries"), found("players.other_name", value="Ann"), False),
    ],
)
def test_what_may_follow_from_a_line_left_out_names_that_line(cause: Row, finding: Row, *, follows: bool) -> None:
    _, (message,) = marked([cause], [finding])
    because = f" (this may follow from what is wrong at {cause['file_id']}:1: mend that first)"
    assert message == f"said{because if follows else ''}"


def test_the_nearest_cause_is_named() -> None:
    causes = [left_out(file, "entries") for file in ("entries.csv", "x/entries.csv")]
    assert "at x/entries.csv:1:" in marked(causes, [ONE])[1][0]


def of_pair(code: str, entrant: str = "5", line: str = "A", session: str = "1", **more: Any) -> Row:
    return found(code, entrant=entrant, line=line, session=session, **more)


def test_a_pair_of_unknown_players_is_told_once() -> None:
    cause = found("players.nameless", seats="A 4; A 5", session="1")
    follow = [of_pair("results.without_players"), of_pair("entries.not_two", "4", players="1")]
    assert marked([cause], follow) == (["players.nameless"], [])
    other = [
        *(of_pair("entries.not_two", players="1", **apart) for apart in ({"entrant": "6"}, {"line": "B"})),
        of_pair("entries.not_two", players="1", session="2"),
        of_pair("entries.not_two", players="1", file_id="b.pbn"),
        of_pair("entries.not_two", players="3"),
        of_pair("entries.seated_twice"),
    ]
    assert marked([cause], other)[1] == ["said"] * len(other)


@pytest.mark.parametrize(
    ("value", "misread", "stays"),
    [("José Pérez", "players.csv", False), ("José Pérez", "other.csv", True), ("Jose Perez", "players.csv", True),
     ("Zoë Müller", "players.csv", True)],
)  # fmt: skip
def test_a_name_that_differs_by_misread_letters_is_no_other_name(value: str, misread: str, *, stays: bool) -> None:
    letters = found("decoding.code_page", file_id=misread, severity="warning")
    other = found("players.other_name", value=value, player="1", shown="Jos‚ P‚rez", place="players.csv:2")
    assert marked([letters], [other])[1] == ["said"] * stays


@pytest.mark.parametrize(
    ("seated", "told"),
    [
        ([("1", "p"), ("1", "q"), ("2", "p"), ("2", "r")], [("seated_twice", "p")]),
        ([("1", "p"), ("1", "q"), ("2", "p")], [("seated_twice", "p")]),
        ([("1", "p"), ("1", "q"), ("2", "r")], [("not_two", "2")]),
        ([("1", "p"), ("1", "q"), *(("2", one) for one in "prst")], [("seated_twice", "p"), ("not_two", "2")]),
    ],
)
def test_a_pair_that_lost_a_player_to_another_place_is_reported_with_that(
    seated: list[tuple[str, str]], told: list[tuple[str, str]]
) -> None:
    pairs = [*seated, *((entrant, f"{entrant}{which}") for entrant in "567" for which in "ab")]
    entries = [{"entrant": entrant, "player_id": player} for entrant, player in pairs]
    findings = assemble(read(sessions=[{}], entries=entries), competitions())[1]
    of_entries = findings.filter(pl.col("code").str.starts_with("entries."))
    assert of_entries.select("code", "value").rows() == [(f"entries.{code}", value) for code, value in told]


def accepted(finding_: Row, **setting: Any) -> tuple[str, str, str]:
    """(severity, code, message) of a finding on a file whose session has this setting, beside another session's."""
    settings = frame(tables.SessionSettings, {"place": 1, "accept": "so it was", **setting})
    of_file = {name: finding_[name] for name in ("club", "competition", "file_id")}
    results = frame(tables.Results, {**of_file, "session_id": "1"}, {**of_file, "session_id": "2", "line_no": 2})
    known = settings.with_columns(pl.lit(finding_[name]).alias(name) for name in ("club", "competition"))
    told = cut_offs_accepted(frame(tables.Findings, finding_), known, results)
    assert told.columns == tables.Findings.column_names()
    return told.select("severity", "code", "message").row(0)


AT_MOST = '{"cut_off": 1}'
CUT = found("tables.cut_off_session", file_id="r.csv", session="1")


@pytest.mark.parametrize("named", [{"session_id": "1"}, {"files": ["r.csv"]}])
def test_a_cut_off_that_is_accepted_is_a_warning_with_the_reason(named: Row) -> None:
    severity, code, message = accepted(CUT, accept_at_most=AT_MOST, **named)
    assert (severity, code) == ("warning", "files.cut_off_accepted")
    assert message.endswith("that is accepted: so it was")
    assert (
        accepted(found("pbn.cut_off"), accept_at_most='{"boards": 3}', **{**named, "files": ["a.pbn"]})[0] == "warning"
    )


@pytest.mark.parametrize(
    "setting",
    [
        {"session_id": "1"},
        {"session_id": "1", "accept_at_most": '{"boards": 3}'},
        {"session_id": "2", "accept_at_most": AT_MOST},
        {"session_id": "1", "accept_at_most": AT_MOST, "accept": None},
    ],
)
def test_a_cut_off_that_is_not_accepted_stays_an_error(setting: Row) -> None:
    assert accepted(CUT, **setting) == ("error", "tables.cut_off_session", "said")


@pytest.mark.parametrize(
    ("finding_", "at_most", "becomes"),
    [
        (found("pbn.cut_off"), '{"scores": 2}', "pbn.cut_off"),
        (found("pbn.cut_off"), '{"boards": 0}', "pbn.cut_off"),
        (found("pbn.cut_off"), '{"scores": 2, "results": 1}', "files.cut_off_accepted"),
        (found("pbn.cut_off", line_no=9), '{"boards": 3}', "pbn.cut_off"),
        (found("pbn.cut_off", line_no=None), '{"boards": 3}', "pbn.cut_off"),
        (found("pbn.cut_off"), '{"boards": 3}', "files.cut_off_accepted"),
        (found("pbn.cut_off", variant="row"), '{"boards": 3}', "files.cut_off_accepted"),
        (found("xml.not_sound"), '{"boards": 3}', "files.cut_off_accepted"),
        (found("xml.not_sound"), '{"entrants": 3}', "files.cut_off_accepted"),
    ],
)
def test_a_file_that_breaks_off_is_accepted_with_numbers_that_are_missing(
    finding_: Row, at_most: str, becomes: str
) -> None:
    severity, code, message = accepted(finding_, session_id="1", accept_at_most=at_most)
    assert code == becomes
    assert (severity == "warning") == ("that is accepted" in message) == code.startswith("files.")
    assert ("in the middle of this row" in message) == (
        becomes.startswith("files.") and finding_["arguments"] is not None
    )


def test_of_several_reasons_the_first_setting_is_told() -> None:
    places = [{"place": place, "accept": f"reason {place}"} for place in (3, 2, 4)]
    settings = frame(tables.SessionSettings, *({**row, "session_id": "1", "accept_at_most": AT_MOST} for row in places))
    here = {name: CUT[name] for name in ("club", "competition", "file_id")}
    known = settings.with_columns(pl.lit(here[name]).alias(name) for name in ("club", "competition"))
    results = frame(tables.Results, {**here, "session_id": "1"})
    told = cut_offs_accepted(frame(tables.Findings, CUT), known, results)
    assert told["message"].str.ends_with("reason 2").to_list() == [True]


MISSING = found("results.missing", file_id="r.csv", severity="warning", results="2", value="1")


def of_rows(code: str, line_no: int = 1, **more: Any) -> Row:
    return found(code, file_id="r.csv", line_no=line_no, table=more.pop("table", "results"), **more)


@pytest.mark.parametrize(
    ("others", "is_told"),
    [
        ([of_rows("cells.left_out"), of_rows("results.left_out", 2)], False),
        ([of_rows("tables.cells", lines="4")], False),
        ([of_rows("cells.left_out"), of_rows("results.left_out")], True),
        ([{**of_rows("tables.cells", lines="4"), "file_id": "other.csv"}], True),
        ([of_rows("results.score_of_contract", severity="warning", lines="4")], True),
        ([of_rows("tables.cells", lines="4", table="entries")], True),
    ],
)
def test_results_that_lack_since_their_rows_are_left_out_are_not_told_as_missing(
    others: list[Row], is_told: bool
) -> None:
    left = told_by_rows(frame(tables.Findings, *others, MISSING), of_sessions("1", "1"))
    assert left["code"].to_list() == [*(row["code"] for row in others), *[MISSING["code"]] * is_told]
    assert left.columns == tables.Findings.column_names()


def of_sessions(*sessions: str) -> pl.DataFrame:
    here = {**{name: PLACE[name] for name in ("club", "competition")}, "file_id": "r.csv"}
    rows = ({**here, "session_id": session, "line_no": 10 * place} for place, session in enumerate(sessions, 1))
    return frame(tables.Results, *rows)


@pytest.mark.parametrize(
    ("others", "is_told"),
    [
        ([of_rows("cells.left_out", 11), of_rows("cells.left_out", 12)], False),
        ([of_rows("cells.left_out", 1), of_rows("cells.left_out", 12)], False),
        ([of_rows("tables.cells", 11, lines="2", others="12")], False),
        ([of_rows("results.left_out", 11, others="A, B"), of_rows("cells.left_out", 12)], False),
        ([of_rows("cells.left_out", 31), of_rows("cells.left_out", 41)], True),
        ([of_rows("tables.cells", 11, lines="2", others="31")], True),
        ([of_rows("tables.cells", 11, lines="40")], True),
        ([of_rows("cells.left_out", 21), of_rows("cells.left_out", 22)], True),
        ([of_rows("tables.cut_off_session", 21, session="1"), of_rows("cells.left_out", 12)], False),
    ],
)
def test_rows_left_out_of_another_session_tell_nothing_of_this_one(others: list[Row], is_told: bool) -> None:
    told = told_by_rows(frame(tables.Findings, *others, MISSING), of_sessions("1", "1", "2", "2"))
    assert (MISSING["code"] in told["code"]) == is_told
