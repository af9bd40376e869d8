"""Messages to readers, in the current language.

A message is a whole English sentence with gaps such as `{name}`; `pipelines/words/languages` knows the catalogues.
"""

from collections.abc import Callable, Iterable, Mapping
from contextvars import ContextVar
from functools import cache
from gettext import NullTranslations
from typing import Literal, get_args

Language = Literal["en", "nl", "fr", "nb"]
"""The languages of pages and messages; the first is the one in which they stand in the code."""
LANGUAGES: tuple[str, ...] = get_args(Language)
BECAUSE = "because"
"""Argument of a finding that may follow from another: the place of that one, `FILE:LINE`."""
VARIANT = "variant"
"""Argument of a finding whose code has several sentences: which of them."""
FILES_LEFT_OUT = "files_beside"
"""Argument of a finding about settings: how many files next to them are left out."""

_ENGLISH = NullTranslations()


def _english() -> NullTranslations:
    return _ENGLISH


_spoken: Callable[[], NullTranslations] = _english
_only_english: ContextVar[bool] = ContextVar("_only_english", default=False)


def spoken_by(catalogue: Callable[[], NullTranslations]) -> None:
    """Translate all messages from now on by the catalogue that this function returns; it is called each time."""
    global _spoken  # noqa: PLW0603 - who speaks is known once, when pipelines are imported
    _spoken = catalogue


def spoken() -> NullTranslations:
    """Return the catalogue of the current language."""
    return _ENGLISH if _only_english.get() else _spoken()


def in_english(said: object) -> str:
    """Return a message, or an error that holds a message, in English, as tables store it."""
    before = _only_english.set(True)
    try:
        return str(said)
    finally:
        _only_english.reset(before)


def is_in_english() -> bool:
    """Whether messages are in English now because `in_english` asked for it."""
    return _only_english.get()


class Message:
    """A message that is translated only when it is shown, into the language used there. Errors hold such messages.

    `str` of it is the message as `gettext` says it, at that time; messages in `gaps` are said too.
    """

    def __init__(self, text: str, /, **gaps: object) -> None:
        self.text = text
        self.gaps = gaps

    def __str__(self) -> str:
        return gettext(self.text, **self.gaps)

    def __repr__(self) -> str:
        return repr(str(self))


def gettext(message: str, /, **gaps: object) -> str:
    """Translate a message, given as in the code with gaps such as `{name}`, into the current language."""
    return _filled(spoken().gettext(message), gaps) if message else ""


def ngettext(one: str, many: str, number: int, /, **gaps: object) -> str:
    """Translate a message that depends on a number, which fills its gap `{number}`; other arguments as in `gettext`."""
    return _filled(spoken().ngettext(one, many, number), {"number": number, **gaps})


def pgettext(context: str, message: str, /, **gaps: object) -> str:
    """Translate a message that has several meanings; `context`, a word for translators, tells them apart."""
    return _filled(spoken().pgettext(context, message), gaps)


def gettext_noop(message: str) -> str:
    """Mark a message for the catalogues and return it in English; `gettext` translates it later."""
    return message


def written(number: str) -> str:
    """Write a number from Python, or a text with one number, as the current language does: `−1,50`."""
    return number.replace("-", "\N{MINUS SIGN}").replace(".", decimal_sign())


def decimal_sign() -> str:
    """Return the decimal sign: a point in English, a comma in most languages."""
    return _decimal_sign(spoken())


@cache
def _decimal_sign(catalogue: NullTranslations) -> str:
    return catalogue.pgettext(*pgettext_noop("between a whole number and its decimals", "."))


def one_behind_the_other(parts: Iterable[str]) -> str:
    """Join the parts of one line: `a; b; c`."""
    return between_parts().join(parts)


def listed(parts: Iterable[str]) -> str:
    """Join words or numbers as a list: `a, b, c`."""
    return ", ".join(parts)


def between_parts() -> str:
    """Return the separator of parts of a line, `; `, with a space before the sign if the language has it."""
    return pgettext("between parts of a line", "; ")


def labelled(label: object, what: object) -> str:
    """Return `FFB: 108.59`, with a space before the colon if the language has it."""
    return gettext("{label}: {what}", label=label, what=what)


def ngettext_noop(one: str, many: str) -> tuple[str, str]:
    """Do the same as `gettext_noop`, for `ngettext`."""
    return one, many


def pgettext_noop(context: str, message: str) -> tuple[str, str]:
    """Do the same as `gettext_noop`, for `pgettext`."""
    return context, message


def _filled(text: str, gaps: Mapping[str, object]) -> str:
    return text.format_map(gaps) if gaps else text


def name_of_sentence(code: str, variant: str | None) -> str:
    """Return the name of a sentence in the catalogues: its code, with its variant if it has one."""
    return f"{code}/{variant}" if variant else code
