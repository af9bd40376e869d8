"""Describe the faults of a settings file in words."""

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
"""Codes of faults that concern the file as a whole, not one of its lines."""
_LONGEST_SHOWN, _LONGEST_GAP = 120, 2_000
"""Longer texts are cut. The first limit, in letters, is for a key, a value or a line; the second for other parts."""


class Problem(NamedTuple):
    """One fault in a settings file: the key, its value, and a message that says what is allowed."""

    key: str | None
    value: str | None
    message: str
    code: str
    """The code of the message, such as `settings.unknown_key`."""
    arguments: str | None = None
    """The texts for the placeholders of the message, as a JSON object."""
    line_no: int | None = None

    @property
    def gaps(self) -> dict[str, str]:
        """The texts for the placeholders of the message, by placeholder."""
        return json.loads(self.arguments or "{}")

    @property
    def sentence(self) -> str:
        """The code with its variant, but without `settings.`: `unknown_key/nearly`."""
        return name_of_sentence(self.code.removeprefix("settings."), self.gaps.get(VARIANT))


class SettingsError(UnusableError):
    """A settings file cannot be used. The message names the file and the keys, and says how to correct them."""

    def __init__(self, path: Path | str, problems: list[Problem]) -> None:
        self.problems = problems
        super().__init__(_Said(path, problems))


class _Said(NamedTuple):
    """The faults of a file. As text, they are in the reader's language."""

    path: Path | str
    problems: list[Problem]

    def __str__(self) -> str:
        return "; ".join(f"{self._place(one)}: {said(one._asdict())}" for one in self.problems)

    def _place(self, one: Problem) -> str:
        place = f"{self.path}" if one.line_no is None else f"{self.path}:{one.line_no}"
        return place if one.key is None else f"{place}: {one.key}" + ("" if one.value is None else f" = {one.value!r}")


def problem(
    code: str,
    sentence: str | Message,
    gaps: Mapping[str, object] | None = None,
    *,
    key: str | None = None,
    value: object = None,
    line_no: int | None = None,
) -> Problem:
    """Return a fault in a settings file.

    `code` includes its variant, but not `settings.`: `unknown_key/nearly`. The sentence says how to correct the fault.
    It is a `Message` if it was chosen while the file was read. A long value is cut; a table is not shown.
    """
    if isinstance(sentence, Message):
        sentence, gaps = sentence.text, {**sentence.gaps, SENTENCE: sentence.text}
    family, _, variant = code.partition("/")
    texts = {name: _cut(str(text), _LONGEST_GAP) for name, text in (gaps or {}).items()}
    message, filled = in_words(sentence, texts | ({VARIANT: variant} if variant else {}))
    return Problem(_shown(key), _shown(value), message, f"settings.{family}", filled, line_no)


def as_they_stand(problems: Iterable[Problem], text: str) -> list[Problem]:
    """Return the faults, each with the text of its line in the file. A fault without a line stays as it is."""
    lines, found = text.split("\n"), list[Problem]()
    for one in problems:
        line = "" if one.line_no is None or one.sentence in _OF_NO_LINE else lines[one.line_no - 1].strip()
        shown = json.dumps({**one.gaps, AS_IT_STANDS: _cut(line)}, ensure_ascii=False) if line else one.arguments
        found.append(one._replace(arguments=shown))
    return found


def _cut(text: str, longest: int = _LONGEST_SHOWN) -> str:
    return text if len(text) <= longest else f"{text[:_LONGEST_SHOWN]}…"


def _shown(value: object) -> str | None:
    if not isinstance(value, str | int | float | dt.date):
        return None
    try:
        return _cut(str(value))
    except ValueError:  # an integer with more digits than Python turns into text
        return None
