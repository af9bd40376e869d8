"""The wheel, as users get it: built, installed into an empty environment, and run from another folder."""

import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tomllib
import zipfile
from pathlib import Path

import pytest

from pipelines.warehouse.build_record import code_sha256

PROJECT = Path(__file__).resolve().parents[2]
BOOTSTRAP = PROJECT / ".venv" / "bootstrap" / "bin" / "uv"
UV = str(BOOTSTRAP) if BOOTSTRAP.exists() else shutil.which("uv")
BIN = "Scripts" if os.name == "nt" else "bin"
NO_NETWORK = ("error sending request", "failed to fetch", "could not connect", "network was disabled")

pytestmark = pytest.mark.long


def uv(*arguments: object) -> subprocess.CompletedProcess[str]:
    assert UV is not None, "uv is not there: make setup puts it into .venv/bootstrap"
    words = [UV, *map(str, arguments)]
    return subprocess.run(words, cwd=PROJECT, check=False, capture_output=True, text=True)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("dist")
    done = uv("build", "--wheel", "--out-dir", folder)
    assert done.returncode == 0, done.stderr
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def environment(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment with the wheel and its dependencies, in the versions of the lock; nothing else.

    Where no registry answers, the packages of this environment stand in for the dependencies.
    """
    folder = tmp_path_factory.mktemp("empty") / "environment"
    assert uv("venv", folder, "--python", sys.executable).returncode == 0
    python = folder / BIN / "python"
    done = uv("pip", "install", "--python", python, "--constraint", "requirements.lock", wheel)
    if done.returncode and any(words in done.stderr.lower() for words in NO_NETWORK):
        done = uv("pip", "install", "--offline", "--no-deps", "--python", python, wheel)
        (packages_of(folder) / "of_the_checkout.pth").write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")
    assert done.returncode == 0, done.stderr
    return folder


@pytest.mark.nightly
@pytest.mark.parametrize("platform", ["x86_64-pc-windows-msvc", "aarch64-apple-darwin", "x86_64-manylinux_2_28"])
def test_all_that_it_stands_on_comes_ready_made_for_each_python_that_it_takes(platform: str) -> None:
    """Otherwise people who have another Python, or none, so that uv fetches the newest, would need a compiler.

    They do for one package: watchdog, which dagster brings, has no wheel for a Mac with Python 3.14.
    """
    takes = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["requires-python"]
    oldest, beyond = map(int, re.findall(r"[>=<]+3\.(\d+)", takes))
    for python in (oldest, beyond - 1):
        asked = ("--python-platform", platform, "--python-version", f"3.{python}", "--only-binary", ":all:")
        compiled = ("--no-binary", "watchdog") if (platform, python) == ("aarch64-apple-darwin", 14) else ()
        done = uv("pip", "compile", "--quiet", "--extra", "deals", *asked, *compiled, "pyproject.toml")
        assert done.returncode == 0, done.stderr


def packages_of(environment: Path) -> Path:
    return next(environment.rglob("site-packages"))


def files_in(folder: Path) -> dict[str, tuple[int, int]]:
    """Size and time of each file, but for compiled modules and templates."""
    return {
        path.relative_to(folder).as_posix(): (path.stat().st_size, path.stat().st_mtime_ns)
        for path in folder.rglob("*")
        if path.is_file() and path.parent.name != "__pycache__"
    }


def run(
    environment: Path, folder: Path, *arguments: str, program: str = "barometer"
) -> subprocess.CompletedProcess[str]:
    """A command of the installed program, of a user who has nothing else of it."""
    others = ("BAROMETER_", "NUMBA_", "PYTHON", "DISPLAY", "WAYLAND_DISPLAY", "VIRTUAL_ENV", "DAGSTER")
    usual = {name: value for name, value in os.environ.items() if not name.startswith(others)}
    usual |= {"XDG_CACHE_HOME": str(folder.parent / "cache"), "POLARS_MAX_THREADS": "1"}
    return subprocess.run(
        [environment / BIN / program, *arguments],
        cwd=folder,
        env=usual,
        check=False,
        capture_output=True,
        text=True,
        encoding="utf-8",
    )


def test_the_wheel_holds_the_program_and_its_data_and_nothing_else(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as opened:
        held = {name for name in opened.namelist() if ".dist-info/" not in name}
    project = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))
    next_to = project["tool"]["hatch"]["build"]["targets"]["wheel"]["force-include"]
    assert {name.partition("/")[0] for name in held} == {"pipelines", "transforms"}
    wanted: set[str] = set()
    for source, place in {"pipelines": "pipelines", "transforms": "transforms", **next_to}.items():
        files = (path for path in (PROJECT / source).rglob("*") if path.is_file() and "__pycache__" not in path.parts)
        wanted |= {f"{place}/{path.relative_to(PROJECT / source).as_posix()}" for path in files}
    assert held == wanted
    assert not [name for name in held if {"tests", "bench", "docs", "notebooks"} & set(name.split("/"))]
    assert "pipelines/data/sample/alderhaven/tuesday-evening/competition.toml" in held
    assert "pipelines/data/reference/scoring_profiles.toml" in held


@pytest.mark.nightly
def test_installed_alone_it_builds_the_demo_in_another_folder(environment: Path, tmp_path: Path) -> None:
    packages, folder = packages_of(environment), tmp_path / "a folder"
    folder.mkdir()
    before = files_in(packages)
    done = run(environment, folder, "demo")
    page = Path("barometer-demo", "reports", "index.html")
    assert (done.returncode, done.stdout) == (0, f"Report: {page}\n"), done.stderr
    assert "Bridge Club Alderhaven" in (folder / page).read_text(encoding="utf-8")
    assert [path.name for path in folder.iterdir()] == ["barometer-demo"]
    opened = run(environment, folder, "open", "barometer-demo")
    assert (opened.returncode, opened.stdout) == (0, f"Report: {page}\n"), opened.stderr
    assert files_in(packages) == before


ASKED = """
import json, os, sys
from pathlib import Path
from pipelines.machine import paths
paths.keep_caches_out_of_packages()
from pipelines.warehouse.build_record import code_sha256
from pipelines.cli.balance.schedules import movement_named
from pipelines.reports.charts.drawing import house_style
from pipelines.reports.html import write_page
from pipelines.settings.ratings import rating_table
usual = paths.Paths.from_environment()
with house_style():
    pass
json.dump({
    "installed": paths.INSTALLED, "packages": str(paths.PACKAGES), "sample": str(paths.SAMPLE),
    "landing": str(usual.landing), "warehouse": str(usual.warehouse), "reports": str(usual.reports),
    "code": code_sha256(), "pairs": movement_named("12-pairs-6-rounds").pairs,
    "classes": rating_table().height, "caches": os.environ["NUMBA_CACHE_DIR"],
}, sys.stdout)
"""


def test_installed_it_finds_its_data_and_writes_to_the_working_folder(environment: Path, tmp_path: Path) -> None:
    packages, landing = packages_of(environment), tmp_path / "barometer" / "landing"
    said = json.loads(run(environment, tmp_path, "-c", ASKED, program="python").stdout)
    assert said["installed"]
    assert Path(said["packages"]) == packages
    assert said["landing"] == said["sample"] == str(packages / "pipelines" / "data" / "sample")
    assert said["warehouse"] == str(tmp_path / "barometer" / "warehouse.duckdb")
    assert said["reports"] == str(tmp_path / "barometer" / "reports")
    assert said["code"] == code_sha256()
    assert (said["pairs"], said["classes"]) == (12, 51)
    assert not Path(said["caches"]).is_relative_to(packages)
    landing.mkdir(parents=True)
    asked = "from pipelines.machine.paths import Paths; print(Paths.from_environment().landing)"
    assert run(environment, tmp_path, "-c", asked, program="python").stdout.strip() == str(landing)
