"""The provisional results of an evening: the steps of a season, on the files of the evening and of its people alone.

No other evening is read, and nothing is ranked, so the evening changes no ranking and needs none. Nobody is shown whom
the pages of the club hide.
"""

from collections.abc import Collection
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import polars as pl

from pipelines.building.clubs_run import last_build
from pipelines.building.hiding import asked_in
from pipelines.intake.landing.folders import SETTINGS, Folder, files_in, folders_in, read_through
from pipelines.intake.landing.gathered import RAW, Gathered
from pipelines.intake.landing.last_build import LastBuild
from pipelines.intake.landing.limits import Limits
from pipelines.intake.landing.raw_tables import read_landing
from pipelines.intake.landing.walking import Found
from pipelines.machine.paths import Place
from pipelines.reports.tables.columns import names_said
from pipelines.settings.competition import settings_in
from pipelines.settings.scoring import profile_table
from pipelines.settings.toml_files import read_text
from pipelines.warehouse import Warehouse, exists
from transforms.intake.findings import argument
from transforms.privacy.withheld import shown_to_all
from transforms.results.under_way import boards_under_way, tables_behind
from transforms.season import MADE, inputs, season_tables
from transforms.tables.messages import VARIANT
from transforms.tables.schemas import SESSION, WAREHOUSE, Results, Schedule
from transforms.tables.shared import in_shape

_OF_AN_EVENING = ("results", "matches", "official_results", "totals", "games", "ratings", "deals")
"""Raw tables that describe single evenings. A file without rows for them is about people or rules."""
_RANKED = (
    *("rankings.ranking_points", "rankings.partnerships", "championships.individual"),
    *("awards.points", "published.results"),
)
_LISTS = "report.session_results"
_IS_EMPTY = "no_results"
_PLAYED = ("results", "matches", "totals")
_HERE = (*_PLAYED, "schedule", "findings")


class Provisional(NamedTuple):
    """What is known of an evening. The tables have hidden people as `a member`.

    Args:
        lists: `report.session_results`, the result lists.
        sessions: `raw.sessions`, with results only.
        boards: the frame of `boards_under_way`.
        behind: the frame of `tables_behind`.
        results: `raw.results` of the evening.
        errors: `raw.findings` about the files of the evening: errors, except that there are no results yet.
    """

    lists: pl.DataFrame
    sessions: pl.DataFrame
    boards: pl.DataFrame
    behind: pl.DataFrame
    results: pl.DataFrame
    errors: pl.DataFrame

    @property
    def is_unreadable(self) -> bool:
        """Whether the files have no results because they cannot be read, for example because they are half-written."""
        return self.lists.is_empty() and not self.errors.is_empty()


class Evening:
    """What a competition has besides the results of evenings: its settings, and the files about people."""

    def __init__(self, folder: Path, place: Place) -> None:
        self._limits, self._root, self._place = Limits.from_environment(), folder.absolute(), place
        self._made_from = self._around()
        self._folder = read_through(self._listed(), self._limits)
        self._text, _ = read_text(folder / SETTINGS)
        self._settings = settings_in(self._text, folder / SETTINGS)
        nothing = {name: WAREHOUSE[f"raw.{name}"].create_empty() for name in RAW}
        raw = read_landing(folder, nothing, listed=[self._folder])
        self._of_evenings = set(pl.concat(raw[name].select("file_id") for name in _OF_AN_EVENING)["file_id"])
        self.rules = raw["competitions"].row(-1, named=True)
        self._last, self._elsewhere = LastBuild(), raw["players"].clear()
        if exists(place):
            with Warehouse(place, read_only=True) as warehouse:
                self._last = last_build(warehouse, [self._folder.club])
                self._elsewhere = asked_in(warehouse).filter(pl.col("club") != self._folder.club)

    def _listed(self) -> Folder:
        (folder,) = (of for of in folders_in(self._root) if of.competition)
        return folder

    def _around(self) -> dict[str, object]:
        paths = {name: found.path for name, found in self._listed().files.items()}
        paths |= {"": self._place} if isinstance(self._place, Path) else {}
        return {name: (path.stat().st_size, path.stat().st_mtime_ns) for name, path in paths.items() if path.exists()}

    def is_current(self, files: Collection[str]) -> bool:
        """Return whether nothing around these files of the evening has changed: settings, people, or the last build."""
        before, now = self._made_from.items(), self._around().items()
        return all(name in files for name, _ in before ^ now)

    def files(self, path: Path) -> dict[str, Found]:
        """Return the files of the evening at a path, with their checksums, by the ids that they have in a build."""
        own = path.absolute()
        within = own.relative_to(self._root).as_posix() if own.is_relative_to(self._root) else own.name
        found = files_in(own, self._limits)
        return {f"{within}/{name}" if own.is_dir() else within: file for name, file in found.items()}

    def read(self, files: dict[str, Found]) -> Provisional:
        """Read the files of the evening, and score them by the rules of the competition."""
        now, of_evenings = self._listed().files, {*self._of_evenings, *files}
        people = {name: file for name, file in now.items() if name not in of_evenings}
        gathered = Gathered(self._limits, self._last)
        gathered.add_competition(replace(self._folder, files=people | files), self._settings, self._text)
        gathered.read_files(in_workers=False)
        raw = {f"raw.{name}": table for name, table in gathered.raw_tables().items()}
        raw["raw.players"] = pl.concat([raw["raw.players"], self._elsewhere])
        given = raw | {name: WAREHOUSE[name].create_empty() for name in _RANKED}
        scored = season_tables({**given, "profiles": profile_table()}, _SCORED)
        everything = given | {name: table for name, table in scored.items() if name in WAREHOUSE}
        shown = names_said(shown_to_all(everything))
        own = {name: raw[f"raw.{name}"].filter(pl.col("file_id").is_in(list(files))) for name in RAW if name in _HERE}
        played = pl.concat([own[name].select(SESSION) for name in _PLAYED]).unique()
        under_way = in_shape(Results, own["results"]), in_shape(Schedule, own["schedule"])
        return Provisional(
            season_tables(shown, [_LISTS])[_LISTS].join(played, on=SESSION, how="semi", maintain_order="left"),
            shown["raw.sessions"].join(played, on=SESSION, how="semi", maintain_order="left"),
            boards_under_way(*under_way).collect(),
            tables_behind(*under_way).collect(),
            own["results"],
            own["findings"].filter(argument(VARIANT).ne_missing(_IS_EMPTY), severity="error"),
        )


_SCORED = [name for name in inputs([_LISTS], MADE) if not name.startswith("raw.") and name not in _RANKED]
