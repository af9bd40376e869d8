"""Build a federation in full, and again after one change: processor time, memory, and what they depend on.

    python -m bench.federation [CLUBS ...] [--sessions N] [--before CHECKOUT]

All figures are ratios within one run. The build after one change is compared with the floor of `bench.build` (the same
libraries imported, as many empty assets) and with that of the smallest federation; peak memory with that of the
smallest federation. With `--before`, the processor time of the sample and of a session is compared with that of another
checkout of this project, which the Python of this process runs.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median_low
from typing import NamedTuple

from bench.build import ASSETS, FLOOR
from bench.memory import MostTogether
from pipelines.cli.simulate import simulate_landing

PROJECT = Path(__file__).resolve().parents[1]
TIMES = 3
"""How often a short piece of work is measured. The median counts, because a busy machine delays some runs."""


class Cost(NamedTuple):
    """What a process took, together with those that it waited for."""

    processor: float
    """Processor time in seconds."""
    memory: float
    """The most memory that they had at one time, in GB."""


def cost(*command: str, project: Path = PROJECT) -> Cost:
    """Run Python with these arguments, and measure it from its start to its end."""
    environment = os.environ | {"PYTHONPATH": str(project)}
    # Compiled modules are kept, as on the machines of users, even if the container forbids it.
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    process = subprocess.Popen([sys.executable, *command], cwd=project, env=environment, stdout=subprocess.DEVNULL)
    with MostTogether(process.pid) as together:
        _, status, used = os.wait4(process.pid, 0)
    if os.waitstatus_to_exitcode(status):
        raise SystemExit(f"failed: {' '.join(command)}")
    return Cost(used.ru_utime + used.ru_stime, max(1_024 * used.ru_maxrss, together.bytes) / 1_000_000_000)


def build(folder: Path, project: Path = PROJECT, *options: str) -> Cost:
    """Build the federation in a folder, and measure that."""
    places = [
        "--warehouse",
        str(folder / f"{project.name}.duckdb"),
        "--reports",
        str(folder / f"{project.name}-reports"),
    ]
    return cost("-m", "pipelines", "build", str(folder / "landing"), *places, *options, project=project)


def sample(project: Path) -> float:
    """Return the processor seconds of a first build of the project's sample."""
    with tempfile.TemporaryDirectory() as name:
        shutil.copytree(PROJECT / "data" / "sample", Path(name) / "landing")
        return build(Path(name), project).processor


def _once_more(folder: Path) -> Cost:
    """Remove a session and build; put the session back, and measure the next build."""
    with without_a_session(folder / "landing", folder / "aside"):
        build(folder)
    return build(folder)


@contextmanager
def without_a_session(landing: Path, aside: Path) -> Iterator[None]:
    """Remove the last session of the first club, and put it back at the end."""
    folder = max(sorted(landing.glob("*/*"))[0].glob("*/results.csv")).parent
    sessions = folder.parent / "sessions.csv"
    known = sessions.read_text(encoding="utf-8")
    kept = [line for line in known.splitlines() if not line.startswith(f"{folder.name},")]
    folder.rename(aside)
    sessions.write_text("\n".join(kept) + "\n", encoding="utf-8")
    yield
    aside.rename(folder)
    sessions.write_text(known, encoding="utf-8")


def main() -> None:
    """Print the figures of each federation."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("clubs", nargs="*", type=int, default=[25, 100])
    parser.add_argument("--sessions", type=int, default=8)
    parser.add_argument("--before", type=Path)
    asked = parser.parse_args()
    floors = [cost("-c", FLOOR.replace("ASSETS", str(ASSETS))) for _ in range(TIMES)]
    floor = median_low(floors)
    print(f"floor, {ASSETS} empty assets: {floor.processor:.1f} s of the processor, the median of {TIMES}")
    if asked.before:
        ours, theirs = (
            median_low([sample(project) for _ in range(TIMES)]) for project in (PROJECT, asked.before.resolve())
        )
        print(f"the sample: {ours:.1f} s of the processor, {ours / theirs:.2f} of before", flush=True)
    smallest: tuple[Cost, Cost] | None = None
    for clubs in asked.clubs:
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            simulate_landing(folder / "landing", clubs=clubs, sessions=asked.sessions)
            sessions = clubs * asked.sessions
            before = build(folder, asked.before.resolve()) if asked.before else None
            with without_a_session(folder / "landing", folder / "aside"):
                full = build(folder)
            one = build(folder)
            again = [_once_more(folder) for _ in range(TIMES - 1)]
            one = median_low([one, *again])
            nothing = build(folder)
        first_full, first_one = smallest = smallest or (full, one)
        print(f"{clubs} clubs, {sessions} sessions:")
        print(f"  full {full.processor:.0f} s of the processor, {full.processor / sessions:.3f} s a session", end="")
        print(f" ({full.processor / before.processor:.2f} of before)" if before else "", end="")
        print(f", {full.memory:.2f} GB ({full.memory / first_full.memory:.2f} of the smallest)")
        print(f"  one session added {one.processor:.1f} s: floor {one.processor - floor.processor:+.1f} s,", end="")
        print(f" {one.processor / first_one.processor:.2f} of the smallest; {one.memory:.2f} GB")
        print(f"  nothing changed {nothing.processor:.1f} s", flush=True)


if __name__ == "__main__":
    main()
