"""What the downloads of a season hold."""

import zipfile
from collections.abc import Iterator
from pathlib import Path

import polars as pl


def names(season: Path) -> set[str]:
    """The files in the zip file of a season."""
    return {name for file in season.glob("downloads/*.zip") for name, _ in parts(file)}


def table(season: Path, name: str) -> pl.DataFrame:
    """One of its tables."""
    (file,) = season.glob("downloads/*.zip")
    return pl.read_csv(dict(parts(file))[f"{name}.csv"])


def parts(file: Path) -> Iterator[tuple[str, bytes]]:
    """Every file in a zip file or workbook."""
    with zipfile.ZipFile(file) as archive:
        yield from ((name, archive.read(name)) for name in archive.namelist())
