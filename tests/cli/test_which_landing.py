"""Where no folder is named, what was built last is built again; the sample only where there was nothing else."""

import shutil
from collections import defaultdict
from dataclasses import replace
from pathlib import Path
from unittest.mock import Mock

import pytest
from commands import barometer

from bench.tiny_clubs import make_club
from pipelines.cli.terminal.which_landing import (
    folders_of,
    last_folders,
    refuse_to_replace,
    refuse_to_replace_pages,
    which_landing,
)
from pipelines.intake.landing.our_pages import OF_SITE
from pipelines.machine.errors import UnusableError
from pipelines.machine.paths import SAMPLE, Paths

MODULE = "pipelines.cli.terminal.which_landing"
A_SAMPLE = (
    "No folder was named, so this uses the sample, a made-up season. For your own results, run: barometer new FOLDER"
)


@pytest.fixture
def usual(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Paths:
    """The usual places in a project that has no landing folder, with nothing in the environment."""
    for name in ("LANDING", "WAREHOUSE", "REPORTS"):
        monkeypatch.delenv(f"BAROMETER_{name}", raising=False)
    monkeypatch.setattr("pipelines.machine.paths.PACKAGES", tmp_path / "project")
    monkeypatch.chdir(tmp_path)
    return Paths.from_environment()


def run(*arguments: object) -> tuple[int, str]:
    done = barometer(*arguments)
    return done.exit_code, done.stderr


def read_by_default(usual: Paths, named: Path | None = None) -> tuple[Path, list[str]]:
    said: list[str] = []
    return which_landing(named, usual, said.append), said


@pytest.mark.long
@pytest.mark.usefixtures("without_pages")
def test_what_was_built_last_is_built_again(tmp_path: Path, usual: Paths) -> None:
    make_club(tmp_path / "my results", "harbour")
    competition = tmp_path / "my results" / "harbour" / "evenings"
    assert run("build", competition)[0] == 0
    assert last_folders(usual.warehouse)["landing"] == competition
    again = f"No folder was named, so this uses the folder of the last build: '{competition}'\n"
    assert run("build") == (0, f"{again}Nothing changed since the last build.\n")
    assert run("check") == (0, f"{again}0 errors, 0 warnings; nothing was built.\n")

    shutil.move(tmp_path / "my results", tmp_path / "moved")
    status, said = run("build")
    gone = "the last build read this folder, but it no longer exists; name the folder to build now"
    assert (status, said) == (2, f"barometer: {competition}: {gone}: barometer build FOLDER\n")
    assert last_folders(usual.warehouse)["landing"] == competition

    shutil.move(tmp_path / "moved", tmp_path / "project" / "data" / "landing")
    assert read_by_default(Paths.from_environment()) == (tmp_path / "project" / "data" / "landing", [])


def test_which_folder_counts(usual: Paths, monkeypatch: pytest.MonkeyPatch) -> None:
    assert read_by_default(usual) == (SAMPLE, [A_SAMPLE])
    assert read_by_default(usual, Path("named")) == (Path("named"), [])
    monkeypatch.setattr(f"{MODULE}.last_folders", Mock(return_value={"landing": Path("/before")}))
    said = f"No folder was named, so this uses the current folder: {Path.cwd()}"
    assert read_by_default(replace(usual, landing=Path.cwd())) == (Path.cwd(), [said])
    monkeypatch.setenv("BAROMETER_LANDING", str(SAMPLE))
    assert read_by_default(Paths.from_environment()) == (SAMPLE, [])


def test_what_is_refused_without_a_folder(usual: Paths, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(f"{MODULE}.INSTALLED", True)
    status, said = run("build")
    assert status == 2
    assert said.startswith("barometer: nothing was built here, and no folder was named. If your results are here, name")
    assert not usual.reports.exists()
    (tmp_path / "index.html").write_bytes(OF_SITE)
    (tmp_path / "style.css").touch()
    monkeypatch.setenv("BAROMETER_LANDING", str(tmp_path))
    with pytest.raises(UnusableError, match="these are pages that Barometer made"):
        read_by_default(replace(usual, landing=tmp_path))


def test_pages_of_another_folder_stay(tmp_path: Path, usual: Paths, monkeypatch: pytest.MonkeyPatch) -> None:
    tuesday, thursday = (tmp_path / "results" / day for day in ("tuesday", "thursday"))
    for folder in (tuesday, thursday):
        folder.mkdir(parents=True)
    before = defaultdict(dict, {usual.warehouse: {"landing": tuesday, "reports": usual.reports}})
    monkeypatch.setattr(f"{MODULE}.last_folders", before.__getitem__)
    status, said = run("build", thursday)
    assert status == 2
    assert f"which belong to {tuesday}." in said
    assert f"To make separate pages, run: barometer build {thursday} --warehouse OTHER.duckdb --reports OTHER" in said
    for folder in (tuesday, tmp_path / "results"):
        refuse_to_replace(folder, usual, is_named=False)
    refuse_to_replace(thursday, usual, is_named=True)
    with monkeypatch.context() as named:
        named.setenv("BAROMETER_WAREHOUSE", "a.duckdb")
        refuse_to_replace(thursday, usual, is_named=False)
    tuesday.rename(tmp_path / "ours")
    refuse_to_replace(thursday, usual, is_named=False)


def test_pages_of_other_numbers_stay(tmp_path: Path, usual: Paths, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever names a warehouse, and forgets the folder of its pages, would else lose those of the usual one."""
    tuesday, thursday = (tmp_path / "results" / day for day in ("tuesday", "thursday"))
    for folder in (tuesday, thursday):
        folder.mkdir(parents=True)
    (thursday / "competition.toml").touch()
    refuse_to_replace_pages(thursday, usual, is_named=False)  # there are none
    for name in ("results/tuesday", "results/thursday"):
        (usual.reports / name).mkdir(parents=True)
        (usual.reports / name / ".manifest").write_text("{}", encoding="utf-8")
    status, said = run("build", thursday, "--warehouse", "thursday.duckdb")
    assert (status, Path("thursday.duckdb").exists()) == (2, False)
    assert f"this would replace the pages in {usual.reports}, which belong to results/tuesday." in said
    own = f"barometer build {thursday} --warehouse thursday.duckdb"
    assert f"To make separate pages, run: {own} --reports OTHER. To replace" in said
    assert f"the existing ones, run: {own} --reports {usual.reports}" in said
    refuse_to_replace_pages(thursday, usual, is_named=True)
    with monkeypatch.context() as named:
        named.setenv("BAROMETER_REPORTS", "pages")
        refuse_to_replace_pages(thursday, usual, is_named=False)
    (tuesday / "competition.toml").touch()
    refuse_to_replace_pages(tmp_path, usual, is_named=False)  # both are built

    # The folder is not listed for pages that are its own.
    monkeypatch.setattr(f"{MODULE}.last_folders", Mock(return_value={"reports": usual.reports}))
    monkeypatch.delattr(f"{MODULE}.folders_in")
    refuse_to_replace_pages(thursday, usual, is_named=False)


def test_a_copy_is_known_by_what_lies_around_its_warehouse(tmp_path: Path) -> None:
    bridge, copy = tmp_path / "bridge", tmp_path / "copy"
    built = {"landing": str(bridge / "results" / "thursday"), "reports": str(bridge / "thursday")}
    for folder in (bridge, copy):
        (folder / "results" / "thursday").mkdir(parents=True)
        (folder / "thursday").mkdir()
    assert folders_of(built, bridge / "thursday.duckdb")["reports"] == bridge / "thursday"
    assert folders_of(built, copy / "thursday.duckdb")["reports"] == copy / "thursday"
    assert folders_of(built, tmp_path / "elsewhere" / "thursday.duckdb")["reports"] == bridge / "thursday"
    (copy / "results" / "thursday").rmdir()
    assert folders_of(built, copy / "thursday.duckdb")["reports"] == bridge / "thursday"
    assert folders_of({}, copy / "thursday.duckdb") == {}


@pytest.mark.parametrize(("typed_in", "built"), [("tuesday", "."), (".", "tuesday"), ("tuesday/bws", "..")])
def test_no_second_set_of_numbers_begins_further_down_unasked(
    tmp_path: Path, usual: Paths, monkeypatch: pytest.MonkeyPatch, typed_in: str, built: str
) -> None:
    """In `results/tuesday` a build made pages that knew nothing of what was published, and said nothing of it."""
    results = tmp_path / "results"
    (results / "tuesday" / "bws").mkdir(parents=True)
    of_above = {"landing": results / "tuesday", "reports": tmp_path / "barometer" / "reports"}

    def of_last_build(warehouse: Path) -> dict[str, Path]:
        return of_above if warehouse == tmp_path / "barometer" / "warehouse.duckdb" else {}

    monkeypatch.setattr(f"{MODULE}.last_folders", of_last_build)
    monkeypatch.chdir(results / typed_in)
    paths = Paths.of_the_working_folder(Path.cwd())
    with pytest.raises(UnusableError, match=f"{tmp_path}/barometer, .*cd {tmp_path}, and run: barometer build"):
        refuse_to_replace(Path(built), paths, is_named=False)
    refuse_to_replace(Path(built), paths, is_named=True)
    refuse_to_replace(Path(built), usual, is_named=False)
