"""Gather the raw tables of competitions file by file, with findings, and with doubts about who is hidden."""

import datetime as dt
import hashlib
import posixpath
import re
from collections.abc import Callable, Iterable, Mapping
from contextlib import closing
from dataclasses import replace
from itertools import groupby
from pathlib import Path, PurePosixPath
from typing import NamedTuple

import polars as pl

from pipelines.intake.landing import still_hidden
from pipelines.intake.landing.bounds import within_bounds
from pipelines.intake.landing.club import OF_SETTINGS, of_club
from pipelines.intake.landing.folders import ABOVE, SETTINGS, Folder
from pipelines.intake.landing.last_build import LastBuild
from pipelines.intake.landing.limits import Limits
from pipelines.intake.landing.of_settings import hardly_reached, until_fixed, with_lines
from pipelines.intake.landing.one_file import NOT_READ, TRY_AGAIN, read_one
from pipelines.intake.landing.workers import Job
from pipelines.intake.readers import Reading, read_bytes
from pipelines.intake.readers.hidden_players import PUBLIC, doubts_about_list, may_be_list
from pipelines.intake.readers.reading import Finding, error, warning
from pipelines.machine import clock
from pipelines.settings.awards import award_choices
from pipelines.settings.competition import Settings, keys_of_columns, settings_in
from pipelines.settings.movement import named_movements
from pipelines.settings.problems import SettingsError
from pipelines.settings.season_rows import competitions_frame
from pipelines.settings.seasons import session_settings
from pipelines.words.finding_texts import AS_BEFORE, NO_SEATING
from pipelines.words.progress import Progress
from transforms.awards.imports import choices_of_nothing
from transforms.checks import assemble, judged
from transforms.checks.people import OF_NOBODY
from transforms.intake.consequences import (
    consequences_marked,
    cut_offs_accepted,
    scores_named,
    without_explained,
    without_given_events,
)
from transforms.intake.evening_pages import with_pages_joined
from transforms.intake.findings import causes_first
from transforms.intake.people.people import OF_CLUB
from transforms.privacy.held_back import is_about_hiding
from transforms.published.rules import changed_since
from transforms.published.vanished import vanished, with_other_names
from transforms.ratings.seasons import Played, Rated, rating_years
from transforms.tables.messages import FILES_LEFT_OUT, gettext
from transforms.tables.raw import AwardChoices, Competitions, Sessions
from transforms.tables.schemas import CLUB, LANDING, WAREHOUSE, as_read
from transforms.tables.shared import in_shape, types_of

_OF_A_COPY = re.compile(
    r".* \(\d+\)|.*[ _–-](?:copy|kopie|copie|kopi)(?: ?\(?\d+\)?)?|(?:copy of|kopie van|copie de|kopi av) .*",
    re.IGNORECASE,
)
"""File names, without the suffix, that Windows, macOS and browsers give to copies, in the languages of the pages."""
_SAME_FILE = "landing.same_file"
_OF_TABLES = ("csv", "xlsx", "parquet")
_UNREAD = (True, True)
"""The doubts about a file that is not read: who must not be named, and which ids belong to whom."""
_OF_NOTHING = hashlib.sha256().hexdigest()
RAW = [name.removeprefix("raw.") for name in WAREHOUSE if name.startswith("raw.")]
READ = [name for name in RAW if name in LANDING]


class _ToRead(NamedTuple):
    folder: Folder
    file_id: str
    is_left_out: bool = False
    """Whether the file is left out, and read just to learn whom it hides."""


class Gathered:
    """The raw tables of some competitions, which are gathered file by file."""

    def __init__(self, limits: Limits, last: LastBuild | None = None, kept: pl.DataFrame | None = None) -> None:
        """`kept` are the `Players` of competitions that are not read again."""
        self._limits, self._last = limits, last or LastBuild()
        self._of_settings = {
            name: [pl.DataFrame(schema=types_of(WAREHOUSE[f"raw.{name}"]))]
            for name in ("competitions", "session_settings", "award_choices", "movements", "looks")
        }
        self._rated: list[Rated] = []
        self._to_read: list[_ToRead] = []
        self._readings: list[tuple[Folder, Reading]] = []
        self._files: list[dict[str, object]] = []
        self._findings: list[dict[str, object]] = []
        self._doubts: list[tuple[str, str, str, bool, bool]] = []
        self._said: list[pl.DataFrame] = [] if kept is None else [kept]
        self._texts: dict[tuple[str, str], str] = {}
        self._left_out: set[tuple[str, str]] = set()

    def add_competition(self, folder: Folder, settings: Settings, text: str | None = None) -> None:
        """Add a competition: its settings, the text of its settings file, and its files, which `read_files` reads."""
        self._texts[folder.club, folder.competition] = text or ""
        page, looks, of_page = of_club(folder)
        self._add_findings(folder, OF_SETTINGS, of_page)
        ids, names = (folder.club, folder.competition), [season.name for season in settings.season]
        self._rated.append(Rated(*ids, settings.rating.model_dump()))
        for name, rows in (
            ("looks", looks),
            ("competitions", competitions_frame(*ids, settings, page)),
            ("session_settings", session_settings(*ids, settings.session)),
            ("award_choices", award_choices(*ids, {one.name: one.awards for one in settings.season})),
            ("movements", named_movements(*ids, settings.movement, names)),
        ):
            self._of_settings[name].append(rows)
        self._add_findings(folder, SETTINGS, [until_fixed(wrong, NO_SEATING) for wrong in settings.set_aside])
        self._add_findings(folder, SETTINGS, hardly_reached(settings))
        read = originals({file_id: file.sha256 for file_id, file in folder.files.items() if file_id != SETTINGS})
        empty = [one for one, of in read.items() if one != of and folder.files[one].sha256 == _OF_NOTHING]
        if empty:
            self._add_findings(
                folder, empty[0], [warning("landing.same_file/empty", first=read[empty[0]], number=len(empty))]
            )
        for file_id, file in folder.files.items():
            if file_id in (SETTINGS, OF_SETTINGS, folder.mark):
                self._add_file(folder, file_id, "mark" if file_id == folder.mark else "settings", rows=0)
                self._files[-1]["settings"] = text if file_id == SETTINGS else None
            elif not file.can_be_read:
                self._add_file(folder, file_id, NOT_READ, rows=0)
                self._add_findings(folder, file_id, (*file.findings, *doubts_about_list(file_id)))
                self._doubts.append((folder.club, folder.competition, file_id, *_UNREAD))
            elif read[file_id] != file_id:
                self._add_file(folder, file_id, NOT_READ, rows=0)
                copy = () if file_id in empty else (warning(_SAME_FILE, first=read[file_id]),)
                self._add_findings(folder, file_id, (*file.findings, *copy))
            else:
                self._to_read.append(_ToRead(folder, file_id))
                self._add_findings(folder, file_id, file.findings)

    def read_files(self, progress: Progress = lambda *_: None, *, in_workers: bool = True) -> None:
        """Read all files that were added, and report progress after each of them."""
        jobs = [
            Job((file := folder.files[file_id]).path, file_id, f"{folder.club}/{folder.competition}", file.sha256)
            for folder, file_id, _ in self._to_read
        ]
        answers = (
            self._last.read.read_all(jobs, self._limits)
            if in_workers
            else (read_one(job.path, job.file_id, self._limits, read_bytes) for job in jobs)
        )
        done_before = len(self._files)
        with closing(answers):  # whatever interrupts this loop, no worker is left running
            for number, ((folder, file_id, is_left_out), answer) in enumerate(
                zip(self._to_read, answers, strict=True), start=1
            ):
                found = answer.reading
                in_list = doubts_about_list(file_id, found)
                self._add_findings(folder, file_id, in_list)
                if may_be_list(file_id):
                    players = found.tables["players"].with_columns(pl.col(PUBLIC).fill_null(value=False))
                    found = replace(found, tables={**found.tables, "players": players})
                of_players, of_people = still_hidden.doubts_about(answer)
                self._doubts.append((folder.club, folder.competition, file_id, of_players or bool(in_list), of_people))
                if not (players := found.tables["players"]).is_empty():
                    self._said.append(_tagged(folder, players))
                if is_left_out:
                    self._readings.append((folder, _of_hidden_alone(found)))
                else:
                    self._readings.append((folder, found))
                    rows = sum(table.height for table in found.tables.values())
                    # The checksum is of the bytes read, because the file may have changed since it was listed.
                    self._add_file(folder, file_id, found.format, rows, answer.sha256)
                progress(gettext("reading files"), done_before + number, done_before + len(jobs))

    def pass_by(self, outside: Folder) -> None:
        """Add a finding for each file outside all competitions. These files are not read."""
        for file_id, file in outside.files.items():
            self._add_file(outside, file_id, NOT_READ, rows=0)
            is_reported = not file.can_be_read or any(finding.code == ABOVE for finding in file.findings)
            why = () if is_reported else (error("landing.outside"),)
            of_list = (error("hidden.name"),) if may_be_list(file_id) else ()
            self._add_findings(outside, file_id, of_list or (*file.findings, *why))

    def add_faulty(self, folder: Folder, why: SettingsError, path: Path) -> None:
        """Add a competition whose competition.toml is unusable, with its earlier settings; or else leave it out."""
        text = self._last.settings(folder.club, folder.competition)
        try:
            settings = settings_in(text, path) if text else None
        except SettingsError:  # only an older version of Barometer understood these settings
            settings = None
        if settings is None:
            self.leave_out(folder, why)
        else:
            self.add_competition(folder, settings, text)
            del self._texts[folder.club, folder.competition]
            self._add_findings(folder, SETTINGS, [until_fixed(wrong, AS_BEFORE) for wrong in why.problems])

    def leave_out(self, folder: Folder, why: SettingsError) -> None:
        """Leave out a competition, with findings that say why. Its files are read only for the people they hide."""
        self._left_out.add((folder.club, folder.competition))
        for file_id, file in folder.files.items():
            self._add_file(folder, file_id, NOT_READ, rows=0)
            if file_id != SETTINGS:
                in_list = () if file.can_be_read else doubts_about_list(file_id)
                self._add_findings(folder, file_id, (*file.findings, *in_list))
            if file_id in (SETTINGS, OF_SETTINGS, folder.mark):
                continue
            if file.can_be_read:
                self._to_read.append(_ToRead(folder, file_id, is_left_out=True))
            else:
                self._doubts.append((folder.club, folder.competition, file_id, *_UNREAD))
        others = len(folder.files.keys() - {SETTINGS})
        self._add_findings(folder, SETTINGS, [until_fixed(wrong, FILES_LEFT_OUT, others) for wrong in why.problems])

    def make_up_sessions(self, date: dt.date) -> None:
        """If no table of sessions was read, add a session of pairs on this date for each session not described."""
        for _, reading in self._readings:
            reading.tables["sessions"] = reading.tables["sessions"].with_columns(pl.col("date").fill_null(date))
        if any("sessions" in reading.given and reading.format in _OF_TABLES for _, reading in self._readings):
            return
        described = {name for _, reading in self._readings for name in reading.tables["sessions"]["session_id"]}
        for folder, reading in list(self._readings):
            lines = reading.tables["results"].filter(~pl.col("session_id").is_in(list(described)))
            of_pairs = {"date": pl.lit(date), "kind": pl.lit("pairs"), "winners": pl.lit(1, pl.Int8)}
            first = lines.unique("session_id", keep="first", maintain_order=True)
            empty = {name: table.clear() for name, table in reading.tables.items()}
            made = first.select("session_id", "file_id", "line_no", **of_pairs)
            sessions = pl.concat([empty["sessions"], made], how="diagonal")
            made_up = replace(reading, tables={**empty, "sessions": sessions}, findings=reading.findings.clear())
            self._readings.append((folder, made_up))
            described.update(sessions["session_id"])
            for session_id, file_id in sessions.select("session_id", "file_id").iter_rows():
                no_kind = warning("landing.no_kind", field="session_id", value=session_id)
                self._add_findings(folder, file_id, [no_kind])

    def raw_tables(self) -> dict[str, pl.DataFrame]:
        """Return all raw tables, after the checks that need several files."""
        empty = {name: pl.DataFrame(schema=types_of(WAREHOUSE[f"raw.{name}"])) for name in RAW}
        of_settings = {name: pl.concat(rows) for name, rows in self._of_settings.items()}
        competitions = in_shape(Competitions, of_settings["competitions"])
        stacked = {
            name: self._stacked(pl.DataFrame(schema=as_read(name)), lambda reading, name=name: reading.tables[name])
            for name in READ
        }
        listed = pl.DataFrame(self._files, schema={k: v for k, v in empty["files"].schema.items() if k != "findings"})
        still, of_still = self._with_hidden_before(with_pages_joined(stacked, listed))
        read, of_crowds = within_bounds(still, self._limits)
        played = Played(read["games"], read["ratings"], read["sessions"], competitions)
        rating_seasons = rating_years(self._rated, played, clock.today())
        settled = {name: of_settings[name] for name in ("session_settings", "award_choices")}
        tables, across = assemble(read | settled | {"files": listed}, competitions, rating_seasons)
        # A file that is not read may contain somebody whom another file names.
        in_part = {(club, competition) for club, competition, _, *doubts in self._doubts if doubts == [*_UNREAD]}
        unread = in_part | self._left_out
        of_club = pl.col("file_id").str.starts_with(OF_CLUB) & pl.col("club").is_in([club for club, _ in unread])
        own = pl.concat_str(*CLUB, separator="/").is_in(["/".join(folder) for folder in unread])
        across = across.filter(~((pl.col("code") == OF_NOBODY) & (of_club | own)))
        of_files = self._stacked(empty["findings"], lambda reading: reading.findings)
        own_findings = pl.DataFrame(self._findings, schema=empty["findings"].schema)
        chosen = in_shape(AwardChoices, tables["award_choices"])
        of_choices = choices_of_nothing(chosen, in_shape(Sessions, tables["sessions"])).collect()
        single, across = consequences_marked(pl.concat([own_findings, of_crowds, of_still, of_files]), across)
        single = cut_offs_accepted(single, tables["session_settings"], tables["results"])
        single = without_given_events(single, tables["sessions"], tables["results"])
        by_cause = without_explained(causes_first(single, across), tables["results"])
        now = {**tables, "competitions": competitions, "files": listed}
        of_published = vanished(self._last.published, now).collect()
        of_seasons = with_other_names(self._last.published, competitions).collect()
        of_rules = changed_since(self._last.rules, competitions, keys_of_columns(), clock.today()).collect()
        of_names = judged("competitions", {"competitions": competitions})[1].collect()
        all_findings = pl.concat(
            [scores_named(by_cause, tables["results"]), of_choices, of_published, of_seasons, of_rules, of_names]
        )
        findings = with_lines(all_findings, self._texts)
        found = findings.group_by(*CLUB, "file_id").agg(findings=pl.len().cast(pl.Int64))
        files = listed.join(found, on=[*CLUB, "file_id"], how="left", maintain_order="left").with_columns(
            pl.col("findings").fill_null(0)
        )
        more = {"rating_seasons": rating_seasons, "files": files, "findings": findings}
        made = {**empty, **of_settings, **tables, **more}
        return {name: rows.select(WAREHOUSE[f"raw.{name}"].column_names()) for name, rows in made.items()}

    def _stacked(self, empty: pl.DataFrame, table: Callable[[Reading], pl.DataFrame]) -> pl.DataFrame:
        parts = [empty]
        for _, group in groupby(self._readings, lambda one: (one[0].club, one[0].competition)):
            folders, readings = zip(*group, strict=True)
            if rows := [found for found in map(table, readings) if not found.is_empty()]:
                parts.append(_tagged(folders[0], pl.concat(rows)))
        return pl.concat(parts)

    def _with_hidden_before(self, read: dict[str, pl.DataFrame]) -> tuple[dict[str, pl.DataFrame], pl.DataFrame]:
        doubts = pl.DataFrame(self._doubts, schema=still_hidden.DOUBTS, orient="row")
        said = pl.concat([read["players"].clear(), *self._said], how="diagonal")
        asked = still_hidden.asked_before(doubts, said, self._last)
        held = {"players": asked, "people": still_hidden.other_ids_before(doubts, read["people"], self._last)}
        with_held = {
            name: pl.concat([read[name], rows], how="diagonal").select(read[name].columns)
            for name, rows in held.items()
        }
        return read | with_held, still_hidden.still_hidden(asked)

    def _add_file(self, folder: Folder, file_id: str, file_format: str, rows: int, sha256: str | None = None) -> None:
        self._files.append(
            {
                "club": folder.club,
                "competition": folder.competition,
                "file_id": file_id,
                "path": posixpath.normpath("/".join(filter(None, (folder.club, folder.competition, file_id)))),
                "format": file_format,
                "sha256": folder.files[file_id].sha256 if sha256 is None else sha256,
                "modified_at": folder.files[file_id].modified_at,
                "ingested_at": dt.datetime.now(dt.UTC),
                "rows": rows,
                "settings": None,
            }
        )

    def _add_findings(self, folder: Folder, file_id: str, findings: Iterable[Finding]) -> None:
        place = {"club": folder.club, "competition": folder.competition, "file_id": file_id}
        self._findings += [place | finding._asdict() for finding in findings]


def originals(contents: Mapping[str, str]) -> dict[str, str]:
    """Return for each file the file to read in its place: of files with the same bytes, only one is read.

    Files that are not named like copies come first, then those nearest to the competition's folder, as folders in it
    may hold backups. `contents` has each file's sha256, or "", by id in reading order.
    """

    def comes_last(file_id: str) -> tuple[bool, int]:
        path = PurePosixPath(file_id)
        return _OF_A_COPY.fullmatch(path.stem) is not None, len(path.parts)

    read: dict[str, str] = {}
    for file_id in sorted(contents, key=comes_last):
        read.setdefault(contents[file_id] or file_id, file_id)
    return {file_id: read[sha256 or file_id] for file_id, sha256 in contents.items()}


def _of_hidden_alone(reading: Reading) -> Reading:
    players, people = reading.tables["players"].filter(~pl.col("public")), reading.tables["people"]
    empty = {name: table.clear() for name, table in reading.tables.items()}
    tables = {**empty, "players": players, "people": people}
    found = reading.findings.filter(is_about_hiding() | pl.col("code").is_in(TRY_AGAIN))
    return replace(reading, tables=tables, findings=found)


def _tagged(folder: Folder, frame: pl.DataFrame) -> pl.DataFrame:
    ids = [pl.lit(folder.club).alias("club"), pl.lit(folder.competition).alias("competition")]
    return frame.select(*ids, *frame.columns)
