"""What transforms say of pipelines, and what small commands import, and do not."""

import json
import pkgutil
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

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


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[Any]]:
    """Command -> its exit status, and whether Dagster has been imported by then; all of them in one process."""
    folder = tmp_path_factory.mktemp("small_commands")
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
        "import json, sys\nfrom pathlib import Path\nfrom pipelines.cli.app import app\ntold = {}\n"
        f"for command in {commands!r}:\n"
        "    status = app(command, standalone_mode=False) or 0\n"
        "    told[command[0]] = [status, 'dagster' in sys.modules]\n"
        f"Path({str(folder / 'told.json')!r}).write_text(json.dumps(told))"
    )
    finished = subprocess.run([sys.executable, "-c", program], cwd=PROJECT, check=False, capture_output=True, text=True)
    assert finished.returncode == 0, finished.stderr
    return json.loads((folder / "told.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("command", STATUS)
def test_small_commands_never_import_dagster(told: dict[str, list[Any]], command: str) -> None:
    assert told[command] == [STATUS[command], False]


def test_a_command_that_is_started_imports_nothing_for_dagster(tmp_path: Path) -> None:
    """Not sqlalchemy either, which dataframely takes up where it is installed."""
    file = tmp_path / "evening.pbn"
    file.write_text(ONE_BOARD, encoding="utf-8")
    command = [sys.executable, "-X", "importtime", "-m", "pipelines", "score", str(file)]
    done = subprocess.run(command, check=False, cwd=PROJECT, capture_output=True, text=True)
    imported = {line.rpartition("|")[2].strip() for line in done.stderr.splitlines() if line.startswith("import time:")}
    assert "dataframely" in imported
    assert imported.isdisjoint({"sqlalchemy.sql", "dagster"})


def test_tables_are_written_and_read_without_pyarrow_and_pandas(tmp_path: Path) -> None:
    """DuckDB takes up both where they are installed, and to import them takes half a second."""
    program = (
        "import sys\nfrom pathlib import Path\nimport polars as pl\n"
        "from pipelines.machine.errors import leave_out_what_is_for_others\nleave_out_what_is_for_others()\n"
        "from pipelines.warehouse import Warehouse\n"
        f"with Warehouse(Path({str(tmp_path / 'a.duckdb')!r})) as warehouse:\n"
        "    row = {'club': 'a', 'group_name': 'group-001', 'bytes': 1}\n"
        "    rows = warehouse.write('operations.groups', pl.DataFrame(row))\n"
        "    assert warehouse.read('operations.groups').equals(rows)\n"
        "assert not {'pandas', 'pyarrow'} & set(sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", program], check=False, cwd=PROJECT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_importing_computes_nothing() -> None:
    """Whoever computes with polars has threads, and a process that has some can be forked no more."""
    program = (
        "import polars; collect = polars.LazyFrame.collect; done = []\n"
        "polars.LazyFrame.collect = lambda *args, **kwargs: done.append(1) or collect(*args, **kwargs)\n"
        "import pipelines.cli.build, pipelines.definitions\n"
        "assert not done"
    )
    subprocess.run([sys.executable, "-c", program], check=True, cwd=PROJECT)
