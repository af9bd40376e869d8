"""The findings that buttons can answer: the question in the words of the game, and what each button writes.

An answer writes what the finding's message proposes. A finding that is not in the table, or whose gaps are not known,
has no buttons; its message says what to correct.
"""

import datetime as dt
import json
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from functools import cache, partial
from pathlib import Path
from typing import Any, NamedTuple

import tomlkit

from pipelines.cli.desk.changes import Change, Copied, Removed, Row, Settings, people_of
from pipelines.cli.desk.desk import Competition, Desk
from pipelines.intake.landing.folders import SETTINGS
from pipelines.machine.errors import UnusableError
from pipelines.settings.competition import read_settings
from pipelines.settings.problems import SettingsError
from pipelines.settings.seasons import Season, season_around
from pipelines.words.finding_texts import in_other_words
from pipelines.words.languages.numbers import spoken_date
from transforms.tables.messages import VARIANT, gettext, gettext_noop, name_of_sentence

_ISO = re.compile(r"\d{4}-\d{2}-\d{2}")
_PLAYERS = "players.csv"
_LISTS, _SEPARATOR = ("these", "together", "settles"), '", "'
"""The gaps that are lists, and what stands between their entries; the quotes around a list are in the table below."""


class Button(NamedTuple):
    """An answer to findings of a kind. The gaps of all texts are filled with the finding's arguments and place.

    `writes` are keys of competition.toml with values in TOML; `section` is a section to add at its end, with its keys.
    `does` is another change, of `_DOES`. If `asks` is the label of a field, `{input}` is what was typed; it is a day
    if `is_day`. With `each`, there is a button for each entry of the list in that gap, as `{one}`.
    """

    words: str
    writes: Mapping[str, str] = {}
    section: tuple[str, Mapping[str, str]] | None = None
    does: str = ""
    asks: str = ""
    is_day: bool = False
    each: str = ""


class Asked(NamedTuple):
    """Findings of these codes (`code/variant`), the question that they ask, and the buttons below it."""

    codes: tuple[str, ...]
    question: str
    buttons: tuple[Button, ...]


class Answer(NamedTuple):
    """One button of a question: its words, the label of a field to fill in before, if any, and what it changes."""

    words: str
    changes: Callable[[str], tuple[Change, ...]]
    """The changes for what was typed. UnusableError: that cannot be used."""
    asks: str = ""
    is_day: bool = False


def _on(gap: str, of: str) -> Button:
    return Button(gettext_noop("It was on {one}"), {f"session.{{{of}}}.date": "{one}"}, each=gap)


def _typed_day(of: str, words: str) -> Button:
    return Button(words, {f"session.{{{of}}}.date": "{input}"}, asks=_THE_DAY, is_day=True)


def _another_day(of: str) -> Button:
    return _typed_day(of, gettext_noop("It was on another day"))


def _accepted(words: str, at_most: str = "") -> Button:
    keys = {"session": "{session}", "accept": "{input}"} | ({"accept_at_most": at_most} if at_most else {})
    return Button(words, section=("session", keys), asks=_WHY)


def _kind(words: str, key: str, value: str) -> Button:
    return Button(words, {f"session.{{session}}.{key}": value})


_THIS_DAY, _THE_DAY, _WHY = gettext_noop("It was on this day"), gettext_noop("The day"), gettext_noop("Why?")
FILE_RIGHT, RIGHT = gettext_noop("The file is right"), gettext_noop("It is right")
_SEASON = {"name": "{season}", "start": "{start}", "end": "{end}"}
_NEW_SEASON = Button(
    gettext_noop("The date is right: begin season {season}, from {start} to {end}"), section=("season", _SEASON)
)
_TWO_EVENINGS = Button(gettext_noop("No: they are two evenings"), {"session.{name}.keep_both": "true"})
_TOGETHER = Button(gettext_noop("Yes: they are one evening"), section=("session", {"files": '["{together}"]'}))
_SETTLED = (Button(RIGHT, {"session.{session_id}.settled": '["{settles}"]'}),)
_RULES = (Button(gettext_noop("Use these rules"), does="rules"),)
_NO_SEASON = gettext_noop(
    "{value} is in no season of this competition; its seasons are from {first} to {last}. When was this evening played?"
)
_NO_DATE = gettext_noop("This evening has no date. When was it played?")
_TWO_DAYS = gettext_noop(
    "By the name of its file, this evening was played on {day}, but in the file it has the date {date}. When was it"
    " played?"
)
_CALLED = gettext_noop("This evening is called {session}, but has the date {date}. When was it played?")
_TO_COME = gettext_noop("This evening has results, but its date, {value}, is still to come. When was it played?")
_SAME_EVENING = gettext_noop("{counting} is the same evening as {file}, so only {counting} counts. Is that right?")
_MISSING = gettext_noop("Results seem to be missing ({results}): {met_at}. Were these boards played?")
_HOW = gettext_noop("The results do not fit the way in which this evening was played. How was it played?")

ASKED: tuple[Asked, ...] = (
    Asked(("sessions.another_day",), _TWO_DAYS, (_on("date", "file"), _on("day", "file"), _another_day("file"))),
    Asked(
        ("sessions.another_day/no_season",),
        _TWO_DAYS,
        (
            _on("date", "file"),
            Button(
                gettext_noop("It was on {day}, in a new season from {start} to {end}"),
                {"session.{file}.date": "{day}"},
                section=("season", _SEASON),
            ),
        ),
    ),
    Asked(
        ("sessions.another_day/exchanged", "sessions.another_day/called"),
        _CALLED,
        (_on("session", "session"), _on("date", "session"), _another_day("session")),
    ),
    Asked(("sessions.another_day/to_come",), _TO_COME, (_on("day", "session"), _another_day("session"))),
    Asked(("sessions.another_day/to_come_alone",), _TO_COME, (_typed_day("session", _THIS_DAY),)),
    Asked(("sessions.no_season",), _NO_SEASON, (_NEW_SEASON, _on("day", "session"), _another_day("session"))),
    Asked(("sessions.no_season/no_date",), _NO_DATE, (_typed_day("session", _THIS_DAY),)),
    Asked(("sessions.no_season/file",), _NO_DATE, (_typed_day("file", _THIS_DAY),)),
    Asked(("sessions.no_season/file_of_a_day",), _NO_DATE, (_on("day", "file"), _another_day("file"))),
    Asked(("settings.date/no_season",), _NO_SEASON, (_NEW_SEASON,)),
    Asked(
        ("evenings.twice", "evenings.twice/same", "evenings.twice/part", "evenings.lines_lost"),
        _SAME_EVENING,
        (
            Button(gettext_noop("Yes"), {"session.{counting}.supersedes": '["{these}"]'}),
            Button(gettext_noop("No: only {file} counts"), {"session.{name}.supersedes": '["{counting}"]'}),
            Button(gettext_noop("No: both count, they are two evenings"), {"session.{name}.keep_both": "true"}),
        ),
    ),
    Asked(
        ("evenings.lines_lost/corrects_part",),
        gettext_noop("{file} corrects one of the files of an evening. Which one?"),
        (Button("{one}", {"session.{file}.supersedes": '["{one}"]'}, each="whole"),),
    ),
    Asked(
        ("evenings.both_count/two_dates",),
        gettext_noop(
            "{other} of {other_date} has the same results, by the same pairs ({lines}). Is it the same evening?"
        ),
        (
            _TWO_EVENINGS,
            Button(gettext_noop("Yes: take {file} out"), does="evening out"),
            Button(gettext_noop("Yes: take {other} out"), does="other out"),
        ),
    ),
    Asked(
        ("evenings.both_count/set_apart",),
        gettext_noop("{other} of {other_date} has the same results ({lines}). Is it the same evening?"),
        (
            Button(gettext_noop("Yes: only {file} counts"), {"session.{name}.supersedes": '["{other}"]'}),
            _TWO_EVENINGS,
        ),
    ),
    Asked(
        ("evenings.both_count/overlapping",),
        gettext_noop("{lines} results of {other} are also in {file}, and count twice. Is it the same evening?"),
        (_TWO_EVENINGS,),
    ),
    Asked(
        ("evenings.in_parts/sections",),
        gettext_noop("{other} has the same date and boards, but other people. Are both sections of one evening?"),
        (_TOGETHER, _TWO_EVENINGS),
    ),
    Asked(
        ("evenings.in_parts/halves",),
        gettext_noop("{other} has the same date and pairs, but other boards. Are both halves of one evening?"),
        (_TOGETHER, _TWO_EVENINGS),
    ),
    Asked(
        ("results.missing", "results.missing/rounds", "results.missing/schedule"),
        _MISSING,
        (_accepted(gettext_noop("They were not played"), "{{ missing = {results} }}"),),
    ),
    Asked(
        ("results.score_of_contract",),
        gettext_noop(
            "{contract} by {declarer} (tricks: {tricks}) scores {due}, but here the score is {value}. Is it right?"
        ),
        _SETTLED,
    ),
    Asked(
        ("results.impossible_score",),
        gettext_noop("No contract on board {board} scores {score}. Is it right?"),
        _SETTLED,
    ),
    Asked(
        tuple(f"results.lone_board{variant}" for variant in ("", "/or_two", "/other_board", "/far")),
        gettext_noop("Of line {line}, only {ns} and {ew} have a result on board {value}. Is it right?"),
        _SETTLED,
    ),
    Asked(
        ("results.turned", "results.turned/either"),
        gettext_noop("These pairs sit the other way round on one board of their round: {met_at}. Is that right?"),
        _SETTLED,
    ),
    Asked(
        ("results.turned/other_opponents",),
        gettext_noop("These pairs meet in a round in which they have other opponents: {met_at}. Is that right?"),
        _SETTLED,
    ),
    Asked(
        tuple(
            f"results.off_schedule{variant and '/'}{variant}"
            for variant in (
                *("", "board", "again", "turned", "side", "exchanged"),
                *("counts", "line_counts", "board_counts", "turned_counts", "side_counts"),
            )
        ),
        gettext_noop("By the movement, other pairs or boards were due here. Was it played like this?"),
        (Button(RIGHT, {"session.{session}.settled": '["{line} {board} {ns}"]'}),),
    ),
    Asked(
        ("results.passed_out",),
        gettext_noop("In line {line} every result on board {boards} is a pass. Is it right?"),
        _SETTLED,
    ),
    Asked(
        ("results.passed_out/table",),
        gettext_noop("At table {table} of line {line} every result is a pass or zero. Is it right?"),
        _SETTLED,
    ),
    Asked(
        ("deals.unlikely",),
        gettext_noop("{contract} by {declarer}: tricks won {tricks}, with perfect play {possible}. Is it right?"),
        _SETTLED,
    ),
    Asked(
        ("deals.unlikely/lead",),
        gettext_noop("On board {boards} another seat holds the card that was led (first {lead}). Is it right?"),
        _SETTLED,
    ),
    Asked(
        ("official.differs",),
        gettext_noop("{differing} of {of} values in the file differ from ours ({values}). Is the file right?"),
        (_accepted(FILE_RIGHT),),
    ),
    Asked(
        ("official.differs/beyond",),
        gettext_noop("{differing} of {of} values in the file differ from ours ({values}). Is the file right?"),
        (_accepted(FILE_RIGHT, "{{ {what} = {differing} }}"),),
    ),
    Asked(
        ("official.differs/together",),
        gettext_noop(
            "The victory points of {differing} of {of} matches do not add up to {computed}. Is the file right?"
        ),
        (_accepted(FILE_RIGHT),),
    ),
    Asked(
        ("official.differs/together_beyond",),
        gettext_noop(
            "The victory points of {differing} of {of} matches do not add up to {computed}. Is the file right?"
        ),
        (_accepted(FILE_RIGHT, "{{ {what} = {differing} }}"),),
    ),
    Asked(
        ("official.differs/number",),
        gettext_noop(
            "By the file, the number of {values} is {official}, but its results have {computed}. Is the file right?"
        ),
        (_accepted(FILE_RIGHT, "{{ {what} = {amount} }}"),),
    ),
    Asked(
        ("official.other_rules/whole",),
        gettext_noop("Other rules give all {official} values in the files; the present rules give {before}. Use them?"),
        _RULES,
    ),
    Asked(
        ("official.other_rules/of_sessions",),
        gettext_noop(
            "For {named}, other rules give all {official} values in the files; the present rules give {before}. Use"
            " them?"
        ),
        _RULES,
    ),
    Asked(
        ("official.other_rules/closest",),
        gettext_noop(
            "Other rules give {equal} of the {official} values in the files; the present rules give {before}. Use them?"
        ),
        _RULES,
    ),
    Asked(
        ("sessions.scoring/of_pairs",),
        _HOW,
        (
            _kind(gettext_noop("By pairs"), "kind", "pairs"),
            _kind(gettext_noop("By pairs, as Butler"), "kind", "butler"),
            _kind(gettext_noop("By pairs, at cross-IMPs"), "kind", "cross_imp"),
        ),
    ),
    Asked(("sessions.scoring/of_teams",), _HOW, (_kind(gettext_noop("By teams"), "kind", "teams"),)),
    Asked(("sessions.scoring/one_winner",), _HOW, (_kind(gettext_noop("With one winner"), "winners", "1"),)),
    Asked(
        ("pbn.session_of_event", "pbn.session_of_event/later"),
        gettext_noop("This is session {number} of {sessions} of one event. Are the sessions added up?"),
        (Button(gettext_noop("Yes: it belongs to {event}"), {"session.{session}.event": '"{event}"'}),),
    ),
    Asked(
        ("settings.more_lines",),
        gettext_noop(
            "{number} of {total} evenings of {season} have more lines than {lines}. Should the ranking count {most}?"
        ),
        (Button(gettext_noop("Yes"), {"ranking.lines": "{most}"}),),
    ),
    Asked(
        ("settings.far_outside",),
        gettext_noop("A substitute ranking of {value} is far above what anybody can earn. Is it {likely}?"),
        (Button(gettext_noop("Yes"), {"ranking.substitute_ranking": "{likely}"}),),
    ),
    Asked(
        ("entries.of_other_competition",),
        gettext_noop("Most pairs of this evening play in {other}, and hardly any here. Is it an evening of {other}?"),
        (Button(gettext_noop("Yes: move the file there"), does="to other"),),
    ),
    Asked(
        ("entries.of_other_competition/club",),
        gettext_noop(
            "Of the {players} players of this evening, only {here} play here at other times. Is it another club?"
        ),
        (Button(gettext_noop("Yes: take the file out"), does="evening out"),),
    ),
    Asked(
        ("landing.in_two_folders",),
        gettext_noop("This file is in two competitions, and counts in both. Does it belong here?"),
        (Button(gettext_noop("No: take the file out"), does="out"),),
    ),
    Asked(
        ("players.hidden_too",),
        gettext_noop("{value} is hidden, having the name of {player}, who is not to be named. Is it another person?"),
        (Button(gettext_noop("Yes: name {value}"), does="own person"),),
    ),
    Asked(
        ("players.other_name/spelling",),
        gettext_noop("{player} is spelled {value} here, and {shown} in {place}. Which name is right?"),
        (Button("{value}", does="named here"), Button("{shown}", does="named there")),
    ),
)


_BY_CODE = {code: asked for asked in ASKED for code in asked.codes}


class _Found(NamedTuple):
    desk: Desk
    competition: Competition
    file: Path
    gaps: Mapping[str, str]
    is_evening: bool


def answered_by_buttons(
    desk: Desk, row: Mapping[str, Any], competition: Competition, *, is_evening: bool
) -> tuple[str, tuple[Answer, ...]]:
    """Return the question of a finding, a row of `page_of_club`, and its answers; ("", ()) without any.

    `is_evening` is true if the file of the finding holds one evening and nothing else.
    """
    arguments = {gap: text for gap, text in json.loads(row["arguments"] or "{}").items() if text is not None}
    asked = _BY_CODE.get(name_of_sentence(row["code"] or "", arguments.get(VARIANT)))
    if asked is None:
        return "", ()
    gaps = _gaps(
        row, arguments, competition, with_season=any(button.section == ("season", _SEASON) for button in asked.buttons)
    )
    found = _Found(desk, competition, competition.folder / (row["file_id"] or ""), gaps, is_evening)
    answers = tuple(answer for button in asked.buttons for answer in _answers(button, found))
    question = in_other_words(asked.question, _spoken(gaps))
    return (question, answers) if question and answers else ("", ())


def _gaps(
    row: Mapping[str, Any], arguments: dict[str, str], competition: Competition, *, with_season: bool
) -> dict[str, str]:
    """Return the arguments of a finding and its place. Lists of settings are joined by `_SEPARATOR`."""
    named = ("file_id", "file"), ("value", "value"), ("session_id", "session_id")
    gaps = arguments | {gap: row[name] for name, gap in named if row[name] is not None}
    if row["settles"]:
        gaps["settles"] = row["settles"]
    with suppress(tomllib.TOMLDecodeError):
        if "together" in arguments:
            gaps["together"] = _joined(tomllib.loads(f"files = [{arguments['together']}]")["files"])
        this = tomllib.loads(arguments.get("this", ""))
        if names := this.get("files") or [this[name] for name in ("session",) if name in this]:
            gaps |= {"name": names[0], "these": _joined(names)}
    if with_season:
        with suppress(ValueError, SettingsError):
            day = dt.date.fromisoformat(
                arguments["day"] if row["code"] == "sessions.another_day" else row["value"] or ""
            )
            settings = competition.folder / SETTINGS
            season = season_around(day, _seasons(settings, settings.stat().st_mtime_ns)) or {}
            gaps |= {"season" if key == "name" else key: text for key, text in season.items()}
    return gaps


@cache
def _seasons(settings: Path, changed_at: int) -> list[Season]:
    del changed_at
    return read_settings(settings).season


def _joined(entries: list[str]) -> str:
    return _SEPARATOR.join(tomlkit.item(entry).as_string()[1:-1] for entry in entries)


def _spoken(gaps: Mapping[str, str]) -> dict[str, str]:
    """Return the gaps for readers: days are written out."""
    return {gap: spoken_date(dt.date.fromisoformat(text)) if _is_day(text) else text for gap, text in gaps.items()}


def _is_day(text: str) -> bool:
    with suppress(ValueError):
        return bool(_ISO.fullmatch(text) and dt.date.fromisoformat(text))
    return False


def day_typed(given: str) -> dt.date:
    """Return the day that was typed. UnusableError: it is no day."""
    if not _is_day(given):
        raise UnusableError("{day}: write a day such as 2025-09-30", day=given)
    return dt.date.fromisoformat(given)


def _answers(button: Button, found: _Found) -> Iterator[Answer]:
    """Yield the answers of a button for which all gaps are known."""
    for one in found.gaps.get(button.each, "").split(", ") if button.each else ("",):
        of_one = found._replace(gaps={**found.gaps, "one": one} if one else found.gaps)
        words = in_other_words(button.words, _spoken(of_one.gaps))
        with suppress(KeyError):
            _changes(button, of_one, "")
            if words:
                changes = partial(_changes, button, of_one)
                yield Answer(words, changes, gettext(button.asks), is_day=button.is_day)


def _changes(button: Button, found: _Found, given: str) -> tuple[Change, ...]:
    """Return what a button changes. KeyError: a gap is not known, or what is needed is not there."""
    if button.does:
        return _DOES[button.does](found)
    if given and button.is_day:
        day_typed(given)
    gaps = {**found.gaps, "input": given}
    in_quotes = {gap: text if gap in _LISTS else _joined([text]) for gap, text in gaps.items()}
    values = tuple((key.format_map(gaps), value.format_map(in_quotes)) for key, value in button.writes.items())
    sections = [button.section] if button.section else []
    filled = ((name, {key: text.format_map(gaps) for key, text in keys.items()}) for name, keys in sections)
    return (Settings(found.competition, values, tuple(filled)),)


def _rules(found: _Found) -> tuple[Change, ...]:
    """Return the settings that the commands in a finding write: `barometer set KEY VALUE COMPETITION; …`."""
    commands = found.gaps["commands"].split("; ")
    words = (one.removeprefix("barometer set ").removesuffix(f" {found.competition.id}") for one in commands)
    keys = (one.rpartition(" ") for one in words)
    return (Settings(found.competition, tuple((key, value) for key, _, value in keys)),)


def _out(found: _Found) -> tuple[Change, ...]:
    return (Removed(_there(found.file)),)


def _evening_out(found: _Found) -> tuple[Change, ...]:
    return _out(found._replace(file=_of_evening(found)))


def _of_evening(found: _Found) -> Path:
    if not found.is_evening:  # a table with other evenings
        raise KeyError(found.file)
    return found.file


def _other_out(found: _Found) -> tuple[Change, ...]:
    return (Removed(_there(found.competition.folder / found.gaps["other"])),)


def _to_other(found: _Found) -> tuple[Change, ...]:
    of_club = (one for one in found.desk.competitions() if one.club == found.competition.club)
    other = {one.competition: one for one in of_club}[found.gaps["other"]]
    file = _there(_of_evening(found))
    return Copied(other.folder / file.name, file), Removed(file)


def _own_person(found: _Found) -> tuple[Change, ...]:
    cells = dict.fromkeys(("alias", "player_id"), found.gaps["value"])
    return (Row(people_of(found.desk, found.competition), cells),)


def _named(gap: str, found: _Found) -> tuple[Change, ...]:
    """Return a row of players.csv with the right name, unless the misspelt name may be there."""
    players, player = found.competition.folder / _PLAYERS, found.gaps["player"]
    if players.is_file() and player in players.read_text(encoding="utf-8", errors="replace"):
        raise KeyError(player)
    return (Row(players, {"player_id": player, "name": found.gaps[gap]}),)


_DOES: Mapping[str, Callable[[_Found], tuple[Change, ...]]] = {
    "rules": _rules,
    "out": _out,
    "evening out": _evening_out,
    "other out": _other_out,
    "to other": _to_other,
    "own person": _own_person,
    "named here": partial(_named, "value"),
    "named there": partial(_named, "shown"),
}


def _there(file: Path) -> Path:
    if not file.is_file():
        raise KeyError(file)
    return file
