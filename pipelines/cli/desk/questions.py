"""What the last build asks, each question with the answers that a button can give.

The buttons carry only the number of an answer. What it changes is computed again from the tables, so a page cannot make
the desk write anything that the desk did not propose.
"""

import datetime as dt
import hashlib
import json
import re
from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any, NamedTuple

import polars as pl
from pydantic import BaseModel

from pipelines.cli.desk.answers import FILE_RIGHT, RIGHT, Answer, answered_by_buttons
from pipelines.cli.desk.changes import Row, people_of
from pipelines.cli.desk.clubs import clubs
from pipelines.cli.desk.desk import Competition, Desk
from pipelines.cli.desk.names import address as names_form
from pipelines.machine.errors import UnusableError
from pipelines.machine.files import put_whole
from pipelines.reports.desk import page_of_club
from pipelines.reports.page_names import page_name
from pipelines.warehouse import exists
from pipelines.words.at_desk import at_desk
from pipelines.words.desk_words import number_said, reason
from pipelines.words.languages.numbers import spoken_date
from transforms.rankings.rankings import IN_PAIRS
from transforms.tables.messages import gettext

_AT = ("competition", "season", "session_id")
_SEVERITIES = ("error", "warning", "question")
_MATTER = ("competition", "file_id", "line_no", "field", "value", "code")
"""What a finding is about. Its message is not among these, because it has counts, which grow with the season."""
_COUNT = re.compile(r"[\d.,%]+")
_NAMELESS = "results.without_players"
_OF_TWO_PEOPLE = "players.other_name"
"""The code of findings that `likely_people` also has, if their sentence has no variant."""


class Question(NamedTuple):
    """One question: what it is about, in words, and its answers. Without answers, `words` say what to correct."""

    id: str
    severity: str
    place: list[str]
    """The competition if there are several, the evening, the line, the board and the people; some are empty."""
    words: str
    answers: tuple[Answer, ...]
    more: str = ""
    """The message of the finding, if `words` are shorter."""
    form: str = ""
    """The address of the form that answers it, if there is one."""
    instead: str = ""
    """What to do on the desk instead of what `words` leave out, if there are no answers."""
    may_be_wrong: bool = False
    """Whether an answer says that it is right, so that the other case is corrected in the scoring program."""
    file: str = ""
    line_no: int | None = None
    site: str = ""
    """The address of the evening's page; "" if there is none."""
    is_new: bool = True
    """Whether it was not asked before the last file came."""
    is_later: bool = False
    """Whether the director has put it off."""


class _Asked(BaseModel):
    """What was asked `before` the last file came, and what is put off for `later`."""

    before: list[str] = []
    later: list[str] = []


def questions(desk: Desk) -> list[Question]:
    """Return the questions of the last build about all clubs: errors first, then doubts, then people."""
    if not exists(desk.paths.warehouse):
        return []
    asked = list[Question]()
    for club in clubs(desk):
        asked += _of_findings(desk, club.id, club.tables, club.competitions)
        asked += _of_people(desk, club.tables["people"], club.id, next(iter(club.competitions.values())))
    noted = _noted(desk)
    # What is wrong with a file as a whole is said once.
    once = dict[object, Question]()
    for one in sorted(asked, key=lambda one: _SEVERITIES.index(one.severity)):
        once.setdefault((one.file, one.words) if one.instead else one.id, one)
    return [one._replace(is_new=one.id not in noted.before, is_later=one.id in noted.later) for one in once.values()]


def answered(desk: Desk, wanted: str, number: int, given: str) -> None:
    """Write the answer with this number to a question, and build.

    Raises:
        UnusableError: the question is no longer asked, or what was typed cannot be used. Then nothing is written.
    """
    question = next((one for one in questions(desk) if one.id == wanted), None)
    if question is None or not 0 <= number < len(question.answers):
        raise UnusableError("this question is no longer asked")
    answer, given = question.answers[number], given.strip()
    if answer.asks and not given:
        raise UnusableError("{label}: nothing was written", label=answer.asks)
    contents = {change.path: change.content() for change in answer.changes(given)}
    words = f"{answer.words}: {given}" if answer.asks else answer.words
    desk.journal.write_all(f"{question.words} → {words}", contents)
    desk.job.start()


def put_off(desk: Desk, wanted: str) -> None:
    """Fold a question until it is answered."""
    before, asked = _noted(desk), {one.id for one in questions(desk)}
    _note(desk, before.model_copy(update={"later": sorted({*before.later, wanted} & asked)}))


def a_file_came(desk: Desk) -> None:
    """Note what is asked, so that what is asked after the build of the file is new."""
    _note(desk, _noted(desk).model_copy(update={"before": [one.id for one in questions(desk)]}))


def _noted(desk: Desk) -> _Asked:
    notes = desk.folder / "asked.json"
    return _Asked.model_validate_json(notes.read_text(encoding="utf-8")) if notes.is_file() else _Asked()


def _note(desk: Desk, asked: _Asked) -> None:
    put_whole(desk.folder / "asked.json", asked.model_dump_json())


def _of_findings(
    desk: Desk, club: str, tables: Mapping[str, pl.DataFrame], own: Mapping[str, Competition]
) -> Iterator[Question]:
    """Yield a question for each finding, unless `_of_people` asks it."""
    evenings = {tuple(row[:3]): row[3:] for row in tables["raw.sessions"].select(*_AT, "date", "title").iter_rows()}
    of_evenings = {*tables["raw.sessions"].group_by(_AT[0], "file_id").len().filter(len=1).iter_rows()}
    two_people = {*tables["people"].filter(kind="two")["alias"].drop_nulls()}
    paired = tables["raw.sessions"].filter(pl.col("kind").is_in(IN_PAIRS))
    in_pairs = {tuple(row[:3]): row[3] for row in paired.select(*_AT, "date").iter_rows()}
    nameless = set[tuple[str, ...]]()
    for row in page_of_club(club, tables)[0]["findings"]:
        if row["code"] == _OF_TWO_PEOPLE and json.loads(row["arguments"] or "{}").get("player") in two_people:
            continue
        competition = own.get(row["competition"])
        if row["code"] == _NAMELESS and competition is not None and (at := _at(row))[-1]:
            if at in in_pairs and at not in nameless:
                nameless.add(at)
                yield _of_names(club, at, in_pairs[at], competition, several=len(own) > 1)
            if at in nameless:
                continue
        is_evening = (row["competition"], row["file_id"], 1) in of_evenings
        words, answers = answered_by_buttons(desk, row, competition, is_evening=is_evening) if competition else ("", ())
        shown = at_desk(row)
        day = evenings.get(tuple(row[name] for name in _AT))
        yield Question(
            _id(club, *(row[name] for name in _MATTER), *not_counts(row["arguments"])),
            row["severity"],
            [*_place(row, day, competition.name if competition and len(own) > 1 else "")],
            words or shown.words,
            answers,
            more=shown.message if words else "",
            instead="" if answers else shown.instead,
            may_be_wrong=any(one.words in (gettext(RIGHT), gettext(FILE_RIGHT)) for one in answers),
            file=row["file_id"] or "",
            line_no=row["line_no"],
            site=_site(desk, club, row) if day else "",
        )


def _at(row: Mapping[str, Any]) -> tuple[str, ...]:
    given = json.loads(row["arguments"] or "{}")
    return row["competition"], row["season"], row["session_id"] or given.get("session")


def _of_names(club: str, at: tuple[str, ...], date: dt.date, competition: Competition, *, several: bool) -> Question:
    """Return the question about an evening whose file has numbers without names."""
    words = gettext("Who played as pair 1, 2 and so on? The file of this evening does not say.")
    place = [competition.name if several else "", spoken_date(date) if date else ""]
    form = names_form(competition.id, *at[1:])
    return Question(_id(club, "names", *at), "error", place, words, (), form=form)


def _place(row: Mapping[str, Any], evening: tuple[Any, ...] | None, competition: str) -> Iterator[str]:
    """Yield what a finding is about: the competition, the evening, the line, the board and the people."""
    date, title = evening or (None, None)
    yield competition
    yield spoken_date(date) if date else ""
    yield title or ""
    if row["board"] is not None:
        yield gettext("line {line}, board {number}", line=row["line"], number=row["board"])
    sides = (("ns", "ns_names"), ("ew", "ew_names")) if row["board"] is not None else (("entrant", "entrant_names"),)
    people = (" ".join(filter(None, (number_said(row[of] or ""), row[names]))) for of, names in sides)
    yield " – ".join(filter(None, people))


def _site(desk: Desk, club: str, row: Mapping[str, Any]) -> str:
    folders = (page_name(name) for name in (club, *(row[name] for name in _AT[:2])))
    address = f"{'/'.join(folders)}/sessions/{page_name(row['session_id'])}.html"
    return f"/site/{address}" if (desk.paths.reports / address).is_file() else ""


def _of_people(desk: Desk, people: pl.DataFrame, club: str, competition: Competition) -> Iterator[Question]:
    """Yield a question for each row of `likely_people` that a line of people.csv can settle."""
    table = people_of(desk, competition)

    def button(words: str, alias: str, player: str, **days: str) -> Answer:
        return Answer(words, partial(_with_row, Row(table, {"alias": alias, "player_id": player, **days})))

    for row in people.drop_nulls(["alias", "player_id"]).iter_rows(named=True):
        alias, player = row["alias"], row["player_id"]
        if row["kind"] == "one":
            one, other = _named(alias, row["other_name"]), _named(player, row["name"])
            words = gettext("{one} and {other}: one person?", one=one, other=other)
            answers = [
                button(gettext("One person: {name}", name=other), alias, player),
                button(gettext("One person: {name}", name=one), player, alias),
                button(gettext("Two people"), alias, alias),
            ]
        else:
            one, other = _named(alias, row["name"]), row["other_name"]
            words = gettext("{one} is also called {other}: two people?", one=one, other=other)
            answers = [button(gettext("One person"), alias, alias)]
            if row["since"] and row["until"]:
                since, until = (spoken_date(row[name]) for name in ("since", "until"))
                said_so = gettext("Two people: {name} from {since} to {until}", name=other, since=since, until=until)
                days = {"since": str(row["since"]), "until": str(row["until"])}
                answers.insert(0, button(said_so, alias, player, **days))
        yield Question(_id(club, "people", alias, player), "question", [], words, tuple(answers), reason(row["why"]))


def _with_row(row: Row, _: str) -> tuple[Row]:
    return (row,)


def _named(player: str, name: str | None) -> str:
    return f"{name} ({player})" if name and name != player else player


def not_counts(arguments: str | None) -> list[str]:
    """Return the arguments of a finding that are not numbers, as a season's counts are."""
    given = json.loads(arguments or "{}")
    return [f"{name}={value}" for name, value in sorted(given.items()) if value and not _COUNT.fullmatch(f"{value}")]


def _id(*key: object) -> str:
    return hashlib.sha256("|".join(map(str, key)).encode()).hexdigest()[:16]
