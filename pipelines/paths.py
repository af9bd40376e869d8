"""Where things stand unless a command says otherwise; each can be set in the environment."""

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Self

PROJECT = Path(__file__).resolve().parents[1]
SAMPLE = PROJECT / "data" / "sample"


@dataclass(frozen=True)
class Paths:
    """The landing folder, the warehouse file and the folder of the reports."""

    landing: Path
    warehouse: Path
    reports: Path

    @classmethod
    def from_environment(cls) -> Self:
        """BAROMETER_LANDING, BAROMETER_WAREHOUSE, BAROMETER_REPORTS, or the places in the project.

        The landing folder is `data/landing` once it exists, and the sample until then.
        """
        landing = PROJECT / "data" / "landing"
        return cls(
            landing=Path(os.environ.get("BAROMETER_LANDING", landing if landing.is_dir() else SAMPLE)),
            warehouse=Path(os.environ.get("BAROMETER_WAREHOUSE", PROJECT / "data" / "warehouse" / "barometer.duckdb")),
            reports=Path(os.environ.get("BAROMETER_REPORTS", PROJECT / "reports")),
        )
