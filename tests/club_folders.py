"""The tables of a competition from the text of its files: for tests that go from landing folder to result list."""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from textwrap import dedent

import polars as pl
from each import Together
from factories import NOTHING_KEPT, Tables, in_warehouse

from pipelines.building.solving.store import solved_tables
from pipelines.intake.landing.raw_tables import read_landing
from pipelines.settings.scoring import profile_table
from transforms.season import season_tables

_SETTINGS = """\
[[season]]
name = "2025-26"
start = 2025-09-01
end = 2026-08-31
"""


Files = Mapping[str, str | bytes]


def tables_of(files: Files, settings: str = "", wanted: Sequence[str] = ()) -> Tables:
    """Every raw table, and the wanted ones with all that they need, by name.

    Args:
        files: name -> content; a CSV file may be written with blanks around its commas.
        settings: sections of competition.toml, after a season from September 2025 to August 2026.
        wanted: tables of `transforms.season`.
    """
    return _TOGETHER(dict(files), settings, tuple(wanted))


def tables_of_each(cases: Sequence[tuple[Files, str]], wanted: Sequence[str] = ()) -> list[Tables]:
    """The tables of `tables_of` for each (files, settings), as clubs of one build: little slower than one of them."""
    clubs = [f"club{number or ''}" for number in range(len(cases))]
    with TemporaryDirectory() as place:
        for club, (files, settings) in zip(clubs, cases, strict=True):
            folder = Path(place) / club / "evening"
            folder.mkdir(parents=True)
            (folder / "competition.toml").write_text(_SETTINGS + dedent(settings), encoding="utf-8")
            for name, content in files.items():
                text = content if isinstance(content, bytes) else _as_written(content).encode()
                (folder / name).parent.mkdir(parents=True, exist_ok=True)
                (folder / name).write_bytes(text)
        raw = in_warehouse(read_landing(Path(place), NOTHING_KEPT))
    made = raw | season_tables({**raw, "profiles": profile_table(), "solved": solved_tables(None, ())}, wanted)
    return [{name: _of_club(table, club) for name, table in made.items()} for club in clubs]


def _of_all(asked: Sequence[tuple[Files, str, tuple[str, ...]]]) -> list[Tables]:
    (wanted,) = {wanted for *_, wanted in asked}  # all examples of a test want the same
    return tables_of_each([(files, settings) for files, settings, _ in asked], wanted)


_TOGETHER = Together(_of_all)


def _of_club(table: pl.DataFrame, club: str) -> pl.DataFrame:
    return table.filter(club=club).with_columns(club=pl.lit("club")) if "club" in table.columns else table


def _as_written(content: str) -> str:
    return re.sub(r" *, *", ",", dedent(content).lstrip())
