"""Result files for tests: the real ones, which are not part of the project, and made ones to read."""

from collections.abc import Callable
from functools import cache
from pathlib import Path

import polars as pl
import pytest

from pipelines.intake.readers import Reading, read_file

SHARED = Path(__file__).resolve().parents[1] / ".." / "shared"
REAL_DATA, CASES = SHARED / "data", SHARED / "cases"

needs_real_data = pytest.mark.skipif(not REAL_DATA.is_dir(), reason="no real result files next to the project")
needs_cases = pytest.mark.skipif(not CASES.is_dir(), reason="no ../shared/cases next to the project")

Read = Callable[..., Reading]
"""read(content, name) -> Reading."""


def real_files(pattern: str) -> list[Path]:
    """Those that match, in order; none where the folder is absent."""
    return sorted(REAL_DATA.glob(pattern))


@cache
def real_reading(path: Path) -> Reading:
    """What is read in a real file, once a process; nobody may change it."""
    return read_file(path, path.name)


def codes(reading: Reading) -> list[str]:
    """The codes of its findings, with their variants, in order of the alphabet."""
    variant = pl.col("arguments").str.json_path_match("$.variant")
    return (
        reading.findings.select(pl.concat_str("code", variant, separator="/", ignore_nulls=True))
        .to_series()
        .sort()
        .to_list()
    )


def rows(reading: Reading, table: str, *columns: str) -> list[tuple[object, ...]]:
    """The rows of a table, or of its `findings`, in these columns."""
    return (reading.findings if table == "findings" else reading.tables[table]).select(columns).rows()
