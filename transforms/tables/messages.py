"""Messages to readers, in the current language.

A message is a whole English sentence with placeholders such as `{name}`. `pipelines/words/languages` loads the
catalogues.
"""

from collections.abc import Callable, Iterable, Mapping
from contextvars import ContextVar
from functools import cache
from gettext import NullTranslations
from typing import Literal, get_args

Language = Literal["en", "nl", "fr", "nb"]
"""The languages of pages and messages. The messages in the code are in the first of them."""
LANGUAGES: tuple[str, ...] = get_args(Language)
BECAUSE = "because"
"""Argument of a finding that may be caused by another finding: the place of that other finding, `FILE:LINE`."""
VARIANT = "variant"
"""Argument of a finding whose code has several sentences: the name of the sentence."""
FILES_LEFT_OUT = "files_beside"
"""Argument of a finding about settings: the number of files in the same folder that are left out."""

_ENGLISH = NullTranslations()


def _english() -> NullTranslations:
    return _ENGLISH


_spoken: Callable[[], NullTranslations] = _english
_only_english: ContextVar[bool] = ContextVar("_only_english", default=False)


def spoken_by(catalogue: Callable[[], NullTranslations]) -> None:
    """Translate all later messages; `catalogue` is called for each message and returns the catalogue to use."""
    global _spoken  # noqa: PLW0603 - who speaks is known once, when pipelines are imported
    _spoken = catalogue


def spoken() -> NullTranslations:
    """Return the catalogue of the current language."""
    return _ENGLISH if _only_english.get() else _spoken()


def in_english(said: object) -> str:
    """Return a message, or an error that holds a message, as English text, as it is stored in tables."""
    before = _only_english.set(True)
    try:
        return str(said)
    finally:
        _only_english.reset(before)


def is_in_english() -> bool:
    """Return whether messages are currently in English because of `in_english`."""
    return _only_english.get()


class Message:
    """A message that is translated only when it is shown, into the current language. Errors hold such messages.

    `str` returns the text as `gettext` translates it at that time. Messages in `gaps` are translated too.
    """

    def __init__(self, text: str, /, **gaps: object) -> None:
        self.text = text
        self.gaps = gaps

    def __str__(self) -> str:
        return gettext(self.text, **self.gaps)

    def __repr__(self) -> str:
        return repr(str(self))


def gettext(message: str, /, **gaps: object) -> str:
    """Translate an English message into the current language, and fill its placeholders, such as `{name}`."""
    return _filled(spoken().gettext(message), gaps) if message else ""


def ngettext(one: str, many: str, number: int, /, **gaps: object) -> str:
    """Translate a message with a singular and a plural for a `number`, and fill its placeholders and `{number}`."""
    return _filled(spoken().ngettext(one, many, number), {"number": number, **gaps})


def pgettext(context: str, message: str, /, **gaps: object) -> str:
    """Translate a message that has several meanings; `context` tells translators which one is meant here."""
    return _filled(spoken().pgettext(context, message), gaps)


def gettext_noop(message: str) -> str:
    """Mark a message for the catalogues and return it in English; `gettext` translates it later."""
    return message


def written(number: str) -> str:
    """Write a number given as Python text, or a text with one number, as in the current language: `−1,50`."""
    return number.replace("-", "\N{MINUS SIGN}").replace(".", decimal_sign())


def decimal_sign() -> str:
    """Return the decimal separator of the current language: a point in English, a comma in most other languages."""
    return _decimal_sign(spoken())


@cache
def _decimal_sign(catalogue: NullTranslations) -> str:
    return catalogue.pgettext(*pgettext_noop("between a whole number and its decimals", "."))


def one_behind_the_other(parts: Iterable[str]) -> str:
    """Join parts into one line: `a; b; c`."""
    return between_parts().join(parts)


def listed(parts: Iterable[str]) -> str:
    """Join words or numbers as a list: `a, b, c`."""
    return ", ".join(parts)


def between_parts() -> str:
    """Return the separator between the parts of a line: `; `, with a space before it if the language requires one."""
    return pgettext("between parts of a line", "; ")


def labelled(label: object, what: object) -> str:
    """Return a label and a text, such as `FFB: 108.59`, with a space before the colon if the language requires one."""
    return gettext("{label}: {what}", label=label, what=what)


def ngettext_noop(one: str, many: str) -> tuple[str, str]:
    """Mark a singular and a plural for the catalogues and return both in English; `ngettext` translates them later."""
    return one, many


def pgettext_noop(context: str, message: str) -> tuple[str, str]:
    """Mark a message with its context for the catalogues and return both in English; `pgettext` translates it later."""
    return context, message


def _filled(text: str, gaps: Mapping[str, object]) -> str:
    return text.format_map(gaps) if gaps else text


def name_of_sentence(code: str, variant: str | None) -> str:
    """Return the name of a sentence in the catalogues: its code, or `code/variant` if it has a variant."""
    return f"{code}/{variant}" if variant else code
