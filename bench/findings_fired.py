"""Print as CSV how often each finding, by code and variant, occurs in each corpus of `bench.same_everywhere`.

    python -m bench.findings_fired > build/fired.csv

Only findings of this checkout that occur are listed. Builds are kept as for `bench.same_everywhere`.
"""

import argparse
import sys
from pathlib import Path

import polars as pl

from bench.same_everywhere.__main__ import KEPT
from bench.same_everywhere.builds import built
from bench.same_everywhere.comparing import findings_of
from bench.same_everywhere.corpora import CORPORA, ROOT, AbsentError, Sizes, laid_out
from transforms.tables.messages import VARIANT

_VARIANT = pl.col("arguments").str.json_path_match(f"$.{VARIANT}")
_SENTENCE = pl.concat_str("code", pl.lit("/") + _VARIANT, ignore_nulls=True)
"""`code/variant`; the code alone if it has one sentence."""


def fired(only: list[str], kept: Path, sizes: Sizes) -> pl.DataFrame:
    """Return `code` (with its variant) and for each corpus how many findings have it, sorted by code."""
    counts = pl.DataFrame(schema={"code": pl.String})
    for name in only:
        landing = kept / "corpora" / name
        try:
            laid_out(name, landing, sizes)
        except AbsentError as absent:
            print(f"{name}: left out, {absent}", file=sys.stderr)
            continue
        made = built(ROOT, landing, kept / "builds")
        print(f"{name}: {made.seconds:.0f} s", file=sys.stderr)
        of_corpus = findings_of(made.tables()).group_by(code=_SENTENCE).agg(pl.len().alias(name))
        counts = counts.join(of_corpus, on="code", how="full", coalesce=True)
    return counts.fill_null(0).sort("code")


def main() -> None:
    """Print the counts."""
    parser = argparse.ArgumentParser(prog="findings_fired", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--only", default=",".join(CORPORA), help="names of corpora with commas between them")
    parser.add_argument("--spoiled", type=int, default=Sizes().spoiled, help="files spoiled afresh")
    given = parser.parse_args()
    sys.stdout.write(fired(given.only.split(","), KEPT.resolve(), Sizes(spoiled=given.spoiled)).write_csv())


if __name__ == "__main__":
    main()
