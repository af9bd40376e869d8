"""Whatever strangers hand in: it is reported, the exit status is that of its findings, and a healthy club stays whole.

All inputs of `inputs/` are built together once, each by a club of its own; so none of them may stop another.
"""

import importlib
import os
import pkgutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import polars as pl
import pytest
from strangers import inputs
from strangers.inputs import Stranger

from pipelines.cli.simulate import simulate_landing
from pipelines.warehouse import Warehouse
from pipelines.warehouse.build_record import FINDINGS
from pipelines.words.finding_texts import said
from pipelines.words.languages import speaking

pytestmark = pytest.mark.long

AREAS = [module.name for module in pkgutil.iter_modules(inputs.__path__)]
STRANGERS: dict[str, Stranger] = {
    f"{area}: {name}": stranger
    for area in AREAS
    for name, stranger in importlib.import_module(f"strangers.inputs.{area}").STRANGERS.items()
}
CLUBS = {name: f"stranger-{number}" for number, name in enumerate(STRANGERS)}
HEALTHY = "healthy"
TESTS = Path(__file__).resolve().parents[1]
PROJECT = TESTS.parent
PROGRAM = "from charts_once import drawn_once\nfrom pipelines.cli.app import main\nwith drawn_once(): main()"
"""The command; half of their charts are the same, and are drawn once."""
LIMIT = 400
"""Seconds for all of them: far more than they take, far less than for ever."""


@dataclass(frozen=True)
class Built:
    """One build of all of them."""

    status: int
    said: str
    findings: pl.DataFrame
    sessions: pl.DataFrame
    reports: Path


def barometer(*arguments: str | Path, within: float = LIMIT) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", PROGRAM, *map(str, arguments)]
    # By several threads, as on the machines of users.
    environment = os.environ | {"POLARS_MAX_THREADS": "2", "PYTHONPATH": os.pathsep.join(map(str, (PROJECT, TESTS)))}
    return subprocess.run(command, capture_output=True, text=True, timeout=within, check=False, env=environment)


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Built]:
    folder = tmp_path_factory.mktemp("strangers")
    simulate_landing(folder / "landing", clubs=1, sessions=2, seed=1, pairs=14, boards=8)
    (club,) = (folder / "landing").iterdir()
    club.rename(folder / "landing" / HEALTHY)
    for name, stranger in STRANGERS.items():
        stranger.hand_in(folder / "landing" / CLUBS[name] / "evening")
    done = barometer(
        *("build", folder / "landing"),
        *("--warehouse", folder / "warehouse.duckdb"),
        *("--reports", folder / "reports"),
    )
    with Warehouse(folder / "warehouse.duckdb", read_only=True) as warehouse:
        yield Built(
            done.returncode,
            done.stderr,
            pl.concat(warehouse.read(table) for table in FINDINGS),
            warehouse.read("raw.sessions"),
            folder / "reports",
        )


def test_everything_is_said_in_another_language_too(built: Built) -> None:
    with speaking("nl"):
        english = [row["code"] for row in built.findings.iter_rows(named=True) if said(row) == row["message"]]
    assert english == []


def test_the_build_ends_and_says_that_there_are_errors(built: Built) -> None:
    assert built.status == 1, built.said
    assert "Traceback" not in built.said
    assert "root:" not in "".join(built.findings.write_json()), "a line of the linked /etc/passwd"


def test_the_healthy_club_is_built_without_a_finding(built: Built) -> None:
    assert built.findings.filter(club=HEALTHY).is_empty()
    assert built.sessions.filter(club=HEALTHY).height == 2
    assert list((built.reports / HEALTHY).rglob("*.html"))


@pytest.mark.parametrize("name", STRANGERS)
def test_what_is_wrong_is_said(built: Built, name: str) -> None:
    stranger, findings = STRANGERS[name], built.findings.filter(club=CLUBS[name])
    said = findings.select("file_id", "severity", "code", "message").rows()
    if stranger.code is None:
        assert findings.filter(severity="error").is_empty(), said
    else:
        assert not findings.filter(severity=stranger.severity, code=stranger.code).is_empty(), said
    if stranger.sessions is not None:
        assert built.sessions.filter(club=CLUBS[name]).height == stranger.sessions, said


def test_every_finding_names_its_sentence(built: Built) -> None:
    unnamed = built.findings.filter(~pl.col("code").str.contains(r"^[a-z_]+\.[a-z0-9_]+$"))
    assert unnamed.select("code", "message").unique().rows() == []
