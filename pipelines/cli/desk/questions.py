"""What the last build asks, each question with the answers that a button can give.

The buttons carry only the number of an answer. What it changes is computed again from the tables, so a page cannot make
the desk write anything that the desk did not propose.
"""

import hashlib
import json
from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any, NamedTuple

import polars as pl
from pydantic import BaseModel

from pipelines.cli.desk.answers import Answer, answered_by_buttons
from pipelines.cli.desk.changes import Row, people_of
from pipelines.cli.desk.clubs import clubs
from pipelines.cli.desk.desk import Competition, Desk
from pipelines.intake.landing.folders import PEOPLE, SETTINGS
from pipelines.machine.errors import UnusableError
from pipelines.machine.files import put_whole
from pipelines.reports.desk import page_of_club
from pipelines.reports.page_names import page_name
from pipelines.warehouse import Warehouse, exists
from pipelines.words.at_desk import at_desk
from pipelines.words.desk_words import number_said, reason
from pipelines.words.languages.numbers import spoken_date
from transforms.tables.messages import gettext

_AT = ("competition", "season", "session_id")
_SEVERITIES = ("error", "warning", "question")
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
    instead: str = ""
    """What to do on the desk instead of what `words` leave out, if there are no answers."""
    file: str = ""
    line_no: int | None = None
    site: str = ""
    """The address of the evening's page; "" if there is none."""
    is_open: bool = True
    """Whether it is new, and the director has not put it off."""


class _Asked(BaseModel):
    """What was asked after the last build: `evenings` is a hash of the files; `old` was asked before these files."""

    evenings: str = ""
    asked: list[str] = []
    old: list[str] = []
    later: list[str] = []


def questions(desk: Desk) -> list[Question]:
    """Return the questions of the last build about all clubs: errors first, then doubts, then people."""
    if not exists(desk.paths.warehouse):
        return []
    asked = list[Question]()
    for club in clubs(desk):
        asked += _of_findings(desk, club.id, club.tables, club.competitions)
        asked += _of_people(desk, club.tables["people"], club.id, next(iter(club.competitions.values())))
    with Warehouse(desk.paths.warehouse, read_only=True) as warehouse:
        files = warehouse.read_distinct("raw.files", ["path", "sha256"])
    # What is wrong with a file as a whole is said once.
    once = dict[object, Question]()
    for one in sorted(asked, key=lambda one: _SEVERITIES.index(one.severity)):
        once.setdefault((one.file, one.words) if one.instead else one.id, one)
    return folded(desk, [*once.values()], files)


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
    """Fold a question that is asked, until it is answered."""
    before = _asked_before(desk)
    if wanted in before.asked:
        _keep(desk, before.model_copy(update={"later": sorted({*before.later, wanted})}))


def folded(desk: Desk, asked: list[Question], files: pl.DataFrame) -> list[Question]:
    """Mark as open what was not asked before the last file came, unless it is put off; and note what is asked now.

    `files` are (path, sha256) of the last build. Settings and people.csv do not count, because answers change them.
    """
    ours = pl.col("path").str.split("/").list.last().is_in([SETTINGS, PEOPLE])
    evenings = _id(*files.filter(~ours).sort("path", "sha256")["sha256"])
    before, ids = _asked_before(desk), [one.id for one in asked]
    old = before.old if before.evenings == evenings else before.asked
    now = _Asked(evenings=evenings, asked=ids, **{
        name: sorted({*some} & {*ids}) for name, some in (("old", old), ("later", before.later))
    })  # fmt: skip
    if now != before:
        _keep(desk, now)
    closed = {*now.old, *now.later}
    return [one._replace(is_open=one.id not in closed) for one in asked]


def _asked_before(desk: Desk) -> _Asked:
    notes = desk.folder / "asked.json"
    return _Asked.model_validate_json(notes.read_text(encoding="utf-8")) if notes.is_file() else _Asked()


def _keep(desk: Desk, asked: _Asked) -> None:
    put_whole(desk.folder / "asked.json", asked.model_dump_json())


def _of_findings(
    desk: Desk, club: str, tables: Mapping[str, pl.DataFrame], own: Mapping[str, Competition]
) -> Iterator[Question]:
    """Yield a question for each finding, unless `_of_people` asks it."""
    evenings = {tuple(row[:3]): row[3:] for row in tables["raw.sessions"].select(*_AT, "date", "title").iter_rows()}
    of_evenings = {*tables["raw.sessions"].group_by(_AT[0], "file_id").len().filter(len=1).iter_rows()}
    two_people = {*tables["people"].filter(kind="two")["alias"].drop_nulls()}
    for row in page_of_club(club, tables)[0]["findings"]:
        if row["code"] == _OF_TWO_PEOPLE and json.loads(row["arguments"] or "{}").get("player") in two_people:
            continue
        competition = own.get(row["competition"])
        is_evening = (row["competition"], row["file_id"], 1) in of_evenings
        words, answers = answered_by_buttons(desk, row, competition, is_evening=is_evening) if competition else ("", ())
        shown = at_desk(row)
        day = evenings.get(tuple(row[name] for name in _AT))
        yield Question(
            _id(club, *(row[name] for name in ("competition", "file_id", "line_no", "field", "value", "message"))),
            row["severity"],
            [*_place(row, day, competition.name if competition and len(own) > 1 else "")],
            words or shown.words,
            answers,
            more=shown.message if words else "",
            instead="" if answers else shown.instead,
            file=row["file_id"] or "",
            line_no=row["line_no"],
            site=_site(desk, club, row) if day else "",
        )


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


def _id(*key: object) -> str:
    return hashlib.sha256("|".join(map(str, key)).encode()).hexdigest()[:16]
