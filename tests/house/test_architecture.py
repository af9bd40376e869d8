"""The two wings and the door: who may import whom, and who may open a file."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

PROJECT = Path(__file__).resolve().parents[2]
TRANSFORMS = sorted((PROJECT / "transforms").rglob("*.py"))
PIPELINES = sorted((PROJECT / "pipelines").rglob("*.py"))


def imported(module: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module


def top_level(names: Iterator[str]) -> set[str]:
    return {name.split(".")[0] for name in names}


@pytest.mark.parametrize("module", TRANSFORMS, ids=lambda module: str(module.relative_to(PROJECT)))
def test_transforms_know_no_dagster_no_database_no_clock_and_no_files(module: Path) -> None:
    forbidden = {"dagster", "duckdb", "pipelines", "pathlib", "os", "io", "time", "random", "tempfile", "requests"}
    assert not top_level(imported(module)) & forbidden
    calls = {
        node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        for node in ast.walk(ast.parse(module.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call)
    }
    opening = {"open", "read_csv", "read_parquet", "scan_csv", "scan_parquet", "write_csv", "sink_parquet", "now"}
    assert not calls & opening


@pytest.mark.parametrize("module", PIPELINES, ids=lambda module: str(module.relative_to(PROJECT)))
def test_only_the_warehouse_speaks_duckdb(module: Path) -> None:
    assert ("duckdb" in top_level(imported(module))) == (module.name == "warehouse.py")


@pytest.mark.parametrize("command", [["score", "--help"], ["audit", "--help"], ["simulate", "--help"], ["--help"]])
def test_small_commands_never_import_dagster(command: list[str]) -> None:
    program = (
        "import sys\nfrom pipelines.cli import app\n"
        f"try:\n    app({command!r})\nexcept SystemExit:\n    pass\n"
        "sys.exit('dagster' in sys.modules)"
    )
    finished = subprocess.run([sys.executable, "-c", program], cwd=PROJECT, check=False, capture_output=True)
    assert finished.returncode == 0
