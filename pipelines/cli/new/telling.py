"""What was seen in a folder and what is proposed for it, in a few lines for the director."""

from collections.abc import Iterator, Mapping
from typing import Any

import polars as pl

from pipelines.cli.new.as_toml import quoted
from pipelines.cli.new.choice import Sure
from pipelines.cli.new.looking import Seen
from pipelines.cli.new.proposing import Proposal
from pipelines.settings.competition import Settings
from pipelines.words.plain_text import typed
from pipelines.words.streams import plain
from pipelines.words.words import counted, scoring_name
from transforms.bridge.sessions import SCORING_OF_KIND
from transforms.messages import gettext, ngettext

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
        yield f"{_files(read.height)}: {', '.join(said)}"
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
    """Errors and warnings, each where there are any: nothing is said of what a look at files alone cannot know."""
    if errors:
        yield ngettext("{number} error", "{number} errors", errors)
    if warnings:
        yield ngettext("{number} warning", "{number} warnings", warnings)


def _not_read(unread: pl.DataFrame) -> Iterator[str]:
    if unread.height:
        yield ngettext("{number} file not read:", "{number} files not read:", unread.height)
        for file, why in unread.head(_NAMED).select("file_id", "first_error").iter_rows():
            yield f"  {plain(file)}: {_cut(plain(why or ''))}"
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
    """A line for each proposal, other than a guess, of which the settings that are there say something else.

    Args:
        proposal: what the files say.
        settings: what counts now.
        written: what the file of settings says, as parsed.
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
    """The folders with results, directly in this one, whose names are no years and no days."""
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


def _cut(words: str) -> str:
    return words if len(words) <= _LONGEST else f"{words[:_LONGEST]}…"


def _files(number: int) -> str:
    return ngettext("{number} file", "{number} files", number)
