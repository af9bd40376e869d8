"""What the files of a landing folder say together: sessions, deals, and names for numbers."""

import datetime as dt
from typing import Any

import polars as pl
import pytest
from factories import competitions, frame
from hypothesis import given, settings
from hypothesis import strategies as st
from intake.evenings import FOUR, MADE, Row, assembled_by_kind, placed, read, same_in_any_order_and_apart, told
from ratings.federations import seasons

from transforms.checks import assemble
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
    assert told(findings)[-1] == ("b.xml", 7, "error", "session_id", "1")
    assert "a.pbn" in findings["message"][-1]
    assert made["entries"]["player_id"].to_list() == ["a.pbn"]
    assert made["results"]["score"].to_list() == [400]


def test_a_session_twice_in_one_table_keeps_its_rows() -> None:
    entries = [{**entry, "file_id": "entries.csv"} for entry in FOUR]
    made, findings = placed(read(sessions=[{"file_id": "sessions.csv"}] * 2, entries=entries))
    assert told(findings) == [("sessions.csv", 2, "error", "session_id", "1")]
    assert made["entries"].height == 4


def test_rows_of_a_session_that_does_not_exist_are_told_once_a_file() -> None:
    entries = [{**entry, "session_id": "9", "line_no": 5 + place} for place, entry in enumerate(FOUR)]
    made, findings = placed(read(sessions=[{}], entries=entries))
    assert told(findings) == [("file", 5, "error", "session_id", "9")]
    assert "are left out (4, this one first)" in findings["message"].item()
    assert made["entries"].is_empty()


def test_a_player_twice_in_a_session_keeps_the_first_place() -> None:
    raw = read(sessions=[{}], entries=[*FOUR, {"entrant": "3", "player_id": "ann"}])
    assembled, findings = assemble(raw, competitions())
    assert told(findings) == [("file", 5, "error", "player_id", "ann")]
    assert assembled["entries"].select("player_id", "entrant").rows()[0] == ("ann", "1")
    assert assembled["entries"].height == 4


EVE = {"player_id": "eve", "name": "Eve Evers"}


@pytest.mark.parametrize("file", ["a.csv", "z.csv"])
def test_a_table_beside_a_file_says_who_was_replaced(file: str) -> None:
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
    assert told(findings) == [("y.csv", 6, "error", "session_id", "1")]
    assert assembled["entries"]["substitutes_for"].to_list() == ["eve", None, None, None]


def adjustment(amount: float = -5, unit: str = "points", **others: Any) -> Row:
    return {"entrant": "1", "amount": amount, "unit": unit, **others}


def test_an_adjustment_may_be_for_anyone_with_an_entry_a_line_or_a_match() -> None:
    raw = read(
        sessions=[{}],
        entries=FOUR[:1],
        results=[{**MADE, "ns": "2", "ew": "3+4"}],
        matches=[{"round": 1, "team": "5", "opponent": "6"}],
        adjustments=[adjustment(entrant=entrant) for entrant in "12345"],
    )
    assert assemble(raw, competitions())[0]["adjustments"].height == 5


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


@pytest.mark.parametrize(
    ("name", "row", "field"),
    [
        ("official_results", {"entrant": "1"}, "entrant"),
        ("partnerships", {"partnership_id": "x", "player_id": "ann"}, "player_id"),
        ("ratings", {"list_date": dt.date(2025, 1, 1), "player_id": "a", "rating": 1500.0}, "player_id"),
    ],
)
def test_what_is_given_twice_counts_once(name: str, row: Row, field: str) -> None:
    assembled, findings = assemble(read(sessions=[{}], **{name: [row, row]}), competitions())
    assert told(findings.filter(severity="error")) == [("file", 2, "error", field, str(row[field]))]
    LANDING[name].validate(assembled[name])
    assert assembled[name].height == 1


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


@pytest.mark.long
@given(st.lists(FOLDER, min_size=4, max_size=16), st.integers(0, 99), st.integers(0, 999))
@settings(max_examples=4)
def test_many_competitions_in_any_order_are_each_as_if_apart(
    folders: list[dict[str, list[Row]]], cut: int, seed: int
) -> None:
    same_in_any_order_and_apart([read(**folder) for folder in folders], cut, seed)


DEAL = "N:KJ75.KQJ.97532.Q Q842.T93.KT6.KT4 9.A8765.QJ8.AJ85 AT63.42.A4.97632"
FIRST, SECOND = dt.date(2025, 9, 2), dt.date(2025, 9, 9)
ONE, TWO, OF_B = ("a/one", FIRST), ("a/two", SECOND), ("b/two", FIRST)


@pytest.mark.parametrize(
    ("file", "date", "sessions", "found"),
    [
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
    ],
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


@pytest.mark.parametrize("written", ["Lotte Akkerman", "lotte  akkerman"])
def test_a_name_in_a_table_of_players_where_the_files_have_numbers_is_the_number(written: str) -> None:
    row = {"player_id": written, "public": False, "file_id": "players.csv", "line_no": 2}
    tables, findings = assembled(players=[*NUMBERED, row], entries=SEATS, files=OF_FILES)
    assert findings.select("code", "value", "file_id", "line_no", "message").rows() == [
        (
            "players.of_nobody/name_for_number",
            written,
            "players.csv",
            2,
            "this is the name of player 1027, and the files have numbers, so the row counts for 1027: write 1027",
        )
    ]
    assert tables["players"].filter(~pl.col("public"))["player_id"].to_list() == ["1027"]
    assert tables["players"]["player_id"].to_list() == ["1027", "1028", "1029", "1030"]


@pytest.mark.parametrize(
    "beside",
    [
        {"entries": [{**SEATS[0], "player_id": "Lotte Akkerman"}, *SEATS[1:]]},
        {"people": [{"alias": "Lotte Akkerman", "player_id": "Lotte Akkerman"}]},
        {"players": [*NUMBERED, {"player_id": "Lotte Akkerman", "file_id": "2025-09-02.pbn"}]},
        {"players": [*NUMBERED, {"player_id": "Jan Smit", "file_id": "players.csv"}]},
    ],
)
def test_a_name_that_is_somebody_of_its_own_or_that_two_have_is_no_number(beside: dict[str, list[Row]]) -> None:
    row = {"player_id": "Lotte Akkerman", "file_id": "players.csv"}
    tables = {"players": [*NUMBERED, row], "entries": SEATS, "files": OF_FILES}
    codes = assembled(**tables | beside)[1]["code"].to_list()
    assert "players.of_nobody/name_for_number" not in codes


GAME = {"date": dt.date(1996, 9, 1), "opponent_id": "bob", "points": 2.0, "opponent_points": 0.0, "file_id": "games"}
GAMES = [{**GAME, "game_id": "1", "player_id": "ann"}, {**GAME, "game_id": "2", "player_id": "cor"}]
LIST = [{"list_date": dt.date(1996, 6, 30), "player_id": "bob", "rating": 1500.0, "games": 126}]


def of_landing(files: dict[str, str] | None = None, **given: list[dict[str, Any]]) -> tuple[dict[str, Any], list[Any]]:
    raw = read(games=GAMES, ratings=LIST, **given)
    raw["files"] = frame(Files, *({"file_id": name, "format": of} for name, of in (files or {}).items()))
    tables, findings = assemble(raw, competitions(), seasons())
    return tables, findings.select("severity", "code", "value").rows()


def test_whom_games_name_are_players_where_there_is_no_table_of_them() -> None:
    tables, findings = of_landing()
    assert findings == []
    assert tables["players"]["player_id"].to_list() == ["ann", "bob", "cor"]
    assert tables["games"].height == 2


def test_a_table_with_the_juniors_alone_leaves_nobody_out() -> None:
    """Bob is in the list of ratings, so he is known; Cor may be a slip of the pen, and is told."""
    tables, findings = of_landing(players=[{"player_id": "ann", "birth_year": 1984, "file_id": "players"}])
    assert tables["games"].height == 2
    assert findings == [("warning", "games.doubtful", "cor")]
    assert tables["players"].select("player_id", "birth_year").rows() == [("ann", 1984), ("bob", None), ("cor", None)]


@pytest.mark.parametrize(("file_format", "told"), [("pgn", []), ("csv", ["ann", "cor"])])
def test_the_players_of_a_file_of_games_are_no_table_of_players(file_format: str, told: list[str]) -> None:
    tables, findings = of_landing({"dee": file_format}, players=[{"player_id": "dee", "file_id": "dee"}])
    assert findings == [("warning", "games.doubtful", player) for player in told]
    assert tables["games"].height == 2
