"""The analysts' questions in `questions.sql`. A view `questions.<name>` answers each. It shows hidden people too.

Values are rounded to nine decimals before they are ranked or sorted, because equal values may differ in their last bit.
"""

import re
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from pipelines.warehouse.column_words import COLUMN_WORDS

NATURAL = (
    "regexp_replace(regexp_replace(lower(session_id), '([0-9]+)', '00000000000000000000\\1', 'g'),"
    " '[0-9]*([0-9]{20})', '\\1', 'g')"
)  # SQL for the natural order of session ids, like `transforms.tables.shared.natural`: 10 comes after 9
_SQL = Path(__file__).with_name("questions.sql")
"""Each view comes after those that it reads, with its question and the columns that mean something else elsewhere."""
_OF_VIEW = re.compile(r"^-- (\w+): (.*)\n((?:--  .*\n)*)((?:(?!-- ).*\n)+)", re.MULTILINE)
_WORDS = re.compile(r"^--   (\w+): (.*(?:\n--     .*)*)", re.MULTILINE)
_COLUMN = re.compile(r'column "questions"\."(\w+)"\."(\w+)"')


class Question(NamedTuple):
    """A question, the descriptions of columns that mean something else in other tables, and the SQL of the view."""

    asked: str
    words: dict[str, str]
    sql: str


QUESTIONS = {
    name: Question(
        asked,
        {column: words.replace("\n--    ", "") for column, words in _WORDS.findall(said)},
        sql.replace("natural(session_id)", NATURAL),
    )
    for name, asked, said, sql in _OF_VIEW.findall(_SQL.read_text(encoding="utf-8"))
}


def comments_of_questions(known: Iterable[str]) -> dict[str, str]:
    """Return the comments of our views and of their columns, by name in DuckDB; only those columns that are `known`."""
    said = {f'view "questions"."{name}"': question.asked for name, question in QUESTIONS.items()}
    for what in known:
        if found := _COLUMN.fullmatch(what):
            view, column = found.groups()
            own = QUESTIONS[view].words if view in QUESTIONS else {}
            said[what] = own[column] if column in own else COLUMN_WORDS[column]
    return said
