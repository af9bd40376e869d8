"""Directions of the tables of a movement: proposals a second beside the plain twin, time to the best, and proof.

The twin (`tests/balance`) makes the same decisions in NumPy, and computes the score matrix again for each proposal.
"""

import os
import runpy
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from transforms.balance.directions import (
    PROPOSALS_A_TABLE,
    STAGES,
    Cooling,
    Progress,
    Sides,
    anneal,
    chances,
    free_plays,
    optimise,
    prepared,
    seed_of_run,
)
from transforms.balance.generators import mitchell, relay_mitchell
from transforms.balance.movement import Movement
from transforms.balance.proof.prove import prove
from transforms.balance.quality import half_top

TWIN = Path(__file__).resolve().parents[1] / "tests" / "balance" / "directions_twin.py"

LEAST = {
    5: 308, 6: 600, 7: 1050, 8: 1856, 9: 2952, 10: 4584,
    11: 6830, 12: 9728, 13: 13532, 14: 18200, 15: 23970,
}  # fmt: skip
"""SS of the best values in the source's table; with an even number of tables, of Relay Mitchells."""

PROVED_TO = 12


class Speed(NamedTuple):
    """Proposals per second of processor time, of the kernel on one core and of its twin."""

    kernel: float
    twin: float


def main() -> None:
    """Print one line for each number of tables."""
    best_in(5)
    for tables, least in LEAST.items():
        movement = complete(tables)
        speed = speeds(movement)
        seconds, found = best_in(tables)
        line = (
            f"{tables:>2} tables {speed.kernel / 1e6:6.1f} million proposals/s a core"
            f" {speed.kernel / speed.twin:8,.0f} x twin   SS {least} in {seconds:5.2f} s on {os.cpu_count()} cores"
        )
        if tables <= PROVED_TO:
            started = time.perf_counter()
            proof = prove(found)
            line += f"   {'proved' if proof.optimal else 'open'} in {time.perf_counter() - started:5.2f} s"
        print(line)


def complete(tables: int) -> Movement:
    """The Mitchell for an odd number of tables, the Relay Mitchell for an even number."""
    return mitchell(tables) if tables % 2 else relay_mitchell(tables)


def speeds(movement: Movement, runs: int = 3) -> Speed:
    """Time a run of the kernel, the fastest of some, and a short run of the twin, which must end the same."""
    free, (plays, sides) = free_plays(movement, (), (), 0), prepared(movement)
    way, seed, steps = np.empty_like(sides.way), seed_of_run(1, 0), chances(half_top(movement))

    def timed(cooling: Cooling) -> float:
        own = Sides(*(part.copy() for part in sides))
        started = time.thread_time()
        anneal(seed, cooling, plays, own, way)
        return time.thread_time() - started

    whole = Cooling(free, steps, PROPOSALS_A_TABLE * free.size)
    seconds = min(timed(whole) for _ in range(runs))
    short = Cooling(free, steps[:: STAGES // 10], 20)
    timed(short)
    plain_run: Callable[..., tuple[int, NDArray[np.int32]]] = runpy.run_path(str(TWIN))["plain_run"]
    started = time.thread_time()
    _, best_way = plain_run(movement, int(seed), *short)
    twin = time.thread_time() - started
    if best_way.tolist() != way.tolist():
        raise SystemExit("the kernel and its twin differ")
    return Speed(STAGES * whole.proposals / seconds, len(short.chances) * short.proposals / twin)


def best_in(tables: int) -> tuple[float, Movement]:
    """Seconds until the best value is reached on all cores, and the movement that has it."""

    def not_yet(progress: Progress) -> bool:
        return progress.ss > LEAST[tables]

    started = time.perf_counter()
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        found = optimise(complete(tables), runs=10_000, keep_going=not_yet, spread=pool.map)
    seconds = time.perf_counter() - started
    if found.ss != LEAST[tables]:
        raise SystemExit(f"{tables} tables: SS {found.ss}, not {LEAST[tables]}")
    return seconds, found.movement


if __name__ == "__main__":
    main()
