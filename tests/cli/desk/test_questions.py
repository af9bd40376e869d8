"""The questions of a build: their order, their place in words, which are folded, and answers that are refused."""

import datetime as dt
import json
import time
from pathlib import Path
from shutil import copytree

import pytest
from cli.desk.test_answers import SEASON, pbn, table
from commands import barometer
from first_builds import without_pages
from intake.evenings import lines

from pipelines.cli.desk.desk import Desk
from pipelines.cli.desk.home import Home
from pipelines.cli.desk.questions import Question, a_file_came, answered, not_counts, put_off, questions
from pipelines.cli.desk.screen import Fields, common
from pipelines.machine.errors import UnusableError
from pipelines.machine.paths import Paths
from pipelines.reports.html import filled

pytestmark = pytest.mark.long

EVENINGS = [f"{dt.date(2025, 10, 1) + dt.timedelta(weeks=week)}" for week in range(13)]
WRONG = {"contract": "2H", "declarer": "N", "tricks": 8, "score": 170}


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A competition with many doubtful scores, an evening under another day, and somebody who is misspelt once."""
    home = tmp_path_factory.mktemp("many")
    folder = home / "landing" / "club" / "evening"
    folder.mkdir(parents=True)
    (folder / "competition.toml").write_text(SEASON, encoding="utf-8")
    rows = [{"session_id": day, "date": day, "kind": "pairs", "title": "Tuesday"} for day in EVENINGS]
    (folder / "sessions.csv").write_text(table(rows), encoding="utf-8")
    for at, day in enumerate(EVENINGS):
        scores = [{**row, **WRONG, "tricks": 7 + (row["board"] + at) % 2, "score": 170 + 10 * at} for row in lines()]
        (folder / f"{day}.csv").write_text(table(scores, session_id=day, line="A"), encoding="utf-8")
        seats = [{"line": "A", "entrant": pair, "player_id": f"{pair}{one}"} for pair in "1234" for one in "ab"]
        (folder / f"{day} entries.csv").write_text(table(seats, session_id=day), encoding="utf-8")
    (folder / "2025-09-30.pbn").write_text(pbn("2025-09-02"), encoding="utf-8")
    misspelt = pbn("2025-09-09", shift=3).replace("Liv Aasgaard", "Liv Aasgard")
    (folder / "2025-09-09.pbn").write_text(misspelt, encoding="utf-8")
    places = ("--warehouse", home / "warehouse.duckdb", "--reports", home / "reports")
    with without_pages():
        made = barometer("build", home / "landing", *places)
    assert made.exit_code in (0, 1), made.output
    page = home / "reports" / "club" / "evening" / "2025-26" / "sessions" / "2025-10-01.html"
    page.parent.mkdir(parents=True)
    page.touch()
    return home


@pytest.fixture(scope="module")
def unanswered(built: Path) -> Desk:
    """A desk on which nobody does anything."""
    return Desk(Paths(built / "landing", built / "warehouse.duckdb", built / "reports"))


@pytest.fixture
def desk(built: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Desk:
    home = copytree(built, tmp_path / "home")
    desk = Desk(Paths(home / "landing", home / "warehouse.duckdb", home / "reports"))
    monkeypatch.setattr(desk.job, "start", lambda: None)
    return desk


def of(desk: Desk, words: str) -> Question:
    return next(one for one in questions(desk) if words in one.words)


def page(home: Home) -> str:
    return filled(home.template, {**common(home.desk, []), "at": "/", **home.content(Fields())})


def test_two_hundred_questions_are_shown_within_a_second(unanswered: Desk) -> None:
    home, times = Home(unanswered), list[float]()
    for _ in range(3):
        begin = time.process_time()
        shown = page(home)
        times.append(time.process_time() - begin)
    assert shown.count("<article") >= 200
    assert min(times) < 1


def test_a_question_is_about_an_evening_a_line_a_board_and_people(unanswered: Desk) -> None:
    question = of(unanswered, "scores 110, but here the score is 170")
    assert [part for part in question.place if part] == [
        "1 October 2025",
        "Tuesday",
        "line A, board 1",
        "1 1a & 1b – 2 2a & 2b",
    ]
    assert question.words == "2♥︎ by N (tricks: 8) scores 110, but here the score is 170. Is it right?"
    assert question.site == "/site/club/evening/2025-26/sessions/2025-10-01.html"
    assert (question.file, question.line_no) == ("2025-10-01.csv", 2)
    assert "confirm it" not in question.words
    assert "correct one of them" in question.more


def test_errors_come_first_and_people_last(unanswered: Desk) -> None:
    order = [one.severity for one in questions(unanswered)]
    assert order == sorted(order, key=("error", "warning", "question").index)
    assert order[-1] == "question"


def test_either_spelling_of_a_name_can_stay(desk: Desk) -> None:
    question = of(desk, "one person?")
    assert question.words == "Liv Aasgard and Liv Aasgaard: one person?"
    assert [one.words for one in question.answers] == [
        "One person: Liv Aasgaard",
        "One person: Liv Aasgard",
        "Two people",
    ]
    people = desk.landing / "club" / "people.csv"
    for number, line in enumerate(("Liv Aasgard,Liv Aasgaard", "Liv Aasgaard,Liv Aasgard", "Liv Aasgard,Liv Aasgard")):
        answered(desk, question.id, number, "")
        assert people.read_text(encoding="utf-8") == f"alias,player_id\n{line}\n"
        (entry, *_) = desk.journal.entries()
        assert entry.said == f"{question.words} → {question.answers[number].words}"
        desk.journal.undo(entry.number)
        assert not people.exists()


def test_an_answer_is_written_or_refused_as_a_whole(desk: Desk) -> None:
    settings = desk.landing / "club" / "evening" / "competition.toml"
    question = of(desk, "When was it played?")
    *_, another = range(len(question.answers))
    for typed, why in (("", "nothing was written"), ("soon", "a day such as 2025-09-30")):
        with pytest.raises(UnusableError, match=why):
            answered(desk, question.id, another, typed)
    settings.write_text(f"{SEASON}[ranking]\nmethod = 7\n", encoding="utf-8")
    with pytest.raises(UnusableError, match="was not changed"):
        answered(desk, question.id, 0, "")
    assert settings.read_text(encoding="utf-8") == f"{SEASON}[ranking]\nmethod = 7\n"
    with pytest.raises(UnusableError, match="no longer asked"):
        answered(desk, question.id, another + 1, "2025-09-02")
    assert desk.journal.entries() == []


def test_later_folds_a_question_whatever_its_counts_become(desk: Desk) -> None:
    question = of(desk, "When was it played?")
    assert not question.is_later
    put_off(desk, question.id)
    put_off(desk, "0" * 16)
    assert of(desk, "When was it played?").is_later
    assert sum(one.is_later for one in questions(desk)) == 1
    given = {"lead": "DT", "leads": "2", "lines": 7}
    assert not_counts(json.dumps(given)) == not_counts(json.dumps(given | {"leads": "20", "lines": None}))
    assert not_counts(json.dumps(given)) != not_counts(json.dumps(given | {"lead": "DJ"}))


def test_only_what_came_with_the_last_file_is_new(desk: Desk) -> None:
    home = Home(desk)
    shown = page(home)
    assert all(one.is_new for one in questions(desk))
    assert page(home) == shown
    assert not (desk.folder / "asked.json").exists(), "who only looks changes nothing"
    a_file_came(desk)
    assert not any(one.is_new for one in questions(desk))
    assert ", none new</h2>" in page(home)


def test_questions_stay_while_pages_are_made(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    home, asked = Home(desk), questions(desk)
    monkeypatch.setattr(desk.job, "runs", lambda: True)
    question = of(desk, "one person?")
    home.acts()["/answers"](Fields({"question": question.id, "answer": "0"}))
    shown = home.content(Fields())["questions"]
    assert [one.id for one in shown] == [one.id for one in asked if one.id != question.id]
