"""A run of Dagster into a lake whose Postgres is started anew: it begins anew too, and all is put once."""

import errno
import logging
import os
from contextlib import AbstractContextManager
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import Mock

import dagster as dg
import polars as pl
import pytest
from lakes import IN_POSTGRES, end_connections

from pipelines.assets import clubs as club_assets
from pipelines.assets import federation as federation_assets
from pipelines.assets import group_run
from pipelines.assets.told import of_all_clubs
from pipelines.building import writing
from pipelines.building.build import under_way
from pipelines.building.clubs_run import ClubsRun
from pipelines.building.lock import Held, LockedError, build_lock
from pipelines.cli.build import build
from pipelines.definitions import build_defs
from pipelines.machine.paths import Lake, Paths
from pipelines.warehouse import Warehouse
from pipelines.warehouse.errors import NoServerError
from transforms.tables.messages import Message


def first(monkeypatch: pytest.MonkeyPatch, of: Any, name: str, *meanwhile: Any) -> None:
    """Let something happen before the first calls of a method or function, before each something else."""
    method, happens = getattr(of, name), iter(meanwhile)

    def called(self: Any, *given: Any, **named: Any) -> Any:
        if happening := next(happens, None):
            happening()
        return method(self, *given, **named)

    monkeypatch.setattr(of, name, called)


def run_of(paths: Paths, config: dict[str, Any] | None = None) -> dg.ExecuteInProcessResult:
    with dg.DagsterInstance.ephemeral() as instance:
        instance.add_dynamic_partitions("groups", ["group-001"])
        job = build_defs(paths).resolve_job_def("build_group")
        return job.execute_in_process(
            partition_key="group-001", instance=instance, run_config=config, raise_on_error=False
        )


def tried_again(run: dg.ExecuteInProcessResult) -> list[str | None]:
    return [event.step_key for event in run.all_events if event.is_step_up_for_retry]


def is_away() -> None:
    raise NoServerError(Message("the server is away"))


@pytest.mark.nightly
@IN_POSTGRES
def test_a_run_that_loses_its_server_once_it_has_committed_puts_its_pages_and_no_more(
    paths: Paths, lake: Lake, monkeypatch: pytest.MonkeyPatch
) -> None:
    save = Warehouse.save

    def saved(warehouse: Warehouse) -> None:
        save(warehouse)
        if commits:
            commits.pop()
            assert end_connections(lake, "") > 0

    def asked_of_all(warehouse: Warehouse) -> dict[str, dict[str, Any]]:
        if asks:
            asks.pop()
            is_away()
        return of_all_clubs(warehouse)

    commits, asks = [1], [1]
    monkeypatch.setattr(club_assets, "_BETWEEN", 0)
    monkeypatch.setattr(Warehouse, "save", saved)
    monkeypatch.setattr(club_assets, "of_all_clubs", asked_of_all)  # once all is put
    run = run_of(paths, {"ops": {"raw_tables": {"config": {"full": True}}}})
    assert run.success
    assert not commits
    assert not asks
    assert tried_again(run) == ["reports__site", "reports__site"]
    with Warehouse(lake, read_only=True) as warehouse:
        assert warehouse.read("operations.builds")["build"].to_list() == [1]
    assert (paths.reports / "ash" / "evenings").is_dir()
    assert not list(paths.reports.glob(".building-*"))


@pytest.mark.long
def test_a_run_begins_anew_once_for_each_time_that_it_must(paths: Paths, monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[str] = []

    def is_full_at_the_fifth(*given: Any, **named: Any) -> Any:
        begun.append(named["who"])
        if len(begun) == 5:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return under_way(*given, **named)

    monkeypatch.setattr(club_assets, "_BETWEEN", 0)
    monkeypatch.setattr(group_run, "under_way", is_full_at_the_fifth)
    first(monkeypatch, ClubsRun, "read", is_away)
    first(monkeypatch, ClubsRun, "record_published", is_away, is_away, is_away)
    run = run_of(paths)
    assert run.success
    assert len(tried_again(run)) == 5
    assert len(begun) == 6
    assert (paths.reports / "ash" / "evenings").is_dir()


@pytest.mark.long
def test_what_a_build_had_recorded_as_it_was_killed_the_next_run_puts(
    paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:

    def killed(_: Path) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(writing, "_put", killed)
        with pytest.raises(KeyboardInterrupt):
            build(paths)
    assert not (paths.reports / "ash").exists()
    run = group_run.GroupRun(paths, "a run")
    assert not run.start_group("group-001", lambda _: None, full=False, publishes=False)
    run.close()
    assert (paths.reports / "ash" / "evenings").is_dir()


@pytest.mark.long
def test_a_run_of_the_federation_that_has_put_all_says_what_it_made_as_soon_as_it_can(
    paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    build(paths)
    monkeypatch.setattr(club_assets, "_BETWEEN", 0)
    first(monkeypatch, federation_assets, "of_all_clubs", is_away)
    job = build_defs(paths).resolve_job_def("build_federation")
    with dg.DagsterInstance.ephemeral() as instance:
        run = job.execute_in_process(instance=instance, raise_on_error=False)
    assert run.success
    assert tried_again(run) == ["federation"]
    assert any(event.is_step_materialization for event in run.all_events)


def test_a_run_waits_under_its_own_name_to_put_what_another_left_and_says_for_whom(
    paths: Paths, lake: Lake, monkeypatch: pytest.MonkeyPatch
) -> None:
    paths.reports.mkdir()
    said: list[str] = []
    names: list[str] = []

    def locked(place: Lake, who: str, **options: Any) -> AbstractContextManager[Held]:
        names.append(who)
        return build_lock(place, who, **options | {"patience": 1.0})

    run = group_run.GroupRun(paths, "run 7")
    run.start_group("group-001", said.append, full=False, publishes=False)
    run.close()
    run._put = group_run.Put({}, pl.DataFrame(), of_all=True)
    (paths.reports / ".building-8.journal").write_text('{"build": 8}', encoding="utf-8")
    monkeypatch.setattr(writing, "build_lock", locked)
    with build_lock(lake, "run 8"), pytest.raises(LockedError):
        run.already_put()
    assert names == ["run 7"]
    assert said[-1].startswith("Waiting for run 8 (process")


@pytest.mark.parametrize("wrapped", [club_assets.beginning, club_assets.going_on])
@pytest.mark.parametrize(("tried", "said"), [(0, "Begins anew in 60 seconds (1 of 5)"), (5, "Gives up")])
def test_a_run_says_whether_it_begins_anew_and_why(
    wrapped: Any, tried: int, said: str, caplog: pytest.LogCaptureFixture
) -> None:
    context = SimpleNamespace(retry_number=tried, log=logging.getLogger("told"), resources=Mock())
    with pytest.raises(dg.RetryRequested), wrapped(context):
        is_away()
    assert caplog.messages == [f"{said}. The reason: the server is away"]
