"""`barometer demo` and `barometer open`: the sample in a folder of one's own, and its first page."""

from pathlib import Path

import pytest
from commands import barometer
from first_builds import without_pages

from pipelines.cli.build import first_page
from pipelines.machine.errors import UnusableError
from pipelines.words.browser import open_page


def run(*arguments: object) -> tuple[int, str, str]:
    done = barometer(*arguments)
    return done.exit_code, done.stdout, done.stderr


@pytest.mark.long
@pytest.mark.nightly
def test_the_sample_is_built_next_to_its_files(tmp_path: Path, opened: list[str]) -> None:
    folder = tmp_path / "demo"
    status, shown, _ = run("demo", folder)
    page = folder / "reports" / "index.html"
    assert (status, shown) == (0, f"Report: {page}\n")
    assert opened == [page.resolve().as_uri()]
    competition = folder / "landing" / "alderhaven" / "tuesday-evening" / "competition.toml"
    competition.write_text(competition.read_text(encoding="utf-8").replace("Alderhaven", "Elsewhere"), encoding="utf-8")
    (competition.parent / "letters.csv").write_text("Dear,club\n", encoding="utf-8")
    with without_pages():
        status, _, said = run("demo", folder, "--no-open")
    assert status == 1, "what is wrong in a demo is reported as after a build"
    assert "1 error, 0 warnings:\n  error: " in said
    assert "letters.csv" in said
    assert len(opened) == 1
    assert "Elsewhere" in page.read_text(encoding="utf-8")
    for named in ((), (folder / "landing",)):
        assert run("open", *named, "--warehouse", folder / "warehouse.duckdb")[:2] == (0, f"Report: {page}\n")
    assert len(opened) == 3


def test_where_the_first_page_is(tmp_path: Path) -> None:
    place = tmp_path / "none.duckdb"
    shown = run("open", "--warehouse", place)[2]
    assert shown.startswith(f"barometer: {place}: nothing was built here. If you built in another folder, go to that")
    with pytest.raises(UnusableError, match="there are no pages in this folder"):
        first_page(tmp_path)
    (tmp_path / "reports").mkdir()
    (tmp_path / "reports" / "index.html").touch()
    assert first_page(tmp_path) == first_page(tmp_path / "reports")


def test_without_a_screen_nothing_is_opened(tmp_path: Path, opened: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.platform", "linux")
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    page = tmp_path / "index.html"
    page.touch()
    assert not open_page(page)
    status, shown, said = run("open", tmp_path)
    assert (status, shown, said) == (0, f"Report: {page}\n", "There is no screen here: open this file in a browser.\n")
    assert opened == []
