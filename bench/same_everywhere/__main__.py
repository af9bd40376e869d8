"""Check whether two checkouts of the project build the same tables, findings, exit status and pages.

    python -m bench.same_everywhere BEFORE AFTER --only real,spoiled --no-pages

Both arguments are folders of checkouts. Builds of a checkout without changes are kept in build/same_everywhere by its
commit. Exit status 1: tables or pages differ, or a row with a finding has lost it or is treated otherwise.
"""

import argparse
import sys
import time
from pathlib import Path

import polars as pl

from bench.same_everywhere.builds import built
from bench.same_everywhere.comparing import compared
from bench.same_everywhere.corpora import CORPORA, AbsentError, Sizes, laid_out

KEPT = Path("build") / "same_everywhere"


def main() -> int:
    """Compare all corpora; return 1 if anything differs that should not."""
    parser = argparse.ArgumentParser(prog="same_everywhere", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("before", type=Path, help="a checkout of the project")
    parser.add_argument("after", type=Path, help="another one; the same to see what changes by itself")
    parser.add_argument("--only", default=",".join(CORPORA), help="names of corpora with commas between them")
    parser.add_argument("--pages", action=argparse.BooleanOptionalAction, default=True, help="compare pages too")
    parser.add_argument("--most", type=int, default=40, help="findings and pages listed of a corpus, of each kind")
    usual = Sizes()
    for name in Sizes._fields:
        parser.add_argument(f"--{name}", type=int, default=getattr(usual, name))
    given = parser.parse_args()
    sizes = Sizes(*(getattr(given, name) for name in Sizes._fields))
    is_same = True
    codes: list[pl.DataFrame] = []
    for name in given.only.split(","):
        landing = KEPT.resolve() / "corpora" / name
        try:
            laid_out(name, landing, sizes)
        except AbsentError as absent:
            print(f"== {name}: left out, {absent}", flush=True)
            continue
        start = time.perf_counter()
        before, after = (
            built(tree.resolve(), landing, KEPT.resolve() / "builds") for tree in (given.before, given.after)
        )
        took = [f"{each.seconds:.0f} s{' (kept)' * each.kept}, status {each.status}" for each in (before, after)]
        same, lines, changed = compared(before, after, with_pages=given.pages, most=given.most)
        is_same &= same
        codes.append(changed)
        verdict = "same" if same else "DIFFERS"
        print(f"== {name}: {verdict}; before {took[0]}; after {took[1]}; {time.perf_counter() - start:.0f} s in all")
        print("".join(f"  {line}\n" for line in lines), end="", flush=True)
    every = (
        pl.concat(codes).group_by("before", "after").agg(pl.col("rows").sum()).sort("before", "after")
        if codes
        else None
    )
    if every is not None and len(every):
        print("== all corpora, codes before -> after, rows")
        print("".join(f"  {b or '(none)'} -> {a or '(no other)'}, {n}\n" for b, a, n in every.rows()), end="")
    return 0 if is_same else 1


if __name__ == "__main__":
    sys.exit(main())
