"""Competitions and clubs that go, files of others, logs that were left: nothing else suffers."""

import errno
import shutil
from pathlib import Path

import duckdb
import pytest
from first_builds import without_pages

from bench.tiny_clubs import make_club
from pipelines.building import putting
from pipelines.cli.build import build
from pipelines.machine.paths import Paths
from pipelines.warehouse import Warehouse

pytestmark = pytest.mark.long


def pages(paths: Paths, club: str) -> set[str]:
    return {path.relative_to(paths.reports).as_posix() for path in (paths.reports / club).rglob("*.html")}


def test_a_competition_that_goes_takes_nothing_else_with_it(paths: Paths) -> None:
    for club in ("ash", "elm"):
        make_club(paths.landing, club)
    (evening,) = (paths.landing / "ash").iterdir()
    shutil.copytree(evening, evening.with_name("zcup"))
    build(paths)
    before = pages(paths, "ash")
    (paths.reports / "ash" / ".htaccess").write_text("Require user ash\n")
    (paths.reports / "ash" / "zcup" / "@eaDir").mkdir()
    shutil.rmtree(evening.with_name("zcup"))
    build(paths)
    # With one competition left, nobody has a page of all his competitions any more.
    left = {page for page in before if "/zcup/" not in page and not page.startswith("ash/players/")}
    assert pages(paths, "ash") == left
    settings = next((paths.landing / "elm").rglob("competition.toml"))
    settings.write_text(settings.read_text("utf-8") + "\n# changed\n", "utf-8")
    build(paths)
    assert pages(paths, "ash") == left
    assert (paths.reports / "ash" / ".htaccess").exists()
    assert [path.name for path in (paths.reports / "ash" / "zcup").iterdir()] == ["@eaDir"]
    assert build(paths).up_to_date


@without_pages()
def test_a_file_one_folder_too_high_that_goes_is_no_club(tmp_path: Path) -> None:
    make_club(tmp_path / "landing", "ash")
    (evening,) = (tmp_path / "landing" / "ash").iterdir()
    paths = Paths(evening, tmp_path / "w.duckdb", tmp_path / "reports")
    said = list[str]()
    above = evening.parent / "2025-09-16.pbn"
    above.write_text("% PBN 2.1\n")
    assert build(paths, say=said.append).findings["code"].to_list() == ["landing.above"]
    above.unlink()
    assert build(paths, say=said.append).findings.is_empty()
    assert said[-1] == "Building 0 of 1 club: 1 file removed."
    assert build(paths).up_to_date


@pytest.mark.parametrize("may_be_linked", [True, pytest.param(False, marks=pytest.mark.nightly)])
@pytest.mark.nightly
def test_what_others_put_next_to_the_pages_stays(
    paths: Paths, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, may_be_linked: bool
) -> None:
    make_club(paths.landing, "ash")
    build(paths)
    photos, club = tmp_path / "photos", paths.reports / "ash"
    photos.mkdir()
    (club / "photos").symlink_to(photos)
    (club / "later").mkdir()
    (club / ".htpasswd").write_text("ash:x")

    def refused(file: Path, place: Path) -> None:
        if file.name == ".htpasswd":
            raise PermissionError(errno.EPERM, "Operation not permitted", str(place))
        place.hardlink_to(file)

    if not may_be_linked:
        monkeypatch.setattr(putting, "linked", refused)
    settings = next(paths.landing.rglob("competition.toml"))
    settings.write_text(settings.read_text("utf-8").replace("club = ", 'club = "Ash under another name" # '), "utf-8")
    assert build(paths).findings.is_empty()
    assert (club / ".htpasswd").read_text() == "ash:x"
    assert (club / "photos").readlink() == photos
    assert (club / "later").is_dir()
    assert "Ash under another name" in next(club.rglob("index.html")).read_text("utf-8")
    assert build(paths).up_to_date


def test_a_slip_in_the_settings_of_a_competition_takes_no_page_away(paths: Paths) -> None:
    make_club(paths.landing, "ash")
    build(paths)
    before = pages(paths, "ash")
    assert len(before) > 3
    settings = next(paths.landing.rglob("competition.toml"))
    sound = settings.read_text("utf-8")
    settings.write_text(f"{sound}\nnonsense = 1\n", "utf-8")
    words = build(paths).findings
    assert pages(paths, "ash") == before
    assert words["severity"].to_list() == ["error"]
    again = build(paths)
    assert (again.up_to_date, again.findings["severity"].to_list()) == (True, ["error"])
    settings.write_text(sound, "utf-8")
    assert build(paths).findings.is_empty()
    assert pages(paths, "ash") == before


@pytest.mark.nightly
@without_pages()
def test_a_warehouse_of_another_version_is_built_anew_with_its_log(paths: Paths, tmp_path: Path) -> None:
    make_club(paths.landing, "ash")
    with duckdb.connect(str(paths.warehouse)) as connection:
        connection.execute("create schema operations; create table operations.builds as select now() as started_at")
        connection.execute("create schema raw; create table raw.files as select 'ash' as club")
    assert not build(paths).up_to_date
    (tmp_path / "real").mkdir()
    paths.file.rename(tmp_path / "real" / "w.duckdb")
    paths.file.symlink_to(tmp_path / "real" / "w.duckdb")
    build(paths, full=True)
    assert paths.file.is_symlink()
    with Warehouse(paths.warehouse, read_only=True) as warehouse:
        assert warehouse.read("operations.builds")["build"].to_list() == [1, 2]


@pytest.mark.nightly
def test_a_failed_club_leaves_no_error_when_it_goes(paths: Paths, monkeypatch: pytest.MonkeyPatch) -> None:
    for club in ("ash", "elm"):
        make_club(paths.landing, club)

    def fails(_tables: object, clubs: list[str], *_: object, **__: object) -> None:
        if "elm" in clubs:
            raise ValueError("the template fails")

    with monkeypatch.context() as patched:
        patched.setattr("pipelines.building.drawing.draw_pages", fails)
        assert build(paths).findings["code"].to_list() == ["club.failed"]
    shutil.rmtree(paths.landing / "elm")
    assert build(paths).findings.is_empty()
