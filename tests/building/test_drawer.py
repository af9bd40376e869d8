"""Pages drawn side by side are those that one process draws; a process that fails costs nothing but time."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from each import items
from hypothesis import given
from hypothesis import strategies as st

from bench.tiny_clubs import make_club
from pipelines.building import drawer, drawing
from pipelines.cli.build import build
from pipelines.machine.another_python import end_python, start_python
from pipelines.machine.environment import DRAW_WORKERS, GROUP_BYTES
from pipelines.machine.errors import UnusableError
from pipelines.machine.paths import Paths
from pipelines.words.progress import Progress, drawing_pages

pytestmark = pytest.mark.long

CLUBS = ["ash", "beech", "cedar", "elm", "fir"]
OF_THE_RUN = (".build", "raw.files.csv", "raw.xlsx", ".manifest")


@pytest.fixture(scope="module")
def landing(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("landing")
    for club in CLUBS:
        make_club(folder, club)
    return folder


@pytest.fixture(scope="module")
def alone(landing: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    return site(landing, tmp_path_factory.mktemp("alone"))


@pytest.fixture
def three(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Three processes draw, however little there is; the clubs that this one draws."""
    monkeypatch.setattr(drawer, "_RESULTS_EACH", 1)
    monkeypatch.setenv(DRAW_WORKERS, "3")
    drawn_here: list[str] = []
    draw = drawing.draw_pages

    def noted(tables: Any, clubs: list[str], *others: Any, **more: Any) -> None:
        drawn_here.extend(clubs)
        draw(tables, clubs, *others, **more)

    monkeypatch.setattr(drawing, "draw_pages", noted)
    return drawn_here


def site(
    landing: Path, folder: Path, progress: Progress = lambda *_: None, say: Callable[[str], None] = lambda _: None
) -> dict[str, bytes]:
    build(Paths(landing, folder / "warehouse.duckdb", folder / "site"), progress=progress, say=say)
    files = (file for file in (folder / "site").rglob("*") if file.is_file() and file.name not in OF_THE_RUN)
    return {str(file.relative_to(folder / "site")): file.read_bytes() for file in files}


def test_they_are_the_same_pages(landing: Path, alone: dict[str, bytes], three: list[str], tmp_path: Path) -> None:
    message: list[tuple[int, int]] = []
    drawn = site(
        landing, tmp_path, lambda what, done, of: message.append((done, of)) if what == drawing_pages() else None
    )
    assert drawn == alone
    assert len(three) == 2  # of five clubs; the others in two other processes
    assert message[-1] == (5, 5)
    assert [done for done, _ in message] == sorted(done for done, _ in message)


@pytest.mark.usefixtures("three")
@items(
    pytest.param("raise SystemExit(1)", " (-)", marks=pytest.mark.nightly),
    pytest.param("import os; os.kill(os.getpid(), 9)", " (-)", marks=pytest.mark.nightly),
    ("raise ValueError('no such font')", " (ValueError: no such font)"),
)
@pytest.mark.nightly
def test_what_a_process_leaves_undone_is_drawn_here(
    landing: Path, alone: dict[str, bytes], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, code: str, why: str
) -> None:
    monkeypatch.setattr(drawer, "_START", code)
    said: list[str] = []
    assert site(landing, tmp_path, say=said.append) == alone
    assert sum(f"Another process stopped early{why}, so" in line for line in said) == 2


def test_a_process_ends_with_the_one_that_started_it(tmp_path: Path) -> None:
    code = (
        "import time; from pipelines.building import drawer;"
        " drawer.draw_clubs = lambda *_, **__: time.sleep(600); drawer.serve()"
    )
    drawer.Job({}, [], tmp_path, tmp_path).write(tmp_path / "job")
    process = start_python(code, str(tmp_path))
    given: Any = process.stdin
    given.close()  # as when the process that started it has been killed
    assert process.wait(60) == 1
    end_python(process)


def test_a_wrong_setting_is_refused_first(landing: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value, message in (
        (DRAW_WORKERS, "many", "write a number above 0"),
        (DRAW_WORKERS, "1GB", "write a number from 1 to 64"),
        (GROUP_BYTES, "many", "write a number above 0"),
    ):
        monkeypatch.setenv(name, value)
        with pytest.raises(UnusableError, match=f"{name} = '{value}': {message}"):
            site(landing, tmp_path)
        monkeypatch.delenv(name)
    assert not (tmp_path / "site" / "index.html").exists()


@given(st.dictionaries(st.text("abcdef", min_size=1), st.integers(0, 200_000), min_size=1))
def test_every_club_has_one_share(results: dict[str, int]) -> None:
    shares = drawer.in_shares(results, 2)
    assert sorted(club for share in shares for club in share) == sorted(results)
    assert all(shares)
    assert len(shares) <= max(1, sum(results.values()) // drawer._RESULTS_EACH)
