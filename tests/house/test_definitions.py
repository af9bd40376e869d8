"""The asset graph: a table an asset, with its words and inputs; jobs, schedules, sensors; what Dagster shows."""

import datetime as dt
import re
from graphlib import TopologicalSorter
from pathlib import Path
from typing import Any

import dagster as dg
import polars as pl
import pytest
import yaml
from dagster._config import process_config, resolve_to_config_type
from dagster._core.instance.config import dagster_instance_config
from dagster._serdes import ConfigurableClassData
from steps import steps_with
from syrupy.assertion import SnapshotAssertion

from pipelines.assets.clubs import OF_CLUBS
from pipelines.assets.metadata import as_table
from pipelines.building.changes import versions
from pipelines.definitions import build_defs
from pipelines.machine.paths import Paths
from pipelines.settings.ratings import rating_table
from pipelines.warehouse.column_words import COLUMN_WORDS, column_words
from transforms.checks.computed import conditions
from transforms.results.control_sheet import boards
from transforms.season import MADE, STANDINGS, STEPS, inputs, season_tables, steps_to
from transforms.season.shown import SHOWN
from transforms.tables.schemas import OF_ALL_CLUBS, RECORDED, WAREHOUSE, Boards, Frame, InSession, RankingPoints
from transforms.tables.shared import types_of
from transforms.tables.shown import REPORT
from transforms.tables.steps import CONDITIONS, Step, step_of

JOBS = ("build_group", "build_federation", "publish_ratings", "season_end", "solve_deals", "clean_history")


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


def test_groups_make_what_belongs_to_clubs(
    definitions: dg.Definitions,
) -> None:
    graph = definitions.resolve_asset_graph()
    of_groups = {node.key.to_user_string() for node in graph.asset_nodes if node.partitions_def}
    assert of_groups == {key(table) for table in OF_CLUBS} | {"reports/site"}
    assert {key(table) for table, schema in WAREHOUSE.items() if "club" in schema.column_names()} <= of_groups | {
        key(table) for table in WAREHOUSE if table.startswith("operations.") or table in (*RECORDED, *OF_ALL_CLUBS)
    }
    for name, spec in specs(definitions).items():
        mappings = {dep.partition_mapping for dep in spec.deps if dep.asset_key.to_user_string() in of_groups}
        assert name in of_groups or mappings <= {dg.AllPartitionMapping()}


def test_the_graph_of_stages_has_no_circle_and_nothing_floats(definitions: dg.Definitions) -> None:
    assets = specs(definitions)
    arrows = {
        (assets[dep.asset_key.to_user_string()].group_name or "", spec.group_name or "")
        for spec in assets.values()
        for dep in spec.deps
    }
    TopologicalSorter({stage: {one for one, other in arrows if other == stage != one} for _, stage in arrows}).prepare()
    read = {dep.asset_key.to_user_string() for spec in assets.values() for dep in spec.deps}
    assert [name for name, spec in assets.items() if not list(spec.deps) and name not in read] == []


def test_every_check_stands_at_its_table(definitions: dg.Definitions) -> None:
    graph = definitions.resolve_asset_graph()
    shown = {
        (at.asset_key.to_user_string(), at.name): graph.get_check_spec(at).description for at in graph.asset_check_keys
    }
    (fresh,) = [shown.pop(at) for at in list(shown) if at == ("reports/site", "shows_what_was_handed_in")]
    assert fresh
    assert shown == {(key(check.on), check.name): check.says[check.variant] for check in conditions()}
    blocking = {at.name for at in graph.asset_check_keys if graph.get_check_spec(at).blocking}
    assert blocking == {check.name for check in conditions() if check.severity == "error"}
    assert all(len(graph.get_execution_set_asset_and_check_keys(at)) == 1 for at in graph.asset_check_keys), "alone"


def test_what_runs_by_itself_does_so_in_one_process(definitions: dg.Definitions) -> None:
    assert {definitions.resolve_job_def(job).executor_def for job in JOBS} == {dg.in_process_executor}
    nightly, ends = (definitions.resolve_schedule_def(name) for name in ("nightly", "season_ends"))
    assert (nightly.cron_schedule, nightly.job_name) == ("30 3 * * *", "build_group")
    assert (ends.cron_schedule, ends.job_name) == ("15 * * * *", "season_end")
    solved = definitions.resolve_schedule_def("solved_before_the_night_build")
    assert (solved.cron_schedule, solved.job_name) == ("30 0 * * *", "solve_deals")
    assert solved.default_status == dg.DefaultScheduleStatus.RUNNING
    assert {nightly.default_status, ends.default_status} == {dg.DefaultScheduleStatus.RUNNING}
    sensors = [definitions.resolve_sensor_def(name) for name in ("landing", "alerts")]
    assert {sensor.default_status for sensor in sensors} == {dg.DefaultSensorStatus.RUNNING}


SHORT = [
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
]


def test_every_value_is_a_short_text_of_its_own_cell() -> None:
    for value, text in SHORT:
        (record,) = as_table(pl.DataFrame({"value": [value], "<i>": [1]})).records
        assert dict(record.data) == {"value": text, "<i>": "1"}


# --- what a column is ---------------------------------------------------------------------------


def test_columns_that_are_inherited_have_their_words() -> None:
    class Inherited(RankingPoints):
        """A table like another one."""

    assert column_words(Inherited)["middle"] == "The ranking points for an average score."
    assert column_words(InSession).keys() == {"club", "competition", "season", "session_id"}


def test_words_are_for_columns_that_there_are() -> None:
    columns = {name for schema in WAREHOUSE.values() for name in schema.column_names()}
    assert set(COLUMN_WORDS) <= columns


ALL = (*STEPS, *SHOWN)


def made_by(table: str) -> Step:
    (step,) = (step for step in ALL if table in step.makes)
    return step


def test_every_table_that_is_not_handed_in_or_remembered_is_made_once() -> None:
    elsewhere = {table for table in WAREHOUSE if table.startswith(("raw.", "operations."))} | set(RECORDED)
    assert sorted(MADE) == sorted(set(WAREHOUSE) - elsewhere)


def test_what_pages_show_has_the_shape_of_its_schema() -> None:
    given = {name: schema.create_empty() for name, schema in WAREHOUSE.items()}
    for name, table in season_tables({**given, "rating_table": rating_table()}, REPORT).items():
        assert dict(table.schema) == types_of(REPORT[name]), name


def test_every_column_that_pages_show_says_what_it_is() -> None:
    missing = {name: set(schema.column_names()) - column_words(schema).keys() for name, schema in REPORT.items()}
    assert {name: columns for name, columns in missing.items() if columns} == {}
    assert all(schema.__doc__ for schema in REPORT.values())


def test_what_a_step_reads_is_there_before_it() -> None:
    there = {table for table in WAREHOUSE if table.startswith("raw.")} | set(RECORDED) | set(CONDITIONS)
    missing: dict[str, set[str]] = {}
    for step in ALL:
        missing[step.makes[0]] = set(step.reads.values()) - there
        there |= set(step.makes)
    assert {table: names for table, names in missing.items() if names} == {}


def test_the_types_of_a_transform_say_what_its_step_reads_and_makes() -> None:
    assert dict(step_of(boards).reads) == {
        "board_scores": "scored.board_scores",
        "sessions": "raw.sessions",
        "competitions": "raw.competitions",
    }
    assert made_by("deals.findings").makes == ("deals.findings",)

    def transform(_rows: pl.LazyFrame) -> Frame[Boards]:
        raise AssertionError

    with pytest.raises(TypeError, match=r"LazyFrame.* names no table"):
        step_of(transform)


def test_no_more_is_made_than_is_asked_for() -> None:
    assert [step.makes for step in steps_to(["scored.boards"])] == [("scored.board_scores",), ("scored.boards",)]
    assert [step.makes for step in steps_to(["scored.boards"], ["scored.board_scores"])] == [("scored.boards",)]
    assert steps_to(["scored.boards"], ["scored.boards"]) == []
    assert inputs(["scored.boards"]) == ["raw.competitions", "raw.results", "raw.sessions"]
    given = ["scored.board_scores"]
    assert inputs(["scored.boards"], given) == ["raw.competitions", "raw.sessions", *given]


def test_what_is_given_is_not_made_again(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(**_: object) -> None:
        raise AssertionError

    monkeypatch.setattr("transforms.season.STEPS", steps_with("scored.board_scores", never))
    names = inputs(STANDINGS, ["scored.session_results", "scored.match_results"])
    assert set(STANDINGS) <= season_tables({name: WAREHOUSE[name].create_empty() for name in names}).keys()


PROJECT = Path(__file__).resolve().parents[2]
CLUSTER = PROJECT / "deploy" / "cluster"
STARTED_BY = ["dagster.yaml", "docker.yaml", "kubernetes.yaml"]


@pytest.mark.parametrize("file", STARTED_BY)
def test_an_instance_of_it_is_what_dagster_takes(file: str, tmp_path: Path) -> None:
    instance = settings("dagster.yaml") | settings(file)
    (tmp_path / "dagster.yaml").write_text(yaml.safe_dump(instance), encoding="utf-8")
    taken, _ = dagster_instance_config(str(tmp_path))
    assert taken["run_retries"] == {"enabled": True, "max_retries": 2, "retry_on_asset_or_op_failure": False}
    assert taken["run_launcher"]["module"].startswith("dagster_")


@pytest.mark.parametrize("file", STARTED_BY)
def test_what_starts_runs_takes_its_settings(file: str, monkeypatch: pytest.MonkeyPatch) -> None:
    launcher = settings(file)["run_launcher"]
    pytest.importorskip(launcher["module"], reason=f"{launcher['module']} is of clusters alone: pip install it to try")
    for name in ("RAY_JOBS", "DAGSTER_DATABASE"):
        monkeypatch.setenv(name, "there")
    of_class = ConfigurableClassData(launcher["module"], launcher["class"], yaml.safe_dump(launcher["config"]))
    taken = process_config(resolve_to_config_type(_class_of(launcher).config_type()), of_class.config_dict)
    assert taken.success, taken.errors


@pytest.mark.parametrize("file", STARTED_BY[1:])
def test_what_is_to_be_installed_for_it_is_of_the_dagster_that_is_locked(file: str) -> None:
    """Dagster 1.13.27 and its libraries 0.29.27 are one release."""
    locked = re.search(r"^dagster==1\.(\d+)\.(\d+) ", (PROJECT / "requirements.lock").read_text(), re.MULTILINE)
    assert locked
    minor, patch = map(int, locked.groups())
    named = re.findall(r"pip install dagster-\w+==([\d.]+)", (CLUSTER / file).read_text(encoding="utf-8"))
    assert named == [f"0.{minor + 16}.{patch}"]


def settings(file: str) -> dict[str, Any]:
    return yaml.safe_load((CLUSTER / file).read_text(encoding="utf-8"))


def _class_of(launcher: dict[str, Any]) -> Any:
    return getattr(pytest.importorskip(launcher["module"]), launcher["class"])
