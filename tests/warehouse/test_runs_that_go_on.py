"""A run of Dagster into a lake whose Postgres is started anew: it begins anew too, and all is put once."""

from pathlib import Path
from typing import Any

import dagster as dg
import pytest
from lakes import IN_POSTGRES, end_connections

from bench.tiny_clubs import make_club
from pipelines.assets import clubs as club_assets
from pipelines.assets.told import of_all_clubs
from pipelines.building.build import Build
from pipelines.building.clubs_run import ClubsRun
from pipelines.definitions import build_defs
from pipelines.paths import Lake, Paths
from pipelines.warehouse import Warehouse
from pipelines.warehouse.errors import NoServerError
from transforms.messages import Message


def once(monkeypatch: pytest.MonkeyPatch, of: type, name: str, meanwhile: Any) -> None:
    """Let something happen before the first call of a method."""
    method, happens = getattr(of, name), iter([meanwhile])

    def called(self: Any, *given: Any, **named: Any) -> Any:
        if first := next(happens, None):
            first()
        return method(self, *given, **named)

    monkeypatch.setattr(of, name, called)


@pytest.mark.long
@IN_POSTGRES
def test_a_run_whose_server_is_started_anew_begins_anew(
    lake: Lake, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_club(tmp_path / "landing", "ash")
    paths = Paths(tmp_path / "landing", lake, tmp_path / "site")

    def is_away() -> None:
        raise NoServerError(Message("the server is away"))

    def starts_anew() -> None:
        assert end_connections(lake, "") > 0

    monkeypatch.setattr(club_assets, "_BETWEEN", 0)
    once(monkeypatch, ClubsRun, "record_published", is_away)  # as it computes
    once(monkeypatch, Build, "make_federation", starts_anew)  # as it has its turn
    with dg.DagsterInstance.ephemeral() as instance:
        instance.add_dynamic_partitions("groups", ["group-001"])
        job = build_defs(paths).resolve_job_def("build_group")
        run = job.execute_in_process(partition_key="group-001", instance=instance, raise_on_error=False)
    assert run.success
    again = [event.step_key for event in run.all_events if event.is_step_up_for_retry]
    assert again == ["published_lists", "reports__site"]
    with Warehouse(lake, read_only=True) as warehouse:
        assert warehouse.read("operations.builds")["build"].to_list() == [1]
        assert warehouse.read("raw.results").height == 4
        assert {*warehouse.read("operations.steps")["build"]} == {1}
    assert (paths.reports / "ash" / "evenings").is_dir()
    assert not list(paths.reports.glob(".building-*"))


@pytest.mark.long
@IN_POSTGRES
def test_a_run_that_loses_its_server_once_it_has_committed_puts_its_pages_and_no_more(
    lake: Lake, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_club(tmp_path / "landing", "ash")
    paths = Paths(tmp_path / "landing", lake, tmp_path / "site")
    save = Warehouse.save

    def saved(warehouse: Warehouse) -> None:
        save(warehouse)
        if commits:
            commits.pop()
            assert end_connections(lake, "") > 0

    def asked_of_all(warehouse: Warehouse) -> dict[str, dict[str, Any]]:
        if asks:
            asks.pop()
            raise NoServerError(Message("the server is away"))
        return of_all_clubs(warehouse)

    commits, asks = [1], [1]
    monkeypatch.setattr(club_assets, "_BETWEEN", 0)
    monkeypatch.setattr(Warehouse, "save", saved)
    monkeypatch.setattr(club_assets, "of_all_clubs", asked_of_all)  # once all is put
    full = {"ops": {"raw_tables": {"config": {"full": True}}}}
    with dg.DagsterInstance.ephemeral() as instance:
        instance.add_dynamic_partitions("groups", ["group-001"])
        job = build_defs(paths).resolve_job_def("build_group")
        run = job.execute_in_process(
            partition_key="group-001", instance=instance, run_config=full, raise_on_error=False
        )
    assert run.success
    assert not commits
    assert not asks
    again = [event.step_key for event in run.all_events if event.is_step_up_for_retry]
    assert again == ["reports__site", "reports__site"]
    with Warehouse(lake, read_only=True) as warehouse:
        assert warehouse.read("operations.builds")["build"].to_list() == [1]
    assert (paths.reports / "ash" / "evenings").is_dir()
    assert not list(paths.reports.glob(".building-*"))
