"""Installed from its wheel, Barometer finds what comes with it, and writes nothing among the packages.

The wheel is laid out here as `pyproject.toml` says, by its two settings; `test_wheel.py` installs a real one.
"""

import json
import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import dagster as dg
import pytest
from typer.testing import CliRunner

from pipelines.cli.app import app
from pipelines.machine.paths import DATA, INSTALLED, PACKAGES, SAMPLE, Paths
from pipelines.warehouse.build_record import code_sha256

PROJECT = Path(__file__).resolve().parents[2]

ASKED = """
import json, os, sys
from pathlib import Path
from pipelines.machine import paths
paths.keep_caches_out_of_packages()
from pipelines.warehouse.build_record import code_sha256
from pipelines.cli.balance.certificate import CERTIFICATES, known_bound
from pipelines.cli.balance.schedules import movement_named
from pipelines.reports.charts.drawing import house_style
from pipelines.reports.html import write_page
from pipelines.settings.scoring import scoring_profiles
from pipelines.settings.ratings import rating_systems, rating_table
from pipelines.cli.simulate import stored_deals
usual = paths.Paths.from_environment()
with house_style():
    pass
json.dump({
    "installed": paths.INSTALLED, "packages": str(paths.PACKAGES), "sample": str(paths.SAMPLE),
    "landing": str(usual.landing), "warehouse": str(usual.warehouse), "reports": str(usual.reports),
    "code": code_sha256(), "pairs": movement_named("12-pairs-6-rounds").pairs,
    "certificates": len(list(CERTIFICATES.glob("*.json"))), "profiles": sorted(scoring_profiles()),
    "systems": sorted(rating_systems()), "classes": rating_table().height,
    "deals": len(stored_deals().tricks), "caches": os.environ["NUMBA_CACHE_DIR"],
}, sys.stdout)
"""


def wheel_settings() -> tuple[list[str], dict[str, str]]:
    """The packages, and what is put in beside them: place in the project -> place in the wheel."""
    project = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))
    wheel = project["tool"]["hatch"]["build"]["targets"]["wheel"]
    return wheel["packages"], wheel["force-include"]


@pytest.fixture(scope="module")
def packages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of packages with what the wheel holds."""
    folder = tmp_path_factory.mktemp("site-packages")
    names, beside = wheel_settings()
    for source, place in {**{name: name for name in names}, **beside}.items():
        shutil.copytree(PROJECT / source, folder / place, ignore=shutil.ignore_patterns("__pycache__"))
    return folder


def run(packages: Path, folder: Path, program: str, **environment: str) -> str:
    """What a program prints that runs in this folder with those packages, and writes no bytecode."""
    usual = {name: value for name, value in os.environ.items() if not name.startswith(("BAROMETER_", "NUMBA_"))}
    done = subprocess.run(
        [sys.executable, "-B", "-c", program],
        cwd=folder,
        env={**usual, "PYTHONPATH": str(packages), "HOME": str(folder / "home"), **environment},
        check=False,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_all_that_is_in_the_wheel_lies_in_its_two_packages() -> None:
    names, beside = wheel_settings()
    assert names == ["pipelines", "transforms"]
    assert beside == {f"data/{name}": f"pipelines/data/{name}" for name in ("reference", "movements", "sample")}
    assert not (PROJECT / "pipelines" / "data").exists(), "a checkout that has it would be taken for an installation"


def test_installed_it_finds_its_data_and_writes_to_the_working_folder(packages: Path, tmp_path: Path) -> None:
    before = sorted((path, path.stat().st_mtime_ns) for path in packages.rglob("*"))
    said = json.loads(run(packages, tmp_path, ASKED))
    assert said["installed"]
    assert Path(said["packages"]) == packages
    assert said["landing"] == said["sample"] == str(packages / "pipelines" / "data" / "sample")
    assert said["warehouse"] == str(tmp_path / "barometer" / "warehouse.duckdb")
    assert said["reports"] == str(tmp_path / "barometer" / "reports")
    assert said["code"] == code_sha256()
    assert (said["pairs"], said["classes"], said["deals"]) == (12, 51, 2000)
    assert said["certificates"] > 0
    assert {"fonteintje", "ebu"} <= set(said["profiles"])
    assert {"kndb", "fide"} <= set(said["systems"])
    assert not Path(said["caches"]).is_relative_to(packages)
    assert sorted((path, path.stat().st_mtime_ns) for path in packages.rglob("*")) == before
    assert not (tmp_path / "barometer").exists()


def test_the_landing_folder_of_the_working_folder_counts_once_it_exists(packages: Path, tmp_path: Path) -> None:
    asked = "from pipelines.machine.paths import Paths; print(Paths.from_environment().landing)"
    (tmp_path / "barometer" / "landing").mkdir(parents=True)
    assert run(packages, tmp_path, asked).strip() == str(tmp_path / "barometer" / "landing")
    assert run(packages, tmp_path, asked, BAROMETER_LANDING="elsewhere").strip() == "elsewhere"


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
