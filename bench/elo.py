"""Rate 50,000 players over 10 seasons and 1 million games with all rules; compare with a floor and the Elo of riix.

The floor numbers the ids of both players with polars, and goes once through the same games with bare numpy, one season
at a time: with a single K, all players rated, and no lists. The games are in the order of their seasons, as if
each season had a folder. riix has a single K, no seasons and no newcomers, and goes through the games one by one. It
is measured if it is installed (the group `bench`). All three go from the same frames to ratings. Each measurement is a
process of its own, with its own peak memory, and does the work several times. The first run takes longer, because
threads start and memory is used for the first time, so both the first and the best run are printed.

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
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import polars as pl

from bench.taken import Taken, Taking, best
from pipelines.settings.ratings import rating_systems, rating_table
from transforms.ratings import elo, rating_lists
from transforms.ratings.arithmetic import lookups
from transforms.ratings.seasons import rating_seasons
from transforms.tables.schemas import Games, Players, Ratings

PLAYERS, SEASONS, GAMES = 50_000, 10, 1_000_000
RATED = 0.8  # the share of players on the first list; a tenth of the others come in each season
FIRST_LIST = 2015
K = 10  # the K of the floor
GAME_COLUMNS = ["club", "competition", "date", "player_id", "opponent_id", "points"]
TABLES = ("games", "ratings", "players", "seasons")
NOTHING = Taken(0, 0)
Days = npt.NDArray[np.int32]


def main(games: int = GAMES, processes: int = 3, runs: int = 4) -> None:
    """Print games per second, peak memory, and the ratios to floor and riix, for the best run and the best first."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        generate(folder, games)
        ours, floor = (_measured(work, folder, processes, runs) for work in ("rate", "floor"))
        print(
            f"{games:,} games: {ours.best}, {games / ours.best.seconds:,.0f} games a second"
            f" (first run {ours.first}, {games / ours.first.seconds:,.0f}), peak {ours.peak:,.0f} MB"
        )
        print(f"floor {floor.best} (first run {floor.first}), peak {floor.peak:,.0f} MB;")
        print(f"{ours.best.beside(floor.best)}; of first runs: {ours.first.beside(floor.first)}")
        print(f"both lists of every season besides: {ours.lists}; with them {ours.with_lists.beside(floor.best)}")
        if games > GAMES:
            return
        if importlib.util.find_spec("riix") is None:
            print("riix is not installed: nothing to compare with")
            return
        theirs = _measured("riix", folder, processes, runs)
        print(
            f"riix {theirs.best}, {games / theirs.best.seconds:,.0f} games a second (first run {theirs.first});"
            f" {theirs.best.beside(ours.best)}; of first runs: {theirs.first.beside(ours.first)}"
        )


class Measured(NamedTuple):
    """The least values of some processes."""

    first: Taken
    """The first run in a process."""
    best: Taken
    """The best run."""
    lists: Taken
    """The best time for making lists; nothing for work that makes none."""
    peak: float
    """Peak memory in megabytes."""

    @property
    def with_lists(self) -> Taken:
        """The time of the best run, with the lists."""
        return Taken(self.best.seconds + self.lists.seconds, self.best.processor + self.lists.processor)


def _measured(work: str, folder: Path, processes: int, runs: int) -> Measured:
    """Do the same work in several processes, `runs` times in each; return the least values."""
    command = [sys.executable, "-m", "bench.elo", work, str(folder), str(runs)]
    printed = [
        list(map(float, subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()[-7:]))
        for _ in range(processes)
    ]
    *figures, peak = (min(of_each) for of_each in zip(*printed, strict=True))
    return Measured(Taken(*figures[:2]), Taken(*figures[2:4]), Taken(*figures[4:]), peak)


def generate(folder: Path, games: int = GAMES) -> None:
    """Write games between players of similar strength, with results that follow a normal curve."""
    random = np.random.default_rng(2026)
    strength = random.normal(1200, 200, PLAYERS)
    by_strength = np.argsort(strength)
    enters = np.where(random.random(PLAYERS) < RATED, 0, random.integers(0, SEASONS, PLAYERS))
    listed = (enters == 0) & (random.random(PLAYERS) < 1 - 0.02)
    season = np.sort(random.integers(0, SEASONS, games))
    place = random.integers(0, PLAYERS, games)
    away = random.integers(1, PLAYERS // 4, games)
    one, other = by_strength[place], by_strength[(place + away) % PLAYERS]
    # Until a player comes in, somebody from the first list plays those games.
    veterans = np.flatnonzero(enters == 0)
    one = np.where(enters[one] > season, veterans[one % len(veterans)], one)
    other = np.where(enters[other] > season, veterans[other % len(veterans)], other)
    other = np.where(one == other, veterans[(other + 1) % len(veterans)], other)
    margin = random.normal((strength[one] - strength[other]) / 300, 1)
    points = np.where(margin > 0.4, 2.0, np.where(margin < -0.4, 0.0, 1.0))
    start = np.datetime64(f"{FIRST_LIST}-07-01")
    # Some days into the season, so that leap years do not matter.
    days = start + (season * 365.25 + random.integers(3, 363, games)).astype(np.int64)
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
            {
                "system": "kndb",
                "rules": rating_systems()["kndb"].model_dump() | {"max_gain_over_performance": 30, "k_games_cap": 700},
            },
            range(FIRST_LIST + 1, FIRST_LIST + 1 + SEASONS),
        ),
    }
    for name, table in tables.items():
        table.write_parquet(folder / f"{name}.parquet")


def _filled(table: pl.DataFrame, schema: type[Games | Ratings | Players]) -> pl.DataFrame:
    return schema.cast(pl.concat([schema.create_empty(), table], how="diagonal_relaxed"))


def rate(folder: Path) -> tuple[Taken, Taken]:
    """Compute all ratings, and both lists of all seasons, from frames to frames."""
    read: dict[str, Any] = {name: pl.read_parquet(folder / f"{name}.parquet") for name in TABLES[1:]}
    ratings, players, seasons = read.values()
    games: Any = pl.read_parquet(folder / "games.parquet", columns=GAME_COLUMNS)
    table = rating_table()
    with Taking() as taking:
        made = elo(games, ratings, players, seasons, table).collect()
    with Taking() as of_lists:
        rating_lists(made, players, seasons).collect()
    return taking.taken, of_lists.taken


def season_starts(days: Days, ends: Days) -> list[int]:
    """Return where each season begins in games that are sorted by season, and where the last season ends.

    Args:
        days: the days of the games.
        ends: the last day of each season.
    """
    return [0, *map(int, np.searchsorted(days, ends, side="right"))]


def floor(folder: Path) -> tuple[Taken, Taken]:
    """Number the ids with polars, and go once through the games with numpy, without lists."""
    players, seasons = (pl.read_parquet(folder / f"{name}.parquet") for name in ("players", "seasons"))
    games = pl.read_parquet(folder / "games.parquet", columns=GAME_COLUMNS)
    expected_at, ends = lookups(rating_table()).expected, seasons["list_date"].sort().to_physical().to_numpy()
    with Taking() as taking:
        ids = pl.Enum(players["player_id"])
        one, other = (games[side].cast(ids).to_physical().to_numpy() for side in ("player_id", "opponent_id"))
        starts = season_starts(games["date"].to_physical().to_numpy(), ends)
        percent = games["points"].to_numpy() * 50
        ratings = np.full(len(players), 1200)
        for start, end in pairwise(starts):
            of_season, opponents = one[start:end], other[start:end]
            difference = ratings[of_season] - ratings[opponents]
            of_higher = expected_at[np.minimum(np.abs(difference), len(expected_at) - 1)]
            above = percent[start:end] - np.where(difference >= 0, of_higher, 100 - of_higher)
            gained, lost = (np.bincount(side, above, len(players)) for side in (of_season, opponents))
            ratings = ratings + np.rint((gained - lost) * K / 50).astype(np.int64)
    return taking.taken, NOTHING


def riix(folder: Path) -> tuple[Taken, Taken]:
    """Rate the same games with riix."""
    dataset = importlib.import_module("riix.utils.data_utils").MatchupDataset
    system = importlib.import_module("riix.models.elo").Elo
    games = pl.read_parquet(folder / "games.parquet", columns=GAME_COLUMNS).with_columns(outcome=pl.col("points") / 2)
    with Taking() as taking:
        matchups = dataset(
            games,
            competitor_cols=["player_id", "opponent_id"],
            outcome_col="outcome",
            datetime_col="date",
            verbose=False,
        )
        system(competitors=matchups.competitors, update_method="iterative").fit_dataset(matchups)
    return taking.taken, NOTHING


def _work(name: str, folder: Path, runs: int) -> None:
    """Do one of the works `runs` times; print the times of the first run and of the best, and the peak megabytes."""
    took = [{"rate": rate, "floor": floor, "riix": riix}[name](folder) for _ in range(runs)]
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    (least, _), (of_lists, _) = (best((each, peak) for each in part) for part in zip(*took, strict=True))
    print(*took[0][0], *least, *of_lists, peak)


if __name__ == "__main__":
    match sys.argv[1:]:
        case [name, folder, runs]:
            _work(name, Path(folder), int(runs))
        case [games]:
            main(int(games), processes=1, runs=3)
        case _:
            main()
