"""A federation, built whole, and again after one change: processor time, memory, and what they depend on.

    python -m bench.federation [CLUBS ...] [--sessions N] [--before CHECKOUT]

Every figure is a ratio within one run: the build after one change beside the floor of `bench.build` (the same libraries
imported, as many empty assets) and beside that of the smallest federation; peak memory beside that of the smallest;
with `--before`, processor time of the sample and of a session beside that of another checkout of this project, run by
the Python of this process.
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
"""What takes a few seconds is measured so often, and told by its median: a busy machine makes some of them longer."""


class Cost(NamedTuple):
    """What a process and those it waited for took."""

    processor: float
    """Seconds."""
    memory: float
    """The most that they had at once, together, in GB."""


def cost(*command: str, project: Path = PROJECT) -> Cost:
    """Run Python with these arguments, from its start to its end."""
    environment = os.environ | {"PYTHONPATH": str(project)}
    # Compiled modules are kept, whatever the container says: they are on the machines of users.
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    process = subprocess.Popen([sys.executable, *command], cwd=project, env=environment, stdout=subprocess.DEVNULL)
    with MostTogether(process.pid) as together:
        _, status, used = os.wait4(process.pid, 0)
    if os.waitstatus_to_exitcode(status):
        raise SystemExit(f"failed: {' '.join(command)}")
    return Cost(used.ru_utime + used.ru_stime, max(1_024 * used.ru_maxrss, together.bytes) / 1_000_000_000)


def build(folder: Path, project: Path = PROJECT, *options: str) -> Cost:
    """Build the federation in a folder."""
    places = [
        "--warehouse",
        str(folder / f"{project.name}.duckdb"),
        "--reports",
        str(folder / f"{project.name}-reports"),
    ]
    return cost("-m", "pipelines", "build", str(folder / "landing"), *places, *options, project=project)


def sample(project: Path) -> float:
    """Processor seconds for the first build of the project's own sample."""
    with tempfile.TemporaryDirectory() as name:
        shutil.copytree(PROJECT / "data" / "sample", Path(name) / "landing")
        return build(Path(name), project).processor


def _once_more(folder: Path) -> Cost:
    """Take a session away, build, and measure the build after it came back."""
    with without_a_session(folder / "landing", folder / "aside"):
        build(folder)
    return build(folder)


@contextmanager
def without_a_session(landing: Path, aside: Path) -> Iterator[None]:
    """Take the last session of the first club away, and put it back at the end."""
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
    """Print the figures of one federation after the other."""
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
