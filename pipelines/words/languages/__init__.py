"""The languages of pages, findings and messages: English in the code, the others as a catalogue `<language>.po` each.

Messages are said by `transforms/tables/messages.py`; `docs/translating.md` says how catalogues are kept. A catalogue is
read from its text when it is first needed. English costs nothing: no catalogue is read, and no library loaded.
"""

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from gettext import GNUTranslations, NullTranslations
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

from pipelines.machine.environment import LANGUAGE, value_of
from pipelines.machine.errors import UnusableError
from transforms.tables.messages import LANGUAGES, spoken_by

if TYPE_CHECKING:
    from babel.messages.catalog import Catalog


_CODE = re.compile(r"[a-z_]+\.[a-z0-9_]+(/[a-z0-9_ ]+)?")
_UNCHECKED = '"X-Checked: no'
FOLDER = Path(__file__).parent


@cache
def translations(language: str) -> NullTranslations:
    """The messages of a language that has a catalogue in this folder; those of English are themselves."""
    if language == ENGLISH:
        return NullTranslations()
    from babel.messages.mofile import write_mo

    compiled = BytesIO()
    write_mo(compiled, _read(language))
    compiled.seek(0)
    return GNUTranslations(compiled)


@cache
def sentences_of_findings(language: str) -> dict[str, str]:
    """Code of a finding -> what it says in a language, with gaps; those of English stand in the tables."""
    if language == ENGLISH:
        return {}
    found = ((message.context, message.string) for message in _read(language))
    return {code: str(said) for code, said in found if code and _CODE.fullmatch(code) and said}


@cache
def _read(language: str) -> "Catalog":
    from babel.messages.pofile import read_po  # not at the top: English does without it

    with catalogue_file(language).open("rb") as text:
        return read_po(text, locale=language)


@cache
def is_checked(language: str) -> bool:
    """Whether somebody at home in a language has read its catalogue: its header says otherwise with `X-Checked: no`."""
    if language == ENGLISH:
        return True
    header = catalogue_file(language).read_text(encoding="utf-8").split("\n\n", 1)[0]
    return _UNCHECKED not in header


def catalogue_file(language: str) -> Path:
    """The file of the catalogue of a language."""
    return FOLDER / f"{language}.po"


ENGLISH = LANGUAGES[0]

_OF_MACHINE = ("LC_ALL", "LC_MESSAGES", "LANG")
"""The variables in which a machine names its language, the strongest first; `C` and `POSIX` are none."""
_SAME = {"no": "nb", "nn": "nb"}

_terminal_language: str | None = None
"""What is spoken in a terminal where nothing names a language: that of the machine. None: this is no terminal."""
_spoken: ContextVar[str | None] = ContextVar("_spoken", default=None)


def language() -> str:
    """The language that is spoken now: that of the innermost `speaking`, or that of the terminal, or the usual one."""
    return _spoken.get() or _named_language() or _terminal_language or ENGLISH


def usual_language() -> str:
    """The language of pages that name none: what the environment names, or English, whatever that of the machine."""
    return _named_language() or ENGLISH


def speak_as_the_machine() -> None:
    """Let the terminal speak as the machine, unless another language is named; pages do not."""
    global _terminal_language  # noqa: PLW0603 - a process has one terminal
    _terminal_language = language_of_machine()


def language_of_machine() -> str:
    """The language that the machine speaks, where it is one of ours; else English."""
    named = next((value for name in _OF_MACHINE if (value := os.environ.get(name))), "")
    code = re.split(r"[_.@-]", named.lower())[0]
    code = _SAME.get(code, code)
    return code if code in LANGUAGES else ENGLISH


def _named_language() -> str | None:
    named = (value_of(LANGUAGE) or "").strip().lower()
    return named if named in LANGUAGES else None


def make_usual(name: str | None) -> None:
    """Make a language the usual one, here and in processes started from here (None: leave it), or `UnusableError`."""
    given, where = (value_of(LANGUAGE), LANGUAGE) if name is None else (name, "--language")
    if not given:
        return
    if given.strip().lower() not in LANGUAGES:
        raise UnusableError(
            "{where} {given!r}: there is no such language; write one of {known}",
            where=where,
            given=given,
            known=", ".join(LANGUAGES),
        )
    os.environ[LANGUAGE] = given.strip().lower()


@contextmanager
def speaking(name: str | None) -> Iterator[None]:
    """What is said inside this context is said in this language; None: as if there were no `speaking` around it."""
    before = _spoken.set(name)
    try:
        yield
    finally:
        _spoken.reset(before)


spoken_by(lambda: translations(language()))
