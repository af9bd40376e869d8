"""The asset graph: one asset a table, each with its stage, its words and its inputs; jobs, schedules and sensors."""

from pathlib import Path

import dagster as dg
import pytest
from syrupy.assertion import SnapshotAssertion

from pipelines.assets.clubs import OF_CLUBS
from pipelines.building.changes import versions
from pipelines.definitions import build_defs
from pipelines.machine.paths import Paths
from transforms.checks.computed import conditions
from transforms.tables.schemas import RECORDED, WAREHOUSE

JOBS = ("build_group", "build_federation", "publish_ratings", "solve_deals")


@pytest.fixture(scope="module")
def definitions() -> dg.Definitions:
    return build_defs(Paths(Path("landing"), Path("warehouse.duckdb"), Path("reports")))


def specs(definitions: dg.Definitions) -> dict[str, dg.AssetSpec]:
    return {spec.key.to_user_string(): spec for spec in definitions.resolve_all_asset_specs()}


def key(table: str) -> str:
    return table.replace(".", "/")


def test_every_table_is_an_asset_with_words_and_columns(definitions: dg.Definitions) -> None:
    assets = specs(definitions)
    assert set(assets) == {key(table) for table in WAREHOUSE} | {"reports/site", "reports/first", "deals/solved"}
    for table, schema in WAREHOUSE.items():
        spec = assets[key(table)]
        assert spec.description
        columns = spec.metadata["dagster/column_schema"].columns
        assert [column.name for column in columns] == schema.column_names()


def test_the_graph_is_as_drawn(definitions: dg.Definitions, snapshot: SnapshotAssertion) -> None:
    drawn = {
        key: {"group": spec.group_name, "reads": sorted(dep.asset_key.to_user_string() for dep in spec.deps)}
        for key, spec in sorted(specs(definitions).items())
    }
    assert drawn == snapshot


def test_everybody_answers_for_an_asset_and_its_code_has_a_version(definitions: dg.Definitions) -> None:
    assets = specs(definitions)
    assert {tuple(spec.owners) for spec in assets.values()} == {("team:federation",)}
    by_itself = {name: assets[key(name)].code_version for name in versions() if key(name) in assets}
    assert by_itself == {name: version[:16] for name, version in versions().items() if key(name) in assets}
    made = [table for table in WAREHOUSE if not table.startswith("operations.") and table not in RECORDED]
    assert all(assets[key(table)].code_version for table in made)


def test_what_belongs_to_clubs_is_made_by_groups_and_the_rest_follows_from_all_of_them(
    definitions: dg.Definitions,
) -> None:
    graph = definitions.resolve_asset_graph()
    of_groups = {node.key.to_user_string() for node in graph.asset_nodes if node.partitions_def}
    assert of_groups == {key(table) for table in OF_CLUBS} | {"reports/site"}
    assert {key(table) for table, schema in WAREHOUSE.items() if "club" in schema.column_names()} <= of_groups | {
        key(table) for table in WAREHOUSE if table.startswith("operations.") or table in RECORDED
    }
    for name, spec in specs(definitions).items():
        if name not in of_groups | {key(table) for table in RECORDED}:
            assert {dep.asset_key.to_user_string() for dep in spec.deps} == of_groups
            assert {type(dep.partition_mapping) for dep in spec.deps} == {dg.AllPartitionMapping}


def test_every_check_stands_at_its_table(definitions: dg.Definitions) -> None:
    graph = definitions.resolve_asset_graph()
    shown = {
        (at.asset_key.to_user_string(), at.name): graph.get_check_spec(at).description for at in graph.asset_check_keys
    }
    (fresh,) = [shown.pop(at) for at in list(shown) if at == ("reports/site", "shows_what_was_handed_in")]
    assert fresh
    assert shown == {(key(check.on), check.name): check.says[check.variant] for check in conditions()}


def test_what_runs_by_itself_does_so_in_one_process(definitions: dg.Definitions) -> None:
    assert {definitions.resolve_job_def(job).executor_def for job in JOBS} == {dg.in_process_executor}
    nightly, yearly = (definitions.resolve_schedule_def(name) for name in ("nightly", "yearly_ratings"))
    assert (nightly.cron_schedule, nightly.job_name) == ("30 3 * * *", "build_group")
    assert (yearly.cron_schedule, yearly.job_name) == ("30 12 1 7 *", "publish_ratings")
    assert yearly.execution_timezone == "UTC"
    solved = definitions.resolve_schedule_def("solved_before_the_night_build")
    assert (solved.cron_schedule, solved.job_name) == ("30 0 * * *", "solve_deals")
    assert solved.default_status == dg.DefaultScheduleStatus.RUNNING
    assert {nightly.default_status, yearly.default_status} == {dg.DefaultScheduleStatus.RUNNING}
    sensors = [definitions.resolve_sensor_def(name) for name in ("landing", "failures")]
    assert {sensor.default_status for sensor in sensors} == {dg.DefaultSensorStatus.RUNNING}
