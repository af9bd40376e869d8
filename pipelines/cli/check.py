"""Findings of a landing folder that is checked but not built, and of the last build."""

from pathlib import Path

import polars as pl

from pipelines.building.clubs_run import engine_for, last_build
from pipelines.building.failures import each_alone, findings_of
from pipelines.building.groups import bytes_of
from pipelines.building.solving.store import solved_tables
from pipelines.cli.terminal.selection import one_club
from pipelines.cli.terminal.which_landing import another_landing
from pipelines.intake.landing.folders import competition_folders
from pipelines.intake.landing.gathered import RAW
from pipelines.intake.landing.last_build import LastBuild
from pipelines.intake.landing.raw_tables import read_landing
from pipelines.machine.errors import UnusableError
from pipelines.machine.paths import Paths, Place
from pipelines.settings.federation import federation_of
from pipelines.settings.scoring import profile_table
from pipelines.warehouse import Warehouse, exists
from pipelines.warehouse.build_record import FINDINGS
from pipelines.words.progress import Progress
from transforms.season import MADE, season_tables
from transforms.tables.schemas import WAREHOUSE


def findings_of_landing(landing: Path, progress: Progress, last: LastBuild | None) -> pl.DataFrame:
    """Return the findings that a build would have. A club that cannot be checked gets a finding of its own."""
    folders = competition_folders(landing)
    nothing = {name: WAREHOUSE[f"raw.{name}"].create_empty() for name in RAW}
    computed, federation = [name for name in FINDINGS if name in MADE], federation_of(landing)

    def found(clubs: list[str]) -> pl.DataFrame:
        of_clubs = [folder for folder in folders if folder.club in clubs]
        raw = {f"raw.{name}": table for name, table in read_landing(landing, nothing, progress, of_clubs, last).items()}
        given = {**raw, "solved": solved_tables(None, ()), "profiles": profile_table(), "federation": federation}
        tables = raw | season_tables(given, computed)
        return pl.concat(tables[name] for name in FINDINGS if name in tables)

    with engine_for(bytes_of(folders)):
        of_clubs, failures = each_alone(found, {folder.club for folder in folders}, "its findings")
    return pl.concat([findings_of(failures, ()), *(rows for _, rows in of_clubs)])


def known_to_a_build(folder: Path, paths: Paths, *, is_named: bool) -> LastBuild | None:
    """Return the record of the last build if a build of this folder would use it, else None."""
    try:
        if not exists(paths.warehouse) or (not is_named and another_landing(folder, paths.warehouse)):
            return None
        with Warehouse(paths.warehouse, read_only=True) as warehouse:
            return last_build(warehouse)
    except UnusableError:
        if is_named:
            raise
        return None


def findings_of_last_build(path: Place, club: str | None) -> pl.DataFrame:
    """Return all findings in the warehouse, errors first; with `club` (an id or name), only those of this club."""
    with Warehouse(path, read_only=True) as warehouse:
        found = pl.concat(warehouse.read(table) for table in FINDINGS)
        files, rules = warehouse.read("raw.files"), warehouse.read("raw.competitions")
    if club is not None:
        found = found.filter(club=one_club(rules, club, filter(None, files["club"])))
    return found.sort("severity", maintain_order=True)
