"""Yearly ratings of 50,000 players, 10 seasons and 1 million games, all rules on, beside a floor and the Elo of riix.

The floor numbers the ids of both players with polars and goes once through the same games with bare numpy, a season at
a time: one K, nobody without a rating, no list. riix knows one K, no seasons and no newcomers: it goes through the
games one by one. It is measured where it is installed (the group `bench`). All go from the same frames to ratings. Each
measurement is a process of its own, with its own peak memory, and does the work more than once. The first run takes
longer, because threads start and memory is used for the first time; so both the first run and the best run are printed.

    python -m bench.elo 20000000

measures another number of games, without riix.
"""

import datetime as dt
import importlib
import importlib.util
import resource
import subprocess
import sys
import tempfile
import time
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import polars as pl

from pipelines.settings.ratings import rating_seasons, rating_systems, rating_table
from transforms.ratings import elo, rating_lists
from transforms.ratings.arithmetic import lookups
from transforms.tables import Games, Players, Ratings

PLAYERS, SEASONS, GAMES = 50_000, 10, 1_000_000
RATED = 0.8  # of the players stand on the first list; the others come in, a tenth of them each season
FIRST_LIST = 2015
K = 10  # of the floor
GAME_COLUMNS = ["club", "competition", "date", "player_id", "opponent_id", "points"]
TABLES = ("games", "ratings", "players", "seasons")


def main(games: int = GAMES, processes: int = 3, runs: int = 4) -> None:
    """Print games per second, peak memory, and the ratios to floor and riix, by the best run and the best first run."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        generate(folder, games)
        ours, floor = (_measured(work, folder, processes, runs) for work in ("rate", "floor"))
        print(
            f"{games:,} games: {ours.best:.2f} s, {games / ours.best:,.0f} games a second"
            f" (first run {ours.first:.2f} s, {games / ours.first:,.0f}), peak {ours.peak:,.0f} MB"
        )
        print(
            f"floor {floor.best:.2f} s (first run {floor.first:.2f} s), peak {floor.peak:,.0f} MB;"
            f" ratio {ours.best / floor.best:.2f}, of first runs {ours.first / floor.first:.2f}"
        )
        if games > GAMES:
            return
        if importlib.util.find_spec("riix") is None:
            print("riix is not installed: nothing to compare with")
            return
        theirs = _measured("riix", folder, processes, runs)
        print(
            f"riix {theirs.best:.2f} s, {games / theirs.best:,.0f} games a second (first run {theirs.first:.2f} s);"
            f" ratio {theirs.best / ours.best:.1f}, of first runs {theirs.first / ours.first:.1f}"
        )


class Measured(NamedTuple):
    """The least value over some processes."""

    first: float
    """Seconds of the first run in a process."""
    best: float
    """Seconds of the best run."""
    peak: float
    """Megabytes."""


def _measured(work: str, folder: Path, processes: int, runs: int) -> Measured:
    """Do the same work in some processes, `runs` times in each."""
    command = [sys.executable, "-m", "bench.elo", work, str(folder), str(runs)]
    printed = [
        map(float, subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()[-3:])
        for _ in range(processes)
    ]
    return Measured(*(min(figures) for figures in zip(*printed, strict=True)))


def generate(folder: Path, games: int = GAMES) -> None:
    """Write games between players of like strength; the results follow a normal curve."""
    random = np.random.default_rng(2026)
    strength = random.normal(1200, 200, PLAYERS)
    by_strength = np.argsort(strength)
    enters = np.where(random.random(PLAYERS) < RATED, 0, random.integers(0, SEASONS, PLAYERS))
    listed = (enters == 0) & (random.random(PLAYERS) < 1 - 0.02)
    season = np.sort(random.integers(0, SEASONS, games))
    place = random.integers(0, PLAYERS, games)
    away = random.integers(1, PLAYERS // 4, games)
    one, other = by_strength[place], by_strength[(place + away) % PLAYERS]
    # A player who has not entered yet is replaced by one who is on the first list.
    veterans = np.flatnonzero(enters == 0)
    one = np.where(enters[one] > season, veterans[one % len(veterans)], one)
    other = np.where(enters[other] > season, veterans[other % len(veterans)], other)
    other = np.where(one == other, veterans[(other + 1) % len(veterans)], other)
    margin = random.normal((strength[one] - strength[other]) / 300, 1)
    points = np.where(margin > 0.4, 2.0, np.where(margin < -0.4, 0.0, 1.0))
    start = np.datetime64(f"{FIRST_LIST}-07-01")
    days = start + (season * 365.25 + random.integers(0, 363, games)).astype(np.int64)
    names = pl.Series(np.arange(1_000_000, 1_000_000 + PLAYERS)).cast(pl.String)
    place_of = {"club": pl.lit("federation"), "competition": pl.lit("national"), "file_id": pl.lit("file")}
    tables = {
        "games": pl.DataFrame({"date": days, "points": points})
        .with_columns(
            **place_of,
            game_id=pl.int_range(pl.len()).cast(pl.String),
            player_id=names.gather(one),
            opponent_id=names.gather(other),
            opponent_points=2 - pl.col("points"),
        )
        .pipe(_filled, Games),
        "ratings": pl.DataFrame({"player_id": names.filter(pl.Series(listed))})
        .with_columns(
            **place_of,
            list_date=pl.lit(dt.date(FIRST_LIST, 6, 30)),
            rating=pl.Series(strength[listed].round()),
            games=pl.Series(random.integers(0, 300, int(listed.sum()))),
        )
        .pipe(_filled, Ratings),
        "players": pl.DataFrame({"player_id": names, "name": names}).with_columns(**place_of).pipe(_filled, Players),
        "seasons": rating_seasons(
            "federation",
            "national",
            "kndb",
            rating_systems()["kndb"].model_copy(update={"max_gain_over_performance": 30, "k_games_cap": 700}),
            range(FIRST_LIST + 1, FIRST_LIST + 1 + SEASONS),
        ),
    }
    for name, table in tables.items():
        table.write_parquet(folder / f"{name}.parquet")


def _filled(table: pl.DataFrame, schema: type[Games | Ratings | Players]) -> pl.DataFrame:
    return schema.cast(pl.concat([schema.create_empty(), table], how="diagonal_relaxed"))


def rate(folder: Path) -> float:
    """Compute every rating and both lists of every season, from frames to frames; return seconds of the ratings."""
    read: dict[str, Any] = {name: pl.read_parquet(folder / f"{name}.parquet") for name in TABLES[1:]}
    ratings, players, seasons = read.values()
    games: Any = pl.read_parquet(folder / "games.parquet", columns=GAME_COLUMNS)
    table = rating_table()
    started = time.perf_counter()
    made = elo(games, ratings, players, seasons, table).collect()
    finished = time.perf_counter()
    rating_lists(made, players, seasons).collect()
    print(f"lists {time.perf_counter() - finished:.2f} s", file=sys.stderr)
    return finished - started


def floor(folder: Path) -> float:
    """Number the ids with polars, and go once through the games with numpy; return the seconds."""
    players, seasons = (pl.read_parquet(folder / f"{name}.parquet") for name in ("players", "seasons"))
    games = pl.read_parquet(folder / "games.parquet", columns=GAME_COLUMNS)
    expected_at, ends = lookups(rating_table()).expected, seasons["list_date"].sort().to_physical().to_numpy()
    started = time.perf_counter()
    ids = pl.Enum(players["player_id"])
    one, other = (games[side].cast(ids).to_physical().to_numpy() for side in ("player_id", "opponent_id"))
    season = np.searchsorted(ends, games["date"].to_physical().to_numpy())
    percent = games["points"].to_numpy() * 50
    ratings = np.full(len(players), 1200)
    # The games are in the order of their seasons.
    for start, end in pairwise(np.searchsorted(season, np.arange(SEASONS + 1))):
        of_season, opponents = one[start:end], other[start:end]
        difference = ratings[of_season] - ratings[opponents]
        of_higher = expected_at[np.minimum(np.abs(difference), len(expected_at) - 1)]
        above = percent[start:end] - np.where(difference >= 0, of_higher, 100 - of_higher)
        gained, lost = (np.bincount(side, above, len(players)) for side in (of_season, opponents))
        ratings = ratings + np.rint((gained - lost) * K / 50).astype(np.int64)
    return time.perf_counter() - started


def riix(folder: Path) -> float:
    """Rate the same games with riix; return the seconds."""
    dataset = importlib.import_module("riix.utils.data_utils").MatchupDataset
    system = importlib.import_module("riix.models.elo").Elo
    games = pl.read_parquet(folder / "games.parquet", columns=GAME_COLUMNS).with_columns(outcome=pl.col("points") / 2)
    started = time.perf_counter()
    matchups = dataset(
        games, competitor_cols=["player_id", "opponent_id"], outcome_col="outcome", datetime_col="date", verbose=False
    )
    system(competitors=matchups.competitors, update_method="iterative").fit_dataset(matchups)
    return time.perf_counter() - started


def _work(name: str, folder: Path, runs: int) -> None:
    """Do one of the three some times; print the seconds of the first and of the best run, and the peak megabytes."""
    seconds = [{"rate": rate, "floor": floor, "riix": riix}[name](folder) for _ in range(runs)]
    print(seconds[0], min(seconds), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)


if __name__ == "__main__":
    match sys.argv[1:]:
        case [name, folder, runs]:
            _work(name, Path(folder), int(runs))
        case [games]:
            main(int(games), processes=1, runs=3)
        case _:
            main()
