"""`make fuzz`: every reader against spoiled files, for as long as wanted, with a report."""

import argparse
import sys

from bench.fuzz.corpus_files import FORMATS
from bench.fuzz.growing import steep
from bench.fuzz.running import fuzzed


def main() -> int:
    parser = argparse.ArgumentParser(prog="fuzz", description=__doc__)
    parser.add_argument("readers", nargs="*", default=FORMATS, help=f"of {', '.join(FORMATS)}; all of them by default")
    parser.add_argument("--seconds", type=float, default=60, help="processor seconds for each reader")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    say(f"{'reader':8}{'files':>9}{'crashes':>9}{'hangs':>7}{'memory':>8}{'losses':>8}{'slowest':>10}{'most MB':>9}")
    is_sound = True
    for reader in given.readers:
        report = fuzzed(reader, given.seconds, given.seed)
        counts = [report.faults.get(fault, 0) for fault in ("crash", "hang", "memory", "loss")]
        is_sound &= not any(counts)
        crashes, hangs, memory, losses = counts
        say(
            f"{reader:8}{report.executions:9}{crashes:9}{hangs:7}{memory:8}{losses:8}"
            f"{report.slowest:9.2f}s{report.most_memory / 2**20:9.0f}"
        )
        for kept in report.kept:
            say(f"  {kept}")
        for what in steep(reader):
            is_sound = False
            say(f"  the time grows faster than the file, with {what}")
    return 0 if is_sound else 1


def say(words: str) -> None:
    sys.stdout.write(f"{words}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
