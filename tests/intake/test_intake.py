"""What the files of a landing folder say together, and what follows from an error and is not reported as a fault."""

import datetime as dt
import json
from typing import Any

import polars as pl
import pytest
from each import cases, cases_at_once
from examples import by_night
from factories import competitions, frame
from hypothesis import given, settings
from hypothesis import strategies as st
from intake.evenings import FOUR, MADE, Row, assembled_by_kind, placed, read, reported, same_in_any_order_and_apart
from ratings.federations import seasons
from scoring.boards import any_of

from transforms.checks import assemble
from transforms.intake.consequences import consequences_marked, cut_offs_accepted, without_explained
from transforms.tables import schemas as tables
from transforms.tables.schemas import LANDING, Competitions, Files


def test_each_session_gets_the_season_of_its_date() -> None:
    later = competitions().with_columns(
        season=pl.lit("2026-27"), start=pl.lit(dt.date(2026, 9, 1)), end=pl.lit(dt.date(2027, 8, 31))
    )
    days = {"first": dt.date(2025, 9, 1), "last": dt.date(2026, 8, 31), "next": dt.date(2026, 9, 1)}
    raw = read(
        sessions=[{"session_id": name, "date": day} for name, day in days.items()],
        entries=[{"session_id": "next", "entrant": "1", "player_id": "ann"}],
    )
    made, findings = placed(raw, of=Competitions.cast(pl.concat([competitions(), later])))
    assert findings.is_empty()
    of_days = [("first", "2025-26"), ("last", "2025-26"), ("next", "2026-27")]
    assert made["sessions"].sort("session_id").select("session_id", "season").rows() == of_days
    assert made["entries"]["season"].to_list() == ["2026-27"]


def test_a_session_given_by_two_files_counts_once_with_all_that_goes_with_it() -> None:
    raw = read(
        sessions=[{"file_id": "a.pbn"}, {"file_id": "b.xml", "line_no": 7}],
        entries=[{"entrant": "1", "player_id": file, "file_id": file} for file in ("a.pbn", "b.xml")],
        results=[{**MADE, "file_id": "a.pbn"}, {**MADE, "score": 430, "file_id": "b.xml"}],
    )
    made, findings = placed(raw)
    assert reported(findings)[-1] == ("b.xml", 7, "error", "session_id", "1")
    assert "a.pbn" in findings["message"][-1]
    assert made["entries"]["player_id"].to_list() == ["a.pbn"]
    assert made["results"]["score"].to_list() == [400]


def test_a_session_twice_in_one_table_keeps_its_rows() -> None:
    entries = [{**entry, "file_id": "entries.csv"} for entry in FOUR]
    made, findings = placed(read(sessions=[{"file_id": "sessions.csv"}] * 2, entries=entries))
    assert reported(findings) == [("sessions.csv", 2, "error", "session_id", "1")]
    assert made["entries"].height == 4


def test_rows_of_a_session_that_does_not_exist_are_reported_once_a_file() -> None:
    entries = [{**entry, "session_id": "9", "line_no": 5 + place} for place, entry in enumerate(FOUR)]
    made, findings = placed(read(sessions=[{}], entries=entries))
    assert reported(findings) == [("file", 5, "error", "session_id", "9")]
    assert "are left out (4 in all, this one first)" in findings["message"].item()
    assert made["entries"].is_empty()


def test_a_player_twice_in_a_session_keeps_the_first_place() -> None:
    raw = read(sessions=[{}], entries=[*FOUR, {"entrant": "3", "player_id": "ann"}])
    assembled, findings = assemble(raw, competitions())
    assert reported(findings) == [("file", 5, "error", "player_id", "ann")]
    assert assembled["entries"].select("player_id", "entrant").rows()[0] == ("ann", "1")
    assert assembled["entries"].height == 4


EVE = {"player_id": "eve", "name": "Eve Evers"}


@pytest.mark.parametrize("file", ["a.csv", "z.csv"])
def test_a_table_next_to_a_file_says_who_was_replaced(file: str) -> None:
    said = {"entrant": "1", "player_id": "ann", "substitutes_for": "eve", "file_id": file}
    raw = read(
        sessions=[{}], entries=[*({**entry, "file_id": "m.pbn"} for entry in FOUR), said], results=[MADE], players=[EVE]
    )
    assembled, findings = assemble(raw, competitions())
    assert findings.is_empty()
    seated = assembled["entries"].select("player_id", "substitutes_for", "file_id").rows()
    assert seated == [("ann", "eve", "m.pbn"), ("bob", None, "m.pbn"), ("cy", None, "m.pbn"), ("di", None, "m.pbn")]


def test_of_two_tables_that_say_who_was_replaced_the_first_counts() -> None:
    tables = [
        {"entrant": "1", "player_id": "ann", "substitutes_for": whom, "file_id": file}
        for file, whom in (("x.csv", "eve"), ("y.csv", "eve"))
    ]
    raw = read(sessions=[{}], entries=[*FOUR, *tables], results=[MADE], players=[EVE])
    assembled, findings = assemble(raw, competitions())
    assert reported(findings) == [("y.csv", 6, "error", "session_id", "1")]
    assert assembled["entries"]["substitutes_for"].to_list() == ["eve", None, None, None]


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
    assert reported(findings) == [("file", 2, "error", "event", "cup")]
    assert "results at butler cannot be added to the results at matchpoints" in findings["message"].item()
    assert assembled["sessions"]["event"].to_list() == ["cup", None, "league", "league", None]


@cases(
    ("official_results", {"entrant": "1"}, "entrant"),
    ("partnerships", {"partnership_id": "x", "player_id": "ann"}, "player_id"),
    ("ratings", {"list_date": dt.date(2025, 1, 1), "player_id": "a", "rating": 1500.0}, "player_id"),
)
def test_what_is_given_twice_counts_once(name: str, row: Row, field: str) -> None:
    assembled, findings = assemble(read(sessions=[{}], **{name: [row, row]}), competitions())
    assert reported(findings.filter(severity="error")) == [("file", 2, "error", field, str(row[field]))]
    LANDING[name].validate(assembled[name])
    assert assembled[name].height == 1


ENTRIES = any_of(
    session_id="123", line="AB", entrant="12", player_id="abcd", substitutes_for=[None, "a", "z"], file_id="xy"
)
PLACES: dict[str, Any] = {"session_id": "123", "line": "AB", "board": range(1, 4), "file_id": "xy"}
SIDES: dict[str, Any] = {"ns": [None, "1", "2"], "ew": [None, "1", "2", "3", "1+2", "3+4"]}
PLAYED: dict[str, Any] = {"contract": [None, "4S", "PASS"], "declarer": [None, "N", "E"], "tricks": [None, 9, 10]}
RESULTS = any_of(**PLACES, **SIDES, **PLAYED, score=[None, 420, -50], ruling=[None, "average", "not_played"])
PLAYERS = any_of(player_id="abcd", name=["Ann", "Bo"], file_id="xy")
DATES = [dt.date(2025, 10, 1), dt.date(2025, 10, 8), dt.date(2024, 1, 1)]
SESSIONS = any_of(
    session_id="1234", date=DATES, together=[None, "A+B"], event=[None, "cup"], kind=["pairs", "teams"], file_id="xy"
)
ADJUSTMENTS = any_of(session_id="123", entrant="1239", amount=[-5.0], unit=tables.ADJUSTMENT_UNITS)
FOLDER = st.fixed_dictionaries(
    {
        "sessions": st.lists(SESSIONS, min_size=1, max_size=5),
        "entries": st.lists(ENTRIES, min_size=1, max_size=12),
        "results": st.lists(RESULTS, min_size=1, max_size=12),
        "players": st.lists(PLAYERS, min_size=1, max_size=4),
        "adjustments": st.lists(ADJUSTMENTS, min_size=1, max_size=3),
    }
)


@pytest.mark.long
@given(st.lists(FOLDER, min_size=4, max_size=16), st.integers(0, 99), st.integers(0, 999))
@settings(max_examples=by_night(4))
def test_competitions_are_each_as_if_apart(folders: list[dict[str, list[Row]]], cut: int, seed: int) -> None:
    same_in_any_order_and_apart([read(**folder) for folder in folders], cut, seed)


DEAL = "N:KJ75.KQJ.97532.Q Q842.T93.KT6.KT4 9.A8765.QJ8.AJ85 AT63.42.A4.97632"
FIRST, SECOND = dt.date(2025, 9, 2), dt.date(2025, 9, 9)
ONE, TWO, OF_B = ("a/one", FIRST), ("a/two", SECOND), ("b/two", FIRST)


@cases(
    ("a/hands", SECOND, (ONE, TWO), "a/two"),
    ("elsewhere/hands", FIRST, (ONE, TWO), "a/one"),
    ("a/2025-09-09", None, (ONE, TWO), "a/two"),
    ("a/hands 20250909", None, (ONE, TWO), "a/two"),
    ("a/hands_2025.09.09_evening", None, (ONE, TWO), "a/two"),
    ("b/hands", FIRST, (ONE, OF_B), "b/two"),
    ("b/hands", None, (ONE, ("b/two", SECOND)), "b/two"),
    ("a/hands", None, ((*ONE, 1, 7), TWO), "a/two"),
    ("a/hands", None, (ONE, TWO), ["deals.of_no_session/several"]),
    ("a/hands", SECOND, (ONE,), ["deals.of_no_session/another_day"]),
    ("b/hands", None, (ONE,), ["deals.of_no_session"]),
)
def test_the_session_is_that_of_the_day_of_the_folder_or_of_the_boards(
    file: str, date: dt.date | None, sessions: tuple[Any, ...], found: str | list[str]
) -> None:
    heads = [{"session_id": name, "date": day, "file_id": f"{name}.pbn"} for name, day, *_ in sessions]
    lines = [
        {**MADE, "session_id": name, "file_id": f"{name}.pbn", "board": board}
        for name, _, *boards in sessions
        for board in boards or (1,)
    ]
    deals = [{"session_id": file, "file_id": f"{file}.pbn", "board": 1, "deal": DEAL, "date": date}]
    tables, findings = placed(read(sessions=heads, results=lines, deals=deals))
    about = findings.filter(pl.col("code").str.contains("deals"))["code"].to_list()
    assert (tables["deals"]["session_id"].to_list() or about) == ([found] if isinstance(found, str) else found)
    assert bool(about) == isinstance(found, list)


def test_an_id_that_is_no_name_of_a_file_is_a_slip() -> None:
    deals = [{"session_id": "2", "file_id": "deals.csv", "board": 1, "deal": DEAL}]
    tables, findings = placed(read(sessions=[{"session_id": "1"}], deals=deals))
    assert (tables["deals"].height, findings["code"].to_list()) == (0, ["sessions.none"])


def assembled(**rows: list[Row]) -> tuple[dict[str, pl.DataFrame], pl.DataFrame]:
    files = frame(Files, *rows.pop("files", []))
    given = {"sessions": [{}], "entries": FOUR, "results": [MADE], **rows}
    return assembled_by_kind({**read(**given), "files": files}, competitions())


BY_NUMBER = [
    {"player_id": "1027", "name": "Lotte Akkerman"},
    {"player_id": "1028", "name": "Vera Guidotti"},
    {"player_id": "1029", "name": "Jan Smit"},
    {"player_id": "1030", "name": "Jan Smit"},
]


NUMBERED = [{**row, "file_id": "2025-09-02.pbn"} for row in BY_NUMBER]
OF_FILES = [{"file_id": "2025-09-02.pbn", "format": "pbn"}, {"file_id": "players.csv", "format": "csv"}]
SEATS = [{"entrant": row["entrant"], "player_id": str(1027 + number)} for number, row in enumerate(FOUR)]


@cases_at_once("Lotte Akkerman", "lotte  akkerman")
def test_a_name_in_a_table_of_players_where_the_files_have_numbers_is_the_number(written: str) -> None:
    row = {"player_id": written, "public": False, "file_id": "players.csv", "line_no": 2}
    tables, findings = assembled(players=[*NUMBERED, row], entries=SEATS, files=OF_FILES)
    assert findings.select("code", "value", "file_id", "line_no", "message").rows() == [
        (
            "players.of_nobody/name_for_number",
            written,
            "players.csv",
            2,
            "this is the name of player 1027, but the files use numbers, so the row counts for 1027: write 1027",
        )
    ]
    assert tables["players"].filter(~pl.col("public"))["player_id"].to_list() == ["1027"]
    assert tables["players"]["player_id"].to_list() == ["1027", "1028", "1029", "1030"]


@cases_at_once(
    {"entries": [{**SEATS[0], "player_id": "Lotte Akkerman"}, *SEATS[1:]]},
    {"people": [{"alias": "Lotte Akkerman", "player_id": "Lotte Akkerman"}]},
    {"players": [*NUMBERED, {"player_id": "Lotte Akkerman", "file_id": "2025-09-02.pbn"}]},
    {"players": [*NUMBERED, {"player_id": "Jan Smit", "file_id": "players.csv"}]},
)
def test_a_name_that_is_somebody_of_its_own_or_that_two_have_is_no_number(more: dict[str, list[Row]]) -> None:
    row = {"player_id": "Lotte Akkerman", "file_id": "players.csv"}
    tables = {"players": [*NUMBERED, row], "entries": SEATS, "files": OF_FILES}
    codes = assembled(**tables | more)[1]["code"].to_list()
    assert "players.of_nobody/name_for_number" not in codes


GAME = {"date": dt.date(1996, 9, 1), "opponent_id": "bob", "points": 2.0, "opponent_points": 0.0, "file_id": "games"}
GAMES = [{**GAME, "game_id": "1", "player_id": "ann"}, {**GAME, "game_id": "2", "player_id": "cor"}]
LIST = [{"list_date": dt.date(1996, 6, 30), "player_id": "bob", "rating": 1500.0, "games": 126}]


def of_landing(files: dict[str, str] | None = None, **given: list[dict[str, Any]]) -> tuple[dict[str, Any], list[Any]]:
    raw = read(games=GAMES, ratings=LIST, **given)
    raw["files"] = frame(Files, *({"file_id": name, "format": of} for name, of in (files or {}).items()))
    tables, findings = assemble(raw, competitions(), seasons())
    return tables, findings.select("severity", "code", "value").rows()


def test_whom_games_name_are_players_and_a_table_with_the_juniors_alone_leaves_nobody_out() -> None:
    tables, findings = of_landing()
    assert findings == []
    assert tables["players"]["player_id"].to_list() == ["ann", "bob", "cor"]
    assert tables["games"].height == 2
    # Bob is in the list of ratings, so he is known; Cor may be a slip of the pen, and is reported.
    tables, findings = of_landing(players=[{"player_id": "ann", "birth_year": 1984, "file_id": "players"}])
    assert tables["games"].height == 2
    assert findings == [("warning", "games.doubtful", "cor")]
    assert tables["players"].select("player_id", "birth_year").rows() == [("ann", 1984), ("bob", None), ("cor", None)]


@pytest.mark.parametrize(("file_format", "reported"), [("pgn", []), ("csv", ["ann", "cor"])])
def test_the_players_of_a_file_of_games_are_no_table_of_players(file_format: str, reported: list[str]) -> None:
    tables, findings = of_landing({"dee": file_format}, players=[{"player_id": "dee", "file_id": "dee"}])
    assert findings == [("warning", "games.doubtful", player) for player in reported]
    assert tables["games"].height == 2


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
NOT_TWO = found("entries.not_two", file_id="x/entries.csv", players="1")


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


@cases(
    (
        left_out("x/entries.csv", "entries", "tables.lacks", variant="renamed"),
        {**NOBODY, "file_id": "x/results.csv"},
        True,
    ),
    (left_out("entries.csv", "entries", "tables.below_title"), {**NOBODY, "file_id": "x/a.pbn"}, True),
    (left_out("x/entries.csv", "entries"), NOT_TWO, True),
    (left_out("sessions.csv", "sessions", variant="nearly"), found("sessions.none"), True),
    (left_out("sessions.csv", "sessions", "tables.cells", variant="more"), found("sessions.none"), True),
    (left_out("y/entries.csv", "entries", "tables.lacks"), {**NOBODY, "file_id": "x/results.csv"}, False),
    (left_out("entries.csv", "players", "tables.lacks"), NOBODY, False),
    (left_out("entries.csv", "entries", "cells.taken_as_empty"), NOT_TWO, False),
    (left_out("x/entries.csv", "entries"), {**NOT_TWO, "arguments": '{"players": "3"}'}, False),
    (left_out("x/entries.csv", "entries", club="other"), NOT_TWO, False),
    (left_out("entries.csv", "entries"), found("sessions.none"), False),
    (left_out("entries.csv", "entries"), found("players.other_name", value="Ann"), False),
)
def test_what_may_follow_from_a_line_left_out_names_that_line(cause: Row, finding: Row, *, follows: bool) -> None:
    _, (message,) = marked([cause], [finding])
    because = f" (this may follow from what is wrong at {cause['file_id']}:1: correct that first)"
    assert message == f"said{because if follows else ''}"


def test_the_nearest_cause_is_named() -> None:
    causes = [left_out(file, "entries") for file in ("entries.csv", "x/entries.csv")]
    assert "at x/entries.csv:1:" in marked(causes, [NOT_TWO])[1][0]


def of_pair(code: str, entrant: str = "5", line: str = "A", session: str = "1", **more: Any) -> Row:
    return found(code, entrant=entrant, line=line, session=session, **more)


def test_a_pair_of_unknown_players_is_reported_once() -> None:
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


@cases(("José Pérez", "players.csv", False), ("José Pérez", "other.csv", True), ("Jose Perez", "players.csv", True),
     ("Zoë Müller", "players.csv", True),
)  # fmt: skip
def test_a_name_that_differs_by_misread_letters_is_no_other_name(value: str, misread: str, *, stays: bool) -> None:
    letters = found("decoding.code_page", file_id=misread, severity="warning")
    other = found("players.other_name", value=value, player="1", shown="Jos‚ P‚rez", place="players.csv:2")
    assert marked([letters], [other])[1] == ["said"] * stays


@cases(
    ([("1", "p"), ("1", "q"), ("2", "p"), ("2", "r")], [("seated_twice", "p")]),
    ([("1", "p"), ("1", "q"), ("2", "p")], [("seated_twice", "p")]),
    ([("1", "p"), ("1", "q"), ("2", "r")], [("not_two", "2")]),
    ([("1", "p"), ("1", "q"), *(("2", one) for one in "prst")], [("seated_twice", "p"), ("not_two", "2")]),
)
def test_a_player_moved_to_another_place(seated: list[tuple[str, str]], reported: list[tuple[str, str]]) -> None:
    pairs = [*seated, *((entrant, f"{entrant}{which}") for entrant in "567" for which in "ab")]
    entries = [{"entrant": entrant, "player_id": player} for entrant, player in pairs]
    findings = assemble(read(sessions=[{}], entries=entries), competitions())[1]
    of_entries = findings.filter(pl.col("code").str.starts_with("entries."))
    assert of_entries.select("code", "value").rows() == [(f"entries.{code}", value) for code, value in reported]


def accepted(finding_: Row, **setting: Any) -> tuple[str, str, str]:
    """(severity, code, message) of a finding on a file whose session has this setting, next to another session's."""
    settings = frame(tables.SessionSettings, {"place": 1, "accept": "so it was", **setting})
    of_file = {name: finding_[name] for name in ("club", "competition", "file_id")}
    results = frame(tables.Results, {**of_file, "session_id": "1"}, {**of_file, "session_id": "2", "line_no": 2})
    known = settings.with_columns(pl.lit(finding_[name]).alias(name) for name in ("club", "competition"))
    reported = cut_offs_accepted(frame(tables.Findings, finding_), known, results)
    assert reported.columns == tables.Findings.column_names()
    return reported.select("severity", "code", "message").row(0)


AT_MOST = '{"cut_off": 1}'
CUT = found("tables.cut_off_session", file_id="r.csv", session="1")


BROKEN_OFF, ACCEPTED = found("pbn.cut_off"), "files.cut_off_accepted"


def most(of: str, **setting: Any) -> Row:
    return {"accept_at_most": of, **({} if setting else {"session_id": "1"}), **setting}


@cases(
    (CUT, most(AT_MOST), ACCEPTED),
    (CUT, most(AT_MOST, files=["r.csv"]), ACCEPTED),
    (CUT, {"session_id": "1"}, CUT["code"]),
    (CUT, most('{"boards": 3}'), CUT["code"]),
    (CUT, most(AT_MOST, session_id="2"), CUT["code"]),
    (CUT, most(AT_MOST, session_id="1", accept=None), CUT["code"]),
    (BROKEN_OFF, most('{"scores": 2}'), "pbn.cut_off"),
    (BROKEN_OFF, most('{"boards": 0}'), "pbn.cut_off"),
    (BROKEN_OFF, most('{"scores": 2, "results": 1}'), ACCEPTED),
    (found("pbn.cut_off", line_no=9), most('{"boards": 3}'), "pbn.cut_off"),
    (found("pbn.cut_off", line_no=None), most('{"boards": 3}'), "pbn.cut_off"),
    (BROKEN_OFF, most('{"boards": 3}', files=["a.pbn"]), ACCEPTED),
    (found("pbn.cut_off", variant="row"), most('{"boards": 3}'), ACCEPTED),
    (found("xml.not_sound"), most('{"boards": 3}'), ACCEPTED),
    (found("xml.not_sound"), most('{"entrants": 3}'), ACCEPTED),
)
def test_an_accepted_cut_off_is_a_warning_with_the_reason(finding_: Row, setting: Row, becomes: str) -> None:
    severity, code, message = accepted(finding_, **setting)
    is_accepted = becomes == ACCEPTED
    assert (severity, code) == ("warning" if is_accepted else "error", becomes)
    assert message.endswith("the director has accepted this: so it was" if is_accepted else "said")
    assert ("in the middle of this row" in message) == (is_accepted and finding_["arguments"] is not None)


def test_of_several_reasons_the_first_setting_is_reported() -> None:
    places = [{"place": place, "accept": f"reason {place}"} for place in (3, 2, 4)]
    settings = frame(tables.SessionSettings, *({**row, "session_id": "1", "accept_at_most": AT_MOST} for row in places))
    here = {name: CUT[name] for name in ("club", "competition", "file_id")}
    known = settings.with_columns(pl.lit(here[name]).alias(name) for name in ("club", "competition"))
    results = frame(tables.Results, {**here, "session_id": "1"})
    reported = cut_offs_accepted(frame(tables.Findings, CUT), known, results)
    assert reported["message"].str.ends_with("reason 2").to_list() == [True]


MISSING = found("results.missing", file_id="r.csv", severity="warning", results="2", value="1")


def of_rows(code: str, line_no: int = 1, **more: Any) -> Row:
    return found(code, file_id="r.csv", line_no=line_no, table=more.pop("table", "results"), **more)


def of_sessions(*sessions: str) -> pl.DataFrame:
    here = {**{name: PLACE[name] for name in ("club", "competition")}, "file_id": "r.csv"}
    rows = ({**here, "session_id": session, "line_no": 10 * place} for place, session in enumerate(sessions, 1))
    return frame(tables.Results, *rows)


@cases(
    ("11", [of_rows("cells.left_out"), of_rows("results.left_out", 2)], False),
    ("11", [of_rows("tables.cells", lines="4")], False),
    ("11", [of_rows("cells.left_out"), of_rows("results.left_out")], True),
    ("11", [{**of_rows("tables.cells", lines="4"), "file_id": "other.csv"}], True),
    ("11", [of_rows("results.score_of_contract", severity="warning", lines="4")], True),
    ("11", [of_rows("tables.cells", lines="4", table="entries")], True),
    ("1122", [of_rows("cells.left_out", 11), of_rows("cells.left_out", 12)], False),
    ("1122", [of_rows("cells.left_out", 1), of_rows("cells.left_out", 12)], False),
    ("1122", [of_rows("tables.cells", 11, lines="2", others="12")], False),
    ("1122", [of_rows("results.left_out", 11, others="A, B"), of_rows("cells.left_out", 12)], False),
    ("1122", [of_rows("cells.left_out", 31), of_rows("cells.left_out", 41)], True),
    ("1122", [of_rows("tables.cells", 11, lines="2", others="31")], True),
    ("1122", [of_rows("tables.cells", 11, lines="40")], True),
    ("1122", [of_rows("cells.left_out", 21), of_rows("cells.left_out", 22)], True),
    ("1122", [of_rows("tables.cut_off_session", 21, session="1"), of_rows("cells.left_out", 12)], False),
)
def test_results_left_out_are_not_reported_as_missing(sessions: str, others: list[Row], is_reported: bool) -> None:
    left = without_explained(frame(tables.Findings, *others, MISSING), of_sessions(*sessions))
    assert left["code"].to_list() == [*(row["code"] for row in others), *[MISSING["code"]] * is_reported]
    assert left.columns == tables.Findings.column_names()
