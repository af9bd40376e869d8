"""Compute the strength of 60 players in each of 1,000 clubs over 40 sessions, from Parquet to Parquet.

The evenings are those of `bench.rankings`. The floor reads the same Parquet, and writes the same tables, which were
computed before. Each measurement is a process of its own, with its own peak memory. After that comes one club alone, as
it is computed after each of its evenings.
"""

import resource
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import polars as pl

import pipelines  # noqa: F401 - it prepares numpy, before that is imported
from bench.rankings import CLUBS, PLAYERS, SESSIONS, generate
from bench.taken import Taken, Taking, best
from transforms.season import season_tables

MADE = ("strength.forecasts", "strength.sessions", "strength.players", "strength.pairs")
PARTNERSHIPS = "rankings.partnerships"
INPUTS = {
    **{f"raw.{name}": f"{name}.parquet" for name in ("competitions", "sessions", "entries", "partnerships")},
    "scored.session_results": "session_results.parquet",
}


def main(repeats: int = 3) -> None:
    """Print rows of players per second, peak memory, the ratio to the floor, and the time of one club."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        subprocess.run([sys.executable, "-m", "bench.strength", "write", str(folder)], check=True)
        runs = [[_measured(work, folder) for work in ("make", "floor", "one")] for _ in range(repeats)]
    (ours, peak), (least, floor_peak), (one, _) = (best(of_each) for of_each in zip(*runs, strict=True))
    rows = CLUBS * SESSIONS * PLAYERS
    print(f"{rows:,} rows of players: {ours}, {rows / ours.seconds:,.0f} rows a second, peak {peak:,.0f} MB;")
    print(f"floor {least}, peak {floor_peak:,.0f} MB; {ours.beside(least)}")
    print(f"one club after another evening: {one}")


def _measured(work: str, folder: Path) -> tuple[Taken, float]:
    """Do this work in a process of its own; return the time it took, and its peak memory in megabytes."""
    command = [sys.executable, "-m", "bench.strength", work, str(folder)]
    printed = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    seconds, processor, peak = map(float, printed.split())
    return Taken(seconds, processor), peak


def write(folder: Path) -> None:
    """Write the inputs, in a process of its own, because a process begins with the peak memory of its parent."""
    generate(folder)
    results = folder / INPUTS["scored.session_results"]
    pl.read_parquet(results).with_columns(scoring=pl.lit("matchpoints")).write_parquet(results)
    given = {name: pl.read_parquet(folder / file) for name, file in INPUTS.items()}
    season_tables(given, [PARTNERSHIPS])[PARTNERSHIPS].write_parquet(folder / f"{PARTNERSHIPS}.parquet")


def _read(folder: Path) -> dict[str, Any]:
    files = {**INPUTS, PARTNERSHIPS: f"{PARTNERSHIPS}.parquet"}
    return {name: pl.read_parquet(folder / file) for name, file in files.items()}


def make(folder: Path) -> Taken:
    """Read the inputs; compute and write the tables of strength; return the time it took."""
    with Taking() as taking:
        made = season_tables(_read(folder), MADE)
        for name in MADE:
            made[name].write_parquet(folder / f"made.{name}.parquet")
    return taking.taken


def one(folder: Path) -> Taken:
    """Compute the tables of one club, once its inputs are in memory; return the time it took."""
    given = {name: table.filter(pl.col("club") == "club-0007") for name, table in _read(folder).items()}
    season_tables(given, MADE)
    with Taking() as taking:
        season_tables(given, MADE)
    return taking.taken


def floor(folder: Path) -> Taken:
    """Read the inputs, and write the tables of `make`, which were in memory before the clock started."""
    made = {path.name: pl.read_parquet(path) for path in folder.glob("made.*.parquet")}
    with Taking() as taking:
        _read(folder)
        for name, table in made.items():
            table.write_parquet(folder / f"written.{name}")
    return taking.taken


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["write", folder]:
            write(Path(folder))
        case [name, folder]:
            taken = {"make": make, "floor": floor, "one": one}[name](Path(folder))
            print(*taken, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
        case _:
            main()
