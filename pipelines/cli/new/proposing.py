"""Proposals for a folder: names, seasons, scoring profile and people, each with a reason and how certain it is."""

import datetime as dt
from collections import Counter
from enum import StrEnum
from itertools import groupby, pairwise
from pathlib import Path
from typing import NamedTuple, Self

import polars as pl

from pipelines.cli.new.looking import Seen
from pipelines.settings.rules import Ranking
from pipelines.settings.scoring import Scoring, profile_of, profile_table
from pipelines.words.languages.numbers import name_of_day
from pipelines.words.streams import plain
from pipelines.words.suggestions import some
from transforms.official.rules_search import better_rules, rules_in_words
from transforms.tables.filling import filled
from transforms.tables.messages import gettext, gettext_noop, ngettext
from transforms.tables.schemas import Competitions

_USUAL_PROFILE = str(Scoring().profile)
_SAYS_NOTHING = frozenset(
    [
        *("data", "results", "files", "pbn", "usebio", "xml", "bws", "csv", "landing", "barometer", "bridge"),
        *("documents", "my documents", "downloads", "desktop", "home", "users", "tmp", "temp"),
        *("documenten", "mijn documenten", "bureaublad", "uitslagen", "resultaten"),
    ]
)
"""Folder names, in lower case, that do not name a club or a competition."""
_LONGEST = 100


class Sure(StrEnum):
    """How certain a proposal is, in words for the director."""

    SURE = gettext_noop("sure")
    LIKELY = gettext_noop("likely")
    GUESS = gettext_noop("a guess")

    @classmethod
    def by(cls, count: int, total: int) -> Self:
        """Return how certain a value is if `count` of `total` sources agree on it."""
        return cls.SURE if count == total else cls.LIKELY if 2 * count > total else cls.GUESS


class Choice(NamedTuple):
    """A proposed value, how certain it is, and why."""

    value: str
    sure: Sure
    why: str

    @property
    def in_words(self) -> str:
        """How certain the value is, and why, such as `likely: 12 of 14 files name it`."""
        return f"{gettext(self.sure)}: {self.why}"


_BREAK = 21  # this many days without an evening mark a break between seasons
_USUAL = 9
_MONTHS = {
    _USUAL: gettext_noop("from September to August, as is usual"),
    8: gettext_noop("there are no evenings around 1 August, but there are some around 1 September"),
    7: gettext_noop("there are no evenings around 1 July, but there are some around 1 September"),
    1: gettext_noop("there are no evenings around 1 January, but there are some around 1 September"),
}
"""The months in which a season may begin, the usual one first, each with the reason to propose it."""


class Proposed(NamedTuple):
    """A season: its name, its first and last day, and its evenings."""

    name: str
    start: dt.date
    end: dt.date
    evenings: tuple[dt.date, ...]


def seasons_of(dates: list[dt.date], today: dt.date) -> tuple[list[Proposed], Choice]:
    """Return the seasons of these days (or of today), and how certain the month is in which seasons begin."""
    found = next((month for month in _MONTHS if _is_in_a_break(dates, month)), None)
    month = found or _USUAL
    of_years = groupby(dates or [today], key=lambda date: _year(date, month))
    seasons = [season_of(year, month, tuple(evenings) if dates else ()) for year, evenings in of_years]
    sure, why = Sure.LIKELY, gettext(_MONTHS[month])
    if not dates:
        sure, why = Sure.GUESS, gettext("no file gives a date, so this is the current season")
    elif found is None:
        go_on = gettext(
            "from September to August, as is usual; but there are evenings around 1 September, so correct the "
            "dates if your seasons begin at another time"
        )
        sure, why = Sure.GUESS, go_on
    return seasons, Choice(", ".join(season.name for season in seasons), sure, why)


def next_after(season: Proposed) -> Proposed:
    """Return the season after this one."""
    start = season.end + dt.timedelta(days=1)
    return season_of(start.year, start.month, ())


def season_of(year: int, month: int, evenings: tuple[dt.date, ...]) -> Proposed:
    """Return the season that begins in this month."""
    name = str(year) if month == 1 else f"{year}-{(year + 1) % 100:02}"
    end = dt.date(year + 1, month, 1) - dt.timedelta(days=1)
    return Proposed(name, dt.date(year, month, 1), end, evenings)


def _year(date: dt.date, month: int) -> int:
    return date.year - (date.month < month)


def _is_in_a_break(dates: list[dt.date], month: int) -> bool:
    turns = ((one, other) for one, other in pairwise(dates) if _year(one, month) != _year(other, month))
    return all((other - one).days >= _BREAK for one, other in turns)


class Proposal(NamedTuple):
    """The contents of a new competition.toml."""

    club: Choice
    competition: Choice
    seasons: list[Proposed]
    why_seasons: Choice
    profile: Choice
    rules: list[str]
    """The rules that differ from the profile, as competition.toml writes them."""
    people: Choice
    lines: Choice


def proposal_of(
    seen: Seen, ids: tuple[str, str], home: Path, today: dt.date, scoring: Scoring | None = None
) -> Proposal:
    """Return the proposal for the files seen in a folder.

    `ids` are the names of the folders of club and competition; the user's `home` folder gives no name. If no file has a
    date, the season is the one on `today`. `scoring` has the rules that a competition.toml already states.
    """
    profile, rules = _by_results(seen, _profile(seen), scoring)
    seasons, why = seasons_of(seen.dates, today)
    return Proposal(
        _club(seen, "" if seen.folder.absolute().parent in (home, home.parent) else ids[0]),
        _competition(seen, ids[1]),
        seasons,
        why,
        profile,
        rules,
        _people(seen),
        _lines(seen),
    )


def _club(seen: Seen, folder: str) -> Choice:
    of_files, total = seen.of_results.drop_nulls("club")["club"].value_counts(sort=True), seen.of_results.height
    if seen.club:
        return Choice(tidy(seen.club), Sure.SURE, gettext("club.toml names it"))
    if not of_files.is_empty():
        name, count = of_files.row(0)
        why = gettext("{count} of {total} files name it", count=count, total=total)
        if count == total:
            why = ngettext("the file names it", "every file names it", total)
        if of_files.height > 1:
            sentence = gettext_noop(
                "{why}, but the files have {number} names; if these are several clubs, give each club a separate folder"
            )
            why = gettext(sentence, why=why, number=of_files.height)
        return Choice(tidy(name), Sure.by(count, total), why)
    name, why = gettext("Our club"), gettext("no file or folder names the club: write its name here")
    if seen.club_nearby:
        name, file = tidy(seen.club_nearby[0]), plain(seen.club_nearby[1])
        why = gettext("no file names the club: this is the name in {file}", file=file)
    elif _says_something(folder):
        name, why = _as_a_name(folder), gettext("no file names the club: this is the name of the folder above")
    return Choice(name, Sure.GUESS, why)


def _competition(seen: Seen, folder: str) -> Choice:
    evenings = seen.evenings.unique(["session_id", "file_id"])
    titles = evenings.drop_nulls("title")["title"].value_counts(sort=True)
    title, count = titles.sort("count", "title", descending=[True, False]).row(0) if len(titles) else ("", 0)
    if count > 1 and (sure := Sure.by(count, evenings.height)) != Sure.GUESS:
        why = gettext("{count} of {total} sessions have this title", count=count, total=evenings.height)
        return Choice(tidy(title), sure, why)
    days = Counter(name_of_day(date).capitalize() for date in seen.dates).most_common(1)
    name = tidy(folder) or gettext("Competition")
    why = gettext("the name of the folder: write the name of your competition here")
    if _says_something(folder):
        name, why = _as_a_name(folder), gettext("the name of the folder")
    elif titles.height == 1:
        name, why = tidy(title), gettext("the title of the evening")
    elif days and 2 * days[0][1] > len(seen.dates):
        name = days[0][0]
        why = gettext("{count} of {total} evenings were on that day", count=days[0][1], total=len(seen.dates))
    return Choice(name, Sure.GUESS, why)


def _profile(seen: Seen) -> Choice:
    programs, total = seen.of_results.drop_nulls("program")["program"].value_counts(sort=True), seen.of_results.height
    names = some([plain(program) for program in programs["program"].sort()])
    known = Counter[str]()
    for program, count in programs.iter_rows():
        if (profile := profile_of(program)) is not None:
            known[profile] += count
    if not known:
        why = gettext("the files were written by {names}, whose rules Barometer does not know", names=names)
        if programs.is_empty():
            why = gettext("no file names its scoring program: choose the rules that you use")
        return Choice(_USUAL_PROFILE, Sure.GUESS, why)
    profile, count = min(known.items(), key=lambda one: (-one[1], one[0]))
    if count == total:
        why = ngettext("the file was written by {names}", "every file was written by {names}", total, names=names)
        return Choice(profile, Sure.SURE, why)
    sentence = gettext_noop("{count} of {total} files follow these rules; the programs of all files are {names}")
    why = gettext(sentence, count=count, total=total, names=names)
    if len(known) == 1:
        return Choice(profile, Sure.LIKELY, why)
    apart = gettext(
        "a competition has one set of rules, so put the files that follow other rules into a separate folder"
    )
    return Choice(profile, Sure.GUESS, f"{why}: {apart}")


def _by_results(seen: Seen, by_program: Choice, scoring: Scoring | None) -> tuple[Choice, list[str]]:
    if seen.evidence is None:
        return by_program, []
    given = scoring or Scoring(profile=by_program.value)
    rules = {"profile": given.profile, **given.rules.model_dump()}
    competitions = filled(Competitions, pl.DataFrame({"season": ["-"]}), **rules)
    better = better_rules(seen.evidence._replace(competitions=competitions), profile_table())
    found = {row["variant"]: row for row in rules_in_words(better, seen.evidence.results).to_dicts()}
    now = found["given"]
    sentence = gettext_noop("these rules reproduce {equal} of the {official} values that the files publish")
    agree = gettext(sentence, equal=now["equal"], official=now["official"])
    best = found.get("whole") or found.get("closest")
    if best is None:
        if "sessions" in found:
            many, rules = len(found["sessions"]["sessions"]), found["sessions"]["rules"]
            sentence = gettext_noop(
                "{number} sessions follow other rules ({rules}): put their files into a separate folder"
            )
            agree = f"{agree}; {gettext(sentence, number=many, rules=rules)}"
        elif now["equal"] == now["official"]:
            names_program = scoring is None and by_program.sure != Sure.GUESS
            return Choice(given.profile, Sure.SURE, f"{by_program.why}; {agree}" if names_program else agree), []
        return by_program._replace(why=f"{by_program.why}; {agree}"), []
    missing = now["official"] - now["before"] - best["equal"] + best["before"]
    sentence = gettext_noop(
        "{rules}: these rules reproduce {equal} of the {official} values that the files publish; those of {profile}"
        " reproduce {before}"
    )
    values = {"equal": now["official"] - missing, "official": now["official"], "before": now["equal"]}
    why = gettext(sentence, rules=best["rules"], profile=given.profile, **values)
    own = [key for key in best["keys"] if not key.startswith("profile = ")]
    sure = Sure.GUESS if best["variant"] == "closest" else Sure.LIKELY if missing else Sure.SURE
    return Choice(best["profile"], sure, f"{by_program.why}; {why}" if missing else why), own


def _people(seen: Seen) -> Choice:
    given = [plain(file) for file in seen.files.filter("has_people")["file_id"]]
    named = ngettext("{number} person", "{number} people", seen.people)
    if given:
        why = gettext("the files name them, with details in {files}", files=some(given))
        return Choice(named, Sure.SURE, why)
    if seen.people:
        why = gettext("the files name them, but one person may have two names or numbers")
        return Choice(named, Sure.LIKELY, why)
    why = gettext("no file names a player: give names in players.csv, and who played in entries.csv")
    return Choice(gettext("nobody"), Sure.SURE, why)


def _lines(seen: Seen) -> Choice:
    counted = seen.lines.value_counts(name="sessions").sort("sessions", seen.lines.name, descending=True)
    if counted.is_empty():
        return Choice(str(Ranking().lines), Sure.GUESS, gettext("no file gives the number of lines"))
    lines, sessions = counted.row(0)
    total = seen.lines.len()
    why = ngettext(
        "{count} of {total} sessions had {number} line",
        "{count} of {total} sessions had {number} lines",
        lines,
        count=sessions,
        total=total,
    )
    sure = Sure.by(sessions, total)
    return Choice(str(lines), Sure.LIKELY if sure == Sure.SURE and total != len(seen.dates) else sure, why)


def _says_something(folder: str) -> bool:
    name = folder.strip().casefold()
    return any(letter.isalpha() for letter in name) and name not in _SAYS_NOTHING


def _as_a_name(folder: str) -> str:
    name = tidy(folder)
    return name if name != name.lower() else name.replace("-", " ").replace("_", " ").strip().capitalize()


def tidy(name: str, most: int = _LONGEST) -> str:
    """Return a text in one line, without invisible characters, cut to `most` characters."""
    return " ".join(plain(name).split())[:most]
