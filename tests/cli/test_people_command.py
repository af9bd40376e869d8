"""`barometer people`: who may be one person or two, and lines that a director accepts by copying them."""

import io
from collections.abc import Callable
from pathlib import Path

import polars as pl
import pytest
from factories import competitions, frame
from typer.testing import CliRunner, Result

from pipelines.cli.app import app
from pipelines.intake.landing.raw_tables import read_landing
from pipelines.warehouse import Warehouse
from transforms.tables.schemas import WAREHOUSE, Entries, Players, Sessions


@pytest.fixture
def warehouse(tmp_path: Path) -> Path:
    """Two clubs; in each of them somebody has a number on one evening and a name on another."""
    path = tmp_path / "warehouse.duckdb"
    clubs = ("club", "other")
    seats = [("1", "1001"), ("1", "bob"), ("2", 'Ames, "Ann"'), ("2", "bob")]
    entries = [
        {"club": club, "session_id": session, "entrant": "1", "player_id": player}
        for club in clubs
        for session, player in seats
    ]
    players = [
        {"club": club, "player_id": player, "name": "Ann Ames" if player == "1001" else None}
        for club in clubs
        for player in dict.fromkeys(player for _, player in seats)
    ]
    with Warehouse(path) as written:
        written.write("raw.competitions", pl.concat(competitions(club) for club in clubs))
        written.write("raw.sessions", frame(Sessions, *({"club": c, "session_id": s} for c in clubs for s in "12")))
        written.write("raw.entries", frame(Entries, *entries))
        written.write("raw.players", frame(Players, *players))
    return path


def people(warehouse: Path, *arguments: str) -> Result:
    return CliRunner(env={"COLUMNS": "200"}).invoke(app, ["people", "--warehouse", str(warehouse), *arguments])


def test_the_lines_are_those_of_the_table_and_can_be_read(warehouse: Path, tmp_path: Path) -> None:
    printed = people(warehouse, "--club", "club", "--format", "csv")
    assert printed.exit_code == 0
    lines = pl.read_csv(io.StringIO(printed.stdout))
    assert lines.columns == ["alias", "player_id", "since", "until", "why"]
    assert lines.select("alias", pl.col("player_id").cast(pl.String)).rows() == [('Ames, "Ann"', "1001")]

    folder = tmp_path / "landing" / "club" / "evening"
    folder.mkdir(parents=True)
    dates = 'name = "2025-26"\nstart = 2025-09-01\nend = 2026-08-31\n'
    (folder / "competition.toml").write_text(f"[[season]]\n{dates}", encoding="utf-8")
    (folder / "sessions.csv").write_text("session_id,date,kind\n1,2025-09-02,pairs\n", encoding="utf-8")
    entries = 'session_id,line,entrant,player_id\n1,A,1,"Ames, ""Ann"""\n'
    (folder / "entries.csv").write_text(entries, encoding="utf-8")
    (folder.parent / "people.csv").write_text(printed.stdout, encoding="utf-8")
    kept = {name.removeprefix("raw."): table.create_empty() for name, table in WAREHOUSE.items() if "raw." in name}
    raw = read_landing(tmp_path / "landing", kept)
    assert raw["entries"]["player_id"].to_list() == ["1001"]
    assert raw["findings"].is_empty()


def test_all_clubs_are_listed_with_why(warehouse: Path) -> None:
    printed = people(warehouse, "--format", "json")
    rows = pl.read_json(io.StringIO(printed.stdout))
    assert rows.select("club", "kind").rows() == [("club", "one"), ("other", "one")]
    assert "the same partner bob" in rows["why"][0]
    assert "one person?" in people(warehouse).stdout


def test_a_club_is_named_where_there_are_several(warehouse: Path, refused: Callable[..., str]) -> None:
    assert "--club" in refused("people", "--format", "csv", "--warehouse", warehouse)
    assert "there are club, other" in refused("people", "--club", "clib", "--warehouse", warehouse)
