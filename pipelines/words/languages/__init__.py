"""The languages of pages, findings and messages. English is in the code; all others have a catalogue `<language>.po`.

A catalogue is read when it is first needed. docs/translating.md says how catalogues are kept up to date.
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
from transforms.tables.messages import LANGUAGES, gettext_noop, spoken_by

if TYPE_CHECKING:
    from babel.messages.catalog import Catalog


_CODE = re.compile(r"[a-z_]+\.[a-z0-9_]+(/[a-z0-9_ ]+)?")
_UNCHECKED = '"X-Checked: no'
FOLDER = Path(__file__).parent


@cache
def translations(language: str) -> NullTranslations:
    """Return the translations of a language from its catalogue. For English, messages stay as they are."""
    if language == ENGLISH:
        return NullTranslations()
    from babel.messages.mofile import write_mo

    compiled = BytesIO()
    write_mo(compiled, _read(language))
    compiled.seek(0)
    return GNUTranslations(compiled)


@cache
def sentences_of_findings(language: str) -> dict[str, str]:
    """Return the sentences of findings in a language, by code, with placeholders. The tables hold the English ones."""
    if language == ENGLISH:
        return {}
    found = ((message.context, message.string) for message in _read(language))
    return {code: str(said) for code, said in found if code and _CODE.fullmatch(code) and said}


@cache
def _read(language: str) -> "Catalog":
    from babel.messages.pofile import read_po  # not at the top, because English does not need it

    with catalogue_file(language).open("rb") as text:
        return read_po(text, locale=language)


@cache
def is_checked(language: str) -> bool:
    """Return whether a native speaker has checked the catalogue. If not, its header has `X-Checked: no`."""
    if language == ENGLISH:
        return True
    header = catalogue_file(language).read_text(encoding="utf-8").split("\n\n", 1)[0]
    return _UNCHECKED not in header


def catalogue_file(language: str) -> Path:
    """Return the path of a language's catalogue."""
    return FOLDER / f"{language}.po"


ENGLISH = LANGUAGES[0]

_OF_MACHINE = ("LC_ALL", "LC_MESSAGES", "LANG")
"""Environment variables for the language of the machine, the strongest first. `C` and `POSIX` name no language."""
_SAME = {"no": "nb", "nn": "nb"}

_terminal_language: str | None = None
"""The language of the machine. A terminal uses it if no setting names one. None: this is no terminal."""
_spoken: ContextVar[str | None] = ContextVar("_spoken", default=None)


def language() -> str:
    """Return the current language, which `speaking`, BAROMETER_LANGUAGE or the terminal sets, or else English."""
    return _spoken.get() or _named_language() or _terminal_language or ENGLISH


def usual_language() -> str:
    """Return the language of pages whose club names none. The language of the machine does not matter."""
    return _named_language() or ENGLISH


def speak_as_the_machine() -> None:
    """Use the machine's language in the terminal, unless a setting names one. The language of pages stays."""
    global _terminal_language  # noqa: PLW0603 - a process has one terminal
    named = next((value for name in _OF_MACHINE if (value := os.environ.get(name))), "")
    code = re.split(r"[_.@-]", named.lower())[0]
    code = _SAME.get(code, code)
    _terminal_language = code if code in LANGUAGES else ENGLISH


def _named_language() -> str | None:
    named = (value_of(LANGUAGE) or "").strip().lower()
    return named if named in LANGUAGES else None


def make_usual(name: str | None) -> None:
    """Make this the default language, here and in child processes. None keeps the present default."""
    given, where = (value_of(LANGUAGE), LANGUAGE) if name is None else (name, "--language")
    if not given:
        return
    if given.strip().lower() not in LANGUAGES:
        sentence = gettext_noop("{where} {given!r}: there is no such language; write one of {known}")
        raise UnusableError(sentence, where=where, given=given, known=", ".join(LANGUAGES))
    os.environ[LANGUAGE] = given.strip().lower()


@contextmanager
def speaking(name: str | None) -> Iterator[None]:
    """Use this language inside this context. With None, any `speaking` around it has no effect."""
    before = _spoken.set(name)
    try:
        yield
    finally:
        _spoken.reset(before)


spoken_by(lambda: translations(language()))
