"""The club of a new competition: its name, and its folder."""

import datetime as dt
from pathlib import Path

import pytest
from cli.evenings_of_a_club import ruter
from typer.testing import CliRunner

from pipelines.cli.app import app
from pipelines.cli.new.new import look_and_propose
from pipelines.intake.landing.folders import competition_folders
from pipelines.machine.errors import UnusableError


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


def test_of_the_folder_of_a_club_it_says_what_a_build_says(tmp_path: Path) -> None:
    """It said to build the folder around, and all that lay there came onto the pages."""
    results = tmp_path / "results"
    for settings in (
        results / "tuesday" / "competition.toml",
        tmp_path / "clubs" / "one" / "tuesday" / "competition.toml",
    ):
        settings.parent.mkdir(parents=True)
        settings.write_text('[[season]]\nname = "2025-26"\nstart = 2025-09-01\nend = 2026-08-31\n', encoding="utf-8")
    with pytest.raises(UnusableError) as of_build:
        competition_folders(results)
    with pytest.raises(UnusableError) as of_new:
        look_and_propose(results, lambda *_: None)
    assert str(of_new.value) == str(of_build.value)
