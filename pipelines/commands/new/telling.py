"""What was seen in a folder and what is proposed for it, in a few lines for the director."""

from collections.abc import Iterator

import polars as pl

from pipelines.commands.new.choice import Sure
from pipelines.commands.new.looking import Seen
from pipelines.commands.new.proposing import Proposal
from pipelines.display.plain_text import plain, typed
from pipelines.settings.competition import Settings

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
_LONGEST = 160


def what_is_there(seen: Seen) -> Iterator[str]:
    """Lines on the files, the evenings, and what cannot be read."""
    read = seen.files.filter("is_read")
    kinds = read.group_by("format", "program").len().sort("len", "format", "program", descending=[True, False, False])
    said = [f"{count} {_kind(kind, program)}" for kind, program, count in kinds.iter_rows()]
    if said:
        yield f"{_counted(read.height, 'file')}: {', '.join(said)}"
    only_deals = read.filter(pl.col("has_deals") & ~pl.col("has_results"))
    if only_deals.height:
        yield f"{_counted(only_deals.height, 'file')} of deals alone, which go to the results of that evening"
    if seen.dates:
        first, last = seen.dates[0], seen.dates[-1]
        when = f"on {first}" if first == last else f"from {first} to {last}"
        yield f"{_counted(len(seen.dates), 'evening')}, {when}"
    if seen.evenings.is_empty() and seen.of_results.height:
        yield "no file says which evenings the results are of: a table of sessions does, with the day of each"
    undated = seen.evenings.filter(pl.col("date").is_null())["file_id"].unique(maintain_order=True)
    if len(undated):
        yield f"{_counted(len(undated), 'file')} without a day: {_some(undated)}; write it under [[session]]"
    if len(folders := _folders_of_names(seen)) > 1:
        yield (
            f"the files lie in {len(folders)} folders: {_some(folders)}; if each is a competition, begin each by"
            " itself: barometer new FOLDER"
        )
    unread = seen.files.filter(~pl.col("is_read"))
    if unread.height:
        yield f"{_counted(unread.height, 'file')} not read:"
        for file, why in unread.head(_NAMED).select("file_id", "first_error").iter_rows():
            yield f"  {plain(file)}: {_cut(plain(why or ''))}"
        if unread.height > _NAMED:
            yield f"  … and {unread.height - _NAMED} more"
    in_read = read.select("errors", "warnings").sum().row(0)
    if any(in_read):
        yield f"{_counted(in_read[0], 'error')} and {_counted(in_read[1], 'warning')} in the files that are read"
    if seen.of_results.height and (unread.height or any(in_read)):
        yield f"  all of it, once this is done: barometer check {typed(seen.folder)}"


def what_is_proposed(proposal: Proposal) -> Iterator[str]:
    """A line a choice."""
    for what, choice in (
        ("club", proposal.club),
        ("competition", proposal.competition),
        ("seasons", proposal.why_seasons),
        ("scoring", proposal.profile),
        ("lines", proposal.lines),
        ("people", proposal.people),
    ):
        yield f"{what:<12} {choice.value}  ({choice.in_words})"


def what_differs(proposal: Proposal, settings: Settings) -> Iterator[str]:
    """A line for each proposal, other than a guess, of which the settings that are there say something else."""
    for key, choice, given in (
        ("club", proposal.club, settings.club),
        ("competition", proposal.competition, settings.competition),
        ("scoring.profile", proposal.profile, settings.scoring.profile),
        ("ranking.lines", proposal.lines, str(settings.ranking.lines)),
    ):
        if choice.value != given and choice.sure is not Sure.GUESS:
            there = "none is given" if given is None else f"not {plain(given)}"
            yield f"{key}: {choice.value}, {there}  ({choice.in_words})"
    for season in proposal.seasons:
        outside = [
            date for date in season.evenings if not any(given.start <= date <= given.end for given in settings.season)
        ]
        if outside:
            yield (
                f"season: {season.name}, {season.start} to {season.end}: {_counted(len(outside), 'evening')} in no"
                f" season, the first on {outside[0]}"
            )


def _folders_of_names(seen: Seen) -> pl.Series:
    """The folders with results, directly in this one, whose names are no years and no days."""
    in_folders = seen.of_results.filter(pl.col("file_id").str.contains("/", literal=True))
    names = in_folders["file_id"].str.split("/").list.first().unique().sort()
    return names.filter(~names.str.contains(r"\d"))


def _kind(kind: str, program: str | None) -> str:
    if program is None:
        return _FORMATS.get(kind, kind)
    return f"{_FORMATS.get(kind, kind)} of {plain(program)}"


def _some(files: pl.Series) -> str:
    more = f" and {len(files) - _NAMED} more" if len(files) > _NAMED else ""
    return ", ".join(plain(file) for file in files.head(_NAMED)) + more


def _cut(words: str) -> str:
    return words if len(words) <= _LONGEST else f"{words[:_LONGEST]}…"


def _counted(number: int, thing: str) -> str:
    return f"{number:,} {thing}" if number == 1 else f"{number:,} {thing}s"
