"""What `barometer new` says of what is wrong with the files."""

import datetime as dt
from pathlib import Path

from cli.evenings_of_a_club import usebio
from typer.testing import CliRunner

from pipelines.cli.app import app


def test_what_files_say_together_is_not_called_nothing(tmp_path: Path) -> None:
    """It said "0 warnings", and the build that followed had 28."""
    usebio(tmp_path, dt.date(2025, 9, 2))
    (tmp_path / "players.csv").write_text("player_id,name,gender\n1,Ann Ames,x\n", encoding="utf-8")
    told = CliRunner().invoke(app, ["new", str(tmp_path), "--no-build"]).stdout
    assert "1 error in the files, each read by itself; a build reads them together, and may find more\n" in told
    assert "warning" not in told
