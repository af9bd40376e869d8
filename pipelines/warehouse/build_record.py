"""The record of builds, and the version of all the code."""

import hashlib
from functools import cache

import polars as pl

from pipelines.machine.paths import DATA, PACKAGES
from pipelines.warehouse import Warehouse
from pipelines.warehouse.statements import stored

BUILDS = "operations.builds"
FINDINGS = ("raw.findings", "scored.findings", "deals.findings", "awards.findings", "operations.findings")
"""The tables with the findings of a build: about the files, about what does not follow from them, about deals, about
awards, and about clubs that could not be built."""


def last(warehouse: Warehouse) -> dict[str, object]:
    """The row of the last build; empty if there is none."""
    builds = warehouse.read(BUILDS)
    return {} if builds.is_empty() else builds.sort("build").row(-1, named=True)


def last_number(warehouse: Warehouse) -> int:
    """The number of the last build; 0 if there is none."""
    return max(warehouse.read_distinct(BUILDS, ["build"])["build"].to_list(), default=0)


def has_build(warehouse: Warehouse, record: dict[str, object]) -> bool:
    """Whether this build is recorded, by its number and when it started."""
    builds = warehouse.read(BUILDS).filter(build=record["build"])
    return any(str(started) == record["started_at"] for started in builds["started_at"])


def all_findings(warehouse: Warehouse) -> pl.DataFrame:
    """`Findings` of the last build of each club."""
    return pl.concat(warehouse.read(table) for table in FINDINGS)


def counted(warehouse: Warehouse) -> dict[str, int]:
    """Severity -> how many findings of it there are, of all clubs."""
    everywhere = " union all ".join(f"select severity from {stored(table)}" for table in FINDINGS)  # noqa: S608 - names of ours
    return dict(warehouse.sql(f"select severity, count(*) from ({everywhere}) group by severity").iter_rows())  # noqa: S608 - names of ours


_COMPUTING = {
    "pipelines": PACKAGES / "pipelines",
    "transforms": PACKAGES / "transforms",
    "data/reference": DATA / "reference",
}


@cache
def code_sha256() -> str:
    """One sha256 over all source and reference files: the same in a checkout and when installed from its wheel."""
    files = {
        f"{name}/{path.relative_to(folder).as_posix()}": path
        for name, folder in _COMPUTING.items()
        for path in folder.rglob("*")
        if path.is_file()
        and "__pycache__" not in path.parts
        and not (name == "pipelines" and path.is_relative_to(DATA))
    }
    digest = hashlib.sha256()
    for name, path in sorted(files.items()):
        digest.update(name.encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()
