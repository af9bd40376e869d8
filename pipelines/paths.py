"""Where things stand unless a command says otherwise; each can be set in the environment.

In a checkout everything stands in the project. Installed from a wheel, the data that comes with the code lies inside
this package, and what a build reads and writes lies in `barometer/` in the working folder: nothing is ever written
where packages are installed.
"""

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Self

PACKAGES = Path(__file__).resolve().parents[1]
"""The folder with `pipelines` and `transforms` in it: the project, or where packages are installed."""

_IN_THE_WHEEL = PACKAGES / "pipelines" / "data"

INSTALLED = _IN_THE_WHEEL.is_dir()
"""Whether this is a wheel, and no checkout: there the data has a folder beside the code, not in it."""

DATA = _IN_THE_WHEEL if INSTALLED else PACKAGES / "data"
"""What comes with the code: reference data, movements and the sample."""

SAMPLE = DATA / "sample"


@dataclass(frozen=True)
class Paths:
    """The landing folder, the warehouse file and the folder of the reports."""

    landing: Path
    warehouse: Path
    reports: Path

    @classmethod
    def from_environment(cls) -> Self:
        """BAROMETER_LANDING, BAROMETER_WAREHOUSE, BAROMETER_REPORTS, or the usual places.

        In a checkout these are `data/landing`, `data/warehouse/barometer.duckdb` and `reports` in the project;
        installed, `landing`, `warehouse.duckdb` and `reports` in the folder `barometer` of the working folder. The
        landing folder is the one named once it exists, and the sample until then.
        """
        usual = cls.of_the_working_folder(Path.cwd()) if INSTALLED else cls.of_a_checkout(PACKAGES)
        landing = usual.landing if usual.landing.is_dir() else SAMPLE
        return cls(
            landing=Path(os.environ.get("BAROMETER_LANDING", landing)),
            warehouse=Path(os.environ.get("BAROMETER_WAREHOUSE", usual.warehouse)),
            reports=Path(os.environ.get("BAROMETER_REPORTS", usual.reports)),
        )

    @classmethod
    def of_a_checkout(cls, project: Path) -> Self:
        """The places in a project."""
        data = project / "data"
        return cls(data / "landing", data / "warehouse" / "barometer.duckdb", project / "reports")

    @classmethod
    def of_the_working_folder(cls, folder: Path) -> Self:
        """The places of an installed Barometer that is run in this folder."""
        own = folder / "barometer"
        return cls(own / "landing", own / "warehouse.duckdb", own / "reports")


def keep_caches_out_of_packages() -> None:
    """Let numba keep its compiled code with the user's caches, and not beside the code, where this is installed.

    To be called before numba is imported; a NUMBA_CACHE_DIR that is set already stands.
    """
    if INSTALLED:
        from platformdirs import user_cache_path

        os.environ.setdefault("NUMBA_CACHE_DIR", str(user_cache_path("barometer", appauthor=False)))
