"""Where no folder is named, what was built last is built again; the sample only where there was nothing else."""

import datetime as dt
import hashlib
import re
import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from cli.evenings_of_a_club import usebio
from typer.testing import CliRunner

from bench.tiny_clubs import make_club
from pipelines.cli.app import app
from pipelines.cli.new.new import landing_to_build
from pipelines.cli.terminal.which_landing import (
    last_landing,
    refuse_a_second_set,
    refuse_to_replace,
    refuse_to_replace_pages,
    reports_of,
    which_landing,
)
from pipelines.intake.landing.our_pages import OF_SITE
from pipelines.machine.errors import UnusableError
from pipelines.machine.paths import SAMPLE, Paths, Place
from pipelines.reports.page_names import page_name
from transforms.tables.messages import Message

A_SAMPLE = "No folder is named: this is the sample, a made-up season. Your own: barometer new FOLDER"


@pytest.fixture
def usual(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Paths:
    """The usual places in a project that has no landing folder, with nothing in the environment."""
    for name in ("LANDING", "WAREHOUSE", "REPORTS"):
        monkeypatch.delenv(f"BAROMETER_{name}", raising=False)
    monkeypatch.setattr("pipelines.machine.paths.PACKAGES", tmp_path / "project")
    monkeypatch.chdir(tmp_path)
    return Paths.from_environment()


def built_before(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    """The warehouse says that this folder was built last."""

    def told(_: object) -> Path:
        return folder

    monkeypatch.setattr("pipelines.cli.terminal.which_landing.last_landing", told)


def run(*arguments: object) -> tuple[int, str]:
    done = CliRunner().invoke(app, [str(argument) for argument in arguments])
    return done.exit_code, done.stderr


def test_what_was_built_last_is_built_again(tmp_path: Path, usual: Paths, monkeypatch: pytest.MonkeyPatch) -> None:

    def nothing(*_: object) -> None: ...

    monkeypatch.setattr("pipelines.building.drawing.draw_pages", nothing)
    make_club(tmp_path / "my results", "harbour")
    competition = tmp_path / "my results" / "harbour" / "evenings"
    assert run("build", competition)[0] == 0
    assert last_landing(usual) == competition
    again = f"No folder is named: this is the one of the last build, '{competition}'\n"
    assert run("build") == (0, f"{again}Nothing changed since the last build.\n")
    assert run("check") == (0, f"{again}0 errors, 0 warnings; nothing is built.\n")

    shutil.move(tmp_path / "my results", tmp_path / "moved")
    status, said = run("build")
    gone = "the last build read this folder, and it is not there any more; name the one to build now"
    assert (status, said) == (2, f"barometer: {competition}: {gone}: barometer build FOLDER\n")
    assert last_landing(usual) == competition

    shutil.move(tmp_path / "moved", tmp_path / "project" / "data" / "landing")
    assert which_landing(None, Paths.from_environment()) == (tmp_path / "project" / "data" / "landing", "")


def test_the_sample_where_nothing_was_built(usual: Paths) -> None:
    assert which_landing(None, usual) == (SAMPLE, A_SAMPLE)
    assert which_landing(Path("named"), usual) == (Path("named"), "")


def test_a_folder_of_pages_is_not_built_where_it_is_the_usual_one(
    usual: Paths, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "index.html").write_bytes(OF_SITE)
    (tmp_path / "style.css").touch()
    monkeypatch.setenv("BAROMETER_LANDING", str(tmp_path))
    with pytest.raises(UnusableError, match="these are pages that Barometer made"):
        which_landing(None, replace(usual, landing=tmp_path))


def test_installed_nothing_is_built_where_nothing_was(usual: Paths, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pipelines.cli.terminal.which_landing.INSTALLED", True)
    status, said = run("build")
    assert status == 2
    assert said.startswith(
        "barometer: nothing was built here, and no folder is named: if your results are here, name their folder:"
        " barometer build FOLDER; if you built elsewhere, go to that folder first"
    )
    assert not usual.reports.exists()


def test_pages_of_another_folder_are_not_replaced_unasked(
    tmp_path: Path, usual: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    tuesday, thursday = (tmp_path / "results" / day for day in ("tuesday", "thursday"))
    for folder in (tuesday, thursday):
        folder.mkdir(parents=True)
    built_before(monkeypatch, tuesday)
    status, said = run("build", thursday)
    assert status == 2
    assert f"are those of {tuesday} and would be replaced" in said
    assert f"For pages of its own: barometer build {thursday} --warehouse OTHER.duckdb --reports OTHER" in said
    for folder in (tuesday, tmp_path / "results"):
        refuse_to_replace(folder, usual, is_named=False)
    refuse_to_replace(thursday, usual, is_named=True)
    monkeypatch.setenv("BAROMETER_WAREHOUSE", "a.duckdb")
    refuse_to_replace(thursday, usual, is_named=False)
    monkeypatch.delenv("BAROMETER_WAREHOUSE")
    tuesday.rename(tmp_path / "ours")
    refuse_to_replace(thursday, usual, is_named=False)


def test_a_competition_within_what_was_built_is_built_with_the_others(
    tmp_path: Path, usual: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was proposed made one competition of the site."""
    friday = tmp_path / "ours" / "results" / "friday"
    friday.mkdir(parents=True)
    built_before(monkeypatch, tmp_path / "ours")
    together = "To build it together with all that is there: barometer build ours. For pages of its own"
    with pytest.raises(UnusableError, match=together) as refused:
        refuse_to_replace(friday, usual, is_named=False)
    instead = f"For this one in place of all those: barometer build {friday} --warehouse {usual.warehouse}"
    assert str(refused.value).endswith(instead)
    elsewhere = replace(usual, reports=tmp_path / "pages")
    with pytest.raises(
        UnusableError, match=f"build {friday} --reports {elsewhere.reports} --warehouse {usual.warehouse}"
    ):
        refuse_to_replace(friday, elsewhere, is_named=False)
    refuse_to_replace(tmp_path / "ours", usual, is_named=False)


@pytest.mark.parametrize(("typed_in", "built"), [("tuesday", "."), (".", "tuesday"), (".", "."), ("tuesday/bws", "..")])
def test_no_second_set_of_numbers_begins_further_down_unasked(
    tmp_path: Path, usual: Paths, monkeypatch: pytest.MonkeyPatch, typed_in: str, built: str
) -> None:
    """In `results/tuesday` a build made pages that knew nothing of what was published, and said nothing of it."""
    results = tmp_path / "results"
    (results / "tuesday" / "bws").mkdir(parents=True)

    def told(paths: Paths) -> Path | None:
        return results / "tuesday" if paths.warehouse == tmp_path / "barometer" / "warehouse.duckdb" else None

    monkeypatch.setattr("pipelines.cli.terminal.which_landing.last_landing", told)
    monkeypatch.chdir(results / typed_in)
    paths = Paths.of_the_working_folder(Path.cwd())
    wider = "results" if (typed_in, built) == (".", ".") else "results/tuesday"
    with pytest.raises(UnusableError, match=f"{tmp_path}/barometer, .*cd {tmp_path}, then barometer build {wider}\\."):
        refuse_a_second_set(Path(built), paths, is_named=False)
    refuse_a_second_set(Path(built), paths, is_named=True)
    refuse_a_second_set(tmp_path / "thursday", paths, is_named=False)
    refuse_a_second_set(Path(built), usual, is_named=False)
    assert isinstance(paths.warehouse, Path)
    paths.warehouse.parent.mkdir()
    paths.warehouse.touch()
    refuse_a_second_set(Path(built), paths, is_named=False)


@pytest.mark.usefixtures("usual")
def test_a_closed_folder_further_up_stops_no_build(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    club = tmp_path / "closed" / "club"
    club.mkdir(parents=True)
    monkeypatch.chdir(club)
    paths = Paths.of_the_working_folder(club)
    asked: list[Place] = []

    def closed_further_up(place: Place) -> bool:
        asked.append(place)
        if place == paths.warehouse:
            return False
        raise PermissionError(13, "Permission denied", str(place))

    monkeypatch.setattr("pipelines.cli.terminal.which_landing.exists", closed_further_up)
    refuse_a_second_set(club, paths, is_named=False)
    assert len(asked) == 1 + len(club.parents)


def test_a_build_where_you_are_is_refused_where_one_further_up_has_its_numbers(
    tmp_path: Path, usual: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    tuesday = tmp_path / "results" / "tuesday"
    tuesday.mkdir(parents=True)
    (tuesday / "competition.toml").touch()
    built_before(monkeypatch, tuesday)
    monkeypatch.chdir(tuesday)
    monkeypatch.setattr("pipelines.machine.paths.INSTALLED", True)
    status, said = run("build")
    assert status == 2
    assert said.startswith(
        f"No folder is named: this is the one where you are, {tuesday}\nbarometer: {tuesday}: not built"
    )
    assert not (tuesday / "barometer").exists()
    assert not usual.reports.exists()


def test_new_that_built_nothing_names_no_command_that_is_refused(
    tmp_path: Path, usual: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    ours, tuesday = (tmp_path / "results" / name for name in ("ours", "tuesday"))
    for folder in (ours, tuesday):
        folder.mkdir(parents=True)
    usebio(tuesday, dt.date(2025, 9, 2))

    def told(_: object) -> Path:
        return ours

    monkeypatch.setattr("pipelines.cli.new.new.last_landing", told)
    done = CliRunner().invoke(app, ["new", str(tuesday)])
    assert done.exit_code == 0
    assert "Not built, since the pages in" in done.stderr
    assert f"{tuesday} --warehouse OTHER.duckdb --reports OTHER" in done.stderr
    assert f"barometer build {tuesday}\n" not in done.stderr
    assert done.stderr.rstrip().endswith("build it as is said above.")
    assert not usual.reports.exists()


def pages_of(reports: Path, *competitions: str) -> None:
    """Pages of these competitions are there, as far as their folders tell."""
    for name in competitions:
        (reports / name).mkdir(parents=True)
        (reports / name / ".manifest").write_text("{}", encoding="utf-8")


def test_pages_of_other_numbers_are_not_replaced_unasked(
    tmp_path: Path, usual: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever names a warehouse, and forgets the folder of its pages, would else lose those of the usual one."""
    thursday = tmp_path / "results" / "thursday"
    thursday.mkdir(parents=True)
    (thursday / "competition.toml").write_text("", encoding="utf-8")
    refuse_to_replace_pages(thursday, usual, is_named=False)  # there are none
    pages_of(usual.reports, "results/tuesday", "results/thursday")
    status, said = run("build", thursday, "--warehouse", "thursday.duckdb")
    assert (status, Path("thursday.duckdb").exists()) == (2, False)
    assert f"the pages in {usual.reports} are those of results/tuesday and would be replaced" in said
    own = f"barometer build {thursday} --warehouse thursday.duckdb"
    assert f"For pages of its own: {own} --reports OTHER. To replace" in said
    assert f"all the same: {own} --reports {usual.reports}" in said
    refuse_to_replace_pages(thursday, usual, is_named=True)
    monkeypatch.setenv("BAROMETER_REPORTS", "pages")
    refuse_to_replace_pages(thursday, usual, is_named=False)
    monkeypatch.delenv("BAROMETER_REPORTS")
    (tmp_path / "results" / "tuesday").mkdir()
    (tmp_path / "results" / "tuesday" / "competition.toml").write_text("", encoding="utf-8")
    refuse_to_replace_pages(tmp_path, usual, is_named=False)  # both are built

    def wrote_them(_: object) -> Path:
        return usual.reports

    def not_asked(_: object) -> None:
        pytest.fail("the folder is not listed for pages that are its own")

    monkeypatch.setattr("pipelines.cli.terminal.which_landing.last_reports", wrote_them)
    monkeypatch.setattr("pipelines.cli.terminal.which_landing.folders_in", not_asked)
    refuse_to_replace_pages(thursday, usual, is_named=False)


def test_pages_are_not_replaced_unasked_where_another_version_wrote_the_numbers(
    tmp_path: Path, usual: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whose the pages are cannot be told then."""
    thursday = tmp_path / "results" / "thursday"
    thursday.mkdir(parents=True)
    (thursday / "competition.toml").write_text("", encoding="utf-8")

    def cannot_be_read(_: object) -> Path:
        raise UnusableError(Message("was written by another version"))

    monkeypatch.setattr("pipelines.cli.terminal.which_landing.last_reports", cannot_be_read)
    pages_of(usual.reports, "results/thursday")
    refuse_to_replace_pages(thursday, usual, is_named=False)
    pages_of(usual.reports, "results/tuesday")
    with pytest.raises(UnusableError, match="are those of results/tuesday and would be replaced"):
        refuse_to_replace_pages(thursday, usual, is_named=False)


def test_pages_of_an_address_that_a_newer_version_writes_otherwise_are_those_of_the_same_competition(
    tmp_path: Path, usual: Paths
) -> None:
    tuesday = tmp_path / "café" / "métro"
    tuesday.mkdir(parents=True)
    (tuesday / "competition.toml").write_text("", encoding="utf-8")
    pages_of(usual.reports, "/".join(re.sub("^[a-z]*", "x", page_name(name)) for name in ("café", "métro")))
    refuse_to_replace_pages(tuesday, usual, is_named=False)


def test_pages_of_an_address_with_a_short_hash_of_before_are_those_of_the_same_competition(
    tmp_path: Path, usual: Paths
) -> None:
    """They were taken for those of another competition."""
    tuesday = tmp_path / "café" / "tuesday"
    tuesday.mkdir(parents=True)
    (tuesday / "competition.toml").write_text("", encoding="utf-8")
    pages_of(usual.reports, f"caf-{hashlib.sha256('café'.encode()).hexdigest()[:10]}/tuesday")
    refuse_to_replace_pages(tuesday, usual, is_named=False)


def test_a_copy_is_known_by_what_lies_around_its_warehouse(tmp_path: Path) -> None:
    bridge, copy = tmp_path / "bridge", tmp_path / "copy"
    built = {"landing": str(bridge / "results" / "thursday"), "reports": str(bridge / "thursday")}
    for folder in (bridge, copy):
        (folder / "results" / "thursday").mkdir(parents=True)
        (folder / "thursday").mkdir()
    assert reports_of(built, bridge / "thursday.duckdb") == bridge / "thursday"
    assert reports_of(built, copy / "thursday.duckdb") == copy / "thursday"
    assert reports_of(built, tmp_path / "elsewhere" / "thursday.duckdb") == bridge / "thursday"
    (copy / "results" / "thursday").rmdir()
    assert reports_of(built, copy / "thursday.duckdb") == bridge / "thursday"
    assert reports_of({}, copy / "thursday.duckdb") is None


def test_a_copy_with_its_own_warehouse_is_built_beside_the_original(
    tmp_path: Path, usual: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The warehouse names the folder it was built from, which is still there: but this one came along with it."""

    def nothing(*_: object) -> None: ...

    monkeypatch.setattr("pipelines.building.drawing.draw_pages", nothing)
    monkeypatch.setattr("pipelines.cli.terminal.which_landing.INSTALLED", True)
    bridge, copy = tmp_path / "bridge", tmp_path / "copy" / "bridge"
    make_club(bridge / "results", "harbour")
    own = bridge / "barometer"
    places = ("--warehouse", own / "warehouse.duckdb", "--reports", own / "reports")
    assert run("build", bridge / "results" / "harbour" / "evenings", *places)[0] == 0
    shutil.copytree(bridge, copy)
    evenings, of_copy = copy / "results" / "harbour" / "evenings", copy / "barometer"
    there = replace(usual, warehouse=of_copy / "warehouse.duckdb", reports=of_copy / "reports")
    assert last_landing(there) == evenings
    refuse_to_replace(evenings, there, is_named=False)
    assert which_landing(None, there)[0] == evenings

    assert last_landing(replace(there, reports=copy / "other")) == evenings  # as with --warehouse alone
    shutil.copytree(evenings, copy / "results" / "harbour" / "others")
    with pytest.raises(UnusableError, match="would be replaced"):
        refuse_to_replace(evenings.parent / "others", there, is_named=False)
    beside = replace(usual, warehouse=own / "warehouse.duckdb", reports=of_copy / "reports")
    with pytest.raises(UnusableError, match="would be replaced"):
        refuse_to_replace(evenings, beside, is_named=False)
    moved = copy / "ours"
    evenings.rename(moved)
    with pytest.raises(UnusableError, match="not there any more; name the one to build now"):
        which_landing(None, there)
    refuse_to_replace(moved, there, is_named=False)


def test_the_sample_where_the_last_build_read_one(usual: Paths, monkeypatch: pytest.MonkeyPatch) -> None:
    for before in (SAMPLE.resolve(), Path("/gone/python3.11/site-packages/pipelines/data/sample")):
        built_before(monkeypatch, before)
        assert which_landing(None, usual) == (SAMPLE, A_SAMPLE)
    built_before(monkeypatch, Path("/gone/sample"))
    with pytest.raises(UnusableError, match="not there any more"):
        which_landing(None, usual)


def test_the_environment_and_the_working_folder_come_first(usual: Paths, monkeypatch: pytest.MonkeyPatch) -> None:
    built_before(monkeypatch, Path("/before"))
    said = f"No folder is named: this is the one where you are, {Path.cwd()}"
    assert which_landing(None, replace(usual, landing=Path.cwd())) == (Path.cwd(), said)
    monkeypatch.setenv("BAROMETER_LANDING", str(SAMPLE))
    assert which_landing(None, Paths.from_environment()) == (SAMPLE, "")


def test_it_is_built_with_what_was_built_by_itself_and_moved_there(
    tmp_path: Path, usual: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The command that was named replaced the pages of Tuesday by those of Friday alone."""
    built_before(monkeypatch, tmp_path / "results" / "tuesday")
    pages_of(usual.reports, "results/tuesday")
    friday, tuesday = (Path("ours", "results", day) for day in ("friday", "tuesday"))
    for folder in (friday, tuesday):
        folder.mkdir(parents=True)
        (folder / "competition.toml").touch()
    assert landing_to_build(friday, usual) == (
        Path("ours"),
        f"It is built together with all that is in {tmp_path.resolve() / 'ours'}.",
    )
    (tuesday / "competition.toml").unlink()
    assert landing_to_build(friday, usual)[0] != Path("ours")
