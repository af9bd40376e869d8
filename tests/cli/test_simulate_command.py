from pathlib import Path
from typing import get_args

import polars as pl
import pytest
from polars.testing import assert_frame_equal
from simulated import simulate

from pipelines.cli.simulate import SAMPLE_SIZE, remake_sample, simulate_landing
from pipelines.cli.terminal.options import TableFormat
from pipelines.intake.readers import read_file
from pipelines.machine.errors import UnusableError
from pipelines.machine.paths import SAMPLE
from pipelines.settings.competition import read_settings

TABLES = ("players", "partnerships", "sessions", "entries", "results", "deals", "games", "ratings")
ADDED = ("file_id", "line_no", "official_centred", "deal_id")
"""Columns that readers fill, or intake."""


@pytest.fixture(scope="module")
def federation() -> dict[str, pl.DataFrame]:
    return simulate(clubs=2, sessions=3, seed=5, pairs=12, boards=8)


@pytest.mark.parametrize("form", get_args(TableFormat))
def test_a_federation_is_read_again(form: TableFormat, federation: dict[str, pl.DataFrame], tmp_path: Path) -> None:
    landing = simulate_landing(tmp_path, clubs=2, sessions=3, seed=5, pairs=12, boards=8, file_format=form)
    assert [path.relative_to(landing).as_posix() for path in sorted(landing.glob("*/*"))] == [
        "alderhaven/tuesday-evening",
        "ashhaven/wednesday-evening",
    ]
    for club, competition in federation["sessions"].select("club", "competition").unique().rows():
        folder = landing / club / competition
        files = sorted(folder.rglob(f"*.{form}"))
        of_evenings = {path.parent.name for path in files if path.parent != folder}
        assert len(of_evenings) == (3 if form == "csv" else 0)
        readings = [read_file(file, file.name) for file in files]
        assert all(reading.findings.is_empty() for reading in readings)
        for name in TABLES:
            read = pl.concat([reading.tables[name] for reading in readings if name in reading.tables])
            if name == "sessions":  # what a file leaves empty is filled in later
                read = read.with_columns(pl.col("winners").fill_null(1))
            written = federation[name].filter(pl.col("club") == club)
            columns = [column for column in written.columns if column in read.columns and column not in ADDED]
            assert_frame_equal(read.select(columns), written.select(columns), check_row_order=False)
    settings = read_settings(landing / "ashhaven" / "wednesday-evening" / "competition.toml")
    assert (settings.club, settings.competition) == ("Bridge Club Ashhaven", "Wednesday evening")
    assert [season.name for season in settings.season] == ["2025-26"]
    assert settings.championship.individual.min == settings.championship.pairs.together == 2


def test_what_cannot_be_made_is_refused(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("mine")
    with pytest.raises(UnusableError, match="name a new or an empty folder"):
        simulate_landing(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]
    with pytest.raises(UnusableError, match="sessions = 500: give 1 to 340"):
        simulate_landing(tmp_path / "landing", sessions=500)
    assert not (tmp_path / "landing").exists()


def test_the_sample_is_made_again_to_the_byte(tmp_path: Path) -> None:
    readme = (SAMPLE / "README.md").read_bytes()
    (tmp_path / "README.md").write_bytes(readme)
    (club,) = (path for path in SAMPLE.iterdir() if path.is_dir())
    (tmp_path / club.name).mkdir()
    (tmp_path / club.name / "old.csv").touch()
    remake_sample(tmp_path)
    assert _bytes(tmp_path) == _bytes(SAMPLE)
    options = " ".join(f"--{option} {value}" for option, value in SAMPLE_SIZE.items())
    assert f"barometer simulate OUT {options}" in readme.decode()


def _bytes(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
