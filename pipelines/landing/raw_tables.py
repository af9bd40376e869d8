"""The raw tables of a landing folder, read from its files.

A competition whose files did not change since the last build is not read again: its rows are kept.
"""

import datetime as dt
import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

import polars as pl

from pipelines import clock
from pipelines.display.progress import Progress
from pipelines.landing.folders import CONTENTS, SETTINGS, Folder, competition_folders, files_in, modified_at, sha256_of
from pipelines.readers import Reading, read_bytes
from pipelines.settings.awards import award_choices
from pipelines.settings.competition import Settings, SettingsError, competitions_frame, read_settings
from pipelines.settings.rating_years import Played, Rated, list_is_due, rating_years
from pipelines.settings.sessions import session_settings
from transforms.awards import choices_of_nothing
from transforms.intake import assemble, causes_first
from transforms.tables import CLUB, LANDING, WAREHOUSE, AwardChoices, Competitions, Sessions, SessionSettings
from transforms.tables.shared import in_shape

RAW = [name.removeprefix("raw.") for name in WAREHOUSE if name.startswith("raw.")]

READ = [name for name in RAW if name in LANDING]
"""The raw tables that are read from result files."""

_ID_SCHEMA = dict.fromkeys(CLUB, pl.String)
_OF_TABLES = ("csv", "xlsx")
"""Formats that hold landing tables, and so may hold a table of sessions; other formats describe one session."""


def read_landing(
    landing: Path,
    kept: Mapping[str, pl.DataFrame],
    progress: Progress = lambda *_: None,
    listed: list[Folder] | None = None,
) -> dict[str, pl.DataFrame]:
    """Every raw table of a landing folder, by name without `raw.`.

    Args:
        landing: the folder.
        kept: the raw tables of the last build (empty ones: read everything). A competition is taken from there if its
            rows in `files` show the same files and contents, and no day of its rating lists has passed since.
        progress: called after each file read.
        listed: the result of `competition_folders` for this folder, if the caller has it already.

    Raises:
        LandingError: the folder as a whole cannot be used; all lesser faults become findings.
    """
    before = {
        ids: set(rows.select(CONTENTS).iter_rows())
        for ids, rows in kept["files"].partition_by(*CLUB, as_dict=True).items()
    }
    folders = competition_folders(landing) if listed is None else listed
    due = set(list_is_due(kept["rating_seasons"], clock.today()).iter_rows())
    unchanged = [
        folder
        for folder in folders
        if before.get((folder.club, folder.competition)) == folder.contents()
        and (folder.club, folder.competition) not in due
    ]
    ids = pl.DataFrame([(folder.club, folder.competition) for folder in unchanged], schema=_ID_SCHEMA, orient="row")
    afresh = _read_folders([folder for folder in folders if folder not in unchanged], landing, progress)
    return {
        name: pl.concat([kept[name].join(ids, on=CLUB, how="semi", maintain_order="left"), afresh[name]])
        for name in RAW
    }


def read_loose(path: Path, settings: Settings) -> dict[str, pl.DataFrame]:
    """The raw tables of one file, or of all files below a folder, outside any landing folder.

    If there is no table of sessions, a session that is in the results, but that no file describes, is taken as a
    session of pairs, with each line scored by itself.
    """
    files = files_in(path, path.rglob("*")) if path.is_dir() else {path.name: (path, sha256_of(path))}
    gathered = _Gathered()
    for _ in gathered.add_competition(Folder("-", "-", files), settings):
        pass
    gathered.make_up_sessions(settings.season[-1].start)
    return gathered.raw_tables()


def _read_folders(folders: list[Folder], landing: Path, progress: Progress) -> dict[str, pl.DataFrame]:
    gathered = _Gathered()
    total = sum(len(folder.files) for folder in folders)
    for folder in folders:
        if not folder.competition:
            gathered.pass_by(folder)
            continue
        try:
            settings = read_settings(landing / folder.club / folder.competition / SETTINGS)
        except SettingsError as error:
            gathered.leave_out(folder, error)
        else:
            for done in gathered.add_competition(folder, settings):
                progress("reading files", done, total)
    return gathered.raw_tables()


class _Gathered:
    """Collects the raw tables, file by file."""

    def __init__(self) -> None:
        self._competitions: list[pl.DataFrame] = []
        self._rated: list[Rated] = []
        self._choices: list[pl.DataFrame] = []
        self._sessions: list[pl.DataFrame] = []
        self._readings: list[tuple[Folder, Reading]] = []
        self._files: list[dict[str, object]] = []
        self._findings: list[dict[str, object]] = []

    def add_competition(self, folder: Folder, settings: Settings) -> Iterator[int]:
        """Read every file of a competition; after each, yield how many files have been handled so far in all."""
        self._competitions.append(competitions_frame(folder.club, folder.competition, settings))
        self._rated.append(Rated(folder.club, folder.competition, settings.rating))
        self._sessions.append(session_settings(folder.club, folder.competition, settings.session))
        names = [season.name for season in settings.season]
        self._choices.append(award_choices(folder.club, folder.competition, settings.awards, names))
        first_with: dict[str, str] = {}
        for file_id, (path, sha256) in folder.files.items():
            first = first_with.setdefault(sha256 or file_id, file_id)
            if file_id == SETTINGS:
                self._add_file(folder, file_id, "settings", rows=0)
            elif first != file_id:
                self._add_file(folder, file_id, "not read", rows=0)
                message = f"the same, byte for byte, as {first}; it is not read twice: take one of them away"
                self._add_finding(folder, file_id, message, severity="warning")
            else:
                self._add_result_file(folder, file_id, path)
            yield len(self._files)

    def pass_by(self, outside: Folder) -> None:
        """Add a finding for each file outside any competition: it is not read."""
        for file_id in outside.files:
            self._add_file(outside, file_id, "not read", rows=0)
            message = "the file stands outside any competition folder, and is not read; move it into one"
            self._add_finding(outside, file_id, message)

    def leave_out(self, folder: Folder, why: SettingsError) -> None:
        """Add a finding for each fault of a competition.toml; the files beside it are not read."""
        for file_id in folder.files:
            self._add_file(folder, file_id, "not read", rows=0)
        others = len(folder.files.keys() - {SETTINGS})
        for problem in why.problems:
            message = f"{problem.message}; until that is mended, the {others} files beside it are not read"
            self._add_finding(folder, SETTINGS, message, problem.key, problem.value)

    def make_up_sessions(self, date: dt.date) -> None:
        """Take sessions that no file describes as sessions of pairs on this date, if there is no table of sessions."""
        for _, reading in self._readings:
            reading.tables["sessions"] = reading.tables["sessions"].with_columns(pl.col("date").fill_null(date))
        if any("sessions" in reading.given and reading.format in _OF_TABLES for _, reading in self._readings):
            return
        described = {name for _, reading in self._readings for name in reading.tables["sessions"]["session_id"]}
        message = (
            "no file says what kind of session this is, so it is taken as pairs, each line by itself:"
            " put a table sessions beside it, and score the folder"
        )
        for folder, reading in list(self._readings):
            lines = reading.tables["results"].filter(~pl.col("session_id").is_in(list(described)))
            first_lines = lines.unique("session_id", keep="first", maintain_order=True)
            empty = {name: table.clear() for name, table in reading.tables.items()}
            sessions = pl.concat(
                [
                    empty["sessions"],
                    first_lines.select(
                        *("session_id", "file_id", "line_no"),
                        date=pl.lit(date),
                        kind=pl.lit("pairs"),
                        winners=pl.lit(1, pl.Int8),
                    ),
                ],
                how="diagonal",
            )
            made_up = replace(reading, tables={**empty, "sessions": sessions}, findings=reading.findings.clear())
            self._readings.append((folder, made_up))
            described.update(sessions["session_id"])
            for session_id, file_id in sessions.select("session_id", "file_id").iter_rows():
                self._add_finding(folder, file_id, message, "session_id", session_id, severity="warning")

    def raw_tables(self) -> dict[str, pl.DataFrame]:
        """All raw tables, checked across files."""
        empty = {name: WAREHOUSE[f"raw.{name}"].create_empty() for name in RAW}
        competitions = in_shape(Competitions, pl.concat([empty["competitions"], *self._competitions]))
        ids = {name: [_tagged(folder, reading.tables[name]) for folder, reading in self._readings] for name in READ}
        read = {name: _stacked(empty[name], parts) for name, parts in ids.items()}
        played = Played(read["games"], read["ratings"], read["sessions"], competitions)
        rating_seasons = rating_years(self._rated, played, clock.today())
        listed = pl.DataFrame(self._files, schema={k: v for k, v in empty["files"].schema.items() if k != "findings"})
        beside = {
            "files": listed,
            "session_settings": pl.concat([empty["session_settings"], *self._sessions]),
            "award_choices": pl.concat([empty["award_choices"], *self._choices]),
        }
        tables, across = assemble(read | beside, competitions, rating_seasons)
        of_files = [_tagged(folder, reading.findings) for folder, reading in self._readings]
        own_findings = pl.DataFrame(self._findings, schema=empty["findings"].schema)
        chosen = in_shape(AwardChoices, tables["award_choices"])
        of_choices = choices_of_nothing(chosen, in_shape(Sessions, tables["sessions"])).collect()
        findings = pl.concat([causes_first(pl.concat([own_findings, *of_files]), across), of_choices])
        found = findings.group_by(*CLUB, "file_id").agg(findings=pl.len().cast(pl.Int64))
        files = listed.join(found, on=[*CLUB, "file_id"], how="left", maintain_order="left").with_columns(
            pl.col("findings").fill_null(0)
        )
        of_settings = {
            "competitions": competitions,
            "rating_seasons": rating_seasons,
            "award_choices": chosen,
            "session_settings": in_shape(SessionSettings, tables["session_settings"]),
        }
        return {**empty, **tables, **of_settings, "files": files, "findings": findings}

    def _add_file(self, folder: Folder, file_id: str, file_format: str, rows: int, sha256: str | None = None) -> None:
        self._files.append(
            {
                "club": folder.club,
                "competition": folder.competition,
                "file_id": file_id,
                "path": "/".join(part for part in (folder.club, folder.competition, file_id) if part),
                "format": file_format,
                "sha256": folder.files[file_id][1] if sha256 is None else sha256,
                "modified_at": modified_at(folder.files[file_id][0]),
                "ingested_at": dt.datetime.now(dt.UTC),
                "rows": rows,
            }
        )

    def _add_result_file(self, folder: Folder, file_id: str, path: Path) -> None:
        try:
            data = path.read_bytes()
        except OSError as error:
            self._add_file(folder, file_id, "not read", rows=0)
            self._add_finding(folder, file_id, f"the file cannot be opened ({error.strerror}); let it be read")
        else:
            reading = read_bytes(data, file_id)
            self._readings.append((folder, reading))
            rows = sum(table.height for table in reading.tables.values())
            # The checksum of the bytes that were read: the file may have changed since it was listed.
            self._add_file(folder, file_id, reading.format, rows, hashlib.sha256(data).hexdigest())

    def _add_finding(
        self,
        folder: Folder,
        file_id: str,
        message: str,
        field: str | None = None,
        value: str | None = None,
        *,
        severity: str = "error",
        code: str = "",
        arguments: str | None = None,
    ) -> None:
        self._findings.append(
            {
                "club": folder.club,
                "competition": folder.competition,
                "file_id": file_id,
                "severity": severity,
                "field": field,
                "value": value,
                "code": code,
                "arguments": arguments,
                "message": message,
            }
        )


def _tagged(folder: Folder, frame: pl.DataFrame) -> pl.DataFrame:
    """The frame with the ids of club and competition as its first columns."""
    ids = [pl.lit(folder.club).alias("club"), pl.lit(folder.competition).alias("competition")]
    return frame.select(*ids, *frame.columns)


def _stacked(empty: pl.DataFrame, parts: list[pl.DataFrame]) -> pl.DataFrame:
    """The parts as one frame, with all columns of the table except `season`."""
    return pl.concat([empty.drop("season", strict=False), *parts])
