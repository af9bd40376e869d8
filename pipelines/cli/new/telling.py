"""What was seen in a folder, what is proposed for it, and what changed since the last build, in a few lines."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import polars as pl

from pipelines.cli.new.looking import Seen
from pipelines.cli.new.proposing import Proposal, tidy
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
from transforms.tables.messages import gettext, gettext_noop, ngettext

_FORMATS = {
    **{kind: kind.upper() for kind in ("pbn", "usebio", "acbl", "json", "pgn", "pdn", "csv")},
    **{"bws": "Bridgemate", "xlsx": "Excel", "parquet": "Parquet", "schedule": "movement"},
}
_NAMED = 5
_LONGEST = 400


def what_is_there(seen: Seen) -> Iterator[str]:
    """Lines on the files, the evenings, and what cannot be read."""
    read = seen.files.filter("is_read")
    kinds = read.group_by("format", "program").len().sort("len", "format", "program", descending=[True, False, False])
    each = []
    for kind, program, count in kinds.iter_rows():
        of = _FORMATS.get(kind, kind)
        of = of if program is None else gettext("{format} of {program}", format=of, program=plain(program))
        each.append(f"{count} {of}")
    if each:
        yield f"{ngettext('{number} file', '{number} files', read.height)}: {', '.join(each)}"
    only_deals = read.filter(pl.col("has_deals") & ~pl.col("has_results"))
    if only_deals.height:
        yield ngettext(
            "{number} file of deals alone, which go to the results of that evening",
            "{number} files of deals alone, which go to the results of that evening",
            only_deals.height,
        )
    if len(seen.dates) == 1:
        yield gettext("{evenings}, on {day}", evenings=counted(1, "evening"), day=seen.dates[0])
    elif seen.dates:
        evenings, (first, *_, last) = counted(len(seen.dates), "evening"), seen.dates
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
            files=some([plain(file) for file in undated]),
        )
    in_folders = seen.of_results.filter(pl.col("file_id").str.contains("/", literal=True))
    names = in_folders["file_id"].str.split("/").list.first().unique().sort()
    folders = names.filter(~names.str.contains(r"\d"))  # years and days have digits
    if len(folders) > 1:
        yield gettext(
            "the files lie in {number} folders: {folders}; if each is a competition, begin each by itself: barometer"
            " new FOLDER",
            number=len(folders),
            folders=some([plain(folder) for folder in folders]),
        )
    yield from _what_is_wrong(seen, read)


def _what_is_wrong(seen: Seen, read: pl.DataFrame) -> Iterator[str]:
    unread = seen.files.filter(~pl.col("is_read"))
    if unread.height:
        yield ngettext("{number} file not read:", "{number} files not read:", unread.height)
        for file, why in unread.head(_NAMED).select("file_id", "first_error").iter_rows():
            yield f"  {plain(file)}: {tidy(why or '', _LONGEST)}"
        if unread.height > _NAMED:
            more = ngettext("and {number} more", "and {number} more", unread.height - _NAMED)
            yield f"  … {more}"
    errors, warnings = read.select("errors", "warnings").sum().row(0)
    found = [
        *([ngettext("{number} error", "{number} errors", errors)] if errors else []),
        *([ngettext("{number} warning", "{number} warnings", warnings)] if warnings else []),
    ]
    if found:
        yield gettext(
            "{found} in the files, each read by itself; a build reads them together, and may find more",
            found=", ".join(found),
        )
    if seen.of_results.height and (unread.height or found):
        command = f"barometer check {typed(seen.folder)}"
        yield f"  {gettext('all of it, once this is done: {command}', command=command)}"


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


def what_differs(proposal: Proposal, settings: Settings) -> Iterator[str]:
    """A line for each proposal, other than a guess, that the settings contradict."""
    for key, choice, given in (
        ("club", proposal.club, settings.club),
        ("competition", proposal.competition, settings.competition),
        ("scoring.profile", proposal.profile, settings.scoring.profile),
        ("ranking.lines", proposal.lines, str(settings.ranking.lines)),
    ):
        if choice.value != given and choice.sure is not Sure.GUESS:
            yield gettext(
                "{key}: {here} counts; the files say {value}  ({why})",
                key=key,
                here=plain(given or gettext("nothing")),
                value=choice.value,
                why=choice.in_words,
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
    new = [
        plain(name) if name not in days or str(days[name]) in name else f"{plain(name)} ({days[name]})"
        for name in sorted(now.keys() - before.keys())
    ]
    changed = {
        gettext_noop("New since the last build: {files}"): new,
        gettext_noop("Changed since the last build: {files}"): [
            plain(name) for name in sorted(now.keys() & before.keys()) if now[name] != before[name]
        ],
        gettext_noop("Not there any more since the last build: {files}"): [
            plain(name) for name in sorted(before.keys() - now.keys())
        ],
    }
    yield from (gettext(words, files=some(files)) for words, files in changed.items() if files)
    if not any(changed.values()):
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
