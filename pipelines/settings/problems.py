"""What is wrong in a competition.toml, in words."""

import datetime as dt
import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

from pipelines.machine.errors import UnusableError
from pipelines.words.finding_texts import AS_IT_STANDS, SENTENCE, said
from transforms.tables.finding_words import in_words
from transforms.tables.messages import VARIANT, Message, name_of_sentence

_OF_NO_LINE = ("missing", "missing/season", "more", "file/empty")
"""What is told of a file, and not of a line that stands there."""
_LONGEST = 120
"""Letters of a key or value that are shown; a longer one is cut."""


class Problem(NamedTuple):
    """One fault in a competition.toml: the key, its value, and a message that says what is allowed."""

    key: str | None
    value: str | None
    message: str
    code: str
    """The name of what is said."""
    arguments: str | None = None
    """What stands in its gaps, as a JSON object of texts."""
    line_no: int | None = None

    @property
    def sentence(self) -> str:
        """The name of what is said, after `settings.`, with its variant: `unknown_key/nearly`."""
        variant = json.loads(self.arguments or "{}").get(VARIANT)
        return name_of_sentence(self.code.removeprefix("settings."), variant)


class SettingsError(UnusableError):
    """A competition.toml cannot be used; the message names the file and the keys, and says how to mend them."""

    def __init__(self, path: Path | str, problems: list[Problem]) -> None:
        self.problems = problems
        super().__init__(_Told(path, problems))


class _Told:
    """What is wrong, in the language that is spoken where it is shown."""

    def __init__(self, path: Path | str, problems: list[Problem]) -> None:
        self._path, self._problems = path, problems

    def __str__(self) -> str:
        return "; ".join(f"{_place(self._path, one)}{said(one._asdict())}" for one in self._problems)


def problem(
    code: str,
    sentence: str,
    gaps: Mapping[str, object] | None = None,
    *,
    key: str | None = None,
    value: object = None,
    line_no: int | None = None,
) -> Problem:
    """A fault in a competition.toml.

    Args:
        code: the name of the sentence, after `settings.`; of one of several sentences of a code, `code/variant`.
        sentence: what is wrong, and how to mend it, with gaps such as `{allowed}`.
        gaps: what stands in them.
        key: the key, as `ranking.method`.
        value: what stands there; shown if it is a text, a number or a date, and cut where it is long.
        line_no: the line in the file.
    """
    family, _, variant = code.partition("/")
    texts = {name: cut(str(value)) for name, value in (gaps or {}).items()}
    message, filled = in_words(sentence, texts | ({VARIANT: variant} if variant else {}))
    return Problem(_shown(key), _shown(value), message, f"settings.{family}", filled, line_no)


def problem_of(
    code: str, said: Message, *, key: str | None = None, value: object = None, line_no: int | None = None
) -> Problem:
    """A fault whose sentence is chosen as the file is read: `said`; the other arguments are those of `problem`."""
    return problem(code, said.text, {**said.gaps, SENTENCE: said.text}, key=key, value=value, line_no=line_no)


def as_they_stand(problems: Iterable[Problem], text: str) -> list[Problem]:
    """The faults, each with its line of the text of the file; those of a key that is missing stay as they are."""
    lines = text.split("\n")
    return [_as_it_stands(one, lines) if one.line_no and one.sentence not in _OF_NO_LINE else one for one in problems]


def _as_it_stands(wrong: Problem, lines: list[str]) -> Problem:
    line = lines[wrong.line_no - 1].strip() if wrong.line_no and wrong.line_no <= len(lines) else ""
    if not line:
        return wrong
    arguments = {**json.loads(wrong.arguments or "{}"), AS_IT_STANDS: cut(line, _LONGEST)}
    return wrong._replace(arguments=json.dumps(arguments, ensure_ascii=False))


def cut(text: str, longest: int = 2_000) -> str:
    """The text, if it is not too long to be read; else its beginning."""
    return text if len(text) <= longest else f"{text[:_LONGEST]}…"


def _shown(value: object) -> str | None:
    if not isinstance(value, str | int | float | dt.date):
        return None
    try:
        text = str(value)
    except ValueError:  # a whole number of more digits than Python writes
        return None
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"


def _place(path: Path | str, problem: Problem) -> str:
    line = "" if problem.line_no is None else f":{problem.line_no}"
    if problem.key is None:
        return f"{path}{line}: "
    what = problem.key if problem.value is None else f"{problem.key} = {problem.value!r}"
    return f"{path}{line}: {what}: "
