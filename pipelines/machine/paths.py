"""The default places of files and folders, which the environment or a command can change.

In a checkout, everything is inside the project. In a wheel, the data is inside the package, and a build reads and
writes in `barometer/` in the working folder. Nothing is ever written among installed packages.
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
"""Whether Barometer runs from a wheel. In a checkout, the data is next to the code, not inside it."""

DATA = _IN_THE_WHEEL if INSTALLED else PACKAGES / "data"
"""The folder of the data that comes with the code: reference data, movements and the sample."""

SAMPLE = DATA / "sample"


_LAKE, _SQLITE, _POSTGRES = "ducklake:", "sqlite:", "postgres:"
_MEANS_A_LAKE = re.compile(r"(?:ducklake|sqlite|postgres|postgresql):", re.IGNORECASE)
_PASSWORD = re.compile(r"(password\s*=\s*)('(?:[^'\\]|\\.)*'|\S+)|(://[^:@/\s]*:)[^@/\s]*(?=@)")


@dataclass(frozen=True)
class Lake:
    """A warehouse that several machines can write to: a folder of Parquet files, with a database as their catalogue.

    `catalogue` is `sqlite:FILE`, or `postgres:` and a connection. If `data` is None, the catalogue names the folder.
    """

    catalogue: str
    data: Path | None = None

    @property
    def file(self) -> Path | None:
        """The file of an SQLite catalogue; None for a Postgres catalogue."""
        return Path(self.catalogue.removeprefix(_SQLITE)) if self.catalogue.startswith(_SQLITE) else None

    @property
    def server(self) -> str:
        """The connection string of a Postgres catalogue."""
        return self.catalogue.removeprefix(_POSTGRES)

    def __str__(self) -> str:
        """Return the address, without a password."""
        return without_passwords(f"{_LAKE}{self.catalogue}")


def without_passwords(text: str) -> str:
    """Return the text with the passwords of connections replaced by three stars."""
    return _PASSWORD.sub(lambda found: f"{found[1] or found[3]}***", text)


Place = Path | Lake
"""The place of a warehouse: a DuckDB file or a lake."""


def next_to(warehouse: Place, name: str) -> Path | None:
    """Return a path next to the warehouse; in the `name`, {} stands for the name of the warehouse without its suffix.

    For a lake, it is next to the catalogue file; without such a file, in the lake's folder, or None if that is unknown.
    """
    file = warehouse.file if isinstance(warehouse, Lake) else warehouse
    if file is not None:
        return file.with_name(name.format(file.stem))
    data = warehouse.data if isinstance(warehouse, Lake) else None
    return data / name.format("").strip(".") if data is not None else None


def place_of(text: str) -> Place:
    """Return the warehouse with this name: a path, `ducklake:sqlite:FILE` or `ducklake:postgres:CONNECTION`."""
    if not _MEANS_A_LAKE.match(text):
        return _file(text)
    catalogue = text.removeprefix(_LAKE)
    if text.startswith(f"{_LAKE}{_SQLITE}") and (name := catalogue.removeprefix(_SQLITE)):
        file = _file(name).absolute()
        return Lake(f"{_SQLITE}{file}", _folder_of_lakes() or file.with_name(f"{file.name}.files"))
    if text.startswith(f"{_LAKE}{_POSTGRES}") and catalogue.removeprefix(_POSTGRES).strip():
        return Lake(catalogue, _folder_of_lakes())
    raise UnusableError(
        "{given}: the catalogue of a lake must be in SQLite or Postgres; in small letters, write "
        "{lake}{sqlite}FILE, or {lake}{postgres} followed by the connection, such as "
        "{lake}{postgres}dbname=barometer host=db",
        given=without_passwords(text),
        lake=_LAKE,
        sqlite=_SQLITE,
        postgres=_POSTGRES,
    )


def _folder_of_lakes() -> Path | None:
    text = value_of(LAKE_DATA)
    if text and "://" in text:
        raise UnusableError(
            "{variable}: {given} is not a folder; name a folder that all users of the lake can reach",
            variable=LAKE_DATA,
            given=without_passwords(text),
        )
    return _file(text).absolute() if text else None


def _file(text: str) -> Path:
    """Return the path with this name. `~/` is expanded here, because shells expand it only at the start of a word."""
    return Path(text).expanduser() if text.startswith("~/") else Path(text)


def desk_of(reports: Path) -> Path:
    """Return the director's private folder next to the site's folder: `reports-private` for `reports`."""
    site = reports.absolute() if reports.name not in {"", ".."} else reports.resolve()
    return site.parent / f"{site.name}-private"


def warehouse_named(name: str | None) -> Place:
    """Return the warehouse with this name, or the default warehouse if the name is None."""
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
                    "{files}: the files of a lake cannot be in {folder}; name another folder with {variable}",
                    files=files,
                    folder=folder,
                    variable=LAKE_DATA,
                )

    @property
    def file(self) -> Path:
        """The path of the warehouse file. Raises `UnusableError` if the warehouse is a lake."""
        if isinstance(self.warehouse, Lake):
            raise UnusableError(
                "{warehouse}: this command needs a warehouse in one file; name one with --warehouse",
                warehouse=self.warehouse,
            )
        return self.warehouse

    @classmethod
    def from_environment(cls) -> Self:
        """Return the paths in BAROMETER_LANDING, BAROMETER_WAREHOUSE and BAROMETER_REPORTS, or their defaults.

        If the default landing folder does not exist, the working folder is used if it is a competition's folder,
        otherwise the sample.
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
        """Return the paths that an installed Barometer uses by default in this working folder."""
        own = folder / "barometer"
        return cls(own / "landing", own / "warehouse.duckdb", own / "reports")


def keep_caches_out_of_packages() -> None:
    """If Barometer is installed, let numba keep compiled code in the user's cache folder, not among the packages."""
    if INSTALLED:
        from platformdirs import user_cache_path

        os.environ.setdefault("NUMBA_CACHE_DIR", str(user_cache_path("barometer", appauthor=False)))
