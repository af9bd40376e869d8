"""A club has the same numbers, to the last bit, alone and among others, by any engine and however many threads."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Literal

import polars as pl
import pytest
from first_builds import without_pages
from published.seasons import NOTHING, TODAY, handed_in

from bench.same_warehouse import OF_THE_RUN
from bench.tiny_clubs import make_club
from pipelines.building.clubs_run import engine_for
from pipelines.building.solving.store import solved_tables
from pipelines.cli.build import build
from pipelines.machine.paths import Paths
from pipelines.settings.ratings import rating_table
from pipelines.settings.scoring import profile_table
from pipelines.warehouse import Warehouse
from transforms.season import MADE, season_tables

PROJECT = Path(__file__).resolve().parents[2]
PROFILES = ("fonteintje", "ruter", "ebu", "compscore", "brian")
KINDS = ("pairs", "butler", "cross_imp")
METHODS = ("balanced", "proportional", "place", "dynamic")
BUILD = """
import sys
from pathlib import Path
from pipelines.building import drawing
from pipelines.cli.build import build
from pipelines.machine.paths import Paths
drawing.draw_pages = lambda *_, **__: None
build(Paths(*map(Path, sys.argv[1:])))
"""
"""As below, in a process of its own."""


def tables(landing: Path, folder: Path, *, with_other_threads: bool = False) -> dict[str, pl.DataFrame]:
    """Every table that has clubs, without what says when it was made."""
    paths = Paths(landing, folder / "warehouse.duckdb", folder / "site")
    if with_other_threads:
        # Groups and joins come in another order by two threads than by one.
        environment = os.environ | {"POLARS_MAX_THREADS": "1" if pl.thread_pool_size() > 1 else "2"}
        places = map(str, (paths.landing, paths.warehouse, paths.reports))
        subprocess.run([sys.executable, "-c", BUILD, *places], check=True, cwd=PROJECT, env=environment)
    else:
        build(paths)
    with Warehouse(folder / "warehouse.duckdb", read_only=True) as warehouse:
        names = [name for name in warehouse.tables() if not name.startswith(("operations.", "published."))]
        read = {name: warehouse.read(name).drop(OF_THE_RUN.get(name, ())) for name in names}
    return {name: rows for name, rows in read.items() if "club" in rows.columns}


def make_odd_club(landing: Path, club: str, number: int, sessions: int) -> None:
    """A club with its own method and kind, and with scores whose quotients are no round numbers."""
    make_club(landing, club, tricks=7 + number, sessions=sessions)
    folder = landing / club / "evenings"
    settings = folder / "competition.toml"
    rules = (
        f'scoring.profile = "{PROFILES[number % len(PROFILES)]}"\nranking.method = "{METHODS[number % len(METHODS)]}"'
    )
    text = settings.read_text(encoding="utf-8").replace('scoring.profile = "fonteintje"', rules)
    settings.write_text(text, encoding="utf-8")
    kinds = (folder / "sessions.csv").read_text(encoding="utf-8")
    (folder / "sessions.csv").write_text(kinds.replace(",pairs", f",{KINDS[number % len(KINDS)]}"), encoding="utf-8")


@pytest.mark.nightly
@without_pages()
def test_a_club_has_the_same_numbers_alone_and_among_others(tmp_path: Path) -> None:
    clubs = [f"club{number}" for number in range(5)]
    for number, club in enumerate(clubs):
        sessions = 1 if number == 0 else 3
        make_odd_club(tmp_path / "all", club, number, sessions)
        make_odd_club(tmp_path / club, club, number, sessions)
    together = tables(tmp_path / "all", tmp_path / "together", with_other_threads=True)
    for club in clubs:
        alone = tables(tmp_path / club, tmp_path / f"{club}-alone")
        own = {name: rows.filter(pl.col("club") == club) for name, rows in together.items()}
        different = {
            name: [column for column in rows.columns if not rows[column].equals(own[name][column], null_equal=True)]
            for name, rows in alone.items()
            if name != "raw.files"
        }
        assert {name: columns for name, columns in different.items() if columns} == {}


CHOSEN = "POLARS_ENGINE_AFFINITY"


def test_small_files_are_computed_in_memory_unless_set(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv(CHOSEN, raising=False)
    with engine_for(1_000):
        assert os.environ[CHOSEN] == "in-memory"
    with engine_for(10**9):
        assert CHOSEN not in os.environ
    assert CHOSEN not in os.environ
    monkeypatch.setenv(CHOSEN, "streaming")
    with engine_for(1_000):
        assert os.environ[CHOSEN] == "streaming"


def test_both_engines_give_the_same_to_the_last_bit() -> None:
    given = {
        **handed_in(),
        "rating_table": rating_table(),
        "today": TODAY,
        "solved": solved_tables(None, ()),
        "profiles": profile_table(),
    }
    wanted = [name for name in MADE if name != "ratings.corrections"]

    def made(engine: Literal["in-memory", "streaming"]) -> dict[str, pl.DataFrame]:
        with pl.Config(engine_affinity=engine):
            return season_tables({**given, **NOTHING}, wanted)

    in_memory, streamed = made("in-memory"), made("streaming")
    assert [name for name, rows in in_memory.items() if not rows.equals(streamed[name])] == []
