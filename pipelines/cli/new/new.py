"""`barometer new`: look at a folder of result files, propose its competition.toml, and write it."""

import os
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import polars as pl

from pipelines.cli.new.as_toml import as_toml
from pipelines.cli.new.looking import Seen, look_at
from pipelines.cli.new.proposing import Proposal, Sure, proposal_of, tidy
from pipelines.cli.terminal.which_landing import (
    another_landing,
    from_here,
    landing_around,
    last_folders,
    own_command,
    refuse_to_replace_pages,
    was_moved_into,
)
from pipelines.intake.landing.folders import SETTINGS, has_clubs, ids_of, refuse_a_club
from pipelines.intake.landing.walking import walk
from pipelines.machine import clock
from pipelines.machine.disks import check_writable
from pipelines.machine.errors import UnusableError
from pipelines.machine.files import aside_of, put_whole
from pipelines.machine.paths import Paths
from pipelines.settings.competition import Settings, checked, read_settings
from pipelines.settings.problems import SettingsError
from pipelines.settings.toml_files import parsed
from pipelines.words.plain_text import folder_word, to_type, typed
from pipelines.words.progress import Progress
from pipelines.words.streams import plain
from pipelines.words.suggestions import some
from pipelines.words.words import counted, scoring_name
from transforms.bridge.sessions import SCORING_OF_KIND
from transforms.tables.messages import Message, gettext, gettext_noop, ngettext


class Found(NamedTuple):
    """The contents of a folder, and the settings proposed for it."""

    seen: Seen
    proposal: Proposal

    @property
    def settings(self) -> Path:
        """The path of the folder's competition.toml, whether or not it exists."""
        return self.seen.folder / SETTINGS


def look_and_propose(folder: Path, progress: Progress) -> Found:
    """Read a folder; return its contents and the proposal. Nothing is written."""
    _refuse_other_folders(folder)
    ids = ids_of(folder)
    seen = look_at(folder, progress)
    scoring = None
    with suppress(SettingsError):  # it is reported when the settings are needed
        if os.path.lexists(folder / SETTINGS):
            settings = read_settings(folder / SETTINGS)
            seen, scoring = with_days(seen, settings), settings.scoring
    return Found(seen, proposal_of(seen, ids, Path.home(), clock.today(), scoring))


def what_is_set(found: Found, paths: Paths, *, pages_are_named: bool = False) -> Iterator[str]:
    """Yield lines that compare an existing competition.toml with the files."""
    path = found.settings
    try:
        settings = read_settings(path)
    except SettingsError as wrong:
        command = f"barometer new {typed(found.seen.folder)}"
        raise UnusableError(
            Message("{path} already exists, and stays as it is", path=path),
            Message("It cannot be used: {why}", why=wrong),
            Message("Correct it, or rename it and run again: {command}", command=command),
        ) from None
    yield gettext(
        "{path} already exists, and stays as it is. To begin again, delete or rename it, and run this again",
        path=path,
    )
    lines = list(what_differs(found.seen, found.proposal, settings))
    differs = gettext("The files disagree with these settings; change those that are wrong:")
    yield differs if lines else gettext("Your settings agree with the files.")
    yield from (f"  {line}" for line in lines)
    landing, why = landing_to_build(found.seen.folder, paths, pages_are_named=pages_are_named)
    if landing is None:
        yield from why
        return
    command = to_type("build", landing, warehouse=paths.warehouse, reports=paths.reports)
    yield gettext("To build it: {command}", command=command)


def write(found: Found) -> Path:
    """Write the competition.toml as a whole, and return its path. UnusableError: it already exists."""
    path, text = found.settings, as_toml(found.proposal, found.seen)
    checked(parsed(text), path)
    check_writable(path.parent, SETTINGS, Message("allow writing to this folder, or copy it to a folder of your own"))
    aside_of(path.resolve()).unlink(missing_ok=True)  # a killed run left it, or it is a link to another file
    if os.path.lexists(path):  # another program wrote it first
        raise UnusableError("{path} already exists, and stays as it is", path=path)
    put_whole(path, text)
    return path


def landing_to_build(folder: Path, paths: Paths, *, pages_are_named: bool = False) -> tuple[Path | None, list[str]]:
    """Return the folder to build, and lines that say why; None if the build would replace pages of another folder.

    `folder` may lie in a landing folder. To keep earlier results, that folder is built if it is the default one, was
    built before, or now holds a competition that was built before. Otherwise, `folder` itself is built.
    """
    around, before = landing_around(folder), last_folders(paths.warehouse).get("landing")
    is_usual = around in (before, paths.landing.resolve())
    is_with_others = around != folder.resolve() and (is_usual or was_moved_into(around, paths))
    if is_with_others or another_landing(folder, paths.warehouse) is None:
        landing = from_here(around) if is_with_others else folder
        try:
            refuse_to_replace_pages(landing, paths, is_named=pages_are_named)
        except UnusableError as why_not:
            return None, [str(why_not)]
        together = [gettext("It is built together with everything in {folder}.", folder=around)]
        return landing, together if is_with_others else []
    why_not = gettext_noop(
        "Not built, because this would replace the pages in {reports}, which belong to {before}. To make "
        "separate pages, run: {command}. To make pages of both, put both competitions into one folder for the "
        "club, put that folder into another folder, and run: {both}"
    )
    command, both = own_command(folder), to_type("build", folder_word())
    return None, [gettext(why_not, reports=paths.reports, before=before, command=command, both=both)]


def _refuse_other_folders(folder: Path) -> None:
    inside = walk(folder, folder) if folder.is_dir() else ()
    of_others = [found.path for found in inside if found.path.name == SETTINGS and found.path.parent != folder]
    if of_others:
        here = min(of_others).parent
        competition = here.absolute()
        landing = landing_around(competition)
        if not has_clubs(landing, competition.parent.resolve()):
            refuse_a_club(folder)
        sentence = gettext_noop(
            "{folder}: this folder already contains competitions, such as {folder_of_one}. To build all of "
            "them, run: barometer build {landing}. To begin another, put its files into a separate folder, "
            "such as {example}, and name that folder"
        )
        example = competition.parent / "another"
        raise UnusableError(sentence, folder=folder, folder_of_one=here, landing=typed(landing), example=example)
    above = next((place for place in folder.absolute().parents[:2] if (place / SETTINGS).is_file()), None)
    if above is not None and folder.is_dir() and not (folder / SETTINGS).exists():
        sentence = gettext_noop(
            "{folder}: this folder belongs to the competition in {above}. To build that competition, run: barometer "
            "build {landing}. To begin another competition, put its files into a folder outside {above}"
        )
        raise UnusableError(sentence, folder=folder, above=above, landing=typed(above))


_FORMATS = {
    **{kind: kind.upper() for kind in ("pbn", "usebio", "acbl", "json", "lin", "pgn", "pdn", "csv")},
    **{"bws": "Bridgemate", "xlsx": "Excel", "parquet": "Parquet", "schedule": "movement"},
    "bridgewebs": "BridgeWebs",
    "ffbridge": "FFBridge",
    "acbl_live": "ACBL Live",
    "jfr": "Pary / KoPS",
    "bbo": "Bridge Base Online",
}
_NAMED = 5
_LONGEST = 400


def what_is_there(seen: Seen) -> Iterator[str]:
    """Yield lines about the files, the evenings, and what cannot be read. UnusableError: no file has results."""
    read = seen.files.filter("is_read")
    kinds = read.group_by("format", "program").len().sort("len", "format", "program", descending=[True, False, False])
    if kinds.height:
        each = []
        for form, program, count in kinds.iter_rows():
            kind = _FORMATS.get(form, form)
            named = kind if program is None else gettext("{format} of {program}", format=kind, program=plain(program))
            each.append(f"{count} {named}")
        yield f"{ngettext('{number} file', '{number} files', read.height)}: {', '.join(each)}"
    only_deals = read.filter(pl.col("has_deals") & ~pl.col("has_results")).height
    if only_deals:
        yield ngettext(
            "{number} file with only deals, which are added to the results of the same evening",
            "{number} files with only deals, which are added to the results of the same evening",
            only_deals,
        )
    evenings, days = counted(len(seen.dates), "evening"), seen.dates
    if len(days) == 1:
        yield gettext("{evenings}, on {day}", evenings=evenings, day=days[0])
    elif days:
        yield gettext("{evenings}, from {first} to {last}", evenings=evenings, first=days[0], last=days[-1])
    if seen.evenings.is_empty() and seen.of_results.height:
        yield gettext("no file gives the dates of the evenings; add a table of sessions with the date of each")
    of_kinds = seen.evenings.drop_nulls("kind").unique("session_id")["kind"].value_counts(name="sessions")
    if len(of_kinds) > 1:
        of_kinds = of_kinds.sort("sessions", "kind", descending=[True, False])
        yield gettext(
            "there are several kinds of sessions: {kinds}. Each is scored as it was played, and all count in "
            "one ranking. For separate rankings, put each kind into a separate folder",
            kinds=", ".join(f"{many} {scoring_name(SCORING_OF_KIND[kind])}" for kind, many in of_kinds.iter_rows()),
        )
    undated = seen.evenings.filter(pl.col("date").is_null())["file_id"].unique(maintain_order=True)
    if len(undated):
        yield ngettext(
            "{number} file without a date: {files}; write the date under [[session]]",
            "{number} files without a date: {files}; write the dates under [[session]]",
            len(undated),
            files=_some(undated),
        )
    names = seen.of_results["file_id"].str.extract(r"^([^/\d]+)/.*").drop_nulls().unique().sort()
    if len(names) > 1:
        sentence = gettext_noop(
            "the files are in {number} folders: {folders}; if each folder is a competition, begin each one "
            "separately: barometer new FOLDER"
        )
        yield gettext(sentence, number=len(names), folders=_some(names))
    yield from _what_is_wrong(seen, read)
    if seen.of_results.is_empty():
        raise UnusableError(
            "{folder}: none of its files has results; put the result files of your scoring program there (PBN, USEBIO"
            " XML, Bridgemate .bws, or tables as CSV or Excel), and run this again",
            folder=seen.folder,
        )


def _some(names: pl.Series) -> str:
    return some([plain(name) for name in names])


def _what_is_wrong(seen: Seen, read: pl.DataFrame) -> Iterator[str]:
    unread = seen.files.filter(~pl.col("is_read"))
    if unread.height:
        yield ngettext("{number} file not read:", "{number} files not read:", unread.height)
        yield from _first_errors(unread)
    errors, warnings = read.select("errors", "warnings").sum().row(0)
    found = [ngettext("{number} error", "{number} errors", errors)] if errors else []
    found += [ngettext("{number} warning", "{number} warnings", warnings)] if warnings else []
    if found:
        yield gettext(
            "{found} in the files, which were read one by one; a build reads them together and may find more",
            found=", ".join(found),
        )
    if seen.of_results.is_empty():
        yield from _first_errors(read.filter(pl.col("errors") > 0))
    if seen.of_results.height and (unread.height or found):
        command = f"barometer check {typed(seen.folder)}"
        yield f"  {gettext('to see all of them afterwards, run: {command}', command=command)}"


def _first_errors(files: pl.DataFrame) -> Iterator[str]:
    for file, why, errors in files.head(_NAMED).select("file_id", "first_error", "errors").iter_rows():
        yield f"  {plain(file)}: {tidy(why or '', _LONGEST)}"
        if errors > 1:
            yield f"    … {_and_more(errors - 1)}"
    if files.height > _NAMED:
        yield f"  … {_and_more(files.height - _NAMED)}"


def _and_more(number: int) -> str:
    return ngettext("and {number} more", "and {number} more", number)


def what_is_proposed(proposal: Proposal) -> Iterator[str]:
    """Yield a line for each choice that is proposed."""
    for what, choice in (
        (gettext("club"), proposal.club),
        (gettext("competition"), proposal.competition),
        (gettext("seasons"), proposal.why_seasons),
        (gettext("scoring"), proposal.profile._replace(value=", ".join([proposal.profile.value, *proposal.rules]))),
        (gettext("lines"), proposal.lines),
        (gettext("people"), proposal.people),
    ):
        yield f"{what:<12} {choice.value}  ({choice.in_words})"


def what_differs(seen: Seen, proposal: Proposal, settings: Settings) -> Iterator[str]:
    """Yield a line for each setting that differs from a proposal, with the command to change it; skip guesses."""
    rules = [rule.replace('"', "").split(" = ") for rule in proposal.rules]
    for key, choice, given in (
        ("club", proposal.club, settings.club),
        ("competition", proposal.competition, settings.competition),
        ("scoring.profile", proposal.profile, settings.scoring.profile),
        *((f"scoring.{rule}", proposal.profile._replace(value=value), None) for rule, value in rules),
        ("ranking.lines", proposal.lines, str(settings.ranking.lines)),
    ):
        if choice.value != given and choice.sure is not Sure.GUESS:
            here = gettext("not given") if given is None else plain(given)
            command = to_type("set", key, choice.value, seen.folder)
            words = gettext_noop(
                "{key} is now {here}, but the files give {value} ({why}); to change it, run: {command}"
            )
            yield gettext(words, key=key, here=here, value=choice.value, why=choice.in_words, command=command)
    for season in proposal.seasons:
        spans = [(given.start, given.end) for given in settings.season]
        outside = [date for date in season.evenings if not any(start <= date <= end for start, end in spans)]
        if outside:
            words = gettext_noop(
                "season: add {season}, {start} to {end}, for {evenings} outside all seasons, the first on {day}"
            )
            yield gettext(
                words,
                season=season.name,
                start=season.start,
                end=season.end,
                evenings=counted(len(outside), "evening"),
                day=outside[0],
            )


def with_days(seen: Seen, settings: Settings) -> Seen:
    """Return `seen` with the dates that the settings state for sessions."""
    given = {name: one.date for one in settings.session if one.date for name in (*one.files, one.session) if name}
    days = pl.col("session_id", "file_id").replace_strict(given, default=None, return_dtype=pl.Date)
    return replace(seen, evenings=seen.evenings.with_columns(date=pl.coalesce(days, "date"))) if given else seen
