"""A desk before its first evening and one after it, which may note what it would build; and the sample, built once."""

import datetime as dt
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from cli.desk.evenings import evening
from cli.desk.visitor import Visitor, visiting
from commands import barometer
from first_builds import without_pages

from pipelines.cli.desk.job import Program
from pipelines.machine import clock
from pipelines.machine.paths import SAMPLE


def nothing(_: Program, *words: object) -> None:
    """Start no command."""


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[tuple[object, ...]]:
    """The commands that the desk would run in processes of their own; none of them runs."""
    noted: list[tuple[object, ...]] = []

    def start(_: Program, *words: object) -> None:
        noted.append(words)

    monkeypatch.setattr(Program, "start", start)
    return noted


@pytest.fixture
def visitor(tmp_path: Path) -> Iterator[Visitor]:
    with visiting(tmp_path / "results") as found:
        yield found


@pytest.fixture(scope="session")
def after_one_evening(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the first evening that a desk was given, and the tables that were built from it."""
    home = tmp_path_factory.mktemp("begun")
    with visiting(home / "results") as first, pytest.MonkeyPatch.context() as patched:
        patched.setattr(clock, "today", lambda: dt.date(2025, 9, 5))
        patched.setattr(Program, "start", nothing)
        first.posts("/files", files={"2025-09-04.pbn": evening("2025-09-04")}, club="Harbour", name="Thursday")
    built(home)
    return home


@pytest.fixture
def building(after_one_evening: Path, tmp_path: Path) -> Iterator[Visitor]:
    """A desk after its first evening, which builds."""
    home = shutil.copytree(after_one_evening, tmp_path / "home")
    with visiting(home / "results") as found:
        yield found


@pytest.fixture
def begun(building: Visitor, started: list[tuple[object, ...]]) -> Visitor:
    """A desk after its first evening, which notes what it would build."""
    del started
    return building


@pytest.fixture(scope="session")
def sample_built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the sample and its tables, without pages."""
    home = tmp_path_factory.mktemp("sample")
    shutil.copytree(SAMPLE, home / "results")
    built(home)
    return home


def built(home: Path) -> None:
    """Build the tables of what is in a folder, in this process, and no pages of clubs."""
    places = ("--warehouse", home / "warehouse.duckdb", "--reports", home / "reports")
    with without_pages():
        assert barometer("build", home / "results", *places).exit_code in (0, 1)
