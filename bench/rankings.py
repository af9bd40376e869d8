"""Compute rankings and championships of 1,000 clubs, 40 sessions, 60 players each, from Parquet to Parquet.

The floor reads the same Parquet, and writes the same tables, which were computed before. Each measurement is a process
of its own, with its own peak memory. After that, ranking points and rankings alone are measured in one process: with
all clubs on `balanced`, and with all clubs on `dynamic`, which goes through the sessions one by one.
"""

import datetime as dt
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import dataframely as dy
import numpy as np
import polars as pl

from bench.taken import Taken, Taking, best
from pipelines.settings.competition import Settings
from pipelines.settings.season_rows import competitions_frame
from transforms.rankings.methods import RANKING_METHODS
from transforms.rankings.ranking_points import ranking_points
from transforms.rankings.rankings import player_rankings
from transforms.season import season_tables
from transforms.tables.phrases import phrase
from transforms.tables.schemas import (
    COMPETITION,
    SESSION,
    Competitions,
    EarnedPoints,
    Entries,
    Frame,
    MatchResults,
    Partnerships,
    Players,
    RankingPoints,
    SessionResults,
    Sessions,
)
from transforms.tables.shared import in_shape

CLUBS, SESSIONS, PLAYERS, LINES = 1_000, 40, 60, 3
_RESULTS = ("session_results", "match_results")
SWAPS = 3  # each swap exchanges two players
INPUTS = {
    "competitions": Competitions,
    "sessions": Sessions,
    "session_results": SessionResults,
    "entries": Entries,
    "players": Players,
    "partnerships": Partnerships,
}


def main(repeats: int = 3) -> None:
    """Print rows of players per second, peak memory, and the ratio to the floor, each the best of some runs."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        generate(folder)
        runs = [(_measured("rank", folder), _measured("floor", folder)) for _ in range(repeats)]
        balanced, dynamic = _printed("methods", folder)
    (ours, peak), (least, floor_peak) = (best(of_each) for of_each in zip(*runs, strict=True))
    rows = CLUBS * SESSIONS * PLAYERS
    print(f"{rows:,} rows of players: {ours}, {rows / ours.seconds:,.0f} rows a second, peak {peak:,.0f} MB;")
    print(f"floor {least}, peak {floor_peak:,.0f} MB; {ours.beside(least)}")
    print(f"rankings by balanced {balanced:.2f} s, by dynamic {dynamic:.2f} s; ratio {dynamic / balanced:.2f}")


def _measured(work: str, folder: Path) -> tuple[Taken, float]:
    """Do this work in a process of its own; return the time it took, and its peak memory in megabytes."""
    seconds, processor, peak = _printed(work, folder)
    return Taken(seconds, processor), peak


def _printed(work: str, folder: Path) -> Iterator[float]:
    """Do this work in a process of its own; return the numbers that it prints."""
    command = [sys.executable, "-m", "bench.rankings", work, str(folder)]
    return map(float, subprocess.run(command, check=True, capture_output=True, text=True).stdout.split())


def generate(folder: Path) -> None:
    """Write the inputs: fixed pairs that sometimes swap players, with random scores.

    Methods and windows differ from club to club. Every second club declares its pairs, so that players who sit in the
    place of others are substitutes there.
    """
    random = np.random.default_rng(2026)
    season = {"name": "2025-26", "start": dt.date(2025, 9, 1), "end": dt.date(2026, 8, 31)}
    static = [name for name, method in RANKING_METHODS.items() if not method.from_rankings]
    rankings = [
        {"method": method, "window": 5 + club % 3} for club, method in zip(range(CLUBS), static * CLUBS, strict=False)
    ]
    competitions = pl.concat(
        competitions_frame(f"club-{club:04}", "evening", Settings.model_validate({"season": [season], "ranking": rule}))
        for club, rule in enumerate(rankings)
    )
    numbers = pl.DataFrame({"number": range(SESSIONS)}, schema={"number": pl.Int32})
    sessions = (
        competitions.select(*COMPETITION, "start")
        .join(numbers, how="cross")
        .select(
            *COMPETITION,
            session_id=phrase("session-{}", pl.col("number").cast(pl.String).str.zfill(2)),
            date=pl.col("start") + pl.duration(days=7 * pl.col("number")),
            kind=pl.lit("pairs"),
            winners=1,
        )
    )
    seats = pl.DataFrame({"seat": range(PLAYERS)}, schema={"seat": pl.Int32})
    declares = pl.col("club").str.slice(-1).cast(pl.Int8) % 2 == 0
    entries = (
        sessions.join(seats, how="cross", maintain_order="left_right")
        .with_columns(player=pl.Series(_players_at_seats(random).ravel(), dtype=pl.Int32))
        .with_columns(
            line=pl.lit("ABCDEFGHIJ").str.slice(pl.col("seat") * LINES // PLAYERS, 1),
            entrant=(pl.col("seat") // 2 + 1).cast(pl.String),
            player_id=_player_id("player"),
            substitutes_for=pl.when(declares & (pl.col("seat") != pl.col("player"))).then(_player_id("seat")),
        )
        .sort(*SESSION, "player_id")
    )
    entrant = (*SESSION, "line", "entrant")
    results = entries.select(entrant).unique().sort(entrant).with_columns(field="line", boards=24)
    players = competitions.join(seats, how="cross").select("club", "competition", "seat", player_id=_player_id("seat"))
    tables = {
        "competitions": competitions,
        "sessions": sessions,
        "session_results": results.with_columns(score=pl.Series(random.normal(50, 6, len(results)))),
        "entries": entries,
        "players": players,
        "partnerships": players.filter(declares).with_columns(partnership_id=phrase("pair-{}", pl.col("seat") // 2)),
    }
    for name, schema in INPUTS.items():
        table = pl.concat([schema.create_empty(), tables[name]], how="diagonal_relaxed")
        schema.cast(table.with_columns(pl.col("^file_id$").fill_null("file"))).write_parquet(folder / f"{name}.parquet")


def _players_at_seats(random: np.random.Generator) -> np.ndarray:
    """Return the number of the player at each seat, one row per session."""
    evenings = np.arange(CLUBS * SESSIONS)
    players = np.tile(np.arange(PLAYERS), (len(evenings), 1))
    for _ in range(SWAPS):
        one, other = random.integers(0, PLAYERS, (2, len(evenings)))
        players[evenings, one], players[evenings, other] = players[evenings, other], players[evenings, one]
    return players


def _player_id(number: str) -> pl.Expr:
    """Return a number of seven digits, like those of federations' members."""
    club = pl.col("club").str.slice(-4).cast(pl.Int32)
    return (1_000_000 + club * PLAYERS + pl.col(number)).cast(pl.String)


def rank(folder: Path) -> Taken:
    """Read the inputs; compute and write all tables of rankings and championships; return the time it took."""
    with Taking() as taking:
        raw = {name: pl.read_parquet(folder / f"{name}.parquet") for name in INPUTS}
        nothing = {"match_results": MatchResults.create_empty(), "ranking_points": EarnedPoints.create_empty()}
        for name, table in _ranked({**raw, **nothing}):
            table.write_parquet(folder / f"made.{name}.parquet")
    return taking.taken


def _ranked(raw: dict[str, Any]) -> Iterator[tuple[str, pl.DataFrame]]:
    """Yield all tables that the steps of a season make, by name without the stage."""
    results = {f"scored.{name}": raw[name] for name in _RESULTS}
    given = {f"raw.{name}": table for name, table in raw.items() if name not in _RESULTS} | results
    for name, table in season_tables(given).items():
        yield name.partition(".")[2], table


def _earned(raw: dict[str, Any], competitions: Frame[Competitions]) -> dy.DataFrame[RankingPoints]:
    return ranking_points(
        raw["session_results"],
        raw["entries"],
        raw["sessions"],
        competitions,
        players=raw["players"],
        match_results=MatchResults.create_empty(),
        earned=EarnedPoints.create_empty(),
    ).collect()


def methods(folder: Path, repeats: int = 3) -> tuple[float, float]:
    """Return the seconds of ranking points and rankings by `balanced` and by `dynamic`, the best of some runs each."""
    raw = {name: pl.read_parquet(folder / f"{name}.parquet") for name in INPUTS}
    runs = [(_by_method(raw, "balanced"), _by_method(raw, "dynamic")) for _ in range(repeats)]
    balanced, dynamic = (min(of_each) for of_each in zip(*runs, strict=True))
    return balanced, dynamic


def _by_method(raw: dict[str, Any], method: str) -> float:
    started = time.perf_counter()
    competitions = in_shape(Competitions, raw["competitions"].with_columns(method=pl.lit(method)))
    player_rankings(_earned(raw, competitions), raw["players"], competitions).collect()
    return time.perf_counter() - started


def floor(folder: Path) -> Taken:
    """Read the inputs, and write the tables of `rank`, which were in memory before the clock started."""
    made = {path.name: pl.read_parquet(path) for path in folder.glob("made.*.parquet")}
    with Taking() as taking:
        for name in INPUTS:
            pl.read_parquet(folder / f"{name}.parquet")
        for name, table in made.items():
            table.write_parquet(folder / f"written.{name}")
    return taking.taken


def _work(name: str, folder: Path) -> None:
    """Do one of the works; print its time and the peak megabytes of this process, or the seconds of both methods."""
    if name == "methods":
        print(*methods(folder))
        return
    took = {"rank": rank, "floor": floor}[name](folder)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(*took, peak)


if __name__ == "__main__":
    match sys.argv[1:]:
        case [name, folder]:
            _work(name, Path(folder))
        case _:
            main()
