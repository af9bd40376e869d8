"""The languages of pages, findings and messages: English in the code, the others as a catalogue `<language>.po` each.

What belongs here: which language is spoken now, its catalogue, and how it writes numbers and dates. Messages are said
by `transforms/messages.py`. `docs/translating.md` says how catalogues are kept.

English costs nothing: no catalogue is read, and no library loaded.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from pipelines.errors import UnusableError
from pipelines.languages.catalogues import translations
from transforms.messages import LANGUAGES, Message, spoken_by

ENGLISH = LANGUAGES[0]
VARIABLE = "BAROMETER_LANGUAGE"
"""The variable of the environment that names the usual language: of the terminal, and of clubs that name none."""

_spoken: ContextVar[str | None] = ContextVar("_spoken", default=None)


def language() -> str:
    """The language that is spoken now: that of the innermost `speaking`, or the usual one."""
    return _spoken.get() or usual_language()


def usual_language() -> str:
    """The language that the environment names; English where it names none that is known."""
    named = os.environ.get(VARIABLE, "").strip().lower()
    return named if named in LANGUAGES else ENGLISH


def make_usual(name: str | None) -> None:
    """Make a language the usual one, here and in all processes that are started from here.

    Args:
        name: that of the language; None: the one that the environment names stays.

    Raises:
        UnusableError: there is no such language.
    """
    given, where = (os.environ.get(VARIABLE), VARIABLE) if name is None else (name, "--language")
    if not given:
        return
    if given.strip().lower() not in LANGUAGES:
        raise UnusableError(
            Message(
                "{where} {given!r}: there is no such language; write one of {known}",
                where=where,
                given=given,
                known=", ".join(LANGUAGES),
            )
        )
    os.environ[VARIABLE] = given.strip().lower()


@contextmanager
def speaking(name: str | None) -> Iterator[None]:
    """What is said inside this context is said in this language; None: in the usual one."""
    before = _spoken.set(name)
    try:
        yield
    finally:
        _spoken.reset(before)


spoken_by(lambda: translations(language()))
