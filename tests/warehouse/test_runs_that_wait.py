"""A run into a lake computes first and waits then, and begins anew where its Postgres does: nothing is lost."""

import datetime as dt
import errno
import logging
import os
import shutil
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, ExitStack
from pathlib import Path
from time import sleep
from types import SimpleNamespace
from typing import Any
from unittest.mock import Mock

import dagster as dg
import pytest
from factories import frame
from lakes import groups

from bench.tiny_clubs import make_club
from pipelines.assets import clubs as club_assets
from pipelines.assets import group_run, metadata
from pipelines.building import writing
from pipelines.building.build import Build, under_way
from pipelines.building.changes import plan_of
from pipelines.building.clubs_run import LISTS, ClubsRun
from pipelines.building.failures import Failure
from pipelines.building.lock import build_lock
from pipelines.building.writing import rewriting
from pipelines.cli.build import build
from pipelines.cli.build import build as build_all
from pipelines.definitions import build_defs
from pipelines.intake.landing.folders import Folder, competition_folders
from pipelines.machine import waits
from pipelines.machine.errors import UnusableError
from pipelines.machine.files import is_claimed
from pipelines.machine.paths import Lake, Paths
from pipelines.warehouse import Warehouse
from pipelines.warehouse.errors import NoServerError
from transforms.tables.messages import Message
from transforms.tables.schemas import PublishedLists

GROUP = "from ash"
"""The group of the only club."""


@pytest.fixture
def computed(paths: Paths) -> Iterator[tuple[Build, ClubsRun]]:
    """A run of the club that has drawn its pages, and does not hold the lock yet."""
    with _of_all(paths) as build:
        yield build, _drawn(build)


@pytest.mark.long
def test_a_list_published_while_a_run_waits_stays(paths: Paths, computed: tuple[Build, ClubsRun]) -> None:
    build, run = computed
    row = {
        **{"club": "ash", "competition": "evenings", "season": "2025-26", "system": "elo"},
        **{"list_date": dt.date(2025, 6, 30), "player_id": "p1", "rating": 1500, "games_total": 30},
        **{"published_at": dt.datetime(2025, 7, 1, tzinfo=dt.UTC), "build": 1},
    }
    recorded = frame(PublishedLists, row)
    with rewriting(paths.warehouse, "barometer publish") as warehouse:
        warehouse.write(LISTS, recorded)
    _put(build, run)
    with Warehouse(paths.warehouse, read_only=True) as warehouse:
        assert warehouse.read(LISTS).equals(recorded)
        assert plan_of(paths, warehouse, competition_folders(paths.landing)).clubs == ["ash"]  # and follows from it


def _is_old(folder: Path) -> None:
    os.utime(folder, (1_750_000_000,) * 2)


def _of_all(paths: Paths) -> AbstractContextManager[Build]:
    """A run of all clubs that does not hold the lock yet."""
    return under_way(
        paths, lambda warehouse: plan_of(paths, warehouse, competition_folders(paths.landing)), at_once=False
    )


def _drawn(build: Build) -> ClubsRun:
    run = build.clubs_run(["ash"])
    run.run(build.draw)
    return run


def _put(build: Build, run: ClubsRun) -> None:
    build.hold()
    build.keep(run)
    build.remove(build.plan.gone)
    build.make_federation()
    build.publish()


@pytest.mark.nightly
@pytest.mark.parametrize("younger_first", [True, False])
@pytest.mark.parametrize("fails", [True, False])
def test_the_younger_run_counts_and_hiding_always(paths: Paths, *, younger_first: bool, fails: bool) -> None:
    build_all(paths)
    said: list[str] = []
    with _of_all(paths) as older:
        assert older.plan.is_empty
    make_club(paths.landing, "ash", tricks=9)
    with _of_all(paths) as older:
        older.say = said.append
        run_of_older = _drawn(older)
        name = _hide_the_first(paths)
        with _of_all(paths) as younger:
            run_of_younger = younger.clubs_run(["ash"])
            failed = [Failure("ash", "its pages", "broken")]
            run_of_younger.run((lambda run: run.set_aside(failed)) if fails else younger.draw)
            of_both = [(younger, run_of_younger), (older, run_of_older)]
            for build, run in of_both if younger_first else reversed(of_both):
                _put(build, run)
    with Warehouse(paths.warehouse, read_only=True) as warehouse:
        assert warehouse.read("raw.players")["public"].to_list().count(False) == 1
        assert warehouse.read("operations.findings")["code"].to_list() == (["club.failed"] if fails else [])
        assert fails or plan_of(paths, warehouse, competition_folders(paths.landing)).is_empty
    assert not [page for page in paths.reports.rglob("*.html") if name in page.read_text(encoding="utf-8")]
    left_out = any("left out, because a build that started later finished them first: ash" in line for line in said)
    assert fails or left_out == younger_first


def _hide_the_first(paths: Paths) -> str:
    """Let the first player of the club not be shown by its files; return the name."""
    players = paths.landing / "ash/evenings/players.csv"
    heading, first, *others = players.read_text(encoding="utf-8").splitlines()
    hidden = [f"{heading},public", f"{first},no", *(f"{line},yes" for line in others)]
    players.write_text("\n".join(hidden) + "\n", encoding="utf-8")
    return first.split(",")[heading.split(",").index("name")]


@pytest.mark.long
def test_a_build_of_all_began_when_it_looked_at_the_files(paths: Paths, monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[dt.datetime] = []

    def folders(landing: Path) -> list[Folder]:
        looked.append(dt.datetime.now(dt.UTC))
        return competition_folders(landing)

    monkeypatch.setattr("pipelines.cli.build.competition_folders", folders)
    build_all(paths)
    assert len(looked) == 1
    with Warehouse(paths.warehouse, read_only=True) as warehouse:
        assert warehouse.read("operations.builds")["started_at"].item() <= looked[0]


@pytest.mark.nightly
def test_a_club_that_is_there_again_when_a_run_has_its_turn_stays(paths: Paths) -> None:
    make_club(paths.landing, "elm")
    build_all(paths)
    away = paths.landing.parent / "away"
    (paths.landing / "elm").rename(away)
    with _of_all(paths) as build:
        assert build.plan.gone == ["elm"]
        away.rename(paths.landing / "elm")
        _put(build, _drawn(build))
    assert (paths.reports / "elm" / "evenings").is_dir()
    with Warehouse(paths.warehouse, read_only=True) as warehouse:
        assert "elm" in warehouse.read("raw.competitions")["club"]


@pytest.mark.long
def test_a_club_that_came_while_a_run_waited_stays_in_its_group(paths: Paths) -> None:
    """One that was never built and is gone has none any more."""

    def put(**of_clubs: str) -> None:
        with rewriting(paths.warehouse, "another run") as warehouse:
            warehouse.write("operations.groups", groups(**of_clubs))

    put(ash="ash to elm", fir="fir to yew")
    with _of_all(paths) as build:
        put(ash="ash to elm", elm="elm to fir", fir="fir to yew")
        build.hold()
        build.publish()
    with Warehouse(paths.warehouse, read_only=True) as warehouse:
        found = dict(warehouse.read("operations.groups").select("club", "group_name").iter_rows())
    assert found == {"ash": "ash to elm", "elm": "elm to fir"}


@pytest.mark.long
def test_a_long_wait_keeps_its_pages(paths: Paths, lake: Lake, computed: tuple[Build, ClubsRun]) -> None:
    build, run = computed
    left = paths.reports / ".building-of-the-dead"
    left.mkdir()
    _is_old(left)
    _is_old(build.aside)
    of_nobody = paths.reports / ".building-of-nobody.alive"
    of_nobody.touch()
    claim = build.aside.with_suffix(".alive")
    with ThreadPoolExecutor() as aside, ExitStack() as other:
        other.enter_context(build_lock(lake, "another", has_turn=True))
        waits = aside.submit(build.hold)
        while not claim.exists():
            sleep(0.01)
        writing._complete(lake, paths.reports)
        assert not left.exists()
        assert not of_nobody.exists()
        assert is_claimed(claim)
        other.close()
        assert waits.result(timeout=60)
    assert (build.aside / "ash" / "evenings").is_dir()
    _put(build, run)
    assert (paths.reports / "ash" / "evenings").is_dir()
    assert not list(paths.reports.glob(".building-*"))


@pytest.mark.long
def test_a_run_whose_pages_are_gone_draws_them_again(paths: Paths, computed: tuple[Build, ClubsRun]) -> None:
    build, run = computed
    removed = writing._complete

    def and_pages(*given: Any) -> None:
        removed(*given)
        shutil.rmtree(build.aside / "ash")

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(writing, "_complete", and_pages)
        assert not build.hold()
    build.draw(run)
    _put(build, run)
    assert list((paths.reports / "ash" / "evenings").rglob("*.html"))


@pytest.mark.nightly
def test_the_common_pages_wait_for_nobody_unknown(paths: Paths, monkeypatch: pytest.MonkeyPatch) -> None:
    build_all(paths)
    club = paths.landing / "ash"

    def is_made() -> bool:
        with _of_all(paths) as build:
            run = _drawn(build)
            build.hold()
            build.keep(run)
            return build.make_federation(may_be_left=True)

    monkeypatch.setattr(writing, "turns", Mock(return_value=2))
    (club / "evenings").rename(club / "nights")
    assert is_made()  # else the first page leads to pages that are gone
    (club / "nights").rename(club / "evenings")
    make_club(paths.landing, "ash", tricks=9)
    assert not is_made()
    monkeypatch.setattr(writing, "turns", Mock(side_effect=UnusableError("too many connections")))
    assert is_made()


def first(monkeypatch: pytest.MonkeyPatch, of: Any, name: str, *meanwhile: Any) -> None:
    """Let something happen before the first calls of a method or function, before each something else."""
    method, happens = getattr(of, name), iter(meanwhile)

    def called(self: Any, *given: Any, **named: Any) -> Any:
        if happening := next(happens, None):
            happening()
        return method(self, *given, **named)

    monkeypatch.setattr(of, name, called)


def run_of(paths: Paths) -> dg.ExecuteInProcessResult:
    with dg.DagsterInstance.ephemeral() as instance:
        instance.add_dynamic_partitions("groups", [GROUP])
        job = build_defs(paths).resolve_job_def("build_group")
        return job.execute_in_process(partition_key=GROUP, instance=instance, raise_on_error=False)


def tried_again(run: dg.ExecuteInProcessResult) -> list[str | None]:
    return [event.step_key for event in run.all_events if event.is_step_up_for_retry]


def is_away() -> None:
    raise NoServerError(Message("the server is away"))


@pytest.mark.nightly
def test_a_run_begins_anew_once_for_each_time_that_it_must(paths: Paths, monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[str] = []

    def is_full_at_the_fifth(*given: Any, **named: Any) -> Any:
        begun.append(named["who"])
        if len(begun) == 5:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return under_way(*given, **named)

    monkeypatch.setattr(waits, "BETWEEN_RETRIES", 0)
    monkeypatch.setattr(group_run, "under_way", is_full_at_the_fifth)
    first(monkeypatch, ClubsRun, "read", is_away)
    first(monkeypatch, ClubsRun, "record_published", is_away, is_away, is_away)
    run = run_of(paths)
    assert run.success
    assert len(tried_again(run)) == 5
    assert len(begun) == 6
    assert (paths.reports / "ash" / "evenings").is_dir()


@pytest.mark.long
def test_the_next_run_puts_what_a_killed_build_recorded(paths: Paths, monkeypatch: pytest.MonkeyPatch) -> None:
    def killed(_: Path) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(writing, "_put", killed)
        with pytest.raises(KeyboardInterrupt):
            build(paths)
    assert not (paths.reports / "ash").exists()
    run = group_run.GroupRun(paths, "a run")
    assert not run.start_groups([GROUP], lambda _: None)
    run.close()
    assert (paths.reports / "ash" / "evenings").is_dir()


@pytest.mark.nightly
def test_a_run_of_the_federation_says_what_it_made(paths: Paths, monkeypatch: pytest.MonkeyPatch) -> None:
    build(paths)
    monkeypatch.setattr(waits, "BETWEEN_RETRIES", 0)
    first(monkeypatch, metadata, "of_all_clubs", is_away)
    job = build_defs(paths).resolve_job_def("build_federation")
    with dg.DagsterInstance.ephemeral() as instance:
        run = job.execute_in_process(instance=instance, raise_on_error=False)
    assert run.success
    assert tried_again(run) == ["federation"]
    assert any(event.is_step_materialization for event in run.all_events)


@pytest.mark.parametrize("wrapped", [club_assets.beginning, club_assets.going_on])
@pytest.mark.parametrize(("tried", "said"), [(0, "Begins again in 60 seconds (1 of 5)"), (5, "Gives up")])
def test_a_run_says_why_it_begins_anew(wrapped: Any, tried: int, said: str, caplog: pytest.LogCaptureFixture) -> None:
    context = SimpleNamespace(retry_number=tried, log=logging.getLogger("a run"), resources=Mock())
    with pytest.raises(dg.RetryRequested), wrapped(context):
        is_away()
    assert caplog.messages == [f"{said}. The reason: the server is away"]
