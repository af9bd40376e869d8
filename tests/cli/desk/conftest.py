"""A desk before its first evening, and one after it."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from cli.desk.evenings import evening
from cli.desk.visitor import Visitor, visiting


@pytest.fixture
def visitor(tmp_path: Path) -> Iterator[Visitor]:
    with visiting(tmp_path / "results") as found:
        yield found


@pytest.fixture(scope="session")
def after_one_evening(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the first evening that a desk was given, and what was built from it."""
    home = tmp_path_factory.mktemp("begun")
    with visiting(home / "results") as first:
        page = first.posts("/files", files={"2025-09-04.pbn": evening("2025-09-04")}, club="Harbour", name="Thursday")
        assert "4 September 2025 · Thursday pairs · 6 entrants · 2 boards" in page
        page = first.waits_for_build()
        assert "New: 2025-09-04" in page
        assert "Thursday" in first.gets("/site/index.html")
    return home


@pytest.fixture
def begun(after_one_evening: Path, tmp_path: Path) -> Iterator[Visitor]:
    """A desk after its first evening."""
    home = shutil.copytree(after_one_evening, tmp_path / "home")
    with visiting(home / "results") as found:
        yield found
