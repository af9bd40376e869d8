"""The asset graph: a table an asset, with its words and inputs; jobs, schedules, sensors; what Dagster shows."""

import datetime as dt
from pathlib import Path
from unittest.mock import Mock

import dagster as dg
import polars as pl
import pytest
from syrupy.assertion import SnapshotAssertion

from pipelines.assets import told
from pipelines.assets.clubs import OF_CLUBS
from pipelines.assets.told import as_table, failures_in_words
from pipelines.building.changes import versions
from pipelines.definitions import build_defs
from pipelines.machine.paths import Paths
from pipelines.warehouse.column_words import column_words
from transforms.checks.computed import conditions
from transforms.tables.column_words import COLUMN_WORDS
from transforms.tables.schemas import RECORDED, WAREHOUSE, InSession, RankingPoints

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


def shown(rows: pl.DataFrame) -> list[dict[str, object]]:
    return [dict(record.data) for record in as_table(rows).records]


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, ""),
        (50.0, "50"),
        (1 / 3, "0.3333333"),
        (-4.4e-16, "-4.4e-16"),
        (float("nan"), "nan"),
        (7, "7"),
        (dt.date(2025, 9, 2), "2025-09-02"),
        ([1, 2], "[1, 2]"),
        ("<b>**a|b**</b>\n", "<b>**a|b**</b>\n"),
        ("x" * 500, "x" * 500),
        ("x" * 512, "x" * 500 + "… (12 more characters)"),
    ],
)
def test_every_value_is_a_short_text_of_its_own_cell(value: object, text: str) -> None:
    assert shown(pl.DataFrame({"value": [value], "<i>": [1]})) == [{"value": text, "<i>": "1"}]


# --- what a column is ---------------------------------------------------------------------------


def test_columns_that_are_inherited_have_their_words() -> None:
    class Inherited(RankingPoints):
        """A table like another one."""

    assert column_words(Inherited)["middle"] == "What an average score earned."
    assert column_words(InSession).keys() == {"club", "competition", "season", "session_id"}


def test_words_are_for_columns_that_there_are() -> None:
    columns = {name for schema in WAREHOUSE.values() for name in schema.column_names()}
    assert set(COLUMN_WORDS) <= columns


def test_where_no_club_failed_the_site_is_not_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(told, "NamedFolders", None)
    assert failures_in_words([], Mock()).is_empty()
