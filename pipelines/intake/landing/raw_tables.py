"""The raw tables of a landing folder. Competitions whose files did not change keep the rows of the last build."""

from collections.abc import Mapping
from pathlib import Path

import polars as pl

from pipelines.intake.landing.folders import CONTENTS, SETTINGS, Folder, competition_folders, files_in
from pipelines.intake.landing.gathered import RAW, Gathered
from pipelines.intake.landing.last_build import LastBuild
from pipelines.intake.landing.limits import Limits
from pipelines.intake.landing.one_file import TRY_AGAIN
from pipelines.machine import clock
from pipelines.settings.competition import Settings, settings_in
from pipelines.settings.problems import Problem, SettingsError
from pipelines.settings.toml_files import read_text
from pipelines.words.progress import Progress
from transforms.ratings.seasons import list_is_due
from transforms.tables.messages import gettext
from transforms.tables.schemas import CLUB


def read_landing(
    landing: Path,
    kept: Mapping[str, pl.DataFrame],
    progress: Progress = lambda *_: None,
    listed: list[Folder] | None = None,
    last: LastBuild | None = None,
) -> dict[str, pl.DataFrame]:
    """Return every raw table of a landing folder, by name without `raw.`.

    `kept` has the raw tables of the last build. A competition keeps its rows in them if its files are the same, no
    rating list came due since then, and no file was left out for a reason that may no longer apply. `last` has the
    people hidden in the last build, so that an unreadable file reveals nobody, and the contents of unchanged files.

    Raises LandingError if the whole folder cannot be used; lesser faults are findings.
    """
    before = {
        ids: set(rows.select(CONTENTS).iter_rows())
        for ids, rows in kept["files"].partition_by(*CLUB, as_dict=True).items()
    }
    limits = Limits.from_environment()
    folders = competition_folders(landing) if listed is None else listed
    due = set(list_is_due(kept["rating_seasons"], clock.today()).iter_rows())
    due |= set(to_try_again(kept["findings"]).iter_rows())
    unchanged = [
        folder
        for folder in folders
        if before.get((folder.club, folder.competition)) == folder.contents
        and (folder.club, folder.competition) not in due
    ]
    ids = pl.DataFrame(
        [(folder.club, folder.competition) for folder in unchanged], schema=dict.fromkeys(CLUB, pl.String), orient="row"
    )
    gathered = Gathered(limits, last, kept["players"].join(ids, on=CLUB, how="semi"))
    _read_folders([folder for folder in folders if folder not in unchanged], landing, gathered, progress)
    progress(gettext("checking the files against each other"), 0, 1)
    afresh = gathered.raw_tables()
    return {
        name: pl.concat([kept[name].join(ids, on=CLUB, how="semi", maintain_order="left"), afresh[name]])
        for name in RAW
    }


def to_try_again(findings: pl.DataFrame) -> pl.DataFrame:
    """Return club and competition of files that were left out, but that a less busy machine may be able to read."""
    return findings.filter(pl.col("code").is_in(TRY_AGAIN)).select(*CLUB).unique()


def read_loose(path: Path, settings: Settings) -> dict[str, pl.DataFrame]:
    """Return the raw tables of one file, or of all files below a folder, outside any landing folder.

    If there is no table of sessions, a session that no file describes counts as a session of pairs, and its lines are
    scored separately. A single file is read in this process, because starting another would take longer.
    """
    limits = Limits.from_environment()
    gathered = Gathered(limits)
    gathered.add_competition(Folder("-", "-", files_in(path, limits)), settings)
    gathered.read_files(in_workers=path.is_dir())
    gathered.make_up_sessions(settings.season[-1].start)
    return gathered.raw_tables()


def settings_of(folder: Folder, landing: Path) -> Settings:
    """Return the settings of a competition; raise SettingsError if they cannot be used or must not be opened."""
    return settings_in(*_text_of_settings(folder, landing))


def _text_of_settings(folder: Folder, landing: Path) -> tuple[str, Path]:
    """Return the text of a competition.toml and its path; raise SettingsError if it must not be opened."""
    listed = folder.files.get(SETTINGS)
    path = landing / folder.club / folder.competition / SETTINGS if listed is None else listed.path
    against = () if listed is None else tuple(found for found in listed.findings if found.severity == "error")
    if against:
        raise SettingsError(
            path, [Problem(None, None, found.message, found.code, found.arguments) for found in against]
        )
    return read_text(path)[0], path


def _read_folders(folders: list[Folder], landing: Path, gathered: Gathered, progress: Progress) -> None:
    for folder in folders:
        if not folder.competition:
            gathered.pass_by(folder)
            continue
        try:
            text, path = _text_of_settings(folder, landing)
            gathered.add_competition(folder, settings_in(text, path), text)
        except SettingsError as wrong:
            listed = folder.files.get(SETTINGS)
            where = listed.path if listed else landing / folder.club / folder.competition / SETTINGS
            gathered.add_faulty(folder, wrong, where)
    gathered.read_files(progress)
