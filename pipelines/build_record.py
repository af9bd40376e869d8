"""The record of builds, from which the next build knows what changed.

A build writes its row when it starts, and completes the row when it ends. So an incomplete row shows that a build
stopped in between, for whatever reason, and the tables that it left are not relied on.
"""

import datetime as dt
import hashlib
from functools import cache
from pathlib import Path

import polars as pl

from pipelines import clock
from pipelines.landing.folders import CONTENTS, Folder, fingerprint
from pipelines.landing.limits import Limits
from pipelines.landing.raw_tables import to_try_again
from pipelines.paths import DATA, PACKAGES, Paths
from pipelines.settings.rating_years import list_is_due
from pipelines.warehouse import Warehouse
from transforms.tables import Builds

_TABLE = "operations.builds"

FINDINGS = ("raw.findings", "scored.findings", "awards.findings")
"""The tables with the findings of a build: about the files, about what does not follow from them, and about awards."""


def record_start(paths: Paths, warehouse: Warehouse) -> None:
    """Record in the warehouse that a build has started; call this before any table is replaced."""
    started = {"started_at": dt.datetime.now(dt.UTC), **_conditions(paths, warehouse)}
    row = pl.DataFrame([started], schema_overrides=Builds.create_empty().schema)
    warehouse.write(_TABLE, pl.concat([Builds.create_empty(), warehouse.read(_TABLE), row], how="diagonal"))


def completed(paths: Paths, warehouse: Warehouse, findings: pl.DataFrame) -> pl.DataFrame:
    """The record of builds, with the row of the running build completed; its input is that of `raw.files`."""
    files = warehouse.read("raw.files")
    this_build = pl.col("started_at") == pl.col("started_at").max()
    known = {
        "finished_at": pl.lit(dt.datetime.now(dt.UTC)),
        "landing_sha256": pl.lit(fingerprint(files.select(CONTENTS).iter_rows())),
        "pages": pl.lit(pages(paths.reports)),
        "errors": pl.lit(findings.filter(pl.col("severity") == "error").height),
        "warnings": pl.lit(findings.filter(pl.col("severity") == "warning").height),
    }
    at_the_end = [pl.when(this_build).then(value).otherwise(name).alias(name) for name, value in known.items()]
    return Builds.cast(warehouse.read(_TABLE).with_columns(at_the_end))


def last(warehouse: Warehouse) -> dict[str, object]:
    """The row of the build that started last, completed or not; empty if there is none."""
    builds = warehouse.read(_TABLE)
    return {} if builds.is_empty() else builds.sort("started_at").row(-1, named=True)


def stopped_half_way(warehouse: Warehouse) -> bool:
    """Whether the last build started, but did not end: then some tables are from it, and others from builds before."""
    last_build = last(warehouse)
    return bool(last_build) and last_build["finished_at"] is None


def is_up_to_date(paths: Paths, warehouse: Warehouse, folders: list[Folder]) -> bool:
    """Whether the last build ended with the same input, code and destination, and its pages are still there.

    Also, no day of a rating list may have passed since, no list may have been published since, and no file may have
    been left out for a reason that may be gone by now.
    """
    last_build = last(warehouse)
    now = {
        **_conditions(paths, warehouse),
        "landing_sha256": fingerprint(file for folder in folders for file in folder.contents()),
        "pages": pages(paths.reports),
    }
    finished_at = last_build.get("finished_at")
    return (
        finished_at is not None
        and to_try_again(warehouse.read("raw.findings")).is_empty()
        and now.items() <= last_build.items()
        and list_is_due(warehouse.read("raw.rating_seasons"), clock.today()).is_empty()
        and warehouse.read("ratings.published").filter(pl.col("published_at") > pl.lit(finished_at)).is_empty()
    )


def can_be_kept(warehouse: Warehouse) -> bool:
    """Whether the tables are from a build of all seasons by this code, and that build ended."""
    build = last(warehouse)
    return (
        build.get("finished_at") is not None
        and build["only_season"] is None
        and build["code_sha256"] == code_and_limits_sha256()
    )


def pages(reports: Path) -> int:
    """How many pages the reports have."""
    return sum(1 for _ in reports.rglob("*.html"))


def _conditions(paths: Paths, warehouse: Warehouse) -> dict[str, str | None]:
    return {
        "landing": str(paths.landing.resolve()),
        "code_sha256": code_and_limits_sha256(),
        "reports": str(paths.reports.resolve()),
        "only_season": warehouse.season,
    }


_COMPUTING = {
    "pipelines": PACKAGES / "pipelines",
    "transforms": PACKAGES / "transforms",
    "data/reference": DATA / "reference",
}
"""The folders on which the numbers depend, by their names in a checkout."""


def code_and_limits_sha256() -> str:
    """One sha256 over the code and the limits of reading: a file that another limit would let in is read anew."""
    return hashlib.sha256(f"{code_sha256()} {Limits.from_environment()}".encode()).hexdigest()


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
