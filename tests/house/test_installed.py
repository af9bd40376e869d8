"""Where Barometer finds its data, and where it reads and writes; `test_wheel.py` asks it of an installed one."""

import subprocess
import sys
import tomllib
from pathlib import Path

import dagster as dg
import pytest
from typer.testing import CliRunner

from pipelines.cli.app import app
from pipelines.machine.paths import DATA, INSTALLED, PACKAGES, SAMPLE, Paths

PROJECT = Path(__file__).resolve().parents[2]


def test_all_that_is_in_the_wheel_lies_in_its_two_packages() -> None:
    project = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))
    wheel = project["tool"]["hatch"]["build"]["targets"]["wheel"]
    assert wheel["packages"] == ["pipelines", "transforms"]
    assert wheel["force-include"] == {
        f"data/{name}": f"pipelines/data/{name}" for name in ("reference", "movements", "sample")
    }
    assert not (PROJECT / "pipelines" / "data").exists(), "a checkout that has it would be taken for an installation"


def test_in_a_checkout_everything_stands_in_the_project(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("LANDING", "WAREHOUSE", "REPORTS"):
        monkeypatch.delenv(f"BAROMETER_{name}", raising=False)
    monkeypatch.chdir(tmp_path)
    usual = Paths.from_environment()
    assert not INSTALLED
    assert (PACKAGES, DATA, SAMPLE) == (PROJECT, PROJECT / "data", PROJECT / "data" / "sample")
    own = PROJECT / "data" / "landing"
    assert usual == Paths(
        own if own.is_dir() else SAMPLE, PROJECT / "data" / "warehouse" / "barometer.duckdb", PROJECT / "reports"
    )


def test_the_folder_of_a_competition_counts_as_the_landing_folder_for_who_works_in_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("BAROMETER_LANDING", raising=False)
    monkeypatch.setattr("pipelines.machine.paths.PACKAGES", tmp_path / "elsewhere")
    monkeypatch.chdir(tmp_path)
    assert Paths.from_environment().landing == SAMPLE
    (tmp_path / "competition.toml").touch()
    assert Paths.from_environment().landing == tmp_path
    (tmp_path / "elsewhere" / "data" / "landing").mkdir(parents=True)
    assert Paths.from_environment().landing == tmp_path / "elsewhere" / "data" / "landing"


def test_an_empty_variable_counts_as_not_set(monkeypatch: pytest.MonkeyPatch) -> None:
    names = ("BAROMETER_LANDING", "BAROMETER_WAREHOUSE", "BAROMETER_REPORTS")
    for name in names:
        monkeypatch.delenv(name, raising=False)
    usual = Paths.from_environment()
    for name in names:
        monkeypatch.setenv(name, "")
    assert Paths.from_environment() == usual


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
