"""Score matchpoints on many result lines: read Parquet, use the public transform, write Parquet.

The floor reads the same files and writes the same columns, but scores nothing. Lines are sorted by board, as they are
after ingest, in files of whole sessions. Each measurement is a process of its own; the two take turns. A first turn,
which brings the files into memory, does not count. The best of three turns is printed.
"""

import argparse
import datetime as dt
import resource
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import numpy as np
import polars as pl

from bench.taken import Taken, Taking, best
from pipelines.settings.competition import Settings
from pipelines.settings.season_rows import competitions_frame
from transforms.scoring import board_scores
from transforms.tables.phrases import phrase
from transforms.tables.schemas import BoardScores, Competitions, Results, Sessions
from transforms.tables.shared import in_shape

BOARDS, FEWEST_TABLES, MOST_TABLES = 24, 5, 12
CLUBS = 50
LINES_A_FILE = 1_000_000
TURNS = 3


def main() -> None:
    """Generate the input, measure both, and print the figures."""
    arguments = _arguments()
    if arguments.measure:
        _report_measurement(MEASURED[arguments.measure], Path(arguments.folder))
        return
    with tempfile.TemporaryDirectory() as folder:
        lines = generate(Path(folder), arguments.lines)
        turns = [{name: _in_own_process(name, folder) for name in MEASURED} for _ in range(1 + TURNS)]
    measured = {name: best(turn[name] for turn in turns[1:]) for name in MEASURED}
    least, _ = measured["floor"]
    for name, (took, peak) in measured.items():
        print(
            f"matchpoints {name:<6} {lines:>11,} lines: {took}, {lines / took.seconds:>10,.0f} rows/s, "
            f"peak {peak:>6,.0f} MB; {took.beside(least)}"
        )


def score(folder: Path) -> None:
    """Read, score and write, one file of whole sessions at a time."""
    sessions = pl.read_parquet(folder / "sessions.parquet")
    competitions = in_shape(Competitions, pl.read_parquet(folder / "competitions.parquet"))
    for part in sorted(folder.glob("results-*.parquet")):
        clubs = pl.scan_parquet(part).select("club").unique()
        of_these = in_shape(Sessions, sessions.lazy().join(clubs, on="club", how="semi"))
        scored = board_scores(in_shape(Results, pl.scan_parquet(part)), of_these, competitions)
        scored.sink_parquet(folder / f"scores-{part.name}")


def floor(folder: Path) -> None:
    """Read and write the same, with points that cost nothing to compute, and the same top everywhere."""
    worth = pl.col("score").mod(13).cast(pl.Float64)
    for part in sorted(folder.glob("results-*.parquet")):
        (
            pl.scan_parquet(part)
            .with_columns(
                table_no="table",
                ns_points=worth,
                ew_points=-worth,
                top=pl.lit(22.0),
                scoring=pl.lit("matchpoints"),
                datum=pl.lit(None, pl.Float64),
            )
            .select(BoardScores.column_names())
            .sink_parquet(folder / f"floor-{part.name}")
        )


MEASURED: dict[str, Callable[[Path], None]] = {"floor": floor, "score": score}


OFFICIAL = ("official_ns_points", "official_ew_points", "official_centred", "official_datum")


def generate(folder: Path, lines: int) -> int:
    """Write made-up clubs until there are enough result lines; return how many there are."""
    generator = np.random.default_rng(20251103)
    season = {"name": "2025-26", "start": dt.date(2025, 9, 1), "end": dt.date(2026, 8, 31)}
    settings = Settings.model_validate({"season": [season]})
    sessions: list[pl.DataFrame] = []
    competitions: list[pl.DataFrame] = []
    total = 0
    while total < lines:
        club = f"club-{len(competitions):04}"
        results = _club(generator, club, min(LINES_A_FILE, lines - total))
        results.write_parquet(folder / f"results-{club}.parquet")
        sessions.append(results.select("club", "competition", "season", "session_id").unique(maintain_order=True))
        competitions.append(competitions_frame(club, "tuesday", settings))
        total += len(results)
    everything = pl.concat([Sessions.create_empty(), *sessions], how="diagonal").with_columns(
        date=dt.date(2025, 9, 2), kind=pl.lit("pairs"), winners=1, file_id=pl.lit("made up")
    )
    Sessions.cast(everything).write_parquet(folder / "sessions.parquet")
    pl.concat(competitions).write_parquet(folder / "competitions.parquet")
    return total


def _club(generator: np.random.Generator, club: str, lines: int) -> pl.DataFrame:
    """Return `lines` or a few more result lines of a club: whole sessions, sorted by key, one ruling in 1,000 lines."""
    tables = generator.integers(FEWEST_TABLES, MOST_TABLES, endpoint=True, size=lines // (FEWEST_TABLES * BOARDS) + 1)
    tables = tables[: np.searchsorted(np.cumsum(tables * BOARDS), lines, side="right") + 1]
    session = np.repeat(np.arange(len(tables)), tables * BOARDS)
    board = np.concatenate([np.repeat(np.arange(1, BOARDS + 1), size) for size in tables])
    table = np.concatenate([np.tile(np.arange(1, size + 1), BOARDS) for size in tables])
    count = len(session)
    frame = pl.DataFrame(
        {
            "session": session,
            "board": board,
            "table_number": table,
            "score": generator.integers(-60, 60, count) * 10,
            "tricks": generator.integers(5, 13, count),
            "contract": np.array(["1N", "2H", "3N", "4S", "4HX", "5D"])[generator.integers(0, 6, count)],
            "declarer": np.array(["N", "E", "S", "W"])[generator.integers(0, 4, count)],
            "is_average": generator.random(count) < 0.001,
        }
    )
    results = frame.with_columns(
        club=pl.lit(club),
        competition=pl.lit("tuesday"),
        season=pl.lit("2025-26"),
        session_id=phrase("session-{}", pl.col("session").cast(pl.String).str.zfill(6)),
        line=pl.lit("A"),
        round=(pl.col("board") - 1) // 4 + 1,
        table=pl.col("table_number").cast(pl.String),
        ns=(2 * pl.col("table_number") - 1).cast(pl.String).str.zfill(2),
        ew=(2 * pl.col("table_number")).cast(pl.String).str.zfill(2),
        file_id=pl.lit("made up"),
        line_no=pl.int_range(pl.len()) + 1,
        ruling=pl.when("is_average").then(pl.lit("average")),
    )
    unknown = set(Results.column_names()) - set(results.columns)
    return Results.cast(results.with_columns(**dict.fromkeys(unknown, pl.lit(None))))


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--lines", type=int, default=20_000_000)
    parser.add_argument("--measure", choices=list(MEASURED), help=argparse.SUPPRESS)
    parser.add_argument("--folder", help=argparse.SUPPRESS)
    return parser.parse_args()


def _in_own_process(name: str, folder: str) -> tuple[Taken, float]:
    command = [sys.executable, "-m", "bench.matchpoints", "--measure", name, "--folder", folder]
    answer = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    seconds, processor, peak = map(float, answer.split())
    return Taken(seconds, processor), peak


def _report_measurement(measured: Callable[[Path], None], folder: Path) -> None:
    with Taking() as taking:
        measured(folder)
    print(*taking.taken, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)


if __name__ == "__main__":
    main()
