"""From a build to solved deals and back: the command, and the next build that takes them in."""

import sqlite3
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import duckdb
import polars as pl
import pytest
from each import items
from first_builds import FirstBuilds, without_pages
from solving.evening import DEAL, landing
from solving.solver_there import needs_endplay
from typer.testing import CliRunner

from pipelines.building.solving.solver import solve_deals
from pipelines.building.solving.store import Solved, store_of
from pipelines.cli.app import app
from pipelines.cli.build import build
from pipelines.machine.paths import Paths
from pipelines.warehouse import Warehouse
from transforms.bridge.cards import cards_of, ids_of

pytestmark = pytest.mark.long

MADE = ("deals.double_dummy", "deals.par", "deals.lines")


@pytest.fixture(scope="module")
def first_builds(tmp_path_factory: pytest.TempPathFactory) -> FirstBuilds:
    folder = tmp_path_factory.mktemp("solved")
    return FirstBuilds(folder / "here", folder / "kept", landing(folder / "here"))


@pytest.fixture
def built(first_builds: FirstBuilds) -> Iterator[Paths]:
    """A club whose deals are not solved yet, built once; no pages are drawn of it, for tests that look at none."""
    with without_pages():
        paths = first_builds.emptied()
        landing(paths.file.parent, "one")
        first_builds.build()
        yield paths


def rows(paths: Paths) -> dict[str, int]:
    with Warehouse(paths.file, read_only=True) as warehouse:
        return {name: warehouse.read(name).height for name in MADE}


@needs_endplay
def test_the_next_build_takes_in_what_was_solved(tmp_path: Path) -> None:
    paths = landing(tmp_path, "one", "other")
    said: list[str] = []
    build(paths, say=said.append)
    assert rows(paths) == dict.fromkeys(MADE, 0)
    assert build(paths).up_to_date

    run = CliRunner().invoke(app, ["deals", "solve", "--workers", "1", "--warehouse", str(paths.file)])
    assert run.exit_code == 0, run.output
    assert "1 deal solved, 0 left. Solved and waiting for the next build: 1." in run.stderr
    assert store_of(paths.warehouse) == tmp_path / "warehouse.deals.sqlite"

    outcome = build(paths, say=said.append)
    assert not outcome.up_to_date
    assert said[-1] == "Building 2 of 2 clubs: 1 deal solved."
    assert rows(paths) == {"deals.double_dummy": 2, "deals.par": 2, "deals.lines": 4}
    with duckdb.connect(str(paths.file), read_only=True) as connection:
        ids = connection.sql(
            "select count(distinct deal_id) from deals.double_dummy where source = 'solved'"
        ).fetchone()
        unlikely = connection.sql("select club, file_id, line_no from deals.findings order by 1").fetchall()
    assert ids == (1,)
    assert unlikely == [("one", "results.csv", 3), ("other", "results.csv", 3)]
    assert build(paths).up_to_date
    again = CliRunner().invoke(app, ["deals", "solve", "--warehouse", str(paths.file)])
    assert "0 deals solved, 0 left" in again.stderr

    before = rows(paths)
    build(paths, full=True)
    assert rows(paths) == before
    assert not [page for page in paths.reports.rglob("*") if page.is_file() and "unlikely" in page.read_text("latin-1")]


@items(
    ("not a file of solved deals", "move it away"),
    ("another program has locked this file", "wait until it has finished"),
)
def test_an_unusable_file_stops_no_build(built: Paths, monkeypatch: pytest.MonkeyPatch, fault: str, fix: str) -> None:
    file = built.file.parent / "warehouse.deals.sqlite"
    monkeypatch.setattr("pipelines.machine.waits.DEALS_READER", 0.1)
    if fault == "another program has locked this file":
        Solved(file).keep({"c" * 26: "7" * 20})
    else:
        file.write_bytes(b"no database" * 1000)
    said: list[str] = []
    with closing(sqlite3.connect(file)) as other:
        if fault == "another program has locked this file":
            other.execute("begin exclusive")
        run = CliRunner().invoke(app, ["deals", "solve", "--warehouse", str(built.file)])
        assert build(built, say=said.append).up_to_date
    assert (run.exit_code, run.stderr.count(fault), fix in run.stderr) == (2, 1, True)
    [line] = said
    assert line.startswith(f"{file}: ")
    assert fault in line
    assert line.endswith("Until then builds have only the tables in files.")


@needs_endplay
def test_what_is_lost_from_the_file_after_a_build_took_it_in_is_solved_anew(built: Paths) -> None:
    solve_deals(built.warehouse)
    build(built)
    (built.file.parent / "warehouse.deals.sqlite").unlink()
    assert solve_deals(built.warehouse).here == 1
    assert solve_deals(built.warehouse).here == 0


@needs_endplay
def test_a_table_of_a_file_is_verified_where_that_is_asked(tmp_path: Path) -> None:
    """The file gives East five tricks in hearts, who wins four."""
    paths = landing(tmp_path, "one")
    deals = paths.landing / "one" / "evening" / "deals.csv"
    deals.write_text(
        f"session_id,board,deal,double_dummy\n1,1,{DEAL},86997575467699757446\n1,2,{DEAL.replace('N:', 'E:')},\n"
    )
    with without_pages():
        build(paths)
        solve_deals(paths.warehouse, 1)
        assert not build(paths).findings["code"].str.contains("differs").any()
    with Warehouse(paths.file, read_only=True) as warehouse:
        assert warehouse.read("deals.double_dummy").sort("source")["source"].to_list() == ["file", "solved"]
    again = ["deals", "solve", "--verify", "--workers", "1", "--warehouse", str(paths.file)]
    run = CliRunner().invoke(app, again)
    assert "1 deal solved, 0 left" in run.stderr
    with without_pages():
        assert "deals.doubted" in build(paths).findings["code"].to_list()
    assert solve_deals(paths.warehouse, 1, verify=True).here == 0


def test_without_endplay_the_command_names_the_extra(built: Paths, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "endplay", None)
    run = CliRunner().invoke(app, ["deals", "solve", "--warehouse", str(built.file)])
    assert run.exit_code == 2
    assert run.stderr.count("\n") == 1
    assert "endplay, which solves deals, is not installed; run pip install 'barometer[deals]'" in run.stderr
    Solved(store_of(built.warehouse)).keep({ids_of(cards_of(pl.Series([DEAL])))["deal_id"].item(): "7" * 20})
    assert CliRunner().invoke(app, ["deals", "solve", "--warehouse", str(built.file)]).exit_code == 0
    build(built)
    assert rows(built) == {"deals.double_dummy": 1, "deals.par": 1, "deals.lines": 2}


def test_without_a_build_there_is_nothing_to_solve(tmp_path: Path) -> None:
    run = CliRunner().invoke(app, ["deals", "solve", "--warehouse", str(tmp_path / "none.duckdb")])
    assert run.exit_code == 2
    assert "none.duckdb" in run.stderr
    assert "is without a table" not in run.stderr
    assert list(tmp_path.iterdir()) == []
    assert Solved(tmp_path / "none.deals.sqlite").known(["c" * 26]) == set()
