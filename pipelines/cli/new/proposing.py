"""Look at the files in a folder, propose the settings of a competition, and write them as a competition.toml."""

import datetime as dt
import json
from collections import Counter
from collections.abc import Iterable
from contextlib import closing, suppress
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import groupby, pairwise
from pathlib import Path
from typing import NamedTuple, Self

import polars as pl

from pipelines.intake.landing.folders import SETTINGS, files_in
from pipelines.intake.landing.limits import Limits
from pipelines.intake.landing.nearest_folders import no_folder, refuse_pages
from pipelines.intake.landing.one_file import NOT_READ, not_read
from pipelines.intake.landing.workers import Job, read_all
from pipelines.intake.readers.reading import Reading
from pipelines.intake.readers.recognise import CLUB, EVENT, PROGRAM
from pipelines.reports.downloads import OF_COLUMN
from pipelines.settings.club import CLUB_SETTINGS, read_club_settings
from pipelines.settings.competition import SECTIONS, Settings, read_settings
from pipelines.settings.problems import SettingsError
from pipelines.settings.rules import Ranking
from pipelines.settings.scoring import Scoring, profile_of, profile_table, programs_by_profile, scoring_profiles
from pipelines.warehouse.column_words import key_words
from pipelines.words.finding_texts import said
from pipelines.words.languages.numbers import name_of_day
from pipelines.words.progress import Progress
from pipelines.words.streams import plain
from pipelines.words.suggestions import some
from pipelines.words.words import counted
from transforms.official.rules_search import Evidence, better_rules, rules_in_words
from transforms.tables import schemas
from transforms.tables.filling import filled
from transforms.tables.messages import gettext, gettext_noop, ngettext, pgettext
from transforms.tables.schemas import LISTED_RESULT, Competitions, Sessions
from transforms.tables.shared import usual_value

_READER = "pipelines.intake.readers.recognise:read_with_origin"
_OF_RESULTS = ("results", "official_results", "matches", "totals", "games")
_FILES = {
    **dict.fromkeys(("file_id", "format", "program", "club", "event"), pl.String),
    **dict.fromkeys(("has_results", "has_deals", "has_people", "is_read"), pl.Boolean),
    **{"errors": pl.Int64, "warnings": pl.Int64, "first_error": pl.String},
}
_EVENINGS = {
    name: pl.Date if name == "date" else pl.String for name in ("file_id", "session_id", "date", "title", "kind")
}


@dataclass(frozen=True)
class Seen:
    """The findings in a folder of results, and around it."""

    folder: Path
    files: pl.DataFrame
    """One row per file, in the shape of `_FILES`. Program, club and event are null if the file does not name them."""
    evenings: pl.DataFrame
    """The sessions with results, in the shape of `_EVENINGS`, once per file; days of rated games have no session id."""
    people: int
    lines: pl.Series
    evidence: Evidence | None = None
    """The rows of the sessions for whose results the files publish values; None if there are none."""
    club: str | None = None
    club_nearby: tuple[str, str] | None = None
    """The only club that is named by the competitions next to the folder, and one of their files."""

    @property
    def dates(self) -> list[dt.date]:
        """The days with an evening, in order; the days of rated games if there are no evenings."""
        of_sessions = self.evenings.drop_nulls("session_id")
        days = self.evenings if of_sessions.is_empty() else of_sessions
        return days["date"].drop_nulls().unique().sort().to_list()

    @property
    def of_results(self) -> pl.DataFrame:
        """The files with results."""
        return self.files.filter("has_results")

    @property
    def errors(self) -> int:
        """The number of errors in all files."""
        return int(self.files["errors"].sum())


def look_at(folder: Path, progress: Progress = lambda *_: None) -> Seen:
    """Read all files of a folder except a competition.toml, in worker processes so that a bad file does no harm."""
    if not folder.is_dir():
        raise no_folder(folder)
    refuse_pages(folder)
    next(folder.iterdir(), None)  # an error of the folder itself is not a finding
    limits = Limits.from_environment()
    listed = {file_id: file for file_id, file in files_in(folder, limits).items() if file_id != SETTINGS}
    once = {*{file.sha256 or file_id: file_id for file_id, file in reversed(listed.items())}.values()}
    read = [file_id for file_id, file in listed.items() if file.can_be_read and file_id in once]
    jobs = [Job(listed[file_id].path.absolute(), file_id) for file_id in read]  # workers may be elsewhere
    readings = {
        file_id: not_read(file_id, file.findings[0]) for file_id, file in listed.items() if not file.can_be_read
    }
    with closing(read_all(jobs, limits, _READER)) as answers:
        for number, (file_id, answer) in enumerate(zip(read, answers, strict=True), start=1):
            readings[file_id] = answer.reading
            progress(gettext("looking at files"), number, len(jobs))
    club = None
    with suppress(SettingsError):
        club = read_club_settings(folder.absolute().parent / CLUB_SETTINGS).page.name
    return replace(_seen(folder, readings), club=club, club_nearby=_club_nearby(folder))


def _club_nearby(folder: Path) -> tuple[str, str] | None:
    here, named = folder.absolute(), dict[str, str]()
    for file in sorted(here.parent.glob(f"*/{SETTINGS}")):
        with suppress(SettingsError):
            club = None if file.parent == here else read_settings(file).club
            if club:
                named.setdefault(club, f"{file.parent.name}/{file.name}")
    return next(iter(named.items())) if len(named) == 1 else None


def _seen(folder: Path, readings: dict[str, Reading]) -> Seen:
    files = pl.DataFrame(
        [_of_file(file_id, reading) for file_id, reading in readings.items()], schema=_FILES, orient="row"
    ).sort("file_id")
    if not readings:
        return Seen(folder, files, pl.DataFrame(schema=_EVENINGS), 0, pl.Series("line", dtype=pl.UInt32))

    def every(name: str, *columns: str) -> pl.DataFrame:
        return pl.concat(_results(reading, name).select(columns) for reading in readings.values())

    results = pl.concat(every(name, "session_id", "line") for name in _OF_RESULTS[:-1])
    games = every("games", "file_id", "date", "player_id", "opponent_id")
    read = every("sessions", *_EVENINGS).with_columns(pl.col("kind").fill_null(usual_value(Sessions, "kind")))
    sessions = read.join(results, on="session_id", how="semi")
    evenings = pl.concat([sessions, games.select("file_id", "date")], how="diagonal").unique(maintain_order=True)
    ids = pl.concat([every("entries", "player_id")["player_id"], games["player_id"], games["opponent_id"]])
    people = ids.drop_nulls().n_unique()
    lines = results.drop_nulls().group_by("session_id").agg(pl.col("line").n_unique())["line"]
    return Seen(folder, files, evenings, people, lines, _evidence(readings))


def _evidence(readings: dict[str, Reading]) -> Evidence | None:
    """Return what the files say, as of one season. Rows of sessions that other files describe too are left out."""
    key = dict.fromkeys(schemas.COMPETITION, pl.lit("-"))

    def every(name: str) -> pl.DataFrame:
        rows = pl.concat(reading.tables[name] for reading in readings.values()).with_columns(**key)
        usual = {column: usual_value(schemas.LANDING[name], column) for column in rows.columns}
        return rows.with_columns(pl.col(name).fill_null(value) for name, value in usual.items() if value is not None)

    tables = {name: every(name) for name in Evidence._fields if name != "competitions"}
    once = tables["sessions"].unique("session_id", keep="none", maintain_order=True)
    published = [
        tables["official_results"].drop_nulls("score").select("session_id"),
        tables["official_results"].drop_nulls("points").select("session_id"),
        tables["results"].drop_nulls("official_ns_points").select("session_id"),
    ]
    compared = once.join(pl.concat(published), on="session_id", how="semi")
    if compared.is_empty():
        return None
    return Evidence(**{**tables, "sessions": once}, competitions=schemas.Competitions.create_empty()).of(compared)


def _results(reading: Reading, name: str) -> pl.DataFrame:
    """Return a table of results without the rows that only list who is present, as files from before the evening do."""
    rows = reading.tables[name]
    says_result = pl.any_horizontal(pl.col(LISTED_RESULT).is_not_null())
    return rows.filter(says_result) if name == "official_results" else rows


def _of_file(file_id: str, reading: Reading) -> tuple[object, ...]:
    severity = reading.findings["severity"]
    errors = reading.findings.filter(severity=pl.lit("error"))
    return (
        file_id,
        reading.format,
        *(reading.origin.get(what) for what in (PROGRAM, CLUB, EVENT)),
        any(_results(reading, name).height for name in _OF_RESULTS),
        bool(reading.tables["deals"].height),
        bool(reading.tables["players"].height) and reading.format in ("csv", "xlsx", "parquet"),
        reading.format not in (NOT_READ, "unknown"),
        len(errors),
        int((severity == "warning").sum()),
        said(errors.row(0, named=True)) if len(errors) else None,
    )


_USUAL_PROFILE = str(Scoring().profile)
_SAYS_NOTHING = frozenset(
    [
        *("data", "results", "files", "pbn", "usebio", "xml", "bws", "csv", "landing", "barometer", "bridge"),
        *("documents", "my documents", "downloads", "desktop", "home", "users", "tmp", "temp"),
        *("documenten", "mijn documenten", "bureaublad", "uitslagen", "resultaten"),
    ]
)
"""Folder names, in lower case, that cannot be the name of a club or a competition."""
_LONGEST = 100


class Sure(StrEnum):
    """The certainty of a proposal, in words for the director."""

    SURE = gettext_noop("sure")
    LIKELY = gettext_noop("likely")
    GUESS = gettext_noop("a guess")

    @classmethod
    def by(cls, count: int, total: int) -> Self:
        """Return how certain a value is if `count` of `total` sources agree on it."""
        return cls.SURE if count == total else cls.LIKELY if 2 * count > total else cls.GUESS


class Choice(NamedTuple):
    """A proposed value, with its certainty and the reason."""

    value: str
    sure: Sure
    why: str

    @property
    def in_words(self) -> str:
        """The certainty and the reason, such as `likely: 12 of 14 files name it`."""
        return f"{gettext(self.sure)}: {self.why}"


_BREAK = 21
_USUAL = 9
_MONTHS = {
    _USUAL: gettext_noop("from September to August, as is usual"),
    8: gettext_noop("there are no evenings around 1 August, but there are some around 1 September"),
    7: gettext_noop("there are no evenings around 1 July, but there are some around 1 September"),
    1: gettext_noop("there are no evenings around 1 January, but there are some around 1 September"),
}
"""The reasons why a season may begin in a month, by month. The usual month comes first."""


class Proposed(NamedTuple):
    """A season: its name, its first and last day, and its evenings."""

    name: str
    start: dt.date
    end: dt.date
    evenings: tuple[dt.date, ...]


def seasons_of(dates: list[dt.date], today: dt.date) -> tuple[list[Proposed], Choice]:
    """Return the seasons of these days (or that of `today`), and how certain the month is in which they begin."""
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
    """Return the season that follows."""
    start = season.end + dt.timedelta(days=1)
    return season_of(start.year, start.month, ())


def season_of(year: int, month: int, evenings: tuple[dt.date, ...]) -> Proposed:
    """Return the season that begins in this month of this year."""
    name = str(year) if month == 1 else f"{year}-{(year + 1) % 100:02}"
    end = dt.date(year + 1, month, 1) - dt.timedelta(days=1)
    return Proposed(name, dt.date(year, month, 1), end, evenings)


def _year(date: dt.date, month: int) -> int:
    return date.year - (date.month < month)


def _is_in_a_break(dates: list[dt.date], month: int) -> bool:
    turns = ((one, other) for one, other in pairwise(dates) if _year(one, month) != _year(other, month))
    return all((other - one).days >= _BREAK for one, other in turns)


class Proposal(NamedTuple):
    """The content of a new competition.toml."""

    club: Choice
    competition: Choice
    seasons: list[Proposed]
    why_seasons: Choice
    profile: Choice
    rules: list[str]
    """The rules that differ from the profile, as in competition.toml."""
    people: Choice
    lines: Choice


def proposal_of(
    seen: Seen, ids: tuple[str, str], home: Path, today: dt.date, scoring: Scoring | None = None
) -> Proposal:
    """Return the proposal for what was found in a folder.

    `ids` are the folder names of club and competition; the user's `home` folder gives no name. `today` gives the season
    if no file has a date. `scoring` has the rules that a competition.toml gives already.
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
    days = Counter(map(name_of_day, seen.dates)).most_common(1)
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
    sentence = gettext_noop("these rules lead to {equal} of {official} values that the files publish")
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
        "{rules}: these rules lead to {equal} of {official} values that the files publish, those of {profile} to "
        "{before}"
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
    """Return a text on one line, without invisible characters, and with at most `most` characters."""
    return " ".join(plain(name).split())[:most]


_DAY = dt.date(2026, 1, 31)
_NEXT: dict[tuple[str, ...], tuple[str, ...]] = {
    ("ranking",): ("method", "window", "hand_on"),
    ("championship", "individual"): ("min", "drop", "show"),
    ("championship", "pairs"): ("together", "substitutes", "show"),
}
"""The keys that the user may want next, by section."""


def as_toml(proposal: Proposal, seen: Seen) -> str:
    """Return the text of a competition.toml with this proposal."""
    usual = Settings.model_validate({"season": [{"name": "1", "start": _DAY, "end": _DAY}]})
    ranking, lines = usual.ranking, int(proposal.lines.value)
    average = ranking.top - ranking.width / 2 - ranking.step * (lines - 1) / 2
    average_words = gettext("the ranking points of an average evening, which count for evenings not played yet")
    profiles = gettext("one of {profiles}", profiles=", ".join(scoring_profiles()))
    programs = [f"{profile}: {', '.join(programs)}" for profile, programs in programs_by_profile().items()]
    first, *others = map(_season, proposal.seasons)
    about_profile = gettext(
        "If you use another program, leave this as it is, and compare the scores of an evening with those that "
        "it prints."
    )
    about_lines = gettext("The number of lines, with the strongest pairs in line A; 1 if everybody plays everybody.")
    rules = "".join(f"{rule}\n" for rule in proposal.rules)
    parts = (
        (
            gettext("What Barometer found in this folder: correct what is wrong, then run barometer build."),
            gettext("Lines that begin with # have no effect. To use a setting (#drop = 5), remove its #."),
            "",
        ),
        (proposal.club.in_words, f"club = {quoted(proposal.club.value)}\n"),
        (proposal.competition.in_words, f"competition = {quoted(proposal.competition.value)}\n"),
        (
            gettext(
                "A season has one ranking and one championship. Its evenings are those from its first day to its last."
            ),
            proposal.why_seasons.in_words,
            "\n".join([first, *others]),
        ),
        (gettext("The next season, when it begins:"), _off(_season(next_after(proposal.seasons[-1])))),
        (
            gettext("The scoring rules, which turn result lines into points: choose those of your scoring program."),
            proposal.profile.in_words,
            f"[scoring]\nprofile = {quoted(proposal.profile.value)}   # {profiles}\n"
            f"{rules}"
            f"{_remarks(*programs, about_profile)}",
        ),
        (gettext("People: {people}; {why}", people=proposal.people.value, why=proposal.people.why), ""),
        (
            about_lines,
            proposal.lines.in_words,
            f"[ranking]\nlines = {lines}\nsubstitute_ranking = {json.dumps(average)}   # {average_words}\n",
        ),
        (
            gettext(
                "The other settings have their usual values. If your club does something else, remove the # "
                "and change the value."
            ),
            _keys_next(("ranking",), ranking),
        ),
        *(
            (f"#[championship.{name}]\n{_keys_next(('championship', name), section)}",)
            for name, section in usual.championship
        ),
        (f'#[awards]\n#schemes = ["club_points", "ffb"]   # {gettext("club points, and points of federations")}\n',),
        (_sessions(seen),),
    )
    return "\n".join(_remarks(*remarks) + settings for *remarks, settings in parts)


def quoted(text: str) -> str:
    """Return a text in quotes, as in TOML."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def words_shown() -> list[str]:
    """Return the English descriptions of the keys that the user may want next."""
    return [key_words(SECTIONS[path], name) for path, names in _NEXT.items() for name in names]


def _remarks(*lines: str) -> str:
    return "".join(f"# {tidy(line, most=500)}\n" for line in lines)


def _off(lines: str) -> str:
    return "".join(f"#{line}\n" for line in lines.splitlines())


def _season(season: Proposed) -> str:
    remark = ""
    if season.evenings:
        first, last = season.evenings[0], season.evenings[-1]
        span = f"{first}" if first == last else gettext("{first} to {last}", first=first, last=last)
        remark = f"   # {counted(len(season.evenings), 'evening')}, {span}"
    return f"[[season]]\nname = {quoted(season.name)}{remark}\nstart = {season.start}\nend = {season.end}\n"


def _keys_next(path: tuple[str, ...], section: object) -> str:
    said = {name: pgettext(OF_COLUMN, key_words(SECTIONS[path], name)) for name in _NEXT[path]}
    return "".join(f"#{name} = {json.dumps(getattr(section, name))}   # {words}\n" for name, words in said.items())


def _sessions(seen: Seen) -> str:
    undated = seen.evenings.filter(pl.col("date").is_null())["file_id"].unique(maintain_order=True).to_list()
    if undated:
        remark = _remarks(
            gettext("The files do not give the dates of these evenings. Write each date, and remove the #.")
        )
        return "\n".join([remark.rstrip("\n"), *(_session([file], _DAY) for file in undated[:20])])
    of_results = pl.col("file_id").is_in(seen.of_results["file_id"].implode())
    of_days = seen.evenings.filter(of_results).group_by("date").agg(pl.col("file_id").unique().sort())
    # a day with results in several files, or else the last day
    days = of_days.sort(pl.col("file_id").list.len() > 1, "date", descending=True).rows()
    day, files = days[0] if days else (_DAY, seen.of_results["file_id"].to_list()[:1] or ["first.pbn", "second.pbn"])
    remark = _remarks(gettext("An example of an evening that is in two files, or whose files do not give its date:"))
    return remark + _session(files[:2], day)


def _session(files: Iterable[str], day: dt.date) -> str:
    return _off(f"[[session]]\nfiles = [{', '.join(map(quoted, files))}]\ndate = {day}")
