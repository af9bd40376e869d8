"""Result files for tests: the real ones, which are not part of the project, and made ones to read."""

from collections.abc import Callable
from pathlib import Path

import pytest

from pipelines.readers import Reading

REAL_DATA = Path(__file__).resolve().parents[1] / ".." / "shared" / "data"

needs_real_data = pytest.mark.skipif(not REAL_DATA.is_dir(), reason="no real result files beside the project")

Read = Callable[..., Reading]
"""read(content, name) -> Reading."""


def real_files(pattern: str) -> list[Path]:
    """Those that match, in order; none where the folder is absent."""
    return sorted(REAL_DATA.glob(pattern))
