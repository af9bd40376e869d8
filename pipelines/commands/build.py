"""One build: from landing folder to warehouse and reports, in this process.

It runs the same assets that Dagster runs on a schedule. A build with nothing to do stops before it imports Dagster.
"""

from contextlib import suppress
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING

import polars as pl

from pipelines.build_record import FINDINGS, is_up_to_date
from pipelines.display.progress import Progress
from pipelines.errors import UnusableError
from pipelines.landing.folders import SETTINGS, Folder, LandingError, competition_folders
from pipelines.landing.raw_tables import settings_of
from pipelines.paths import Paths
from pipelines.settings.problems import SettingsError
from pipelines.warehouse import Warehouse

if TYPE_CHECKING:
    from dagster import DagsterInstance


class BuildError(UnusableError):
    """The build stopped at a check that failed, or at an error that nobody expected."""


@dataclass(frozen=True)
class Outcome:
    """The findings of a build, the first page of its report, and whether there was nothing to do."""

    findings: pl.DataFrame
    index: Path
    up_to_date: bool


def build(paths: Paths, season: str | None = None, progress: Progress = lambda *_: None) -> Outcome:
    """Build everything, or what changed since the last build.

    Args:
        paths: the landing folder, the warehouse and the folder for the reports.
        season: the only season to build; None: all seasons.
        progress: called as files are read, tables are written and pages are made.

    Raises:
        LandingError, WarehouseError, BuildError: something stopped the build; nothing is half-written.
    """
    listed = cache(partial(competition_folders, paths.landing))  # once for all, and not before it is wanted
    if season is not None:
        _check_season(paths.landing, listed(), season)
    paths.reports.mkdir(parents=True, exist_ok=True)  # fails before any work where the folder cannot be made
    index = paths.reports / "index.html"
    with Warehouse(paths.warehouse, season) as warehouse:
        up_to_date = is_up_to_date(paths, warehouse, listed())
        if not up_to_date:
            _materialize(paths, warehouse, progress, listed())
        findings = pl.concat(warehouse.read(table) for table in FINDINGS)
        return Outcome(findings, index, up_to_date)


def _check_season(landing: Path, folders: list[Folder], season: str) -> None:
    names: set[str] = set()
    for folder in folders:
        if not folder.competition:
            continue
        path = landing / folder.club / folder.competition / SETTINGS
        with suppress(SettingsError):
            settings = settings_of(folder, landing)
            names |= {known.name for known in settings.season}
            first = min(settings.season, key=lambda known: known.start)
            later = {known.name for known in settings.season} - {first.name}
            if settings.ranking.hand_on and season in later:
                raise LandingError(
                    f"{path}: season {season} starts from the rankings that the season before hands on"
                    " (ranking.hand_on), so it is not built by itself; build without --season"
                )
    if season not in names:
        raise LandingError(f"{landing}: there is no season {season}; there are {', '.join(sorted(names)) or 'none'}")


def _materialize(paths: Paths, warehouse: Warehouse, progress: Progress, listed: list[Folder]) -> None:
    import dagster as dg

    from pipelines.automation import build_season
    from pipelines.definitions import build_defs

    job = build_defs(paths, warehouse, progress, listed).resolve_job_def(build_season.name)
    quiet = {"loggers": {"console": {"config": {"log_level": "CRITICAL"}}}}
    with dg.DagsterInstance.ephemeral() as instance:
        try:
            job.execute_in_process(run_config=quiet, instance=instance)
        except (UnusableError, OSError):
            raise
        except dg.DagsterExecutionInterruptedError as error:
            raise KeyboardInterrupt from error
        except Exception as error:
            why = _failed_check(instance) or f"{type(error).__name__}: {error}"
            raise BuildError(f"the build stopped, and nothing is half-written: {why}") from error


def _failed_check(instance: "DagsterInstance") -> str | None:
    """The check that stopped the build, in words: its name, what does not hold, and the first row; None for none."""
    from dagster import DagsterEventType

    for run in instance.get_runs():
        for event in instance.all_logs(run.run_id, of_type=DagsterEventType.ASSET_CHECK_EVALUATION):
            check = event.get_dagster_event().asset_check_evaluation_data
            if check.blocking and not check.passed:
                return (
                    f"{check.asset_key.to_user_string().replace('/', '.')}, check {check.check_name}:"
                    f" {check.description}; mend these rows, or report it if they are right"
                )
    return None
