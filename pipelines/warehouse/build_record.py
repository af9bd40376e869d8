"""The record of builds, and the version of all the code."""

import polars as pl

from pipelines.machine.paths import PACKAGES
from pipelines.machine.source import REFERENCE, code_of
from pipelines.warehouse import Warehouse
from pipelines.warehouse.statements import stored

BUILDS = "operations.builds"
FINDINGS = (
    *("raw.findings", "scored.findings", "deals.findings", "awards.findings", "federation.findings"),
    "operations.findings",
)
"""The tables with the findings of a build: about files, scores, deals, awards, all clubs, and clubs that failed."""


def last(warehouse: Warehouse) -> dict[str, object]:
    """Return the row of the last build, or {} if there is none."""
    builds = warehouse.read(BUILDS)
    return {} if builds.is_empty() else builds.sort("build").row(-1, named=True)


def last_number(warehouse: Warehouse) -> int:
    """Return the number of the last build; 0 if there is none."""
    return max(warehouse.read_distinct(BUILDS, ["build"])["build"].to_list(), default=0)


def has_build(warehouse: Warehouse, record: dict[str, object]) -> bool:
    """Return whether the table of builds has a build with this number and this start time."""
    builds = warehouse.read(BUILDS).filter(build=record["build"])
    return any(str(started) == record["started_at"] for started in builds["started_at"])


def all_findings(warehouse: Warehouse) -> pl.DataFrame:
    """Return the findings of the last build of each club, in the shape of `Findings`."""
    return pl.concat(warehouse.read(table) for table in FINDINGS)


def counted(warehouse: Warehouse) -> dict[str, int]:
    """Return the number of findings of all clubs, by severity."""
    everywhere = " union all ".join(f"select severity from {stored(table)}" for table in FINDINGS)  # noqa: S608 - names of ours
    return dict(warehouse.sql(f"select severity, count(*) from ({everywhere}) group by severity").iter_rows())  # noqa: S608 - names of ours


def code_sha256() -> str:
    """Return one sha256 of all source and reference files. It is the same for a checkout and an installed wheel."""
    return code_of(data=(PACKAGES / "pipelines", PACKAGES / "transforms", REFERENCE))
