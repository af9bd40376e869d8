"""A warehouse in a lake: the same tables as in a file, unseen until all is there, whoever else reads or writes."""

import datetime as dt
import itertools
import os
import re
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from unittest.mock import Mock

import polars as pl
import pytest
from first_builds import FirstBuilds, digest_of, without_pages
from lakes import groups

from bench.postgres import lake_in
from bench.same_warehouse import main as how_many_tables_differ
from bench.tiny_clubs import make_club
from pipelines.assets.group_run import GroupRun, wanted
from pipelines.building import putting
from pipelines.building.build import Build, under_way
from pipelines.building.changes import FIRST, NO_CLUB, Plan, plan_of
from pipelines.building.clubs_run import ClubsRun
from pipelines.building.lock import LockedError, build_lock, turns
from pipelines.building.writing import rewriting
from pipelines.cli.audit import audit
from pipelines.cli.build import build
from pipelines.cli.publish.publish import publish
from pipelines.cli.tidy import tidy
from pipelines.intake.landing.folders import competition_folders
from pipelines.machine.paths import Lake, Paths
from pipelines.warehouse import Warehouse, WarehouseError, exists
from pipelines.warehouse.tidying import tidy as tidy_lake
from transforms.tables.schemas import WAREHOUSE

IN_EITHER = pytest.mark.parametrize("lake", ["sqlite", "postgres"], indirect=True)


def make(landing: Path, club: str, *, tricks: int = 10) -> None:
    """Write the files of a club; the same files always have the same time of change, which a warehouse keeps."""
    make_club(landing, club, tricks=tricks)
    for file in (landing / club).rglob("*"):
        os.utime(file, (1_750_000_000 + tricks,) * 2)


@pytest.fixture(scope="module")
def first_builds(tmp_path_factory: pytest.TempPathFactory) -> FirstBuilds:
    """First builds into a lake with a catalogue in SQLite."""
    folder = tmp_path_factory.mktemp("lakes")
    here = folder / "here"
    lake = Lake(f"sqlite:{here / 'lake.sqlite'}", here / "files")
    return FirstBuilds(here, folder / "kept", Paths(here / "landing", lake, here / "site"))


@pytest.fixture
def paths(request: pytest.FixtureRequest, first_builds: FirstBuilds, tmp_path: Path) -> Paths:
    """Two clubs that are not built yet; where a test says so, in a lake with a catalogue in Postgres."""
    paths = first_builds.emptied()
    if getattr(request, "param", "sqlite") == "postgres":
        lake = lake_in(request.getfixturevalue("server"), f"lake_{abs(hash(tmp_path))}", tmp_path / "files")
        paths = Paths(tmp_path / "landing", lake, tmp_path / "site")
    for club in ("ash", "elm"):
        make(paths.landing, club)
    return paths


def build_first(paths: Paths, first_builds: FirstBuilds) -> None:
    if paths.warehouse == first_builds.paths.warehouse:
        first_builds.build()
    else:
        build(paths)


@pytest.fixture
def built(paths: Paths, first_builds: FirstBuilds) -> Paths:
    build_first(paths, first_builds)
    return paths


@pytest.fixture(scope="module")
def anew(tmp_path_factory: pytest.TempPathFactory) -> Callable[[Path], Paths]:
    """What the files of a landing folder give where a warehouse is a file: built once for the same files."""
    folder = tmp_path_factory.mktemp("anew")

    def built_anew(landing: Path) -> Paths:
        digest = digest_of(landing)
        clean = Paths(landing, folder / f"{digest}.duckdb", folder / digest)
        if not exists(clean.warehouse):
            build(clean)
        return clean

    return built_anew


def _is_as_built(clean: Paths, paths: Paths) -> None:
    """A lake holds what a file does into which the same is built, with the same pages."""
    assert how_many_tables_differ(clean.warehouse, paths.warehouse) == 0
    assert pages(clean.reports) == pages(paths.reports)


def tricks(paths: Paths) -> list[int | None]:
    with Warehouse(paths.warehouse, read_only=True) as warehouse:
        return warehouse.read("raw.results").filter(board=1, table="1")["tricks"].to_list()


def pages(site: Path) -> dict[str, bytes]:
    return {str(page.relative_to(site)): page.read_bytes() for page in site.rglob("*.html")}


@pytest.mark.nightly
def test_who_reads_a_lake_sees_one_moment_and_stops_no_build_and_what_is_recorded_stays(built: Paths) -> None:
    assert publish(built.warehouse)
    with Warehouse(built.warehouse, read_only=True) as reader:
        before = {name: reader.read(name) for name in reader.tables()}
        make(built.landing, "ash", tricks=9)
        with without_pages():
            build(built)
        assert reader.read("raw.results").equals(before["raw.results"])
        said = tidy(built.warehouse, 7)
        assert (said[0][:2], said[2]) == ("0 ", "0 files that are no longer needed were deleted (0.0 MB).")
        assert said[1] != "0 small or half-empty files were merged."
        assert all(reader.read(name).equals(rows) for name, rows in before.items())
    assert tricks(built) == [9, 10]
    now = _tables(built)
    assert not now["published.corrections"].is_empty()
    assert now["operations.builds"]["build"].to_list() == [1, 2]
    assert isinstance(built.warehouse, Lake)
    assert built.warehouse.data is not None
    of_others = built.warehouse.data / "another_lake" / "results.parquet"
    of_others.parent.mkdir()
    pl.DataFrame({"club": ["oak"]}).write_parquet(of_others)
    os.utime(of_others, (1_750_000_000,) * 2)
    forgotten, _, deleted, size = tidy_lake(built.warehouse, dt.timedelta(0))
    assert min(forgotten, deleted, size) > 0
    assert tidy_lake(built.warehouse, dt.timedelta(0))[:2] == (0, 0)
    assert of_others.is_file()
    assert all(rows.equals(now[name]) for name, rows in _tables(built).items())
    _, differences, _ = audit(built.warehouse)
    assert differences.is_empty()


def _tables(paths: Paths) -> dict[str, pl.DataFrame]:
    with Warehouse(paths.warehouse, read_only=True) as warehouse:
        return {name: warehouse.read(name) for name in warehouse.tables()}


class Killed(BaseException):
    """Ends a build, and nothing in the build can catch it."""


@pytest.mark.nightly
@pytest.mark.parametrize("paths", ["sqlite", "postgres"], indirect=True)
def test_a_build_that_fails_or_is_killed_as_it_publishes_is_done_or_not_begun(
    built: Paths, monkeypatch: pytest.MonkeyPatch, anew: Callable[[Path], Paths]
) -> None:
    """One after the other: each goes on from what the one before left."""
    make(built.landing, "ash", tricks=9)

    def ends(at: object, name: str, by: type[BaseException]) -> None:
        def broken(*_: object) -> None:
            raise by

        with monkeypatch.context() as patched:
            patched.setattr(at, name, broken)
            with pytest.raises(by):
                build(built)

    ends(putting, "seal", RuntimeError)
    assert tricks(built) == [10, 10]
    assert not list(built.reports.glob(".building-*"))
    ends(Warehouse, "save", Killed)
    assert tricks(built) == [10, 10]
    ends(putting, "put", Killed)
    assert tricks(built) == [9, 10]
    build(built)
    assert tricks(built) == [9, 10]
    _is_as_built(anew(built.landing), built)
    assert not list(built.reports.glob(".building-*"))


@pytest.mark.parametrize(("paths", "is_there"), [("sqlite", False), ("postgres", True)], indirect=["paths"])
@pytest.mark.nightly
def test_groups_are_computed_side_by_side_and_the_last_makes_for_both_what_all_show(
    paths: Paths, first_builds: FirstBuilds, anew: Callable[[Path], Paths], is_there: bool
) -> None:
    if is_there:
        build_first(paths, first_builds)
    make(paths.landing, "ash", tricks=9)
    make(paths.landing, "elm", tricks=8)

    def only(club: str) -> Callable[[Warehouse], Plan]:
        def plan(warehouse: Warehouse) -> Plan:
            whole = plan_of(paths, warehouse, competition_folders(paths.landing))
            return whole._replace(stale={club: whole.stale[club]})

        return plan

    def put(build: Build, run: ClubsRun) -> bool:
        build.keep(run)
        makes_all = build.make_federation(may_be_left=True)
        build.publish()
        return makes_all

    with under_way(paths, only("ash"), at_once=False) as one, under_way(paths, only("elm"), at_once=False) as other:
        of_one, of_other = one.clubs_run(["ash"]), other.clubs_run(["elm"])
        for build_, run in ((one, of_one), (other, of_other)):
            run.run(build_.draw)
            assert not run.failures
        one.hold()
        waits = threading.Thread(target=other.hold)
        waits.start()
        _until(lambda: turns(paths.warehouse) == 2)
        assert put(one, of_one) is not is_there
        waits.join()
        with Warehouse(paths.warehouse, read_only=True) as warehouse:
            stale = plan_of(paths, warehouse, competition_folders(paths.landing)).stale
        assert (FIRST in stale.get(NO_CLUB, ())) is is_there
        assert NO_CLUB not in _asked_for(paths)
        assert put(other, of_other)
    assert turns(paths.warehouse) == 0
    assert tricks(paths) == [9, 8]
    assert build(paths).up_to_date
    _is_as_built(anew(paths.landing), paths)


def _until(is_so: Callable[[], bool]) -> None:
    until = time.monotonic() + 60
    while not is_so():
        assert time.monotonic() < until
        time.sleep(0.05)


def _asked_for(paths: Paths) -> list[str]:
    """The clubs for which something is asked, by the sensor of the landing folder and each night."""
    return [club for clubs in wanted(paths, competition_folders(paths.landing)).clubs.values() for club in clubs]


@pytest.mark.nightly
def test_a_dead_run_is_asked_for_again_and_hiding_waits_for_nobody(
    built: Paths,
) -> None:
    def plan(warehouse: Warehouse) -> Plan:
        return plan_of(built, warehouse, competition_folders(built.landing))

    def names() -> bool:
        return "Ada Alder" in (built.reports / "search-index.js").read_text(encoding="utf-8")

    for hides in (False, True):
        with under_way(built, plan) as under, subprocess.Popen([*WAITS, str(built.warehouse)]) as other:
            _until(lambda: turns(built.warehouse) == 2)
            if hides:
                is_ada = pl.col("name") == "Ada Alder"
                players = under.warehouse.read("raw.players").with_columns(public=pl.col("public") & ~is_ada)
                under.warehouse.write("raw.players", players)
            assert under.make_federation(may_be_left=True) is hides
            other.kill()
            other.wait()
            under.publish()
        assert names() is not hides
        assert turns(built.warehouse) == 0
        assert _asked_for(built) == ([] if hides else [NO_CLUB])


WAITS = [
    sys.executable,
    "-c",
    "import sys; from pipelines.building.lock import build_lock; from pipelines.machine.paths import place_of\n"
    "with build_lock(place_of(sys.argv[1]), 'a run', has_turn=True): pass",
]
"""A program that waits for its turn."""


@pytest.mark.long
def test_no_run_of_a_lake_gives_up_its_turn(built: Paths, monkeypatch: pytest.MonkeyPatch) -> None:
    hours = Mock(monotonic=itertools.count(0, 3600).__next__, time=time.time)
    monkeypatch.setattr("pipelines.building.lock.time", hours)
    with (
        pytest.raises(LockedError),
        build_lock(built.warehouse, "run 1"),
        build_lock(built.warehouse, "barometer build"),
    ):
        pass
    said: list[str] = []
    run = GroupRun(built, "run 2")

    def holds_for_a_while() -> None:
        with build_lock(built.warehouse, "run 1"):
            _until(lambda: bool(said))
            time.sleep(1)

    holds = threading.Thread(target=holds_for_a_while)
    holds.start()
    _until(lambda: any(built.reports.parent.glob(".*.holder")))
    assert not run.start_federation(said.append)
    run.close()
    holds.join()
    assert said[0].startswith("Waiting for run 1 (process")


@IN_EITHER
@pytest.mark.long
def test_one_writes_at_a_time(lake: Lake, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pipelines.building.lock.platform.node", lambda: "a" * 80)
    with Warehouse(lake) as warehouse:
        warehouse.describe()
    said: list[str] = []
    with build_lock(lake, "barometer first"):
        another = build_lock(lake, "barometer second", patience=1.0, say=said.append)
        with pytest.raises(LockedError, match=r"barometer first \(process \d+ of .* is still writing "):
            another.__enter__()
    assert re.fullmatch(r"Waiting for barometer first \(process \d+ of \w+ on a+, since [\d-]+ [\d:]+\)\.", said[0])
    with build_lock(lake, "barometer second", patience=0.0):
        pass


@IN_EITHER
@pytest.mark.long
def test_writers_side_by_side_lose_nothing(lake: Lake) -> None:
    with Warehouse(lake) as warehouse:
        warehouse.describe()

    def write(club: str) -> None:
        with Warehouse(lake) as warehouse:
            for number in range(3):
                warehouse.replace({"operations.groups": groups(**{club: f"group-{number:03}"})}, [club])

    writers = [threading.Thread(target=write, args=(club,)) for club in ("ash", "elm", "fir")]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    with Warehouse(lake, read_only=True) as warehouse:
        assert warehouse.read("operations.groups").rows() == [(club, "group-002", 1) for club in ("ash", "elm", "fir")]


@pytest.mark.long
def test_tables_that_are_filled_and_emptied_are_not_taken_for_those_that_never_had_a_row(lake: Lake) -> None:
    """The catalogue knows the latter, but not yet what is held back, nor when rows went."""
    row = groups(ash="group-001")
    with Warehouse(lake) as warehouse:
        warehouse.describe()
        warehouse.hold_back()
        assert warehouse.read("operations.groups").is_empty()
        warehouse.replace({"operations.groups": row}, ["ash"])
        assert warehouse.read("operations.groups").equals(row)
        warehouse.describe()
        assert warehouse.read("operations.groups").equals(row)
        warehouse.save()
    with Warehouse(lake, read_only=True) as reader:
        assert reader.read("operations.groups").equals(row)
        with Warehouse(lake) as warehouse:
            warehouse.replace({"operations.groups": row.clear()}, ["ash"])
        assert reader.read("operations.groups").equals(row)
    with Warehouse(lake, read_only=True) as reader:
        assert reader.read("operations.groups").is_empty()


def _spoil(warehouse: Warehouse) -> None:
    warehouse.write("raw.results", WAREHOUSE["raw.results"].create_empty())
    warehouse.write("raw.results", WAREHOUSE["raw.players"].create_empty())


@pytest.mark.long
def test_what_fails_while_a_lake_is_rewritten_is_undone(built: Paths) -> None:
    with pytest.raises(WarehouseError, match=r"raw\.results: "), rewriting(built.warehouse, "a test") as warehouse:
        _spoil(warehouse)
    assert tricks(built) == [10, 10]
