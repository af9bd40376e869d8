"""The two wings and the door: who may import whom, and who may open a file."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from pipelines.warehouse import Warehouse
from transforms.tables import WAREHOUSE

PROJECT = Path(__file__).resolve().parents[2]
TRANSFORMS = sorted((PROJECT / "transforms").rglob("*.py"))
PIPELINES = sorted((PROJECT / "pipelines").rglob("*.py"))

ONE_BOARD = """% PBN 2.1
[Date "2025.09.02"]
[Board "1"]
[ScoreTable "Table\\1R;Round\\1R;PairId_NS\\2R;PairId_EW\\2R;Contract\\3L;Declarer\\1R;Result\\2R"]
1 1  1  2 4S  N 10
2 1  3  4 4S  N  9
"""


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


@pytest.mark.slow
@pytest.mark.parametrize(
    ("command", "status"),
    [
        *[("score", 0), ("audit", 0), ("simulate", 0), ("explain", 2), ("lines", 2), ("ratings", 2), ("awards", 0)],
        *[("publish", 2), ("history", 2)],
    ],
)
def test_small_commands_never_import_dagster(command: str, status: int, tmp_path: Path) -> None:
    file = tmp_path / "evening.pbn"
    file.write_text(ONE_BOARD, encoding="utf-8")
    results = tmp_path / "results.csv"
    results.write_text("entrant,rank,score\n1,1,60\n2,2,40\n", encoding="utf-8")
    warehouse = tmp_path / "warehouse.duckdb"
    with Warehouse(warehouse) as tables:
        for name, schema in WAREHOUSE.items():
            tables.write(name, schema.create_empty())
    arguments = {
        "score": [str(file)],
        "awards": ["ffb", str(results)],
        "audit": ["--warehouse", str(warehouse)],
        "simulate": [str(tmp_path / "landing"), "--sessions", "1"],
        "explain": ["nobody", "--warehouse", str(warehouse)],
        "lines": ["club/evening", str(file), "--warehouse", str(warehouse)],
        "ratings": ["--warehouse", str(warehouse)],
        "publish": ["--warehouse", str(warehouse)],
        "history": ["nobody", "--warehouse", str(warehouse)],
    }
    program = (
        "import sys\nfrom pipelines.cli import app\n"
        f"assert (app({[command, *arguments[command]]!r}, standalone_mode=False) or 0) == {status}\n"
        "sys.exit('dagster' in sys.modules)"
    )
    finished = subprocess.run([sys.executable, "-c", program], cwd=PROJECT, check=False, capture_output=True)
    assert finished.returncode == 0
