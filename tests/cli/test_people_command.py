"""`barometer people`, with lines that a director accepts by copying them; and what a user names to select."""

import io
from collections.abc import Callable
from pathlib import Path

import polars as pl
import pytest
from commands import barometer
from factories import competitions, frame
from strangers.inputs import SETTINGS
from typer.testing import Result

from pipelines.cli.terminal.selection import nearest_sessions, one_club, one_player, session_named
from pipelines.intake.landing.raw_tables import read_landing
from pipelines.machine.errors import UnusableError
from pipelines.warehouse import Warehouse
from transforms.tables.schemas import WAREHOUSE, Entries, Players, Sessions


@pytest.fixture
def warehouse(tmp_path: Path) -> Path:
    """Two clubs; in each of them somebody has a number on one evening and a name on another."""
    path = tmp_path / "warehouse.duckdb"
    clubs = ("club", "other")
    sat = {"1": ("1001", "bob"), "2": ('Ames, "Ann"', "bob")}
    sessions = [{"club": club, "session_id": session} for club in clubs for session in sat]
    entries = [row | {"entrant": "1", "player_id": player} for row in sessions for player in sat[row["session_id"]]]
    names = {"1001": "Ann Ames", "bob": None, 'Ames, "Ann"': None}
    players = [{"club": club, "player_id": player, "name": names[player]} for club in clubs for player in names]
    with Warehouse(path) as written:
        written.write("raw.competitions", pl.concat(competitions(club) for club in clubs))
        written.write("raw.sessions", frame(Sessions, *sessions))
        written.write("raw.entries", frame(Entries, *entries))
        written.write("raw.players", frame(Players, *players))
    return path


def people(warehouse: Path, *arguments: str) -> Result:
    return barometer("people", "--warehouse", warehouse, *arguments)


def test_the_lines_are_those_of_the_table_and_can_be_read(warehouse: Path, tmp_path: Path) -> None:
    printed = people(warehouse, "--club", "club", "--format", "csv")
    assert printed.exit_code == 0
    lines = pl.read_csv(io.StringIO(printed.stdout))
    assert lines.columns == ["alias", "player_id", "since", "until", "why"]
    assert lines.select("alias", pl.col("player_id").cast(pl.String)).rows() == [('Ames, "Ann"', "1001")]

    folder = tmp_path / "landing" / "club" / "evening"
    folder.mkdir(parents=True)
    for name, text in {
        "competition.toml": SETTINGS,
        "sessions.csv": "session_id,date,kind\n1,2025-09-02,pairs\n",
        "entries.csv": 'session_id,line,entrant,player_id\n1,A,1,"Ames, ""Ann"""\n',
        "../people.csv": printed.stdout,
    }.items():
        (folder / name).write_text(text, encoding="utf-8")
    kept = {name.removeprefix("raw."): table.create_empty() for name, table in WAREHOUSE.items() if "raw." in name}
    raw = read_landing(tmp_path / "landing", kept)
    assert raw["entries"]["player_id"].to_list() == ["1001"]
    assert raw["findings"].is_empty()


def test_all_clubs_are_listed_with_why(warehouse: Path, refused: Callable[..., str]) -> None:
    rows = pl.read_json(io.StringIO(people(warehouse, "--format", "json").stdout))
    assert rows.select("club", "kind").rows() == [("club", "one"), ("other", "one")]
    assert "the same partner bob" in rows["why"][0]
    assert "one person?" in people(warehouse).stdout
    assert "--club" in refused("people", "--format", "csv", "--warehouse", warehouse)
    assert "Choose one of these: club, other." in refused("people", "--club", "clib", "--warehouse", warehouse)


RULES = pl.DataFrame({"club": ["harbour", "mill"], "club_name": ["Harbour Bridge Club", "The Mill"]})


def test_a_club_is_named_by_its_id_or_its_name() -> None:
    clubs = {"mill": "mill", "MILL": "mill", "harbour bridge club": "harbour", "closed": "closed"}
    assert {wanted: one_club(RULES, wanted, ["closed"]) for wanted in clubs} == clubs


SESSIONS = {
    ("02-09-2025", "2025-09-02 2025-09-09"): "2025-09-02",
    ("2/9/2025", "2025-09-02-thursday"): "2025-09-02-thursday",
    ("2025/9/2", "2025-02-09 2025-09-02"): "2025-09-02",
    ("9-30-2025", "2025-09-30"): "2025-09-30",
    **dict.fromkeys(
        [("2-9-2025", known) for known in ("2025-02-09 2025-09-02", "2025-02-09", "2-9-2025 2025-09-02")], "2-9-2025"
    ),
    ("2-9-2025", "2025-09-02 2025-09-02-2"): "2-9-2025",
    ("cup", "2025-09-02"): "cup",
}
"""What is asked for, and the ids of the sessions -> the session."""


def test_a_day_that_is_written_otherwise_is_its_only_session() -> None:
    assert {(wanted, known): session_named(wanted, known.split()) for wanted, known in SESSIONS} == SESSIONS


def test_where_ids_are_names_a_part_of_one_is_enough() -> None:
    players = {"player_id": ["Lotte Akkerman", "12"], "name": [None, "Vera Guidotti"]}
    people = pl.DataFrame({"club": ["club"] * 2, **players})
    for wanted in ("Akkerman", "lotte", "Lotte Akkerman", "akker lot", "Akkerman, Lotte"):
        assert one_player(people, wanted) == ("club", "Lotte Akkerman")
    with pytest.raises(UnusableError, match="there is no such player"):
        one_player(people, "2")


def test_the_sessions_of_the_day_or_those_around_it_or_the_most_similar_ids_are_named() -> None:
    sessions = pl.DataFrame({"session_id": ["2025-09-30", "2025-10-07", "2025-10-07-2", "2026-10-08", "cup"]})
    near = {
        "7-10-2025": " (the nearest: 2025-10-07, 2025-10-07-2)",
        "5-10-2025": " (the nearest: 2025-10-07, 2025-10-07-2, 2025-09-30)",
        "1999-01-01": " (the nearest: 2025-09-30, 2025-10-07, 2025-10-07-2)",
        "cub": " (the nearest: cup)",
        "nothing like it": "",
    }
    assert {wanted: nearest_sessions(wanted, sessions) for wanted in near} == near
