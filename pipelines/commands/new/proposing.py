"""What is proposed for a folder: names, seasons, scoring profile and people, each with how sure that is and why."""

import datetime as dt
from pathlib import Path
from typing import NamedTuple

import polars as pl

from pipelines.commands.new.choice import Choice, Sure
from pipelines.commands.new.looking import Seen
from pipelines.commands.new.seasons import Proposed, seasons_of
from pipelines.display.plain_text import plain
from pipelines.settings.competition import Ranking, Scoring
from pipelines.settings.programs import profile_of

_USUAL = str(Scoring().profile)
_SAYS_NOTHING = frozenset(
    [
        *("data", "results", "files", "pbn", "usebio", "xml", "bws", "csv", "landing", "barometer", "bridge"),
        *("documents", "my documents", "downloads", "desktop", "home", "users", "tmp", "temp"),
        *("documenten", "mijn documenten", "bureaublad", "uitslagen", "resultaten"),
    ]
)
"""Names of folders, in small letters, that say nothing of a club or a competition."""
_NAME_OF_NO_CLUB = "Our club"
_LONGEST = 100


class Proposal(NamedTuple):
    """What a competition.toml is to say."""

    club: Choice
    competition: Choice
    seasons: list[Proposed]
    why_seasons: Choice
    profile: Choice
    lines: Choice
    people: Choice


def proposal_of(seen: Seen, ids: tuple[str, str], home: Path, today: dt.date) -> Proposal:
    """What is proposed for what lies in a folder.

    Args:
        seen: what lies there.
        ids: those of club and competition, the names of the folders.
        home: the folder of the user, whose name is that of no club.
        today: for a folder of which no file says when an evening was.
    """
    seasons, why = seasons_of(seen.dates, today)
    return Proposal(
        _club(seen, "" if seen.folder.absolute().parent in (home, home.parent) else ids[0]),
        _competition(seen, ids[1]),
        seasons,
        why,
        _profile(seen),
        _lines(seen),
        _people(seen),
    )


def _club(seen: Seen, folder: str) -> Choice:
    of_files = seen.of_results.drop_nulls("club")["club"].value_counts(sort=True)
    total = seen.of_results.height
    if not of_files.is_empty():
        name, count = of_files.row(0)
        sure = Sure.SURE if count == total else Sure.LIKELY if 2 * count > total else Sure.GUESS
        others = f", of {of_files.height} names; if they are of several clubs, give each a folder of its own"
        return Choice(tidy(name), sure, f"{_of(count, total)} it{others if of_files.height > 1 else ''}")
    if _says_something(folder):
        return Choice(_as_a_name(folder), Sure.GUESS, "no file names the club: this is the folder above")
    return Choice(_NAME_OF_NO_CLUB, Sure.GUESS, "neither a file nor a folder names the club: write its name here")


def _competition(seen: Seen, folder: str) -> Choice:
    titles = seen.evenings.drop_nulls("title").unique(["session_id", "file_id"])["title"].value_counts(sort=True)
    evenings = seen.evenings.unique(["session_id", "file_id"]).height
    if not titles.is_empty():
        name, count = titles.sort("count", "title", descending=[True, False]).row(0)
        if count > 1 and 2 * count > evenings:
            sure = Sure.SURE if count == evenings else Sure.LIKELY
            return Choice(tidy(name), sure, f"{count} of {evenings} evenings have this title")
    if _says_something(folder):
        no_title = ", since the evenings have no title in common" if evenings > 1 else ""
        return Choice(_as_a_name(folder), Sure.GUESS, f"the name of the folder{no_title}")
    if titles.height == 1:
        return Choice(tidy(titles["title"][0]), Sure.GUESS, "the title of the evening")
    days = pl.Series(seen.dates, dtype=pl.Date).dt.strftime("%A").value_counts(sort=True)
    if not days.is_empty() and 2 * days.row(0)[1] > days["count"].sum():
        day, count = days.row(0)
        return Choice(day, Sure.GUESS, f"{count} of {days['count'].sum()} evenings were on that day")
    return Choice(tidy(folder) or "Competition", Sure.GUESS, "the name of the folder: write your own here")


def _profile(seen: Seen) -> Choice:
    programs = seen.of_results.drop_nulls("program")["program"].value_counts(sort=True)
    total = seen.of_results.height
    if programs.is_empty():
        return Choice(_USUAL, Sure.GUESS, "no file says which program scored it: see which rules are yours")
    written = programs.with_columns(
        profile=pl.Series([profile_of(program) for program in programs["program"]], dtype=pl.String)
    )
    names = ", ".join(plain(program) for program in written["program"].sort().head(3))
    more = f" and {written.height - 3} more" if written.height > 3 else ""
    known = (
        written.drop_nulls("profile")
        .group_by("profile")
        .agg(pl.col("count").sum())
        .sort("count", "profile", descending=[True, False])
    )
    if known.is_empty():
        return Choice(_USUAL, Sure.GUESS, f"the files are of {names}{more}, whose rules are not known here")
    profile, count = known.row(0)
    if known.height > 1:
        apart = "a competition has one set of rules, so put those of another into a folder of their own"
        return Choice(profile, Sure.GUESS, f"{count} of {total} files; they are of {names}{more}: {apart}")
    if count == total:
        return Choice(profile, Sure.SURE, f"{'every' if total > 1 else 'the'} file was written by {names}{more}")
    return Choice(profile, Sure.LIKELY, f"{count} of {total} files; they are of {names}{more}")


def _lines(seen: Seen) -> Choice:
    counted = seen.lines.value_counts(name="sessions").sort("sessions", seen.lines.name, descending=True)
    if counted.is_empty():
        return Choice(str(Ranking().lines), Sure.GUESS, "no file says in how many lines you play")
    lines, sessions = counted.row(0)
    total = seen.lines.len()
    why = f"{sessions} of {total} evenings had {lines} line{'s' if lines > 1 else ''}"
    in_one_file_each = total == len(seen.dates)
    sure = Sure.SURE if sessions == total and in_one_file_each else Sure.LIKELY if 2 * sessions > total else Sure.GUESS
    return Choice(str(lines), sure, why)


def _people(seen: Seen) -> Choice:
    given = seen.files.filter("has_people")["file_id"].to_list()
    named = f"{seen.people:,} {'person' if seen.people == 1 else 'people'}"
    if given:
        files = ", ".join(plain(file) for file in given[:3])
        return Choice(named, Sure.SURE, f"the files name them, and {files} says who they are")
    if seen.people:
        return Choice(named, Sure.LIKELY, "the files name them; one person may stand under two names or numbers")
    return Choice(
        "nobody", Sure.SURE, "no file names a player: give names in players.csv, and who played in entries.csv"
    )


def _of(count: int, total: int) -> str:
    if count < total:
        return f"{count} of {total} files name"
    return "every file names" if total > 1 else "the file names"


def _says_something(folder: str) -> bool:
    """Whether a name of a folder may be that of a club or a competition: it has letters, and is no usual one."""
    name = folder.strip().casefold()
    return any(letter.isalpha() for letter in name) and name not in _SAYS_NOTHING


def _as_a_name(folder: str) -> str:
    """`tuesday-evening` as `Tuesday evening`; a name that has capitals is somebody's own."""
    name = tidy(folder)
    return name if name != name.lower() else name.replace("-", " ").replace("_", " ").strip().capitalize()


def tidy(name: str, most: int = _LONGEST) -> str:
    """A text on one line, without invisible characters, cut after so many letters."""
    return " ".join(plain(name).split())[:most]
