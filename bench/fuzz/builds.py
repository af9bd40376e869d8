"""Whole builds of a club with a spoiled file next to a healthy club, by what they cost and do to the healthy club.

    python -m bench.fuzz.builds SECONDS [SEED]

Files are read in another process, whose time does not count: `make fuzz` is about readers.
"""

import random
import shutil
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

import numpy as np
import polars as pl

from bench.fuzz.corpus_files import FORMATS, seeds_of
from bench.fuzz.growing import GROWING, grown
from bench.fuzz.mutations import mutated
from bench.fuzz.running import KEPT
from bench.fuzz.trial import forget_peak, memory_now, peak
from bench.tiny_clubs import make_club
from pipelines.cli.build import build
from pipelines.machine.paths import Paths
from pipelines.warehouse import as_it_is
from transforms.tables.schemas import WAREHOUSE

_SIZES = tuple(2**power for power in range(12, 20))
_GROWN = 0.5
_MOST_SECONDS, _SECONDS_A_MB = 5.0, 60.0
_MOST_BYTES, _BYTES_A_BYTE = 300e6, 1_000


class Cost(NamedTuple):
    """One build: the bytes of the spoiled file, seconds of the processor and bytes of memory, and what is wrong."""

    size: int
    seconds: float
    memory: float
    fault: str


def fuzzed(seconds: float, seed: int) -> list[Cost]:
    """Build so many seconds of the processor; the same seed makes the same files. Files that do harm are kept."""
    chance, costs, used = random.Random(seed), list[Cost](), 0.0  # noqa: S311 - the same files for the same seed
    with tempfile.TemporaryDirectory() as folder:
        here = Path(folder)
        for club in ("healthy", "hostile"):
            make_club(here / "landing", club)
        _built(here)  # the first build of a process takes longer
        usual, expected = _built(here)
        while used < seconds:
            file_format, data = _spoiled(chance)
            make_club(here / "landing", "hostile")
            (here / "landing" / "hostile" / "evenings" / f"more.{file_format}").write_bytes(data)
            cost, tables = _built(here, len(data))
            used += cost.seconds
            differing = [name for name, rows in expected.items() if name not in tables or not rows.equals(tables[name])]
            more = cost._replace(seconds=cost.seconds - usual.seconds, memory=cost.memory - usual.memory)
            costs.append(more._replace(fault=more.fault or _excess(more) or ", ".join(differing)))
            if costs[-1].fault:
                KEPT.mkdir(parents=True, exist_ok=True)
                (KEPT / f"build-{seed}-{len(costs)}.{file_format}").write_bytes(data)
    return costs


def _spoiled(chance: random.Random) -> tuple[str, bytes]:
    if chance.random() < _GROWN:
        file_format = chance.choice(list(GROWING))
        return file_format, grown(file_format, chance.choice(list(GROWING[file_format])), chance.choice(_SIZES))
    file_format = chance.choice(FORMATS)
    return file_format, mutated(chance, seeds_of(file_format), file_format)


def _built(here: Path, size: int = 0) -> tuple[Cost, dict[str, pl.DataFrame]]:
    """The cost of a first build, and the tables of the healthy club without times."""
    paths = Paths(here / "landing", here / "built" / "a.duckdb", here / "built" / "site")
    shutil.rmtree(here / "built", ignore_errors=True)
    before, began, fault = memory_now(), time.process_time(), ""
    forget_peak()
    try:
        build(paths)
    except Exception as wrong:  # whatever it is, it is what is looked for
        fault = f"{type(wrong).__name__}: {wrong}"[:300]
    cost = Cost(size, time.process_time() - began, peak() - before, fault)
    if fault:
        return cost, {}
    with as_it_is(paths.warehouse) as warehouse:
        names = [name for name, schema in WAREHOUSE.items() if "club" in schema.column_names()]
        return cost, {name: warehouse.read(name, ["healthy"]).drop(pl.selectors.datetime()) for name in names}


def _excess(cost: Cost) -> str:
    if cost.seconds > _MOST_SECONDS + _SECONDS_A_MB * cost.size / 1e6:
        return f"{cost.seconds:.1f} s more for {cost.size} bytes"
    if cost.memory > _MOST_BYTES + _BYTES_A_BYTE * cost.size:
        return f"{cost.memory / 1e6:.0f} MB more for {cost.size} bytes"
    return ""


def main(seconds: float = 60, seed: int = 1) -> int:
    """Print the faults, and the line that fits time and memory by the bytes; the status says if there is no fault."""
    costs = fuzzed(seconds, seed)
    said = [f"build-{seed}-{number}: {cost.fault}" for number, cost in enumerate(costs, start=1) if cost.fault]
    sizes = np.array([cost.size / 1e6 for cost in costs])
    for unit, more in (("s", [cost.seconds for cost in costs]), ("MB", [cost.memory / 1e6 for cost in costs])):
        slope, at_zero = np.polyfit(sizes, np.array(more), 1)
        said.append(f"{at_zero:+.2f} {unit} and {slope:+.1f} {unit} for each MB; at most {max(more):+.1f} {unit}")
    said.append(f"{len(costs)} builds, {sum(bool(cost.fault) for cost in costs)} faults")
    sys.stdout.write("\n".join(said) + "\n")
    return int(any(cost.fault for cost in costs))


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
