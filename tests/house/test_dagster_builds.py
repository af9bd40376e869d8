"""Runs of Dagster, group by group: they make what `barometer build` makes, and ask for no more than what changed."""

import datetime as dt
import shutil
import sys
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import dagster as dg
import polars as pl
import pytest
from steps import steps_with

from bench.same_warehouse import main as how_many_tables_differ
from pipelines.assets.alerts import looked_for
from pipelines.assets.automation import asked_at, looked_at
from pipelines.building import brake, drawing, writing
from pipelines.building.changes import OWED
from pipelines.building.lock import build_lock
from pipelines.cli.build import build
from pipelines.cli.simulate import simulate_landing
from pipelines.definitions import build_defs
from pipelines.intake.landing import folders
from pipelines.machine import waits
from pipelines.machine.environment import GROUP_BYTES, MESSAGE_COMMAND
from pipelines.machine.files import Contents
from pipelines.machine.paths import Paths
from pipelines.warehouse import Warehouse
from pipelines.warehouse.record_copy import copy_of
from transforms.scoring import board_scores

pytestmark = pytest.mark.long

GROUPS = ["alderhaven", "ashhaven"]
"""Each club is a group of its own."""
RANKED = "rankings.ranking_points"
RANKED_KEY = dg.AssetKey(RANKED.split("."))
RECORDS: dict[str, list[str | None]] = {f"operations/{name}": [None] for name in ("builds", "groups", "steps")}
"""The records that every build writes."""


class House:
    """A landing folder of two clubs, each in its own group, with a Dagster that has run both."""

    def __init__(self, folder: Path, instance: dg.DagsterInstance) -> None:
        self.paths = Paths(folder / "landing", folder / "warehouse.duckdb", folder / "reports")
        self.instance = instance
        self.definitions = build_defs(self.paths)

    def run(self, group: str | None, job: str = "build_group", **options: Any) -> dg.ExecuteInProcessResult:
        return self.definitions.resolve_job_def(job).execute_in_process(
            partition_key=group, instance=self.instance, raise_on_error=False, **options
        )

    def look(self, cursor: str | None = None) -> dg.SensorResult:
        """What the sensor of the landing folder asks for."""
        seen = looked_at(self.paths, self.instance, cursor)
        assert isinstance(seen, dg.SensorResult)
        return seen

    def rows(self, table: str) -> pl.DataFrame:
        with Warehouse(self.paths.warehouse, read_only=True) as warehouse:
            return warehouse.read(table)

    @property
    def clubs(self) -> list[Path]:
        return sorted(path for path in self.paths.landing.iterdir() if path.is_dir())


def site(folder: Path) -> dict[str, bytes]:
    """Path -> what is there, but for what says which build put it there, and when."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not path.name.startswith(".") and path.suffix != ".xlsx" and path.name != "raw.files.csv"
    }


def drop_last_line(club: Path) -> None:
    """A result line of a club is gone."""
    file = next(club.rglob("results.csv"))
    file.write_text("\n".join(file.read_text(encoding="utf-8").splitlines()[:-1]) + "\n", encoding="utf-8")


def metadata(result: dg.ExecuteInProcessResult, asset: str) -> dict[str, Any]:
    """What a run said about an asset."""
    (made,) = (
        event.step_materialization_data.materialization
        for event in result.all_events
        if event.is_step_materialization and event.asset_key and event.asset_key.to_user_string() == asset
    )
    return {name: getattr(value, "records", value.value) for name, value in made.metadata.items()}


def made(result: dg.ExecuteInProcessResult) -> dict[str, list[str | None]]:
    """The assets that a run marked as made, with their partitions."""
    found = dict[str, list[str | None]]()
    for event in result.all_events:
        if event.is_step_materialization and event.asset_key:
            found.setdefault(event.asset_key.to_user_string(), []).append(event.partition)
    return found


def why(result: dg.ExecuteInProcessResult) -> str:
    """The message of the step that failed, with its causes."""
    (failure,) = (event.step_failure_data for event in result.all_events if event.is_step_failure)
    return str(failure)


@pytest.fixture(scope="module", autouse=True)
def _small_groups() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv(GROUP_BYTES, "1")
        yield


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[House, list[dg.ExecuteInProcessResult]]]:
    folder = tmp_path_factory.mktemp("dagster")
    simulate_landing(folder / "landing", clubs=2, sessions=1, pairs=14, boards=8)
    with dg.DagsterInstance.ephemeral() as instance:
        house = House(folder, instance)
        asked = house.look()
        assert [request.partition_key for request in asked.run_requests or ()] == GROUPS
        (added,) = [*(asked.dynamic_partitions_requests or ())]
        instance.add_dynamic_partitions("groups", list(added.partition_keys))
        yield house, [house.run(group) for group in GROUPS]


@pytest.fixture
def house(built: tuple[House, list[dg.ExecuteInProcessResult]], tmp_path: Path) -> House:
    """A copy of it, to change."""
    shutil.copytree(built[0].paths.landing.parent, tmp_path, dirs_exist_ok=True)
    copy = House(tmp_path, built[0].instance)
    with Warehouse(copy.paths.warehouse) as warehouse:
        builds = warehouse.read("operations.builds")
        warehouse.write("operations.builds", builds.with_columns(reports=pl.lit(str(copy.paths.reports.resolve()))))
    return copy


def test_a_run_that_publishes_stops_where_the_command_would_and_goes_on_for_a_reason(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(brake, "WEB_ROOTS", (str(house.paths.reports.parent),))
    before = house.rows("operations.builds")
    stopped = house.run(GROUPS[0], "publish_ratings")
    assert not stopped.success
    assert "desk lies in" in why(stopped)
    assert house.rows("operations.builds").equals(before)
    config = {"ops": {"clubs": {"config": {"publish": True, "accept": "a test"}}}}
    assert house.run(GROUPS[0], "publish_ratings", run_config=config).success
    assert house.rows("published.stops")["reason"].to_list() == ["a test"]
    assert copy_of(house.paths.warehouse, "published.stops") is not None
    assert not house.rows("published.ratings").is_empty()
    (request,) = [*(house.look().run_requests or ())]
    assert request.tags["barometer/why"] == "1 of 2 clubs: a rating list was published", "the pages offer the list"
    assert house.run(GROUPS[0]).success
    assert not house.look().run_requests


def test_a_run_that_publishes_holds_back_a_club_in_doubt_alone(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(GROUP_BYTES, str(10**8))
    other, second = house.clubs
    shutil.copytree(second, house.paths.landing / "third")
    drop_last_line(second)
    folder = next(other.rglob("competition.toml")).parent
    (folder / "hidden.csv").write_text("player_id,public\n990099,false\n", encoding="utf-8")
    (request,) = [*(house.look().run_requests or ())]
    assert request.tags["barometer/clubs"].endswith(f"{other.name}, {second.name}, third"), "neighbours are one run"
    house.instance.add_dynamic_partitions("groups", ["third"])
    several = {"tags": {tag: name for tag, name in request.tags.items() if tag.startswith("dagster/")}}
    stopped = house.run(None, "publish_ratings", **several)
    assert not stopped.success
    assert f"Not published: {other.name}." in why(stopped)
    assert set(made(stopped)["raw/results"]) == {second.name, "third"}
    built = set(house.rows("raw.competitions")["club"])
    assert "third" in built, "the other clubs of the run were put in place"
    assert house.rows("scored.findings").filter(club=other.name, code="hidden.nobody").is_empty(), "it stays as it was"
    config = {"ops": {"clubs": {"config": {"publish": True, "accept": "a test"}}}}
    assert house.run(None, "publish_ratings", run_config=config, **several).success
    assert house.rows("scored.findings").filter(club=other.name, code="hidden.nobody").height == 1
    house.instance.delete_dynamic_partition("groups", "third")


@pytest.mark.nightly
def test_groups_make_what_a_build_makes(built: tuple[House, list[dg.ExecuteInProcessResult]], tmp_path: Path) -> None:
    house, runs = built
    assert all(run.success for run in runs)
    paths = Paths(house.paths.landing, tmp_path / "warehouse.duckdb", tmp_path / "reports")
    build(paths)
    assert how_many_tables_differ(house.paths.warehouse, paths.warehouse) == 0
    assert site(house.paths.reports) == site(paths.reports)
    with Warehouse(paths.warehouse, read_only=True) as warehouse:
        for table in ("operations.groups", "operations.steps"):
            made_by = ["build"] if table.endswith("steps") else []
            assert house.rows(table).drop(made_by).equals(warehouse.read(table).drop(made_by))


def test_a_run_names_its_clubs_and_what_they_cost(built: tuple[House, list[dg.ExecuteInProcessResult]]) -> None:
    house, runs = built
    for club, run in zip(house.clubs, runs, strict=True):
        made = metadata(run, "scored/board_scores")
        rows = house.rows("scored.board_scores").filter(club=club.name).height
        assert made["dagster/row_count"] == rows > 0
        assert [record.data for record in made["clubs"]] == [{"club": club.name, "rows": rows}]
        assert made["seconds"] > 0
        assert {record.data["club"] for record in made["preview"]} == {club.name}
        assert metadata(run, "operations/builds")["dagster/row_count"] == metadata(run, "reports/site")["build"]
        checks = {check.check_name: check for check in run.get_asset_check_evaluations()}
        assert {check.partition for check in checks.values()} == {run.dagster_run.tags["dagster/partition"]}
        assert len(checks) > 15
        assert all(check.passed for check in checks.values())


def test_where_nothing_changed_nothing_is_made(house: House) -> None:
    before = house.paths.file.stat()
    asked = house.look()
    assert not asked.run_requests
    assert isinstance(looked_at(house.paths, house.instance, asked.cursor), dg.SkipReason)
    first, second = GROUPS
    run = house.run(first)
    assert run.success
    assert not [event for event in run.all_events if event.is_step_materialization]
    assert (house.paths.file.stat().st_mtime_ns, house.paths.file.stat().st_ino) == (before.st_mtime_ns, before.st_ino)
    again = house.run(second, tags={"dagster/backfill": "all"})  # a backfill counts what is not made as failed
    assert again.success
    assert metadata(again, "scored/boards")["dagster/row_count"] > 0


def test_only_the_group_that_changed_is_asked_for_and_a_group_that_is_empty_goes(house: House) -> None:
    first, second = house.clubs
    drop_last_line(second)
    asked = house.look()
    (request,) = [*(asked.run_requests or ())]
    assert (request.partition_key, request.tags["barometer/clubs"]) == (GROUPS[1], second.name)

    shutil.rmtree(second)
    asked = house.look(asked.cursor)
    requests = {request.partition_key: request for request in asked.run_requests or ()}
    assert {*requests} == {GROUPS[0], GROUPS[1]}, "the only club left is drawn with a bar of its own"
    again = requests[GROUPS[1]]
    assert again.run_key != request.run_key
    assert not asked.dynamic_partitions_requests
    run = house.run(GROUPS[1])
    assert run.success
    assert metadata(run, "reports/site")["clubs gone"] == second.name
    assert set(house.rows("raw.sessions")["club"]) == {first.name}
    assert not (house.paths.reports / second.name).exists()
    asked = house.look(asked.cursor)
    (removed,) = [*(asked.dynamic_partitions_requests or ())]
    assert list(removed.partition_keys) == [GROUPS[1]]


@pytest.mark.nightly
def test_a_run_opens_the_files_of_its_own_group_alone(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[Path] = []
    look = folders.contents_of

    def noted(path: Path, most: int, *, is_file: bool = False) -> Contents:
        opened.append(path)
        return look(path, most, is_file=is_file)

    monkeypatch.setattr(folders, "contents_of", noted)
    cursor = house.look().cursor
    opened.clear()
    assert isinstance(looked_at(house.paths, house.instance, cursor), dg.SkipReason)
    assert not opened
    first, second = house.clubs
    drop_last_line(second)
    assert house.run(GROUPS[1]).success
    assert opened
    assert not [path for path in opened if path.is_relative_to(first)]
    assert build(house.paths).up_to_date


@pytest.mark.nightly
def test_a_run_reads_tables_of_all_clubs_no_more_than_it_must(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a country, that would be millions of rows in each of hundreds of runs."""
    first, second = house.clubs
    hide_the_first_player(second)
    assert house.run(GROUPS[1]).success
    whole = set[str]()
    read = Warehouse._rows

    def noted(self: Warehouse, name: str, wanted: Mapping[str, str], clubs: Collection[str] | None) -> pl.DataFrame:
        if clubs is None and not wanted:
            whole.add(name)
        return read(self, name, wanted, clubs)

    monkeypatch.setattr(Warehouse, "_rows", noted)
    monkeypatch.setattr(writing._OnACopy, "is_waited_for", Mock(return_value=True))
    drop_last_line(first)
    run = house.run(GROUPS[0])
    assert run.success
    assert "reports/first" not in made(run), "left to the run that waits"
    # Who is built and hidden, a row or some each, the names of competitions, and the years of the federation's list.
    of_operations = {f"operations.{name}" for name in ("builds", "groups", "findings", "hidden_on_pages")}
    assert whole == {*of_operations, "raw.competitions", "federation.rating_seasons"}


def hide_the_first_player(club: Path) -> None:
    file = next(club.rglob("players.csv"))
    heading, player, *others = file.read_text(encoding="utf-8").splitlines()
    lines = [f"{heading},public", f"{player},no", *(f"{line},yes" for line in others)]
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")


def test_a_failed_club_keeps_what_it_had(house: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    club = house.clubs[0]
    pages, results = site(house.paths.reports / club.name), house.rows("raw.results")
    drop_last_line(club)

    def no_page(*_: object, **__: object) -> None:
        raise ValueError("a template is broken")

    script = tmp_path / "alert.py"
    script.write_text(f"import sys, pathlib; pathlib.Path({str(tmp_path / 'heard')!r}).write_text(sys.stdin.read())")
    monkeypatch.setenv(MESSAGE_COMMAND, f"{sys.executable} {script}")
    monkeypatch.setattr(drawing, "draw_clubs", no_page)
    run = house.run(GROUPS[0])
    assert not run.success
    assert f"{club.name}: " in why(run)
    assert "a template is broken" in why(run)
    assert "reports/site" not in made(run)
    looked_for(house.paths, house.instance, None)
    assert f"\n{club.name}: the club could not be built" in (tmp_path / "heard").read_text(encoding="utf-8")
    assert site(house.paths.reports / club.name) == pages
    assert house.rows("raw.results").equals(results)
    assert house.rows("operations.findings")["club"].to_list() == [club.name]


def test_a_check_that_fails_blocks_its_club_and_shows_the_rows(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    def five_too_many(**tables: Any) -> pl.LazyFrame:
        return board_scores(**tables).with_columns(pl.col("ns_points") + 5)

    monkeypatch.setattr("transforms.season.STEPS", steps_with("scored.board_scores", five_too_many))
    spoiled = House(house.paths.landing.parent, house.instance)
    drop_last_line(house.clubs[0])
    before = house.rows("scored.boards")
    run = spoiled.run(GROUPS[0])
    assert not run.success
    failed = {check.check_name: check for check in run.get_asset_check_evaluations() if not check.passed}
    boards = failed["both_sides_share_the_top"]
    assert (boards.severity, boards.partition) == (dg.AssetCheckSeverity.ERROR, GROUPS[0])
    assert boards.blocking
    assert boards.metadata["clubs set aside"].value == house.clubs[0].name
    rows = boards.metadata["first rows"]
    assert isinstance(rows, dg.TableMetadataValue)
    assert len(rows.records) > 5
    assert house.rows("scored.boards").equals(before)


def test_every_night_each_group_that_changed_is_built(house: House) -> None:
    night = dt.datetime(2026, 1, 5, 3, 30, tzinfo=dt.UTC)
    (nothing,) = asked_at(house.paths, house.instance, night)
    assert isinstance(nothing, dg.SkipReason)
    assert "Nothing needs to be made again" in (nothing.skip_message or "")
    drop_last_line(house.clubs[0])
    (request,) = asked_at(house.paths, house.instance, night)
    assert isinstance(request, dg.RunRequest)
    assert request.partition_key == GROUPS[0]
    assert (request.run_key or "").endswith("2026-01-05T03:30:00+00:00")


def test_a_selection_is_made_alone_and_marked_alone(house: House) -> None:
    first, _ = house.clubs
    before = {table: house.rows(table) for table in (RANKED, "scored.session_results")}
    part = house.run(GROUPS[0], asset_selection=[RANKED_KEY], tags={"dagster/backfill": "all"})
    assert part.success
    assert made(part) == {"rankings/ranking_points": [GROUPS[0]], **RECORDS}
    assert [check.check_name for check in part.get_asset_check_evaluations()] == ["whoever_played_earned"]
    assert all(house.rows(table).equals(rows) for table, rows in before.items())
    assert build(house.paths).up_to_date, "it was made from tables that are up to date"

    results = house.rows("raw.results").height
    drop_last_line(first)
    house.run(GROUPS[0], asset_selection=[dg.AssetKey(["raw", name]) for name in ("results", "sessions")])
    late = house.run(GROUPS[0], asset_selection=[RANKED_KEY])
    assert (
        "scored.session_results" in metadata(late, "rankings/ranking_points")["made from tables that are out of date"]
    )
    assert house.rows("raw.results").height == results - 1
    assert house.rows("scored.session_results").equals(before["scored.session_results"])
    (request,) = [*(house.look().run_requests or ())]
    assert (request.partition_key, request.tags["barometer/clubs"].endswith(first.name)) == (GROUPS[0], True)
    house.run(GROUPS[0])
    whole = Paths(
        house.paths.landing, house.paths.file.with_name("whole.duckdb"), house.paths.reports.with_name("whole")
    )
    build(whole)
    assert how_many_tables_differ(house.paths.warehouse, whole.warehouse) == 0


def test_what_follows_from_a_table_that_became_another_is_made_again(house: House) -> None:
    with Warehouse(house.paths.warehouse) as warehouse:
        scores = warehouse.read("scored.board_scores")
        warehouse.write("scored.board_scores", scores.with_columns(pl.col("ns_points") + 1))
    assert house.run(GROUPS[0], asset_selection=[dg.AssetKey(["scored", "board_scores"])]).success
    with Warehouse(house.paths.warehouse, read_only=True) as warehouse:
        owed = warehouse.read("operations.steps").filter(inputs_sha256=OWED)
    assert set(owed["club"]) == {house.clubs[0].name, ""}
    assert {"scored.boards", RANKED, "reports.site", "awards.federation"} <= set(owed["table_name"])
    assert not {"raw", "scored.board_scores", "raw.sessions"} & set(owed["table_name"])


def test_pages_and_tables_of_all_clubs_are_made_alone(house: House) -> None:
    drawn = site(house.paths.reports)
    shutil.rmtree(house.paths.reports / house.clubs[0].name)
    run = house.run(GROUPS[0], asset_selection=[dg.AssetKey(["reports", "site"])])
    of_pages = {"operations/findings": [None], "operations/hidden_on_pages": [None]}
    assert made(run) == {"reports/site": [GROUPS[0]], **RECORDS, **of_pages}
    assert site(house.paths.reports) == drawn
    of_all = house.definitions.resolve_job_def("build_federation").execute_in_process(
        instance=house.instance, asset_selection=[dg.AssetKey(["awards", "federation"])]
    )
    assert made(of_all) == {"awards/federation": [None], **RECORDS}
    assert build(house.paths).up_to_date


def test_a_check_runs_alone_and_says_of_which_clubs(house: House) -> None:
    with Warehouse(house.paths.warehouse) as warehouse:
        warehouse.write("scored.boards", warehouse.read("scored.boards").with_columns(balanced=pl.lit(value=False)))
    builds = house.rows("operations.builds")
    check = dg.AssetSelection.checks(dg.AssetCheckKey(dg.AssetKey(["scored", "boards"]), "both_sides_share_the_top"))
    job = dg.define_asset_job("a_check", check, executor_def=dg.in_process_executor)
    alone = dg.Definitions.merge(house.definitions, dg.Definitions(jobs=[job])).resolve_job_def("a_check")
    options = {"tags": {"dagster/partition": GROUPS[0]}, "instance": house.instance, "raise_on_error": False}
    run = alone.execute_in_process(**options)
    (found,) = run.get_asset_check_evaluations()
    assert (found.passed, found.partition, found.blocking) == (False, GROUPS[0], True)
    assert found.metadata["clubs checked"].value == house.clubs[0].name
    assert found.target_materialization_data
    assert not run.success, "it blocks"
    everywhere = alone.execute_in_process(instance=house.instance, raise_on_error=False)  # as the page asks for it
    (found,) = everywhere.get_asset_check_evaluations()
    assert (found.partition, found.metadata["clubs set aside"].value) == (None, ", ".join(GROUPS))
    assert made(run) == {}
    assert house.rows("operations.builds").equals(builds)


def test_a_locked_warehouse_is_waited_for(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(waits, "OTHER_BUILD", 0.1)
    monkeypatch.setattr(waits, "RETRIES_OF_RUN", 1)
    monkeypatch.setattr(waits, "BETWEEN_RETRIES", 0)
    with build_lock(house.paths.warehouse, "barometer build"):
        run = house.run(GROUPS[0])
    assert not run.success
    assert "barometer build (process" in why(run)
    assert sum(event.is_step_up_for_retry for event in run.all_events) == 1
    assert house.run(GROUPS[0]).success
