"""The name of the club that `barometer new` proposes."""

import datetime as dt
from pathlib import Path

from commands.evenings_of_a_club import ruter
from typer.testing import CliRunner

from pipelines.cli import app


def test_the_club_of_a_competition_beside_it_is_guessed(tmp_path: Path) -> None:
    """It said `Our club`, or the name of the folder."""
    folder = tmp_path / "harbour" / "tuesday"
    ruter(folder, dt.date(2025, 9, 2), club="")
    beside = folder.parent / "friday" / "competition.toml"
    beside.parent.mkdir()
    season = '[[season]]\nname = "1"\nstart = 2025-09-01\nend = 2026-08-31\n'
    beside.write_text(f'club = "The Harbour"\n{season}', encoding="utf-8")
    told = CliRunner().invoke(app, ["new", str(folder), "--no-build"]).stdout
    why = "a guess: no file names the club: this is the one in friday/competition.toml"
    assert f"club         The Harbour  ({why})" in told.splitlines()
