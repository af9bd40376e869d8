"""Reading the files of a landing folder in worker processes, beside reading them one after the other in this process.

Workers end after each run, so that every run starts them anew. `python -m bench.reading LANDING` takes any folder;
without one it is a made-up federation.
"""

import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from pipelines.cli.simulate import simulate_landing
from pipelines.intake.landing import workers
from pipelines.intake.landing.folders import competition_folders
from pipelines.intake.landing.limits import Limits
from pipelines.intake.landing.workers import Job, read_all
from pipelines.intake.readers import read_bytes


def main(landing: Path | None = None, repeats: int = 5) -> None:
    """Print the median of some runs of each, and the ratio."""
    with tempfile.TemporaryDirectory() as name:
        if landing is None:
            landing = Path(name)
            simulate_landing(landing, clubs=5, sessions=30, seed=1)
        jobs = [
            Job(file.path, file_id)
            for folder in competition_folders(landing)
            for file_id, file in folder.files.items()
            if file.can_be_read and file.path.suffix != ".toml"
        ]
        apart: list[float] = []
        here: list[float] = []
        for _ in range(repeats):
            apart.append(seconds(lambda: in_workers(jobs)))
            here.append(seconds(lambda: [read_bytes(job.path.read_bytes(), job.file_id) for job in jobs]))
    there, floor = statistics.median(apart), statistics.median(here)
    print(f"{len(jobs)} files: {there:.2f} s in workers, their start included; {floor:.2f} s in this process")
    print(f"ratio {there / floor:.2f}")


def in_workers(jobs: list[Job]) -> None:
    """Read them, and end the worker that would be kept for the next time."""
    for _ in read_all(jobs, Limits.from_environment()):
        pass
    workers.end_spare()


def seconds(run: Callable[[], object]) -> float:
    """How many seconds it takes."""
    started = time.perf_counter()
    run()
    return time.perf_counter() - started


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else None)
