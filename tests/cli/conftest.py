"""No browser is opened; two clubs are in a warehouse."""

import webbrowser
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import first_builds
import polars as pl
import pytest
from factories import Tables, competitions, in_warehouse
from simulated import simulate

from pipelines.cli.app import main
from pipelines.warehouse import Warehouse
from transforms.season import season_tables
from transforms.tables.phrases import phrase
from transforms.tables.schemas import WAREHOUSE

HOSTILE = "[red]A[/red]\x1b[2J\u202e"
CHAMPIONSHIP = {"individual": {"min": 2, "drop": 1}, "pairs": {"together": 2}}
"""Of the first of two clubs."""


class TwoClubs(NamedTuple):
    """Tables as they are handed in, all that a build has, and the warehouse with it."""

    raw: Tables
    tables: Tables
    warehouse: Path


@pytest.fixture(scope="session")
def two_clubs(tmp_path_factory: pytest.TempPathFactory) -> TwoClubs:
    """Five evenings of two clubs, the second ranked by `dynamic`; the first player's name means no good."""
    made_up = simulate(2, 5, pairs=14, boards=4)
    first, second = made_up["sessions"].select("club", "competition").unique().sort("club").rows()
    rules = [competitions(*first, championship=CHAMPIONSHIP), competitions(*second, ranking={"method": "dynamic"})]
    number = pl.int_range(pl.len())
    name = phrase("Jan {} Jansen", number.cast(pl.String).str.zfill(3))
    players = made_up["players"].with_columns(name=pl.when(number == 0).then(pl.lit(HOSTILE)).otherwise(name))
    empty = {table.removeprefix("raw."): schema.create_empty() for table, schema in WAREHOUSE.items()}
    raw = {**empty, **made_up, "players": players, "competitions": pl.concat(rules)}
    given = in_warehouse(raw)
    tables = given | season_tables(given) | season_tables(given, ["rankings.starting_rankings", "strength.forecasts"])
    path = tmp_path_factory.mktemp("two_clubs") / "warehouse.duckdb"
    with Warehouse(path) as warehouse:
        for table in WAREHOUSE.keys() & tables.keys():
            warehouse.write(table, tables[table])
    return TwoClubs(raw, tables, path)


@pytest.fixture
def without_pages() -> Iterator[None]:
    with first_builds.without_pages():
        yield


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The addresses that a browser was asked to open."""
    addresses: list[str] = []

    def opens(address: str) -> bool:
        addresses.append(address)
        return True

    monkeypatch.setattr(webbrowser, "open", opens)
    monkeypatch.delenv("SSH_CONNECTION", raising=False)
    monkeypatch.setenv("DISPLAY", ":0")
    return addresses


@pytest.fixture
def refused(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Callable[..., str]:
    """What a command says that ends with status 2: one line on standard error, and nothing else."""

    def line_on_standard_error(*words: object) -> str:
        monkeypatch.setattr("sys.argv", ["barometer", *map(str, words)])
        with pytest.raises(SystemExit) as stopped:
            main()
        assert stopped.value.code == 2
        said = capsys.readouterr()
        assert not said.out
        assert said.err.count("\n") == 1
        return said.err

    return line_on_standard_error
