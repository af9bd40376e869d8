"""Time `barometer score` of a session of about 300 lines, next to importing the libraries that it needs.

The floor is a process that imports those libraries and ends. Each run is a process of its own; the two take turns.
"""

import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from pipelines.cli.simulate import simulate_landing

FLOOR = """
import dataframely, lxml.etree, numpy, polars, pydantic, typer
import rich.columns, rich.console, rich.table, rich.text
"""


def main(repeats: int = 7) -> None:
    """Print the median of some runs of each, and the ratio."""
    with tempfile.TemporaryDirectory() as name:
        simulate_landing(Path(name), clubs=1, sessions=1, seed=1)
        (session,) = Path(name).glob("*/*/")
        lines = sum(len(file.read_text(encoding="utf-8").splitlines()) - 1 for file in session.rglob("results.csv"))
        floors: list[float] = []
        scores: list[float] = []
        for _ in range(repeats):
            floors.append(seconds("-c", FLOOR))
            scores.append(seconds("-m", "pipelines", "score", str(session)))
    floor, score = statistics.median(floors), statistics.median(scores)
    print(
        f"score of a session of {lines} lines: {score:.2f} s; floor (the libraries it needs, imported) {floor:.2f} s;"
    )
    print(f"ratio {score / floor:.2f}")


def seconds(*command: str) -> float:
    """Return how many seconds a process takes from its start to its end."""
    started = time.perf_counter()
    subprocess.run([sys.executable, *command], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return time.perf_counter() - started


if __name__ == "__main__":
    main()
