"""The default places of files and folders; the environment can set others, and so can a command.

In a checkout everything is in the project. When installed from a wheel, the data that comes with the code is inside
this package, and a build reads and writes in `barometer/` in the working folder: nothing is ever written where packages
are installed.
"""

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Self

PACKAGES = Path(__file__).resolve().parents[1]
"""The folder that contains `pipelines` and `transforms`: the project, or the folder of installed packages."""

_IN_THE_WHEEL = PACKAGES / "pipelines" / "data"

INSTALLED = _IN_THE_WHEEL.is_dir()
"""Whether this is installed from a wheel. In a checkout the data is in a folder beside the code, not in it."""

DATA = _IN_THE_WHEEL if INSTALLED else PACKAGES / "data"
"""The data that comes with the code: reference data, movements and the sample."""

SAMPLE = DATA / "sample"


@dataclass(frozen=True)
class Paths:
    """The landing folder, the warehouse file and the folder of the reports."""

    landing: Path
    warehouse: Path
    reports: Path

    @classmethod
    def from_environment(cls) -> Self:
        """The paths in BAROMETER_LANDING, BAROMETER_WAREHOUSE and BAROMETER_REPORTS, or the usual places.

        In a checkout the usual places are `data/landing`, `data/warehouse/barometer.duckdb` and `reports` in the
        project. When installed they are `landing`, `warehouse.duckdb` and `reports` in the folder `barometer` of the
        working folder. While the usual landing folder does not exist, the sample takes its place. An empty variable
        counts as not set.
        """
        usual = cls.of_the_working_folder(Path.cwd()) if INSTALLED else cls.of_a_checkout(PACKAGES)
        landing = usual.landing if usual.landing.is_dir() else SAMPLE
        return cls(
            landing=Path(os.environ.get("BAROMETER_LANDING") or landing),
            warehouse=Path(os.environ.get("BAROMETER_WAREHOUSE") or usual.warehouse),
            reports=Path(os.environ.get("BAROMETER_REPORTS") or usual.reports),
        )

    @classmethod
    def of_a_checkout(cls, project: Path) -> Self:
        """The usual places in a project."""
        data = project / "data"
        return cls(data / "landing", data / "warehouse" / "barometer.duckdb", project / "reports")

    @classmethod
    def of_the_working_folder(cls, folder: Path) -> Self:
        """The usual places of an installed Barometer that runs in this folder."""
        own = folder / "barometer"
        return cls(own / "landing", own / "warehouse.duckdb", own / "reports")


def keep_caches_out_of_packages() -> None:
    """If installed, let numba keep its compiled code in the user's cache folder, not beside the source code.

    Call this before numba is imported. A NUMBA_CACHE_DIR that is already set stays as it is.
    """
    if INSTALLED:
        from platformdirs import user_cache_path

        os.environ.setdefault("NUMBA_CACHE_DIR", str(user_cache_path("barometer", appauthor=False)))
