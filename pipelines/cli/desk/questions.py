"""What the last build asks, each question with the answers that a button can give.

The buttons carry only the number of an answer. What it changes is computed again from the tables, so a page cannot make
the desk write anything that the desk did not propose.
"""

import hashlib
from collections.abc import Iterator
from typing import Any, NamedTuple

import polars as pl

from pipelines.building.desk import tables_of_desk
from pipelines.building.hiding import asked_in
from pipelines.cli.desk.changes import Change, Row, Settings, people_of
from pipelines.cli.desk.desk import Competition, Desk
from pipelines.machine.errors import UnusableError
from pipelines.reports.desk import page_of_club
from pipelines.warehouse import Warehouse, exists
from pipelines.words.desk_words import reason
from pipelines.words.finding_texts import said
from transforms.tables.messages import gettext, gettext_noop

_INPUT = "{input}"
"""Stands in the value of a change for what the director types."""


class Answer(NamedTuple):
    """One button: its words, what it changes, and the label of a field to fill in before, if there is one."""

    words: str
    change: Change
    asks: str = ""


class Question(NamedTuple):
    """One question: where it comes from, in words, and its answers. Without answers, the file has to be corrected."""

    id: str
    severity: str
    where: str
    words: str
    answers: tuple[Answer, ...]


def questions(desk: Desk) -> list[Question]:
    """Return the questions of the last build about all clubs: errors first, then doubts, then people."""
    if not exists(desk.paths.warehouse):
        return []
    known = {(one.club, one.competition): one for one in desk.competitions()}
    asked = list[Question]()
    with Warehouse(desk.paths.warehouse, read_only=True) as warehouse:
        for club in sorted({club for club, _ in known}):
            tables = tables_of_desk(warehouse, [club], asked_in(warehouse))
            own = {competition: one for (of, competition), one in known.items() if of == club}
            asked += _of_findings(page_of_club(club, tables)[0]["findings"], own)
            asked += _of_people(desk, tables["people"], next(iter(own.values())))
    return asked


def answered(desk: Desk, wanted: str, number: int, given: str) -> None:
    """Write the answer with this number to a question, and build.

    Raises:
        UnusableError: the question is no longer asked, or what was typed cannot be used.
    """
    question = next((one for one in questions(desk) if one.id == wanted), None)
    if question is None or not 0 <= number < len(question.answers):
        raise UnusableError("this question is no longer asked")
    answer = question.answers[number]
    if answer.asks and not given.strip():
        raise UnusableError("{label}: nothing was written", label=answer.asks)
    change = _with_input(answer.change, given.strip())
    words = f"{answer.words}: {given.strip()}" if answer.asks else answer.words
    desk.journal.write(f"{question.words} → {words}", change.path, change.content())
    desk.job.start()


def _with_input(change: Change, given: str) -> Change:
    if isinstance(change, Settings):
        return change._replace(values=tuple((key, value.replace(_INPUT, given)) for key, value in change.values))
    return change._replace(cells={name: cell.replace(_INPUT, given) for name, cell in change.cells.items()})


def _of_findings(findings: list[dict[str, Any]], own: dict[str, Competition]) -> Iterator[Question]:
    for row in findings:
        competition = own.get(row["competition"])
        answers = tuple(_answers(row, competition)) if competition else ()
        place = " · ".join(filter(None, (row["file_id"], row["line_no"] and str(row["line_no"]))))
        key = "|".join(str(row[name]) for name in ("competition", "file_id", "line_no", "field", "value", "message"))
        yield Question(_id(key), row["severity"], place, said(row), answers)


def _answers(row: dict[str, Any], competition: Competition) -> Iterator[Answer]:
    """Yield the answers to one finding, a row of `page_of_club`."""
    if row["settles"] and row["session_id"]:
        yield Answer(gettext("It is right"), _settled(competition, row["session_id"], row["settles"]))


def _settled(competition: Competition, session: str, entry: str) -> Settings:
    return Settings(competition, ((f"session.{session}.settled", entry.replace('", "', ",")),))


_SAME, _OTHERS = gettext_noop("The same person: {keeps}"), gettext_noop("Two people")


def _of_people(desk: Desk, people: pl.DataFrame, competition: Competition) -> Iterator[Question]:
    """Yield a question for each row of `likely_people` that a line of people.csv can settle."""
    table = people_of(desk, competition)
    for row in people.drop_nulls(["alias", "player_id"]).iter_rows(named=True):
        alias, player = row["alias"], row["player_id"]
        days = {name: str(row[name]) for name in ("since", "until") if row[name]}
        names = (row["name"] or alias, row["other_name"] or player)
        same = Row(table, {"alias": alias, "player_id": player, **days})
        answers = [Answer(gettext(_SAME, keeps=names[1]), same)]
        if row["kind"] == "one":
            answers.append(Answer(gettext(_SAME, keeps=names[0]), Row(table, {"alias": player, "player_id": alias})))
        answers.append(Answer(gettext(_OTHERS), Row(table, {"alias": alias, "player_id": alias})))
        words = gettext("{one} and {other}: one person?", one=names[0], other=names[1])
        yield Question(_id(f"people|{alias}|{player}"), "question", words, reason(row["why"]), tuple(answers))


def _id(key: str) -> str:
    return hashlib.sha256(key.encode()).hexdigest()[:16]
