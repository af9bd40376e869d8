"""`barometer new`: looks at a folder of result files, proposes its competition.toml, and writes it."""

import os
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import polars as pl

from pipelines.cli.new.as_toml import as_toml, quoted
from pipelines.cli.new.looking import Seen, look_at
from pipelines.cli.new.proposing import Proposal, Sure, proposal_of, tidy
from pipelines.cli.terminal.which_landing import (
    another_landing,
    from_here,
    landing_around,
    last_landing,
    own_command,
    refuse_to_replace_pages,
    was_moved_into,
)
from pipelines.intake.landing.folders import SETTINGS, has_clubs, ids_of, refuse_a_club
from pipelines.intake.landing.walking import walk
from pipelines.machine import clock
from pipelines.machine.disks import check_writable
from pipelines.machine.errors import UnusableError
from pipelines.machine.files import beside, put_whole
from pipelines.machine.paths import Paths
from pipelines.settings.competition import Settings, checked, read_settings
from pipelines.settings.problems import SettingsError
from pipelines.settings.toml_files import parsed, text_of
from pipelines.words.plain_text import folder_word, to_type, typed
from pipelines.words.progress import Progress
from pipelines.words.streams import plain
from pipelines.words.suggestions import some
from pipelines.words.words import counted, scoring_name
from transforms.bridge.sessions import SCORING_OF_KIND
from transforms.tables.messages import Message, gettext, ngettext

_WANTED = Message(
    "put the result files of your scoring program there (PBN, USEBIO XML, Bridgemate .bws, or tables as CSV or"
    " Excel), and run this again"
)


class Found(NamedTuple):
    """What lies in a folder, and what is proposed for it."""

    seen: Seen
    proposal: Proposal


def look_and_propose(folder: Path, progress: Progress) -> Found:
    """What lies in a folder, and what is proposed for it; nothing is written."""
    _refuse_other_folders(folder)
    ids = ids_of(folder)
    seen = look_at(folder, progress)
    with suppress(SettingsError):  # told where they are asked for
        if os.path.lexists(folder / SETTINGS):
            seen = with_days(seen, read_settings(folder / SETTINGS))
    return Found(seen, proposal_of(seen, ids, Path.home(), clock.today()))


def refuse_no_results(found: Found) -> None:
    """Make sure that there is an evening in the folder."""
    if found.seen.of_results.is_empty():
        raise UnusableError(
            "{folder}: none of its files has results: {wanted}", folder=found.seen.folder, wanted=_WANTED
        )


def has_settings(found: Found) -> bool:
    """Whether the folder has a competition.toml already."""
    return os.path.lexists(found.seen.folder / SETTINGS)


def what_is_set(found: Found, paths: Paths, *, pages_are_named: bool = False) -> Iterator[str]:
    """Lines on a competition.toml that is there, and on what the files say otherwise."""
    path = found.seen.folder / SETTINGS
    try:
        settings = read_settings(path)
    except SettingsError as wrong:
        raise UnusableError(
            Message("{path}: is there already, and stays as it is", path=path),
            Message("It cannot be used: {why}", why=wrong),
            Message(
                "Mend it, or put it aside under another name and run again: {command}",
                command=f"barometer new {typed(found.seen.folder)}",
            ),
        ) from None
    yield gettext(
        "{path}: is there already, and stays as it is; to begin anew, delete it or give it another name, and run this"
        " again",
        path=path,
    )
    lines = list(what_differs(found.proposal, settings, parsed(text_of(path))))
    differs = gettext("By the files it would be otherwise; change what is not as you want it:")
    yield differs if lines else gettext("Your settings agree with the files.")
    yield from (f"  {line}" for line in lines)
    landing, why = landing_to_build(found.seen.folder, paths, pages_are_named=pages_are_named)
    if landing is None:
        yield why
        return
    command = to_type("build", landing, warehouse=paths.warehouse, reports=paths.reports)
    yield gettext("To build it: {command}", command=command)


def write(found: Found) -> Path:
    """Write the competition.toml, all of it at once, where there is none; return its path."""
    path, text = found.seen.folder / SETTINGS, as_toml(found.proposal, found.seen)
    checked(parsed(text), path)
    check_writable(path.parent, SETTINGS, Message("let it be written to, or copy the folder to a place of your own"))
    beside(path.resolve()).unlink(missing_ok=True)  # what a kill left; or a link, through which another file is written
    if os.path.lexists(path):  # somebody else was first
        raise UnusableError("{path}: is there already, and stays as it is", path=path)
    put_whole(path, text)
    return path


def landing_to_build(folder: Path, paths: Paths, *, pages_are_named: bool = False) -> tuple[Path | None, str]:
    """What to build so that a new competition is in it, and nothing that was built before is lost; what to say of it.

    This is the folder itself; or the landing folder around it, where that is the usual one or was built before, or what
    was built before is in it now; None where the pages there are of another folder.
    """
    around, before = landing_around(folder), last_landing(paths)
    is_usual = around in (before, paths.landing.resolve())
    is_with_others = around != folder.resolve() and (is_usual or was_moved_into(around, paths))
    if is_with_others or another_landing(folder, before) is None:
        landing = from_here(around) if is_with_others else folder
        try:
            refuse_to_replace_pages(landing, paths, is_named=pages_are_named)
        except UnusableError as why_not:
            return None, str(why_not)
        together = gettext("It is built together with all that is in {folder}.", folder=around)
        return landing, together if is_with_others else ""
    return None, gettext(
        "Not built, since the pages in {reports} are those of {before} and would be replaced. For pages of its own:"
        " {command}. For pages of both, put the folders of both competitions into one folder of the club, that into a"
        " folder around it, and run: {both}",
        reports=paths.reports,
        before=before,
        command=own_command(folder),
        both=to_type("build", folder_word()),
    )


def _refuse_other_folders(folder: Path) -> None:
    inside = walk(folder, folder) if folder.is_dir() else ()
    of_others = [found.path for found in inside if found.path.name == SETTINGS and found.path.parent != folder]
    if of_others:
        here = min(of_others).parent
        competition = here.absolute()
        landing = landing_around(competition)
        if not has_clubs(landing, competition.parent.resolve()):
            refuse_a_club(folder)
        raise UnusableError(
            "{folder}: there are competitions in it already, such as {folder_of_one}; to build them all: barometer"
            " build {landing}; to begin another, put its files into a folder of their own, such as {example}, and name"
            " that",
            folder=folder,
            folder_of_one=here,
            landing=typed(landing),
            example=competition.parent / "another",
        )
    above = next((place for place in folder.absolute().parents[:2] if (place / SETTINGS).is_file()), None)
    if above is not None and folder.is_dir() and not (folder / SETTINGS).exists():
        raise UnusableError(
            "{folder}: it belongs to the competition in {above}; to build that: barometer build {landing}; to begin"
            " another, put its files into a folder outside of it",
            folder=folder,
            above=above,
            landing=typed(above),
        )


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
    if kinds.height:
        each = ", ".join(f"{count} {_kind(form, program)}" for form, program, count in kinds.iter_rows())
        yield f"{ngettext('{number} file', '{number} files', read.height)}: {each}"
    only_deals = read.filter(pl.col("has_deals") & ~pl.col("has_results")).height
    if only_deals:
        yield ngettext(
            "{number} file of deals alone, which go to the results of that evening",
            "{number} files of deals alone, which go to the results of that evening",
            only_deals,
        )
    evenings, days = counted(len(seen.dates), "evening"), seen.dates
    if len(days) == 1:
        yield gettext("{evenings}, on {day}", evenings=evenings, day=days[0])
    elif days:
        yield gettext("{evenings}, from {first} to {last}", evenings=evenings, first=days[0], last=days[-1])
    if seen.evenings.is_empty() and seen.of_results.height:
        yield gettext("no file says which evenings the results are of: a table of sessions does, with the day of each")
    of_kinds = seen.evenings.drop_nulls("kind").unique("session_id")["kind"].value_counts(name="sessions")
    if len(of_kinds) > 1:
        of_kinds = of_kinds.sort("sessions", "kind", descending=[True, False])
        yield gettext(
            "sessions of several kinds: {kinds}; each is scored as it was played, and all count in one ranking. Are"
            " they to be apart, then put those of each kind into a folder of their own",
            kinds=", ".join(f"{many} {scoring_name(SCORING_OF_KIND[kind])}" for kind, many in of_kinds.iter_rows()),
        )
    undated = seen.evenings.filter(pl.col("date").is_null())["file_id"].unique(maintain_order=True)
    if len(undated):
        yield ngettext(
            "{number} file without a day: {files}; write it under [[session]]",
            "{number} files without a day: {files}; write it under [[session]]",
            len(undated),
            files=_some(undated),
        )
    names = seen.of_results["file_id"].str.extract(r"^([^/\d]+)/.*").drop_nulls().unique().sort()
    if len(names) > 1:
        yield gettext(
            "the files lie in {number} folders: {folders}; if each is a competition, begin each by itself: barometer"
            " new FOLDER",
            number=len(names),
            folders=_some(names),
        )
    yield from _what_is_wrong(seen, read)


def _kind(form: str, program: str | None) -> str:
    name = _FORMATS.get(form, form)
    return name if program is None else gettext("{format} of {program}", format=name, program=plain(program))


def _some(names: pl.Series) -> str:
    return some([plain(name) for name in names])


def _what_is_wrong(seen: Seen, read: pl.DataFrame) -> Iterator[str]:
    unread = seen.files.filter(~pl.col("is_read"))
    if unread.height:
        yield ngettext("{number} file not read:", "{number} files not read:", unread.height)
        for file, why in unread.head(_NAMED).select("file_id", "first_error").iter_rows():
            yield f"  {plain(file)}: {tidy(why or '', _LONGEST)}"
        if unread.height > _NAMED:
            yield f"  … {ngettext('and {number} more', 'and {number} more', unread.height - _NAMED)}"
    errors, warnings = read.select("errors", "warnings").sum().row(0)
    found = [ngettext("{number} error", "{number} errors", errors)] if errors else []
    found += [ngettext("{number} warning", "{number} warnings", warnings)] if warnings else []
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


def what_differs(proposal: Proposal, settings: Settings, written: Mapping[str, Any]) -> Iterator[str]:
    """A line for each proposal, other than a guess, that the settings contradict, with what to write.

    `written` is the content of the file of settings, as parsed.
    """
    for key, choice, given in (
        ("club", proposal.club, settings.club),
        ("competition", proposal.competition, settings.competition),
        ("scoring.profile", proposal.profile, settings.scoring.profile),
        ("ranking.lines", proposal.lines, str(settings.ranking.lines)),
    ):
        if choice.value == given or choice.sure is Sure.GUESS:
            continue
        section, _, name = key.rpartition(".")
        line = f"{name} = {choice.value if name == 'lines' else quoted(choice.value)}"
        gaps = {"key": key, "value": choice.value, "why": choice.in_words, "here": plain(given or ""), "line": line}
        if name in (written.get(section, {}) if section else written):
            yield gettext("{key}: it says {here}; the files say {value}: write {line}  ({why})", **gaps)
        elif section:
            yield gettext(
                "{key}: it says nothing, so {here} counts; the files say {value}: write {line} below {section}; if that"
                " is missing, add both at the end  ({why})",
                section=f"[{section}]",
                **gaps,
            )
        else:
            yield gettext("{key}: it says nothing; the files say {value}: write {line} at its top  ({why})", **gaps)
    for season in proposal.seasons:
        spans = [(given.start, given.end) for given in settings.season]
        outside = [date for date in season.evenings if not any(start <= date <= end for start, end in spans)]
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
    days = [
        pl.col(column).replace_strict(given, default=None, return_dtype=pl.Date) for column in ("session_id", "file_id")
    ]
    return replace(seen, evenings=seen.evenings.with_columns(date=pl.coalesce(*days, "date"))) if given else seen
