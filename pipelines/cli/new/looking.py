"""Read the files in a folder of results as a build reads them, but keep nothing."""

import datetime as dt
from contextlib import closing, suppress
from dataclasses import dataclass, replace
from pathlib import Path

import polars as pl

from pipelines.intake.landing.folders import SETTINGS, files_in
from pipelines.intake.landing.limits import Limits
from pipelines.intake.landing.nearest_folders import no_folder, refuse_pages
from pipelines.intake.landing.one_file import NOT_READ, not_read
from pipelines.intake.landing.workers import Job, read_all
from pipelines.intake.readers.reading import Reading
from pipelines.intake.readers.recognise import CLUB, EVENT, PROGRAM
from pipelines.settings.club import CLUB_SETTINGS, read_club_settings
from pipelines.settings.competition import read_settings
from pipelines.settings.problems import SettingsError
from pipelines.words.finding_texts import said
from pipelines.words.progress import Progress
from transforms.official.rules_search import Evidence
from transforms.tables import schemas
from transforms.tables.messages import gettext
from transforms.tables.schemas import LISTED_RESULT, Sessions
from transforms.tables.shared import usual_value

_READER = "pipelines.intake.readers.recognise:read_with_origin"
_OF_RESULTS = ("results", "official_results", "matches", "totals", "games")
_FILES = {
    **dict.fromkeys(("file_id", "format", "program", "club", "event"), pl.String),
    **dict.fromkeys(("has_results", "has_deals", "has_people", "is_read"), pl.Boolean),
    **{"errors": pl.Int64, "warnings": pl.Int64, "first_error": pl.String},
}
_EVENINGS = {
    name: pl.Date if name == "date" else pl.String for name in ("file_id", "session_id", "date", "title", "kind")
}


@dataclass(frozen=True)
class Seen:
    """The contents of the files in a folder of results, and facts from the folders around it."""

    folder: Path
    files: pl.DataFrame
    """One row per file, in the shape of `_FILES`. Program, club and event are null if the file does not state them."""
    evenings: pl.DataFrame
    """The sessions with results, in the shape of `_EVENINGS`, once per file. Days of rated games have no session id."""
    people: int
    lines: pl.Series
    evidence: Evidence | None = None
    """The rows of sessions whose files publish results of their own; None if no file does."""
    club: str | None = None
    club_nearby: tuple[str, str] | None = None
    """If the competitions next to the folder name a single club: its name, and one of their files."""

    @property
    def dates(self) -> list[dt.date]:
        """The days with an evening, in order. If there are none, the days of rated games."""
        of_sessions = self.evenings.drop_nulls("session_id")
        days = self.evenings if of_sessions.is_empty() else of_sessions
        return days["date"].drop_nulls().unique().sort().to_list()

    @property
    def of_results(self) -> pl.DataFrame:
        """The files with results."""
        return self.files.filter("has_results")

    @property
    def errors(self) -> int:
        """The number of errors in all files."""
        return int(self.files["errors"].sum())


def look_at(folder: Path, progress: Progress = lambda *_: None) -> Seen:
    """Read all files of a folder but competition.toml, in worker processes, so that a bad file can do no harm."""
    if not folder.is_dir():
        raise no_folder(folder)
    refuse_pages(folder)
    next(folder.iterdir(), None)  # raises the error if the folder itself cannot be used
    limits = Limits.from_environment()
    listed = {file_id: file for file_id, file in files_in(folder, limits).items() if file_id != SETTINGS}
    once = {*{file.sha256 or file_id: file_id for file_id, file in reversed(listed.items())}.values()}
    read = [file_id for file_id, file in listed.items() if file.can_be_read and file_id in once]
    jobs = [Job(listed[file_id].path.absolute(), file_id) for file_id in read]  # workers may run in another folder
    readings = {
        file_id: not_read(file_id, file.findings[0]) for file_id, file in listed.items() if not file.can_be_read
    }
    with closing(read_all(jobs, limits, _READER)) as answers:
        for number, (file_id, answer) in enumerate(zip(read, answers, strict=True), start=1):
            readings[file_id] = answer.reading
            progress(gettext("looking at files"), number, len(jobs))
    club = None
    with suppress(SettingsError):
        club = read_club_settings(folder.absolute().parent / CLUB_SETTINGS).page.name
    return replace(_seen(folder, readings), club=club, club_nearby=_club_nearby(folder))


def _club_nearby(folder: Path) -> tuple[str, str] | None:
    here, named = folder.absolute(), dict[str, str]()
    for file in sorted(here.parent.glob(f"*/{SETTINGS}")):
        with suppress(SettingsError):
            club = None if file.parent == here else read_settings(file).club
            if club:
                named.setdefault(club, f"{file.parent.name}/{file.name}")
    return next(iter(named.items())) if len(named) == 1 else None


def _seen(folder: Path, readings: dict[str, Reading]) -> Seen:
    files = pl.DataFrame(
        [_of_file(file_id, reading) for file_id, reading in readings.items()], schema=_FILES, orient="row"
    ).sort("file_id")
    if not readings:
        return Seen(folder, files, pl.DataFrame(schema=_EVENINGS), 0, pl.Series("line", dtype=pl.UInt32))

    def every(name: str, *columns: str) -> pl.DataFrame:
        return pl.concat(_results(reading, name).select(columns) for reading in readings.values())

    results = pl.concat(every(name, "session_id", "line") for name in _OF_RESULTS[:-1])
    games = every("games", "file_id", "date", "player_id", "opponent_id")
    read = every("sessions", *_EVENINGS).with_columns(pl.col("kind").fill_null(usual_value(Sessions, "kind")))
    sessions = read.join(results, on="session_id", how="semi")
    evenings = pl.concat([sessions, games.select("file_id", "date")], how="diagonal").unique(maintain_order=True)
    ids = pl.concat([every("entries", "player_id")["player_id"], games["player_id"], games["opponent_id"]])
    people = ids.drop_nulls().n_unique()
    lines = results.drop_nulls().group_by("session_id").agg(pl.col("line").n_unique())["line"]
    return Seen(folder, files, evenings, people, lines, _evidence(readings))


def _evidence(readings: dict[str, Reading]) -> Evidence | None:
    """Return the evidence in the files, as if all were of one season, without sessions that several files describe."""
    key = dict.fromkeys(schemas.COMPETITION, pl.lit("-"))

    def every(name: str) -> pl.DataFrame:
        rows = pl.concat(reading.tables[name] for reading in readings.values()).with_columns(**key)
        usual = {column: usual_value(schemas.LANDING[name], column) for column in rows.columns}
        return rows.with_columns(pl.col(name).fill_null(value) for name, value in usual.items() if value is not None)

    tables = {name: every(name) for name in Evidence._fields if name != "competitions"}
    once = tables["sessions"].unique("session_id", keep="none", maintain_order=True)
    published = [
        tables["official_results"].drop_nulls("score").select("session_id"),
        tables["official_results"].drop_nulls("points").select("session_id"),
        tables["results"].drop_nulls("official_ns_points").select("session_id"),
    ]
    compared = once.join(pl.concat(published), on="session_id", how="semi")
    if compared.is_empty():
        return None
    return Evidence(**{**tables, "sessions": once}, competitions=schemas.Competitions.create_empty()).of(compared)


def _results(reading: Reading, name: str) -> pl.DataFrame:
    """Return a table of results, without rows that only list who is present, as in files made before the evening."""
    rows = reading.tables[name]
    says_result = pl.any_horizontal(pl.col(LISTED_RESULT).is_not_null())
    return rows.filter(says_result) if name == "official_results" else rows


def _of_file(file_id: str, reading: Reading) -> tuple[object, ...]:
    severity = reading.findings["severity"]
    errors = reading.findings.filter(severity=pl.lit("error"))
    return (
        file_id,
        reading.format,
        *(reading.origin.get(what) for what in (PROGRAM, CLUB, EVENT)),
        any(_results(reading, name).height for name in _OF_RESULTS),
        bool(reading.tables["deals"].height),
        bool(reading.tables["players"].height) and reading.format in ("csv", "xlsx", "parquet"),
        reading.format not in (NOT_READ, "unknown"),
        len(errors),
        int((severity == "warning").sum()),
        said(errors.row(0, named=True)) if len(errors) else None,
    )
