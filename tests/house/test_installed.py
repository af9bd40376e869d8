"""What transforms say of pipelines, what commands import and do not, and where Barometer finds its data."""

import json
import pkgutil
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import dagster as dg
import pytest
from typer.testing import CliRunner

from pipelines.cli.app import app
from pipelines.machine.paths import DATA, INSTALLED, PACKAGES, SAMPLE, Paths
from pipelines.warehouse import Warehouse

PROJECT = Path(__file__).resolve().parents[2]
TRANSFORMS = sorted((PROJECT / "transforms").rglob("*.py"))

ONE_BOARD = """% PBN 2.1
[Date "2025.09.02"]
[Board "1"]
[ScoreTable "Table\\1R;Round\\1R;PairId_NS\\2R;PairId_EW\\2R;Contract\\3L;Declarer\\1R;Result\\2R"]
1 1  1  2 4S  N 10
2 1  3  4 4S  N  9
"""


def test_what_transforms_say_of_pipelines_is_there_and_no_example_goes_through_the_door() -> None:
    for module in TRANSFORMS:
        text = module.read_text(encoding="utf-8")
        assert not re.search(r"^ *>>> .*\bpipelines\b", text, re.MULTILINE), module
        for name in re.findall(r"\bpipelines(?:\.\w+)+", text):
            pkgutil.resolve_name(name)


STATUS = {
    **{"score": 0, "audit": 0, "simulate": 0, "explain": 2, "lines": 2, "ratings": 2, "awards": 0},
    **{"publish": 2, "history": 2},
}
"""Small command -> its exit status on these files."""
NOT_IMPORTED = {"dagster", "pandas", "pyarrow", "sqlalchemy.sql"}


@pytest.mark.long
def test_small_commands_never_import_dagster(tmp_path: Path) -> None:
    """Nor what DuckDB and dataframely take up where it is installed; all of them in one process."""
    folder = tmp_path
    file = folder / "evening.pbn"
    file.write_text(ONE_BOARD, encoding="utf-8")
    results = folder / "results.csv"
    results.write_text("entrant,rank,score\n1,1,60\n2,2,40\n", encoding="utf-8")
    warehouse = folder / "warehouse.duckdb"
    with Warehouse(warehouse) as tables:
        tables.describe()
    arguments = {
        "score": [str(file)],
        "awards": ["ffb", str(results)],
        "audit": ["--warehouse", str(warehouse)],
        "simulate": [str(folder / "landing"), "--sessions", "1"],
        "explain": ["nobody", "--warehouse", str(warehouse)],
        "lines": ["club/evening", str(file), "--warehouse", str(warehouse)],
        "ratings": ["--warehouse", str(warehouse)],
        "publish": ["--warehouse", str(warehouse)],
        "history": ["nobody", "--warehouse", str(warehouse)],
    }
    commands = [[command, *arguments[command]] for command in STATUS]
    program = (
        "import json, sys\nfrom pathlib import Path\n"
        "from pipelines.machine.errors import leave_out_what_is_for_others\nleave_out_what_is_for_others()\n"
        "from pipelines.cli.app import app\noutcomes = {}\n"
        f"for command in {commands!r}:\n"
        "    status = app(command, standalone_mode=False) or 0\n"
        f"    outcomes[command[0]] = [status, sorted({NOT_IMPORTED!r} & set(sys.modules))]\n"
        f"Path({str(folder / 'outcomes.json')!r}).write_text(json.dumps(outcomes))"
    )
    finished = subprocess.run([sys.executable, "-c", program], cwd=PROJECT, check=False, capture_output=True, text=True)
    assert finished.returncode == 0, finished.stderr
    outcomes = json.loads((folder / "outcomes.json").read_text(encoding="utf-8"))
    assert outcomes == {command: [status, []] for command, status in STATUS.items()}


@pytest.mark.long
def test_importing_computes_nothing() -> None:
    """Whoever computes with polars has threads, and a process that has some can be forked no more."""
    program = (
        "import polars; collect = polars.LazyFrame.collect; done = []\n"
        "polars.LazyFrame.collect = lambda *args, **kwargs: done.append(1) or collect(*args, **kwargs)\n"
        "import pipelines.cli.build, pipelines.definitions\n"
        "assert not done"
    )
    subprocess.run([sys.executable, "-c", program], check=True, cwd=PROJECT)


def test_in_a_checkout_everything_stands_in_the_project(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    names = ("BAROMETER_LANDING", "BAROMETER_WAREHOUSE", "BAROMETER_REPORTS")
    for name in names:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)
    usual = Paths.from_environment()
    for name in names:
        monkeypatch.setenv(name, "")
    assert Paths.from_environment() == usual, "an empty variable counts as not set"
    assert not INSTALLED
    assert (PACKAGES, DATA, SAMPLE) == (PROJECT, PROJECT / "data", PROJECT / "data" / "sample")
    own = PROJECT / "data" / "landing"
    assert usual == Paths(
        own if own.is_dir() else SAMPLE, PROJECT / "data" / "warehouse" / "barometer.duckdb", PROJECT / "reports"
    )


def test_the_folder_of_a_competition_is_a_landing_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("BAROMETER_LANDING", raising=False)
    monkeypatch.setattr("pipelines.machine.paths.PACKAGES", tmp_path / "elsewhere")
    monkeypatch.chdir(tmp_path)
    assert Paths.from_environment().landing == SAMPLE
    (tmp_path / "competition.toml").touch()
    assert Paths.from_environment().landing == tmp_path
    (tmp_path / "elsewhere" / "data" / "landing").mkdir(parents=True)
    assert Paths.from_environment().landing == tmp_path / "elsewhere" / "data" / "landing"


def test_the_version_is_printed_without_heavy_libraries() -> None:
    said = CliRunner().invoke(app, ["--version"])
    version = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    assert (said.exit_code, said.stdout) == (0, f"barometer {version}\n")
    heavy = ("polars", "duckdb", "dagster", "numba", "ortools", "matplotlib", "pandas", "numpy", "pydantic")
    program = f"import pipelines.cli.app, sys; sys.exit(', '.join(set(sys.modules) & set({heavy!r})) or 0)"
    done = subprocess.run([sys.executable, "-c", program], cwd=PROJECT, check=False, capture_output=True, text=True)
    assert (done.returncode, done.stderr.strip()) == (0, "")


def test_a_build_sends_nothing() -> None:
    with dg.DagsterInstance.ephemeral() as instance:
        assert not instance.telemetry_enabled
