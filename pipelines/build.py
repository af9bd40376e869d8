"""One build: from landing folder to warehouse and reports, in this process.

The same assets that Dagster runs on a schedule. A build with nothing new to do stops before Dagster is
even imported.
"""

from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import polars as pl

from pipelines.errors import UnusableError
from pipelines.landing import SETTINGS, LandingError, Progress, competition_folders, fingerprint
from pipelines.paths import Paths
from pipelines.settings import SettingsError, read_settings
from pipelines.versions import code_sha256
from pipelines.warehouse import Warehouse


class BuildError(UnusableError):
    """The build stopped; says at which asset and why."""


@dataclass(frozen=True)
class Outcome:
    """How a build went, and where its report is."""

    findings: pl.DataFrame
    index: Path
    up_to_date: bool


def build(paths: Paths, season: str | None = None, progress: Progress = lambda *_: None) -> Outcome:
    """Build everything, or what changed since the last build.

    Raises:
        LandingError, WarehouseError, BuildError: what stopped the build; nothing is half-written.
    """
    if season is not None:
        _check_season(paths.landing, season)
    index = paths.reports / "index.html"
    with Warehouse(paths.warehouse, season) as warehouse:
        up_to_date = index.exists() and _is_last_build(warehouse, paths)
        if not up_to_date:
            _materialize(paths, warehouse, progress)
        return Outcome(warehouse.read("raw.findings"), index, up_to_date)


def _check_season(landing: Path, season: str) -> None:
    names: set[str] = set()
    for folder in competition_folders(landing):
        with suppress(SettingsError):
            settings = read_settings(landing / folder.club / folder.competition / SETTINGS)
            names |= {known.name for known in settings.season}
    if season not in names:
        raise LandingError(f"{landing}: there is no season {season}; there are {', '.join(sorted(names)) or 'none'}")


def _is_last_build(warehouse: Warehouse, paths: Paths) -> bool:
    """Whether the last build that came to its end had the same input, code and destination."""
    folders = competition_folders(paths.landing)
    builds = warehouse.read("operations.builds").sort("built_at").drop("built_at", "errors", "warnings")
    this_build = {
        "landing": str(paths.landing.resolve()),
        "landing_sha256": fingerprint(file for folder in folders for file in folder.contents()),
        "code_sha256": code_sha256(),
        "reports": str(paths.reports.resolve()),
        "only_season": warehouse.season,
    }
    return not builds.is_empty() and builds.row(-1, named=True) == this_build


def _materialize(paths: Paths, warehouse: Warehouse, progress: Progress) -> None:
    from pipelines.automation import build_season
    from pipelines.definitions import build_defs

    job = build_defs(paths, warehouse, progress).resolve_job_def(build_season.name)
    quiet = {"loggers": {"console": {"config": {"log_level": "CRITICAL"}}}}
    result = job.execute_in_process(run_config=quiet, raise_on_error=False)
    for event in result.all_events:
        if event.is_step_failure and (error := event.step_failure_data.error):
            raise BuildError(f"{event.step_key}: {(error.cause or error).message.strip()}")
