"""What was seen in a folder, what is proposed for it, and what changed since the last build, in a few lines."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import polars as pl

from pipelines.cli.new.as_toml import quoted
from pipelines.cli.new.looking import Seen
from pipelines.cli.new.proposing import Proposal
from pipelines.cli.new.seasons import Sure
from pipelines.cli.terminal.which_landing import landing_around, last_landing
from pipelines.intake.landing.folders import files_in, ids_of
from pipelines.machine.paths import Paths
from pipelines.settings.competition import Settings
from pipelines.warehouse import Warehouse
from pipelines.words.plain_text import typed
from pipelines.words.streams import plain
from pipelines.words.suggestions import some
from pipelines.words.to_type import to_type
from pipelines.words.words import counted, scoring_name
from transforms.bridge.sessions import SCORING_OF_KIND
from transforms.tables.messages import gettext, ngettext

_FORMATS = {
    "pbn": "PBN",
    "usebio": "USEBIO",
    "bws": "Bridgemate",
    "acbl": "ACBL",
    "json": "JSON",
    "pgn": "PGN",
    "pdn": "PDN",
    "csv": "CSV",
    "xlsx": "Excel",
    "parquet": "Parquet",
    "schedule": "movement",
}
_NAMED = 5
_LONGEST = 400


def what_is_there(seen: Seen) -> Iterator[str]:
    """Lines on the files, the evenings, and what cannot be read."""
    read = seen.files.filter("is_read")
    kinds = read.group_by("format", "program").len().sort("len", "format", "program", descending=[True, False, False])
    said = [f"{count} {_kind(kind, program)}" for kind, program, count in kinds.iter_rows()]
    if said:
        yield f"{ngettext('{number} file', '{number} files', read.height)}: {', '.join(said)}"
    only_deals = read.filter(pl.col("has_deals") & ~pl.col("has_results"))
    if only_deals.height:
        yield ngettext(
            "{number} file of deals alone, which go to the results of that evening",
            "{number} files of deals alone, which go to the results of that evening",
            only_deals.height,
        )
    if seen.dates:
        first, last = seen.dates[0], seen.dates[-1]
        evenings = counted(len(seen.dates), "evening")
        if first == last:
            yield gettext("{evenings}, on {day}", evenings=evenings, day=first)
        else:
            yield gettext("{evenings}, from {first} to {last}", evenings=evenings, first=first, last=last)
    if seen.evenings.is_empty() and seen.of_results.height:
        yield gettext("no file says which evenings the results are of: a table of sessions does, with the day of each")
    kinds = (
        seen.evenings.drop_nulls("kind")
        .unique("session_id")["kind"]
        .value_counts(name="sessions")
        .sort("sessions", "kind", descending=[True, False])
    )
    if len(kinds) > 1:
        each = [f"{sessions} {scoring_name(SCORING_OF_KIND[kind])}" for kind, sessions in kinds.iter_rows()]
        yield gettext(
            "sessions of several kinds: {kinds}; each is scored as it was played, and all count in one ranking. Are"
            " they to be apart, then put those of each kind into a folder of their own",
            kinds=", ".join(each),
        )
    undated = seen.evenings.filter(pl.col("date").is_null())["file_id"].unique(maintain_order=True)
    if len(undated):
        yield ngettext(
            "{number} file without a day: {files}; write it under [[session]]",
            "{number} files without a day: {files}; write it under [[session]]",
            len(undated),
            files=_some(undated),
        )
    if len(folders := _folders_of_names(seen)) > 1:
        yield gettext(
            "the files lie in {number} folders: {folders}; if each is a competition, begin each by itself: barometer"
            " new FOLDER",
            number=len(folders),
            folders=_some(folders),
        )
    unread = seen.files.filter(~pl.col("is_read"))
    yield from _not_read(unread)
    in_read = read.select("errors", "warnings").sum().row(0)
    if any(in_read):
        yield gettext(
            "{found} in the files, each read by itself; a build reads them together, and may find more",
            found=", ".join(_how_many(*in_read)),
        )
    if seen.of_results.height and (unread.height or any(in_read)):
        command = f"barometer check {typed(seen.folder)}"
        yield f"  {gettext('all of it, once this is done: {command}', command=command)}"


def _how_many(errors: int, warnings: int) -> Iterator[str]:
    if errors:
        yield ngettext("{number} error", "{number} errors", errors)
    if warnings:
        yield ngettext("{number} warning", "{number} warnings", warnings)


def _not_read(unread: pl.DataFrame) -> Iterator[str]:
    if unread.height:
        yield ngettext("{number} file not read:", "{number} files not read:", unread.height)
        for file, why in unread.head(_NAMED).select("file_id", "first_error").iter_rows():
            told = plain(why or "")
            yield f"  {plain(file)}: {told if len(told) <= _LONGEST else f'{told[:_LONGEST]}…'}"
        if unread.height > _NAMED:
            more = ngettext("and {number} more", "and {number} more", unread.height - _NAMED)
            yield f"  … {more}"


def what_is_proposed(proposal: Proposal) -> Iterator[str]:
    """A line a choice."""
    for what, choice in (
        (gettext("club"), proposal.club),
        (gettext("competition"), proposal.competition),
        (gettext("seasons"), proposal.why_seasons),
        (gettext("scoring"), proposal.profile),
        (gettext("lines"), proposal.lines),
        (gettext("people"), proposal.people),
    ):
        yield f"{what:<12} {choice.value}  ({choice.in_words})"


def what_differs(proposal: Proposal, settings: Settings, written: Mapping[str, Any]) -> Iterator[str]:
    """A line for each proposal, other than a guess, that the settings contradict.

    `written` is what the file of settings says, as parsed.
    """
    for key, choice, given in (
        ("club", proposal.club, settings.club),
        ("competition", proposal.competition, settings.competition),
        ("scoring.profile", proposal.profile, settings.scoring.profile),
        ("ranking.lines", proposal.lines, str(settings.ranking.lines)),
    ):
        if choice.value == given or choice.sure is Sure.GUESS:
            continue
        where, _, name = key.rpartition(".")
        gaps = {
            "key": key,
            "value": choice.value,
            "why": choice.in_words,
            "here": plain(given or ""),
            "line": f"{name} = {choice.value if name == 'lines' else quoted(choice.value)}",
            "section": f"[{where}]",
        }
        if name in (written.get(where, {}) if where else written):
            yield gettext("{key}: it says {here}; the files say {value}: write {line}  ({why})", **gaps)
        elif not where:
            yield gettext("{key}: it says nothing; the files say {value}: write {line} at its top  ({why})", **gaps)
        elif where in written:
            yield gettext(
                "{key}: it says nothing, so {here} counts; the files say {value}: write {line} below {section}"
                "  ({why})",
                **gaps,
            )
        else:
            yield gettext(
                "{key}: it says nothing, so {here} counts; the files say {value}: write {section} at its end, and"
                " {line} on the line below  ({why})",
                **gaps,
            )
    for season in proposal.seasons:
        outside = [
            date for date in season.evenings if not any(given.start <= date <= given.end for given in settings.season)
        ]
        if outside:
            yield gettext(
                "season: {season}, {start} to {end}: {evenings} in no season, the first on {day}",
                season=season.name,
                start=season.start,
                end=season.end,
                evenings=counted(len(outside), "evening"),
                day=outside[0],
            )


def _folders_of_names(seen: Seen) -> pl.Series:
    """The folders with results, directly in this one, whose names have no digits, as years and days have."""
    in_folders = seen.of_results.filter(pl.col("file_id").str.contains("/", literal=True))
    names = in_folders["file_id"].str.split("/").list.first().unique().sort()
    return names.filter(~names.str.contains(r"\d"))


def _kind(kind: str, program: str | None) -> str:
    if program is None:
        return _FORMATS.get(kind, kind)
    return gettext("{format} of {program}", format=_FORMATS.get(kind, kind), program=plain(program))


def _some(files: pl.Series) -> str:
    told = ", ".join(plain(file) for file in files.head(_NAMED))
    return gettext("{words} and {more} more", words=told, more=len(files) - _NAMED) if len(files) > _NAMED else told


def with_days(seen: Seen, settings: Settings) -> Seen:
    """What was seen, with the days that settings give to sessions."""
    given = {name: one.date for one in settings.session if one.date for name in (*one.files, one.session) if name}
    if not given:
        return seen
    days = [pl.col(column).replace_strict(given, default=None, return_dtype=pl.Date) for column in _NAMES]
    return replace(seen, evenings=seen.evenings.with_columns(date=pl.coalesce(*days, "date")))


_NAMES = ("session_id", "file_id")


def what_changed(seen: Seen, paths: Paths) -> Iterator[str]:
    """Lines on the files that are new, changed or gone since the build whose pages are there."""
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
    day = days.get(name)
    return plain(name) if day is None or str(day) in name else f"{plain(name)} ({day})"
