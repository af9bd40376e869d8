"""The asset graph: one asset a table, each with its stage, its words and its inputs; a job and a schedule."""

from collections.abc import Iterator
from pathlib import Path

import dagster as dg
import pytest
from syrupy.assertion import SnapshotAssertion

from pipelines.commands.simulate import simulate_landing
from pipelines.definitions import build_defs
from pipelines.paths import Paths
from pipelines.warehouse import Warehouse
from transforms.season import STEPS
from transforms.tables import WAREHOUSE


@pytest.fixture
def definitions(tmp_path: Path) -> Iterator[dg.Definitions]:
    simulate_landing(tmp_path / "landing", sessions=2)
    paths = Paths(tmp_path / "landing", tmp_path / "warehouse.duckdb", tmp_path / "reports")
    with Warehouse(paths.warehouse) as warehouse:
        yield build_defs(paths, warehouse)


def specs(definitions: dg.Definitions) -> dict[str, dg.AssetSpec]:
    return {spec.key.to_user_string(): spec for spec in definitions.resolve_all_asset_specs()}


def test_every_table_is_an_asset_with_words_and_columns(definitions: dg.Definitions) -> None:
    assets = specs(definitions)
    assert set(assets) == {table.replace(".", "/") for table in WAREHOUSE} | {"reports/site"}
    for table, schema in WAREHOUSE.items():
        spec = assets[table.replace(".", "/")]
        assert spec.description
        columns = spec.metadata["dagster/column_schema"].columns
        assert [column.name for column in columns] == schema.column_names()


def test_no_description_is_shown_as_code(definitions: dg.Definitions) -> None:
    indented = {
        key: line
        for key, spec in specs(definitions).items()
        for line in (spec.description or "").splitlines()
        if line.startswith("    ")
    }
    assert indented == {}


def test_a_table_that_is_made_with_others_is_described_by_itself(definitions: dg.Definitions) -> None:
    assets = specs(definitions)
    for step in STEPS:
        purpose = (step.transform.__doc__ or "").partition("\n\n")[0]
        for table in step.makes:
            description = assets[table.replace(".", "/")].description or ""
            assert description.startswith(purpose) == (len(step.makes) == 1), table
    assert "schemes" not in (assets["awards/findings"].description or "").lower()


def test_the_graph_is_as_drawn(definitions: dg.Definitions, snapshot: SnapshotAssertion) -> None:
    drawn = {
        key: {"group": spec.group_name, "reads": sorted(dep.asset_key.to_user_string() for dep in spec.deps)}
        for key, spec in sorted(specs(definitions).items())
    }
    assert drawn == snapshot


@pytest.mark.slow
def test_the_job_materialises_everything_and_every_check_passes(definitions: dg.Definitions) -> None:
    result = definitions.resolve_job_def("build_season").execute_in_process()
    assert result.success
    checks = result.get_asset_check_evaluations()
    assert {check.check_name for check in checks if not check.passed} == set()
    assert len(checks) >= 8
    rows = result.asset_materializations_for_node("rankings__player_rankings")[0].metadata["dagster/row_count"]
    assert isinstance(rows.value, int)
    assert rows.value > 0


def test_it_runs_every_night_in_one_process(definitions: dg.Definitions) -> None:
    schedule = definitions.resolve_schedule_def("nightly")
    assert schedule.cron_schedule == "30 3 * * *"
    assert schedule.job_name == "build_season"
    assert definitions.resolve_job_def("build_season").executor_def is dg.in_process_executor
