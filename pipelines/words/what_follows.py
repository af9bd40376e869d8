"""What a file lacks that stops in the middle goes when it is whole: it is folded below what says that it stops."""

from collections.abc import Sequence

import polars as pl

from transforms.intake.consequences import STOPS
from transforms.messages import gettext

FOLDED = "folded"
"""Column: how many findings are folded below this one."""
_LACKING = r"^official\.|^results\.(?:missing|short_line|lone_board(?:_or_two)?)$|^pbn\.last_board$"
"""Codes of what is told where a part of a file lacks, whatever the cause."""
_FILE = ("club", "competition", "file_id")


def apart(findings: pl.DataFrame, file: Sequence[str] = _FILE) -> tuple[pl.DataFrame, pl.DataFrame]:
    """The findings that are told each by itself, and those on what a file lacks that breaks off; in order.

    Args:
        findings: with `code`.
        file: the columns that say of which file they are.
    """
    is_lacking = pl.col("code").str.contains(_LACKING).fill_null(value=False)
    of_broken = findings.filter(pl.col("code").is_in(STOPS)).select(file).unique()
    told = findings.join(
        of_broken.with_columns(breaks_off=pl.lit(value=True)),
        on=file,
        how="left",
        nulls_equal=True,
        maintain_order="left",
    )
    is_below = is_lacking & pl.col("breaks_off").fill_null(value=False)
    return told.filter(~is_below).drop("breaks_off"), told.filter(is_below).drop("breaks_off")


def folded(findings: pl.DataFrame) -> pl.DataFrame:
    """The findings told each by itself, with `FOLDED`: what a file lacks is below the first that says it stops."""
    told, below = apart(findings)
    counts = below.group_by(_FILE).agg(pl.len().alias(FOLDED))
    is_first = pl.col("code").is_in(STOPS) & (pl.col("code").is_in(STOPS).cum_sum().over(_FILE) == 1)
    return told.join(counts, on=_FILE, how="left", nulls_equal=True, maintain_order="left").with_columns(
        pl.when(is_first.fill_null(value=False)).then(FOLDED).fill_null(0).alias(FOLDED)
    )


def what_follows(number: int) -> str:
    """How many findings are folded, in words; nothing where there are none."""
    return gettext("What follows from it, and goes with it: {number}", number=number) if number else ""
