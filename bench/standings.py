"""Compare result lists and events by matches with their plain twin: random events, differences, and time.

`python -m bench.standings 100000 1` compares 100,000 events with byes, half matches, absences and ties, drawn from the
seed 1. Exit status 1: any differs. The twin is `tests/results/plain_standings.py`.
"""

import argparse
import random
import sys
import time
from pathlib import Path

_AT_ONCE = 2_000
_SHOWN = 10


def main() -> None:
    """Compare, and print the figures and the first differences."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("events", type=int, nargs="?", default=10_000, help="how many events")
    parser.add_argument("seed", type=int, nargs="?", default=1, help="from which they are drawn")
    arguments = parser.parse_args()
    sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
    from results.plain_standings import differences, event

    draw, began, found = random.Random(arguments.seed), time.monotonic(), 0  # noqa: S311 - the same events each time
    for done in range(0, arguments.events, _AT_ONCE):
        wrong = differences([event(draw) for _ in range(min(_AT_ONCE, arguments.events - done))])
        print(*wrong[: max(0, _SHOWN - found)], sep="\n", end="\n" if wrong else "", flush=True)
        found += len(wrong)
        print(f"{done + _AT_ONCE} events, {time.monotonic() - began:.0f} seconds", file=sys.stderr, flush=True)
    seconds = time.monotonic() - began
    print(f"standings: {arguments.events} events, {found} differences, {seconds:.0f} seconds")
    sys.exit(found > 0)


if __name__ == "__main__":
    main()
