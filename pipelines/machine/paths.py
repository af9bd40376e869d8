"""The default places of files and folders, which the environment or a command can change.

In a checkout, everything is in the project. In an installed wheel, the data is inside this package, and a build reads
and writes in `barometer/` in the working folder: nothing is ever written to the folder of installed packages.
"""

import os
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from pipelines.machine.environment import LAKE_DATA, LANDING, REPORTS, WAREHOUSE, value_of
from pipelines.machine.errors import UnusableError

PACKAGES = Path(__file__).resolve().parents[2]
"""The folder that contains `pipelines` and `transforms`: the project, or the folder of installed packages."""

_IN_THE_WHEEL = PACKAGES / "pipelines" / "data"

INSTALLED = _IN_THE_WHEEL.is_dir()
"""Whether this is installed from a wheel. In a checkout, the data is next to the code, not inside it."""

DATA = _IN_THE_WHEEL if INSTALLED else PACKAGES / "data"
"""The data that comes with the code: reference data, movements and the sample."""

SAMPLE = DATA / "sample"


_LAKE, _SQLITE, _POSTGRES = "ducklake:", "sqlite:", "postgres:"
_MEANS_A_LAKE = re.compile(r"(?:ducklake|sqlite|postgres|postgresql):", re.IGNORECASE)
_PASSWORD = re.compile(r"(password\s*=\s*)('(?:[^'\\]|\\.)*'|\S+)|(://[^:@/\s]*:)[^@/\s]*(?=@)")


@dataclass(frozen=True)
class Lake:
    """A warehouse that several machines may write: Parquet files in a folder, and a database as their catalogue.

    The catalogue is `sqlite:FILE`, or `postgres:` and a connection. Without `data`, the catalogue names the folder.
    """

    catalogue: str
    data: Path | None = None

    @property
    def file(self) -> Path | None:
        """The file of an SQLite catalogue; None for other catalogues."""
        return Path(self.catalogue.removeprefix(_SQLITE)) if self.catalogue.startswith(_SQLITE) else None

    @property
    def server(self) -> str:
        """The connection of a Postgres catalogue."""
        return self.catalogue.removeprefix(_POSTGRES)

    def __str__(self) -> str:
        """Return the address, without a password."""
        return without_passwords(f"{_LAKE}{self.catalogue}")


def without_passwords(text: str) -> str:
    """Replace the passwords of connections in a text by three stars."""
    return _PASSWORD.sub(lambda found: f"{found[1] or found[3]}***", text)


Place = Path | Lake
"""The place of a warehouse: a DuckDB file or a lake."""


def place_of(text: str) -> Place:
    """Return the warehouse with this name: a file, `ducklake:sqlite:FILE`, or `ducklake:postgres:CONNECTION`.

    Raises:
        UnusableError: the catalogue of a lake is neither SQLite nor Postgres.
    """
    if not _MEANS_A_LAKE.match(text):
        return _file(text)
    catalogue = text.removeprefix(_LAKE)
    if text.startswith(f"{_LAKE}{_SQLITE}") and (name := catalogue.removeprefix(_SQLITE)):
        file = _file(name).absolute()
        return Lake(f"{_SQLITE}{file}", _folder_of_lakes() or file.with_name(f"{file.name}.files"))
    if text.startswith(f"{_LAKE}{_POSTGRES}") and catalogue.removeprefix(_POSTGRES).strip():
        return Lake(catalogue, _folder_of_lakes())
    raise UnusableError(
        "{given}: the catalogue of a lake is in SQLite or Postgres; write {lake}{sqlite}FILE, or"
        " {lake}{postgres} and how to connect, such as {lake}{postgres}dbname=barometer host=db, in small"
        " letters",
        given=without_passwords(text),
        lake=_LAKE,
        sqlite=_SQLITE,
        postgres=_POSTGRES,
    )


def _folder_of_lakes() -> Path | None:
    text = value_of(LAKE_DATA)
    if text and "://" in text:
        raise UnusableError(
            "{variable}: {given} is not a folder; name one that all its users can see",
            variable=LAKE_DATA,
            given=without_passwords(text),
        )
    return _file(text).absolute() if text else None


def _file(text: str) -> Path:
    """Return the file or folder of this name; shells do not expand a `~` after other characters."""
    return Path(text).expanduser() if text.startswith("~/") else Path(text)


def desk_of(reports: Path) -> Path:
    """Return the director's folder next to the site's: `reports-private` for `reports`."""
    site = reports.absolute() if reports.name not in {"", ".."} else reports.resolve()
    return site.parent / f"{site.name}-private"


def warehouse_named(name: str | None) -> Place:
    """Return the warehouse with this name, or the usual one if the name is None."""
    return Paths.from_environment().warehouse if name is None else place_of(name)


@dataclass(frozen=True)
class Paths:
    """The landing folder, the warehouse and the folder of the reports."""

    landing: Path
    warehouse: Place
    reports: Path

    def __post_init__(self) -> None:
        files = self.warehouse.data if isinstance(self.warehouse, Lake) else None
        for folder in (self.landing, self.reports) if files else ():
            if files and files.is_relative_to(folder.absolute()):
                raise UnusableError(
                    "{files}: the files of a lake cannot be in {folder}; name another with {variable}",
                    files=files,
                    folder=folder,
                    variable=LAKE_DATA,
                )

    @property
    def file(self) -> Path:
        """The warehouse as a DuckDB file; raises `UnusableError` if it is a lake."""
        if isinstance(self.warehouse, Lake):
            raise UnusableError(
                "{warehouse}: this needs a warehouse in one file; name one with --warehouse", warehouse=self.warehouse
            )
        return self.warehouse

    @classmethod
    def from_environment(cls) -> Self:
        """Return the paths in BAROMETER_LANDING, BAROMETER_WAREHOUSE and BAROMETER_REPORTS, or the usual places.

        In a checkout, these are `data/landing`, `data/warehouse/barometer.duckdb` and `reports` in the project. When
        installed, they are `landing`, `warehouse.duckdb` and `reports` in the folder `barometer` of the working folder.
        If the usual landing folder does not exist, the working folder replaces it if it is a competition's folder; if
        not, the sample.
        """
        here, data = Path.cwd(), PACKAGES / "data"
        in_project = cls(data / "landing", data / "warehouse" / "barometer.duckdb", PACKAGES / "reports")
        usual = cls.of_the_working_folder(here) if INSTALLED else in_project
        otherwise = here if (here / "competition.toml").is_file() else SAMPLE
        return cls(
            landing=Path(value_of(LANDING) or (usual.landing if usual.landing.is_dir() else otherwise)),
            warehouse=place_of(value_of(WAREHOUSE) or str(usual.warehouse)),
            reports=Path(value_of(REPORTS) or usual.reports),
        )

    @classmethod
    def of_the_working_folder(cls, folder: Path) -> Self:
        """Return the usual places of an installed Barometer that runs in this folder."""
        own = folder / "barometer"
        return cls(own / "landing", own / "warehouse.duckdb", own / "reports")


def keep_caches_out_of_packages() -> None:
    """If installed, make numba keep compiled code in the user's cache folder."""
    if INSTALLED:
        from platformdirs import user_cache_path

        os.environ.setdefault("NUMBA_CACHE_DIR", str(user_cache_path("barometer", appauthor=False)))
