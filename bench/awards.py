"""Compute the awards of 100,000 events of 60 entrants by every scheme: read Parquet, compute, write Parquet.

The floor reads the same Parquet, and writes the same points, which were computed before. Each measurement is a process
of its own, with its own peak memory. Every second event has scores in whole percents, which make many ties.
"""

import resource
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
import polars as pl

from bench.taken import Taken, Taking, best
from transforms.awards.event_awards import Rounding, awards
from transforms.awards.schemes import SCHEMES
from transforms.tables.phrases import phrase

EVENTS, ENTRANTS = 100_000, 60
EVENT = ("club", "competition", "season", "session_id", "field")
COMPUTED = [name for name, scheme in SCHEMES.items() if not scheme.imported]


def main(repeats: int = 3) -> None:
    """Print rows per second, peak memory, and the ratio to the floor, each the best of some runs."""
    rows = EVENTS * ENTRANTS
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        generate(folder)
        whole, whole_peak = _measured("whole", folder)
        runs = [(_measured("award", folder), _measured("floor", folder)) for _ in range(repeats)]
    (ours, peak), (least, floor_peak) = (best(of_each) for of_each in zip(*runs, strict=True))
    print(f"{rows:,} entrants by {len(COMPUTED)} schemes: {ours}, {rows / ours.seconds:,.0f} rows a second,")
    print(f"peak {peak:,.0f} MB; floor {least}, peak {floor_peak:,.0f} MB;")
    print(f"{ours.beside(least)}; with whole points {whole}, peak {whole_peak:,.0f} MB")


def _measured(work: str, folder: Path) -> tuple[Taken, float]:
    """Do this work in a process of its own; return the time it took, and its peak memory in megabytes."""
    command = [sys.executable, "-m", "bench.awards", work, str(folder)]
    seconds, processor, peak = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()
    return Taken(float(seconds), float(processor)), float(peak)


def generate(folder: Path) -> None:
    """Write the entrants of all events, with scores to hundredths or to whole percents."""
    random = np.random.default_rng(2026)
    score = random.normal(50, 6, (EVENTS, ENTRANTS)).round(2)
    score[::2] = score[::2].round()
    number = pl.Series(np.repeat(np.arange(EVENTS), ENTRANTS))
    pl.DataFrame({"number": number, "score": score.ravel()}).select(
        club=phrase("club-{}", (pl.col("number") // 100).cast(pl.String).str.zfill(4)),
        competition=pl.lit("tuesday"),
        season=pl.lit("2025-26"),
        session_id=phrase("session-{}", (pl.col("number") % 100).cast(pl.String).str.zfill(2)),
        field=pl.lit("A"),
        entrant=(pl.int_range(pl.len()) % ENTRANTS + 1).cast(pl.String),
        score="score",
    ).write_parquet(folder / "entrants.parquet")


def award(folder: Path, rounding: Rounding = "scheme") -> Taken:
    """Read the entrants, compute their awards and write them; return the time it took."""
    with Taking() as taking:
        made = awards(pl.read_parquet(folder / "entrants.parquet"), COMPUTED, event=EVENT, rounding=rounding)
        made.sink_parquet(folder / "awards.parquet")
    return taking.taken


def floor(folder: Path) -> Taken:
    """Read the entrants, and write awards that were in memory before the clock started."""
    made = pl.read_parquet(folder / "awards.parquet")
    with Taking() as taking:
        pl.read_parquet(folder / "entrants.parquet")
        made.write_parquet(folder / "written.parquet")
    return taking.taken


def _work(name: str, folder: Path) -> None:
    """Do one of the works, and print the time it took and the peak megabytes of this process."""
    match name:
        case "award":
            took = award(folder)
        case "whole":
            took = award(folder, "largest_remainder")
        case _:
            took = floor(folder)
    print(*took, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)


if __name__ == "__main__":
    match sys.argv[1:]:
        case [name, folder]:
            _work(name, Path(folder))
        case _:
            main()
