"""The languages of pages, findings and messages: English in the code, others in a catalogue `<language>.po` each.

`transforms/tables/messages.py` says messages; `docs/translating.md` explains how catalogues are kept. A catalogue is
read from its text when first needed. English costs nothing: no catalogue is read, and no library loaded.
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
    """Return the messages of a language from its catalogue; English messages are their own translation."""
    if language == ENGLISH:
        return NullTranslations()
    from babel.messages.mofile import write_mo

    compiled = BytesIO()
    write_mo(compiled, _read(language))
    compiled.seek(0)
    return GNUTranslations(compiled)


@cache
def sentences_of_findings(language: str) -> dict[str, str]:
    """Return the sentence of each finding's code in a language, with gaps; English sentences are in the tables."""
    if language == ENGLISH:
        return {}
    found = ((message.context, message.string) for message in _read(language))
    return {code: str(said) for code, said in found if code and _CODE.fullmatch(code) and said}


@cache
def _read(language: str) -> "Catalog":
    from babel.messages.pofile import read_po  # not at the top: English does not need it

    with catalogue_file(language).open("rb") as text:
        return read_po(text, locale=language)


@cache
def is_checked(language: str) -> bool:
    """Return whether a native speaker has read the catalogue: if not, its header has `X-Checked: no`."""
    if language == ENGLISH:
        return True
    header = catalogue_file(language).read_text(encoding="utf-8").split("\n\n", 1)[0]
    return _UNCHECKED not in header


def catalogue_file(language: str) -> Path:
    """Return the file of the catalogue of a language."""
    return FOLDER / f"{language}.po"


ENGLISH = LANGUAGES[0]

_OF_MACHINE = ("LC_ALL", "LC_MESSAGES", "LANG")
"""Variables that name the language of a machine, strongest first; `C` and `POSIX` are not languages."""
_SAME = {"no": "nb", "nn": "nb"}

_terminal_language: str | None = None
"""The language of a terminal if nothing names one: that of the machine. None: this is not a terminal."""
_spoken: ContextVar[str | None] = ContextVar("_spoken", default=None)


def language() -> str:
    """Return the current language: of the innermost `speaking`, or of the terminal, or the usual one."""
    return _spoken.get() or _named_language() or _terminal_language or ENGLISH


def usual_language() -> str:
    """Return the language of pages that name none: from the environment, or English, whatever the machine's."""
    return _named_language() or ENGLISH


def speak_as_the_machine() -> None:
    """Use the machine's language in the terminal, unless another is named; this does not affect pages."""
    global _terminal_language  # noqa: PLW0603 - a process has one terminal
    _terminal_language = language_of_machine()


def language_of_machine() -> str:
    """Return the language of the machine if it is one of ours; else English."""
    named = next((value for name in _OF_MACHINE if (value := os.environ.get(name))), "")
    code = re.split(r"[_.@-]", named.lower())[0]
    code = _SAME.get(code, code)
    return code if code in LANGUAGES else ENGLISH


def _named_language() -> str | None:
    named = (value_of(LANGUAGE) or "").strip().lower()
    return named if named in LANGUAGES else None


def make_usual(name: str | None) -> None:
    """Make a language the usual one, here and in child processes (None: keep it), or raise `UnusableError`."""
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
    """Use this language for everything inside this context; None: ignore any `speaking` around it."""
    before = _spoken.set(name)
    try:
        yield
    finally:
        _spoken.reset(before)


spoken_by(lambda: translations(language()))
