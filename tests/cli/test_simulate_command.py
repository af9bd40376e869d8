from pathlib import Path

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


@pytest.fixture(scope="module")
def landing(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return simulate_landing(tmp_path_factory.mktemp("landing"), clubs=2, sessions=3, seed=5, pairs=12, boards=8)


class TestWriteLanding:
    def test_a_folder_a_club_a_competition_and_a_session(self, landing: Path) -> None:
        assert sorted(path.relative_to(landing).as_posix() for path in landing.rglob("*.*")) == [
            f"{competition}/{file}"
            for competition in ("alderhaven/tuesday-evening", "ashhaven/wednesday-evening")
            for file in sorted(
                [
                    *["competition.toml", "players.csv", "partnerships.csv", "sessions.csv", "games.csv"],
                    "ratings.csv",
                    *[
                        f"{date}/{table}.csv"
                        for date in _first_evenings(competition)
                        for table in ("entries", "results", "deals")
                    ],
                ]
            )
        ]

    def test_is_read_again_as_it_was(self, federation: dict[str, pl.DataFrame], landing: Path) -> None:
        for club, competition in federation["sessions"].select("club", "competition").unique().rows():
            folder = landing / club / competition
            readings = [read_file(file, file.name) for file in sorted(folder.rglob("*.csv"))]
            assert all(reading.findings.is_empty() for reading in readings)
            for name in TABLES:
                read = pl.concat([reading.tables[name] for reading in readings if name in reading.tables])
                written = federation[name].filter(pl.col("club") == club)
                shared = [column for column in written.columns if column in read.columns]
                columns = [
                    column for column in shared if column not in ("file_id", "line_no", "official_centred", "deal_id")
                ]
                assert_frame_equal(read.select(columns), written.select(columns), check_row_order=False)

    def test_settings_fit_the_season(self, landing: Path) -> None:
        settings = read_settings(landing / "ashhaven" / "wednesday-evening" / "competition.toml")
        assert settings.club == "Bridge Club Ashhaven"
        assert settings.competition == "Wednesday evening"
        assert [season.name for season in settings.season] == ["2025-26"]
        assert settings.championship.individual.min == 2
        assert settings.championship.pairs.together == 2

    def test_a_folder_in_use_is_left_alone(self, tmp_path: Path) -> None:
        (tmp_path / "mine.txt").write_text("mine")
        with pytest.raises(UnusableError, match="name a new or an empty folder"):
            simulate_landing(tmp_path)
        assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]


class TestParquet:
    def test_is_read_as_the_csv_is(self, landing: Path, tmp_path: Path) -> None:
        typed = simulate_landing(tmp_path, 2, 3, 5, pairs=12, boards=8, file_format=TableFormat.PARQUET)
        for folder in landing.glob("*/*"):
            other = typed / folder.relative_to(landing)
            assert (other / "competition.toml").read_bytes() == (folder / "competition.toml").read_bytes()
            assert sorted(path.name for path in other.iterdir() if path.suffix != ".toml") == sorted(
                f"{table}.parquet" for table in TABLES
            )
            written = [read_file(path, path.name) for path in sorted(folder.rglob("*.csv"))]
            for name in TABLES:
                reading = read_file(other / f"{name}.parquet", "x")
                assert reading.findings.is_empty()
                whole = pl.concat([each.tables[name] for each in written])
                drop = ["file_id", "line_no"]
                assert_frame_equal(reading.tables[name].drop(drop), whole.drop(drop))
                assert name != "players" or reading.tables[name]["federation_id"].null_count() == 0


class TestSimulateLanding:
    def test_too_many_sessions(self, tmp_path: Path) -> None:
        with pytest.raises(UnusableError, match="sessions = 500: give 1 to 340"):
            simulate_landing(tmp_path / "landing", sessions=500)
        assert not (tmp_path / "landing").exists()


class TestSample:
    def test_is_made_again_to_the_byte(self, tmp_path: Path) -> None:
        (tmp_path / "README.md").write_bytes((SAMPLE / "README.md").read_bytes())
        (club,) = (path for path in SAMPLE.iterdir() if path.is_dir())
        (tmp_path / club.name).mkdir()
        (tmp_path / club.name / "old.csv").touch()
        remake_sample(tmp_path)
        assert _bytes(tmp_path) == _bytes(SAMPLE)

    def test_its_readme_gives_the_command(self) -> None:
        options = " ".join(f"--{option} {value}" for option, value in SAMPLE_SIZE.items())
        assert f"barometer simulate OUT {options}" in (SAMPLE / "README.md").read_text(encoding="utf-8")


def _first_evenings(competition: str) -> list[str]:
    first = 2 if "tuesday" in competition else 3
    return [f"2025-09-{first + 7 * week:02}" for week in range(3)]


def _bytes(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
