"""What changed in a folder since it was built last, and what to type next."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

import polars as pl

from pipelines.cli.new.looking import Seen
from pipelines.cli.terminal.which_landing import landing_around, last_landing
from pipelines.intake.landing.folders import files_in, ids_of
from pipelines.machine.paths import Paths
from pipelines.settings.competition import Settings
from pipelines.warehouse import Warehouse
from pipelines.words.streams import plain
from pipelines.words.suggestions import some
from pipelines.words.to_type import to_type
from transforms.messages import gettext


def with_days(seen: Seen, settings: Settings) -> Seen:
    """What was seen, with the days that settings give to sessions."""
    given = {name: one.date for one in settings.session if one.date for name in (*one.files, one.session) if name}
    if not given:
        return seen
    days = [pl.col(column).replace_strict(given, default=None, return_dtype=pl.Date) for column in _NAMES]
    return replace(seen, evenings=seen.evenings.with_columns(date=pl.coalesce(*days, "date")))


_NAMES = ("session_id", "file_id")


def what_changed(seen: Seen, paths: Paths) -> Iterator[str]:
    """Lines on the files that are new, changed or gone since the build whose pages are there.

    Args:
        seen: what lies in the folder of a competition that has settings.
        paths: where its numbers are.
    """
    before = _built(seen.folder, paths)
    if before is None:
        yield gettext("It was not built yet, so no page shows these files.")
        return
    now = {file_id: file.sha256 for file_id, file in files_in(seen.folder).items() if file.can_be_read}
    days = dict(seen.evenings.drop_nulls("date").group_by("file_id").agg(pl.col("date").min()).iter_rows())
    new = [_with_day(name, days) for name in sorted(now.keys() - before.keys())]
    changed = sorted(name for name in now.keys() & before.keys() if now[name] != before[name])
    gone = sorted(before.keys() - now.keys())
    if new:
        yield gettext("New since the last build: {files}", files=some(new))
    if changed:
        yield gettext("Changed since the last build: {files}", files=some([plain(name) for name in changed]))
    if gone:
        yield gettext("Not there any more since the last build: {files}", files=some([plain(name) for name in gone]))
    if not (new or changed or gone):
        command = to_type("open", warehouse=paths.warehouse)
        yield gettext("Nothing changed since the last build; to see its pages: {command}", command=command)


def _built(folder: Path, paths: Paths) -> dict[str, str] | None:
    """Name -> sha256 of the files of this competition in the last build; None where that was of another folder."""
    landing = last_landing(paths)
    if landing is None or landing.resolve() not in (folder.resolve(), landing_around(folder)):
        return None
    club, competition = ids_of(folder)
    with Warehouse(paths.warehouse, read_only=True) as warehouse:
        files = warehouse.read("raw.files", [club])
    of_this = files.filter(pl.col("competition") == competition, ~pl.col("file_id").str.starts_with("../"))
    return dict(of_this.select("file_id", "sha256").iter_rows()) or None


def _with_day(name: str, days: Mapping[str, object]) -> str:
    """The name of a file, with its day where the name does not say it."""
    day = days.get(name)
    return plain(name) if day is None or str(day) in name else f"{plain(name)} ({day})"
